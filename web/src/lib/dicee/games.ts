/** Opens games on this device: new ones, kept ones, and those that a link holds. */
import type { Bot, DiceeCommand, DiceeView, TableRequest } from '@dicee/table';
import { freshId } from '../table/id';
import type { GameStore, StoredGame, StoredPlayer, StoredRival } from '../table/game-store';
import { LocalTable, type LocalOptions } from '../table/local-table.svelte';
import { ReplayTable } from '../table/replay-table.svelte';
import type { EngineClient } from '../wasm/engine/client';
import { faultOf } from '../wasm/rpc';
import type { OpenGame, TableClient } from '../wasm/table/client';
import { DiceeLocalGame, type GameNotes } from './local-game';
import { personToMove, type Rules } from './moment';
import { TWIN, TWIN_NAME, type TwinMind } from './twin';

/** Who plays, and how. */
export interface Setup {
  /** People at this device, in seat order; one of them plays alone or against bots. */
  people: string[];
  bots: Bot[];
  /** The twin of the player of this device plays too. */
  twin?: boolean;
  rules: Rules;
  /** Real dice are rolled and entered. */
  ownDice: boolean;
  /** Plays the dice of another game again. */
  seed?: number;
  /** How that game went. */
  rival?: StoredRival;
}

export const SOLO: Setup = { people: ['You'], bots: [], rules: 'standard', ownDice: false };

export type DiceeTable = LocalTable<DiceeView, DiceeCommand>;

/** A table with the game behind it. */
export interface OpenTable {
  table: DiceeTable;
  game: DiceeLocalGame;
}

export interface OpenReplay {
  table: ReplayTable<DiceeView, DiceeCommand>;
  game: OpenGame;
  players: StoredPlayer[];
  /** What is wrong with the rest of the link; null if it is whole. */
  damage: string | null;
  /** The same game as this device keeps it; its report has the names and all ways on. */
  kept: StoredGame | null;
}

export class Games {
  readonly store: GameStore;
  readonly #tables: TableClient;
  readonly #engine: EngineClient;
  readonly #options: LocalOptions;
  /** Makes the twin of the player of this device, when one is to move; a screen that knows the player sets it. */
  openTwin: () => Promise<TwinMind> = () => Promise.reject(new Error('There is no twin here.'));

  constructor(tables: TableClient, engine: EngineClient, store: GameStore, options: LocalOptions = {}) {
    this.#tables = tables;
    this.#engine = engine;
    this.store = store;
    this.#options = options;
  }

  async start(setup: Setup): Promise<OpenTable> {
    const players = seatsOf(setup);
    const request: TableRequest = {
      gameId: freshId(),
      mode: players.length > 1 ? 'multiplayer' : 'solo',
      players: players.map(({ playerId, bot }) => (bot && bot !== TWIN ? { playerId, bot: bot as Bot } : { playerId })),
      settings: { rulesVariant: setup.rules, allowUndo: true },
      dice: setup.ownDice ? { source: 'table' } : { source: 'seeded', seed: setup.seed ?? freshSeed() },
    };
    const open = await this.#tables.create(request);
    const origin = setup.ownDice ? 'real_dice' : setup.seed === undefined ? 'drawn' : 'repeated';
    const { ownDice, rival } = setup;
    return this.#table(open, { id: request.gameId, players, ownDice, origin, ...(rival ? { rival } : {}) });
  }

  /** A kept game; null if there is none, or if its log does not hold any more. */
  async resume(id: string): Promise<OpenTable | null> {
    const stored = await this.store.load(id).catch(() => null);
    return stored ? this.#reopen(stored) : null;
  }

  /** The newest game that is not over. */
  async latest(): Promise<StoredGame | null> {
    const games = await this.store.list().catch(() => []);
    return games.find(({ finished }) => !finished) ?? null;
  }

  /**
   * A game from a link, to be looked at; playing on from it makes a game of its own. Of a damaged link what can be read is
   * shown, with what is wrong with the rest.
   */
  async replay(link: string): Promise<OpenReplay> {
    try {
      const open = await this.#tables.fromLink(link);
      return this.#replay(open, null, await this.#keptAs(open));
    } catch (thrown) {
      const damage = faultOf(thrown).message;
      return this.#replay(await this.#tables.fromDamagedLink(link), damage, null);
    }
  }

  /** A game that was played elsewhere, from its log, to be reported on. */
  async review(log: string, notes: GameNotes): Promise<OpenTable> {
    return this.#table(await this.#tables.fromLog(log), notes);
  }

  /** Plays on from a moment of any game: a game of its own, kept on this device. */
  async forkAt(game: OpenGame, version: number, players: StoredPlayer[]): Promise<OpenTable> {
    const notes: GameNotes = { id: freshId(), players, ownDice: false, origin: 'forked' };
    const fork = this.#table(await game.fork(version), notes);
    await fork.game.save();
    return fork;
  }

  /** The game of this device with the same link; null if there is none. */
  async #keptAs(open: OpenGame): Promise<StoredGame | null> {
    const { players } = open.snapshot.view;
    const games = await this.store.list().catch(() => []);
    // A fork has the players of its game: the link tells them apart.
    const alike = games.filter(
      (stored) => stored.players.length === players.length && stored.players.every(({ playerId }, seat) => playerId === players[seat]?.playerId),
    );
    if (alike.length === 0) return null;
    const link = await open.link();
    for (const stored of alike) {
      const game = await this.#tables.fromLog(stored.log).catch(() => null);
      const same = (await game?.link().catch(() => null)) === link;
      game?.close();
      if (same) return stored;
    }
    return null;
  }

  #replay(open: OpenGame, damage: string | null, kept: StoredGame | null): OpenReplay {
    const { version, view } = open.snapshot;
    const players = kept?.players ?? namesFor(view);
    const table = new ReplayTable<DiceeView, DiceeCommand>({
      version,
      view,
      viewAt: (at) => open.view(at),
      seatOf: personToMove,
      fork: async (at) => (await this.forkAt(open, at, players)).table,
    });
    return { table, game: open, players, damage, kept };
  }

  async #reopen(stored: StoredGame): Promise<OpenTable | null> {
    try {
      const { id, players, ownDice, decisions, origin, aided, rival, revision } = stored;
      const notes: GameNotes = {
        id,
        players,
        ownDice,
        ...(decisions ? { decisions } : {}),
        ...(origin ? { origin } : {}),
        ...(rival ? { rival } : {}),
        ...(aided ? { aided } : {}),
        ...(revision ? { revision } : {}),
      };
      return this.#table(await this.#tables.fromLog(stored.log), notes);
    } catch {
      return null;
    }
  }

  #table(open: OpenGame, notes: GameNotes): OpenTable {
    const game = new DiceeLocalGame(open, notes, this.#engine, this.store, () => this.openTwin());
    const table = new LocalTable<DiceeView, DiceeCommand>(game, {
      ...this.#options,
      ownDice: notes.ownDice,
    });
    return { table, game };
  }
}

/** A bot is called what it is called on the wire, in the terminal and at live tables: "Optimal". */
export function botName(bot: Bot): string {
  return bot.charAt(0).toUpperCase() + bot.slice(1);
}

function seatsOf({ people, bots, twin }: Setup): StoredPlayer[] {
  const persons = people.map((name) => ({ playerId: freshId(), name }));
  const count = new Map<Bot, number>();
  const machines = bots.map((bot) => {
    const number = (count.get(bot) ?? 0) + 1;
    count.set(bot, number);
    const twice = bots.filter((other) => other === bot).length > 1;
    return { playerId: freshId(), name: twice ? `${botName(bot)} ${number}` : botName(bot), bot };
  });
  return [...persons, ...machines, ...(twin ? [{ playerId: freshId(), name: TWIN_NAME, bot: TWIN }] : [])];
}

/** Names for a game from a link, which carries none. */
function namesFor(view: DiceeView): StoredPlayer[] {
  return view.players.map(({ playerId, bot }, seat) => ({
    playerId,
    name: bot ? botName(bot) : view.players.length === 1 ? 'Player' : `Player ${seat + 1}`,
    ...(bot ? { bot } : {}),
  }));
}

/** Any whole number that a link can carry. */
function freshSeed(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1fffff) * 2 ** 32 + low;
}
