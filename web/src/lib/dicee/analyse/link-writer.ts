/** Keeps the address bar's link current, at a pace that browsers accept. */
export class LinkWriter {
  readonly #gap: number;
  readonly #replace: (hash: string) => void;
  #waiting: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(replace: (hash: string) => void, gap = 200) {
    this.#gap = gap;
    this.#replace = replace;
  }

  /** Writes at once, or after the gap when a write has just been made; the latest hash wins. */
  write(hash: string): void {
    this.#waiting = hash;
    if (this.#timer === undefined) this.flush();
  }

  /** Forgets what is waiting: another link has taken its place. */
  drop(): void {
    this.#waiting = null;
  }

  /** Writes what is waiting now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting === null) return;
    this.#replace(this.#waiting);
    this.#waiting = null;
    this.#timer = setTimeout(() => this.flush(), this.#gap);
  }
}
