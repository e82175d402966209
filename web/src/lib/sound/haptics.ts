/** Short vibrations where a device has them; never for bad news. */
import type { Settings } from '$lib/shell/settings.svelte';

const MILLISECONDS = { keep: 10, roll: 20, score: 30 } as const;

export class Haptics {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  tap(what: keyof typeof MILLISECONDS): void {
    if (!this.#settings.value.haptics || typeof navigator === 'undefined') return;
    // Absent on iOS.
    if (typeof navigator.vibrate === 'function') navigator.vibrate(MILLISECONDS[what]);
  }
}
