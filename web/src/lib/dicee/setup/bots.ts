/** The bots as people choose them: strength is the mean of 100,000 games (docs/bots.md). */
import type { Bot } from '@dicee/table';

export interface BotNote {
  bot: Bot;
  mean: number;
  overlooks: string;
}

/** Weakest first: the order in which people get to them. */
export const BOTS: readonly BotNote[] = [
  { bot: 'beginner', mean: 156, overlooks: 'overlooks half of its options, sees only this turn' },
  { bot: 'casual', mean: 189, overlooks: 'sees 3 options in 4, and only this turn' },
  { bot: 'greedy', mean: 217, overlooks: 'sees everything, but only this turn' },
  { bot: 'skilled', mean: 229, overlooks: 'plays for the final score, sees 17 options in 20' },
  { bot: 'expert', mean: 246, overlooks: 'plays for the final score, sees 19 options in 20' },
  { bot: 'optimal', mean: 254, overlooks: 'plays for the final score, sees everything' },
];

/** Who is played against, however many they are: "Skilled", "Casual and Expert", "4 bots". */
export function listed(names: readonly string[]): string {
  return names.length > 2 ? `${names.length} bots` : names.join(' and ');
}
