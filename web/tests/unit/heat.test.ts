// @vitest-environment node
import type { Category } from '@dicee/probability-engine';
import { expect, test } from 'vitest';
import { CATEGORIES } from '$lib/dicee/card';
import { heatRows } from '$lib/dicee/hud/heat';
import { realEngine } from './real-engine';

const { analyzeTurn } = realEngine();

test('over a turn the bonus counts as heat', () => {
  const rows = heatRows(
    analyzeTurn({ dice: [6, 6, 6, 1, 2], rolls_left: 0, open: ['sixes', 'chance'], upper: 45 }),
  );
  // 18 and 35 bonus against 21: without the bonus, Chance would be the hotter one.
  expect(rows.get('sixes')).toMatchObject({ heat: 1, optimal: true });
  expect(rows.get('chance')?.heat).toBeCloseTo(21 / 53);
});

test('with no roll left a forbidden box is cold', () => {
  const analysis = analyzeTurn({
    dice: [4, 4, 4, 4, 4],
    rolls_left: 0,
    rules: 'forced_dicee',
    open: CATEGORIES.filter((category) => category !== 'dicee'),
    dicee_box: '50',
  });
  // Whatever it is said to be worth: nothing can come of it any more.
  for (const box of analysis.categories) if (box.score === null) box.expected_score = 40;
  const hot = [...heatRows(analysis)].filter(([, { heat }]) => heat > 0).map(([category]) => category);
  expect(hot).toEqual<Category[]>(['fours']);
});

test('with rolls left a box is as hot as what playing for it brings', () => {
  const analysis = analyzeTurn({ dice: [5, 5, 5, 2, 6], rolls_left: 1, open: ['fives', 'dicee'] });
  const rows = heatRows(analysis);
  const expected = (category: Category) => rows.get(category)?.box.expected_score ?? 0;
  expect(rows.get('fives')?.heat).toBe(1);
  expect(rows.get('dicee')?.heat).toBeCloseTo(expected('dicee') / expected('fives'));
});

test('a box that would get nothing is never called likely without a word about rolls to come', () => {
  const word = (dice: number[], rolls_left: number, category: Category) =>
    heatRows(analyzeTurn({ dice, rolls_left })).get(category)?.word;
  expect(word([1, 2, 3, 5, 6], 2, 'fours')).toBe('Still likely');
  expect(word([1, 2, 3, 5, 6], 1, 'large_straight')).toBe('Unlikely');
  expect(word([1, 2, 3, 5, 6], 1, 'chance')).toBe('Sure');
  // Nothing can come any more: the points say all there is.
  expect(word([1, 2, 3, 5, 6], 0, 'fours')).toBe('');
});
