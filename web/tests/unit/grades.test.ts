// @vitest-environment node
/** One verdict for a decision, wherever it is told. */
import type { KeepOutlook, Move } from '@dicee/coach';
import { describe, expect, test } from 'vitest';
import { barCaption } from '$lib/dicee/hud/heat';
import { mapCells } from '$lib/dicee/hud/roll-map';
import { keptMask } from '$lib/dicee/kept-mask';
import { endFirstGame, firstGame } from '$lib/dicee/play/play';
import { listed } from '$lib/dicee/setup/bots';
import { moveName, past, playingText, scoredNote } from '$lib/dicee/table/words';
import { gradeText, tierOf, verdictText } from '$lib/dicee/tier';

describe('how much a decision cost', () => {
  test('has one sign and one colour on every screen', () => {
    expect([0, 0.049, 0.05, 0.13, 0.5, 1.61, 4.99, 5, 24.4].map((loss) => tierOf(loss).sign)).toEqual(
      ['=', '=', '-', '-', '?', '?', '?', '??', '??'],
    );
    expect([0, 0.13, 1.61, 24.4].map((loss) => tierOf(loss).tier)).toEqual(['best', 'fair', 'weak', 'worst']);
  });

  test('is never praised and blamed at once', () => {
    expect(gradeText(0)).toBe('The best choice.');
    expect(gradeText(1.61)).toBe('Mistake: 1.61 points below the best choice.');
    expect(verdictText(0.01, 'Keeping 5 5 was right.')).toBe('Solved. Keeping 5 5 was right.');
    expect(verdictText(1.61)).toBe('Not the best: it costs 1.6.');
    expect(verdictText(0.13)).toBe('Not the best: it costs 0.13.');
  });
});

test('what a turn gave away is not said of the box', () => {
  expect(scoredNote(null, null)).toBe('');
  expect(scoredNote(0, 0.01)).toBe('');
  expect(scoredNote(0, 8.6)).toBe(', the best box. This turn gave away 8.6.');
  expect(scoredNote(6.13, 37.1)).toBe(', 6.1 below best. This turn gave away 37.1.');
  expect(scoredNote(6.13, 6.13)).toBe(', 6.1 below best.');
});

test('a bonus is named beside the points of the box', () => {
  const move: Move = { action: 'score', category: 'full_house', points: 0, bonus: 100 };
  expect(past(move)).toBe('scored Full House for 0 and 100 bonus');
  expect(moveName({ ...move, points: 15, bonus: 0 })).toBe('score Full House for 15');
});

test('of equal dice those are advised that are kept already', () => {
  const dice = [3, 5, 3, 3, 1];
  expect(keptMask(dice, [3, 3])).toEqual([true, false, true, false, false]);
  expect(keptMask(dice, [3, 3], [false, false, false, true, false])).toEqual([true, false, false, true, false]);
  expect(keptMask(dice, [5], [true, false, true, false, false])).toEqual([false, true, false, false, false]);
});

test('the tints of a map are spread over the rolls on it', () => {
  const rolls = [292, 254, 240, 234, 200].map((value, below) => ({ dice: [below + 1], ways: 1, value, below: 4 - below }));
  const outlook = { keep: [], outcomes: 5, mean: 240, rolls } as unknown as KeepOutlook;
  expect(mapCells(outlook, null).map(({ step }) => step)).toEqual([4, 3, 2, 1, 0]);
  // Where all are worth the same, none stands out.
  const level = { ...outlook, rolls: rolls.map((roll) => ({ ...roll, value: 200, below: 0 })) };
  expect(new Set(mapCells(level, null).map(({ step }) => step))).toEqual(new Set([2]));
});

test('what the bars mean is said when it changes', () => {
  expect(barCaption(2, false, 'beginner')).toContain('your chance');
  expect(barCaption(0, false, 'beginner')).toContain('how good');
  expect(barCaption(2, true, 'expert')).toContain('your chance');
  expect(barCaption(2, false, 'expert')).toContain('how good');
  // On the screens of opponents and watchers it is somebody else's.
  for (const profile of ['beginner', 'expert'] as const) expect(barCaption(2, true, profile, false)).not.toContain('you');
});

test('a button says whom one plays, and who is playing', () => {
  expect([['Skilled'], ['Casual', 'Expert'], ['A', 'B', 'C']].map(listed)).toEqual(['Skilled', 'Casual and Expert', '3 bots']);
  expect(playingText('Skilled')).toBe('Skilled is playing');
  expect(playingText('You')).toBe('You are playing');
});

test('the tips end with the first box', () => {
  const held = new Map<string, string>();
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: { getItem: (key: string) => held.get(key) ?? null, setItem: (key: string, text: string) => void held.set(key, text) },
  });
  try {
    expect(firstGame()).toBe(true);
    endFirstGame();
    expect(firstGame()).toBe(false);
  } finally {
    if (before) Object.defineProperty(globalThis, 'localStorage', before);
    else Reflect.deleteProperty(globalThis, 'localStorage');
  }
});
