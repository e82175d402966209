/** Games played on this device, kept in IndexedDB: several at once, the oldest make room. */

export interface StoredPlayer {
  playerId: string;
  name: string;
  /** How it plays, if it is a bot. */
  bot?: string;
}

/** A decision within a game: its turn and its roll, both from 1. */
export interface StoredMoment {
  turn: number;
  roll: number;
}

/** Another game on the same dice, of this player or of somebody else: the path of its expected final score, turn by turn. */
export interface StoredRival {
  points: number;
  path: readonly number[];
}

/** Where the dice of a game on this device come from; only `drawn` ones say how well somebody plays. */
export type StoredOrigin = 'drawn' | 'typed' | 'repeated' | 'forked' | 'real_dice';

export interface StoredGame {
  id: string;
  game: 'dicee';
  /** The log as the table module writes it. */
  log: string;
  players: StoredPlayer[];
  /** Real dice are rolled and entered. */
  ownDice: boolean;
  /** Where the dice come from; a game that was kept before this was asked has none. */
  origin?: StoredOrigin;
  /** Decisions that were made while the coach said what to do. */
  aided?: StoredMoment[];
  /** What a game on repeated dice is compared with. */
  rival?: StoredRival;
  finished: boolean;
  /** Turns played and points of the first person, for a list. */
  turn: number;
  score: number;
  /** Milliseconds since 1970. */
  updated: number;
  /** How often it was written: a tab that knows an older one must not overwrite it. */
  revision?: number;
  /** Decisions of the first person, and how many of them were the best; there once a report has graded the game. */
  decisions?: { best: number; all: number };
}

/** The store holds a newer game: another tab has played on. */
export class StaleGame extends Error {
  constructor() {
    super('Another tab has played on with this game.');
  }
}

export interface GameStore {
  /** Newest first. */
  list(): Promise<StoredGame[]>;
  load(id: string): Promise<StoredGame | null>;
  /** Rejects with `StaleGame` where a revision is kept that is not older. */
  save(game: StoredGame): Promise<void>;
  remove(id: string): Promise<void>;
}

const DATABASE = 'dicee-games';
const GAMES = 'games';
/** More than anybody looks back at; each is about 30 KB. */
export const MOST_GAMES = 100;

export class IndexedDbGames implements GameStore {
  #database: Promise<IDBDatabase> | null = null;

  async list(): Promise<StoredGame[]> {
    const found: unknown[] = await this.#run('readonly', (games) => games.getAll());
    return found.filter(isStoredGame).sort((a, b) => b.updated - a.updated);
  }

  async load(id: string): Promise<StoredGame | null> {
    const found: unknown = await this.#run('readonly', (games) => games.get(id));
    return isStoredGame(found) ? found : null;
  }

  async save(game: StoredGame): Promise<void> {
    await this.#put(game);
    const all = await this.list();
    await Promise.all(all.slice(MOST_GAMES).map(({ id }) => this.remove(id)));
  }

  async remove(id: string): Promise<void> {
    await this.#run('readwrite', (games) => games.delete(id));
  }

  /** Looks and writes in one transaction, so that no other tab comes between. */
  async #put(game: StoredGame): Promise<void> {
    const database = await (this.#database ??= open());
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(GAMES, 'readwrite');
      const games = transaction.objectStore(GAMES);
      const kept: IDBRequest<unknown> = games.get(game.id);
      let stale = false;
      kept.onsuccess = () => {
        stale = isNewer(kept.result, game);
        if (stale) transaction.abort();
        else games.put(game);
      };
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(stale ? new StaleGame() : (transaction.error ?? new Error('storage refused')));
    });
  }

  async #run<T>(mode: IDBTransactionMode, ask: (games: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await (this.#database ??= open());
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(GAMES, mode);
      const request = ask(transaction.objectStore(GAMES));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('storage refused'));
    });
  }
}

/** Where storage is forbidden, and in tests: games live as long as the page. */
export class MemoryGames implements GameStore {
  readonly #games = new Map<string, StoredGame>();

  async list(): Promise<StoredGame[]> {
    return [...this.#games.values()].sort((a, b) => b.updated - a.updated);
  }

  async load(id: string): Promise<StoredGame | null> {
    return this.#games.get(id) ?? null;
  }

  async save(game: StoredGame): Promise<void> {
    if (isNewer(this.#games.get(game.id), game)) throw new StaleGame();
    this.#games.set(game.id, structuredClone(game));
  }

  async remove(id: string): Promise<void> {
    this.#games.delete(id);
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('storage refused'));
  });
}

/** Whether what is kept was written after what is known here. */
function isNewer(kept: unknown, game: StoredGame): boolean {
  return isStoredGame(kept) && kept.revision !== undefined && kept.revision >= (game.revision ?? 0);
}

function isStoredGame(found: unknown): found is StoredGame {
  return (
    typeof found === 'object' &&
    found !== null &&
    'id' in found &&
    'log' in found &&
    typeof found.log === 'string' &&
    'players' in found &&
    Array.isArray(found.players)
  );
}
