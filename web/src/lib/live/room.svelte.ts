/**
 * A live table of any game, as one viewer knows it: the state, who is there, what is said. It renders nothing and knows no
 * rules; a screen reads `state` and sends commands.
 */
import type { ClientMessage, GameCommand, GameState, ServerMessage, StateUpdate, WinChance } from '@dicee/types';
import { applyChanges } from '@dicee/types/patch';
import { is } from '@dicee/types/validate';
import type { Refusal } from '../table/table';
import { type Connection, LiveSocket, refusalOf, type SocketParts } from './socket';
import { Talk } from './talk.svelte';

/** Somebody at the table, with what presence says about them. */
export interface SeatNow {
  readonly seat: number;
  readonly playerId: string | null;
  readonly name: string;
  readonly bot: string | null;
  readonly connected: boolean;
}

/** A table that the same people go on to. */
export interface NextTable {
  readonly code: string;
  readonly playerId: string | null;
}

/** What the room needs to know of this device. */
export interface Viewer {
  /** The player of this device; null for a spectator. */
  playerId: () => string | null;
  token: () => Promise<string | null>;
  expire: () => void;
}

type Handler<Type extends ServerMessage['type']> = (message: Extract<ServerMessage, { type: Type }>) => void;

export type RoomParts = Pick<SocketParts, 'open' | 'random'>;

export class LiveRoom {
  readonly gameId: string;
  readonly talk: Talk;
  readonly #viewer: Viewer;
  readonly #socket: LiveSocket;
  readonly #handlers = new Map<string, Set<(message: never) => void>>();

  /** The state as the server tells it: changes are made to it. */
  #told = $state.raw<GameState | null>(null);
  /** The same, with names that tell everybody apart. */
  readonly state = $derived.by<GameState | null>(() => (this.#told ? toldApart(this.#told) : null));
  connection = $state<Connection>('connecting');
  /** The connection was there before: what is shown now may be old. */
  wasReady = $state(false);
  /** How many commands are on their way. */
  sending = $state(0);
  spectators = $state(0);
  chances = $state.raw<WinChance | null>(null);
  next = $state.raw<NextTable | null>(null);
  /** Where the host looks in the review of a finished game: after how many events. */
  cursor = $state.raw<{ readonly playerId: string; readonly version: number } | null>(null);
  /** A refusal that is about no command: a line of chat, a question. */
  notice = $state.raw<Refusal | null>(null);
  /** How far the server's clock is ahead of this one, in milliseconds. */
  skew = $state(0);
  /** Chances were asked for, and neither they nor a refusal came yet. */
  #unanswered = false;
  /** Who waits for the server to know this device. */
  readonly #identified: ((known: boolean) => void)[] = [];
  #present = $state.raw<ReadonlyMap<string, boolean>>(new Map());

  constructor(gameId: string, viewer: Viewer, parts: RoomParts = {}) {
    this.gameId = gameId;
    this.#viewer = viewer;
    this.talk = new Talk((message) => this.ask(message), viewer.playerId);
    this.#socket = new LiveSocket({
      gameId,
      token: viewer.token,
      expire: viewer.expire,
      version: () => this.state?.version ?? 0,
      onmessage: (message) => this.#receive(message),
      onconnection: (connection) => this.#connected(connection),
      ...parts,
    });
  }

  /** The seat of this viewer; null for a spectator. */
  readonly you = $derived.by(() => this.state?.you ?? null);
  readonly version = $derived.by(() => this.state?.version ?? 0);
  readonly seats = $derived.by<readonly SeatNow[]>(() =>
    (this.state?.seats ?? []).map(({ seat, playerId, displayName, bot, connected }) => ({
      seat,
      playerId: playerId ?? null,
      name: displayName,
      bot: bot ?? null,
      connected: bot !== undefined || (playerId === undefined ? connected : (this.#present.get(playerId) ?? connected)),
    })),
  );
  readonly hostId = $derived.by(() => (this.state && 'hostPlayerId' in this.state ? this.state.hostPlayerId : null) ?? null);
  readonly isHost = $derived.by(() => this.hostId !== null && this.hostId === this.#viewer.playerId());

  /** What somebody is called at this table; the name they gave, if they do not sit here. */
  nameOf(playerId: string, given: string): string {
    return this.seats.find((taken) => taken.playerId === playerId)?.name ?? given;
  }

  open(): void {
    this.#socket.open();
  }

  close(): void {
    this.#socket.close();
  }

  /** The network is back, or somebody looks at the page again. */
  wake(): void {
    this.#socket.wake();
  }

  /** The device has become somebody: the table is shown as that player may know it. Whether the server has said so. */
  identify(): Promise<boolean> {
    this.#socket.restart();
    return new Promise((resolve) => this.#identified.push(resolve));
  }

  /** Sends a command; null when it was carried out. It is sent again if the connection is lost before the answer. */
  async send(command: GameCommand, expectedVersion?: number): Promise<Refusal | null> {
    this.sending += 1;
    try {
      return await this.#socket.command(command, expectedVersion);
    } finally {
      this.sending -= 1;
    }
  }

  /** Says something that is no command; false while there is no connection. */
  ask(message: ClientMessage): boolean {
    this.notice = null;
    return this.#socket.say(message);
  }

  /** Asks for everybody's chance to win behind each move. A server or a game that has none is not worth a word. */
  wantChances(): void {
    if (this.#socket.say({ type: 'request_win_chance' })) this.#unanswered = true;
  }

  /** Calls back for every message of a type, until the returned function is called. */
  on<Type extends ServerMessage['type']>(type: Type, handler: Handler<Type>): () => void {
    const handlers = this.#handlers.get(type) ?? new Set();
    this.#handlers.set(type, handlers);
    handlers.add(handler);
    return () => handlers.delete(handler);
  }

  #connected(connection: Connection): void {
    if (connection === 'ready') {
      this.wasReady = true;
      this.talk.remind();
    }
    this.connection = connection;
    if (connection === 'connecting') return;
    for (const resolve of this.#identified.splice(0)) resolve(connection === 'ready');
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'state_update':
        this.#update(message);
        break;
      case 'presence':
        this.#present = new Map(message.players.map(({ playerId, connected }) => [playerId, connected]));
        this.spectators = message.spectators;
        break;
      case 'chat':
        this.talk.hear({ ...message, displayName: this.nameOf(message.playerId, message.displayName) });
        break;
      case 'chat_history':
        this.talk.recall({
          ...message,
          lines: message.lines.map((line) => ({ ...line, displayName: this.nameOf(line.playerId, line.displayName) })),
        });
        break;
      case 'win_chance':
        this.#unanswered = false;
        if (message.version >= (this.chances?.version ?? 0)) this.chances = message;
        break;
      case 'cursor':
        this.cursor = { playerId: message.playerId, version: message.version };
        break;
      case 'rematch':
        this.next = { code: message.code, playerId: message.playerId };
        break;
      case 'error':
        if (message.commandId) break;
        if (!this.#unanswered) this.notice = refusalOf(message);
        this.#unanswered = false;
        break;
      default:
    }
    for (const handler of this.#handlers.get(message.type) ?? []) handler(message as never);
  }

  #update(update: StateUpdate): void {
    this.skew = update.timestamp - Date.now();
    if ('gameState' in update) {
      this.#told = update.gameState;
      return;
    }
    try {
      if (!this.#told) throw new RangeError('there is nothing to change yet');
      const next = applyChanges(this.#told, update.changes);
      if (!is('GameState', next)) throw new RangeError('the changes lead to no state of a game');
      this.#told = next;
    } catch {
      // Another version is known here than the server thought.
      this.#socket.resync();
    }
  }
}

type Named = { readonly displayName: string; readonly bot?: unknown };

/** The state with names that tell everybody apart: of two people called Ann the second is Ann 2, and bots of one kind are numbered. */
function toldApart(state: GameState): GameState {
  const seats = distinct(state.seats);
  if (state.kind !== 'dicee') return seats === state.seats ? state : ({ ...state, seats } as GameState);
  const players = distinct(state.players);
  return seats === state.seats && players === state.players ? state : { ...state, seats, players };
}

/** The same list where all names differ already. */
function distinct<One extends Named>(all: One[]): One[] {
  if (new Set(all.map(({ displayName }) => displayName)).size === all.length) return all;
  const taken = new Set(all.map(({ displayName }) => displayName));
  return all.map((one, place) => {
    const same = (others: readonly Named[]) => others.filter(({ displayName }) => displayName === one.displayName).length;
    if (same(all) === 1) return one;
    let number = same(all.slice(0, place)) + 1;
    // The first of the people keeps the name as it is.
    if (number === 1 && !one.bot) return one;
    while (taken.has(`${one.displayName} ${number}`)) number += 1;
    const displayName = `${one.displayName} ${number}`;
    taken.add(displayName);
    return { ...one, displayName };
  });
}
