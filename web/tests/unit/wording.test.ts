// @vitest-environment node
import { expect, test } from 'vitest';
import { loss, lossWithin, sentence } from '$lib/dicee/wording';
import { realEngine } from './real-engine';

const { analyzeTurn } = realEngine();
const analysis = analyzeTurn({ dice: [5, 5, 5, 2, 6], rolls_left: 1 });

function keep(...faces: number[]): string {
  return sentence({ action: 'keep', keep: faces, value: 0, loss: 0 }, analysis);
}

test('keeps are told in words', () => {
  expect(keep(5, 5, 5)).toBe('Keep 5 5 5 and roll two dice');
  expect(keep(5, 5, 5, 6)).toBe('Keep 5 5 5 6 and roll one die');
  expect(keep()).toBe('Roll all five dice');
  expect(keep(2, 5, 5, 5, 6)).toBe('Keep all five dice');
});

test('scores name the box and the points', () => {
  const score = (category: 'fives' | 'dicee') =>
    sentence({ action: 'score', category, value: 0, loss: 0 }, analysis);
  expect(score('fives')).toBe('Score Fives for 15');
  expect(score('dicee')).toBe('Take a zero in Dicee');
});

test('a bonus is told beside the points', () => {
  const bonus = analyzeTurn({ dice: [6, 6, 6, 1, 2], rolls_left: 0, open: ['sixes', 'chance'], upper: 45 });
  expect(sentence(bonus.best, bonus)).toBe('Score Sixes for 18, and 35 bonus');

  const further = analyzeTurn({
    dice: [4, 4, 4, 4, 4],
    rolls_left: 0,
    open: ['ones', 'chance'],
    upper: 60,
    dicee_box: '50',
  });
  const score = (category: 'ones' | 'chance') =>
    sentence({ action: 'score', category, value: 0, loss: 0 }, further);
  expect(score('chance')).toBe('Score Chance for 20, and 100 bonus');
  expect(score('ones')).toBe('Take a zero in Ones, and 100 bonus');
});

test('a loss has a sign unless it rounds to nothing', () => {
  expect(loss(1.254)).toBe('−1.25');
  expect(loss(0.001)).toBe('0.00');
});

test('the loss of a choice is looked up among all options', () => {
  expect(lossWithin(analysis.best, analysis)).toBe(0);
  expect(lossWithin({ action: 'keep', keep: [1], value: 0, loss: 0 }, analysis)).toBeNull();
});
