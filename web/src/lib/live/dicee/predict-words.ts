/** The words of guesses. */
import type { DiceeCategory } from '@dicee/types';
import { CATEGORY_NAMES } from '../../dicee/card';
import { inPoints } from '../../dicee/wording';

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

/** What came of one's own guess: "Full House: you said 40.0%, exactly 30.6%. The dice made it." */
export function answerText({ category, probability, exact, achieved }: Answered): string {
  return `${CATEGORY_NAMES[category]}: you said ${shareText(probability)}, exactly ${shareText(exact)}. ${outcomeText(achieved)}`;
}

/** What the last dice of the turn showed, whatever they were kept for. */
export const outcomeText = (achieved: boolean) => (achieved ? 'The dice made it.' : 'The dice did not make it.');

/**
 * How far a guess was from the exact chance, in words. What happened says little about it: the player may have kept dice for
 * another box.
 */
export function missText(said: number, exact: number): string {
  const points = Math.round(100 * Math.abs(said - exact));
  if (points <= 3) return 'Spot on.';
  if (points <= 10) return `A good guess: ${inPoints(points)} off.`;
  return points <= 25 ? `${inPoints(points)} off.` : `Far off: ${inPoints(points)}.`;
}
