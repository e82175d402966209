// @vitest-environment node
import { expect, test } from 'vitest';
import { loss, lossWithin } from '$lib/dicee/wording';
import { realEngine } from './real-engine';

const { analyzeTurn } = realEngine();
const analysis = analyzeTurn({ dice: [5, 5, 5, 2, 6], rolls_left: 1 });

test('the engine says its choices in words', () => {
  const texts = analysis.options.map(({ text }) => text);
  expect(analysis.best.text).toBe('Keep 5 5 5 6 and roll one die');
  for (const text of ['Roll all five dice', 'Score Fives for 15']) {
    expect(texts).toContain(text);
  }
  // How a zero is called is the engine's; that the box is named is what counts here.
  expect(texts.filter((text) => text.includes('Dicee'))).toHaveLength(1);
});

test('a loss has a sign unless it rounds to nothing', () => {
  expect(loss(1.254)).toBe('−1.25');
  expect(loss(0.001)).toBe('0.00');
});

test('the loss of a choice is looked up among all options', () => {
  expect(lossWithin(analysis.best, analysis)).toBe(0);
  expect(lossWithin({ action: 'keep', keep: [1], value: 0, loss: 0, text: 'Keep 1' }, analysis)).toBeNull();
});
