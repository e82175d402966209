/** What a view says about the moment: whose turn, which dice, how many rolls are left. */
import type { MomentRequest } from '@dicee/coach';
import type { CardMoment } from '@dicee/forecast';
import type { DiceeView, PlayerView } from '@dicee/table';

export type Rules = NonNullable<MomentRequest['rules']>;

/** A turn has this many rolls; `rollNumber` of a view counts up to it. */
export const ROLLS = 3;

export function rulesOf(view: DiceeView): Rules {
  return view.settings.rulesVariant ?? 'standard';
}

/** The player whose turn it is. */
export function currentPlayer(view: DiceeView): PlayerView | null {
  return view.players.find(({ isCurrentPlayer }) => isCurrentPlayer) ?? null;
}

export function currentSeat(view: DiceeView): number | null {
  const seat = view.players.findIndex(({ isCurrentPlayer }) => isCurrentPlayer);
  return seat < 0 ? null : seat;
}

/** The seats in the order of play; in seat order before the start. */
export function seatsInTurn({ players, turnOrder }: Pick<DiceeView, 'players' | 'turnOrder'>): number[] {
  const place = (seat: number) => turnOrder.indexOf(players[seat]?.playerId ?? '');
  return [...players.keys()].sort((a, b) => place(a) - place(b));
}

/** The seat of the person who is to move; null where a bot is, or nobody. */
export function personToMove(view: DiceeView): number | null {
  return currentPlayer(view)?.bot === undefined ? currentSeat(view) : null;
}

/** A card has this many boxes, one for each turn. */
export const TURNS = 13;

/** Whether there is a box left to play for: a card that is full waits only for the word that the game is over. */
export function canPlayOn(view: DiceeView): boolean {
  const over = view.status === 'completed' || view.status === 'abandoned';
  return !over && (currentPlayer(view)?.scorecard.turnsCompleted ?? 0) < TURNS;
}

export function rollsLeft(view: DiceeView): number {
  return ROLLS - (view.currentTurn?.rollNumber ?? 0);
}

/** The question for the engine; null when it is nobody's turn. */
export function momentOf(view: DiceeView): MomentRequest | null {
  const player = currentPlayer(view);
  if (!player || !view.currentTurn) return null;
  const { currentDice } = view.currentTurn;
  return {
    rules: rulesOf(view),
    scorecard: player.scorecard,
    ...(currentDice ? { dice: currentDice } : {}),
    rollsLeft: rollsLeft(view),
  };
}

/** A player's card and, where it is their turn, the dice on the table: what is asked about the points to come. */
export function cardMoment(view: DiceeView, seat: number): CardMoment {
  const player = view.players[seat];
  const dice = player?.isCurrentPlayer ? view.currentTurn?.currentDice : undefined;
  return {
    ...(player ? { currentScorecard: player.scorecard } : {}),
    ...(dice ? { diceResult: dice, rollsRemaining: rollsLeft(view) } : {}),
  };
}
