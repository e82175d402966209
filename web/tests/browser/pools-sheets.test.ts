/** The sheets around the pools lab in a real browser: session, presets, log, share, sweeps. */
import { buffer } from 'node:stream/consumers';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE, launch, PHONE, shot, watchedPage } from './browser';

let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

async function lab(hash = '#e=6d10>=8b1&dc=2', path = 'pools'): Promise<{ page: Page; complaints: string[] }> {
  context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce', acceptDownloads: true });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(BASE).origin });
  const watched = await watchedPage(context);
  await watched.page.goto(`${BASE}${path}${hash}`);
  await watched.page.locator('.bar .roll:not([disabled])').waitFor();
  return watched;
}

/** Opens a sheet by keyboard. */
async function open(page: Page, button: string | RegExp, title: string) {
  await page.getByRole('button', { name: button }).focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: title });
  await sheet.waitFor();
  return sheet;
}

/** What a button offers as a file. */
async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), bytes: await buffer(await download.createReadStream()) };
}

/** The colours in the lowest stretch of a picture that are no mixture, and how much of it is written. */
function legendInks(page: Page, bytes: Buffer): Promise<{ colours: string[]; text: number }> {
  return page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    const high = 2 * 60;
    [canvas.width, canvas.height] = [image.width, high];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(image, 0, high - image.height);
    const { data } = context.getImageData(0, 0, canvas.width, high);
    const seen = new Map<string, number>();
    for (let at = 0; at < data.length; at += 4) {
      const colour = `#${[0, 1, 2].map((by) => (data[at + by] ?? 0).toString(16).padStart(2, '0')).join('')}`;
      seen.set(colour, (seen.get(colour) ?? 0) + 1);
    }
    const often = [...seen].filter(([, count]) => count >= 40);
    return { colours: often.map(([colour]) => colour), text: seen.get('#0a0a0a') ?? 0 };
  }, `data:image/png;base64,${bytes.toString('base64')}`);
}

test('a session by keyboard: a character, its pool, an encounter, and a roll in its name', async () => {
  const { page, complaints } = await lab();
  let sheet = await open(page, 'Session', 'Session');
  await sheet.getByLabel('Character').fill('Mira');
  await sheet.getByLabel('Pool').fill('stealth');
  await sheet.getByLabel('Dice', { exact: true }).fill('7');
  await page.keyboard.press('Enter');
  const pool = sheet.getByRole('button', { name: 'Mira, stealth: 7 dice' });
  await pool.waitFor();
  await sheet.getByLabel('Seed').fill('99');
  await sheet.getByRole('button', { name: 'Begin an encounter' }).focus();
  await page.keyboard.press('Enter');
  await sheet.getByText(/combat, seed 99/).waitFor();
  await shot(page, 'pools-session-375');
  await pool.focus();
  await page.keyboard.press('Enter');
  await sheet.waitFor({ state: 'hidden' });
  await page.getByText('Rolls as Mira for stealth').waitFor();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('main input')?.value === '7d10>=8b1');
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'LOG 1' }).waitFor();
  const log = await open(page, 'LOG 1', 'Rolls on this device');
  await log.getByText(/Mira/).first().waitFor();
  // One roll is no night.
  await log.getByText('Mira: too early to say after 1 roll').waitFor();
  await shot(page, 'pools-log-375');
  // The filter is by label.
  await log.getByLabel('Only labels that start with').fill('nothing');
  await log.getByText(/No rolls/).waitFor();
  await page.keyboard.press('Escape');
  // Another visit finds it all again.
  await page.reload();
  await page.locator('.bar .roll:not([disabled])').waitFor();
  sheet = await open(page, 'Session', 'Session');
  await sheet.getByRole('button', { name: 'Mira, stealth: 7 dice' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a log that is exported can be imported elsewhere, and a damaged one is refused', async () => {
  const { page } = await lab();
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'LOG 1' }).waitFor();
  let log = await open(page, 'LOG 1', 'Rolls on this device');
  const { name, bytes } = await saved(page, () => log.getByRole('button', { name: 'Export' }).click());
  expect(name).toBe('rolls.json');
  await context.close();
  const { page: other } = await lab();
  log = await open(other, 'LOG 0', 'Rolls on this device');
  const file = (buffer: Buffer) => ({ name: 'rolls.json', mimeType: 'application/json', buffer });
  await log.locator('input[type=file]').setInputFiles(file(bytes));
  await log.getByText(/to succeed/).waitFor();
  const turned = bytes.toString().replace(/"faces":\[\[(\d+)/, (_, face) => `"faces":[[${face === '1' ? 2 : 1}`);
  await log.locator('input[type=file]').setInputFiles(file(Buffer.from(turned)));
  await log.locator('.fault').waitFor();
  await context.close();
});

test('presets: the schema says what is wrong, a good one changes the answers, and travels as a file', async () => {
  const { page, complaints } = await lab('', 'pools/contest');
  await page.getByText('47.8%').first().waitFor();
  let sheet = await open(page, 'Presets', 'Presets');
  await sheet.getByText('Write a system of your own').click();
  const editor = sheet.getByLabel(/as dice-system.json/);
  await editor.fill('{"sides": 6}');
  await sheet.getByRole('button', { name: 'Use this system' }).click();
  await sheet.getByText(/successThreshold: expected a face of a die of 6 sides/).waitFor();
  await shot(page, 'pools-presets-375');
  await sheet.getByRole('button', { name: 'Six-sided, 5 and 6' }).click();
  await sheet.getByLabel('Name').fill('sword');
  await sheet.getByLabel('Expression').fill('2d6+3');
  await sheet.getByRole('button', { name: 'Add' }).click();
  await sheet.getByText('@sword').waitFor();
  const { bytes } = await saved(page, () => sheet.getByRole('button', { name: 'Export' }).click());
  expect(JSON.parse(bytes.toString())).toEqual({
    system: { sides: 6, successThreshold: 5, botchValue: null },
    aliases: { sword: '2d6+3' },
  });
  await page.keyboard.press('Escape');
  await page.getByText('47.8%').first().waitFor({ state: 'hidden' });
  await page.getByText('Preset “Six-sided, 5 and 6”: d6, 5 and up succeed, no botches.').waitFor();
  await context.close();
  const { page: other } = await lab();
  sheet = await open(other, 'Presets', 'Presets');
  await sheet.locator('input[type=file]').setInputFiles({ name: 'p.json', mimeType: 'application/json', buffer: bytes });
  await sheet.getByText('@sword').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('share: link, Markdown and CSV are copied, and the chart is saved as a picture', async () => {
  const { page, complaints } = await lab('#e=6d10>=8b1&e=8d10>=8b1&dc=2');
  await page.getByText('42039/100000').waitFor();
  const sheet = await open(page, 'SHARE', 'Share');
  const copied = async (button: string) => {
    await sheet.getByRole('button', { name: button }).click();
    await sheet.getByText(/copied$/).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copied('Copy as Markdown')).toContain('| 0 | 31.3% |');
  expect((await copied('Copy as CSV')).split('\n')[1]).toMatch(/^0,0\.31\d+,0\.\d+$/);
  const link = await copied('Copy link');
  const picture = await saved(page, () => sheet.getByRole('button', { name: 'Save picture (PNG)' }).click());
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(picture.bytes.length).toBeGreaterThan(5_000);
  // Below the chart stands its legend: a filled swatch, a hatched one, and their names.
  const inks = await legendInks(page, picture.bytes);
  expect(inks.colours).toEqual(expect.arrayContaining(['#0b5fa5', '#b33a00']));
  expect(inks.text).toBeGreaterThan(200);
  await shot(page, 'pools-share-375');
  await context.close();
  const { page: friend } = await lab(new URL(link).hash);
  await friend.getByText('42039/100000').waitFor();
  expect(await friend.getByRole('combobox', { name: /expression/i }).count()).toBe(2);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a roll that cannot be made says why', async () => {
  const { page } = await lab('', 'pools/contest');
  await page.getByRole('combobox').first().fill('6d');
  const roll = page.locator('.bar .roll');
  await page.locator('.bar .roll[aria-disabled="true"]').waitFor();
  expect(await page.locator(`id=${await roll.getAttribute('aria-describedby')}`).textContent()).toMatch(/^The dice cannot be read: ./);
  await roll.click({ force: true });
  await page.getByRole('button', { name: 'LOG 0' }).waitFor();
  await page.getByRole('combobox').first().fill('6');
  await page.locator('.bar .roll[aria-disabled="false"]').click();
  await page.getByRole('button', { name: 'LOG 1' }).waitFor();
  await context.close();
});

test('a sweep shows dice and difficulties as a curve and a grid', async () => {
  const { page } = await lab();
  await page.getByText('42039/100000').waitFor();
  await page.getByText('Sweep: more dice, other difficulties').click();
  await page.locator('figure').nth(1).waitFor();
  await shot(page, 'pools-sweep-375');
  await context.close();
});
