/** Registers the service worker and offers a new version once one waits. */
import { runsSimd } from '$lib/wasm/support';
import type { Status } from './status.svelte';
import { KEEP_ENGINES, TAKE_OVER } from './worker-messages';

/** Where there are no workers (plain http in a local network) the app works, but not offline. */
export function canWorkOffline(): boolean {
  return 'serviceWorker' in navigator;
}

export async function watchForUpdates(status: Status): Promise<void> {
  if (!canWorkOffline()) return;
  const { serviceWorker } = navigator;
  // The first worker of a device takes over without a word; only a later one replaces something.
  let controlled = serviceWorker.controller !== null;
  let taken = false;
  serviceWorker.addEventListener('controllerchange', () => {
    if (taken) location.reload();
    // Another tab has taken the new version: this one still runs the old, until its user agrees.
    else if (controlled) status.offer(() => location.reload());
    controlled = true;
  });

  const offer = (worker: ServiceWorker): void =>
    status.offer(() => {
      taken = true;
      worker.postMessage(TAKE_OVER);
    });

  const registration = await serviceWorker.register('/service-worker.js');
  if (registration.waiting && serviceWorker.controller) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && serviceWorker.controller) offer(worker);
    });
  });
  // Somebody who pays for every byte keeps what is used, and so does an older browser, which has builds of its own.
  const connection: unknown = Reflect.get(navigator, 'connection');
  const saves = typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true;
  if (!saves && runsSimd()) (await serviceWorker.ready).active?.postMessage(KEEP_ENGINES);
}
