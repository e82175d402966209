/** The moment after a roll in which a tap may be the second half of a double tap: a roll cannot be taken back. */

/** A second tap this soon is half of a double tap, in milliseconds. */
export const DOUBLE_TAP = 500;

export class Settling {
  #now = $state(false);

  /** Whether the dice have just been rolled. */
  get now(): boolean {
    return this.#now;
  }

  /** Begins the moment. It ends by itself, or with the returned function; then `over` is called. */
  begin(over: () => void = () => undefined): () => void {
    const end = (): void => {
      clearTimeout(timer);
      this.#now = false;
      over();
    };
    const timer = setTimeout(end, DOUBLE_TAP);
    this.#now = true;
    return end;
  }

  /** Whether a press is ignored. Those of the keyboard, whose click count is 0, never are. */
  ignores({ detail }: Pick<UIEvent, 'detail'>): boolean {
    return this.#now && detail > 0;
  }
}
