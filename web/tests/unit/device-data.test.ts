import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { readDeviceData } from '$lib/people/device-data';
import { IndexedDbGames, type StoredGame } from '$lib/table/game-store';

test('the file of this device holds its games', async () => {
  const game: StoredGame = {
    id: 'g1',
    game: 'dicee',
    log: '[]',
    players: [],
    ownDice: false,
    finished: true,
    turn: 13,
    score: 241,
    updated: 1,
  };
  await new IndexedDbGames().save(game);
  localStorage.setItem('dicee.settings', '{"theme":"dark"}');
  localStorage.setItem('other', '1');
  const data = await readDeviceData(localStorage);
  expect(data.stored).toEqual({ 'dicee.settings': { theme: 'dark' } });
  expect(data.databases).toEqual({ 'dicee-games': { games: [game] } });
});
