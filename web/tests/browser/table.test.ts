/** The Dicee table in a real browser: replay, retry, bots, every profile. Whole games are in acceptance.test.ts. */
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FULL, hydrated, setTheme, THEMES } from './screens';
import { launch, measured, PHONE, shot, solvedDevice, violations, watchedPage } from './browser';
import { gamesOfDevice, keep } from './kept-games';
import { excess, newGame, priced, roll, URL_OF, withSettings } from './table';

let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await launch();
  context = await solvedDevice(browser, { viewport: PHONE, reducedMotion: 'reduce' });
});
afterAll(() => browser.close());

test('a replay and a retry from a link', async () => {
  const { page, complaints } = await watchedPage(context);
  await newGame(page);
  for (let turn = 1; turn <= 13; turn += 1) {
    await roll(page);
    // The first open box, whatever it costs: there will be something to retry.
    await page.locator('button.row:not([aria-disabled="true"])').first().click();
    if (turn < 13) await page.getByText(`Turn ${turn + 1}/13`).waitFor();
  }
  await page.locator('dl .score').waitFor();
  // It is kept: the list of games leads to its report, and can forget it.
  await page.goto(URL_OF('/dicee'));
  await page.getByText('Finished games').click();
  const games = page.locator('details li');
  const kept = await games.count();
  await games.first().getByRole('button').click();
  await expect.poll(() => games.count()).toBe(kept - 1);
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('Finished games').waitFor();
  if (!(await games.first().isVisible())) await page.getByText('Finished games').click();
  await games.first().getByRole('link').click();
  await page.getByRole('button', { name: /Retry your/ }).click();
  await page.locator('.die[data-face]').first().waitFor();
  expect(await page.locator('button.row[data-heat]').count()).toBe(0);
  await page.locator('button.row:not([aria-disabled="true"])').last().click();
  await page.locator('.verdict').waitFor();
  await shot(page, 'retry-375');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Back to the report' }).click();
  // A moment of it is replayed under the player's own name, and the way back is its own report.
  await page.getByRole('button', { name: /^T\d+ You/ }).first().click();
  await page.getByText(/^You, turn/).waitFor();
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByRole('button', { name: /Retry your/ }).waitFor();
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByLabel('Link to the whole game').inputValue();
  expect(link).toContain('/dicee/replay#g=');
  const other = await solvedDevice(browser, { viewport: PHONE, reducedMotion: 'reduce' });
  const { page: fresh } = await watchedPage(other);
  await fresh.goto(link);
  // A finished game opens on how it went, with the ways on.
  await fresh.locator('dl .score').waitFor();
  await fresh.getByRole('button', { name: 'Play these dice yourself' }).waitFor();
  expect(await violations(fresh)).toEqual([]);
  expect(await excess(fresh)).toBe(0);
  await shot(fresh, 'shared-375');
  await fresh.getByRole('button', { name: 'Step through it' }).click();
  await fresh.getByLabel('Event').press('End');
  await fresh.getByText('The game is over').waitFor();
  // A full card is not played on, whether the game has been called over yet or not.
  const playOn = fresh.getByRole('button', { name: 'Play on from here' });
  expect(await playOn.isDisabled()).toBe(true);
  await fresh.keyboard.press(',');
  await fresh.getByText(/scored \d+ in/).first().waitFor();
  expect(await playOn.isDisabled()).toBe(true);
  await fresh.getByLabel('Event').fill('6');
  const verdict = fresh.getByText(/^(kept|scored|rolled) /);
  const between = fresh.getByText(/^Next: turn/);
  await verdict.or(between).first().waitFor();
  if (await between.isVisible()) await fresh.getByLabel('Event').fill('7');
  await verdict.waitFor();
  await shot(fresh, 'replay-375');
  expect(await violations(fresh)).toEqual([]);
  await fresh.getByRole('button', { name: 'Play on from here' }).click();
  await fresh.waitForURL(/dicee\/play/);
  await fresh.locator('.tray').waitFor();
  // A link that was cut off shows what is left of it; one that holds nothing says so in plain words.
  await fresh.goto(link.slice(0, -20));
  await fresh.getByText('This link is damaged.').waitFor();
  await fresh.getByRole('button', { name: 'To the start' }).click();
  await fresh.getByText('Before the game').waitFor();
  await fresh.goto(URL_OF('/dicee/replay#g=garbage'));
  await fresh.getByRole('alert').waitFor();
  expect(await fresh.getByRole('alert').textContent()).toMatch(/^The link is damaged: it has characters/);
  await other.close();
  expect(complaints).toEqual([]);
  await page.close();
});

describe.each([
  ['beginner', /Sure|Still likely|Still possible|Unlikely/],
  ['intermediate', /\d%/],
  ['expert', /\d+\/\d+/],
  ['research', /\d+\/\d+/],
] as const)('profile %s', (profile, shows) => {
  test('shows what it promises, and nothing bars access in any theme', async () => {
    const own = await solvedDevice(browser, { viewport: PHONE, reducedMotion: 'reduce' });
    const { page, complaints } = await watchedPage(own);
    await withSettings(page, { profile });
    await newGame(page);
    await roll(page);
    await expect.poll(() => page.getByRole('region', { name: /scorecard/i }).textContent()).toMatch(shows);
    for (const name of FULL ? THEMES : (['light'] as const)) {
      await setTheme(page, name);
      expect(await violations(page), name).toEqual([]);
      await shot(page, `table-375-${profile}-${name}`);
    }
    expect(await excess(page)).toBe(0);
    // The coach mark about keeping leaves when something is kept.
    await page.locator('.die').first().click();
    await page.getByRole('button', { name: 'Why?' }).click();
    await page.locator('.reason').waitFor();
    expect(await violations(page)).toEqual([]);
    await shot(page, `why-375-${profile}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    await page.getByRole('dialog').locator('li').first().waitFor();
    await shot(page, `map-375-${profile}`);
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await own.close();
  });
});

test('with five open boxes the chances to win are counted while one looks at the dice', async () => {
  const own = await solvedDevice(browser, { viewport: PHONE, reducedMotion: 'reduce' });
  const { page, complaints } = await watchedPage(own);
  // The page of kept games makes the store.
  await page.goto(URL_OF('/dicee'));
  await hydrated(page);
  const [game] = await gamesOfDevice([['Ann', 'Bob']], 8, (open, turn) => open.at(turn % 2 === 0 ? 0 : -1));
  await keep(page, game ? [game] : []);
  await page.goto(URL_OF(`/dicee/play#id=${game?.id}`));
  // The first chances wait for the module.
  await measured(page, 'move to win chances', 1);
  for (let rolls = 1; rolls <= 3; rolls += 1) {
    await roll(page);
    await measured(page, 'move to win chances', rolls + 1);
  }
  const took = (await measured(page, 'move to win chances', 4)).slice(0, 3);
  console.info(`move to the chances to win with five open boxes: ${took.map((ms) => ms.toFixed(1)).join(', ')} ms`);
  // A bound for a busy machine; docs/benchmarks.md has what an idle one needs.
  expect(took[0]).toBeLessThan(1000);
  expect(complaints).toEqual([]);
  await own.close();
});

test('a double tap on Roll rolls once: a roll cannot be taken back', async () => {
  const own = await solvedDevice(browser, { viewport: PHONE, reducedMotion: 'reduce' });
  const { page, complaints } = await watchedPage(own);
  await newGame(page);
  await page.locator('button.roll').dblclick({ delay: 20 });
  await priced(page);
  // When the dice have lain for a moment, a tap is meant.
  await page.locator('button.roll:not([aria-disabled])').waitFor();
  expect(await page.locator('button.roll .left').textContent()).toBe('2 of 3 rolls left');
  await page.locator('button.roll').click();
  await page.getByText('1 of 3 rolls left').waitFor();
  expect(complaints).toEqual([]);
  await own.close();
});

test('every tap of a fast player counts: thirteen rolls and thirteen boxes, each as soon as it is there', async () => {
  const own = await solvedDevice(browser, { viewport: PHONE, reducedMotion: 'reduce' });
  const { page, complaints } = await watchedPage(own);
  await newGame(page);
  for (let turn = 1; turn <= 13; turn += 1) {
    await page.locator('button.roll:not([disabled])').click();
    await page.locator('button.row[data-rank="1"]').click();
    if (turn < 13) await page.locator('footer', { hasText: `Turn ${turn + 1}/13` }).waitFor();
  }
  await page.locator('dl .score').waitFor();
  expect(complaints).toEqual([]);
  await own.close();
});

test.each([
  ['no-preference', 1],
  ['reduce', 0],
] as const)('a turn in which nothing was better is celebrated where motion is wanted: %s', async (reducedMotion, bursts) => {
  const own = await solvedDevice(browser, { viewport: PHONE, reducedMotion });
  const { page, complaints } = await watchedPage(own);
  await page.goto(URL_OF('/dicee'));
  await hydrated(page);
  await page.getByText('Rules and dice').click();
  await page.getByRole('switch', { name: 'Your own dice' }).press('Space');
  await page.locator('a.play').click();
  await page.getByRole('button', { name: 'Enter your 5 dice' }).click();
  for (let die = 1; die <= 5; die += 1) await page.getByRole('dialog').getByRole('button', { name: '6', exact: true }).click();
  await priced(page);
  await page.locator('button.row[data-category="dicee"]').click();
  await page.locator('.strip', { hasText: 'perfect turn' }).waitFor();
  expect(await page.locator('.burst').count()).toBe(bursts);
  expect(complaints).toEqual([]);
  await own.close();
});

test('stats go off by their button and by S, come back, and stay where they always show', async () => {
  const own = await solvedDevice(browser, { viewport: PHONE, reducedMotion: 'reduce' });
  const { page, complaints } = await watchedPage(own);
  await newGame(page);
  await roll(page);
  const bars = page.locator('button.row[data-heat]');
  const button = page.getByRole('button', { name: 'Stats', exact: true });
  await button.click();
  await expect.poll(() => bars.count()).toBe(0);
  expect(await button.getAttribute('aria-pressed')).toBe('false');
  await page.keyboard.press('s');
  await expect.poll(() => bars.count()).toBeGreaterThan(0);
  // The same switch, by the same name, in the menu.
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await page.getByRole('switch', { name: /^Stats/ }).isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await withSettings(page, { alwaysStats: true, stats: false });
  await page.reload();
  await expect.poll(() => bars.count()).toBeGreaterThan(0);
  expect(await button.count()).toBe(0);
  await page.keyboard.press('s');
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await page.getByRole('switch', { name: 'Always show stats' }).isChecked()).toBe(true);
  expect(await bars.count()).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
  await own.close();
});

test('bots play by themselves', async () => {
  const own = await solvedDevice(browser, { viewport: PHONE, reducedMotion: 'reduce' });
  const { page, complaints } = await watchedPage(own);
  await withSettings(page, { pace: 'instant' });
  await page.goto(URL_OF('/dicee'));
  await hydrated(page);
  await page.getByText('Bots', { exact: true }).click();
  await shot(page, 'setup-375');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: /^Play( against .*)?$/ }).last().click();
  await page.locator('.players').waitFor();
  await page.getByRole('button', { name: /^Roll/ }).click();
  await priced(page);
  await page.locator('button.row[data-rank="1"]').click();
  await page.getByText('Turn 2/13').waitFor();
  await shot(page, 'bots-375');
  expect(complaints).toEqual([]);
  await own.close();
});
