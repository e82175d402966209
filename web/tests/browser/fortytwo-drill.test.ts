/** Drills of Forty-Two, by keyboard alone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE, DESKTOP, launch, PHONE, shot, violations, watchedPage } from './browser';
import { hydrated } from './screens';

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

test.each([PHONE, DESKTOP])('questions are answered by keyboard at $width', { timeout: 120_000 }, async (viewport) => {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  const { page, complaints } = await watchedPage(context);
  await page.goto(new URL('/learn', BASE).href);
  await hydrated(page);
  await page.getByRole('link', { name: /Forty-Two drills/ }).focus();
  await page.keyboard.press('Enter');
  const question = page.locator('section[aria-label="Question"] h2');
  for (const [place, kind] of ['All of them', 'Name the winner', 'Who is void?', 'Count the trumps', 'Make it'].entries()) {
    await question.waitFor();
    if (place > 0) {
      await page.getByRole('radio', { name: ['All of them', 'Name the winner', 'Who is void?', 'Count the trumps'][place - 1]! }).focus();
      await page.keyboard.press('ArrowRight');
      expect(await page.getByRole('radio', { name: kind }).isChecked()).toBe(true);
      await question.focus();
    }
    await page.locator('.option').first().waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.keyboard.press('1');
    if ((await page.getByRole('button', { name: 'Answer' }).count()) > 0) await page.keyboard.press('Enter');
    await page.locator('.verdict').waitFor();
    await page.getByText(new RegExp(`of ${place + 1} right`)).waitFor();
    await shot(page, `fortytwo-drill-${place}-${viewport.width}`);
    await page.keyboard.press('Enter');
    await page.locator('.verdict').waitFor({ state: 'detached' });
  }
  expect(complaints).toEqual([]);
  await context.close();
});
