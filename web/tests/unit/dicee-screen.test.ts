// @vitest-environment node
/** What a table says and hides, over the real modules. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { DiceeState } from '@dicee/types';
import { SOLO } from '$lib/dicee/games';
import { momentOf } from '$lib/dicee/moment';
import { tableKeys, type TableActions } from '$lib/dicee/table/bindings';
import { countedText } from '$lib/dicee/table/words';
import { Report } from '$lib/dicee/report/report.svelte';
import { OwnGuesses } from '$lib/live/dicee/own-guesses';
import { engine, games, playTurn, screenOf } from './device-games';

beforeAll(() => engine.prepare('standard', () => undefined));

describe('the advice', () => {
  test('is put away and brought back, and the settings stay as they are', async () => {
    const { screen, settle } = screenOf(await games.start({ ...SOLO, seed: 7 }));
    await screen.roll();
    await settle();
    expect(screen.shows).toBe(true);
    screen.toggleAdvice();
    expect(screen.shows).toBe(false);
    expect(screen.settings.stats).toBe(true);
    screen.toggleAdvice();
    expect(screen.shows).toBe(true);
  });

  test('is asked for by the same key where the coach waits', async () => {
    const { screen, settle } = screenOf(await games.start({ ...SOLO, seed: 7 }), { coach: 'hints' });
    await screen.roll();
    await settle();
    expect(screen.shows).toBe(false);
    screen.toggleAdvice();
    expect(screen.shows).toBe(true);
  });
});

test.each([
  [{ stats: false }, false],
  [{ stats: false, alwaysStats: true }, true],
  [{ stats: true, alwaysStats: true, coach: 'after' }, false],
] as const)('stats show by their switch or always, and only where the coach speaks before a decision: %j', async (settings, shows) => {
  const { screen, settle } = screenOf(await games.start({ ...SOLO, seed: 7 }), settings);
  await screen.roll();
  await settle();
  expect(screen.shows).toBe(shows);
});

test.each([
  ['always', true, false],
  ['hints', true, true],
  ['after', false, false],
  ['silent', false, false],
] as const)('what tells the answer is a hint where the coach waits, and is not to be had where it speaks later: %s', async (coach, may, hinted) => {
  const { screen, settle } = screenOf(await games.start({ ...SOLO, seed: 7 }), { coach });
  expect(screen.mayLook()).toBe(true);
  await screen.roll();
  await settle();
  expect([screen.mayLook(), screen.hinted]).toEqual([may, hinted]);
  expect(screen.note === '').toBe(may);
});

test('the expected final score never mixes the points of one card with the prospects of another', async () => {
  const { screen, settle } = screenOf(await games.start({ ...SOLO, seed: 7 }));
  await settle();
  const start = screen.expected(0);
  expect(start).toBeCloseTo(253.97, 2);
  await screen.roll();
  await settle();
  await screen.score('chance');
  // Until the new card is known it is that of the card before.
  expect(screen.expected(0)).toBe(start);
  await settle();
  expect(screen.expected(0)).not.toBe(start);
});

test('a refusal is said until something else happens', async () => {
  const { screen, settle } = screenOf(await games.start({ ...SOLO, rules: 'forced_dicee', ownDice: true }));
  for (const category of ['dicee', 'chance'] as const) {
    await screen.roll([3, 3, 3, 3, 3]);
    await settle();
    await screen.score(category);
  }
  expect(screen.refusal?.code).toBe(screen.table.refusal?.code);
  expect(screen.card?.chance).toBeUndefined();
  screen.toggle(0);
  expect(screen.refusal).toBeNull();
  await screen.score('full_house');
  expect(screen.refusal).not.toBeNull();
});

test('every key of the table has one meaning', () => {
  const act = new Proxy({}, { get: () => () => undefined }) as TableActions;
  const keys = tableKeys(act).bindings.flatMap((binding) => binding.keys);
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of ['Space', 'Enter', '1', 'Shift+5', 'a', 'r', 's', 'h', 'e', 'Escape']) expect(keys).toContain(key);
});

test.each([
  ['11/36', 1, /^If you play for this box alone, .* in 11 of 36 cases/],
  ['1234567/60466176', 2, /1,234,567 of 60,466,176 cases/],
  ['1', 2, /however the dice fall\.$/],
  ['0', 1, /gets nothing\.$/],
  ['1', 0, /^No roll is left/],
])('a chance of %s with %i rolls left says how it was counted', (fraction, left, text) => {
  expect(countedText(fraction, left)).toMatch(text);
});

describe('guesses of somebody without a name', () => {
  /** A table of two on this device, as a server would tell of it. */
  async function told() {
    const open = await games.start({ ...SOLO, people: ['Ann', 'Bob'], ownDice: true });
    const { screen, settle } = screenOf(open);
    const state = () => structuredClone(open.table.view) as unknown as DiceeState;
    return { screen, settle, state };
  }

  test('are answered by this device when the turn is over, beside the exact chance', async () => {
    const { screen, settle, state } = await told();
    const own = new OwnGuesses(engine);
    await screen.roll([5, 5, 5, 2, 6]);
    expect(own.add(state(), 'full_house', 0.4)).toBe(true);
    const exact = (await engine.advise(momentOf(state() as never)!, { level: 'beginner', depth: 'minimal' })).turn.categories;
    screen.keepFace(0);
    await screen.roll([3, 3]);
    expect(own.categories).toEqual(['full_house']);
    const before = state();
    await screen.score('chance');
    await settle();
    const [answer, ...more] = await own.answer(before, state());
    expect(more).toEqual([]);
    expect(answer).toMatchObject({ category: 'full_house', probability: 0.4, achieved: true });
    expect(answer?.exact).toBe(exact.find(({ category }) => category === 'full_house')?.probability);
    expect(own.categories).toEqual([]);
  });

  test('are dropped where the last dice of the turn were not seen', async () => {
    const { screen, settle, state } = await told();
    const own = new OwnGuesses(engine);
    await screen.roll([1, 2, 3, 4, 6]);
    own.add(state(), 'large_straight', 0.5);
    const unseen = state();
    await screen.roll([6, 6, 6, 6, 6]);
    await screen.score('chance');
    await settle();
    expect(await own.answer(unseen, state())).toEqual([]);
    expect(own.categories).toEqual([]);
  });
});

test('a game on the same dice is compared with the first one, also after a reload', async () => {
  const first = await games.start({ ...SOLO, seed: 21 });
  const { screen, settle } = screenOf(first);
  await settle();
  for (let turn = 0; turn < 13; turn += 1) await playTurn(screen, settle, 'first');
  const report = new Report({ engine, game: first.game.open, seat: 0, rules: 'standard', level: 'beginner' });
  expect(report.rival).toBeNull();
  await report.load();
  expect(report.rival?.points).toBe(screen.card?.grandTotal);
  expect(report.rival?.path).toHaveLength(13);
  const seed = await first.game.open.seed();
  const again = await games.start({ ...SOLO, ...(seed === null ? {} : { seed }), ...(report.rival ? { rival: report.rival } : {}) });
  await again.game.save();
  const kept = await games.resume(again.game.notes.id);
  expect(kept?.game.notes.rival).toEqual(report.rival);
  expect(kept?.game.notes.origin).toBe('repeated');
});
