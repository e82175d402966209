/** Pictures of every screen, for looking at: sizes x themes, and large text. `cargo xtask shots` runs it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { BASE, launch, PHONE, solvedDevice, textSize, watchedPage } from '../browser/browser';
import { open, SCREENS, setTheme, SIZES } from '../browser/screens';

const FOLDER = process.env['DICEE_SHOTS'] ?? 'shots';
/** Parts of the names of screens, with commas between them; without any, all are taken. */
const ONLY = (process.env['DICEE_SHOTS_ONLY'] ?? '').split(',');
const THEMES = ['light', 'dark', 'contrast'] as const;

let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  browser = await launch();
  context = await solvedDevice(browser, { reducedMotion: 'reduce' });
});
afterAll(() => browser.close());

describe.each(SCREENS.filter(({ name }) => ONLY.some((part) => name.includes(part))))('$name', (screen) => {
  test('is photographed', { timeout: 120_000 }, async () => {
    const { page } = await watchedPage(context);
    await page.setViewportSize(PHONE);
    await open(page, BASE, screen);
    const shoot = (name: string) =>
      page.screenshot({ path: join(FOLDER, `${screen.name}-${name}.png`), animations: 'disabled' });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const theme of THEMES) {
        await setTheme(page, theme);
        await shoot(`${size.width}x${size.height}-${theme}`);
      }
    }
    await setTheme(page, 'light');
    await page.setViewportSize(PHONE);
    await textSize(page, 200);
    await shoot('375x667-text200');
    await page.close();
  });
});
