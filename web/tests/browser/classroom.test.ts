/** A plain http address in a local network, as a teacher's laptop has one: browsers give it neither workers nor a clipboard. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PLAIN_HOST } from './address';
import { BASE, launch, PHONE, shot, violations, watchedPage } from './browser';
import { hydrated } from './screens';
import { priced } from './table';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const ROOM = BASE.replace(/\/\/[^:/]+/, `//${PLAIN_HOST}`);

test.runIf(BASE.startsWith('http:'))('at a plain http address people play, alone and with others, and are told what does not work', async () => {
  const context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' });
  const { page, complaints } = await watchedPage(context);
  await page.goto(ROOM);
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
  await page.getByRole('link', { name: 'Roll', exact: true }).click();
  await priced(page);
  await page.locator('button.row[data-rank="1"]').click();
  await page.getByText('Turn 2/13').waitFor();

  await page.goto(`${ROOM}me`);
  await page.getByText('At this address the app can be neither installed nor used offline').waitFor();

  await page.goto(`${ROOM}lobby`);
  await hydrated(page);
  await page.getByLabel('Your name').fill('Ann');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByText('Ann (you)').waitFor();
  // The link is in sight where it cannot be copied.
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText(/\/t\/[A-Z0-9]{6}$/).waitFor();
  await shot(page, 'classroom-375');
  expect(await violations(page)).toEqual([]);
  // The browser says of one header that it means nothing here.
  expect(complaints.filter((text) => !text.includes('Cross-Origin-Opener-Policy'))).toEqual([]);
  await context.close();
});
