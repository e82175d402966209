/** Every screen is for everybody: axe, the size of what is tapped, the width of the screen, large text. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE, DESKTOP, LANDSCAPE, launch, PHONE, solvedDevice, textSize, violations, watchedPage } from './browser';
import { CHECKED, FULL, open, setTheme, SIZES, THEMES } from './screens';

/** Phones on which a whole table is in sight. */
const PHONES = [{ width: 320, height: 568 }, PHONE, LANDSCAPE];

/** The narrowest and the widest: what fits both fits between them, nearly always. */
const EXTREMES = [{ width: 320, height: 568 }, DESKTOP];

let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await launch();
  context = await solvedDevice(browser, { reducedMotion: 'reduce' });
});
afterAll(() => browser.close());

/** Another size, and the frame in which its media queries hold. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** What is wider than the screen, or than the panel it stands in. */
function sticking(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const excess = document.documentElement.scrollWidth - window.innerWidth;
    if (excess > 0) found.push(`the page, by ${excess}`);
    for (const part of document.querySelectorAll('nav, main, header, .panel, .tray, .card, .strip, dialog[open]')) {
      const { left, right } = part.getBoundingClientRect();
      for (const element of part.querySelectorAll('*')) {
        // What scrolls by itself may be wider than its frame.
        if (element.closest('.sr-only, svg, .scroll > *')) continue;
        // A dialog lies above the page, not in the panel that it was written in.
        if (element.closest('dialog') !== part.closest('dialog')) continue;
        // The faces of a die that look away lie in depth, not on the page.
        if (getComputedStyle(element).backfaceVisibility === 'hidden') continue;
        const box = element.getBoundingClientRect();
        if (box.width > 0 && (box.right > right + 1 || box.left < left - 1)) {
          found.push(`${element.tagName}.${element.className} ${element.textContent?.trim()}`);
        }
      }
    }
    return found;
  });
}

/**
 * What is too small for a finger. Links within a sentence may be as small as its words, and the columns of a chart as
 * narrow as its data: the table of the same numbers has the same buttons.
 */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, select, summary, label:has(input), a.button, nav a, .field')]
      .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden="true"], figure li'))
      .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(({ text, box }) => `${text?.trim()}: ${box.width} x ${box.height}`),
  );
}

/** Text that is cut off where it must be read: whose turn it is, and how it stands. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lines = [...document.querySelectorAll('footer .standing p')].filter(
      (line) => line.scrollWidth > line.clientWidth + 1 || line.getBoundingClientRect().width < 40,
    );
    // Many players scroll sideways; the one to move is in sight.
    const players = [...document.querySelectorAll('[aria-label="Players"] > [aria-current="true"]')].filter((player) => {
      const [own, row] = [player.getBoundingClientRect(), (player.parentElement ?? player).getBoundingClientRect()];
      return own.left < row.left - 1 || own.right > row.right + 1;
    });
    return [...lines, ...players].map((found) => found.textContent ?? '');
  });
}

/** What is below the edge of the screen, or behind the bar at the bottom. */
function below(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const edge = document.querySelector('footer')?.getBoundingClientRect().top ?? window.innerHeight;
    const found = [...document.querySelectorAll('.card .column > li')]
      .filter((row) => row.getBoundingClientRect().bottom > edge + 1)
      .map((row) => `${row.textContent?.trim()} ends ${Math.round(row.getBoundingClientRect().bottom - edge)} px too low`);
    const excess = document.documentElement.scrollHeight - window.innerHeight;
    return excess > 1 ? [...found, `the page scrolls by ${excess}`] : found;
  });
}

test.each(CHECKED)('$name is for everybody: by axe, by finger, at every width, in large text', async (screen) => {
  const { page } = await watchedPage(context);
  await page.setViewportSize(PHONE);
  await open(page, BASE, screen);
  for (const theme of FULL ? THEMES : (['light', 'dark'] as const)) {
    await setTheme(page, theme);
    // Another theme has other colours and nothing else.
    expect(await violations(page, ...(theme === 'light' ? [] : ['color-contrast'])), theme).toEqual([]);
  }
  for (const size of FULL ? SIZES : EXTREMES) {
    await resize(page, size);
    const at = `${size.width} x ${size.height}`;
    // Dice that are thrown come to rest first.
    await expect.poll(() => sticking(page), { message: at, timeout: 5_000 }).toEqual([]);
    expect(await tooSmall(page), at).toEqual([]);
  }
  for (const size of screen.whole ? PHONES : []) {
    await resize(page, size);
    expect(await below(page), `${size.width} x ${size.height}`).toEqual([]);
  }
  if (FULL) {
    await page.setViewportSize(DESKTOP);
    expect(await violations(page), 'desktop').toEqual([]);
  }
  await textSize(page, 200);
  for (const size of FULL ? SIZES : [PHONE]) {
    await resize(page, size);
    const at = `${size.width} x ${size.height}, text at 200 %`;
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    await expect.poll(() => sticking(page), { message: at, timeout: 5_000 }).toEqual([]);
    await expect.poll(() => cutOff(page), { message: at, timeout: 5_000 }).toEqual([]);
  }
  await page.close();
});
