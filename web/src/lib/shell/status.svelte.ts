/** What the strip above the page says: no network, no WebAssembly, a new version. */
import { untrack } from 'svelte';

export class Status {
  online = $state(true);
  /** The browser runs WebAssembly. */
  modules = $state(true);
  /** A new version is installed and waits to be taken. */
  #waiting = $state.raw<(() => void) | null>(null);
  #busy = $state(0);

  /** A new version offers itself, but never in the middle of a turn. */
  readonly offersUpdate = $derived(this.#waiting !== null && this.#busy === 0);

  /** Keeps the offer back until the returned function is called: `$effect(() => status.busy())`. */
  busy(): () => void {
    // Untracked: an effect that is busy must not run again because of itself.
    this.#busy = untrack(() => this.#busy) + 1;
    let over = false;
    return () => {
      if (!over) this.#busy = untrack(() => this.#busy) - 1;
      over = true;
    };
  }

  /** A new version waits; `take` starts it. */
  offer(take: () => void): void {
    this.#waiting = take;
  }

  takeUpdate(): void {
    this.#waiting?.();
  }
}
