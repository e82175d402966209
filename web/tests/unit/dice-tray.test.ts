import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { Analyzer } from '$lib/dicee/analyse/analyzer.svelte';
import type { Engine } from '$lib/wasm/engine/client';
import { realEngine } from './real-engine';
import TrayInApp from './TrayInApp.svelte';

const module = realEngine();

/** Answers over the turn, and has no table. */
const engine: Engine = {
  analyze: async (request) => ({ turn: module.analyzeTurn(request), game: null }),
  upperTotals: async (open) => [...module.upperTotals(open)],
  prepare: () => Promise.reject(new Error('not here')),
  target: () => Promise.reject(new Error('not here')),
};

afterEach(cleanup);

function tray(): Analyzer {
  const analyzer = new Analyzer({ engine });
  render(TrayInApp, { analyzer });
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

async function type(digits: string): Promise<void> {
  for (const digit of digits) {
    await fireEvent.keyDown(document.activeElement ?? document.body, { key: digit });
  }
}

test('five digits set a roll from anywhere, and the sixth starts the next', async () => {
  const analyzer = tray();
  expect(document.activeElement).toBe(document.body);
  await type('61234');
  expect(analyzer.position.dice).toEqual([6, 1, 2, 3, 4]);
  await type('5');
  expect(analyzer.position.dice).toEqual([5, 1, 2, 3, 4]);
  await type('6666');
  expect(analyzer.position.dice).toEqual([5, 6, 6, 6, 6]);
});

test('a die that was gone back to takes the digit itself', async () => {
  const analyzer = tray();
  await type('12345');
  await fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowLeft' });
  await fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowRight' });
  await type('6');
  expect(analyzer.position.dice).toEqual([1, 2, 3, 4, 6]);
});

test('digits in a field, or with a modifier, are not for the dice', async () => {
  const analyzer = tray();
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  await type('1');
  field.remove();
  await fireEvent.keyDown(document.body, { key: '1', ctrlKey: true });
  expect(analyzer.position.dice).toEqual([5, 5, 5, 2, 6]);
});

test('a digit sets the die that is being picked and closes the faces', async () => {
  const analyzer = tray();
  await fireEvent.click(screen.getByRole('button', { name: /^Die 2/ }), { detail: 0 });
  await type('1');
  expect(analyzer.position.dice).toEqual([5, 1, 5, 2, 6]);
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: /^Set die/ })).toBeNull());
  await type('34');
  expect(analyzer.position.dice).toEqual([5, 1, 3, 4, 6]);
});

test('a new link closes the faces', async () => {
  const analyzer = tray();
  await fireEvent.click(screen.getByRole('button', { name: /^Die 2/ }), { detail: 1 });
  screen.getByRole('button', { name: 'Set die 2 to 1' });
  await analyzer.open('#dice=11111&left=0');
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: /^Set die/ })).toBeNull());
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
