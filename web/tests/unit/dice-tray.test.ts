import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { Analyzer } from '../../src/analyzer/analyzer.svelte';
import DiceTray from '../../src/analyzer/DiceTray.svelte';
import type { Engine } from '../../src/lib/engine/client';
import { realEngine } from './real-engine';

const module = realEngine();

/** Answers over the turn, and has no table. */
const engine: Engine = {
  analyze: async (request) => ({ turn: module.analyzeTurn(request), game: null }),
  prepare: () => Promise.reject(new Error('not here')),
};

afterEach(cleanup);

function tray(): Analyzer {
  const analyzer = new Analyzer({ engine });
  render(DiceTray, { analyzer });
  return analyzer;
}

test('five digits set a roll', async () => {
  const analyzer = tray();
  screen.getByRole('button', { name: /^Die 1/ }).focus();
  for (const digit of ['6', '1', '2', '3', '4']) {
    await fireEvent.keyDown(document.activeElement ?? document.body, { key: digit });
  }
  expect(analyzer.position.dice).toEqual([6, 1, 2, 3, 4]);
});

test('a tap opens the faces, and picking goes on to the next die', async () => {
  const analyzer = tray();
  await fireEvent.click(screen.getByRole('button', { name: /^Die 4/ }), { detail: 1 });
  await fireEvent.click(screen.getByRole('button', { name: 'Set die 4 to 1' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Set die 5 to 3' }));
  expect(analyzer.position.dice).toEqual([5, 5, 5, 1, 3]);
  expect(screen.queryByRole('button', { name: /^Set die/ })).toBeNull();
});

test('escape leaves the faces and returns to the die', async () => {
  tray();
  const die = screen.getByRole('button', { name: /^Die 2/ });
  await fireEvent.click(die, { detail: 0 });
  await fireEvent.keyDown(screen.getByRole('button', { name: 'Set die 2 to 5' }), {
    key: 'Escape',
  });
  await vi.waitFor(() => expect(document.activeElement).toBe(die));
});
