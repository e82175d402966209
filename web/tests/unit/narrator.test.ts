// @vitest-environment node
/** What a screen reader hears of a game with bots, over the real modules. */
import { beforeAll, expect, test } from 'vitest';
import { SOLO } from '$lib/dicee/games';
import { Narrator } from '$lib/dicee/play/narrator';
import { engine, games, playTurn, screenOf } from './device-games';

beforeAll(() => engine.prepare('standard', () => undefined));

test('the boxes of bots, whose turn it is and the end are said; what people do is left to the screen', async () => {
  const open = await games.start({ ...SOLO, bots: ['casual'], seed: 21 });
  const { screen, settle } = screenOf(open);
  await settle();
  const narrator = new Narrator();
  const heard: string[] = [];
  const listen = () => heard.push(narrator.news(screen.view, (seat) => screen.nameOf(seat)));
  listen();
  await open.table.playBots();
  heard.length = 0;
  listen();
  for (let turn = 1; turn <= 13; turn += 1) {
    await playTurn(screen, settle, 'first');
    listen();
    screen.justScored = null;
    open.table.resume();
    await open.table.playBots();
    listen();
  }
  const said = heard.filter(Boolean).join(' ');
  expect(said).not.toContain('You scored');
  expect(said.match(/Casual scored \d+ in [A-Z][\w ]+\./g)).toHaveLength(13);
  expect(said.match(/Your turn\./g)?.length).toBeGreaterThanOrEqual(12);
  expect(said).toMatch(/The game is over: (You \d+, Casual \d+|Casual \d+, You \d+)\.$/);
});

test('a game alone says only that it is over, once', async () => {
  const { screen, settle } = screenOf(await games.start({ ...SOLO, seed: 7 }));
  await settle();
  const narrator = new Narrator();
  const heard = [narrator.news(screen.view, () => 'You')];
  for (let turn = 1; turn <= 13; turn += 1) {
    await playTurn(screen, settle, 'first');
    heard.push(narrator.news(screen.view, () => 'You'));
  }
  expect(heard.filter(Boolean)).toEqual([`The game is over: ${screen.card?.grandTotal} points.`]);
  expect(narrator.news(screen.view, () => 'You')).toBe('');
});
