/** Hands of Forty-Two that were played on this device, kept in IndexedDB: what they say is judged when somebody looks. */
import type { FortyTwoHandRecord } from '@dicee/fortytwo';
import type { FortyTwoJudgedHand } from '@dicee/fortytwo-coach';

export interface StoredHand {
  /** Player, seat and deal: a deal that comes twice counts once. */
  id: string;
  player: string;
  seat: number;
  /** Choices that had help: their tricks, 0 being bid and declaration. */
  aided: number[];
  /** Whether something of it was seen before, or was taken back: it says nothing about its player. */
  practice: boolean;
  /** When it was decided, in milliseconds since 1970; 0 before. */
  finished: number;
  record?: FortyTwoHandRecord;
  /** What its choices gave away, once that was looked at. */
  judged?: FortyTwoJudgedHand;
}

export interface HandStore {
  /** Of all players, oldest first. */
  list(): Promise<StoredHand[]>;
  load(id: string): Promise<StoredHand | null>;
  save(hand: StoredHand): Promise<void>;
}

const DATABASE = 'dicee-fortytwo';
const HANDS = 'hands';
/** As many as a profile counts; each is about 4 KB. */
export const MOST_HANDS = 400;

export class IndexedDbHands implements HandStore {
  #database: Promise<IDBDatabase> | null = null;

  async list(): Promise<StoredHand[]> {
    const found: unknown[] = await this.#run('readonly', (hands) => hands.getAll());
    return found.filter(isStoredHand).sort(byTime);
  }

  async load(id: string): Promise<StoredHand | null> {
    const found: unknown = await this.#run('readonly', (hands) => hands.get(id));
    return isStoredHand(found) ? found : null;
  }

  async save(hand: StoredHand): Promise<void> {
    await this.#run('readwrite', (hands) => hands.put(hand));
    if ((await this.#run('readonly', (hands) => hands.count())) <= MOST_HANDS) return;
    const all = await this.list();
    for (const { id } of all.slice(0, Math.max(0, all.length - MOST_HANDS))) {
      await this.#run('readwrite', (hands) => hands.delete(id));
    }
  }

  async #run<T>(mode: IDBTransactionMode, ask: (hands: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await (this.#database ??= open());
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(HANDS, mode);
      const request = ask(transaction.objectStore(HANDS));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('storage refused'));
    });
  }
}

/** Where storage is forbidden, and in tests. */
export class MemoryHands implements HandStore {
  readonly #hands = new Map<string, StoredHand>();

  async list(): Promise<StoredHand[]> {
    return [...this.#hands.values()].sort(byTime);
  }

  async load(id: string): Promise<StoredHand | null> {
    return this.#hands.get(id) ?? null;
  }

  async save(hand: StoredHand): Promise<void> {
    this.#hands.set(hand.id, structuredClone(hand));
  }
}

/** Hands that are still played come last. */
function byTime(one: StoredHand, other: StoredHand): number {
  return (one.finished || Infinity) - (other.finished || Infinity) || one.id.localeCompare(other.id);
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(HANDS, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('storage refused'));
  });
}

function isStoredHand(found: unknown): found is StoredHand {
  return typeof found === 'object' && found !== null && 'player' in found && 'aided' in found && Array.isArray(found.aided);
}
