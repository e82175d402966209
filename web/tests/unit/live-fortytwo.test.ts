/** A live table of Forty-Two over a room that is only told what happens. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveFortyTwo, READING } from '$lib/live/fortytwo/live-fortytwo.svelte';
import type { LiveRoom } from '$lib/live/room.svelte';
import { AGREE_AFTER } from '$lib/fortytwo/table/table';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A table at which this person has something to agree to, and what they agreed to by themselves. */
function waiting(action: 'complete-trick' | 'score-hand', patience: number, held = false): { agreed: unknown[]; stop: () => void } {
  const agreed: unknown[] = [];
  const move = { type: 'AGREE_TO_ACTION', player: 0, action };
  const room = {
    state: { kind: 'fortytwo', you: 0, view: { moves: [move], consensus: { action, agreed: [], missing: [0] } } },
    connection: 'ready',
    send: (command: unknown) => {
      agreed.push(command);
      return Promise.resolve(null);
    },
  };
  const live = new LiveFortyTwo({
    room: room as unknown as LiveRoom,
    glance: () => new Promise(() => undefined),
    agreeAfter: () => patience,
  });
  live.hold(held);
  return { agreed, stop: live.agree() ?? (() => undefined) };
}

test('a full trick is turned over after two seconds, the result of a hand stays to be read', () => {
  const trick = waiting('complete-trick', 2_000);
  const hand = waiting('score-hand', 2_000);
  vi.advanceTimersByTime(2_500);
  expect([trick.agreed.length, hand.agreed.length]).toEqual([1, 0]);
  vi.advanceTimersByTime(READING);
  expect(hand.agreed.length).toBe(1);
});

test('who turns tricks over by a tap and does nothing agrees after ten seconds, unless they hold the trick', () => {
  const trick = waiting('complete-trick', AGREE_AFTER.ask);
  const held = waiting('complete-trick', AGREE_AFTER.ask, true);
  vi.advanceTimersByTime(9_900);
  expect(trick.agreed.length).toBe(0);
  vi.advanceTimersByTime(200);
  expect(trick.agreed.length).toBe(1);
  vi.advanceTimersByTime(10 * READING);
  expect(held.agreed.length).toBe(0);
});
