/** What the analyser keeps in sight, and what it does not move. */
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANALYSER, gameShown, launch, PHONE, shot, solvedDevice, watchedPage } from './browser';

let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await launch();
  context = await solvedDevice(browser);
});
afterAll(() => browser.close());

test('what is chosen shows where colours are forced', async () => {
  const { page } = await watchedPage(context);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(ANALYSER);
  await gameShown(page);
  const look = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { backgroundColor, borderTopColor } = getComputedStyle(element);
        return `${backgroundColor} ${borderTopColor}`;
      });
  await shot(page, 'forced-colors');
  expect(await look('label:has(input[value="1"])')).not.toBe(await look('label:has(input[value="0"])'));
  expect(await look('[data-horizon="game"]')).not.toBe(await look('[data-horizon="turn"]'));
  expect(await look('[data-horizon="game"] .dot')).not.toBe(
    await look('[data-horizon="turn"] .dot'),
  );
  await page.close();
});

test('on a phone the dice, the advice and all upper boxes are in sight at once', async () => {
  const { page } = await watchedPage(context);
  await page.setViewportSize(PHONE);
  await page.goto(ANALYSER);
  await gameShown(page);
  await shot(page, 'phone');
  const bottom = await page
    .locator('[data-category="sixes"]')
    .evaluate((row) => row.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThanOrEqual(PHONE.height);

  // The dice stay while the card scrolls.
  await page.locator('[data-category="chance"]').scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollBy(0, 300));
  const top = await page
    .locator('.die')
    .first()
    .evaluate((die) => die.getBoundingClientRect().top);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top).toBeLessThan(40);
  await page.close();
});

test('nothing moves when the game takes over from the turn', async () => {
  const fresh = await browser.newContext({ viewport: PHONE });
  const { page } = await watchedPage(fresh);
  await page.addInitScript(() => {
    Reflect.set(window, 'shift', 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const total: number = Reflect.get(window, 'shift');
        Reflect.set(window, 'shift', total + (Reflect.get(entry, 'value') as number));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(ANALYSER);
  await gameShown(page);
  expect(await page.evaluate(() => Reflect.get(window, 'shift') as number)).toBeLessThan(0.1);
  await fresh.close();
});
