/** The target of the analyser: the chance of every option to make so many points, worked out beside the analysis. */
import type { TargetReport } from '@dicee/forecast';
import type { AnalyzeRequest, Choice } from '@dicee/probability-engine';
import type { Engine } from '$lib/wasm/engine/client';
import { faultOf } from '$lib/wasm/engine/protocol';

export type TargetState =
  | { phase: 'none' }
  | { phase: 'working'; percent: number | null }
  | { phase: 'known'; report: TargetReport }
  | { phase: 'failed'; message: string };

/** How long typing may pause before the target is worked out. */
const TYPING = 250;

export class Target {
  state = $state.raw<TargetState>({ phase: 'none' });
  readonly #engine: Engine;
  readonly #delay: number;
  #asked: AbortController | null = null;

  constructor(engine: Engine, delay = TYPING) {
    this.#engine = engine;
    this.#delay = delay;
  }

  readonly report = $derived(this.state.phase === 'known' ? this.state.report : null);

  /** Works out another question; null where there is none. What was asked before is given up. */
  ask(request: AnalyzeRequest | null): void {
    this.#asked?.abort();
    this.#asked = null;
    if (!request) {
      this.state = { phase: 'none' };
      return;
    }
    const asked = new AbortController();
    this.#asked = asked;
    this.state = { phase: 'working', percent: null };
    setTimeout(() => void this.#work(request, asked.signal), this.#delay);
  }

  /** The chance after an option as a text; empty where it is not known. */
  chanceOf(choice: Choice): string {
    const option = this.report?.options?.find((other) =>
      choice.action === 'score'
        ? other.action === 'score' && other.category === choice.category
        : other.action === 'keep' && other.keep.join() === choice.keep.join(),
    );
    return option?.percentage ?? '';
  }

  async #work(request: AnalyzeRequest, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const progress = (done: number, total: number) => {
      if (!signal.aborted) this.state = { phase: 'working', percent: Math.round((100 * done) / total) };
    };
    const state = await this.#engine.target(request, progress, signal).then(
      (report): TargetState => ({ phase: 'known', report }),
      (thrown: unknown): TargetState => ({ phase: 'failed', message: faultOf(thrown).message }),
    );
    if (!signal.aborted) this.state = state;
  }
}
