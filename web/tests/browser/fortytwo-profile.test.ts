/** Hands that are played under `/42` are judged on `/me`: skill, kinds of mistake, and the hand at that moment. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HandKeeper } from '../../src/lib/fortytwo/profile/hand-keeper';
import { MemoryHands, type StoredHand } from '../../src/lib/fortytwo/profile/hand-store';
import { LinkTable } from '../../src/lib/fortytwo/table/link-table.svelte';
import { realFortyTwo } from '../unit/real-fortytwo';
import { BASE, DESKTOP, launch, PHONE, shot, violations, watchedPage } from './browser';
import { hydrated } from './screens';

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

function excess(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** The hands that the device of this page keeps. */
function kept(page: Page): Promise<StoredHand[]> {
  return page.evaluate(
    () =>
      new Promise<StoredHand[]>((resolve, reject) => {
        const request = indexedDB.open('dicee-fortytwo', 1);
        request.onupgradeneeded = () => request.result.createObjectStore('hands', { keyPath: 'id' });
        request.onerror = () => reject(request.error ?? new Error('no database'));
        request.onsuccess = () => {
          const all = request.result.transaction('hands').objectStore('hands').getAll();
          all.onsuccess = () => {
            request.result.close();
            resolve(all.result as StoredHand[]);
          };
        };
      }),
  );
}

/** Hands of somebody who bids whatever may be bid first and plays the first tile that is legal. */
async function badHands(player: string, games: number): Promise<StoredHand[]> {
  const store = new MemoryHands();
  const keeper = new HandKeeper({ store, player: () => player });
  for (let seed = 1; seed <= games; seed += 1) {
    const waiting: Promise<void>[] = [];
    const table = new LinkTable(await realFortyTwo().create({ seed, skill: 'heuristic' }), {
      agreeAfter: () => 0,
      wait: () => Promise.resolve(),
      onnews: (news) => {
        if (news.some(({ t }) => t === 'HAND_READY_FOR_SCORING')) waiting.push(keeper.decided(table.game, 0));
      },
    });
    await table.start();
    await table.run();
    for (let turn = 0; turn < 200 && table.view.handNumber === 0; turn += 1) {
      const move = table.view.moves.find(({ type }) => type !== 'PASS') ?? table.view.moves[0];
      if (!move) throw new Error(`nothing to do in ${table.view.phase}`);
      await table.send(move);
      await table.run();
    }
    await Promise.all(waiting);
    table.close();
  }
  return store.list();
}

test('a hand that is played with bots is kept, and judged where its player looks', { timeout: 180_000 }, async () => {
  const context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' });
  const { page, complaints } = await watchedPage(context);
  await page.goto(new URL('/me', BASE).href);
  await hydrated(page);
  await page.getByText('After the first hand of Forty-Two').waitFor();
  await page.goto(new URL('/42', BASE).href);
  await hydrated(page);
  await page.getByText('Sensible', { exact: true }).click();
  await page.getByRole('button', { name: 'Deal me in' }).click();
  // By keyboard: passes where that is allowed, else takes what comes first, until the hand is decided.
  const choice = page.locator('.ladder button, section[aria-label="Name trumps"] button').first();
  const tile = page.locator('.hand button.legal').first();
  const skip = page.getByRole('button', { name: 'Skip to my turn' });
  await expect
    .poll(
      async () => {
        if (await skip.isVisible()) await skip.click({ timeout: 1_000 }).catch(() => undefined);
        else if (await tile.isVisible()) {
          await tile.focus({ timeout: 1_000 }).catch(() => undefined);
          await page.keyboard.press('Enter');
          await page.keyboard.press('Enter');
        } else {
          await page.keyboard.press('p');
          if (await choice.isVisible()) await choice.click({ timeout: 1_000 }).catch(() => undefined);
          else await page.keyboard.press('Space');
        }
        return (await kept(page)).filter(({ record }) => record).length;
      },
      { timeout: 90_000, interval: 200 },
    )
    .toBeGreaterThan(0);
  const [own] = (await kept(page)).filter(({ record }) => record);
  expect(own).toMatchObject({ practice: false, aided: [] });
  await page.goto(new URL('/me', BASE).href);
  await page.getByText('One hand is judged').waitFor({ timeout: 60_000 });
  expect(await violations(page)).toEqual([]);

  const more = await badHands(own?.player ?? '', 5);
  await page.evaluate(
    (hands) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('dicee-fortytwo', 1);
        request.onerror = () => reject(request.error ?? new Error('no database'));
        request.onsuccess = () => {
          const writing = request.result.transaction('hands', 'readwrite');
          for (const hand of hands) writing.objectStore('hands').put(hand);
          writing.oncomplete = () => {
            request.result.close();
            resolve();
          };
        };
      }),
    more,
  );
  await page.reload();
  await page.getByText('6 hands').first().waitFor({ timeout: 90_000 });
  await page.getByText('marks given away a hand').waitFor();
  const cell = page.getByRole('button', { name: /marks a hand, \d+ of \d+ times/ }).first();
  await cell.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: /^Your tiles:/ }).first().waitFor();
  expect(await cell.getAttribute('aria-pressed')).toBe('true');
  expect(await violations(page)).toEqual([]);
  expect(await excess(page)).toBe(0);
  await cell.scrollIntoViewIfNeeded();
  await shot(page, 'me-375-fortytwo');
  await page.setViewportSize(DESKTOP);
  expect(await violations(page)).toEqual([]);
  await shot(page, 'me-1440-fortytwo');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await excess(page)).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});
