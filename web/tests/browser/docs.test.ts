import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE, DESKTOP, launch, PHONE, shot, violations, watchedPage } from './browser';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

for (const [name, viewport] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the page about the API works on a ${name} in the ${colorScheme}`, async () => {
      const context = await browser.newContext({ viewport, colorScheme });
      const { page, complaints } = await watchedPage(context);
      await page.goto(`${BASE}docs`);
      await page.locator('#verify > summary').click();
      await page.locator('#verify form button').click();
      await page.locator('#verify output', { hasText: '200 OK' }).waitFor();
      expect(await page.locator('#verify output').innerText()).toContain('"fraction": "5/36"');
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(beyond).toBe(0);
      await shot(page, `docs-${name}-${colorScheme}`);
      expect(await violations(page)).toEqual([]);

      await page.locator('#filter').fill('simulate');
      expect(await page.locator('details.operation:visible').count()).toBe(1);
      await page.goto(`${BASE}docs#simulate`);
      await page.locator('#simulate form').waitFor();
      await context.close();
      expect(complaints).toEqual([]);
    });
  }
}
