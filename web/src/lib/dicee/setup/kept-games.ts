/** How the games of this device are told apart in a list. */
import type { StoredGame } from '../../table/game-store';

const CLOCK = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false });
const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });

/** "today 14:05", "12 Nov". */
export function when(milliseconds: number, now = Date.now()): string {
  const date = new Date(milliseconds);
  return date.toDateString() === new Date(now).toDateString() ? `today ${CLOCK.format(date)}` : DAY.format(date);
}

/** "turn 7, 124 points" or "241 points", with whom. */
export function gameWords({ finished, turn, score, players, ownDice }: StoredGame): string {
  const others = players.slice(1).map(({ name }) => name);
  const points = `${score} ${score === 1 ? 'point' : 'points'}`;
  const company = others.length > 0 ? `, with ${others.join(', ')}` : ownDice ? ', own dice' : '';
  return `${finished ? points : `turn ${Math.min(turn + 1, 13)}, ${points}`}${company}`;
}
