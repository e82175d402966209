import { expect, test } from 'vitest';
import {
  fromHash,
  type Position,
  START,
  toHash,
  toRequest,
} from '$lib/dicee/analyse/position';

const LATE: Position = {
  dice: [1, 6, 2, 6, 6],
  rollsLeft: 2,
  closed: ['ones', 'full_house', 'dicee'],
  upper: 3,
  diceeBox: '50',
  rules: 'forced_dicee',
  horizon: 'turn',
  target: 120,
};

test.each([START, LATE, { ...LATE, dice: [1, 1, 1, 1, 1], rollsLeft: 0 }])(
  'a position survives its link',
  (position) => {
    expect(fromHash(`#${toHash(position)}`)).toEqual({ position, damaged: [] });
  },
);

test('a link is readable', () => {
  expect(toHash(START)).toBe('dice=55526&left=1');
  expect(toHash(LATE)).toBe(
    'dice=16266&left=2&closed=ones.full_house.dicee&upper=3&dicee=50&rules=forced_dicee&horizon=turn&target=120',
  );
});

test('no link is the start', () => {
  expect(fromHash('')).toEqual({ position: START, damaged: [] });
  expect(fromHash('#')).toEqual({ position: START, damaged: [] });
});

test.each([
  ['#dice=5552', 'the dice'],
  ['#dice=55527', 'the dice'],
  ['#dice=55526&dice=11111', 'the dice'],
  ['#left=3', 'the rolls left'],
  ['#left=', 'the rolls left'],
  ['#closed=ones.ones', 'the closed boxes'],
  ['#closed=nines', 'the closed boxes'],
  ['#upper=-1', 'the upper subtotal'],
  ['#upper=1e3', 'the upper subtotal'],
  ['#dicee=100', 'what the Dicee box holds'],
  ['#rules=house', 'the rules'],
  ['#horizon=never', 'the horizon'],
  ['#target=512', 'the target'],
  ['#target=-1', 'the target'],
])('the unreadable field of %s is named and stays as at the start', (hash, field) => {
  expect(fromHash(hash)).toEqual({ position: START, damaged: [field] });
});

test('what is readable is kept beside what is damaged', () => {
  const { position, damaged } = fromHash('#dice=9&left=0&closed=ones&upper=3&rules=house');
  expect(position).toEqual({ ...START, rollsLeft: 0, closed: ['ones'], upper: 3 });
  expect(damaged).toEqual(['the dice', 'the rules']);
});

test.each(['utm_source=mail', 'fbclid=x', 'constructor=1', '__proto__=1', '%'])(
  'the foreign field %s is passed over',
  (foreign) => {
    const position = { ...START, dice: [1, 2, 3, 4, 5], rollsLeft: 0 };
    expect(fromHash(`#${foreign}&dice=12345&left=0`)).toEqual({ position, damaged: [] });
    expect(fromHash(`#dice=12345&left=0&${foreign}`)).toEqual({ position, damaged: [] });
  },
);

test('what cannot happen in a game is left to the engine', () => {
  expect(fromHash('#upper=99').position.upper).toBe(99);
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
