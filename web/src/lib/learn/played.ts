/** What must be known beside its moves to judge a game that this device keeps. */
import type { PlayedGameData } from '@dicee/learn';
import type { StoredGame } from '../table/game-store';

/** Where a player sat; -1 where several people sat at the device and none of them has the player's name. */
export function seatOf(game: StoredGame, name: string): number {
  const people = game.players.filter(({ bot }) => bot === undefined);
  const seated = people.length === 1 ? people[0] : people.find((person) => person.name === name);
  return game.players.findIndex((player) => player === seated);
}

/** When it ended, where its dice came from, and which decisions had help. */
export function circumstances(game: StoredGame): Pick<PlayedGameData, 'finishedAt' | 'origin' | 'aided'> {
  const origin = game.origin ?? (game.ownDice ? 'real_dice' : 'drawn');
  return { finishedAt: game.updated, origin, aided: game.aided ?? [] };
}
