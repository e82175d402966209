/** Short vibrations where a device has them; never for bad news. */
import type { Settings } from '$lib/shell/settings.svelte';

/** How long, or on, off and on again. */
const PATTERNS: Readonly<Record<Touch, number | number[]>> = {
  keep: 10,
  roll: 20,
  score: 30,
  success: [15, 40, 30],
};

export type Touch = 'keep' | 'roll' | 'score' | 'success';

export class Haptics {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  tap(what: Touch): void {
    if (!this.#settings.value.haptics || typeof navigator === 'undefined') return;
    // Absent on iOS.
    if (typeof navigator.vibrate === 'function') navigator.vibrate(PATTERNS[what]);
  }
}
