/** A row of exercises: a drill, a sprint against the clock, or the mistakes that are due. */
import type { Answer, Exercise } from '@dicee/learn';
import type { LearnClient } from '../../wasm/learn/client';
import { type Level, Trial } from './trial.svelte';

/** How long a sprint lasts, in seconds. */
export const SPRINT = 60;

export interface RunOptions {
  title: string;
  client: LearnClient;
  level: Level;
  /** Where the exercises come from; asked again when the run starts over. */
  load: () => Promise<readonly Exercise[]>;
  timed?: boolean;
  /** Told of the first answer to each exercise. */
  onfirst?: (exercise: Exercise, answer: Answer) => void;
}

export class Run {
  readonly title: string;
  readonly timed: boolean;
  readonly #options: RunOptions;
  exercises = $state.raw<readonly Exercise[]>([]);
  place = $state(0);
  trial = $state.raw<Trial | null>(null);
  answered = $state(0);
  solved = $state(0);
  loss = $state(0);
  done = $state(false);
  seconds = $state(SPRINT);
  #first = true;

  constructor(options: RunOptions) {
    this.#options = options;
    this.title = options.title;
    this.timed = options.timed ?? false;
  }

  async start(): Promise<void> {
    this.trial = null;
    this.answered = this.solved = this.loss = 0;
    this.done = false;
    this.seconds = SPRINT;
    this.exercises = await this.#options.load();
    await this.#go(0);
  }

  async next(): Promise<void> {
    await this.#go(this.place + 1);
  }

  /** Puts two siblings of this exercise behind it. */
  async more(): Promise<void> {
    const exercise = this.exercises[this.place];
    if (!exercise) return;
    const siblings = await this.#options.client.call('siblings', exercise, 2);
    this.exercises = [...this.exercises.slice(0, this.place + 1), ...siblings, ...this.exercises.slice(this.place + 1)];
    await this.next();
  }

  /** A second of a sprint is over. */
  tick(): void {
    if (!this.timed || this.done || !this.trial) return;
    this.seconds -= 1;
    if (this.seconds <= 0) this.done = true;
  }

  async #go(place: number): Promise<void> {
    const exercise = this.exercises[place];
    if (!exercise) {
      this.done = true;
      return;
    }
    this.place = place;
    this.#first = true;
    const { client, level } = this.#options;
    this.trial = new Trial(client, exercise.situation, level, { onanswer: (answer) => this.#count(exercise, answer) });
    await this.trial.open();
  }

  #count(exercise: Exercise, answer: Answer): void {
    if (!this.#first) return;
    this.#first = false;
    this.answered += 1;
    this.loss += answer.loss;
    if (answer.solved) this.solved += 1;
    this.#options.onfirst?.(exercise, answer);
    // In a sprint what was solved needs no word.
    if (this.timed && answer.solved) void this.next();
  }
}
