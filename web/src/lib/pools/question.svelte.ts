/** One question at a time: the newest wins, the last good answer stays, what takes long can be stopped. */
import type { Running } from '$lib/wasm/pools/client';
import { type Fault, WasmError } from '$lib/wasm/rpc';

/** A computation that is worth showing. */
export interface Waiting {
  /** Milliseconds that it is expected to take. */
  readonly estimate: number;
  readonly started: number;
  stop(): void;
}

export class Question<T> {
  /** The last good answer. */
  answer = $state.raw<T | null>(null);
  /** What is wrong with the question. */
  fault = $state.raw<Fault | null>(null);
  /** Set while an answer is on its way that takes longer than a frame or two. */
  waiting = $state.raw<Waiting | null>(null);
  /** Whether the answer is to an earlier question. */
  stale = $state.raw(false);

  #revision = 0;
  #running: Running<T> | null = null;

  /**
   * Asks. `ask` is given a function that says whether anybody still waits, and returns the answer, or an
   * answer that is counted aside with what it is expected to take.
   */
  async ask(ask: (isCurrent: () => boolean) => Promise<T | Aside<T> | null>): Promise<void> {
    const revision = ++this.#revision;
    this.#running?.stop();
    this.#running = null;
    this.stale = this.answer !== null;
    const isCurrent = () => revision === this.#revision;
    try {
      let found = await ask(isCurrent);
      if (!isCurrent()) {
        if (found instanceof Aside) found.running.stop();
        return;
      }
      if (found instanceof Aside) {
        const { running, estimate } = found;
        this.#running = running;
        this.waiting = { estimate, started: performance.now(), stop: () => this.stop() };
        found = await running.answer;
        if (!isCurrent()) return;
      }
      if (found !== null) {
        this.answer = found;
        this.stale = false;
      }
      this.fault = null;
    } catch (thrown) {
      if (!isCurrent()) return;
      this.fault =
        thrown instanceof WasmError ? thrown.fault : { name: 'Error', message: String(thrown) };
    }
    this.waiting = null;
    this.#running = null;
  }

  /** Something else is wrong before anything can be asked. */
  refuse(fault: Fault): void {
    this.#revision += 1;
    this.#running?.stop();
    this.#running = null;
    this.waiting = null;
    this.stale = this.answer !== null;
    this.fault = fault;
  }

  /** Nothing is asked now: the last answer stays, as one to an earlier question. */
  outdate(): void {
    this.#revision += 1;
    this.#running?.stop();
    this.#running = null;
    this.waiting = null;
    this.stale = this.answer !== null;
    this.fault = null;
  }

  stop(): void {
    this.#revision += 1;
    this.#running?.stop();
    this.#running = null;
    this.waiting = null;
    this.fault = { name: 'Stopped', message: 'Stopped. Fewer dice or sides are counted at once.' };
  }
}

/** An answer that is counted in a worker of its own. */
export class Aside<T> {
  constructor(
    readonly running: Running<T>,
    readonly estimate: number,
  ) {}
}

/** Answers that take longer, in milliseconds, are counted aside. */
export const QUICK = 60;
/** Answers that take longer come without exact fractions. */
export const EXACT = 30;
