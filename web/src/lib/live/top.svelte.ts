import { untrack } from 'svelte';

/** A screen that follows another one at the same address starts at its top, as a page that is gone to does. */
export function topOnChange(screen: () => string): void {
  let last = untrack(screen);
  $effect(() => {
    const now = screen();
    if (now === last) return;
    last = now;
    scrollTo(0, 0);
  });
}
