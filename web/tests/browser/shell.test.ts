/** The shell: addresses, navigation, keys, settings, players on this device. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BASE, DESKTOP, launch, PHONE, watchedPage } from './browser';
import { hydrated, SCREENS } from './screens';

let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());
beforeEach(async () => {
  context = await browser.newContext({ viewport: PHONE });
  ({ page, complaints } = await watchedPage(context));
});
afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
});

const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

describe('addresses', () => {
  test('every page has a title and a description of its own', async () => {
    const titles = new Map<string, string>();
    for (const { path } of SCREENS.filter(({ path }) => !/[#?]/.test(path) && path !== 'nowhere')) {
      const html = await (await context.request.get(BASE + path)).text();
      const title = /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '';
      expect(title, path).toMatch(/Dicee$/);
      expect(html, path).toMatch(/<meta name="description" content="[^"]{20,}"/);
      expect(titles.get(title) ?? path, title).toBe(path);
      titles.set(title, path);
    }
  });

  test('an address that leads nowhere says so with 404, and leads on', async () => {
    const response = await page.goto(`${BASE}nowhere/at/all`);
    expect(response?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Nothing is at this address' }).waitFor();
    await hydrated(page);
    await page.getByRole('main').getByRole('link', { name: 'Learn' }).click();
    await page.getByRole('heading', { name: 'Learn', level: 1 }).waitFor();
    // The browser itself reports the 404 of the page.
    expect(complaints.splice(0)).toHaveLength(2);
  });

  test('a slash behind an address does no harm', async () => {
    await page.goto(`${BASE}rules/42/`);
    expect(page.url()).toBe(`${BASE}rules/42`);
  });
});

describe('navigation', () => {
  test('the tabs of a phone lead to their pages and show where one is', async () => {
    await page.goto(BASE);
    await hydrated(page);
    const nav = page.getByRole('navigation', { name: 'Main' });
    for (const name of ['Learn', 'Me', 'Play']) {
      await nav.getByRole('link', { name, exact: true }).click();
      await nav.locator('[aria-current="page"]', { hasText: name }).waitFor();
      expect(await nav.locator('[aria-current]').count()).toBe(1);
    }
    const box = await nav.boundingBox();
    expect(box && box.y + box.height).toBe(PHONE.height);
  });

  test('a screen that fills the phone has its tabs back by Escape', async () => {
    await page.goto(`${BASE}dicee/analyse`);
    await hydrated(page);
    const nav = page.getByRole('navigation', { name: 'Main' });
    expect(await nav.isVisible()).toBe(false);
    await page.keyboard.press('Escape');
    await nav.waitFor();
    await page.keyboard.press('Escape');
    await nav.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await nav.getByRole('link', { name: 'Learn' }).click();
    await page.getByRole('heading', { name: 'Learn', level: 1 }).waitFor();
  });

  test('on a desk the bar is on top', async () => {
    await page.setViewportSize(DESKTOP);
    await page.goto(BASE);
    expect((await page.getByRole('navigation', { name: 'Main' }).boundingBox())?.y).toBe(0);
  });

  test('the keyboard skips to the content, and reaches everything in order', async () => {
    await page.goto(`${BASE}learn`);
    await hydrated(page);
    const order: string[] = [];
    for (let i = 0; i < 11; i += 1) {
      await page.keyboard.press('Tab');
      order.push(await focused());
      // What has the focus is in sight, above the tabs.
      const seen = await page.evaluate(() => {
        const box = document.activeElement?.getBoundingClientRect();
        return box !== undefined && box.top >= 0 && box.bottom <= innerHeight;
      });
      expect(seen, order.at(-1)).toBe(true);
    }
    expect(order.slice(0, 6)).toEqual(['Skip to the content', 'Play', 'Lobby', 'Learn', 'Pools', 'Me']);
    expect(order[6]).toContain('Puzzle of the day');
    expect(order[9]).toContain('Forty-Two drills');
    expect(order[10]).toContain('Guess the odds');

    await page.reload();
    await hydrated(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused()).toContain('Puzzle of the day');
  });
});

describe('keys', () => {
  test('the question mark shows the keys of the screen, and gives the focus back', async () => {
    await page.goto(`${BASE}learn`);
    await hydrated(page);
    const link = page.getByRole('link', { name: /Rules of Dicee/ });
    await link.focus();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys on this screen' });
    await help.getByText('Show the keys of this screen').waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    expect(await focused()).toContain('Rules of Dicee');
  });

  test('single keys can be switched off', async () => {
    await page.goto(`${BASE}settings`);
    await hydrated(page);
    await page.getByRole('switch', { name: 'Single keys' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Space');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys on this screen' }).waitFor();
  });
});

describe('settings', () => {
  test('hold at once, on every page, and after a reload before anything is drawn', async () => {
    await page.goto(`${BASE}settings`);
    await hydrated(page);
    const light = await background();
    await page.getByText('Dark', { exact: true }).click();
    expect(await theme()).toBe('dark');
    expect(await background()).not.toBe(light);

    // While its scripts are still on their way the page has the theme from its first lines.
    await page.route('**/_app/immutable/entry/*', () => undefined);
    await page.goto(`${BASE}rules`, { waitUntil: 'domcontentloaded' });
    expect(await theme()).toBe('dark');
  });

  test('follow another tab of the same device', async () => {
    await page.goto(`${BASE}settings`);
    await hydrated(page);
    const { page: other } = await watchedPage(context);
    await other.goto(`${BASE}rules`);
    await hydrated(other);
    await page.getByText('High contrast', { exact: true }).click();
    await other.locator('html[data-theme="contrast"]').waitFor({ state: 'attached' });
  });

  test('the system decides where nothing was chosen', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(BASE);
    await hydrated(page);
    expect(await background()).toBe('rgb(15, 15, 15)');
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await background()).toBe('rgb(250, 250, 250)');
    await page.emulateMedia({ contrast: 'more' });
    await page.reload();
    await hydrated(page);
    expect(await background()).toBe('rgb(0, 0, 0)');
  });

  test('every control of the page works by keyboard alone', async () => {
    await page.goto(`${BASE}settings`);
    await hydrated(page);
    const press = async (times: number, key: string) => {
      for (let i = 0; i < times; i += 1) await page.keyboard.press(key);
    };
    await page.getByRole('radio', { name: /^Beginner/ }).focus();
    await press(2, 'ArrowDown');
    // Past the switch that lets the profile follow.
    await press(2, 'Tab');
    await press(1, 'Space');
    await page.getByRole('radio', { name: 'System' }).first().focus();
    await press(2, 'ArrowRight');
    await page.getByRole('button', { name: 'Volume: more' }).focus();
    await press(2, 'Enter');
    const data = await page.evaluate(() => ({ ...document.documentElement.dataset }));
    expect(data).toMatchObject({ profile: 'expert', stats: 'off', theme: 'dark' });
    await page.getByText('40 %').waitFor();
    await page.getByRole('button', { name: 'Reset…' }).focus();
    await press(1, 'Enter');
    await page.getByRole('button', { name: 'Yes, reset all settings' }).focus();
    await press(1, 'Enter');
    expect(await theme()).toBe('system');
    expect(await page.locator('[data-live="polite"]').innerText()).toContain('as at the start');
  });
});

test('several players share the device', async () => {
  await page.goto(`${BASE}me`);
  await hydrated(page);
  await page.getByLabel('Name of another player').fill('  Ann ');
  await page.keyboard.press('Enter');
  expect(await page.getByRole('radio', { name: 'Ann' }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Rename Player 1' }).click();
  await page.keyboard.type('Bea');
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Bea' }).check();
  await page.reload();
  await hydrated(page);
  expect(await page.getByRole('radio', { name: 'Bea' }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Remove Bea' }).click();
  expect(await page.getByRole('radio', { name: 'Ann' }).isChecked()).toBe(true);
  expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
});

test('everything on the device can be erased', async () => {
  await page.goto(`${BASE}settings`);
  await hydrated(page);
  await page.getByText('Dark', { exact: true }).click();
  await page.goto(`${BASE}me`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Erase everything here…' }).click();
  await page.getByRole('button', { name: 'Erase everything here', exact: true }).click();
  await page.waitForURL(BASE);
  await hydrated(page);
  expect(await theme()).toBe('system');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('a player moves to another device by a code', async () => {
  const identity = { playerId: 'p-1', displayName: 'Ann', deviceSecret: 's3cret' };
  await page.goto(`${BASE}me`);
  await page.evaluate((text) => localStorage.setItem('dicee.session', text), JSON.stringify(identity));
  await page.reload();
  await hydrated(page);
  await page.getByRole('button', { name: 'Move to another device…' }).click();
  await page.getByRole('img', { name: 'Code that makes another device Ann' }).waitFor();

  const code = btoa(JSON.stringify(['p-1', 'Ann', 's3cret']));
  const other = await browser.newContext({ viewport: PHONE });
  const { page: phone, complaints: ofPhone } = await watchedPage(other);
  await phone.goto(`${BASE}me#move=${code.replace(/=+$/, '')}`);
  await phone.getByText('Be Ann on this device?').waitFor();
  await expect.poll(() => phone.url()).toBe(`${BASE}me`);
  await phone.getByRole('button', { name: 'Yes, move here' }).click();
  expect(await phone.getByLabel('Name that others see').inputValue()).toBe('Ann');
  await other.close();
  expect(ofPhone).toEqual([]);
});
