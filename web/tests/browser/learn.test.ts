/** Learning in a real browser: a lesson by keyboard, and the essay; without a violation. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE, launch, PHONE, shot, watchedPage } from './browser';
import { hydrated } from './screens';

const URL_OF = (path: string) => new URL(path, BASE).href;

let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await launch();
  context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' });
});
afterAll(() => browser.close());

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** What is wider than the screen. */
function excess(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

async function opened(path: string): Promise<{ page: Page; complaints: string[] }> {
  const { page, complaints } = await watchedPage(context);
  await page.goto(URL_OF(path));
  await hydrated(page);
  return { page, complaints };
}

test('a lesson by keyboard, from the first guess to done', async () => {
  const { page, complaints } = await opened('/learn/lesson/counting');
  for (let step = 1; step <= 3; step += 1) {
    const slider = page.getByRole('slider');
    await slider.waitFor();
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    if (step === 1) {
      expect(await violations(page)).toEqual([]);
      expect(await excess(page)).toBe(0);
      await shot(page, 'lesson-375');
    }
    await page.keyboard.press('Enter');
    await page.getByTestId('verdict').waitFor();
    if (step === 1) {
      expect(await page.getByTestId('verdict').textContent()).toContain('1/6');
      expect(await violations(page)).toEqual([]);
      await shot(page, 'lesson-375-answered');
    }
    await page.keyboard.press('Enter');
    if (step < 3) await page.getByText(`step ${step + 1} of 3`).waitFor();
  }
  await page.getByRole('heading', { name: 'Counting: done' }).waitFor();
  await page.goto(URL_OF('/learn'));
  await page.locator('[data-done="true"]').waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test('the figures of the essay move', async () => {
  const { page, complaints } = await opened('/learn/how');
  await page.getByText('Your choice is worth').waitFor();
  const answer = page.locator('.answer').nth(1);
  const before = await answer.textContent();
  await page.getByRole('button', { name: 'Keep die 5' }).first().click();
  await expect.poll(() => answer.textContent()).not.toBe(before);
  expect(await violations(page)).toEqual([]);
  expect(await excess(page)).toBe(0);
  await shot(page, 'how-375');
  expect(complaints).toEqual([]);
  await page.close();
});
