/**
 * The acceptance questions of docs/decisions/profiles.md, a test each. The last one, whether it is fun, is for people:
 * docs/web.md says where it dragged and where it delighted.
 */
import type { Browser, BrowserContext, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE, DESKTOP, launch, measured, PHONE, shot, solvedDevice, violations, watchedPage } from './browser';
import { excess, newGame, priced, roll, withSettings } from './table';

let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await launch();
  context = await solvedDevice(browser, { viewport: PHONE, reducedMotion: 'reduce' });
});
afterAll(() => browser.close());

test('Can you play a complete 13-turn game smoothly? From the first tap to a report whose numbers add up', async () => {
  const { page, complaints } = await watchedPage(context);
  await page.goto(BASE);
  await page.getByRole('link', { name: 'Roll', exact: true }).click();
  await page.waitForURL(/dicee\/play/);
  await page.locator('.die[data-face]').first().waitFor();
  await priced(page);

  // The whole card, the dice and the bar are in sight at once.
  for (const selector of ['[data-category="ones"]', '[data-category="chance"]', '.bonus', 'footer']) {
    const box = await page.locator(selector).first().boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= PHONE.height + 1, selector).toBe(true);
  }
  expect(await excess(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
  await shot(page, 'table-375-beginner');

  for (let turn = 1; turn <= 13; turn += 1) {
    if (turn > 1) await page.getByRole('button', { name: /^Roll/ }).click();
    await priced(page);
    if (turn === 2) {
      await page.locator('.die').nth(1).click();
      expect(await page.locator('.die').nth(1).getAttribute('aria-pressed')).toBe('true');
      await page.getByRole('button', { name: 'Roll 4 dice' }).click();
      await priced(page);
    }
    await page.locator('button.row[data-rank="1"]').click();
    if (turn === 1) {
      await page.getByRole('button', { name: 'Take back', exact: true }).first().click();
      await priced(page);
      await page.locator('button.row[data-rank="1"]').click();
    }
    if (turn < 13) await page.getByText(`Turn ${turn + 1}/13`).waitFor();
  }
  await page.locator('dl .score').waitFor();
  const parts = await page.locator('.report dl dd').allTextContents();
  const [optimum = 0, luck = 0, loss = 0, score = 0] = parts.map((text) => Number(text.replace('−', '-')));
  expect(optimum + luck + loss).toBeCloseTo(score, 5);
  expect(await excess(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
  await shot(page, 'report-375');
  await page.getByRole('button', { name: 'Check these dice' }).click();
  await page.getByText('Fair.').waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test('Does the heat map clearly show the best move? One star, one blue bar, and the box of the advice', async () => {
  const { page } = await watchedPage(context);
  await newGame(page);
  for (let turn = 1; turn <= 4; turn += 1) {
    for (let time = 1; time <= 3; time += 1) await roll(page);
    // No roll is left: the best thing to do is the best box.
    const best = page.locator('button.row[data-rank="1"]');
    await page.locator('.row .star').first().waitFor();
    expect(await best.count()).toBe(1);
    expect(await page.locator('.row .star').count()).toBe(1);
    expect(await page.locator('.bar.best').count()).toBe(1);
    await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))));
    const heat = await page.locator('button.row .bar').evaluateAll((bars) =>
      bars.map((bar) => [bar.getBoundingClientRect().width / (bar.parentElement?.clientWidth ?? 1), bar.classList.contains('best')] as const),
    );
    const longest = Math.max(...heat.map(([width]) => width));
    expect(heat.find(([, isBest]) => isBest)?.[0]).toBeCloseTo(longest, 2);
    const name = (await best.getAttribute('aria-label'))?.split(':')[0] ?? '';
    expect(await page.locator('.line').textContent()).toContain(name);
    await best.click();
    await page.getByText(`Turn ${turn + 1}/13`).waitFor();
  }
  await page.close();
});

test('Can you switch between Beginner, Intermediate and Expert? In the middle of a turn, from the menu', async () => {
  const { page } = await watchedPage(context);
  await newGame(page);
  await roll(page);
  const card = page.getByRole('region', { name: /scorecard/i });
  for (const [profile, shows] of [
    ['Intermediate', /\d%/],
    ['Expert', /\d+\/\d+/],
    ['Beginner', /Sure|Still likely|Still possible/],
  ] as const) {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByText(profile, { exact: true }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => card.textContent()).toMatch(shows);
  }
  await page.close();
});

test.each([
  ['phone', { viewport: PHONE, hasTouch: true, isMobile: true }],
  ['laptop', { viewport: DESKTOP }],
] as const)('Does it work on your %s? A turn with dice kept, swiped and freed', async (name, options) => {
  const own = await solvedDevice(browser, { ...options, reducedMotion: 'reduce' });
  const { page, complaints } = await watchedPage(own);
  await newGame(page);
  await roll(page);
  const die = (place: number) => page.locator('.die').nth(place);
  const kept = async (place: number) => (await die(place).getAttribute('aria-pressed')) === 'true';
  if (name === 'phone') {
    await die(0).tap();
    expect(await kept(0)).toBe(true);
  } else {
    await die(0).click();
    expect(await kept(0)).toBe(true);
    await swipe(die(1), 0, -40);
    expect(await kept(1)).toBe(true);
    await swipe(die(1), 0, 40);
    expect(await kept(1)).toBe(false);
    // A row: a right click explains it, swipes show what else there is and how it stands beside the best, Shift pins it.
    const row = page.locator('button.row').first();
    for (const [act, title] of [
      [() => row.click({ button: 'right' }), 'Ones'],
      [() => swipe(row, -60, 4), 'Why?'],
      [() => swipe(row, 60, 4), 'Beside the best'],
    ] as const) {
      await act();
      await page.getByRole('dialog', { name: title }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
    await row.click({ modifiers: ['Shift'] });
    await page.getByRole('heading', { name: 'Ones, pinned' }).waitFor();
    await die(2).click({ button: 'right' });
    await page.locator('#content').getByText(/Die 3: keeping it is worth/).waitFor();
    // None of it filled a box or rolled.
    expect(await page.locator('.filled').count()).toBe(0);
  }
  await page.getByRole('button', { name: 'Roll 4 dice' }).click();
  await priced(page);
  const took = await measured(page, 'roll to heat map', 2);
  console.info(`roll to heat map on a ${name}: ${took.map((ms) => ms.toFixed(1)).join(', ')} ms`);
  // A bound for a busy machine; docs/benchmarks.md has what an idle one needs.
  expect(took[0]).toBeLessThan(1000);
  expect(await excess(page)).toBe(0);
  expect(complaints).toEqual([]);
  await own.close();
});

test('Can someone navigate it with the keyboard only? A whole game without a pointer', async () => {
  const { page, complaints } = await watchedPage(context);
  await newGame(page);
  const key = (name: string) => page.keyboard.press(name);
  const turnOf = async () => Number(/Turn (\d+)/.exec((await page.locator('footer').textContent()) ?? '')?.[1] ?? 0);
  const first = await turnOf();
  for (let turn = first; turn <= 13; turn += 1) {
    await key('Space');
    await priced(page);
    if (turn === first) {
      await key('1');
      const kept = page.locator('.die[aria-pressed="true"]');
      await expect.poll(() => kept.count()).toBe(1);
      for (const again of ['2', '2', '3', '3']) await key(again);
      const took = await measured(page, 'key to price', 5);
      console.info(`key to the price of a keep: ${took.map((ms) => ms.toFixed(1)).join(', ')} ms`);
      // A bound for a busy machine; docs/benchmarks.md has what an idle one needs.
      expect(took[0]).toBeLessThan(100);
      await key('r');
      await expect.poll(() => kept.count()).toBe(0);
      await key('Shift+2');
      await expect.poll(() => kept.count()).toBe(1);
      await key('Space');
      await page.getByText('1 of 3').first().waitFor();
      await priced(page);
      await key('t');
      await page.getByRole('dialog').waitFor();
      await key('Escape');
    }
    await key('ArrowDown');
    await key('Enter');
    if (turn < 13) await page.getByText(`Turn ${turn + 1}/13`).waitFor();
  }
  await page.locator('dl .score').waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test('the dice that were kept are still kept after a reload', async () => {
  const { page } = await watchedPage(context);
  await withSettings(page, {});
  await newGame(page);
  await roll(page);
  await page.locator('.die').nth(1).click();
  await page.locator('.die').nth(3).click();
  await page.reload();
  await priced(page);
  const pressed = await page.locator('.die').evaluateAll((dice) => dice.map((die) => die.getAttribute('aria-pressed')));
  expect(pressed).toEqual(['false', 'true', 'false', 'true', 'false']);
  await page.close();
});

/** Drags the pointer from the middle of something. */
async function swipe(target: Locator, across: number, along: number): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('it is not on the page');
  const mouse = target.page().mouse;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(x + across / 2, y + along / 2);
  await mouse.move(x + across, y + along);
  await mouse.up();
}
