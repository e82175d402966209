/** What a first visit loads, compressed. */
import { get as httpGet } from 'node:http';
import { get as httpsGet } from 'node:https';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE, launch, watchedPage } from './browser';
import { open, SCREENS } from './screens';

/**
 * Kilobytes. Above the first JavaScript limit a warning is printed, the second fails. The engine is the one module of a
 * first load.
 */
const LIMITS = { html: 15, css: 25, js: 150, wasm: 120 };
const JS_ALARM = 110;
/** Kilobytes of one script. The shell is larger: it is on every page. */
const CHUNK = 40;
/** How many files: each costs a slow network a round trip. Scripts include those of workers. */
const FILES = { css: 4, js: 14 };

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const FIRST_SCREENS = ['home', 'analyse', 'settings', 'pools'];

test.each(SCREENS.filter(({ name }) => FIRST_SCREENS.includes(name)))(
  'the first load of $name keeps its budget',
  async (screen) => {
    const fresh = await browser.newContext();
    const { page } = await watchedPage(fresh);
    const urls = new Set<string>();
    page.on('request', (request) => urls.add(request.url().replace(/#.*/, '')));
    await open(page, BASE, screen);
    await fresh.close();

    const kilobytes = { html: 0, css: 0, js: 0, wasm: 0 };
    const files = { css: 0, js: 0 };
    const scripts: number[] = [];
    for (const url of urls) {
      const { pathname } = new URL(url);
      const kind = extname(pathname).slice(1) || 'html';
      // The worker that keeps the app offline loads after the page and in its own time.
      if (pathname === '/service-worker.js' || !(kind in kilobytes)) continue;
      const size = (await weigh(url)) / 1024;
      kilobytes[kind as keyof typeof kilobytes] += size;
      if (kind === 'js') scripts.push(size);
      if (kind in files) files[kind as keyof typeof files] += 1;
    }
    const sizes = Object.entries(kilobytes).map(([kind, size]) => `${kind} ${size.toFixed(1)} KB`);
    console.info(`${screen.name}: ${sizes.join(', ')}; ${files.css} stylesheets, ${files.js} scripts`);
    if (kilobytes.js > JS_ALARM) console.warn(`${screen.name} loads more than ${JS_ALARM} KB of JavaScript`);
    expect(kilobytes.html).toBeGreaterThan(1);
    // The lab has two modules of its own instead of the engine: for odds, and for its log.
    const limits = screen.name === 'pools' ? { ...LIMITS, wasm: 300 } : LIMITS;
    for (const [kind, limit] of Object.entries(limits)) {
      expect(kilobytes[kind as keyof typeof kilobytes], kind).toBeLessThanOrEqual(limit);
    }
    expect(scripts.filter((size) => size > CHUNK).length, `scripts above ${CHUNK} KB`).toBeLessThanOrEqual(1);
    for (const [kind, limit] of Object.entries(FILES)) {
      expect(files[kind as keyof typeof files], `files of ${kind}`).toBeLessThanOrEqual(limit);
    }
  },
);

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
