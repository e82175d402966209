/** Guessing chances, one question after the other. */
import type { OddsQuestion } from '@dicee/learn';
import { keptMask } from '../../dicee/kept-mask';
import { inPoints } from '../../dicee/wording';
import { type Level, Trial } from '../exercise/trial.svelte';
import type { Calibration, School } from '../school';

/** Questions in one go. */
export const COUNT = 10;

export class OddsRun {
  readonly #school: School;
  readonly #level: Level;
  readonly #seed: () => number;
  questions = $state.raw<readonly OddsQuestion[]>([]);
  place = $state(0);
  trial = $state.raw<Trial | null>(null);
  /** The guess in percent, and whether it was given. */
  guess = $state(50);
  guessed = $state(false);
  /** How far the guesses of this go were off, in percentage points. */
  errors = $state.raw<readonly number[]>([]);
  done = $state(false);
  /** All guesses of the player, once a go is over. */
  calibration = $state.raw<Calibration | null>(null);

  constructor(school: School, level: Level, seed: () => number) {
    this.#school = school;
    this.#level = level;
    this.#seed = seed;
  }

  readonly question = $derived.by(() => this.questions[this.place] ?? null);
  readonly kept = $derived.by(() => (this.question ? keptMask(this.question.situation.dice, this.question.keep) : null));
  /** How far the guess is off, in percentage points. */
  readonly off = $derived.by(() => (this.question ? Math.abs(this.guess - 100 * this.question.exact) : 0));
  /** How far the guesses of this go are off on average, in percentage points. */
  readonly error = $derived.by(() => this.errors.reduce((sum, off) => sum + off, 0) / Math.max(1, this.errors.length));

  async start(): Promise<void> {
    this.errors = [];
    this.questions = await this.#school.client.call('oddsQuestions', this.#seed(), COUNT);
    await this.#go(0);
  }

  /** Takes the guess as it stands; the first answer counts. */
  async answer(): Promise<void> {
    if (!this.question || this.guessed) return;
    this.guessed = true;
    this.errors = [...this.errors, this.off];
    await this.#school.guessed(this.guess / 100, this.question.exact);
  }

  next(): Promise<void> {
    return this.#go(this.place + 1);
  }

  async #go(place: number): Promise<void> {
    const question = this.questions[place];
    if (!question) {
      this.calibration = await this.#school.calibration();
      this.done = true;
      return;
    }
    this.place = place;
    this.guess = 50;
    this.guessed = false;
    this.done = false;
    this.trial = new Trial(this.#school.client, question.situation, this.#level, { asks: 'chance' });
    await this.trial.open();
  }
}

/** How far guesses are off, in a sentence. */
export function verdict({ guesses, meanOff }: Pick<Calibration, 'guesses' | 'meanOff'>): string {
  if (meanOff === null) return 'No chance was guessed yet.';
  const off = inPoints(100 * meanOff);
  return guesses === 1 ? `Your guess is off by ${off}.` : `Your ${guesses} guesses are off by ${off} on average.`;
}
