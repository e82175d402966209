/**
 * Two turns of the dice table as somebody hears them: what the live regions say, and what a screen reader finds on the page.
 * Real dice are entered, so that every run says the same. The pointer is never used.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, PHONE, solvedDevice, watchedPage } from './browser';
import { hydrated } from './screens';
import { priced, URL_OF } from './table';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Collects what the live regions say. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Reflect.set(window, 'heard', heard);
    new MutationObserver((records) => {
      const regions = new Set(
        records.map(({ target }) => (target instanceof Element ? target : target.parentElement)?.closest('[data-live]') ?? null),
      );
      for (const region of regions) {
        const text = region?.textContent?.trim();
        if (text) heard.push(`${region?.getAttribute('data-live')}: ${text}`);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'heard') as string[]);
}

/** Enters dice that were rolled by hand. */
async function enter(page: Page, faces: readonly number[]): Promise<void> {
  await page.getByRole('button', { name: /^Enter your/ }).press('Enter');
  for (const face of faces) await page.getByRole('dialog').getByRole('button', { name: `${face}`, exact: true }).press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await priced(page);
}

test('two turns sound as they are written down', async () => {
  const context = await solvedDevice(browser, { viewport: PHONE, reducedMotion: 'reduce' });
  const { page, complaints } = await watchedPage(context);
  const heard = await listen(page);
  const found: string[] = [];
  const look = async (what: string, where: Locator = page.getByRole('main')) => {
    found.push(`## ${what}\n\n${await where.ariaSnapshot()}`);
  };
  await page.goto(URL_OF('/dicee'));
  await hydrated(page);
  await page.getByText('Rules and dice').press('Enter');
  await page.getByRole('switch', { name: 'Your own dice' }).press('Space');
  await page.locator('a.play').press('Enter');
  await page.getByRole('button', { name: 'Menu' }).waitFor();
  await look('Before the first roll');

  await enter(page, [5, 2, 5, 6, 5]);
  await page.getByText(/expected final score/).first().waitFor({ state: 'attached' });
  await look('After the first roll');
  await page.keyboard.press('1');
  await page.keyboard.press('3');
  await page.keyboard.press('5');
  await page.keyboard.press('w');
  await page.getByRole('dialog').locator('.reason').waitFor();
  await look('Why', page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await enter(page, [3, 5]);
  await page.keyboard.press('a');
  await page.keyboard.press('ArrowDown');
  await page.locator('[data-category="fives"]').press('Enter');
  await page.getByText('Turn 2/13').waitFor();

  await enter(page, [2, 3, 4, 5, 5]);
  await page.getByText(/expected final score/).first().waitFor({ state: 'attached' });
  await look('After the first roll of the second turn');

  const text = `# What is heard\n\n${(await heard()).join('\n')}\n\n# What is found\n\n${found.join('\n\n')}\n`;
  await expect(text).toMatchFileSnapshot('golden/dicee-by-ear.txt');
  expect(complaints).toEqual([]);
  await context.close();
});
