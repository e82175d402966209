import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { IndexedDbGames, MemoryGames, MOST_GAMES, StaleGame, type StoredGame } from '../../src/lib/table/game-store';
import { TabClaim } from '../../src/lib/table/tab-claim';

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

test('a game that another tab has written since is not overwritten, and both are told apart', async () => {
  for (const store of [new IndexedDbGames(), new MemoryGames()]) {
    await store.save({ ...game('shared', 1), revision: 1 });
    await store.save({ ...game('shared', 2), revision: 2 });
    await expect(store.save({ ...game('shared', 3), revision: 2 })).rejects.toBeInstanceOf(StaleGame);
    expect((await store.load('shared'))?.updated).toBe(2);
  }
});

test('the tab that opened a game last has it, after the other wrote what it knew', async () => {
  const channel = () => new BroadcastChannel('tabs-of-a-test');
  const heard: string[] = [];
  let written: () => void = () => undefined;
  const writing = new Promise<void>((resolve) => (written = resolve));
  const old = { id: 'g', revision: 4, settled: () => writing };
  const claims = [new TabClaim({ game: old, onlost: () => heard.push('lost'), onnewer: () => heard.push('?'), channel: channel() })];
  const newer = new Promise<void>((resolve) => {
    const game = { id: 'g', revision: 4, settled: () => Promise.resolve() };
    claims.push(new TabClaim({ game, onlost: () => heard.push('?'), onnewer: resolve, channel: channel() }));
  });
  // Another game is nobody's business.
  const other = { id: 'h', revision: 9, settled: () => Promise.resolve() };
  claims.push(new TabClaim({ game: other, onlost: () => heard.push('?'), onnewer: () => heard.push('?'), channel: channel() }));
  await expect.poll(() => heard).toEqual(['lost']);
  old.revision = 5;
  written();
  await newer;
  expect(heard).toEqual(['lost']);
  for (const claim of claims) claim.close();
});
