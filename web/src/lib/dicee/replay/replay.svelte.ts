/** A replay: where it is, what happened there, and how good each decision was. */
import type { DecisionReport } from '@dicee/coach';
import type { HistoryEntry } from '@dicee/table';
import type { EngineClient } from '../../wasm/engine/client';
import { CATEGORY_NAMES } from '../card';
import type { OpenReplay } from '../games';
import { canPlayOn, currentSeat, rulesOf } from '../moment';
import { cost, facesText } from '../table/words';

export class Replay {
  readonly #open: OpenReplay;
  readonly #engine: Pick<EngineClient, 'report'>;
  history = $state.raw<readonly HistoryEntry[]>([]);
  /** By the version at which the dice lay: what was done with them, graded. */
  #grades = $state.raw<ReadonlyMap<number, DecisionReport>>(new Map());

  constructor(open: OpenReplay, engine: Pick<EngineClient, 'report'>) {
    this.#open = open;
    this.#engine = engine;
  }

  get version(): number {
    return this.#open.table.shown;
  }

  get last(): number {
    return this.#open.table.version;
  }

  readonly entry = $derived.by(() => this.history.find(({ version }) => version === this.version) ?? null);

  /** What was done with the dice that are shown; null where no dice are, or the grade is not there yet. */
  readonly decision = $derived.by(() => this.#grades.get(this.version) ?? null);

  /** The moments worth a mark on the scrubber: decisions that cost something. */
  readonly mistakes = $derived.by(() =>
    [...this.#grades.entries()].filter(([, { loss }]) => loss >= 0.05).map(([version]) => version),
  );

  /** What the event that is shown says: "Turn 5, roll 2", "You scored 15 in Fives". */
  readonly caption = $derived.by(() => {
    const { entry } = this;
    if (!entry) return 'Before the game';
    const name = entry.seat === undefined ? '' : (this.#open.players[entry.seat]?.name ?? `Player ${entry.seat + 1}`);
    switch (entry.kind) {
      case 'roll':
        return `${name}, turn ${entry.turn}, roll ${entry.roll}`;
      case 'score':
        return `${name} scored ${entry.points ?? 0} in ${entry.category ? CATEGORY_NAMES[entry.category] : ''}`;
      case 'keep':
        return `${name} kept dice`;
      case 'undo':
        return 'A step was taken back';
      case 'game_completed':
        return 'The game is over';
      default:
        return 'The table is set';
    }
  });

  /** Where no dice lie: what comes next, and from whom. */
  readonly between = $derived.by(() => {
    const { view } = this.#open.table;
    if (view.status === 'completed') {
      const points = view.players.map(({ scorecard }) => scorecard.grandTotal);
      return `Final ${points.length === 1 ? 'score' : 'scores'}: ${points.join(', ')}.`;
    }
    const seat = currentSeat(view);
    if (seat === null) return 'The game begins.';
    if (!canPlayOn(view)) return 'Every box is filled.';
    const turn = (view.players[seat]?.scorecard.turnsCompleted ?? 0) + 1;
    const name = view.players.length > 1 ? `, ${this.#open.players[seat]?.name ?? `player ${seat + 1}`} to roll` : '';
    return `Next: turn ${turn}${name}.`;
  });

  /** Whether there is something to play on from what is shown: not before the table is set, and not with a full card. */
  readonly playable = $derived.by(() => this.version > 0 && canPlayOn(this.#open.table.view));

  /** How far the link could be read: "turn 7 of 13". */
  readonly reached = $derived.by(() => {
    const turn = Math.max(0, ...this.history.map((entry) => entry.turn ?? 0));
    return turn === 0 ? 'before the first roll' : `turn ${turn} of 13`;
  });

  /** The grade of what was done next, in a few words. */
  readonly verdict = $derived.by(() => {
    const { decision } = this;
    if (!decision) return '';
    const { chosen, loss } = decision;
    const did =
      chosen.action === 'score'
        ? `scored ${CATEGORY_NAMES[chosen.category]}`
        : chosen.dice.length === 0
          ? 'rolled all'
          : `kept ${facesText(chosen.dice)}`;
    return loss < 0.05 ? `${did}: best` : `${did}: ${cost(loss, 1)}`;
  });

  async load(): Promise<void> {
    this.history = await this.#open.game.history();
  }

  /** Grades every decision of every player. */
  async grade(): Promise<void> {
    const { view } = this.#open.game.snapshot;
    const grades = new Map<number, DecisionReport>();
    for (const seat of view.players.keys()) {
      const rolls = this.history.filter((entry) => entry.kind === 'roll' && entry.seat === seat);
      const record = await this.#open.game.record(seat);
      if (!record) continue;
      const { decisions } = await this.#engine.report({ record }, rulesOf(view));
      for (const [place, decision] of decisions.entries()) {
        const version = rolls[place]?.version;
        if (version !== undefined) grades.set(version, decision);
      }
    }
    this.#grades = grades;
  }

  step(by: number): void {
    void this.#open.table.go(this.version + by);
  }

  go(version: number): void {
    void this.#open.table.go(version);
  }
}
