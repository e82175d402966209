// Lighthouse as on a mid-range phone with slow 4G (its defaults), for each page several times: prints the median run of
// each as a table, and ends with 1 where a page misses the goals. `cargo xtask lighthouse` starts the server and this.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { computeMedianRun } from 'lighthouse/core/lib/median-run.js';

const PAGES = ['/', '/dicee/play', '/dicee/analyse'];
/** What each category must reach. */
const GOALS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const METRICS = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'total-blocking-time': 'blocked',
  'cumulative-layout-shift': 'shift',
  'speed-index': 'speed index',
};
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];

const [base, runs = '3'] = process.argv.slice(2);
if (!base) {
  console.error('usage: node measure.mjs http://127.0.0.1:8080 [RUNS]');
  process.exit(2);
}

/** How often a run is tried. */
const ATTEMPTS = 4;
const row = (cells) => console.log(`| ${cells.join(' | ')} |`);
const columns = ['page', ...Object.keys(GOALS), ...Object.values(METRICS), 'requests', 'KB'];
let missed = false;
const rows = [];
for (const page of PAGES) {
  const reports = [];
  for (let run = 0; run < Number(runs); run += 1) reports.push(await traced(new URL(page, base).href));
  rows.push(cellsOf(page, computeMedianRun(reports)));
}
row(columns);
row(columns.map(() => '---'));
rows.forEach(row);
process.exitCode = missed ? 1 : 0;

/** A run whose trace has the beginning of the load; Chromium sometimes loses it, and asks to be run again. */
async function traced(url) {
  for (let attempt = 1; ; attempt += 1) {
    const lhr = await report(url);
    if (!lhr.runtimeError) return lhr;
    const { code, message } = lhr.runtimeError;
    if (code !== 'NO_NAVSTART' || attempt === ATTEMPTS) throw new Error(`${url}: ${message}`);
    console.error(`${url}: the trace was lost, once more`);
  }
}

/** One run in a browser of its own, so that nothing is kept from the last one. */
async function report(url) {
  const chrome = await launch({ chromePath: process.env.CHROME_PATH, chromeFlags: FLAGS });
  try {
    const { lhr } = await lighthouse(url, {
      port: chrome.port,
      logLevel: 'error',
      throttlingMethod: 'simulate',
      onlyCategories: Object.keys(GOALS),
    });
    return lhr;
  } finally {
    chrome.kill();
  }
}

function cellsOf(page, { audits, categories }) {
  const scores = Object.entries(GOALS).map(([name, goal]) => {
    const score = Math.round(100 * categories[name].score);
    if (score < goal) {
      missed = true;
      for (const { id } of categories[name].auditRefs) {
        const { score: part, title } = audits[id];
        if (part !== null && part < 0.9) console.error(`${page} ${name}: ${title}`);
      }
    }
    return score;
  });
  const metrics = Object.keys(METRICS).map((id) => audits[id].displayValue.replaceAll('\u00a0', ' '));
  const { items } = audits['network-requests'].details;
  const bytes = items.reduce((sum, { transferSize }) => sum + transferSize, 0);
  return [`\`${page}\``, ...scores, ...metrics, items.length, Math.round(bytes / 1024)];
}
