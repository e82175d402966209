/** A game of this device in several tabs. */
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, PHONE, shot, solvedDevice, violations, watchedPage } from './browser';
import { newGame, roll } from './table';

let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await launch();
  context = await solvedDevice(browser, { viewport: PHONE, reducedMotion: 'reduce' });
});
afterAll(() => browser.close());

test('a game is played in the tab that opened it last, and the other takes it over without losing a move', async () => {
  const { page: first, complaints } = await watchedPage(context);
  await newGame(first);
  await roll(first);
  const dice = () => first.locator('.die[data-face]').evaluateAll((all) => all.map((die) => die.getAttribute('data-face')));
  const thrown = await dice();

  const { page: second } = await watchedPage(context);
  await second.goto(first.url());
  await second.locator('.die[data-face]').first().waitFor();
  await first.getByRole('heading', { name: 'This game is open in another tab' }).waitFor();
  await shot(first, 'tabs-375');
  expect(await violations(first)).toEqual([]);
  await second.locator('button.row:not([aria-disabled="true"])').first().click();
  await second.getByText('Turn 2/13').waitFor();

  await first.getByRole('button', { name: 'Play here' }).click();
  await first.getByText('Turn 2/13').waitFor();
  await second.getByRole('button', { name: 'Play here' }).waitFor();
  await roll(first);
  expect((await dice()).length).toBe(thrown.length);
  // A reload is no other tab: it asks nothing.
  await first.reload();
  await first.locator('.die[data-face]').first().waitFor();
  expect(complaints).toEqual([]);
});
