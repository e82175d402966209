/** The focus in exercises: a button that is gone once it was pressed must not take it along. */
import { tick } from 'svelte';

/** Puts the focus on what comes now, the element with `data-focus`, if nothing has it any more. */
export async function keepFocus(): Promise<void> {
  await tick();
  const active = document.activeElement;
  if (active && active !== document.body) return;
  document.querySelector<HTMLElement>('[data-focus]')?.focus();
}
