/** The target of the analyser: the chance of every option to make so many points, worked out beside the analysis. */
import type { TargetReport } from '@dicee/forecast';
import type { AnalyzeRequest, Choice } from '@dicee/probability-engine';
import type { Engine, Solver } from '$lib/wasm/engine/client';
import { faultOf } from '$lib/wasm/engine/protocol';

export type TargetState =
  | { phase: 'none' }
  | { phase: 'working'; by: Solver; percent: number | null }
  | { phase: 'stopped' }
  | { phase: 'known'; report: TargetReport }
  | { phase: 'failed'; message: string };

/** How long typing may pause before the target is worked out. */
const TYPING = 250;

export class Target {
  state = $state.raw<TargetState>({ phase: 'none' });
  readonly #engine: Engine;
  readonly #delay: number;
  #question: AnalyzeRequest | null = null;
  #asked: AbortController | null = null;

  constructor(engine: Engine, delay = TYPING) {
    this.#engine = engine;
    this.#delay = delay;
  }

  readonly report = $derived(this.state.phase === 'known' ? this.state.report : null);

  /** Works out another question; null where there is none. What was asked before is given up. */
  ask(request: AnalyzeRequest | null): void {
    this.#giveUp();
    this.#question = request;
    if (!request) {
      this.state = { phase: 'none' };
      return;
    }
    const asked = new AbortController();
    this.#asked = asked;
    this.state = { phase: 'working', by: 'device', percent: null };
    setTimeout(() => void this.#work(request, asked.signal), this.#delay);
  }

  /** Gives up the question; `again` asks it once more. */
  stop(): void {
    if (this.state.phase !== 'working') return;
    this.#giveUp();
    this.state = { phase: 'stopped' };
  }

  again(): void {
    this.ask(this.#question);
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

  #giveUp(): void {
    this.#asked?.abort();
    this.#asked = null;
  }

  async #work(request: AnalyzeRequest, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const progress = (by: Solver, percent: number | null) => {
      if (!signal.aborted) this.state = { phase: 'working', by, percent };
    };
    const state = await this.#engine.target(request, progress, signal).then(
      (report): TargetState => ({ phase: 'known', report }),
      (thrown: unknown): TargetState => ({ phase: 'failed', message: faultOf(thrown).message }),
    );
    if (!signal.aborted) this.state = state;
  }
}
