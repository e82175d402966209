import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { IndexedDbGames, MOST_GAMES, type StoredGame } from '../../src/lib/table/game-store';

function game(id: string, updated: number): StoredGame {
  return { id, game: 'dicee', log: '[]', players: [], ownDice: false, finished: false, turn: 1, score: 2, updated };
}

test('games are kept newest first, and the oldest make room', async () => {
  const store = new IndexedDbGames();
  for (let place = 0; place < MOST_GAMES + 2; place += 1) await store.save(game(`g${place}`, place));
  const all = await store.list();
  expect(all).toHaveLength(MOST_GAMES);
  expect(all[0]?.id).toBe(`g${MOST_GAMES + 1}`);
  expect(await store.load('g0')).toBeNull();
  expect((await store.load('g5'))?.updated).toBe(5);
  await store.remove('g5');
  expect(await store.load('g5')).toBeNull();
});
