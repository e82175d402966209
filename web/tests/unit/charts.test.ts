/** Charts: nothing is drawn with a negative size, few games stand where the newest are, and nothing is said twice. */
import type { GameLine } from '@dicee/learn';
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import Bars from '$lib/charts/Bars.svelte';
import StackedArea from '$lib/charts/StackedArea.svelte';
import StackedBar from '$lib/charts/StackedBar.svelte';
import PathChart from '$lib/dicee/report/PathChart.svelte';
import type { Report } from '$lib/dicee/report/report.svelte';
import LossChart from '$lib/learn/insights/LossChart.svelte';
import LuckChart from '$lib/learn/insights/LuckChart.svelte';
import CalibrationChart from '$lib/learn/odds/CalibrationChart.svelte';

afterEach(cleanup);

const sizes = (frame: Element) =>
  [...frame.querySelectorAll('rect')].flatMap((rect) => ['width', 'height'].map((side) => Number(rect.getAttribute(side))));

test('while a page is laid out and gives a chart no width, nothing is drawn with a negative one', () => {
  const turns = Array.from({ length: 13 }, (_, turn) => ({ turn: turn + 1, luck: turn - 6, loss: turn, finish: 240 + turn, version: turn }));
  const report = { turns, report: { totals: { optimum: 254 } } } as unknown as Report;
  const steps = [{ step: 1, success: 0.5, catastrophe: 0.1, ongoing: 0.4 }];
  const parts = [{ name: 'Hit', short: 'Hit', share: 1, tone: 'best' as const }];
  const series = [{ name: 'Hits', points: [{ x: 0, y: 0.5 }, { x: 1, y: 0.5 }] }];
  // There is no layout in these tests: every chart measures a width of 0.
  for (const { container } of [
    render(PathChart, { report, onpick: () => undefined }),
    render(StackedArea, { steps }),
    render(StackedBar, { parts, label: 'Hits' }),
    render(Bars, { series, unit: 'hits', adds: true }),
  ]) {
    expect(sizes(container).length).toBeGreaterThan(0);
    expect(Math.min(...sizes(container))).toBeGreaterThanOrEqual(0);
  }
});

const game = (loss: number, id: string): GameLine => ({ id, finishedAt: 0, score: 200, luck: 3, loss }) as unknown as GameLine;

test('a single game stands where the newest one is, with its number', () => {
  const { container } = render(LossChart, { games: [game(47.1, 'a')], mean: null });
  const bar = container.querySelector('rect.loss');
  expect(Number(bar?.getAttribute('x'))).toBeGreaterThan(300);
  expect(container.querySelector('svg')?.textContent).toContain('47.1');
  expect(container.querySelector('svg')?.textContent).not.toContain('older');
  const luck = render(LuckChart, { games: [game(47.1, 'a')] });
  expect(luck.container.textContent).toContain('in the last game against');
  expect(luck.container.textContent).not.toContain('last 1 games');
});

test('how far guesses are off is said once', () => {
  const calibration = { guesses: 10, error: 0.1, meanOff: 0.33, curve: [{ guesses: 10, guessed: 0.5, exact: 0.2 }] } as never;
  expect(render(CalibrationChart, { calibration }).container.textContent).toContain('off by 33 percentage points');
  expect(render(CalibrationChart, { calibration, told: true }).container.textContent).not.toContain('off by');
});
