/** Forty-Two in a real browser: a game by keyboard alone, one by pointer on a phone, one without a network, its link. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE, launch, PHONE, watchedPage } from './browser';
import { FULL, fortyTwoDealt, hydrated } from './screens';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Bots that do not wait, tricks that turn themselves over: what is tested is the person's part. */
const QUICK = JSON.stringify({ pace: 'instant', agree: 'once' });

async function device(options: { quick?: boolean } = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce', hasTouch: true });
  if (options.quick !== false) {
    await context.addInitScript((settings) => localStorage.setItem('dicee.settings', settings), QUICK);
  }
  return context;
}

/** What the person can do now, as the page shows it. */
type Turn = 'bid' | 'trump' | 'play' | 'agree' | 'next' | 'over';

async function turn(page: Page): Promise<Turn> {
  const found = await page.waitForFunction(() => {
    const has = (selector: string) => document.querySelector(selector) !== null;
    const main = document.querySelector('.act .main')?.textContent ?? '';
    if (main.includes('New game')) return 'over';
    if (main.includes('Next hand')) return 'next';
    if (main.includes('Turn it over')) return 'agree';
    if (has('section[aria-label="Your bid"]')) return 'bid';
    if (has('section[aria-label="Name trumps"]')) return 'trump';
    if (has('.hand button.legal')) return 'play';
    return null;
  });
  return (await found.jsonValue()) as Turn;
}

test.runIf(FULL)('a game by keyboard alone', async () => {
  const context = await device();
  const { page, complaints } = await watchedPage(context);
  await page.goto(`${BASE}42`);
  await hydrated(page);
  const tabTo = async (label: RegExp) => {
    for (let step = 0; step < 60; step += 1) {
      const name = await page.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
      });
      if (label.test(name)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`no way to ${label} by Tab`);
  };
  // One mark wins: a whole game is a hand, or two.
  await tabTo(/^Marks that win: less/);
  for (let marks = 7; marks > 1; marks -= 1) await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.evaluate(() => document.querySelector<HTMLElement>('.page .button')?.focus());
  await page.keyboard.press('Enter');
  for (let step = 0; step < 120; step += 1) {
    const what = await turn(page);
    if (what === 'over') break;
    if (what === 'bid') {
      await tabTo(/^Bid 30|^Bid 3|^Bid 4|^Bid \d mark|^Pass/);
      await page.keyboard.press('Enter');
      await page.locator('section[aria-label="Your bid"]').waitFor({ state: 'hidden' });
    } else if (what === 'trump') {
      await tabTo(/Fives/);
      await page.keyboard.press('Enter');
      await page.locator('section[aria-label="Name trumps"]').waitFor({ state: 'hidden' });
    } else if (what === 'play') {
      const place = await page.evaluate(() =>
        [...document.querySelectorAll('.hand button')].findIndex((tile) => tile.classList.contains('legal')),
      );
      const tiles = await page.locator('.hand button').count();
      await page.keyboard.press(String(place + 1));
      await page.keyboard.press(String(place + 1));
      await page.waitForFunction((count) => document.querySelectorAll('.hand button').length !== count, tiles);
    } else {
      const before = await page.locator('.strip').textContent();
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press('Space');
      if (what === 'next') await page.waitForFunction((old) => document.querySelector('.strip')?.textContent !== old, before);
    }
  }
  expect(await turn(page)).toBe('over');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a game by pointer on a phone: tap, drag, last trick, hint, undo, review, play on', async () => {
  const context = await device();
  const { page, complaints } = await watchedPage(context);
  await page.goto(`${BASE}42`);
  await hydrated(page);
  await fortyTwoDealt(page);
  await page.getByRole('button', { name: 'Bid 2 marks' }).click();
  expect(await turn(page)).toBe('trump');
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('section[aria-label="Name trumps"] .share').first().waitFor();
  await page.locator('section[aria-label="Name trumps"] button').first().click();
  await page.locator('.hand button.legal').first().waitFor();
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('.hand .share.best').first().waitFor();
  // A tap lifts, PLAY plays.
  await page.locator('.hand button.legal').first().click();
  await page.getByRole('button', { name: /^Play \d-\d/ }).click();
  await page.locator('.hand[data-count="6"]').waitFor();
  const after = await turn(page);
  if (after === 'play') {
    // A drag up plays as well, and the page does not move with it.
    const tile = page.locator('.hand button.legal').first();
    const box = await tile.boundingBox();
    const before = await page.locator('.hand button').count();
    await page.mouse.move(box!.x + 20, box!.y + 40);
    await page.mouse.down();
    await page.mouse.move(box!.x + 20, box!.y - 80, { steps: 5 });
    await page.mouse.up();
    await page.waitForFunction((count) => document.querySelectorAll('.hand button').length < count, before);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  }
  for (let step = 0; step < 40; step += 1) {
    const what = await turn(page);
    if (what === 'next' || what === 'over') break;
    if (what === 'agree') {
      // The trick turns itself over.
      await page.waitForFunction(() => !document.querySelector('.act .main')?.textContent?.includes('Turn it over'));
      continue;
    }
    const tile = page.locator('.hand button.legal').first();
    await tile.click();
    const left = await page.locator('.hand button').count();
    await page.getByRole('button', { name: /^Play \d-\d/ }).click();
    await page.waitForFunction((count) => document.querySelectorAll('.hand button').length < count, left);
  }
  await page.getByRole('button', { name: 'Last trick' }).click();
  await page.getByRole('dialog', { name: 'Last trick' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Review this hand|Look back at every play/ }).click();
  await page.getByText('best play by all').waitFor();
  await page.locator('td button').first().click();
  await page.getByText(/^Trick 1/).waitFor();
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.locator('.hand').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('the address is the game: reload, another tab, time travel, a damaged link', async () => {
  const context = await device();
  const { page } = await watchedPage(context);
  await page.goto(`${BASE}42`);
  await hydrated(page);
  await fortyTwoDealt(page);
  await page.getByRole('button', { name: 'Bid 2 marks' }).click();
  expect(await turn(page)).toBe('trump');
  await page.waitForFunction(() => location.hash.startsWith('#g='));
  await page.waitForTimeout(400);
  const address = page.url();
  const hand = await page.locator('.hand').getAttribute('data-count');
  await page.reload();
  expect(await turn(page)).toBe('trump');
  const other = await context.newPage();
  await other.goto(address);
  expect(await turn(other)).toBe('trump');
  expect(await other.locator('.hand').getAttribute('data-count')).toBe(hand);
  await other.goto(address.replace('/42/play', '/42/replay'));
  await other.getByText('Play on from here').waitFor();
  await other.getByRole('button', { name: 'One step on' }).click();
  await other.getByRole('button', { name: 'Play on from here' }).click();
  await other.goto(`${BASE}42/play#g=${address.slice(-40)}`);
  await other.reload();
  await other.getByRole('heading', { name: 'This link holds no game' }).waitFor();
  await context.close();
});

test('a hand without a network', async () => {
  const context = await device();
  const page = await context.newPage();
  await page.goto(`${BASE}42/play`);
  await turn(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  });
  // Under the worker's eyes now: it keeps the module as well.
  await page.reload();
  await turn(page);
  await context.setOffline(true);
  await page.goto(`${BASE}42`);
  await fortyTwoDealt(page);
  await page.getByRole('button', { name: 'Bid 2 marks' }).click();
  expect(await turn(page)).toBe('trump');
  await page.locator('section[aria-label="Name trumps"] button').first().click();
  await page.locator('.hand button.legal').first().waitFor();
  await context.close();
});
