/** A live Dicee table: one chance to win for one player, and guesses that are taken once. */
import type { DiceeState } from '@dicee/types';
import { cleanup, fireEvent, render, screen as page } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { winPercent } from '$lib/dicee/wording';
import CoachLine from '$lib/dicee/table/CoachLine.svelte';
import type { DiceeScreen } from '$lib/dicee/table/screen.svelte';
import { LiveDicee } from '$lib/live/dicee/live-dicee.svelte';
import Predict from '$lib/live/dicee/Predict.svelte';
import type { Guest } from '$lib/live/identity.svelte';
import type { LiveRoom } from '$lib/live/room.svelte';
import type { EngineClient } from '$lib/wasm/engine/client';

afterEach(cleanup);

const card = { upperSubtotal: 0, upperBonus: 0, upperTotal: 0, diceeBonus: 0, lowerTotal: 0, grandTotal: 0, categoriesRemaining: ['ones'], turnsCompleted: 0 };
const seated = (playerId: string, left = false) => ({ playerId, displayName: playerId, isCurrentPlayer: playerId === 'ruth', mixedSeed: false, left, scorecard: card });

function table({ left = false } = {}) {
  const state = {
    kind: 'dicee',
    status: 'active',
    you: 0,
    coach: true,
    settings: {},
    players: [seated('ruth'), seated('ben', left)],
    turnOrder: ['ruth', 'ben'],
    currentTurn: { playerId: 'ruth', turnNumber: 1, rollNumber: 0, phase: 'initial_roll' },
  } as unknown as DiceeState;
  const chances = { version: 1, exact: false, basis: '', chances: [{ playerId: 'ruth', probability: 0.447 }, { playerId: 'ben', probability: 0.553 }] };
  const room = { state, chances, you: 0, skew: 0, connection: 'ready', on: () => () => undefined } as unknown as LiveRoom;
  return new LiveDicee({
    room,
    engine: {} as EngineClient,
    settings: () => ({ profile: 'beginner', stats: true, alwaysStats: false, coach: 'always', confirmScores: false }),
    playerId: () => 'ruth',
    viewAt: () => Promise.reject(new Error('not asked for')),
  });
}

const told = (live: LiveDicee) => [...live.chances].map(([seat, share]) => [seat, winPercent(share)]);

test('one screen shows one chance to win: what this device counted, and until then the server', () => {
  const live = table();
  expect(told(live)).toEqual([[0, '45%'], [1, '55%']]);
  const { standing } = live.screen ?? {};
  if (!standing) throw new Error('the game has begun');
  const share = (share: number) => ({ alone: share, shared: 0, share });
  standing.forecast = { chances: [share(0.441), share(0.559)], exact: false, basis: '' };
  expect(told(live)).toEqual([[0, '44%'], [1, '56%']]);
});

test('who has left has no chance to win beside the name', () => {
  const live = table({ left: true });
  const none = { alone: 0, shared: 0, share: 0 };
  if (live.screen) live.screen.standing.forecast = { chances: [{ ...none, share: 1 }, none], exact: true, basis: '' };
  expect(told(live)).toEqual([[0, '100%']]);
});

test('a guess that was taken leaves the way back to the game, until another one is made', async () => {
  let asked = $state.raw<{ category: string; probability: number }[]>([]);
  const live = {
    state: { players: [{ displayName: 'Ruth' }] },
    current: 0,
    rolled: true,
    uncertain: ['fours', 'fives'],
    guesses: [],
    room: { notice: null },
    get asked() {
      return asked;
    },
    predict: vi.fn((category: string, probability: number) => {
      asked = [{ category, probability }];
      return true;
    }),
  } as unknown as LiveDicee;
  const onclose = vi.fn();
  render(Predict, { live, guest: { name: 'Ben', busy: false } as Guest, onclose });
  await fireEvent.click(page.getByRole('button', { name: 'Predict 50%' }));
  flushSync();
  expect(page.queryByRole('button', { name: /^Predict/ })).toBeNull();
  await fireEvent.input(page.getByRole('slider'), { target: { value: '40' } });
  expect(page.getByRole('button', { name: 'Predict 40%' })).toBeTruthy();
  await fireEvent.input(page.getByRole('slider'), { target: { value: '50' } });
  await fireEvent.click(page.getByRole('button', { name: 'Back to the game' }));
  expect(onclose).toHaveBeenCalledOnce();
  expect(live.predict).toHaveBeenCalledOnce();
});

test('the name of the player to move and what to do stand apart', () => {
  const screen = {
    best: null, yours: null, analysis: null, graded: null, progress: null, dice: null, mine: true, over: false, seat: 0,
    settings: { profile: 'beginner', coach: 'silent' }, kept: [], card: { grandTotal: 0, turnsCompleted: 0 },
    players: [{ name: 'Ruth' }, { name: 'Ben' }], nameOf: () => 'Ruth', opening: 'Roll, keep what you like, fill a box.',
  } as unknown as DiceeScreen;
  const { container } = render(CoachLine, { screen, onwhy: () => undefined });
  expect(container.textContent?.trim()).toBe('Ruth: Roll, keep what you like, fill a box.');
});
