/** One exercise at the real table: a move is graded in place of being carried out, or the table is locked for a guess. */
import type { Answer, MoveRequest, SituationInput } from '@dicee/learn';
import type { DiceArray, DiceeCommand, DiceeView } from '@dicee/table';
import { ROLLS } from '../../dicee/moment';
import { RetryTable } from '../../dicee/retry/retry.svelte';
import type { LearnClient } from '../../wasm/learn/client';

const PLAYER = '00000000-0000-4000-8000-000000000000';

export type Level = 'beginner' | 'intermediate' | 'expert';

/** What is asked: a move on the table, or a chance. Dice and boxes are locked where a chance is asked. */
export type Asked = 'move' | 'chance';

interface TrialOptions {
  asks?: Asked;
  onanswer?: (answer: Answer) => void;
}

export class Trial {
  readonly situation: SituationInput;
  readonly #client: LearnClient;
  readonly #level: Level;
  readonly asks: Asked;
  readonly #onanswer: (answer: Answer) => void;
  table = $state.raw<RetryTable | null>(null);
  answer = $state.raw<Answer | null>(null);

  constructor(client: LearnClient, situation: SituationInput, level: Level, { asks = 'move', onanswer }: TrialOptions = {}) {
    this.#client = client;
    this.situation = situation;
    this.#level = level;
    this.asks = asks;
    this.#onanswer = onanswer ?? (() => undefined);
  }

  /** Lays the situation out. */
  async open(): Promise<void> {
    const view = await viewOf(this.#client, this.situation);
    this.table = new RetryTable(view, 0, this.asks === 'move' ? (command) => this.#grade(command) : null);
  }

  /** The same situation again. */
  async again(): Promise<void> {
    this.answer = null;
    await this.open();
  }

  async #grade(command: DiceeCommand): Promise<void> {
    const played = playedMove(command);
    if (!played || this.answer) return;
    this.answer = await this.#client.call('grade', { situation: this.situation, played, level: this.#level, depth: 'standard' });
    this.#onanswer(this.answer);
  }
}

/** A situation as the table shows it. */
export async function viewOf(client: LearnClient, situation: SituationInput): Promise<DiceeView> {
  const { scorecard, turnNumber } = await client.call('show', situation);
  return {
    status: 'active',
    mode: 'solo',
    settings: { rulesVariant: situation.rules },
    players: [{ playerId: PLAYER, scorecard, isCurrentPlayer: true, mixedSeed: false, left: false }],
    turnOrder: [PLAYER],
    currentTurn: {
      playerId: PLAYER,
      turnNumber,
      rollNumber: ROLLS - situation.rollsLeft,
      currentDice: situation.dice as DiceArray,
      phase: situation.rollsLeft > 0 ? 'mid_turn' : 'scoring',
    },
  };
}

function playedMove(command: DiceeCommand): MoveRequest | null {
  if (command.type === 'score') return { action: 'score', category: command.category };
  if (command.type === 'roll' && command.keptMask) return { action: 'keep', keptMask: command.keptMask };
  return null;
}
