/** A live table of Forty-Two over a room that is only told what happens. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveFortyTwo, READING } from '$lib/live/fortytwo/live-fortytwo.svelte';
import type { LiveRoom } from '$lib/live/room.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A table at which this person has something to agree to, and what they agreed to by themselves. */
function waiting(action: 'complete-trick' | 'score-hand', patience: number | null): { agreed: unknown[]; stop: () => void } {
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

test('who turns tricks over by a tap asks for the next hand by a tap too', () => {
  const hand = waiting('score-hand', null);
  vi.advanceTimersByTime(10 * READING);
  expect(hand.agreed).toEqual([]);
});
