/**
 * A whole game of dice as somebody hears it: what the live regions say, and what a screen reader finds on the page. Real dice are
 * entered, so that every run says the same. The pointer is never used. `vitest -u` writes the golden text anew.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, PHONE, solvedDevice, watchedPage } from './browser';
import { hydrated } from './screens';
import { priced, URL_OF, withSettings } from './table';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** The first roll of the turns that fill a box at once. */
const ROLLS = [
  [2, 3, 4, 5, 6],
  [6, 6, 6, 6, 6],
  [1, 1, 1, 1, 3],
  [4, 4, 4, 4, 2],
  [6, 6, 6, 6, 1],
  [3, 3, 3, 3, 5],
  [2, 2, 2, 2, 6],
  [5, 5, 5, 6, 6],
  [1, 2, 3, 4, 6],
  [6, 6, 6, 5, 5],
  [5, 5, 5, 5, 6],
  [6, 6, 5, 5, 4],
] as const;

/** Collects what the live regions say. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Reflect.set(window, 'heard', heard);
    new MutationObserver((records) => {
      const changed = records.map(({ target }) => (target instanceof Element ? target : target.parentElement)?.closest('[data-live]'));
      for (const region of new Set(changed)) {
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
  const dialog = page.getByRole('dialog');
  for (const face of faces) await dialog.getByRole('button', { name: `${face}`, exact: true }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await priced(page);
}

/** Fills the box that is worth most, and waits until the table has said what the turn was worth. */
async function fill(page: Page): Promise<void> {
  await page.locator('button.row[data-rank="1"]').press('Enter');
  await page.locator('.strip', { hasText: /perfect turn|below best|gave away/ }).waitFor();
}

test('a whole game sounds as it is written down', async () => {
  const context = await solvedDevice(browser, { viewport: PHONE, reducedMotion: 'reduce' });
  const { page, complaints } = await watchedPage(context);
  await withSettings(page, { profile: 'intermediate' });
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
  // Whether the bonus is on course is known with the solved game, and so is what is to be expected.
  await page.getByRole('group', { name: 'Upper bonus' }).getByText('on course').waitFor();
  await page.getByRole('img', { name: /expected final score/ }).waitFor();
  await look('Before the first roll');

  await enter(page, [5, 2, 5, 6, 5]);
  await look('After the first roll');
  for (const die of ['1', '3', '5']) await page.keyboard.press(die);
  await page.locator('.die[aria-pressed="true"]').nth(2).waitFor();
  await look('Three dice are kept', page.getByRole('group', { name: 'Dice' }));
  await page.keyboard.press('w');
  await page.getByRole('dialog').locator('.reason').waitFor();
  await look('Why', page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await enter(page, [3, 5]);
  await fill(page);
  await look('After the first box');

  for (const [place, faces] of ROLLS.entries()) {
    await page.getByText(`Turn ${place + 2}/13`).waitFor();
    await enter(page, faces);
    if (place < ROLLS.length - 1) await fill(page);
  }
  await look('The last roll');
  await page.locator('button.row[data-rank="1"]').press('Enter');
  await page.getByRole('button', { name: /^Retry your/ }).waitFor();
  await look('The report');

  const text = `# What is heard\n\n${(await heard()).join('\n')}\n\n# What is found\n\n${found.join('\n\n')}\n`;
  await expect(text).toMatchFileSnapshot('golden/dicee-by-ear.txt');
  expect(complaints).toEqual([]);
  await context.close();
});
