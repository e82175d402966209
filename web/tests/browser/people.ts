/** People at live tables: a page each, what it complains about, what it was sent, and what is wrong with how it looks. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PHONE, solvedDevice, violations, watchedPage } from './browser';

const WIDTHS = [320, 375, 768, 1440];

/** Somebody with a device of their own. */
export interface Person {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Cut connections are part of these tests; everything else is not. */
  readonly complaints: string[];
  /** What the server said on sockets. */
  readonly heard: string[];
}

/** A device that has solved the game before, with everything that it complains about and hears. */
export async function person(browser: Browser, viewport = PHONE): Promise<Person> {
  const context = await solvedDevice(browser, { viewport, reducedMotion: 'reduce' });
  const { page, complaints } = await watchedPage(context);
  const heard: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))));
  return { page, context, complaints, heard };
}

/** Complaints that no cut connection explains. */
export function unexpected({ complaints }: Person): string[] {
  return complaints.filter((text) => !/WebSocket connection|ERR_(CONNECTION|EMPTY_RESPONSE|SOCKET)/.test(text));
}

/** What axe finds, and what is wider than the screen at any width. */
export async function flaws(page: Page): Promise<string[]> {
  const found = await violations(page);
  const before = page.viewportSize() ?? PHONE;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: before.height });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (excess > 0) found.push(`${excess} px wider than ${width}`);
  }
  await page.setViewportSize(before);
  return found;
}
