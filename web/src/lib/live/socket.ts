/**
 * The socket of one live game. It authenticates by its first message, resumes from the version that is known, connects
 * again with backoff, and sends a command again under the same id until it is answered, so that it is carried out once.
 */
import type { ClientMessage, CommandId, ErrorMessage, GameCommand, ServerMessage } from '@dicee/types';
import { is } from '@dicee/types/validate';
import type { Refusal } from '../table/table';
import { freshId } from '../table/id';

/** `lost`: it is tried again; `closed`: it is not. */
export type Connection = 'connecting' | 'ready' | 'lost' | 'closed';

/** The part of `WebSocket` that is used; a test brings its own. */
export interface Wire {
  onopen: (() => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface SocketParts {
  gameId: string;
  /** Who is at this end; null for a spectator. Asked before every connection. */
  token: () => Promise<string | null>;
  /** The server refused the token. */
  expire: () => void;
  /** The version that is known, to resume from. */
  version: () => number;
  onmessage: (message: ServerMessage) => void;
  onconnection: (connection: Connection) => void;
  open?: (address: string) => Wire;
  random?: () => number;
}

/** A command that was not answered yet. */
interface Pending {
  readonly text: string;
  readonly resolve: (refusal: Refusal | null) => void;
  /** When it was last sent; null while there is no connection. */
  sent: number | null;
}

/** More commands than a person can be waiting for. */
export const MOST_PENDING = 16;
const FIRST_DELAY = 500;
const LONGEST_DELAY = 15_000;
/** After this long without a word the server is asked for one. */
const SILENCE = 30_000;
/** After this long without an answer the connection counts as lost. */
const PATIENCE = 8_000;
const LOOK = 2_000;
/** The server ends a socket with these when trying again cannot help. */
const FINAL = new Set([1008, 1009, 4004]);
const REFUSED_TOKEN = new Set<string>(['ERR_UNAUTHORIZED', 'ERR_SESSION_EXPIRED']);

export class LiveSocket {
  readonly #parts: SocketParts;
  readonly #pending = new Map<CommandId, Pending>();
  #wire: Wire | null = null;
  #connection: Connection = 'connecting';
  /** `resume` was sent on this wire: from here on states are for this viewer. */
  #resumed = false;
  #failures = 0;
  #refusedTokens = 0;
  #heard = 0;
  /** When the server was asked for a word. */
  #probed: number | null = null;
  #retry: ReturnType<typeof setTimeout> | null = null;
  #watch: ReturnType<typeof setInterval> | null = null;

  constructor(parts: SocketParts) {
    this.#parts = parts;
  }

  get connection(): Connection {
    return this.#connection;
  }

  open(): void {
    this.#watch ??= setInterval(() => this.#look(), LOOK);
    void this.#connect();
  }

  /** Connects at once instead of after the backoff: the network is back, or the page is looked at again. */
  wake(): void {
    if (this.#connection === 'lost') void this.#connect();
    else if (this.#connection === 'ready') this.#probe();
  }

  /** Connects again, for another viewer. */
  restart(): void {
    if (this.#connection === 'closed') return;
    this.#drop();
    void this.#connect();
  }

  /** Asks for the whole state. */
  resync(): void {
    this.#write({ type: 'resume', since: this.#parts.version(), updates: 'changes' });
  }

  /** Says something that may be lost; false if nobody is there to hear it. */
  say(message: ClientMessage): boolean {
    if (this.#connection !== 'ready') return false;
    this.#write(message);
    return true;
  }

  /** Sends a command until it is answered; null when it was carried out. */
  command(command: GameCommand, expectedVersion?: number): Promise<Refusal | null> {
    if (this.#connection === 'closed') return Promise.resolve(LEFT);
    if (this.#pending.size >= MOST_PENDING) return Promise.resolve(BUSY);
    const commandId = freshId();
    const message: ClientMessage = {
      type: 'command',
      commandId,
      command,
      ...(expectedVersion === undefined ? {} : { expectedVersion }),
    };
    return new Promise((resolve) => {
      const pending: Pending = { text: JSON.stringify(message), resolve, sent: null };
      this.#pending.set(commandId, pending);
      if (this.#connection === 'ready') this.#sendCommand(pending);
    });
  }

  close(): void {
    if (this.#watch) clearInterval(this.#watch);
    this.#watch = null;
    this.#end();
  }

  async #connect(): Promise<void> {
    if (this.#retry) clearTimeout(this.#retry);
    this.#retry = null;
    this.#change('connecting');
    let token: string | null;
    try {
      token = this.#refusedTokens > 2 ? null : await this.#parts.token();
    } catch {
      this.#lose();
      return;
    }
    if (this.#connection !== 'connecting' || this.#wire) return;
    const wire = (this.#parts.open ?? openWebSocket)(addressOf(this.#parts.gameId, this.#parts.version()));
    this.#wire = wire;
    this.#resumed = false;
    this.#probed = null;
    this.#heard = Date.now();
    wire.onopen = () => {
      if (this.#wire !== wire) return;
      if (token === null) this.#resume();
      else this.#write({ type: 'authenticate', token });
    };
    wire.onmessage = ({ data }) => {
      if (this.#wire === wire) this.#receive(data);
    };
    wire.onclose = ({ code }) => {
      if (this.#wire !== wire) return;
      this.#wire = null;
      if (FINAL.has(code)) this.#end();
      else this.#lose();
    };
  }

  #receive(data: unknown): void {
    this.#heard = Date.now();
    this.#probed = null;
    const message = read(data);
    // A newer server may say things that this client does not know.
    if (!message) return;
    if (message.type === 'authenticated') {
      this.#refusedTokens = 0;
      this.#resume();
    } else if (message.type === 'error' && !this.#resumed && REFUSED_TOKEN.has(message.errorCode)) {
      this.#refusedTokens += 1;
      this.#parts.expire();
      this.restart();
      return;
    } else if (message.type === 'state_update' && !this.#resumed) {
      // As a spectator sees it, before the server knows who this is.
      return;
    }
    // The state first, then what was waiting for it.
    this.#parts.onmessage(message);
    if (message.type === 'state_update' && this.#connection === 'connecting') this.#welcome();
    if (message.type === 'ack') this.#answer(message.commandId, null);
    if (message.type === 'error' && message.commandId) this.#answer(message.commandId, refusalOf(message));
  }

  #resume(): void {
    this.#resumed = true;
    this.resync();
  }

  /** The state is there: whatever was not answered is sent again. */
  #welcome(): void {
    this.#failures = 0;
    this.#change('ready');
    for (const pending of this.#pending.values()) this.#sendCommand(pending);
  }

  #sendCommand(pending: Pending): void {
    pending.sent = Date.now();
    this.#wire?.send(pending.text);
  }

  #answer(id: CommandId, refusal: Refusal | null): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.resolve(refusal);
  }

  #write(message: ClientMessage): void {
    this.#wire?.send(JSON.stringify(message));
  }

  /** Notices a connection that is dead but not closed. */
  #look(): void {
    if (!this.#wire || this.#connection === 'closed') return;
    const now = Date.now();
    const waiting = [...this.#pending.values()].some(({ sent }) => sent !== null && now - sent > PATIENCE);
    const silent = this.#probed !== null && now - this.#probed > PATIENCE;
    const stuck = this.#connection === 'connecting' && now - this.#heard > PATIENCE;
    if (waiting || silent || stuck) {
      this.#drop();
      this.#lose();
    } else if (this.#connection === 'ready' && now - this.#heard > SILENCE) {
      this.#probe();
    }
  }

  /** Browsers cannot ping: any answer shows that the server is there. */
  #probe(): void {
    if (this.#probed !== null) return;
    this.#probed = Date.now();
    this.resync();
  }

  #lose(): void {
    for (const pending of this.#pending.values()) pending.sent = null;
    this.#change('lost');
    const most = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.#failures);
    this.#failures += 1;
    // Half of it at random, so that a restarted server is not met by everybody at once.
    const delay = most * (0.5 + (this.#parts.random ?? Math.random)() / 2);
    if (this.#retry) clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#connect(), delay);
  }

  #drop(): void {
    const wire = this.#wire;
    this.#wire = null;
    wire?.close();
  }

  #end(): void {
    if (this.#retry) clearTimeout(this.#retry);
    this.#retry = null;
    this.#change('closed');
    this.#drop();
    for (const id of [...this.#pending.keys()]) this.#answer(id, LEFT);
  }

  #change(connection: Connection): void {
    if (this.#connection === connection) return;
    this.#connection = connection;
    this.#parts.onconnection(connection);
  }
}

const LEFT: Refusal = { code: 'ERR_OFFLINE', message: 'You are no longer at this table.' };
const BUSY: Refusal = { code: 'ERR_RATE_LIMIT', message: 'Too much is waiting to be sent. Try again in a moment.' };

export function refusalOf({ errorCode, message, details }: ErrorMessage): Refusal {
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return {
    code: errorCode,
    message: /[.!?]$/.test(sentence) ? sentence : `${sentence}.`,
    ...(details?.field === undefined ? {} : { field: details.field }),
  };
}

function read(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const message: unknown = JSON.parse(data);
    return is('ServerMessage', message) ? message : null;
  } catch {
    return null;
  }
}

/** The token is never part of it: addresses end up in logs. */
function addressOf(gameId: string, since: number): string {
  const { protocol, host } = location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/v1/games/${gameId}/ws?since=${since}`;
}

function openWebSocket(address: string): Wire {
  return new WebSocket(address) as unknown as Wire;
}
