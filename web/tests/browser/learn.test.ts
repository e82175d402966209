/** Learning in a real browser: a lesson, the puzzle, a drill and the deck by keyboard; insights; all without a violation. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BASE, DESKTOP, launch, PHONE, shot, watchedPage } from './browser';
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

/** Scores the first open box by keys alone. */
async function scoreFirstBox(page: Page): Promise<void> {
  await page.locator('.tray').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByTestId('verdict').waitFor();
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

test('the puzzle by keyboard: a wrong try, and the result without the answer', async () => {
  const { page, complaints } = await opened('/learn/puzzle#date=2026-11-15');
  await page.getByText('Try 1 of 3').waitFor();
  await shot(page, 'puzzle-375');
  for (let at = 1; at <= 3; at += 1) {
    await scoreFirstBox(page);
    if (at < 3) await page.keyboard.press('Enter');
    if (at < 3) await page.getByText(`Try ${at + 1} of 3`).waitFor();
  }
  const result = page.getByLabel('Your result, without the answer');
  await result.waitFor();
  expect(await result.textContent()).toContain('Dicee puzzle 2026-11-15');
  expect(await violations(page)).toEqual([]);
  expect(await excess(page)).toBe(0);
  await shot(page, 'puzzle-375-done');
  await page.reload();
  await page.getByText('You have played it; look again.').waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test('a drill by keyboard, and what went wrong is in the deck', async () => {
  const { page, complaints } = await opened('/learn/train#kind=left_points');
  await page.getByText('Exercise 1 of 10').waitFor();
  expect(await violations(page)).toEqual([]);
  await scoreFirstBox(page);
  await shot(page, 'drill-375-answered');
  await page.keyboard.press('Enter');
  await page.getByText('Exercise 2 of 10').waitFor();
  for (let at = 2; at <= 4; at += 1) {
    await scoreFirstBox(page);
    await page.keyboard.press('Enter');
    await page.getByText(`Exercise ${at + 1} of 10`).waitFor();
  }
  await page.goto(URL_OF('/learn/mistakes'));
  await page.getByText(/Mistake 1 of \d/).waitFor();
  await scoreFirstBox(page);
  expect(await violations(page)).toEqual([]);
  await shot(page, 'mistakes-375');
  expect(complaints).toEqual([]);
  await page.close();
});

describe('insights', () => {
  test('say what a game said, and each number opens its positions', async () => {
    const { page, complaints } = await opened('/me');
    await page.getByText('After your first game').waitFor();
    await page.getByRole('button', { name: 'Let it speak after the move' }).click();
    expect(await violations(page)).toEqual([]);
    for (let game = 0; game < 2; game += 1) {
      await page.goto(URL_OF('/dicee/play?new'));
      await page.locator('.tray').waitFor();
      for (let turn = 1; turn <= 13; turn += 1) {
        await page.getByText(`Turn ${turn}/13`).waitFor();
        await page.getByRole('button', { name: /^Roll/ }).click();
        await page.locator('.die[data-face]').first().waitFor();
        await page.locator('button.row:not([aria-disabled="true"])').last().click();
      }
      await page.locator('dl .you').waitFor();
    }
    await page.goto(URL_OF('/me'));
    await page.getByText('points lost a game, luck taken out').waitFor();
    await shot(page, 'me-375');
    for (const question of ['Where do I lose most?', 'Which boxes cost me?', 'Was I unlucky?']) {
      await page.getByRole('button', { name: question }).click();
      expect(await violations(page)).toEqual([]);
      expect(await excess(page)).toBe(0);
    }
    await page.getByRole('button', { name: 'Where do I lose most?' }).click();
    await page.getByRole('region', { name: 'Kinds of mistake by phase of the game' }).getByRole('button').first().click();
    await page.getByRole('link', { name: 'Play these again' }).last().waitFor();
    await shot(page, 'me-375-kinds');
    await page.setViewportSize(DESKTOP);
    expect(await violations(page)).toEqual([]);
    await shot(page, 'me-1440');
    await page.setViewportSize(PHONE);
    expect(complaints).toEqual([]);
    await page.close();
  });
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
