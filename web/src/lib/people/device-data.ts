/** All that the app has written on this device. */

/** Every key of ours begins like this. */
const PREFIX = 'dicee.';
/** The session of dice pools that is under way. */
export const POOLS_SESSION = `${PREFIX}pools.session`;
/** The database of solved games, several megabytes. */
const SOLVED = 'dicee';

export interface DeviceData {
  /** What `localStorage` holds, under its keys. */
  readonly stored: Readonly<Record<string, unknown>>;
  /** What the databases hold, by their names and those of their stores: the games played here. Solved games, which every
   * visit can make again, are left out. */
  readonly databases: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;
  /** Bytes in use, where the browser says. */
  readonly bytes: number | null;
}

export async function readDeviceData(storage: Storage): Promise<DeviceData> {
  const stored: Record<string, unknown> = {};
  for (const key of ownKeys(storage)) stored[key] = parse(storage.getItem(key));
  const estimate = await navigator.storage?.estimate?.().catch(() => null);
  const databases: Record<string, Record<string, unknown[]>> = {};
  for (const name of await databaseNames()) {
    if (name !== SOLVED) databases[name] = await readDatabase(name).catch(() => ({}));
  }
  return { stored, databases, bytes: estimate?.usage ?? null };
}

/** Erases settings, names, games, solved games and the offline copy of the app. */
export async function eraseDeviceData(storage: Storage): Promise<void> {
  for (const key of ownKeys(storage)) storage.removeItem(key);
  for (const name of await databaseNames()) await deleteDatabase(name);
  if (typeof caches !== 'undefined') {
    for (const name of await caches.keys()) await caches.delete(name);
  }
  const registrations = await navigator.serviceWorker?.getRegistrations();
  for (const registration of registrations ?? []) await registration.unregister();
}

function ownKeys(storage: Storage): string[] {
  return Object.keys(storage).filter((key) => key.startsWith(PREFIX));
}

async function databaseNames(): Promise<string[]> {
  if (typeof indexedDB === 'undefined') return [];
  // Firefox lists databases since 126; ours has this name wherever it is not asked.
  const listed = await indexedDB.databases?.().catch(() => null);
  const names = listed?.map(({ name }) => name ?? '') ?? [SOLVED, 'dicee-games', 'dicee-learn', 'dicee-fortytwo'];
  return names.filter((name) => name === SOLVED || name.startsWith('dicee-') || name.startsWith(PREFIX));
}

/** Everything in a database, store by store. */
function readDatabase(name: string): Promise<Record<string, unknown[]>> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onerror = () => reject(request.error ?? new Error('storage refused'));
    request.onsuccess = () => {
      const database = request.result;
      const names = [...database.objectStoreNames];
      if (names.length === 0) {
        database.close();
        resolve({});
        return;
      }
      const transaction = database.transaction(names, 'readonly');
      const held = names.map((store) => [store, transaction.objectStore(store).getAll()] as const);
      transaction.oncomplete = () => {
        database.close();
        resolve(Object.fromEntries(held.map(([store, found]) => [store, found.result])));
      };
      transaction.onabort = () => reject(transaction.error ?? new Error('storage refused'));
    };
  });
}

/** A database that another tab holds open goes when that tab is closed: it is not waited for. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return text;
  }
}
