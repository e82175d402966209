// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as learn from '@dicee/learn';
import { beforeAll, describe, expect, test } from 'vitest';
import { Games, SOLO } from '../../src/lib/dicee/games';
import { inPoints } from '../../src/lib/dicee/wording';
import { DiceeScreen } from '../../src/lib/dicee/table/screen.svelte';
import { lastDays, today } from '../../src/lib/learn/day';
import { Run } from '../../src/lib/learn/exercise/run.svelte';
import { Trial } from '../../src/lib/learn/exercise/trial.svelte';
import { atLeastOneSix, differentRolls } from '../../src/lib/learn/how/figures.svelte';
import { MemoryLearnStore } from '../../src/lib/learn/learn-store';
import { LessonRun } from '../../src/lib/learn/lessons/lesson.svelte';
import { LESSON_NAMES } from '../../src/lib/learn/lessons/names';
import { OddsRun, verdict } from '../../src/lib/learn/odds/odds.svelte';
import { PuzzleRun } from '../../src/lib/learn/puzzle/puzzle.svelte';
import { School } from '../../src/lib/learn/school';
import { KIND_TITLES, KINDS } from '../../src/lib/learn/train/kinds';
import { MemoryGames } from '../../src/lib/table/game-store';
import { EngineClient } from '../../src/lib/wasm/engine/client';
import { LearnClient } from '../../src/lib/wasm/learn/client';
import { LearnHost } from '../../src/lib/wasm/learn/host';
import { TableClient } from '../../src/lib/wasm/table/client';
import { MemoryStore, portTo, realEngine, realTables, spawner, tableSpawner } from './real-engine';

learn.initSync({ module: readFileSync(join(process.cwd(), 'node_modules/@dicee/learn/dist/learn_bg.wasm')) });

const engine = new EngineClient(spawner(realEngine(), new MemoryStore()));
const tables = new TableClient(tableSpawner(realTables()));
const client = new LearnClient(engine, () => portTo((post) => new LearnHost(learn, post)));
const store = new MemoryGames();
const games = new Games(tables, engine, store, { pace: () => 0 });

function school(player = { id: 'first', name: 'Player 1' }): School {
  return new School({ client, tables, games: store, store: new MemoryLearnStore(), player: () => player });
}

/** Plays a whole game by always taking Chance, or the first open box, after one roll. */
async function playBadly(name = 'You', seed?: number): Promise<string> {
  const { table, game } = await games.start({ ...SOLO, people: [name], ...(seed === undefined ? {} : { seed }) });
  for (let turn = 0; turn < 13; turn += 1) {
    await table.send({ type: 'roll' });
    const open = table.view.players[0]?.scorecard.categoriesRemaining ?? [];
    await table.send({ type: 'score', category: open.at(-1) ?? 'chance' });
  }
  await game.save();
  return game.notes.id;
}

beforeAll(() => engine.prepare('standard', () => undefined));

describe('what the pages list ahead of the module', () => {
  test('are its lessons and its kinds of mistake', async () => {
    expect(learn.lessons()).toEqual(LESSON_NAMES);
    const one = school();
    await playBadly();
    const { insights } = await one.learned();
    for (const { kind, title } of insights.patterns.kinds) expect(KIND_TITLES[kind]).toBe(title);
    expect(KINDS).toHaveLength(16);
  });
});

describe('a school', () => {
  test('folds each finished game once, and its mistakes join the deck', async () => {
    const one = school();
    expect(await one.countedGames()).toBe(0);
    await playBadly();
    const first = await one.learned();
    expect(await one.countedGames()).toBe(first.insights.skill.games);
    expect(first.insights.skill.games).toBe((await store.list()).length);
    expect(first.insights.games.at(-1)?.loss).toBeGreaterThan(30);
    expect((await one.learned()).profile).toBe(first.profile);
    const due = await one.due();
    expect(due.length).toBeGreaterThan(5);
    const [card] = due;
    await one.answered(card?.key ?? '', true);
    expect(await one.due()).toHaveLength(due.length - 1);
  });

  test('leaves out the same dice again, decisions with help, and games of others', async () => {
    const fresh = new MemoryGames();
    const one = new School({
      client,
      tables,
      games: fresh,
      store: new MemoryLearnStore(),
      player: () => ({ id: 'a', name: 'Ann' }),
    });
    for (const stored of (await store.list()).slice(0, 1)) {
      const aided = Array.from({ length: 13 }, (_, turn) => ({ turn: turn + 1, roll: 1 }));
      const bob = stored.players.map((player) => ({ ...player, name: 'Bob' }));
      await fresh.save({ ...stored, id: crypto.randomUUID(), origin: 'repeated' });
      await fresh.save({ ...stored, id: crypto.randomUUID(), aided });
      await fresh.save({ ...stored, id: crypto.randomUUID(), players: [...bob, { playerId: 'x', name: 'Cem' }] });
      await fresh.save({ ...stored, id: crypto.randomUUID() });
    }
    const { insights, setAside } = await one.learned();
    expect(insights.skill.games).toBe(1);
    expect(setAside).toEqual({ practice: 1, aided: 1, unfinished: 1 });
  });

  test('brings the mistakes of a coached game to the deck, and counts none of its decisions', async () => {
    const [stored] = await store.list();
    if (!stored) throw new Error('a game was played above');
    const fresh = new MemoryGames();
    const player = () => ({ id: 'coached', name: 'You' });
    const one = new School({ client, tables, games: fresh, store: new MemoryLearnStore(), player });
    const aided = Array.from({ length: 13 }, (_, turn) => ({ turn: turn + 1, roll: 1 }));
    await fresh.save({ ...stored, id: crypto.randomUUID(), aided });
    const { insights, setAside } = await one.learned();
    expect([insights.skill.games, insights.mistakes.length, setAside]).toEqual([0, 0, { aided: 1 }]);
    const size = await one.deckSize();
    expect(size).toBeGreaterThan(5);
    expect(await one.due()).toHaveLength(size);
    // Each game once, also where its cards were dropped or learned since.
    await one.learned();
    expect(await one.deckSize()).toBe(size);
  });
});

describe('exercises', () => {
  test('grade a move in place of carrying it out', async () => {
    const [exercise] = await client.call('drill', { kind: 'chased_a_straight' }, 7, 1);
    if (!exercise) throw new Error('there is a drill for every kind');
    const trial = new Trial(client, exercise.situation, 'beginner');
    await trial.open();
    expect(trial.table?.view.currentTurn?.currentDice).toEqual(exercise.situation.dice);
    const box = trial.table?.view.players[0]?.scorecard.categoriesRemaining[0] ?? 'chance';
    await trial.table?.send({ type: 'score', category: box });
    expect(trial.answer?.loss).toBeGreaterThanOrEqual(0);
    await trial.again();
    expect(trial.answer).toBeNull();
  });

  test('lock dice and boxes where a chance is asked', async () => {
    const [exercise] = await client.call('drill', { kind: 'chased_a_straight' }, 7, 1);
    if (!exercise) throw new Error('there is a drill for every kind');
    const trial = new Trial(client, exercise.situation, 'beginner', { asks: 'chance' });
    await trial.open();
    const { table } = trial;
    if (!table) throw new Error('the situation is laid out');
    expect(table.seat).toBeNull();
    const settings = { profile: 'expert', stats: false, alwaysStats: false, coach: 'silent', confirmScores: false } as const;
    const screen = new DiceeScreen({ table, players: [], engine, settings: () => settings });
    screen.kept = [true, false, false, false, false];
    screen.toggle(1);
    await screen.score(table.view.players[0]?.scorecard.categoriesRemaining[0] ?? 'chance');
    await screen.roll();
    expect([screen.kept, screen.mine, screen.prices, trial.answer]).toEqual([[true, false, false, false, false], false, false, null]);
  });

  test('count the first answer only, and siblings come behind', async () => {
    const answered: boolean[] = [];
    const run = new Run({
      title: 'Drill',
      client,
      level: 'beginner',
      load: () => client.call('drill', { kind: 'wasted_chance' }, 3, 2),
      onfirst: (_, { solved }) => answered.push(solved),
    });
    await run.start();
    for (const again of [false, true]) {
      if (again) await run.trial?.again();
      await run.trial?.table?.send({ type: 'score', category: 'chance' });
    }
    expect(answered).toHaveLength(1);
    await run.more();
    expect(run.exercises.length).toBeGreaterThan(2);
    expect(run.exercises[1]?.kind).toBe('wasted_chance');
    while (!run.done) await run.next();
    expect(run.answered).toBe(1);
  });
});

test('a lesson is finished step by step', async () => {
  const one = school();
  const run = new LessonRun(one, 'counting', 'beginner');
  await run.start();
  expect(run.chance?.fraction).toBe('1/6');
  // A box that is tapped by mistake is no guess.
  await run.trial?.table?.send({ type: 'score', category: 'chance' });
  expect([run.answered, run.trial?.answer]).toEqual([false, null]);
  run.guess = 17;
  run.takeGuess();
  // Another press of the same button counts nothing.
  run.takeGuess();
  expect(run.firsts).toBe(1);
  expect([run.answered, run.right]).toEqual([true, true]);
  expect(run.step?.sentence).toContain('1/6');
  expect(run.kept?.filter(Boolean)).toHaveLength(4);
  while (!run.done) {
    await run.next();
    run.guess = 100;
    run.takeGuess();
  }
  expect([run.firsts, run.steps.length]).toEqual([1, 3]);
  // It is done although two guesses were far off: each was answered and explained.
  expect(await one.finishedLessons()).toEqual(['counting']);
  await run.start();
  expect([run.done, run.place, run.firsts]).toEqual([false, 0, 0]);
});

test('a puzzle has three tries, which are remembered', async () => {
  const one = school();
  for (const date of ['2026-11-15']) {
    const run = new PuzzleRun(one, date, 'beginner');
    await run.start();
    for (let at = 1; at <= 3; at += 1) {
      await run.trial?.table?.send({ type: 'score', category: 'ones' });
      await Promise.resolve();
      expect(run.state.grades).toHaveLength(at);
      await run.trial?.again();
    }
    expect(run.over).toBe(true);
    const later = new PuzzleRun(one, date, 'beginner');
    await later.start();
    expect(later.over).toBe(true);
    expect(later.share).toMatch(/^Dicee puzzle 2026-11-15\n.* not solved$/);
  }
});

test('the last puzzle is the newest that was tried', async () => {
  const one = school();
  expect(await one.lastPuzzle()).toBeNull();
  const [now, , before] = lastDays(3);
  const state = { grades: ['poor' as const], solved: false };
  await one.savePuzzle(before ?? '', state);
  expect(await one.lastPuzzle()).toEqual({ date: before, state });
  await one.savePuzzle(now ?? '', { grades: ['excellent'], solved: true });
  expect((await one.lastPuzzle())?.date).toBe(today());
  expect(lastDays(2, new Date('2026-03-01T00:30:00Z'))).toEqual(['2026-03-01', '2026-02-28']);
});

describe('guessed chances', () => {
  test('are compared with the exact ones, and the first answer counts', async () => {
    const one = school();
    expect(verdict(await one.calibration())).toBe('No chance was guessed yet.');
    const run = new OddsRun(one, 'beginner', () => 7);
    await run.start();
    const asked = run.questions.length;
    expect(asked).toBe(10);
    expect(run.kept?.filter(Boolean)).toHaveLength(run.question?.keep.length ?? -1);
    expect(run.trial?.table?.seat).toBeNull();
    while (!run.done) {
      // Always fifteen points more than it is, as far as there is room.
      run.guess = Math.min(100, Math.round(100 * (run.question?.exact ?? 0)) + 15);
      await run.answer();
      run.guess = 0;
      await run.answer();
      await run.next();
    }
    const { guesses, error, meanOff, curve } = await one.calibration();
    expect(guesses).toBe(asked);
    expect(error).toBeGreaterThan(0.05);
    expect(curve.length).toBeGreaterThan(2);
    expect(verdict(await one.calibration())).toMatch(/^Your 10 guesses are off by \d+ percentage points? on average\.$/);
    // The first go is all there is so far, and its average is that of what was said after each guess.
    expect(run.error).toBeCloseTo(100 * (meanOff ?? 0));
    expect(run.error).toBeCloseTo(run.errors.reduce((sum, off) => sum + off, 0) / asked);
  });
});

test('what a chance is off is told in percentage points, and one point is a point', () => {
  expect([inPoints(0.6), inPoints(19.4), inPoints(0)]).toEqual(['1 percentage point', '19 percentage points', '0 percentage points']);
  expect(verdict({ guesses: 1, meanOff: 0.01 })).toBe('Your guess is off by 1 percentage point.');
  expect(verdict({ guesses: 2, meanOff: 0.19 })).toBe('Your 2 guesses are off by 19 percentage points on average.');
});

describe('a twin', () => {
  test('plays its turns by itself, and is nobody whose games count', async () => {
    const one = school({ id: 'twin', name: 'You' });
    await playBadly();
    const { profile } = await one.learned();
    let asked = 0;
    games.openTwin = () =>
      Promise.resolve({
        move: (situation) => client.call('twinMove', profile, situation, ++asked),
      });
    const { table, game } = await games.start({ ...SOLO, people: ['You'], twin: true });
    expect(game.setup()).toEqual({ people: ['You'], bots: [], twin: true });
    // Who begins is drawn. The twin gets to know its player before its first move, which takes a while.
    void table.playBots();
    const patient = { timeout: 30_000 };
    for (let turn = 0; turn < 13; turn += 1) {
      await expect.poll(() => table.seat, patient).toBe(0);
      await table.send({ type: 'roll' });
      await table.send({ type: 'score', category: table.view.players[0]?.scorecard.categoriesRemaining.at(-1) ?? 'chance' });
    }
    await expect.poll(() => table.view.status, patient).toBe('completed');
    expect(table.view.players[1]?.scorecard.turnsCompleted).toBe(13);
    expect(asked).toBeGreaterThanOrEqual(13);
    await game.save();
    const before = (await one.learned()).insights.skill.games;
    expect((await store.load(game.notes.id))?.players.map(({ bot }) => bot)).toEqual([undefined, 'twin']);
    expect(before).toBe((await store.list()).length);
  }, 60_000);
});

test('figures of the essay count what they say', () => {
  expect(atLeastOneSix(2)).toEqual({ ways: 11, of: 36, share: 11 / 36 });
  expect([1, 2, 3, 4, 5].map(differentRolls)).toEqual([6, 21, 56, 126, 252]);
  expect(today(new Date('2026-11-15T23:59:59Z'))).toBe('2026-11-15');
});
