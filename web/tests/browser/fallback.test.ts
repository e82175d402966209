/** Browsers that cannot run everything: without SIMD, and without WebAssembly at all. */
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANALYSER, BASE, gameShown, launch, PHONE, solvedDevice, violations, watchedPage } from './browser';
import { hydrated } from './screens';
import { newGame, roll } from './table';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** The build without SIMD, as it was made. */
const PLAIN = readFileSync(new URL('../../../crates/wasm/npm/dist/plain/probability_engine_bg.wasm', import.meta.url));
const ROLL = `${ANALYSER}#dice=55526&left=1`;

test('without SIMD the dice game runs on the builds without it', async () => {
  const context = await browser.newContext({ viewport: PHONE });
  const { page, complaints } = await watchedPage(context);
  const loaded = new Set<string>();
  context.on('response', (response) => {
    if (/probability_engine.*\.wasm$/.test(response.url())) loaded.add(response.url());
  });
  await page.addInitScript(() => {
    WebAssembly.validate = () => false;
  });
  await page.goto(ROLL);
  await gameShown(page);
  expect(await page.locator('[data-origin]').getAttribute('data-origin')).toBe('solved');

  // So do the table and the coach.
  await newGame(page);
  await roll(page);
  await page.locator('button.row[data-rank="1"]').click();
  await page.getByText('Turn 2/13').waitFor();
  expect(complaints).toEqual([]);
  expect(loaded.size).toBeGreaterThan(0);
  // Asked for again: the browser keeps no body of a page that was left.
  for (const url of loaded) expect((await (await context.request.get(url)).body()).equals(PLAIN)).toBe(true);
  await context.close();
});

test('without WebAssembly the server works out the odds, and the page says so', async () => {
  const usual = await solvedDevice(browser, { viewport: PHONE });
  const without = await browser.newContext({ viewport: PHONE });
  const options = async (context: typeof usual) => {
    const { page, complaints } = await watchedPage(context);
    await page.goto(ROLL);
    await gameShown(page);
    const texts = await page.locator('.analytics li').allTextContents();
    return { page, complaints, texts };
  };
  await without.addInitScript(() => Reflect.deleteProperty(window, 'WebAssembly'));
  const expected = await options(usual);
  const { page, complaints, texts } = await options(without);
  expect(texts.length).toBeGreaterThan(3);
  expect(texts).toEqual(expected.texts);
  await page.getByText('This browser runs no WebAssembly: the server works out the odds.').first().waitFor();
  expect(await page.locator('[data-origin]').getAttribute('data-origin')).toBe('server');
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);

  // A game on the device cannot be played; the way to one on the server is shown.
  await page.goto(`${BASE}dicee/play`);
  await hydrated(page);
  await page.getByRole('link', { name: 'Play on the server' }).click();
  await page.waitForURL(/lobby/);
  for (const context of [usual, without]) await context.close();
});

test('a module whose bytes were changed is refused by its hash, and the page says so', async () => {
  // The worker that keeps the app offline would answer in place of the network.
  const context = await browser.newContext({ viewport: PHONE, serviceWorkers: 'block' });
  const { page } = await watchedPage(context);
  let changed = 0;
  await context.route(/probability_engine.*\.wasm$/, async (route) => {
    const whole = await (await route.fetch()).body();
    changed += 1;
    // A section of another name at the end: still a valid module, with the same functions.
    const body = Buffer.concat([whole, Buffer.of(0, 2, 1, 120)]);
    expect(WebAssembly.validate(body)).toBe(true);
    await route.fulfill({ status: 200, contentType: 'application/wasm', body });
  });
  await page.goto(ROLL);
  await page.getByText('A part of the app is not the one that belongs to this page').first().waitFor();
  expect(changed).toBeGreaterThan(0);
  expect(await page.locator('[data-shown="game"]').count()).toBe(0);
  // Another worker may still be asking.
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
});
