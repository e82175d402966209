/** How much a decision cost, on one scale for every screen: a colour, a sign and a word. */
import { SERIOUS, TRIFLE, WORTH_REPEATING } from '@dicee/types/limits';

/** The names of the colours: `--tier-best` and so on. */
export type Tier = 'best' | 'fair' | 'weak' | 'worst';

export interface TierMark {
  tier: Tier;
  sign: '=' | '-' | '?' | '??';
  word: string;
}

/** What is as good as the best; less than joins the deck; what joins it; and what no card recovers from soon. */
export function tierOf(loss: number): TierMark {
  if (loss < TRIFLE) return { tier: 'best', sign: '=', word: 'The best choice' };
  if (loss < WORTH_REPEATING) return { tier: 'fair', sign: '-', word: 'Slight mistake' };
  if (loss < SERIOUS) return { tier: 'weak', sign: '?', word: 'Mistake' };
  return { tier: 'worst', sign: '??', word: 'Serious mistake' };
}

/** "Mistake: 1.61 points below the best choice." */
export function gradeText(loss: number): string {
  const { tier, word } = tierOf(loss);
  return tier === 'best' ? `${word}.` : `${word}: ${loss.toFixed(2)} points below the best choice.`;
}

/** What an exercise says about a move: one verdict, and the reason where it may be told. */
export function verdictText(loss: number, reason = ''): string {
  const verdict = loss < TRIFLE ? 'Solved.' : `Not the best: it costs ${loss.toFixed(loss < 1 ? 2 : 1)}.`;
  return reason ? `${verdict} ${reason}` : verdict;
}
