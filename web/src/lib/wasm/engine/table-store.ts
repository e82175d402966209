/** Solved tables, kept on this device so that each is solved once. */
import type { Rules } from '@dicee/probability-engine';

export interface TableStore {
  load(rules: Rules): Promise<Uint8Array | null>;
  save(rules: Rules, bytes: Uint8Array): Promise<void>;
  remove(rules: Rules): Promise<void>;
}

interface Entry {
  rules: Rules;
  /** The engine build that solved it; another build solves again. */
  build: string;
  bytes: Uint8Array;
}

const DATABASE = 'dicee';
const TABLES = 'tables';

/** One IndexedDB entry per rule variant. */
export class IndexedDbStore implements TableStore {
  readonly #build: string;
  #database: Promise<IDBDatabase> | null = null;

  constructor(build: string) {
    this.#build = build;
  }

  async load(rules: Rules): Promise<Uint8Array | null> {
    const entry: unknown = await this.#run('readonly', (tables) => tables.get(rules));
    return isEntry(entry) && entry.build === this.#build ? entry.bytes : null;
  }

  async save(rules: Rules, bytes: Uint8Array): Promise<void> {
    const entry: Entry = { rules, build: this.#build, bytes };
    await this.#run('readwrite', (tables) => tables.put(entry));
  }

  async remove(rules: Rules): Promise<void> {
    await this.#run('readwrite', (tables) => tables.delete(rules));
  }

  async #run<T>(
    mode: IDBTransactionMode,
    ask: (tables: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const database = await (this.#database ??= open());
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(TABLES, mode);
      const request = ask(transaction.objectStore(TABLES));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('storage refused'));
    });
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLES, { keyPath: 'rules' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('storage refused'));
  });
}

function isEntry(entry: unknown): entry is Entry {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'build' in entry &&
    'bytes' in entry &&
    entry.bytes instanceof Uint8Array
  );
}
