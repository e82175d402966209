// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { inPoints, winPercent } from '$lib/dicee/wording';
import type { Choice } from '@dicee/coach';
import type { Bot } from '@dicee/table';
import { botName } from '$lib/dicee/games';
import { labelPlace, type Point } from '$lib/dicee/report/label-place';
import { gradingText, rivalText, standingWords, wonText } from '$lib/dicee/report/standing-words';
import { decline, isDeclined, suggestion } from '$lib/dicee/report/suggestion';
import { uncounted } from '$lib/dicee/setup/counted';
import { gameWords, when } from '$lib/dicee/setup/kept-games';
import { swipeOf } from '$lib/dicee/table/gestures';
import { choiceName, facesText, luckOfRoll, refusalText, rollLabel } from '$lib/dicee/table/words';
import type { StoredGame } from '$lib/table/game-store';

const GAME: StoredGame = {
  id: 'g',
  game: 'dicee',
  log: '[]',
  players: [{ playerId: 'p', name: 'You' }],
  ownDice: false,
  finished: false,
  turn: 6,
  score: 124,
  updated: Date.UTC(2026, 10, 15, 12, 5),
};

describe('where a score stands', () => {
  const standings = (...shares: [string, number][]) =>
    shares.map(([bot, percentile]) => ({ bot, percentile })) as Parameters<typeof standingWords>[0];

  test('names the bots that it beats', () => {
    expect(standingWords(standings(['casual', 71.2], ['expert', 38.4]))).toBe('better than 71% of the Casual bot’s games, 38% of the Expert bot’s');
    expect(standingWords(standings(['casual', 12], ['expert', 4.9]))).toBe('better than 12% of the Casual bot’s games');
  });

  test('never says that it beats hardly any', () => {
    expect(standingWords(standings(['casual', 0.2], ['expert', 0], ['beginner', 14]))).toBe('better than 14% of the Beginner bot’s games');
    expect(standingWords(standings(['casual', 1], ['expert', 0], ['beginner', 4.9]))).toBe('');
  });
});

describe('the next profile', () => {
  const games = (count: number, best: number, all = 30) =>
    Array.from({ length: count }, () => ({ ...GAME, decisions: { best, all } }));

  test('is suggested when it was earned, over enough games, and not before', () => {
    expect(suggestion('beginner', games(10, 19))).toMatchObject({ profile: 'intermediate', games: 10 });
    expect(suggestion('beginner', games(10, 18))).toBeNull();
    expect(suggestion('beginner', games(9, 30))).toBeNull();
    expect(suggestion('intermediate', games(20, 23))).toMatchObject({ profile: 'expert' });
    expect(suggestion('research', games(90, 30))).toBeNull();
    // Only the newest count.
    expect(suggestion('beginner', [...games(10, 10), ...games(50, 30)])).toBeNull();
  });

  test('is not suggested again once it was declined', () => {
    const held = new Map<string, string>();
    const shelf = {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => void held.set(key, value),
    };
    const offer = suggestion('beginner', games(10, 25));
    if (!offer) throw new Error('it was earned');
    expect(isDeclined(offer, shelf)).toBe(false);
    decline(offer, shelf);
    expect(isDeclined(offer, shelf)).toBe(true);
    expect(isDeclined({ ...offer, profile: 'expert' }, shelf)).toBe(false);
  });
});

test('games of this device can be told apart', () => {
  expect(gameWords(GAME)).toBe('turn 7, 124 points');
  expect(gameWords({ ...GAME, finished: true, players: [...GAME.players, { playerId: 'b', name: 'Skilled' }] })).toBe(
    '124 points, with Skilled',
  );
  expect(when(GAME.updated, GAME.updated)).toMatch(/^today \d\d:05$/);
  expect(when(GAME.updated, GAME.updated + 3 * 86_400_000)).toBe('Nov 15');
});

test('the big button says what it does, with real dice as well', () => {
  expect(rollLabel(5, 3, true)).toBe('Roll');
  expect(rollLabel(2, 1, false)).toBe('Roll 2 dice');
  expect(rollLabel(5, 3, true, true)).toBe('Enter your 5 dice');
  expect(rollLabel(1, 1, false, true)).toBe('Enter your die');
  expect(rollLabel(2, 0, false, true)).toBe('Score a box');
});

test('a roll is better than some of those that could have come', () => {
  expect(luckOfRoll(0.834)).toContain('better than 83%');
  expect(luckOfRoll(0)).toBe('No roll could have been worse.');
});

test('a swipe goes the way that is longest, and a tremble is none', () => {
  expect(swipeOf(3, -30)).toBe('swipeUp');
  expect(swipeOf(-40, 30)).toBe('swipeLeft');
  expect(swipeOf(40, -30)).toBe('swipeRight');
  expect(swipeOf(12, 20)).toBeNull();
});

describe('one way to say a thing', () => {
  test('kept dice are named in ascending order, however they lie', () => {
    expect(facesText([6, 5, 5])).toBe('5 5 6');
    expect(choiceName({ action: 'keep', keep: [6, 5, 5] } as Choice)).toBe('keep 5 5 6');
  });

  test('a bot is called the same on every screen as on the wire', () => {
    expect(['optimal', 'casual'].map((bot) => botName(bot as Bot))).toEqual(['Optimal', 'Casual']);
  });

  test('a game that will not count is told so before it starts', () => {
    expect(uncounted({ coach: 'always' }, false)).toContain('before you decide');
    expect(uncounted({ coach: 'after' }, true)).toContain('real dice');
    expect(uncounted({ coach: 'hints' }, false)).toBe('');
  });

  test('a wait for grades says what is done, and how far it is', () => {
    expect(gradingText(true, 1)).toBe('Grading every decision…');
    expect(gradingText(false, 0.425)).toContain('solves the whole game once: 42%');
    expect(gradingText(false, null)).toContain('once…');
  });
});

test('a game on the same dice says what the dashed path is, and which was better', () => {
  expect(rivalText(231, 219)).toBe('Dashed: the other game on these dice, 231 points, 12 more than this one.');
  expect(rivalText(231, 240)).toBe('Dashed: the other game on these dice, 231 points, 9 fewer than this one.');
  expect(rivalText(231, 231)).toBe('Dashed: the other game on these dice, 231 points, as many as this one.');
});

describe('the number of perfect play', () => {
  const SIZE = { width: 40, height: 14 };
  const path = (...heights: number[]): Point[] => heights.map((y, place) => ({ x: 10 + place * 30, y }));
  // Lines of a chart 340 wide, the number beside one at a height of 80.
  test.each([
    ['at the end above its line, where the path is far', path(...Array.from({ length: 12 }, () => 20)), 'end', true],
    ['below it, where the path ends just above', path(...Array.from({ length: 12 }, () => 72)), 'end', false],
    ['above it, where the path ends just below', path(...Array.from({ length: 12 }, () => 88)), 'end', true],
    // It begins far above, and comes down through the line where it ends.
    ['at the start, where the path crosses the line at the end', path(20, 20, 20, 20, 20, 20, 20, 20, 20, 40, 60, 100), 'start', true],
  ] as const)('stands %s', (_, along, side, above) => {
    expect(labelPlace([along], 80, 340, SIZE)).toEqual({ side, above });
  });

  test('keeps off the path of the other game as well', () => {
    const [near, far] = [path(...Array.from({ length: 12 }, () => 72)), path(...Array.from({ length: 12 }, () => 20))];
    expect(labelPlace([far, near], 80, 340, SIZE)).toEqual({ side: 'end', above: false });
  });
});

test('a refusal names boxes as the card does, in a sentence', () => {
  expect(refusalText('a further Dicee cannot go into chance while one of these is open: ones')).toBe(
    'A further Dicee cannot go into Chance while one of these is open: Ones.',
  );
  expect(refusalText('It is not your turn.')).toBe('It is not your turn.');
});

test('who won a game of several is said in a sentence', () => {
  expect(wonText(['You'], 240)).toBe('You win with 240.');
  expect(wonText(['Ann', 'Bob'], 231)).toBe('Ann and Bob share the win with 231.');
  expect(wonText([], 0)).toBe('');
});

test('chances to win are rounded by one rule, and points of a chance are percentage points', () => {
  expect([winPercent(0.367), winPercent(0.633), winPercent(0.005)]).toEqual(['37%', '63%', '1%']);
  expect(inPoints(1.2)).toBe('1 percentage point');
});
