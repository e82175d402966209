/** The report on a game: where the points came from, and every decision with the moment it belongs to. */
import type { DecisionReport, GameReport, MistakeReport } from '@dicee/coach';
import type { DiceVerdict, HistoryEntry } from '@dicee/table';
import { TRIFLE } from '@dicee/types/limits';
import type { StoredRival } from '../../table/game-store';
import type { EngineClient } from '../../wasm/engine/client';
import type { OpenGame } from '../../wasm/table/client';
import type { Rules } from '../moment';

/** A decision on the path of the expected finish. */
export interface Step extends DecisionReport {
  /** The expected finish after it: perfect play, plus luck, less losses up to here. */
  finish: number;
  /** The game as it stood when the dice lay there. */
  version: number;
}

/** A turn in the chart. */
export interface TurnStep {
  turn: number;
  luck: number;
  loss: number;
  finish: number;
  /** Its dearest decision, where one cost more than a trifle. */
  mistake: Step | null;
  /** Where the turn begins to be decided. */
  version: number;
}

export interface About {
  engine: Pick<EngineClient, 'report'>;
  game: OpenGame;
  seat: number;
  rules: Rules;
  level: 'beginner' | 'intermediate' | 'expert';
}

/** How many mistakes are tried again in one go. */
const MOST_RETRIED = 10;

export class Report {
  readonly #about: About;
  report = $state.raw<GameReport | null>(null);
  history = $state.raw<readonly HistoryEntry[]>([]);
  verdict = $state.raw<DiceVerdict | null>(null);
  fault = $state('');

  constructor(about: About) {
    this.#about = about;
  }

  readonly steps = $derived.by<readonly Step[]>(() => {
    const { report } = this;
    if (!report) return [];
    // Rolls are never taken back, so the i-th roll of a seat is the i-th decision of its report.
    const rolls = this.history.filter(({ kind, seat }) => kind === 'roll' && seat === this.#about.seat);
    let finish = report.totals.optimum;
    return report.decisions.map((decision, place) => {
      finish += decision.luck - decision.loss;
      return { ...decision, finish, version: rolls[place]?.version ?? 0 };
    });
  });

  readonly turns = $derived.by<readonly TurnStep[]>(() => {
    const turns = new Map<number, Step[]>();
    for (const step of this.steps) turns.set(step.turn, [...(turns.get(step.turn) ?? []), step]);
    return [...turns.entries()].map(([turn, steps]) => {
      const dearest = steps.reduce((worst, step) => (step.loss > worst.loss ? step : worst));
      return {
        turn,
        luck: sum(steps, ({ luck }) => luck),
        loss: sum(steps, ({ loss }) => loss),
        finish: steps.at(-1)?.finish ?? 0,
        mistake: dearest.loss >= TRIFLE ? dearest : null,
        version: steps[0]?.version ?? 0,
      };
    });
  });

  /** The mistakes in the order in which they happened, each with its moment. */
  readonly mistakes = $derived.by<readonly { mistake: MistakeReport; version: number }[]>(() =>
    (this.report?.mistakes ?? [])
      .map((mistake) => {
        const step = this.steps.find(
          ({ turn, rollNumber }) => turn === mistake.turn && rollNumber === mistake.rollNumber,
        );
        return { mistake, version: step?.version ?? 0 };
      })
      .sort((a, b) => a.version - b.version),
  );

  /** Those to try again, in the same order: a long list of slips would be no list, so it is the dearest. */
  readonly retried = $derived.by(() => {
    const dearest = [...this.mistakes].sort((a, b) => b.mistake.loss - a.mistake.loss).slice(0, MOST_RETRIED);
    return dearest.sort((a, b) => a.version - b.version);
  });

  /** Shown numbers are rounded so that they add up on screen as well: the rounding goes into luck. */
  readonly totals = $derived.by(() => {
    const totals = this.report?.totals;
    if (!totals) return null;
    const [optimum, loss] = [round(totals.optimum), round(totals.loss)];
    // What perfect play would still have brought in the turns that nobody played.
    const unplayed = this.report?.finished ? 0 : round(totals.toCome);
    const end = totals.score + unplayed;
    // What the clock chose is nobody's mistake.
    const lost = this.report?.decisions.some(({ byClock }) => byClock) ? 'mistakes, clock' : 'mistakes';
    return { optimum, loss, lost, unplayed, score: totals.score, luck: round(end - optimum + loss) };
  });

  /** What another game on the same dice is compared with; null until this one is graded. */
  readonly rival = $derived.by<StoredRival | null>(() =>
    this.report ? { points: this.report.totals.score, path: this.turns.map(({ finish }) => finish) } : null,
  );

  async load(): Promise<void> {
    const { engine, game, seat, rules, level } = this.#about;
    try {
      this.history = await game.history();
      this.verdict = await game.verify();
      const record = await game.record(seat);
      if (record) this.report = await engine.report({ record, level, depth: 'standard' }, rules);
    } catch (thrown) {
      this.fault = thrown instanceof Error ? thrown.message : String(thrown);
    }
  }
}

function sum(steps: readonly Step[], of: (step: Step) => number): number {
  return steps.reduce((total, step) => total + of(step), 0);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
