/** The app without a network, and a new version beside the old one. */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE, gameShown, launch, PHONE } from './browser';
import { hydrated, open, SCREENS } from './screens';
import { priced } from './table';

/** A screen of each engine, none of them on the first page. */
const UNSEEN = ['table-rolled', 'fortytwo-bid', 'pools-sweep', 'puzzle'];

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Waits until the worker has everything and answers for the page. */
async function controlled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  });
}

/** Waits until the worker has every engine as well. */
async function enginesKept(page: Page): Promise<void> {
  await controlled(page);
  const missing = () =>
    page.evaluate(async () => {
      const engines: string[] = await (await fetch('/engines.json')).json();
      const kept = await Promise.all(engines.map((path) => caches.match(path)));
      return engines.filter((_, place) => !kept[place]);
    });
  await expect.poll(missing, { timeout: 30_000 }).toEqual([]);
}

async function freshContext(): Promise<BrowserContext> {
  return browser.newContext({ viewport: PHONE });
}

test('after one visit the app starts in a new tab without a network', async () => {
  const context = await freshContext();
  const first = await context.newPage();
  await first.goto(`${BASE}dicee/analyse#dice=12345&left=0`);
  await gameShown(first);
  await controlled(first);
  // Under the worker's eyes now: it keeps the engine as well.
  await first.reload();
  await gameShown(first);
  await first.close();

  await context.setOffline(true);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(`${BASE}dicee/analyse#dice=12345&left=0`);
  await gameShown(page);
  await page.getByText('Score Large Straight for 40').first().waitFor();
  await page.getByText('Offline: tables with others wait.').waitFor();
  // A page that was never visited, by a link and by its address.
  await page.goto(`${BASE}settings`);
  await hydrated(page);
  await page.getByRole('link', { name: 'Learn' }).click();
  await page.getByRole('link', { name: 'Rules of Forty-Two' }).click();
  await page.getByRole('heading', { name: 'Rules of Forty-Two' }).waitFor();
  expect(faults).toEqual([]);

  await context.setOffline(false);
  await page.getByText('Offline: tables').waitFor({ state: 'detached' });
  await context.close();
});

test('after a visit to the first page alone every game works without a network', async () => {
  const context = await freshContext();
  const first = await context.newPage();
  await first.goto(BASE);
  await enginesKept(first);
  await first.close();

  await context.setOffline(true);
  const page = await context.newPage();
  for (const screen of SCREENS.filter(({ name }) => UNSEEN.includes(name))) await open(page, BASE, screen);
  await context.close();
});

/** The server under another address, whose worker can be made a new version. */
function proxy(): { server: Server; renew: () => void } {
  let version = 1;
  const server = createServer((incoming, outgoing) => {
    const target = new URL(incoming.url ?? '/', BASE);
    const headers = { ...incoming.headers, host: target.host, 'accept-encoding': 'identity' };
    request(target, { method: incoming.method, headers }, (answer) => {
      const isWorker = target.pathname === '/service-worker.js';
      // The worker gets a line more, so its length and its tag are no longer those of the server.
      const { 'content-length': _length, etag: _etag, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, isWorker ? rest : answer.headers);
      answer.pipe(outgoing, { end: !isWorker });
      if (isWorker) answer.on('end', () => outgoing.end(`\n// version ${version}\n`));
    }).end();
  });
  return { server, renew: () => (version += 1) };
}

test('a new version waits, offers itself, and is taken when the user says so', async () => {
  const { server, renew } = proxy();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const context = await freshContext();
  const page = await context.newPage();
  await page.goto(`${base}learn`);
  await controlled(page);
  expect(await page.getByText('A new version is ready.').count()).toBe(0);

  renew();
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await page.getByText('A new version is ready.').waitFor();
  const waits = () =>
    page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
  expect(await waits()).toBe(true);

  await page.evaluate(() => Reflect.set(window, 'old', true));
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: 'Take it' }).click(),
  ]);
  await hydrated(page);
  expect(await page.evaluate(() => Reflect.has(window, 'old'))).toBe(false);
  expect(await waits()).toBe(false);
  expect(await page.getByText('A new version is ready.').count()).toBe(0);
  await context.close();
  await new Promise((resolve) => server.close(resolve));
});

test('with the server stopped a fresh tab plays 13 turns, checks its dice and replays its link', { timeout: 180_000 }, async () => {
  const { server } = proxy();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' });
  const first = await context.newPage();
  await first.goto(base);
  await enginesKept(first);
  await first.close();
  const stopped = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await stopped;

  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(base);
  await page.getByRole('link', { name: 'Roll', exact: true }).click();
  for (let turn = 1; turn <= 13; turn += 1) {
    await page.getByText(`Turn ${turn}/13`).waitFor();
    if (turn > 1) await page.getByRole('button', { name: /^Roll/ }).click();
    await priced(page);
    await page.locator('button.row[data-rank="1"]').click();
  }
  await page.locator('dl .score').waitFor();
  await page.getByRole('button', { name: 'Check these dice' }).click();
  await page.getByText('Fair.').waitFor();
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByLabel('Link to the whole game').inputValue();
  const replay = await context.newPage();
  await replay.goto(link);
  await replay.locator('dl .score').waitFor();
  await replay.getByRole('button', { name: 'Step through it' }).click();
  await replay.getByLabel('Event').press('End');
  await replay.getByText('The game is over').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
