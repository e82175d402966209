/** What screen readers say. One live region in the root layout reads it. */
import { untrack } from 'svelte';

export class Announcer {
  polite = $state('');
  assertive = $state('');

  /** Says a text when the reader has a moment. The same text twice is read twice. */
  say(text: string): void {
    // An effect that speaks must not run again because something was said.
    this.polite = fresh(text, untrack(() => this.polite));
  }

  /** Interrupts: for refusals and the end of a turn, not for news. */
  interrupt(text: string): void {
    this.assertive = fresh(text, untrack(() => this.assertive));
  }
}

const NO_BREAK_SPACE = '\u00a0';

/** A live region reads changes only, so a repeated text gets a mark that nobody hears. */
function fresh(text: string, last: string): string {
  return text !== '' && text === last ? text + NO_BREAK_SPACE : text;
}
