// Serves a folder, opens its index.html in a browser, and waits for the verdict of the page.
//   node open.mjs FOLDER PACKAGE_JSON_BESIDE_PLAYWRIGHT
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm', '.css': 'text/css' };
const [folder, beside] = process.argv.slice(2);
const { chromium } = createRequire(beside)('playwright-core');

const server = createServer(async (request, response) => {
  const path = normalize(new URL(request.url, 'http://localhost').pathname);
  try {
    const content = await readFile(join(folder, path === '/' ? 'index.html' : path));
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? TYPES['.html'] }).end(content);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH, args });
let title = 'not opened';
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error.message));
  page.on('requestfailed', (request) => console.error(`cannot load ${request.url()}`));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => document.title !== 'running', undefined, { timeout: 30_000 });
  title = await page.title();
} finally {
  await browser.close();
  server.close();
}
console.log(`${folder}: ${title}`);
process.exitCode = title === 'ok' ? 0 : 1;
