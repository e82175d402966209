/** Guesses of somebody who watches without a name: nobody else hears of them, and this device answers them. */
import type { MomentRequest } from '@dicee/coach';
import type { CategoryAnalysis } from '@dicee/probability-engine';
import type { DiceeCategory, DiceeState } from '@dicee/types';
import { CARD_FIELDS } from '../../dicee/card';
import { momentOf } from '../../dicee/moment';
import type { EngineClient } from '../../wasm/engine/client';
import { filledBox } from '../../dicee/card';
import { turnKey } from './news';

const AUDIENCE = { level: 'beginner', depth: 'minimal' } as const;

interface OpenGuess {
  readonly category: DiceeCategory;
  readonly probability: number;
  /** The dice and the card at which it was made. */
  readonly moment: MomentRequest;
}

/** What came of a guess. */
export interface OwnAnswer {
  readonly category: DiceeCategory;
  readonly probability: number;
  readonly exact: number;
  readonly achieved: boolean;
}

export class OwnGuesses {
  readonly #engine: Pick<EngineClient, 'advise'>;
  #open: readonly OpenGuess[] = [];
  /** The turn they are about. */
  #turn = '';

  constructor(engine: Pick<EngineClient, 'advise'>) {
    this.#engine = engine;
  }

  /** The boxes that are guessed about and not answered yet. */
  get categories(): readonly DiceeCategory[] {
    return this.#open.map(({ category }) => category);
  }

  /** Takes a guess about the dice on the table; false where there are none. */
  add(state: DiceeState, category: DiceeCategory, probability: number): boolean {
    const moment = momentOf(state);
    if (!moment?.dice) return false;
    const turn = turnKey(state);
    const others = turn === this.#turn ? this.#open.filter((guess) => guess.category !== category) : [];
    this.#turn = turn;
    this.#open = [...others, { category, probability, moment }];
    return true;
  }

  /** What came of the guesses about a turn that was scored between two states; nothing where its last dice were not seen. */
  async answer(before: DiceeState, after: DiceeState): Promise<readonly OwnAnswer[]> {
    if (this.#open.length === 0 || turnKey(before) !== this.#turn || turnKey(after) === this.#turn) return [];
    const open = this.#open;
    this.#open = [];
    const seat = before.players.findIndex(({ isCurrentPlayer }) => isCurrentPlayer);
    const [player, later] = [before.players[seat], after.players[seat]];
    const last = momentOf(before);
    const filled = player && later ? filledBox(player.scorecard, later.scorecard) : null;
    if (!later || !last?.dice || !filled) return [];
    const boxes = await this.#boxes(last);
    // Where a connection was lost, dice may have fallen that nobody here saw: then the points are others.
    if (boxes.get(filled)?.score !== later.scorecard[CARD_FIELDS[filled]]) return [];
    return Promise.all(
      open.map(async ({ category, probability, moment }) => ({
        category,
        probability,
        exact: (await this.#boxes(moment)).get(category)?.probability ?? 0,
        achieved: (boxes.get(category)?.score ?? 0) > 0,
      })),
    );
  }

  async #boxes(moment: MomentRequest): Promise<ReadonlyMap<DiceeCategory, CategoryAnalysis>> {
    const { turn } = await this.#engine.advise(moment, AUDIENCE);
    return new Map(turn.categories.map((box) => [box.category, box]));
  }
}
