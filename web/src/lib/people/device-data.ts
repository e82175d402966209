/** All that the app has written on this device. */

/** Every key of ours begins like this. */
const PREFIX = 'dicee.';

export interface DeviceData {
  /** What `localStorage` holds, under its keys. */
  readonly stored: Readonly<Record<string, unknown>>;
  /** Names of databases: solved games, games under way. */
  readonly databases: readonly string[];
  /** Bytes in use, where the browser says. */
  readonly bytes: number | null;
}

export async function readDeviceData(storage: Storage): Promise<DeviceData> {
  const stored: Record<string, unknown> = {};
  for (const key of ownKeys(storage)) stored[key] = parse(storage.getItem(key));
  const estimate = await navigator.storage?.estimate?.().catch(() => null);
  return { stored, databases: await databaseNames(), bytes: estimate?.usage ?? null };
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
  const names = listed?.map(({ name }) => name ?? '') ?? ['dicee'];
  return names.filter((name) => name === 'dicee' || name.startsWith('dicee-') || name.startsWith(PREFIX));
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
