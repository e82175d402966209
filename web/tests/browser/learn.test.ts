/** Learning in a real browser: lesson, puzzle, drill and deck by keyboard, the essay and the insights; without a violation. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SESSION_KEY } from '../../src/lib/people/session.svelte';
import type { StoredGame } from '../../src/lib/table/game-store';
import { BASE, DESKTOP, launch, PHONE, shot, solvedDevice, violations, watchedPage } from './browser';
import { gamesOfDevice, keep } from './kept-games';
import { hydrated } from './screens';

const URL_OF = (path: string) => new URL(path, BASE).href;

let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await launch();
  context = await solvedDevice(browser, { viewport: PHONE, reducedMotion: 'reduce' });
});
afterAll(() => browser.close());

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
      // Dice and boxes are locked during a guess, and nothing here switches the numbers of real games.
      const kept = page.locator('.die.kept');
      const before = await kept.count();
      await page.locator('button.row').first().click({ force: true });
      await page.locator('.die').first().click({ force: true });
      await page.locator('.task p').focus();
      await page.keyboard.press('s');
      expect(await page.getByTestId('verdict').count()).toBe(0);
      expect(await kept.count()).toBe(before);
      expect(await page.getByRole('button', { name: 'Stats' }).count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.dataset['stats'])).toBe('on');
      await slider.focus();
    }
    await page.keyboard.press('Enter');
    await page.getByTestId('verdict').waitFor();
    if (step === 1) {
      expect(await page.getByTestId('verdict').textContent()).toContain('1/6');
      // The numbers of the coach answer another question.
      expect(await page.locator('button.row[data-heat]').count()).toBe(0);
      expect(await violations(page)).toEqual([]);
      await shot(page, 'lesson-375-answered');
    }
    await page.keyboard.press('Enter');
    if (step < 3) await page.getByText(`step ${step + 1} of 3`).waitFor();
  }
  await page.getByRole('heading', { name: 'Counting: done' }).waitFor();
  await page.getByText(/^\d of 3 right at the first try\.$/).waitFor();
  await page.getByRole('button', { name: 'Do it again' }).waitFor();
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

/** Answers what lies on the table, by keyboard alone: fills the first open box. */
async function answered(page: Page): Promise<void> {
  await page.locator('button.row[aria-disabled="false"]').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.locator('button.row:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.getByTestId('verdict').waitFor();
}

/** Presses the way on, which has the focus; what comes then has it, not the page as a whole. */
async function goOn(page: Page, focused: string | RegExp): Promise<void> {
  expect(await page.locator(':focus').evaluate((element) => element.tagName)).toBe('BUTTON');
  await page.keyboard.press('Enter');
  await page.locator('[data-focus]:focus').filter({ hasText: focused }).waitFor();
}

test('the puzzle of a day by keyboard: three tries, and a result without the answer', async () => {
  const { page, complaints } = await opened('/learn/puzzle#date=2026-11-15');
  await page.getByText('Try 1 of 3').waitFor();
  for (let tries = 1; tries <= 3; tries += 1) {
    await answered(page);
    if (tries === 1) {
      expect(await violations(page)).toEqual([]);
      expect(await excess(page)).toBe(0);
      await shot(page, 'puzzle-375');
    }
    if (await page.getByRole('button', { name: 'Share' }).isVisible()) break;
    await goOn(page, `Try ${tries + 1} of 3`);
  }
  const result = page.getByLabel('Your result, without the answer');
  await result.waitFor();
  expect(await result.textContent()).toContain('2026-11-15');
  // It is remembered: another look is no further try.
  await page.reload();
  await page.getByText('You have played it; look again.').waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test('a drill by keyboard, and what went wrong in it waits in the deck', async () => {
  const { page, complaints } = await opened('/learn/train#kind=stopped_early');
  for (let place = 1; place <= 10; place += 1) {
    await page.getByText(`Exercise ${place} of 10`).waitFor();
    await answered(page);
    if (place === 1) {
      expect(await violations(page)).toEqual([]);
      expect(await excess(page)).toBe(0);
      await shot(page, 'drill-375-answered');
    }
    await goOn(page, place < 10 ? `Exercise ${place + 1} of 10` : 'Stopping early');
  }
  await page.getByText('solved at the first try').waitFor();
  await page.goto(URL_OF('/learn/mistakes'));
  await hydrated(page);
  const task = page.getByText(/Mistake 1 of \d+/);
  await task.waitFor();
  const count = Number((await task.textContent())?.match(/of (\d+)/)?.[1]);
  expect(count).toBeGreaterThan(0);
  expect(await violations(page)).toEqual([]);
  await shot(page, 'deck-375');
  for (let place = 1; place <= count; place += 1) {
    await page.getByText(`Mistake ${place} of ${count}`).waitFor();
    await answered(page);
    await goOn(page, place < count ? `Mistake ${place + 1} of ${count}` : 'Your mistakes');
  }
  await page.getByText('solved at the first try').waitFor();
  // Solved or not, each comes again on a later day.
  await page.reload();
  await page.getByText(/Nothing is due today/).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test('ten chances are guessed by keyboard, and the curve shows how well', async () => {
  const { page, complaints } = await opened('/learn/odds');
  for (let place = 1; place <= 10; place += 1) {
    await page.getByText(`Chance ${place} of 10`).waitFor();
    const slider = page.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    if (place === 1) {
      expect(await violations(page)).toEqual([]);
      expect(await excess(page)).toBe(0);
      await shot(page, 'odds-375');
    }
    await page.keyboard.press('Enter');
    await page.getByTestId('verdict').waitFor();
    expect(await page.getByTestId('verdict').textContent()).toMatch(/You said 49%, it is [\d.]+%, \d+\/\d+/);
    if (place === 1) {
      expect(await violations(page)).toEqual([]);
      await shot(page, 'odds-375-answered');
    }
    await goOn(page, place < 10 ? `Chance ${place + 1} of 10` : 'Guess the odds');
  }
  // These ten are all guesses so far: how far they are off is said once.
  expect(await page.locator('.result').textContent()).toMatch(/On average \d+ percentage points? off in these 10 guesses/);
  expect(await page.getByText('guesses are off by').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  expect(await excess(page)).toBe(0);
  await shot(page, 'odds-375-curve');
  expect(complaints).toEqual([]);
  await page.close();
});

/** Whole games of somebody who takes the last open box after three rolls of all dice. */
function badGames(count: number): Promise<StoredGame[]> {
  return gamesOfDevice(Array<string[]>(count).fill(['You']), 13, (open) => open.at(-1), 3);
}

test('the insights of a player on a phone and on a desk', async () => {
  const { page, complaints } = await opened('/me');
  await page.getByText('After the first game that counts').waitFor();
  await keep(page, await badGames(6));
  await page.reload();
  await page.getByText('points lost a game').first().waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await excess(page)).toBe(0);
  await shot(page, 'me-375');
  await page.setViewportSize(DESKTOP);
  expect(await violations(page)).toEqual([]);
  await shot(page, 'me-1440');
  // A cell opens its positions.
  for (const [question, cell] of [
    ['Where do I lose most?', /, all turns: \d+ of \d+ times$/],
    ['Which boxes cost me?', /, filled wrongly: \d+ of \d+ times$/],
    ['Which boxes cost me?', /, missed: (once|\d+ times)$/],
  ] as const) {
    await page.getByRole('button', { name: question }).click();
    await page.getByRole('button', { name: cell }).first().click();
    await page.getByText(/^Turn \d+, roll \d: you .* better: /).first().waitFor();
    expect(await violations(page), question).toEqual([]);
  }
  expect(complaints).toEqual([]);
  await page.close();
});

test('a turn against the twin by keyboard, which overlooks what its player overlooks', async () => {
  const { page, complaints } = await opened('/learn/twin');
  await page.getByRole('button', { name: 'Play your twin' }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await excess(page)).toBe(0);
  await shot(page, 'twin-375');
  await page.getByRole('button', { name: 'Play your twin' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.players').filter({ hasText: 'Your twin' }).waitFor();
  // Who begins is drawn.
  const roll = page.getByRole('button', { name: /^Roll/ });
  await expect.poll(() => roll.isEnabled(), { timeout: 30_000 }).toBe(true);
  await page.keyboard.press('Space');
  await page.locator('button.row[data-rank="1"]').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.locator('button.row:focus').waitFor();
  await page.keyboard.press('Enter');
  // It ends its turn by itself, and the player is to roll again.
  await page.getByText('Turn 2/13').waitFor();
  await expect.poll(() => roll.isEnabled(), { timeout: 30_000 }).toBe(true);
  await shot(page, 'twin-375-played');
  expect(complaints).toEqual([]);
  await page.close();
});

test('the guesses of a player are among the insights', async () => {
  const { page, complaints } = await opened('/me');
  await page.getByRole('button', { name: 'Do I know the odds?' }).click();
  await page.getByText('guesses are off by').waitFor();
  await page.locator('li').filter({ hasText: /on average \d+ percentage points? off in 10 guesses/ }).waitFor();
  await page.locator('li').filter({ hasText: /1 of 12 done/ }).waitFor();
  expect(await violations(page)).toEqual([]);
  await shot(page, 'me-375-odds');
  expect(complaints).toEqual([]);
  await page.close();
});

test('games of a device go to the server only where the player says so, and give the same profile there', async () => {
  const { page, complaints } = await opened('/me');
  const headline = page.locator('.headline');
  await headline.waitFor();
  const alone = await headline.textContent();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/players\/.*\/games$/.test(request.url())) sent.push(request.method());
  });
  expect(await page.getByText('You also play with others').count()).toBe(0);

  await page.evaluate(async (key) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ displayName: 'Ann' });
    const player = await (await fetch('/api/v1/players', { method: 'POST', headers, body })).json();
    localStorage.setItem(key, JSON.stringify(player));
  }, SESSION_KEY);
  await page.reload();
  await page.getByText('You also play with others').waitFor();
  await headline.waitFor();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  expect(await excess(page)).toBe(0);
  await shot(page, 'me-375-together');
  await page.getByRole('button', { name: 'Keep them apart' }).click();
  await page.getByText('By the games of this device alone.').waitFor();
  expect(sent).toEqual([]);

  await page.getByRole('button', { name: 'Count those played online too' }).click();
  await page.getByText('on this device and online together').waitFor();
  expect(sent).toEqual(['POST']);
  expect(await headline.textContent()).toBe(alone);
  // Each is sent once.
  await page.reload();
  await page.getByText('on this device and online together').waitFor();
  expect(sent).toEqual(['POST']);
  expect(complaints).toEqual([]);
  await page.close();
});
