/** The Dicee table in a real browser: whole games by pointer and by keyboard, replay and retry, every profile. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hydrated } from './screens';
import { BASE, DESKTOP, launch, PHONE, shot, SMALL_PHONE, TABLET, watchedPage } from './browser';

const URL_OF = (path: string) => new URL(path, BASE).href;

let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await launch();
  context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' });
});
afterAll(() => browser.close());

/** Opens a new game alone; the whole game is solved before it returns. */
async function newGame(page: Page): Promise<void> {
  await page.goto(URL_OF('/dicee'));
  await hydrated(page);
  await page.getByRole('link', { name: 'Play', exact: true }).last().click();
  await page.locator('.tray').waitFor();
}

/** Waits until the whole game prices the dice on the table. */
async function priced(page: Page): Promise<void> {
  await page.locator('button.row[data-rank="1"]').waitFor();
}

async function grave(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

async function theme(page: Page, name: 'light' | 'dark' | 'contrast'): Promise<void> {
  await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), name);
}

/** What is wider than the screen. */
function excess(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

describe('a game by pointer at 375 x 667', () => {
  test('runs from the first tap to the report, whose numbers add up', async () => {
    const { page, complaints } = await watchedPage(context);
    await page.goto(BASE);
    await page.getByRole('link', { name: 'Roll', exact: true }).click();
    await page.waitForURL(/dicee\/play/);
    await page.locator('.die[data-face]').first().waitFor();
    await priced(page);

    // The whole card, the dice and the bar are in sight at once.
    for (const selector of ['[data-category="ones"]', '[data-category="chance"]', '.bonus', 'footer']) {
      const box = await page.locator(selector).first().boundingBox();
      expect(box && box.y >= 0 && box.y + box.height <= PHONE.height + 1, selector).toBe(true);
    }
    expect(await excess(page)).toBe(0);
    expect(await grave(page)).toEqual([]);
    await shot(page, 'table-375-beginner');

    for (let turn = 1; turn <= 13; turn += 1) {
      if (turn > 1) await page.getByRole('button', { name: /^Roll/ }).click();
      await priced(page);
      if (turn === 2) {
        await page.locator('.die').nth(1).click();
        expect(await page.locator('.die').nth(1).getAttribute('aria-pressed')).toBe('true');
        await page.getByRole('button', { name: 'Roll 4 dice' }).click();
        await priced(page);
      }
      await page.locator('button.row[data-rank="1"]').click();
      if (turn === 1) {
        await page.getByRole('button', { name: 'Take back', exact: true }).first().click();
        await priced(page);
        await page.locator('button.row[data-rank="1"]').click();
      }
      if (turn < 13) await page.getByText(`Turn ${turn + 1}/13`).waitFor();
    }
    await page.locator('dl .you').waitFor();
    const parts = await page.locator('.report dl dd').allTextContents();
    const [optimum = 0, luck = 0, loss = 0, score = 0] = parts.map((text) => Number(text.replace('−', '-')));
    expect(optimum + luck + loss).toBeCloseTo(score, 5);
    expect(await excess(page)).toBe(0);
    expect(await grave(page)).toEqual([]);
    await shot(page, 'report-375');
    await page.getByRole('button', { name: 'Check these dice' }).click();
    await page.getByText('Fair.').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });
});

test('a game by keyboard alone', async () => {
  const { page, complaints } = await watchedPage(context);
  await page.goto(URL_OF('/dicee/play'));
  await page.locator('.tray').waitFor();
  const key = (name: string) => page.keyboard.press(name);
  const turnOf = async () => Number(/Turn (\d+)/.exec((await page.locator('footer').textContent()) ?? '')?.[1] ?? 0);
  const first = await turnOf();
  for (let turn = first; turn <= 13; turn += 1) {
    await key('Space');
    await priced(page);
    if (turn === first) {
      await key('1');
      expect(await page.locator('.die').first().getAttribute('aria-pressed')).toBe('true');
      await key('r');
      expect(await page.locator('.die').first().getAttribute('aria-pressed')).toBe('false');
      await key('Shift+2');
      expect(await page.locator('.die[aria-pressed="true"]').count()).toBe(1);
      await key('Space');
      await priced(page);
      await key('t');
      await page.getByRole('dialog').waitFor();
      await key('Escape');
    }
    await key('ArrowDown');
    await key('Enter');
    if (turn < 13) await page.getByText(`Turn ${turn + 1}/13`).waitFor();
  }
  await page.locator('dl .you').waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test('a replay and a retry from a link', async () => {
  const { page, complaints } = await watchedPage(context);
  await page.goto(URL_OF('/dicee'));
  await page.getByText('Finished games').click();
  await page.locator('details a').first().click();
  await page.getByRole('button', { name: /Retry your/ }).click();
  await page.locator('.die[data-face]').first().waitFor();
  expect(await page.locator('button.row[data-heat]').count()).toBe(0);
  await page.locator('button.row:not([aria-disabled="true"])').last().click();
  await page.locator('.verdict').waitFor();
  await shot(page, 'retry-375');
  expect(await grave(page)).toEqual([]);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Back to the report' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByLabel('Link to the whole game').inputValue();
  expect(link).toContain('/dicee/replay#g=');
  const other = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' });
  const { page: fresh } = await watchedPage(other);
  await fresh.goto(link);
  await fresh.getByText('The game is over').waitFor();
  await fresh.keyboard.press(',');
  await fresh.getByText(/scored \d+ in/).first().waitFor();
  await fresh.getByLabel('Event').fill('6');
  await fresh.getByText(/then (kept|scored|rolled)/).waitFor();
  await shot(fresh, 'replay-375');
  expect(await grave(fresh)).toEqual([]);
  await fresh.getByRole('button', { name: 'Play on from here' }).click();
  await fresh.waitForURL(/dicee\/play/);
  await fresh.locator('.tray').waitFor();
  await fresh.goto(`${link.slice(0, -20)}x`);
  await fresh.getByRole('alert').waitFor();
  await other.close();
  expect(complaints).toEqual([]);
  await page.close();
});

describe.each([
  ['beginner', /Likely|Possible|Unlikely/],
  ['intermediate', /\d%/],
  ['expert', /\d+\/\d+/],
  ['research', /\d+\/\d+/],
] as const)('profile %s', (profile, shows) => {
  test('shows what it promises, and nothing bars access in any theme', async () => {
    const own = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' });
    const { page, complaints } = await watchedPage(own);
    await page.addInitScript((value) => localStorage.setItem('dicee.settings', value), JSON.stringify({ profile }));
    await newGame(page);
    await page.getByRole('button', { name: /^Roll/ }).click();
    await priced(page);
    await expect.poll(() => page.getByRole('region', { name: /Scorecard/ }).textContent()).toMatch(shows);
    for (const name of ['light', 'dark', 'contrast'] as const) {
      await theme(page, name);
      expect(await grave(page), name).toEqual([]);
      await shot(page, `table-375-${profile}-${name}`);
    }
    expect(await excess(page)).toBe(0);
    // The coach mark about keeping leaves when something is kept.
    await page.locator('.die').first().click();
    await page.getByRole('button', { name: 'Why?' }).click();
    await page.locator('.reason').waitFor();
    expect(await grave(page)).toEqual([]);
    await shot(page, `why-375-${profile}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    await page.getByRole('dialog').locator('li').first().waitFor();
    await shot(page, `map-375-${profile}`);
    expect(await grave(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await own.close();
  });
});

test.each([
  ['320', { ...SMALL_PHONE, height: 568 }],
  ['768', TABLET],
  ['1440', DESKTOP],
  ['667', { width: 667, height: 375 }],
] as const)('at %s nothing sticks out, and what is tapped is large enough', async (name, viewport) => {
  const own = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  const { page } = await watchedPage(own);
  await page.addInitScript((value) => localStorage.setItem('dicee.settings', value), JSON.stringify({ profile: 'expert' }));
  await newGame(page);
  await page.getByRole('button', { name: /^Roll/ }).click();
  await priced(page);
  expect(await excess(page)).toBe(0);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('button, select, summary')]
      .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 44 || box.height < 44))
      .map(({ text, box }) => `${text?.trim()}: ${box.width} x ${box.height}`),
  );
  expect(small).toEqual([]);
  for (const look of ['light', 'dark'] as const) {
    await theme(page, look);
    await shot(page, `table-${name}-${look}`);
  }
  await own.close();
});

test('bots play by themselves', async () => {
  const own = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' });
  const { page, complaints } = await watchedPage(own);
  await page.addInitScript((value) => localStorage.setItem('dicee.settings', value), JSON.stringify({ pace: 'instant' }));
  await page.goto(URL_OF('/dicee'));
  await hydrated(page);
  await page.getByText('Bots', { exact: true }).click();
  await shot(page, 'setup-375');
  expect(await grave(page)).toEqual([]);
  await page.getByRole('link', { name: 'Play', exact: true }).last().click();
  await page.locator('.players').waitFor();
  await page.getByRole('button', { name: /^Roll/ }).click();
  await priced(page);
  await page.locator('button.row[data-rank="1"]').click();
  await page.getByText('Turn 2/13').waitFor();
  await shot(page, 'bots-375');
  expect(complaints).toEqual([]);
  await own.close();
});
