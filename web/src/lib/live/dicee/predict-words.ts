/** The words of guesses. */
import type { DiceeCategory } from '@dicee/types';
import { CATEGORY_NAMES } from '../../dicee/card';

/** Whether there is something to guess; a chance that is not known yet may be anything. */
export function isUncertain(probability: number | undefined): boolean {
  return probability === undefined || (probability > 0 && probability < 1);
}

export const shareText = (probability: number) => `${(probability * 100).toFixed(1)}%`;

interface Answered {
  readonly category: DiceeCategory;
  readonly probability: number;
  readonly exact: number;
  readonly achieved: boolean;
}

/** What came of one's own guess: "Full House: you said 40.0%, exactly 30.6%. It came." */
export function answerText({ category, probability, exact, achieved }: Answered): string {
  const outcome = achieved ? 'came' : 'did not come';
  return `${CATEGORY_NAMES[category]}: you said ${shareText(probability)}, exactly ${shareText(exact)}. It ${outcome}.`;
}

/** How far a guess was from what happened, in words: a Brier score is the square of that distance. */
export function missText(brier: number): string {
  if (brier <= 0.01) return 'Spot on.';
  if (brier <= 0.09) return 'A good guess.';
  // Half and half is right half the time, whatever happens.
  if (brier <= 0.25) return 'No worse than a toss of a coin.';
  return brier <= 0.5 ? 'Rather wrong.' : 'Quite wrong.';
}
