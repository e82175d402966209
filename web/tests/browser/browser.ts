/** A real browser against a running server, and everything it complains about. */
import { AxeBuilder } from '@axe-core/playwright';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { baseUrl } from './address';

export const BASE = baseUrl();
export const ANALYSER = `${BASE}dicee/analyse`;

export const PHONE = { width: 375, height: 667 };
export const SMALL_PHONE = { width: 320, height: 640 };
export const LANDSCAPE = { width: 667, height: 375 };
export const TABLET = { width: 768, height: 1024 };
export const DESKTOP = { width: 1440, height: 900 };

/** The browser that all files share; closing it closes what was opened through it. */
export function launch(): Promise<Browser> {
  return chromium.connect(inject('browser'));
}

/** A device of its own that has solved the game before: most tests are not about solving. */
export function solvedDevice(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext({ storageState: inject('solved'), ...options });
}

/** A page whose console errors, exceptions, failed requests and policy violations are collected. */
export async function watchedPage(
  context: BrowserContext,
): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage();
  const complaints: string[] = [];
  await page.exposeFunction('complain', (what: string) => complaints.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const complain: unknown = Reflect.get(window, 'complain');
      if (typeof complain === 'function') {
        complain(`policy: ${event.violatedDirective} ${event.blockedURI}`);
      }
    });
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => {
    // Closing or leaving a page breaks off what is still loading; that is nobody's fault.
    const why = request.failure()?.errorText;
    if (why !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()} (${why})`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  return { page, complaints };
}

/** What axe finds, each with where: by all rules, or by these alone. */
export async function violations(page: Page, ...rules: string[]): Promise<string[]> {
  // Pages of ours have no frames, so axe needs no second page to collect its results in: that takes half of its time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const found = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Waits until the whole game is the horizon on screen. */
export async function gameShown(page: Page): Promise<void> {
  await page.locator('[data-shown="game"]').waitFor();
}

/** How long the page took for something, in milliseconds, shortest first; waits until it has measured it so often. */
export async function measured(page: Page, name: string, times: number): Promise<number[]> {
  const took = await page.waitForFunction(
    ([wanted, count]) => {
      const entries = performance.getEntriesByName(wanted, 'measure');
      return entries.length >= count ? entries.map(({ duration }) => duration) : null;
    },
    [name, times] as const,
  );
  return ((await took.jsonValue()) ?? []).sort((a, b) => a - b);
}

/** Sets the browser's text size, as its settings do: 200 doubles every rem, media queries included. */
export async function textSize(page: Page, percent: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', {
    fontSizes: { standard: (16 * percent) / 100, fixed: (13 * percent) / 100 },
  });
}

/** Writes a picture when a folder for pictures is named. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['DICEE_SHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}
