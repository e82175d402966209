/** Before all browser tests: one browser for every file, and one solved game that contexts may start with. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { baseUrl, BROWSER } from './address';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser listens. */
    browser: string;
    /** A file with what a device has kept that has solved the game. */
    solved: string;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'dicee-browser-'));
  const solved = join(folder, 'solved.json');
  const server = await chromium.launchServer(BROWSER);
  const browser = await chromium.connect(server.wsEndpoint());
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${baseUrl()}dicee/analyse`);
  await page.locator('[data-origin]').waitFor({ timeout: 60_000 });
  await context.storageState({ path: solved, indexedDB: true });
  await browser.close();
  provide('browser', server.wsEndpoint());
  provide('solved', solved);
  return async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  };
}
