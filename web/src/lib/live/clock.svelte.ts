/** Seconds that are left until a moment of the server's clock. */
export class Countdown {
  #now = $state(Date.now());

  /** Ticks until the returned function is called: `$effect(() => countdown.run())`. */
  run(): () => void {
    this.#now = Date.now();
    const timer = setInterval(() => (this.#now = Date.now()), 250);
    return () => clearInterval(timer);
  }

  /** Whole seconds, 0 when it is over; `skew` is how far the server's clock is ahead. */
  left(until: number, skew: number): number {
    return Math.max(0, Math.ceil((until - skew - this.#now) / 1000));
  }
}

/** "0:43", "12:05", "3:00:00". */
export function clockText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
