/** What tests of the Dicee table do again and again. */
import type { Page } from 'playwright-core';
import { BASE } from './browser';

export const URL_OF = (path: string) => new URL(path, BASE).href;

/** Opens a new game alone. */
export async function newGame(page: Page): Promise<void> {
  await page.goto(URL_OF('/dicee/play?new'));
  await page.locator('.tray').waitFor();
  // The bar comes last.
  await page.getByRole('button', { name: 'Menu' }).waitFor();
}

/** Rolls, and waits until the dice that were rolled are priced. */
export async function roll(page: Page): Promise<void> {
  const left = page.locator('button.roll .left');
  const before = (await left.textContent()) ?? '';
  await page.getByRole('button', { name: /^Roll/ }).click();
  // Until then the prices are those of the roll before.
  await left.filter({ hasNotText: before }).waitFor();
  await priced(page);
}

/** Waits until the whole game prices the dice on the table. */
export async function priced(page: Page): Promise<void> {
  await page.locator('button.row[data-rank="1"]').waitFor();
}

/** Chooses settings before the page starts. */
export async function withSettings(page: Page, settings: Record<string, unknown>): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('dicee.settings', value), JSON.stringify(settings));
}

/** What is wider than the screen. */
export function excess(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
