/** Retrying mistakes: the real moments again, without numbers until they are solved. */
import type { DecisionEvaluation, MistakeReport, PlayedMove } from '@dicee/coach';
import type { DiceeCommand, DiceeView } from '@dicee/table';
import type { Refusal, Table, TableStatus } from '../../table/table';
import type { EngineClient } from '../../wasm/engine/client';
import { momentOf, personToMove } from '../moment';
import { TRIFLE } from '@dicee/types/limits';

export interface Exercise {
  mistake: MistakeReport;
  version: number;
}

/** Open, solved, or tried without success. */
export type Mark = 'open' | 'solved' | 'missed';

/** A table that stands still at one moment: a command is graded in place of being carried out. Without a grader nobody moves. */
export class RetryTable implements Table<DiceeView, DiceeCommand> {
  view = $state.raw() as DiceeView;
  readonly version: number;
  status = $state<TableStatus>('ready');
  refusal = $state.raw<Refusal | null>(null);
  readonly #grade: ((command: DiceeCommand) => Promise<void>) | null;

  constructor(view: DiceeView, version: number, grade: ((command: DiceeCommand) => Promise<void>) | null) {
    this.view = view;
    this.version = version;
    this.#grade = grade;
  }

  get seat(): number | null {
    return this.#grade && personToMove(this.view);
  }

  async send(command: DiceeCommand): Promise<void> {
    if (!this.#grade) return;
    this.status = 'sending';
    await this.#grade(command).finally(() => (this.status = 'ready'));
  }

  at(): void {
    // There is one moment only.
  }
}

export interface Source {
  exercises: readonly Exercise[];
  viewAt: (version: number) => Promise<DiceeView>;
  engine: Pick<EngineClient, 'evaluate'>;
  level: 'beginner' | 'intermediate' | 'expert';
}

export class Retry {
  readonly #source: Source;
  place = $state(0);
  marks = $state.raw<readonly Mark[]>([]);
  table = $state.raw<RetryTable | null>(null);
  graded = $state.raw<DecisionEvaluation | null>(null);
  /** The solution was asked for. */
  #shown = $state(false);

  constructor(source: Source) {
    this.#source = source;
    this.marks = source.exercises.map(() => 'open');
  }

  readonly exercise = $derived.by(() => this.#source.exercises[this.place] ?? null);
  readonly solved = $derived.by(() => this.marks[this.place] === 'solved');
  /** Whether the solution may be seen: it was found, or asked for. */
  readonly revealed = $derived.by(() => this.graded !== null && (this.#shown || this.graded.evDifference < TRIFLE));
  readonly done = $derived.by(() => this.marks.every((mark) => mark === 'solved'));

  /** Whether each of them was tried: what comes now has been here before. */
  readonly tried = $derived.by(() => this.marks.every((mark) => mark !== 'open'));
  /** "2 solved, 1 missed, 3 to go." */
  readonly progress = $derived.by(() => {
    const count = (wanted: Mark) => this.marks.filter((mark) => mark === wanted).length;
    const [open, missed] = [count('open'), count('missed')];
    return `${count('solved')} solved${missed > 0 ? `, ${missed} missed` : ''}${open > 0 ? `, ${open} to go` : ''}.`;
  });

  get exercises(): readonly Exercise[] {
    return this.#source.exercises;
  }

  async go(place: number): Promise<void> {
    const exercise = this.#source.exercises[place];
    if (!exercise) return;
    this.place = place;
    this.graded = null;
    this.#shown = false;
    const view = await this.#source.viewAt(exercise.version);
    if (this.place === place) this.table = new RetryTable(view, exercise.version, (command) => this.#try(command));
  }

  /** Shows the solution after a try. */
  show(): void {
    this.#shown = true;
  }

  /** The next one that was not tried yet, from here on and round the corner; then those that were missed. */
  async next(): Promise<void> {
    const { length } = this.marks;
    const wanted: Mark = this.tried ? 'missed' : 'open';
    for (let step = 1; step <= length; step += 1) {
      const place = (this.place + step) % length;
      if (this.marks[place] === wanted) return this.go(place);
    }
  }

  async #try(command: DiceeCommand): Promise<void> {
    const moment = this.table ? momentOf(this.table.view) : null;
    const played = playedMove(command);
    if (!moment || !played || !this.table) return;
    const graded = await this.#source.engine.evaluate(moment, played, {
      level: this.#source.level,
      depth: 'standard',
    });
    this.graded = graded;
    const mark: Mark = graded.evDifference < TRIFLE ? 'solved' : 'missed';
    this.marks = this.marks.map((old, place) => (place === this.place && old !== 'solved' ? mark : old));
  }
}

function playedMove(command: DiceeCommand): PlayedMove | null {
  if (command.type === 'score') return { action: 'score', category: command.category };
  if (command.type === 'roll' && command.keptMask) return { action: 'keep', keptMask: command.keptMask };
  return null;
}
