/** The player's twin at a table of this device: who it is in the notes of a game, and how its moves become commands. */
import type { Move, SituationInput } from '@dicee/learn';
import type { DiceeCommand, DiceeView } from '@dicee/table';
import { CARD_FIELDS } from './card';
import { keptMask } from './kept-mask';
import { currentPlayer, rollsLeft, rulesOf } from './moment';

/** What the notes of a game call it; its log knows it as a player like any other. */
export const TWIN = 'twin';
export const TWIN_NAME = 'Your twin';

/** Decides for the twin. Learning makes it, which alone knows the player. */
export interface TwinMind {
  move(situation: SituationInput): Promise<Move>;
}

/** The card and the dice of the player whose turn it is; null before the first roll. */
export function situationOf(view: DiceeView): SituationInput | null {
  const dice = view.currentTurn?.currentDice;
  const card = currentPlayer(view)?.scorecard;
  if (!dice || !card) return null;
  const boxes: SituationInput['boxes'] = {};
  for (const [category, field] of Object.entries(CARD_FIELDS)) {
    const points = card[field];
    if (points !== undefined) boxes[category as keyof typeof boxes] = points;
  }
  return { rules: rulesOf(view), boxes, diceeBonus: card.diceeBonus, dice, rollsLeft: rollsLeft(view) };
}

/** A move as the table is told it. */
export function commandOf(move: Move, dice: readonly number[]): DiceeCommand {
  if (move.action === 'score') return { type: 'score', category: move.category };
  return { type: 'roll', keptMask: keptMask(dice, move.dice) };
}
