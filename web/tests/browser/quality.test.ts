/** What holds at every size: access, fit, weight. */
import { get as httpGet } from 'node:http';
import { get as httpsGet } from 'node:https';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ANALYSER,
  DESKTOP,
  gameShown,
  LANDSCAPE,
  launch,
  PHONE,
  shot,
  SMALL_PHONE,
  TABLET,
  textSize,
  watchedPage,
} from './browser';

const LATE = '#dice=12346&left=0&closed=ones.sixes.full_house.dicee&upper=9&dicee=50';
const POSITIONS: readonly [string, string][] = [
  ['start', ''],
  ['long', '#dice=55526&left=2'],
  ['late', LATE],
];
const FAULT = '#dice=12346&left=2&closed=ones&upper=99';

let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await launch();
  context = await browser.newContext();
  const { page } = await watchedPage(context);
  await page.goto(ANALYSER);
  await page.locator('[data-origin]').waitFor();
  await page.close();
});
afterAll(() => browser.close());

describe.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
])('on a %s', (device, viewport) => {
  test.each([...POSITIONS, ['fault', FAULT]])('nothing bars access: %s', async (name, hash) => {
    const { page } = await watchedPage(context);
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(ANALYSER + hash);
    await (name === 'fault' ? page.locator('#upper-fault').waitFor() : gameShown(page));
    await page.getByRole('button', { name: 'Exact odds' }).click();
    await page.getByText('How to read the card').click();
    const { violations } = await new AxeBuilder({ page }).analyze();
    const grave = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    expect(grave).toEqual([]);
    await page.close();
  });

  test('what is tapped is large enough', async () => {
    const { page } = await watchedPage(context);
    await page.setViewportSize(viewport);
    await page.goto(ANALYSER + LATE);
    await gameShown(page);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('button, select, summary, label:has(input), #upper')]
        .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width < 44 || box.height < 44)
        .map(({ text, box }) => `${text?.trim()}: ${box.width} x ${box.height}`),
    );
    expect(small, device).toEqual([]);
    await page.close();
  });
});

describe.each([
  [SMALL_PHONE, 100],
  [PHONE, 100],
  [PHONE, 200],
  [LANDSCAPE, 100],
  [{ width: 700, height: 400 }, 100],
  [{ width: 720, height: 450 }, 100],
  [TABLET, 100],
  [TABLET, 200],
  [DESKTOP, 100],
  [DESKTOP, 200],
])('at $width x $height', (viewport, percent) => {
  test.each([...POSITIONS, ['fault', FAULT]])(
    `with text at ${percent}% nothing sticks out: %s`,
    async (name, hash) => {
      const { page } = await watchedPage(context);
      await page.setViewportSize(viewport);
      await textSize(page, percent);
      await page.goto(ANALYSER + hash);
      expect(
        await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize)),
      ).toBe((16 * percent) / 100);
      await (name === 'fault' ? page.locator('#upper-fault').waitFor() : gameShown(page));
      if (name !== 'fault') await page.getByRole('button', { name: 'Exact odds' }).click();
      await shot(page, `${viewport.width}-${percent}-${name}`);
      expect(await sticking(page)).toEqual([]);
      await page.locator('.die').first().click();
      expect(await sticking(page)).toEqual([]);
      await page.close();
    },
  );
});

/** What is wider than the screen, or than the part of the page that it belongs to. */
function sticking(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const excess = document.documentElement.scrollWidth - window.innerWidth;
    if (excess > 0) found.push(`the page, by ${excess}`);
    for (const part of document.querySelectorAll('header, .notice, .tray, .card, .panel')) {
      const { left, right } = part.getBoundingClientRect();
      for (const element of part.querySelectorAll('*')) {
        if (element.closest('.sr-only, svg')) continue;
        const box = element.getBoundingClientRect();
        if (box.width > 0 && (box.right > right + 1 || box.left < left - 1)) {
          found.push(`${element.tagName}.${element.className} ${element.textContent?.trim()}`);
        }
      }
    }
    return found;
  });
}

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

test('the first load keeps its budget', async () => {
  const fresh = await browser.newContext();
  const { page } = await watchedPage(fresh);
  const urls = new Set<string>();
  page.on('request', (request) => urls.add(request.url().replace(/#.*/, '')));
  await page.goto(ANALYSER);
  await gameShown(page);
  await fresh.close();

  const kilobytes = { html: 0, css: 0, js: 0, wasm: 0 };
  for (const url of urls) {
    const kind = extname(new URL(url).pathname).slice(1) || 'html';
    if (kind in kilobytes) kilobytes[kind as keyof typeof kilobytes] += (await weigh(url)) / 1024;
  }
  for (const [kind, size] of Object.entries(kilobytes)) {
    console.info(`${kind}: ${size.toFixed(1)} KB`);
  }
  expect(kilobytes.wasm).toBeGreaterThan(1);
  expect(kilobytes.html).toBeLessThanOrEqual(15);
  expect(kilobytes.css).toBeLessThanOrEqual(25);
  expect(kilobytes.js).toBeLessThanOrEqual(150);
  expect(kilobytes.wasm).toBeLessThanOrEqual(150);
});

/** Bytes on the wire for a client that takes gzip. */
function weigh(url: string): Promise<number> {
  const get = url.startsWith('https:') ? httpsGet : httpGet;
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        // Tiny files are sent as they are; they count as what gzip would make of them.
        const packed = response.headers['content-encoding'] === 'gzip' ? body : gzipSync(body);
        resolve(packed.length);
      });
      response.on('error', reject);
    }).on('error', reject);
  });
}
