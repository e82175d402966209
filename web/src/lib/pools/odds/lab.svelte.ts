/** The odds screen: expressions as they are typed, a difficulty, and what is known about them. */
import type { ExpressionFault, OddsAnswer, ParsedExpression, SweepAnswer } from '@dicee/pools';
import type { Series } from '$lib/charts/series';
import type { PoolsClient } from '$lib/wasm/pools/client';
import { type LabLink, MOST_COMPARED } from '../link';
import type { Presets } from '../presets/presets.svelte';
import { Question, QUICK } from '../question.svelte';
import { count } from '../sheet.svelte';

export const MODES = ['exactly', 'at least', 'at most'] as const;
export type Mode = (typeof MODES)[number];

/** One expression with all that is known about it. */
export class Entry {
  text = $state('');
  /** The last text that could be read. */
  parsed = $state.raw<ParsedExpression | null>(null);
  /** Why the text cannot be read. */
  fault = $state.raw<ExpressionFault | null>(null);
  readonly odds = new Question<OddsAnswer>();

  constructor(text: string) {
    this.text = text;
  }

  /** The dice that the answer is about: not those that stand there while they have none. */
  readonly name = $derived(this.odds.answer?.expression ?? this.parsed?.canonical ?? this.text);
  /** Each result with its share. */
  readonly shares = $derived.by(() => {
    const decimal = this.odds.answer?.decimal;
    return decimal ? sharesOf(decimal.net ?? decimal.values ?? {}) : [];
  });

  /** The chance to reach a difficulty: a fumble, which has no net success, reaches none, not even 0. */
  reach(dc: number): number {
    const below = this.shares.reduce((sum, { x, y }) => (x < dc ? sum + y : sum), 0);
    const above = this.shares.reduce((sum, { x, y }) => (x >= dc ? sum + y : sum), 0);
    const fumble = dc <= 0 ? (this.odds.answer?.decimal.fumble ?? 0) : 0;
    return larger(above, below) - fumble;
  }
}

export class Lab {
  /** The first is asked about, the others are compared with it. */
  entries = $state<Entry[]>([new Entry('6d10>=8b1')]);
  dc = $state(2);
  mode = $state<Mode>('exactly');
  /** The chance that dice are looked for, in percent. */
  wanted = $state(90);
  needed = $state.raw<number | null | undefined>(undefined);
  sweep = $state.raw<SweepAnswer | null>(null);
  sweepOpen = $state(false);

  readonly client: PoolsClient;
  readonly presets: Presets;
  #revision = 0;
  #sweeps = 0;
  /**
   * The difficulties that somebody chose, for counted successes and for sums: each stays, whatever is typed. An expression is
   * often of the other kind while it is typed, as `4d6` is on the way to `4d6>=5`.
   */
  #chosen = $state.raw<{ counted: number | null; summed: number | null }>({ counted: null, summed: null });

  constructor(client: PoolsClient, presets: Presets) {
    this.client = client;
    this.presets = presets;
  }

  get main(): Entry {
    return this.entries[0]!;
  }

  /** What stands large on the screen. */
  readonly answer = $derived(this.main.odds.answer);
  readonly counts = $derived(this.main.parsed?.counts_successes ?? true);

  /** What is drawn: the expressions that have an answer. */
  readonly answered = $derived(this.entries.filter(({ odds }) => odds.answer !== null));

  /** The bars of the chart. */
  readonly series = $derived.by((): Series[] =>
    this.answered.map((entry) => ({ name: entry.name, points: inMode(entry.shares, this.mode) })),
  );

  /** What is typed into one of the boxes. */
  async type(place: number, text: string): Promise<void> {
    const entry = this.entries[place];
    if (!entry) return;
    entry.text = text;
    await this.refresh(entry);
  }

  /** One more expression to compare with: the same with two dice more. */
  async compare(): Promise<void> {
    if (this.entries.length >= MOST_COMPARED) return;
    const last = this.entries.at(-1)!;
    const dice = (last.parsed?.dice ?? 4) + 2;
    const more = await this.#changed(last.text, dice);
    const entry = new Entry(more ?? last.text);
    this.entries.push(entry);
    await this.refresh(this.entries.at(-1)!);
  }

  remove(place: number): void {
    if (place > 0) this.entries.splice(place, 1);
  }

  /** Writes another number of dice into the expression. */
  async setDice(dice: number): Promise<void> {
    const text = await this.#changed(this.main.text, dice);
    if (text !== null) await this.type(0, text);
  }

  async setDc(dc: number): Promise<void> {
    this.dc = dc;
    this.#choose(this.counts, dc);
    await this.refresh(this.main);
  }

  async setWanted(percent: number): Promise<void> {
    this.wanted = percent;
    await this.#lookForDice();
  }

  async openSweep(open: boolean): Promise<void> {
    this.sweepOpen = open;
    if (open) await this.#sweep();
  }

  /** Asks about everything again, as after another system. */
  async refreshAll(): Promise<void> {
    await Promise.all(this.entries.map((entry) => this.refresh(entry)));
  }

  async refresh(entry: Entry): Promise<void> {
    const isMain = entry === this.main;
    const text = entry.text;
    const parsed = await this.client.call('parse', text, this.presets.aliases);
    if (entry.text !== text) return;
    if ('column' in parsed && text.trim() === '') {
      // Nothing is typed yet, which is nothing wrong.
      entry.fault = null;
      entry.odds.outdate();
      return;
    }
    if ('column' in parsed) {
      entry.fault = parsed;
      entry.odds.refuse({ name: 'InputError', message: parsed.message, field: 'expression' });
      return;
    }
    entry.fault = null;
    entry.parsed = parsed;
    if (isMain) {
      const chosen = () => this.#chosenFor(parsed.counts_successes);
      const dc = chosen() ?? (await this.#usualDifficulty(text, parsed));
      if (entry.text !== text) return;
      this.dc = chosen() ?? dc;
    }
    const { aliases, system } = this.presets;
    const request = { expression: text, dc: this.dc, aliases, system };
    await entry.odds.ask(() => count(this.client, 'odds', request));
    if (isMain) {
      await this.#lookForDice();
      if (this.sweepOpen) await this.#sweep();
    }
  }

  /** What a link says; what it does not say stays. */
  async take(link: LabLink): Promise<void> {
    if (link.expressions.length > 0) this.entries = link.expressions.map((text) => new Entry(text));
    if (link.dc !== null) {
      this.dc = link.dc;
      this.#chosen = { counted: link.dc, summed: link.dc };
    }
    await this.refreshAll();
    // The address always names a difficulty: one that would stand there anyhow is nobody's choice.
    const { parsed, text } = this.main;
    if (link.dc === null) return;
    if (text.trim() === '') this.#chosen = { counted: null, summed: null };
    if (!parsed) return;
    const usual = this.dc === (await this.#usualDifficulty(text, parsed));
    this.#chosen = { counted: null, summed: null };
    if (!usual) this.#choose(parsed.counts_successes, link.dc);
  }

  /** Whether the difficulty that stands there follows the dice, as nobody has chosen one. */
  readonly follows = $derived.by(() => this.#chosenFor(this.counts) === null);

  #chosenFor(counts: boolean): number | null {
    return counts ? this.#chosen.counted : this.#chosen.summed;
  }

  #choose(counts: boolean, dc: number): void {
    this.#chosen = counts ? { ...this.#chosen, counted: dc } : { ...this.#chosen, summed: dc };
  }

  readonly link = $derived.by(
    (): LabLink => ({
      expressions: this.entries.map(({ text }) => text),
      dc: this.dc,
      ...this.presets.link,
      numbers: {},
    }),
  );

  async #changed(text: string, dice: number): Promise<string | null> {
    try {
      return (await this.client.call('withDice', text, dice, this.presets.aliases)) ?? null;
    } catch {
      return null;
    }
  }

  /**
   * The difficulty of dice about which nobody has said one: two successes, or about the mean of a sum. The middle of the range
   * would be far off for dice that explode; it stands in where the mean takes long.
   */
  async #usualDifficulty(expression: string, { counts_successes: counts, lowest, highest }: ParsedExpression): Promise<number> {
    if (counts) return Math.min(2, Math.max(1, highest));
    const middle = Math.ceil((lowest + highest) / 2);
    const { aliases, system } = this.presets;
    const request = { expression, decimals: true, aliases, system };
    try {
      if ((await this.client.call('cost', 'odds', request)) > QUICK) return middle;
      const { decimal } = await this.client.call('odds', request);
      return Math.round(decimal.mean);
    } catch {
      return middle;
    }
  }

  async #lookForDice(): Promise<void> {
    const revision = ++this.#revision;
    if (!this.counts || !this.main.parsed?.dice) {
      this.needed = undefined;
      return;
    }
    const request = {
      expression: this.main.text,
      dc: this.dc,
      chance: `${this.wanted}%`,
      decimals: true,
      aliases: this.presets.aliases,
      system: this.presets.system,
    };
    try {
      const { dice_needed } = await this.client.call('odds', request);
      if (revision === this.#revision) this.needed = dice_needed ?? null;
    } catch {
      if (revision === this.#revision) this.needed = undefined;
    }
  }

  async #sweep(): Promise<void> {
    const { parsed, text } = this.main;
    if (!parsed?.dice) {
      this.sweep = null;
      return;
    }
    const dcs = this.counts ? counts(this.dc) : spread(parsed.lowest, parsed.highest, this.dc);
    const asked = ++this.#sweeps;
    const { aliases, system } = this.presets;
    const request = { expression: text, dice: 20, dcs, aliases, system };
    const sweep = await this.client.call('sweep', request).catch(() => null);
    if (asked === this.#sweeps) this.sweep = sweep;
  }
}

/** Results as numbers, ascending. */
export function sharesOf(shares: Record<string, number>): { x: number; y: number }[] {
  return Object.entries(shares)
    .map(([x, y]) => ({ x: Number(x), y }))
    .sort((a, b) => a.x - b.x);
}

/** The same exactly, or cumulated from above or below. */
export function inMode(shares: readonly { x: number; y: number }[], mode: Mode): { x: number; y: number }[] {
  if (mode === 'exactly') return [...shares];
  const [upTo, from] = [sums(shares), sums(shares.toReversed()).reverse()];
  const [own, rest] = mode === 'at least' ? [from, (place: number) => upTo[place - 1]] : [upTo, (place: number) => from[place + 1]];
  return shares.map(({ x }, place) => ({ x, y: larger(own[place] ?? 0, rest(place) ?? 0) }));
}

/** The sums of the first one, two, three and so on. */
function sums(shares: readonly { y: number }[]): number[] {
  let sum = 0;
  return shares.map(({ y }) => (sum += y));
}

/** The larger of two shares that make up the whole is told by the smaller one: sums of many shares end a little off 1. */
function larger(share: number, rest: number): number {
  return rest < share ? 1 - rest : share;
}

/** Nine numbers of successes, the one that is asked about among them. */
export function counts(dc: number): number[] {
  const first = dc <= 8 ? 0 : dc - 4;
  return Array.from({ length: 9 }, (_, place) => first + place);
}

/** Up to nine values of a range, and the one that is asked about among them wherever it lies. */
export function spread(low: number, high: number, asked: number): number[] {
  const step = Math.max(1, Math.round((high - low) / 10));
  const values = Array.from({ length: 9 }, (_, place) => asked + (place - 4) * step);
  return values.filter((value) => value === asked || (value >= low && value <= high));
}
