// @vitest-environment node
import type { Category } from '@dicee/probability-engine';
import { expect, test } from 'vitest';
import { CATEGORIES } from '$lib/dicee/card';
import { barLegend, barOf, heatRows } from '$lib/dicee/hud/heat';
import { rowLabel } from '$lib/dicee/hud/row-label';
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

test('a bar and the word beside it say the same, and the legend says which', () => {
  for (const rolls_left of [1, 2]) {
    const analysis = analyzeTurn({ dice: [1, 2, 2, 4, 6], rolls_left });
    const bars = (word: string) =>
      [...heatRows(analysis).values()].filter((row) => row.word === word).map((row) => barOf(row, 'beginner'));
    expect(bars('Sure').every((bar) => bar === 1)).toBe(true);
    expect(bars('Still likely').every((bar) => bar > 0.5)).toBe(true);
    expect(bars('Still possible').every((bar) => bar > 0.2 && bar <= 0.5)).toBe(true);
    expect(bars('Unlikely').every((bar) => bar <= 0.2)).toBe(true);
    expect(barLegend(analysis, 'beginner')).toMatch(/likelier/);
    expect(barLegend(analysis, 'expert')).toMatch(/promises/);
  }
  // Without a roll left no word is said: the bar is how good the box is, for everybody.
  const last = analyzeTurn({ dice: [1, 2, 2, 4, 6], rolls_left: 0 });
  for (const row of heatRows(last).values()) expect(barOf(row, 'beginner')).toBe(row.heat);
  expect(barLegend(last, 'beginner')).toMatch(/promises/);
  expect(barLegend({ ...last, horizon: 'game' }, 'beginner')).toMatch(/give up/);
});

test('the star is on the best action: on no box while a roll is better than all of them', () => {
  const early = heatRows(analyzeTurn({ dice: [1, 2, 2, 4, 6], rolls_left: 2 }));
  const first = [...early].find(([, { rank }]) => rank === 1);
  expect([...early.values()].some(({ optimal }) => optimal)).toBe(false);
  expect(rowLabel('Chance', first?.[1], true, 'beginner')).toMatch(/the best box, but a roll is better$/);
  const last = heatRows(analyzeTurn({ dice: [1, 2, 2, 4, 6], rolls_left: 0 }));
  const starred = [...last].filter(([, { optimal }]) => optimal);
  expect(starred).toHaveLength(1);
  expect(starred[0]?.[1].rank).toBe(1);
  expect(rowLabel('Chance', starred[0]?.[1], true, 'beginner')).toMatch(/, the best$/);
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
