/** Forty-Two in a real browser: a game by keyboard alone, one by pointer on a phone, one without a network, its link. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE, launch, PHONE, watchedPage } from './browser';
import { fortyTwoDealt, hydrated } from './screens';

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
    if (main.match(/Next hand|Finish the game/)) return 'next';
    if (main.includes('Turn it over')) return 'agree';
    if (has('section[aria-label="Your bid"]')) return 'bid';
    if (has('section[aria-label="Name trumps"]')) return 'trump';
    if (has('.hand button.legal')) return 'play';
    return null;
  });
  return (await found.jsonValue()) as Turn;
}

/** Sets a game up that one mark wins, and deals it: with this deal it is one hand. */
async function dealOneMark(page: Page): Promise<void> {
  await page.goto(`${BASE}42`);
  await hydrated(page);
  const less = page.getByRole('button', { name: 'Marks to win: less' });
  for (let marks = 7; marks > 1; marks -= 1) await less.click();
  await page.getByRole('group', { name: 'Marks to win' }).getByText('1', { exact: true }).waitFor();
  await fortyTwoDealt(page);
}

/** Plays a game to its end by pointer: bids what it takes to win the auction or passes, names and plays what comes first. */
async function playOut(page: Page, bid?: string): Promise<void> {
  const end = page.getByRole('button', { name: 'New game' });
  for (let step = 0; step < 120; step += 1) {
    const what = await turn(page);
    if (what === 'over') break;
    if (what === 'agree') {
      // The trick turns itself over.
      await page.waitForFunction(() => !document.querySelector('.act .main')?.textContent?.includes('Turn it over'));
    } else if (what === 'next') {
      // The table goes on by itself after a while.
      await page.getByRole('button', { name: /Next hand|Finish the game/ }).click({ timeout: 2_000 }).catch(() => undefined);
    } else if (what === 'bid') {
      const ladder = page.locator('section[aria-label="Your bid"]');
      const wanted = bid ? ladder.getByRole('button', { name: bid }) : ladder.getByRole('button', { name: /^Pass/ });
      await ((await wanted.count()) > 0 ? wanted : ladder.getByRole('button')).first().click();
      await ladder.waitFor({ state: 'detached' });
    } else if (what === 'trump') {
      await page.locator('section[aria-label="Name trumps"] button').first().click();
      await page.locator('section[aria-label="Name trumps"]').waitFor({ state: 'detached' });
    } else {
      const left = await page.locator('.hand button').count();
      await page.locator('.hand button.legal').first().click();
      await page.getByRole('button', { name: /^Play \d-\d/ }).click();
      await page.waitForFunction((count) => document.querySelectorAll('.hand button').length < count, left);
    }
  }
  await end.waitFor();
}

test('a game by keyboard alone', async () => {
  const context = await device();
  const { page, complaints } = await watchedPage(context);
  await page.goto(`${BASE}42`);
  await hydrated(page);
  const tabTo = async (label: RegExp, key = 'Tab') => {
    for (let step = 0; step < 60; step += 1) {
      const name = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element?.matches('button, a, input')) return '';
        return element.getAttribute('aria-label') ?? element.textContent.trim();
      });
      if (label.test(name)) return;
      await page.keyboard.press(key);
    }
    throw new Error(`no way to ${label} by ${key}`);
  };
  // A known deal in which nobody bids more than two marks, and one mark wins: the game is one hand.
  await page.getByRole('radio', { name: 'Sensible' }).focus();
  await page.keyboard.press('Space');
  await tabTo(/^Marks to win: less/);
  for (let marks = 7; marks > 1; marks -= 1) await page.keyboard.press('Enter');
  await page.getByRole('group', { name: 'Marks to win' }).getByText('1', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Seed of the first deal' }).focus();
  await page.keyboard.type('42');
  await tabTo(/^Deal me in/, 'Shift+Tab');
  await page.keyboard.press('Enter');

  expect(await turn(page)).toBe('bid');
  // The bids have the focus as a group: arrows walk them.
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Bids');
  await tabTo(/^Bid 2 marks/, 'ArrowRight');
  await page.keyboard.press('Enter');
  await page.locator('section[aria-label="Name trumps"]').waitFor();
  // The choice that was made is gone with its button: the next ones have the focus.
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Trumps');
  await tabTo(/Fives/, 'ArrowRight');
  await page.keyboard.press('Enter');
  await page.locator('section[aria-label="Name trumps"]').waitFor({ state: 'detached' });
  const end = page.locator('.act .main', { hasText: /Next hand|Finish the game|New game/ });
  for (let tiles = 7; tiles > 0; tiles -= 1) {
    // A hand may be decided before its last trick.
    const legal = page.locator(`.hand[data-count="${tiles}"] button.legal`);
    await legal.first().or(end).waitFor();
    if ((await legal.count()) === 0) break;
    const place = await page.evaluate(() =>
      [...document.querySelectorAll('.hand button')].findIndex((tile) => tile.classList.contains('legal')),
    );
    await page.keyboard.press(String(place + 1));
    await page.locator(`.hand button:nth-child(${place + 1})[aria-pressed="true"]`).waitFor();
    await page.keyboard.press(String(place + 1));
    await page.locator(`.hand[data-count="${tiles - 1}"]`).waitFor();
    // Tricks turn themselves over here; agreeing in that very moment counts once.
    await page.keyboard.press('Space');
  }
  await end.waitFor();
  if ((await turn(page)) === 'next') await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'New game' }).waitFor();
  expect(await page.locator('.refusal').count()).toBe(0);
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
  await page.getByRole('button', { name: /Review this hand|Review every play/ }).click();
  await page.getByText('best play by all').waitFor();
  await page.locator('td button').first().click();
  await page.getByText(/^Trick 1/).waitFor();
  const address = new URL(page.url()).hash;
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.locator('.hand').waitFor();
  await page.locator('.sentence', { hasText: 'You play on from here' }).waitFor();
  // Back leads to the hand as it was.
  await page.goBack();
  await page.getByRole('button', { name: /Review this hand|Review every play/ }).waitFor();
  expect(new URL(page.url()).hash).toBe(address);
  expect(complaints).toEqual([]);
  await context.close();
});

test('in large text on the narrowest phone every tile keeps its place, and nothing covers another thing', async () => {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, reducedMotion: 'reduce', hasTouch: true });
  await context.addInitScript(() => localStorage.setItem('dicee.settings', JSON.stringify({ pace: 'instant', agree: 'ask' })));
  const { page } = await watchedPage(context);
  await page.goto(`${BASE}42`);
  await hydrated(page);
  await fortyTwoDealt(page);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  // The keys of the table lie below the bids, not on them.
  const bids = await page.locator('.ladder button').last().boundingBox();
  expect(bids!.y + bids!.height).toBeLessThanOrEqual((await page.getByRole('navigation', { name: 'Table', exact: true }).boundingBox())!.y);
  await page.getByRole('button', { name: 'Bid 2 marks' }).click();
  await page.locator('section[aria-label="Name trumps"] button').first().click();
  await page.locator('.hand button.legal').first().click();
  await page.getByRole('button', { name: /^Play \d-\d/ }).click();
  await page.getByRole('button', { name: 'Turn it over' }).waitFor();
  const found = await page.evaluate(() => {
    const boxes = (selector: string) => [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
    const [frame] = boxes('.frame');
    const [label] = boxes('.agree span');
    const tiles = boxes('.frame li');
    const apart = (a: DOMRect, b: DOMRect) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
    return {
      inside: tiles.map((tile) => tile.left >= frame!.left && tile.right <= frame!.right && tile.top >= frame!.top && tile.bottom <= frame!.bottom),
      uncovered: tiles.map((tile) => apart(tile, label!) && boxes('.badge').every((badge) => apart(tile, badge))),
      narrowest: Math.min(...tiles.map(({ width }) => width)),
      bar: boxes('nav.bar')[0]!.height / innerHeight,
      wide: document.documentElement.scrollWidth,
    };
  });
  expect(found).toMatchObject({ inside: Array(4).fill(true), uncovered: Array(4).fill(true), wide: 320 });
  expect(found.narrowest).toBeGreaterThanOrEqual(30);
  expect(found.bar).toBeLessThanOrEqual(0.25);
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

test('a game without a network', async () => {
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
  // Under the worker's eyes now: it keeps the modules of the table and of the bots as well.
  await page.reload();
  await turn(page);
  const kept = () =>
    page.evaluate(async () => {
      const engines: string[] = await (await fetch('/engines.json')).json();
      const modules = engines.filter((path) => /\/fortytwo\w*_bg.*\.wasm$/.test(path));
      return (await Promise.all(modules.map((path) => caches.match(path)))).filter(Boolean).length;
    });
  await expect.poll(kept, { timeout: 30_000 }).toBe(2);
  await context.setOffline(true);
  await dealOneMark(page);
  await playOut(page, 'Bid 2 marks');
  await page.getByRole('button', { name: 'Review every play' }).click();
  await page.getByText('best play by all').waitFor();
  await context.close();
});

test('a whole game by pointer on a phone, and the same deals for somebody else, from either side', async () => {
  const context = await device();
  const { page, complaints } = await watchedPage(context);
  await dealOneMark(page);
  await playOut(page, 'Bid 2 marks');
  await page.getByRole('button', { name: 'Same deals again' }).click();
  const sheet = page.getByRole('dialog', { name: 'Same deals again' });
  const field = sheet.getByRole('textbox', { name: 'Link to the same deals' });
  let sent = '';
  for (const side of ['The other side', 'Your seat'] as const) {
    await sheet.getByText(side, { exact: true }).click();
    await expect.poll(() => field.inputValue()).toMatch(/&played=0\./);
    if (side === 'Your seat') await expect.poll(() => field.inputValue()).not.toBe(sent);
    sent = await field.inputValue();
    // Somebody else, on another device, has nothing but the link.
    const other = await device();
    const visitor = await watchedPage(other);
    await visitor.page.goto(sent);
    await visitor.page.getByText('Duplicate: the deals of another table').waitFor();
    await playOut(visitor.page, side === 'Your seat' ? 'Bid 2 marks' : undefined);
    const compared = /(more of these deals|made the same of these deals)/;
    const said = await visitor.page.locator('.result').getByText(compared).textContent();
    if (side === 'Your seat') expect(said).toBe('Both tables made the same of these deals.');
    await visitor.page.getByRole('button', { name: 'Compare the tables' }).click();
    await visitor.page.getByRole('dialog', { name: 'Same deals, two tables' }).getByRole('row').nth(1).waitFor();
    await expect.poll(() => visitor.page.url()).toContain('&played=0.');
    // What came back: the sender of the deals sees the same comparison.
    const back = await context.newPage();
    await expect.poll(async () => {
      await back.goto(visitor.page.url());
      await back.reload();
      return back.locator('.result').getByText(compared).textContent();
    }).toBe(said);
    await back.close();
    expect(visitor.complaints).toEqual([]);
    await other.close();
  }
  expect(complaints).toEqual([]);
  await context.close();
});
