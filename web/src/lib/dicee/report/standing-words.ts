/** Where a score stands among games of the bots. */
import type { GameReport } from '@dicee/coach';
import { botName } from '../games';

type Standings = GameReport['standings'];

/** Strongest first: one of the strong, one of the middle. */
const SHOWN = ['expert', 'casual'] as const;

/** A smaller share sounds like praise and is none. */
const LEAST = 5;

/** "better than 71% of the Casual bot’s games, 38% of the Expert bot’s": what beats hardly anybody is left out, and the weakest bot is asked then. */
export function standingWords(standings: Standings): string {
  const shareOf = (wanted: string) => standings.find(({ bot }) => bot === wanted)?.percentile ?? 0;
  const beaten = [...SHOWN].reverse().filter((bot) => shareOf(bot) >= LEAST);
  const named = beaten.length > 0 ? beaten : (['beginner'] as const).filter((bot) => shareOf(bot) >= LEAST);
  if (named.length === 0) return '';
  const parts = named.map((bot, place) => `${shareOf(bot).toFixed(0)}% of the ${botName(bot)} bot’s${place === 0 ? ' games' : ''}`);
  return `better than ${parts.join(', ')}`;
}

/** "You win with 240.", "Ann and Bob share the win with 231."; empty where nobody won. */
export function wonText(names: readonly string[], points: number): string {
  const [first] = names;
  if (first === undefined) return '';
  if (names.length > 1) return `${names.join(' and ')} share the win with ${points}.`;
  return `${first} ${first === 'You' ? 'win' : 'wins'} with ${points}.`;
}

/** What the dashed path is: another game on the same dice, and who did better. */
export function rivalText(points: number, score: number): string {
  const more = score - points;
  const by = more === 0 ? 'as many as' : `${Math.abs(more)} ${more > 0 ? 'fewer' : 'more'} than`;
  return `Dashed: the other game on these dice, ${points} ${points === 1 ? 'point' : 'points'}, ${by} this one.`;
}

/** Why the grades are not there yet: a device that has not solved the game does so first, which takes some seconds. */
export function gradingText(solved: boolean, progress: number | null): string {
  if (solved) return 'Grading every decision…';
  const percent = progress === null ? '' : `: ${Math.floor(100 * progress)}%`;
  return `To grade the decisions, this device solves the whole game once${percent}…`;
}
