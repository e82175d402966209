/** What learning leaves on this device: profile, deck, finished lessons, puzzles; each under the player who holds it. */

export interface LearnStore {
  load(key: string): Promise<unknown>;
  save(key: string, value: unknown): Promise<void>;
}

const DATABASE = 'dicee-learn';
const ENTRIES = 'entries';

export class IndexedDbLearnStore implements LearnStore {
  #database: Promise<IDBDatabase> | null = null;

  load(key: string): Promise<unknown> {
    return this.#run('readonly', (entries) => entries.get(key));
  }

  async save(key: string, value: unknown): Promise<void> {
    await this.#run('readwrite', (entries) => entries.put(value, key));
  }

  async #run<T>(mode: IDBTransactionMode, ask: (entries: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await (this.#database ??= open());
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(ENTRIES, mode);
      const request = ask(transaction.objectStore(ENTRIES));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('storage refused'));
    });
  }
}

/** Where storage is forbidden, and in tests. */
export class MemoryLearnStore implements LearnStore {
  readonly #entries = new Map<string, unknown>();

  async load(key: string): Promise<unknown> {
    return this.#entries.get(key);
  }

  async save(key: string, value: unknown): Promise<void> {
    this.#entries.set(key, structuredClone(value));
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(ENTRIES);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('storage refused'));
  });
}
