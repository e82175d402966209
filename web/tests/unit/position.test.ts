import { expect, test } from 'vitest';
import {
  fromHash,
  type Position,
  START,
  toHash,
  toRequest,
} from '../../src/analyzer/position';

const LATE: Position = {
  dice: [1, 6, 2, 6, 6],
  rollsLeft: 2,
  closed: ['ones', 'full_house', 'dicee'],
  upper: 3,
  diceeBox: '50',
  rules: 'forced_dicee',
  horizon: 'turn',
};

test.each([START, LATE, { ...LATE, dice: [1, 1, 1, 1, 1], rollsLeft: 0 }])(
  'a position survives its link',
  (position) => {
    expect(fromHash(`#${toHash(position)}`)).toEqual(position);
  },
);

test('a link is readable', () => {
  expect(toHash(START)).toBe('dice=55526&left=1');
  expect(toHash(LATE)).toBe(
    'dice=16266&left=2&closed=ones.full_house.dicee&upper=3&dicee=50&rules=forced_dicee&horizon=turn',
  );
});

test('no link is the start', () => {
  expect(fromHash('')).toBe(START);
  expect(fromHash('#')).toBe(START);
});

test.each([
  '#dice=5552',
  '#dice=55527',
  '#dice=55526&dice=11111',
  '#left=3',
  '#left=',
  '#closed=ones.ones',
  '#closed=nines',
  '#upper=-1',
  '#upper=1e3',
  '#dicee=100',
  '#rules=house',
  '#horizon=never',
  '#constructor=1',
  '#colour=red',
  '#%',
])('the damaged link %s is refused', (hash) => {
  expect(fromHash(hash)).toBeNull();
});

test('what cannot happen in a game is left to the engine', () => {
  expect(fromHash('#upper=99')?.upper).toBe(99);
});

test('a request names the open boxes and what the Dicee box holds', () => {
  expect(toRequest(LATE)).toEqual({
    dice: [1, 6, 2, 6, 6],
    rolls_left: 2,
    rules: 'forced_dicee',
    open: [
      'twos', 'threes', 'fours', 'fives', 'sixes', 'three_of_kind', 'four_of_kind',
      'small_straight', 'large_straight', 'chance',
    ],
    upper: 3,
    dicee_box: '50',
  });
  expect(toRequest({ ...START, diceeBox: '50' }).dicee_box).toBe('open');
});
