/** The puzzle of a day: three tries, remembered on this device. */
import type { Puzzle } from '@dicee/learn';
import { PUZZLE_TRIES } from '@dicee/types/limits';
import { type Level, Trial } from '../exercise/trial.svelte';
import type { PuzzleState, School } from '../school';

export class PuzzleRun {
  readonly date: string;
  readonly #school: School;
  readonly #level: Level;
  puzzle = $state.raw<Puzzle | null>(null);
  trial = $state.raw<Trial | null>(null);
  state = $state.raw<PuzzleState>({ grades: [], solved: false });
  share = $state('');

  constructor(school: School, date: string, level: Level) {
    this.#school = school;
    this.date = date;
    this.#level = level;
  }

  readonly over = $derived.by(() => this.state.solved || this.state.grades.length >= PUZZLE_TRIES);

  async start(): Promise<void> {
    const { client } = this.#school;
    this.puzzle = await client.call('puzzle', this.date);
    this.state = await this.#school.puzzleState(this.date);
    if (this.over) this.share = await client.call('shareText', this.date, this.state);
    const trial = new Trial(client, this.puzzle.situation, this.#level, {
      onanswer: ({ quality, solved }) => {
        // Looking at it again afterwards is free.
        if (!this.over) void this.#tried({ grades: [...this.state.grades, quality], solved });
      },
    });
    this.trial = trial;
    await trial.open();
  }

  async #tried(state: PuzzleState): Promise<void> {
    this.state = state;
    await this.#school.savePuzzle(this.date, state);
    if (this.over) this.share = await this.#school.client.call('shareText', this.date, state);
  }
}
