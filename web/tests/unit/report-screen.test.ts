/** The report: what is said above it is not said again, and no button stands there that cannot work. */
import { cleanup, render, screen as page } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import NextSteps from '$lib/dicee/report/NextSteps.svelte';
import type { Report } from '$lib/dicee/report/report.svelte';
import ReportHead from '$lib/dicee/report/ReportHead.svelte';
import type { DiceeScreen } from '$lib/dicee/table/screen.svelte';

afterEach(cleanup);

const report = { report: null, retried: [{}, {}], mistakes: [{}, {}, {}] } as unknown as Report;
const NAMES = ['Ruth', 'Ben'];
const players = [{ playerId: 'r', scorecard: { grandTotal: 90 } }, { playerId: 'b', scorecard: { grandTotal: 101 } }];
const screen = { view: { players, winnerIds: ['b'] }, nameOf: (seat: number) => NAMES[seat] } as unknown as DiceeScreen;

test('who won is said by the report, unless the result stands above it', () => {
  expect(render(ReportHead, { report, screen, seat: 0 }).container.textContent).toContain('Ben 101');
  cleanup();
  const { container } = render(ReportHead, { report, screen, seat: 0, told: true });
  expect(container.textContent).toContain('90');
  expect(container.textContent).not.toContain('Ben');
});

test('the same dice are offered where they can come again', () => {
  const steps = (seed: number | null | undefined) => {
    cleanup();
    const nothing = () => undefined;
    render(NextSteps, { report, several: true, seed, onretry: nothing, onstart: nothing, onagain: nothing, onshare: nothing });
    return page.queryByRole<HTMLButtonElement>('button', { name: 'Same dice again' });
  };
  expect(steps(7)?.disabled).toBe(false);
  // Until the log has been read nobody knows.
  expect(steps(undefined)?.disabled).toBe(true);
  // The server chose the dice, or they were real.
  expect(steps(null)).toBeNull();
  expect(page.getByRole('button', { name: 'Retry your 2 dearest mistakes' })).toBeTruthy();
});
