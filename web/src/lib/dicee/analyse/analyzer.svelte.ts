/** The analyser's state: what is set, what the engine answers, and how far the tables are. */
import type { Category, Choice, Horizon, Rules, TurnAnalysis } from '@dicee/probability-engine';
import { SvelteMap } from 'svelte/reactivity';
import type { Engine } from '$lib/wasm/engine/client';
import { type Answer, type Fault, faultOf, type Origin } from '$lib/wasm/engine/protocol';
import { CATEGORIES, VALUE_UNITS } from '$lib/dicee/card';
import { points } from '$lib/dicee/wording';
import { fromHash, isTarget, type Position, START, toHash, toRequest } from './position';
import { Target } from './target.svelte';

/** A whole-game table: looked for, being solved, there, or not to be had. */
export type TableState =
  | { phase: 'loading' }
  | { phase: 'solving'; done: number; total: number }
  | { phase: 'ready'; origin: Origin; seconds: number }
  | { phase: 'failed'; message: string };

/** What the shown advice does with one die. */
export type Mark = 'keep' | 'roll' | null;

export interface Surroundings {
  engine: Engine;
  /** Called with the link form after every change. */
  publish?: (hash: string) => void;
  /** Five fair faces. */
  roll?: () => number[];
  now?: () => number;
}

export class Analyzer {
  position = $state.raw<Position>(START);
  /** The latest answer; null before the first one and while the input is at fault. */
  answer = $state.raw<Answer | null>(null);
  /** Why there is no answer. `field` names the input at fault, if it is one. */
  fault = $state.raw<Fault | null>(null);
  /** Something the user should know about the link they came by. */
  notice = $state<string | null>(null);
  /** The upper subtotal as the field shows it; other than `position.upper` only while it is typed. */
  upperText = $state(String(START.upper));
  /** The subtotals that the open boxes allow, ascending; empty before the engine has said so. */
  totals = $state.raw<readonly number[]>([]);
  /** Says that the subtotal followed a change of the boxes. */
  upperNote = $state('');
  /** The target as the field shows it; what is no target is at fault. */
  targetText = $state('');
  /** The die whose face is being picked. */
  picking = $state<number | null>(null);
  /** The chances to reach the target. */
  readonly target: Target;
  readonly tables = new SvelteMap<Rules, TableState>();

  readonly #engine: Engine;
  readonly #publish: (hash: string) => void;
  readonly #roll: () => number[];
  readonly #now: () => number;
  #asked = 0;
  /** The question about the target that was asked last. */
  #aimed = 'null';
  /** The boxes that `totals` belongs to. */
  #totalsOf: Position['closed'] | null = null;
  /** The subtotal was not typed, so it moves where the boxes allow it instead of being at fault. */
  #follows = false;

  constructor({ engine, publish, roll, now }: Surroundings) {
    this.#engine = engine;
    this.target = new Target(engine);
    this.#publish = publish ?? (() => undefined);
    this.#roll = roll ?? fairDice;
    this.#now = now ?? (() => performance.now());
  }

  /** The analysis on screen: the wanted horizon, or this turn while that one is not there. */
  readonly shown = $derived.by<TurnAnalysis | null>(() => {
    if (!this.answer) return null;
    return this.position.horizon === 'game'
      ? (this.answer.game ?? this.answer.turn)
      : this.answer.turn;
  });

  /** The shown horizon stands in for one that is still to come. */
  readonly standsIn = $derived(
    this.shown !== null && this.shown.horizon !== this.position.horizon,
  );

  /** The position as a link. */
  readonly hash = $derived(toHash(this.position));

  /** Something on the card is not as on a fresh one. */
  readonly marked = $derived(
    this.position.closed.length > 0 || this.upperText !== String(START.upper),
  );

  /** The nearest reachable subtotals below and above, where there are any. */
  readonly lower = $derived(this.totals.findLast((total) => total < this.position.upper));
  readonly higher = $derived(this.totals.find((total) => total > this.position.upper));

  readonly table = $derived(this.tables.get(this.position.rules));

  readonly targetWrong = $derived(this.targetText.trim() !== '' && !isTarget(this.targetText.trim()));

  readonly marks = $derived.by<Mark[]>(() => marksOf(this.position.dice, this.shown?.best ?? null));

  /** The advice as one announcement. A fault of a field is announced beside its field. */
  readonly announcement = $derived.by(() => {
    if (this.fault) return this.fault.field ? '' : this.faultText;
    if (!this.shown) return '';
    const { best, horizon } = this.shown;
    return `${best.text}: ${points(best.value)} ${VALUE_UNITS[horizon]}.`;
  });

  readonly faultText = $derived.by(() => {
    const { fault } = this;
    if (!fault) return '';
    if (fault.expected === undefined) return fault.message;
    return `Expected ${fault.expected}; this is ${fault.actual ?? 'something else'}.`;
  });

  /** Takes the position of a link; where it is damaged, a notice says what is as at the start. */
  open(hash: string): Promise<void> {
    const { position, damaged } = fromHash(hash);
    this.notice = damaged.length > 0 ? damageNotice(damaged) : null;
    this.position = position;
    this.picking = null;
    this.upperText = String(position.upper);
    this.targetText = position.target === null ? '' : String(position.target);
    this.upperNote = '';
    this.#follows = damaged.length > 0;
    if (damaged.length > 0) this.#publish(this.hash);
    return this.#ask();
  }

  /** The analysis of one horizon, if it is there. */
  of(horizon: Horizon): TurnAnalysis | null {
    return this.answer?.[horizon] ?? null;
  }

  setDie(index: number, face: number): void {
    if (face < 1 || face > 6) return;
    this.#change({ dice: this.position.dice.map((old, i) => (i === index ? face : old)) });
  }

  /** Steps one die's face up or down, round the corner at 1 and 6. */
  turnDie(index: number, by: 1 | -1): void {
    const face = this.position.dice[index] ?? 1;
    this.setDie(index, ((face - 1 + by + 6) % 6) + 1);
  }

  rollAll(): void {
    this.#change({ dice: this.#roll() });
  }

  setRollsLeft(rollsLeft: number): void {
    this.#change({ rollsLeft });
  }

  toggleBox(category: Category): void {
    const { closed } = this.position;
    this.#follows = true;
    this.#change({
      closed: CATEGORIES.filter((name) => closed.includes(name) !== (name === category)),
    });
  }

  setDiceeBox(diceeBox: Position['diceeBox']): void {
    this.#change({ diceeBox });
  }

  /** Takes what was typed as the upper subtotal; what is no number stays in the field, at fault. */
  setUpper(text: string): void {
    this.#follows = false;
    if (isCount(text)) this.#change({ upper: Number(text) });
    this.upperText = text;
    if (!isCount(text)) void this.#ask();
  }

  /** Leaves the field: it shows the subtotal in use again. */
  settleUpper(): void {
    const unread = !isCount(this.upperText);
    this.upperText = String(this.position.upper);
    if (unread) void this.#ask();
  }

  /** Goes to the next reachable subtotal, if there is one. */
  stepUpper(by: 1 | -1): void {
    const upper = by > 0 ? this.higher : this.lower;
    if (upper === undefined) return;
    this.#follows = true;
    this.#change({ upper });
  }

  clearCard(): void {
    this.#change({ closed: [], upper: START.upper, diceeBox: START.diceeBox });
  }

  setRules(rules: Rules): void {
    this.#change({ rules });
  }

  /** Takes what was typed as the target; what is none stays in the field, at fault. */
  setTarget(text: string): void {
    this.targetText = text;
    this.#change({ target: isTarget(text.trim()) ? Number(text) : null });
  }

  setHorizon(horizon: Horizon): void {
    this.#change({ horizon });
  }

  /** Solves or loads the table of the current rules, unless that is done or under way. */
  async prepare(): Promise<void> {
    const { rules } = this.position;
    const state = this.tables.get(rules);
    if (state && state.phase !== 'failed') return;
    const started = this.#now();
    this.tables.set(rules, { phase: 'loading' });
    try {
      const origin = await this.#engine.prepare(rules, (done, total) =>
        this.tables.set(rules, { phase: 'solving', done, total }),
      );
      this.tables.set(rules, {
        phase: 'ready',
        origin,
        seconds: (this.#now() - started) / 1000,
      });
      await this.#ask();
    } catch (thrown) {
      this.tables.set(rules, { phase: 'failed', message: faultOf(thrown).message });
    }
  }

  #change(patch: Partial<Position>): void {
    this.position = { ...this.position, ...patch };
    this.upperText = String(this.position.upper);
    this.upperNote = '';
    this.#publish(this.hash);
    void this.#ask();
  }

  /** Asks about the current position; only the answer to the latest question counts. */
  async #ask(): Promise<void> {
    const question = ++this.#asked;
    if (!isCount(this.upperText)) {
      this.answer = null;
      this.fault = notANumber(this.upperText);
      this.#aim();
      return;
    }
    try {
      const { closed } = this.position;
      if (closed !== this.#totalsOf) {
        const totals = await this.#engine.upperTotals(toRequest(this.position).open ?? []);
        if (question !== this.#asked) return;
        this.totals = totals;
        this.#totalsOf = closed;
      }
      if (this.#follows) this.#follow();
      const answer = await this.#engine.analyze(toRequest(this.position));
      if (question !== this.#asked) return;
      this.answer = answer;
      this.fault = null;
    } catch (thrown) {
      if (question !== this.#asked) return;
      this.answer = null;
      this.fault = faultOf(thrown);
    }
    this.#aim();
    if (!this.tables.has(this.position.rules)) void this.prepare();
  }

  /** Has the chances to reach the target worked out, unless they are those of the question before. */
  #aim(): void {
    const { target } = this.position;
    const request = target === null || this.fault ? null : { ...toRequest(this.position), target };
    const key = JSON.stringify(request);
    if (key === this.#aimed) return;
    this.#aimed = key;
    this.target.ask(request);
  }

  /** Moves the subtotal to the nearest one that the open boxes allow. */
  #follow(): void {
    const { upper } = this.position;
    const nearest = nearestTo(upper, this.totals);
    if (nearest === upper) return;
    this.position = { ...this.position, upper: nearest };
    this.upperText = String(nearest);
    this.upperNote = `Now ${nearest}: the open boxes do not allow ${upper}.`;
    this.#publish(this.hash);
  }
}

function isCount(text: string): boolean {
  return /^\d{1,3}$/.test(text.trim());
}

function notANumber(text: string): Fault {
  return {
    name: 'InputError',
    message: 'The upper subtotal is no number.',
    field: 'upper',
    expected: 'a whole number',
    actual: text.trim() === '' ? 'empty' : text,
  };
}

/** The lower of two that are equally near. */
function nearestTo(wanted: number, totals: readonly number[]): number {
  return totals.reduce(
    (best, total) => (Math.abs(total - wanted) < Math.abs(best - wanted) ? total : best),
    totals[0] ?? wanted,
  );
}

function damageNotice(damaged: readonly string[]): string {
  const what = new Intl.ListFormat('en').format(damaged);
  return `This link is damaged: ${what} could not be read and stayed as on a fresh card.`;
}

/** Which of the dice, as they lie, a choice keeps; nothing is marked when it scores. */
function marksOf(dice: readonly number[], choice: Choice | null): Mark[] {
  if (choice?.action !== 'keep') return dice.map(() => null);
  const wanted = [...choice.keep];
  return dice.map((face) => {
    const at = wanted.indexOf(face);
    if (at < 0) return 'roll';
    wanted.splice(at, 1);
    return 'keep';
  });
}

/** Bytes from 252 up are thrown away: 256 is no multiple of 6, and the rest would favour low faces. */
function fairDice(): number[] {
  const dice: number[] = [];
  while (dice.length < 5) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 252) dice.push((byte % 6) + 1);
  }
  return dice;
}
