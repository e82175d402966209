import { cleanup, fireEvent, render, screen as page } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import RollButton from '$lib/dicee/table/RollButton.svelte';
import type { DiceeScreen } from '$lib/dicee/table/screen.svelte';
import { DOUBLE_TAP, Settling } from '$lib/dicee/table/settling.svelte';

/** What the button reads of a table whose player may roll. */
const table = { mine: true, canRoll: true, left: 2, rolled: 5, dice: [1, 2, 3, 4, 6], table: { status: 'ready' } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function rollButton({ dice = table.dice, ...more }: { ownDice?: boolean; dice?: number[] | null } = {}) {
  const settling = new Settling();
  const onroll = vi.fn();
  render(RollButton, { screen: { ...table, dice } as unknown as DiceeScreen, settling, onroll, ...more });
  const button = page.getByRole('button');
  const tap = () => fireEvent.click(button, { detail: 1 });
  // A button that is pressed by Space or Enter is clicked without a click being counted.
  const key = () => fireEvent.click(button, { detail: 0 });
  return { settling, onroll, tap, key };
}

test('a tap within half a second of a roll is the second half of a double tap, a key never is', async () => {
  const { settling, onroll, tap, key } = rollButton();
  await tap();
  expect(onroll).toHaveBeenCalledTimes(1);
  settling.begin();
  await tap();
  expect(onroll).toHaveBeenCalledTimes(1);
  await key();
  expect(onroll).toHaveBeenCalledTimes(2);
});

test('when the dice have lain for half a second a tap is meant', async () => {
  const { settling, onroll, tap } = rollButton();
  const over = vi.fn();
  settling.begin(over);
  vi.advanceTimersByTime(DOUBLE_TAP - 1);
  await tap();
  expect([onroll.mock.calls.length, over.mock.calls.length]).toEqual([0, 0]);
  vi.advanceTimersByTime(1);
  await tap();
  expect([onroll.mock.calls.length, over.mock.calls.length]).toEqual([1, 1]);
});

test('dice that are entered by hand are entered at once', async () => {
  const { settling, onroll, tap } = rollButton({ ownDice: true });
  settling.begin();
  await tap();
  expect(onroll).toHaveBeenCalledTimes(1);
});

test('after a box was filled within half a second of a roll, a tap on Roll is meant', async () => {
  const { settling, onroll, tap } = rollButton({ dice: null });
  settling.begin();
  await tap();
  expect(onroll).toHaveBeenCalledTimes(1);
});
