/** What screen readers say. One live region in the root layout reads it. */
export class Announcer {
  polite = $state('');
  assertive = $state('');

  /** Says a text when the reader has a moment. The same text twice is read twice. */
  say(text: string): void {
    this.polite = fresh(text, this.polite);
  }

  /** Interrupts: for refusals and the end of a turn, not for news. */
  interrupt(text: string): void {
    this.assertive = fresh(text, this.assertive);
  }
}

const NO_BREAK_SPACE = '\u00a0';

/** A live region reads changes only, so a repeated text gets a mark that nobody hears. */
function fresh(text: string, last: string): string {
  return text !== '' && text === last ? text + NO_BREAK_SPACE : text;
}
