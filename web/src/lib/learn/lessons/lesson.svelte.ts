/** A lesson under way: its steps, each a move to find or a chance to guess. */
import type { Answer, LessonStep } from '@dicee/learn';
import { keptMask } from '../../dicee/kept-mask';
import { type Level, Trial } from '../exercise/trial.svelte';
import type { School } from '../school';

/** A guess that is this many percentage points off is right. */
export const CLOSE_ENOUGH = 5;

export class LessonRun {
  readonly name: string;
  readonly #school: School;
  readonly #level: Level;
  steps = $state.raw<readonly LessonStep[]>([]);
  place = $state(0);
  trial = $state.raw<Trial | null>(null);
  /** The guess in percent, and whether it was given. */
  guess = $state(50);
  guessed = $state(false);
  done = $state(false);
  /** How many steps were right at the first try. A lesson is done when each was answered: its sentence was read then. */
  firsts = $state(0);

  constructor(school: School, name: string, level: Level) {
    this.#school = school;
    this.name = name;
    this.#level = level;
  }

  readonly step = $derived.by(() => this.steps[this.place] ?? null);
  /** Whether the step has been answered: then its sentence is shown. */
  readonly answered = $derived.by(() => this.guessed || (this.trial?.answer?.solved ?? false));
  readonly chance = $derived.by(() => (this.step?.task.kind === 'guess_chance' ? this.step.task : null));
  readonly right = $derived.by(() => {
    if (this.chance) return Math.abs(this.guess - 100 * this.chance.exact) <= CLOSE_ENOUGH;
    return this.trial?.answer?.solved ?? false;
  });
  /** The dice that a guess is about. */
  readonly kept = $derived.by(() => {
    if (!this.chance || !this.step) return null;
    return keptMask(this.step.situation.dice, this.chance.keep);
  });

  /** Takes the guess as it stands. */
  takeGuess(): void {
    if (!this.chance || this.guessed) return;
    this.guessed = true;
    if (this.right) this.firsts += 1;
  }

  /** The lesson from its first step; also once it is done. */
  async start(): Promise<void> {
    this.firsts = 0;
    this.steps = await this.#school.client.call('lesson', this.name);
    await this.go(0);
  }

  async go(place: number): Promise<void> {
    const step = this.steps[place];
    if (!step) {
      // Stored before it is said: a page that is left at once has the lesson done.
      try {
        await this.#school.finishLesson(this.name);
      } finally {
        this.done = true;
      }
      return;
    }
    this.place = place;
    this.guess = 50;
    this.guessed = false;
    this.done = false;
    const asks = step.task.kind === 'guess_chance' ? 'chance' : 'move';
    let tried = false;
    const onanswer = ({ solved }: Answer) => {
      if (solved && !tried) this.firsts += 1;
      tried = true;
    };
    this.trial = new Trial(this.#school.client, step.situation, this.#level, { asks, onanswer });
    await this.trial.open();
  }

  next(): Promise<void> {
    return this.go(this.place + 1);
  }
}
