/** Drills of Forty-Two, one question after the other: the questions and their answers come from the module. */
import type { FortyTwoDrill, FortyTwoTile } from '@dicee/fortytwo';
import type { FortyTwoClient } from '$lib/wasm/fortytwo/client';
import { DECLARATIONS, nameOf, spelled } from '../wording';

export type DrillName = FortyTwoDrill['kind'];
export const DRILLS: readonly DrillName[] = ['winner', 'void', 'trumps', 'make'];
export const DRILL_NAMES: Readonly<Record<DrillName | 'mixed', string>> = {
  mixed: 'All of them',
  winner: 'Name the winner',
  void: 'Who is void?',
  trumps: 'Count the trumps',
  make: 'Make it',
};

/** Something that can be chosen; `tile` where it is one. */
export interface DrillOption {
  id: string;
  name: string;
  tile?: FortyTwoTile;
}

interface Parts {
  client: Pick<FortyTwoClient, 'drill'>;
  seed: () => number;
  say: (text: string) => void;
}

export class DrillRun {
  readonly #parts: Parts;
  wanted = $state<DrillName | 'mixed'>('mixed');
  question = $state.raw<FortyTwoDrill | null>(null);
  chosen = $state.raw<readonly string[]>([]);
  answered = $state(false);
  right = $state(0);
  asked = $state(0);
  problem = $state('');

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  readonly options = $derived.by<readonly DrillOption[]>(() => (this.question ? optionsOf(this.question) : []));
  /** Whether several answers are right together. */
  readonly several = $derived.by(() => this.question?.kind === 'void');
  readonly solution = $derived.by<readonly string[]>(() => (this.question ? solutionOf(this.question) : []));
  readonly correct = $derived.by(
    () =>
      this.chosen.length > 0 &&
      this.chosen.every((id) => this.solution.includes(id)) &&
      (!this.several || this.chosen.length === this.solution.length),
  );

  /** Another kind of question. */
  async want(kind: DrillName | 'mixed'): Promise<void> {
    this.wanted = kind;
    await this.next();
  }

  async next(): Promise<void> {
    const seed = this.#parts.seed();
    const kind = this.wanted === 'mixed' ? (DRILLS[seed % DRILLS.length] ?? 'winner') : this.wanted;
    try {
      const question = await this.#parts.client.drill(kind, seed);
      [this.question, this.chosen, this.answered] = [question, [], false];
      this.#parts.say(questionWords(question));
    } catch (thrown) {
      this.problem = thrown instanceof Error ? thrown.message : String(thrown);
    }
  }

  /** Chooses an option; where one alone is right, that is the answer. False where there is nothing to choose. */
  choose(id: string): boolean {
    if (this.answered || !this.options.some((option) => option.id === id)) return false;
    if (this.several) {
      this.chosen = this.chosen.includes(id) ? this.chosen.filter((other) => other !== id) : [...this.chosen, id];
      return true;
    }
    this.chosen = [id];
    return this.answer();
  }

  answer(): boolean {
    if (this.answered || this.chosen.length === 0) return false;
    this.answered = true;
    this.asked += 1;
    if (this.correct) this.right += 1;
    this.#parts.say(this.verdict);
    return true;
  }

  get verdict(): string {
    if (!this.question || !this.answered) return '';
    return `${this.correct ? 'Right' : 'No'}: ${solutionWords(this.question)}`;
  }
}

/** What is asked. */
export function questionWords(question: FortyTwoDrill): string {
  switch (question.kind) {
    case 'winner':
      return 'Who wins this trick?';
    case 'void':
      return `Who has shown to hold no ${suitWords(question.pip)}?`;
    case 'trumps':
      return 'How many trumps do the others still hold?';
    case 'make':
      return `All tiles are face up. You and Nora need ${question.needed} more ${question.needed === 1 ? 'point' : 'points'}: what do you play?`;
  }
}

function suitWords(pip: number | null | undefined): string {
  return DECLARATIONS[pip == null ? 'doubles' : (String(pip) as '0')].toLowerCase();
}

function optionsOf(question: FortyTwoDrill): DrillOption[] {
  const seats = (from: number) => [0, 1, 2, 3].slice(from).map((seat) => ({ id: String(seat), name: nameOf(seat, 0) }));
  switch (question.kind) {
    case 'winner':
      return seats(0);
    case 'void':
      return seats(1);
    case 'trumps':
      return [0, 1, 2, 3, 4, 5, 6, 7].map((count) => ({ id: String(count), name: String(count) }));
    case 'make':
      return question.legal.map((tile) => ({ id: tile, name: tile, tile }));
  }
}

function solutionOf(question: FortyTwoDrill): readonly string[] {
  const { answer } = question;
  return Array.isArray(answer) ? answer.map(String) : [String(answer)];
}

function solutionWords(question: FortyTwoDrill): string {
  switch (question.kind) {
    case 'winner': {
      const won = nameOf(question.answer, 0);
      return `${won} ${won === 'You' ? 'win' : 'wins'} ${question.points === 1 ? '1 point' : `${question.points} points`}.`;
    }
    case 'void': {
      const names = question.answer.map((seat) => nameOf(seat, 0));
      return `${names.join(' and ')} did not follow ${suitWords(question.pip)}.`;
    }
    case 'trumps':
      return question.answer === 0 ? 'no trump is out.' : `${spelled(question.answer)} of seven ${question.answer === 1 ? 'is' : 'are'} out.`;
    case 'make':
      return `${question.answer.join(' or ')} ${question.answer.length === 1 ? 'makes' : 'make'} it, whatever the others do.`;
  }
}
