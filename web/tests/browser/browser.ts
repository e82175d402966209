/** A real browser against a running server, and everything it complains about. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

export const BASE = baseUrl();
export const ANALYSER = `${BASE}dicee/analyse`;

export const PHONE = { width: 375, height: 667 };
export const SMALL_PHONE = { width: 320, height: 640 };
export const LANDSCAPE = { width: 667, height: 375 };
export const TABLET = { width: 768, height: 1024 };
export const DESKTOP = { width: 1440, height: 900 };

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
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

/** Waits until the whole game is the horizon on screen. */
export async function gameShown(page: Page): Promise<void> {
  await page.locator('[data-shown="game"]').waitFor();
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

function baseUrl(): string {
  const url = process.env['DICEE_URL'];
  if (!url) throw new Error('set DICEE_URL to the address of a running server');
  return url.endsWith('/') ? url : `${url}/`;
}
