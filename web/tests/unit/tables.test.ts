// @vitest-environment node
import type { DiceeView } from '@dicee/table';
import { beforeAll, describe, expect, test } from 'vitest';
import { Games, SOLO } from '../../src/lib/dicee/games';
import { decidingRoll } from '../../src/lib/dicee/report/deciding-roll';
import { Report } from '../../src/lib/dicee/report/report.svelte';
import { Retry } from '../../src/lib/dicee/retry/retry.svelte';
import { DiceeScreen } from '../../src/lib/dicee/table/screen.svelte';
import { rowLabel } from '../../src/lib/dicee/hud/row-label';
import { convergence } from '../../src/lib/dicee/hud/convergence';
import { cardMoment, momentOf, seatsInTurn } from '../../src/lib/dicee/moment';
import { StoredTurn } from '../../src/lib/dicee/table/turn-memory';
import { openAsked } from '../../src/lib/dicee/play/play';
import { MemoryGames, type StoredGame } from '../../src/lib/table/game-store';
import { EngineClient } from '../../src/lib/wasm/engine/client';
import { CATEGORIES } from '../../src/lib/dicee/card';
import { MemoryStore, realEngine, spawner } from './real-engine';
import { engine, games, memoryShelf, playTurn, screenOf, SETTINGS, store, tables } from './device-games';

beforeAll(() => engine.prepare('standard', () => undefined));

describe('a game alone', () => {
  test('is played to its end, kept, resumed and reported on; the numbers add up', async () => {
    const heard: string[] = [];
    const open = await games.start({ ...SOLO, seed: 11 });
    const { screen, settle } = screenOf(open, {}, heard);
    await settle();
    for (let turn = 0; turn < 12; turn += 1) await playTurn(screen, settle, turn < 4 ? 'first' : 'advice');
    expect((await games.latest())?.id).toBe(open.game.notes.id);

    const resumed = await games.resume(open.game.notes.id);
    if (!resumed) throw new Error('the game was kept');
    const again = screenOf(resumed);
    await again.settle();
    await playTurn(again.screen, again.settle);
    expect(again.screen.over).toBe(true);
    expect(again.screen.mine).toBe(false);
    expect(await games.latest()).toBeNull();
    expect(heard.some((text) => text.startsWith('Rolled '))).toBe(true);

    const report = new Report({
      engine,
      game: resumed.game.open,
      seat: 0,
      rules: 'standard',
      level: 'beginner',
    });
    await report.load();
    expect(report.fault).toBe('');
    const totals = report.totals;
    if (!totals || !report.report) throw new Error('there is a report');
    // What is shown adds up to the tenth, and so does what is known.
    expect(totals.optimum + totals.luck - totals.loss).toBeCloseTo(totals.score, 6);
    const exact = report.report.totals;
    expect(exact.optimum + exact.luck - exact.loss).toBeCloseTo(exact.score, 6);
    expect(report.steps.at(-1)?.finish).toBeCloseTo(exact.score, 6);
    expect(report.turns).toHaveLength(13);
    expect(report.verdict).toEqual({ verdict: 'fair', rolls: 13 });
    expect(report.mistakes.length).toBeGreaterThan(0);
    // The words say what the tiles say, rounding included, and call as many decisions mistakes as can be retried.
    const words = report.report.summary.join(' ');
    expect(words).toContain(`brought ${Math.abs(totals.luck).toFixed(1)} points`);
    expect(words).toContain(`gave away ${totals.loss.toFixed(1)}`);
    expect(words).toMatch(new RegExp(`; ${report.mistakes.length} w(ere|as a) mistake`));

    // Of many mistakes the dearest are tried again, in the order in which they happened.
    const { mistakes, retried } = report;
    const losses = mistakes.map(({ mistake }) => mistake.loss).sort((a, b) => b - a);
    expect(retried.map(({ mistake }) => mistake.loss).sort((a, b) => b - a)).toEqual(losses.slice(0, 10));
    const versions = retried.map(({ version }) => version);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));

    const retry = new Retry({
      exercises: report.mistakes,
      viewAt: (version) => resumed.game.open.view(version),
      engine,
      level: 'beginner',
    });
    await retry.go(0);
    const { mistake } = retry.exercises[0] ?? {};
    expect(retry.table?.view.currentTurn?.currentDice?.toSorted()).toEqual(mistake?.dice);
    if (mistake?.chosen.action === 'score') {
      await retry.table?.send({ type: 'score', category: mistake.chosen.category });
    }
    expect(retry.marks[0]).toBe('missed');
    // A wrong answer shows what it costs, and the solution on request.
    expect(retry.revealed).toBe(false);
    expect(retry.progress).toBe(`0 solved, 1 missed, ${retry.marks.length - 1} to go.`);
    retry.show();
    expect(retry.revealed).toBe(true);
    await retry.go(0);
    expect(retry.revealed).toBe(false);
    if (mistake?.chosen.action === 'score') await retry.table?.send({ type: 'score', category: mistake.chosen.category });
    expect(retry.graded?.evDifference).toBeCloseTo(mistake?.loss ?? 0, 6);
    if (mistake?.best.action === 'score') {
      await retry.table?.send({ type: 'score', category: mistake.best.category });
    } else {
      const mask = retry.graded?.optimalKeptMask;
      if (mask) await retry.table?.send({ type: 'roll', keptMask: mask });
    }
    expect(retry.solved).toBe(true);
    expect(retry.revealed).toBe(true);
    // What was missed waits until everything was tried, and then there is an end.
    const { length } = retry.marks;
    expect(retry.progress).toBe(`1 solved, ${length - 1} to go.`);
    retry.marks = retry.marks.map((_, place) => (place === 1 ? 'missed' : place === 2 ? 'open' : 'solved'));
    await retry.next();
    expect([retry.place, retry.tried]).toEqual([2, false]);
    retry.marks = retry.marks.map((mark) => (mark === 'open' ? 'missed' : mark));
    expect([retry.tried, retry.done, retry.progress]).toEqual([true, false, `${length - 2} solved, 2 missed.`]);
    await retry.next();
    expect(retry.place).toBe(1);
  });

  test('a report of a game that was given up says what was not played, and adds up', async () => {
    const open = await games.start({ ...SOLO, seed: 12 });
    const { screen, settle } = screenOf(open);
    await settle();
    for (let turn = 0; turn < 3; turn += 1) await playTurn(screen, settle, 'first');
    const report = new Report({ engine, game: open.game.open, seat: 0, rules: 'standard', level: 'beginner' });
    await report.load();
    const { totals } = report;
    if (!totals) throw new Error('there is a report');
    expect(totals.unplayed).toBeGreaterThan(100);
    expect(totals.optimum + totals.luck - totals.loss - totals.unplayed).toBeCloseTo(totals.score, 6);
  });

  test('a score is taken back, and a keep', async () => {
    const open = await games.start({ ...SOLO, seed: 5 });
    const { screen, settle } = screenOf(open);
    await screen.roll();
    await settle();
    screen.toggle(1);
    expect(screen.kept[1]).toBe(true);
    expect(screen.rolled).toBe(4);
    await screen.undo();
    expect(screen.kept[1]).toBe(false);
    await screen.score('chance');
    await settle();
    expect(screen.justScored?.points).toBe(screen.card?.chance);
    await screen.undo();
    expect(screen.card?.chance).toBeUndefined();
    expect(screen.dice).not.toBeNull();
    expect(screen.canUndo).toBe(false);
  });

  test('a score that is taken back leaves the kept dice as they were, also after a reload', async () => {
    const shelf = memoryShelf();
    const open = await games.start({ ...SOLO, seed: 5 });
    const memory = () => new StoredTurn(open.game.notes.id, shelf);
    const { screen, settle } = screenOf(open, {}, [], memory());
    await screen.roll();
    await settle();
    screen.toggle(1);
    screen.toggle(4);
    const kept = [false, true, false, false, true];
    await screen.score('chance');
    expect(screen.kept).not.toContain(true);
    const resumed = await games.resume(open.game.notes.id);
    if (!resumed) throw new Error('the game was kept');
    for (const again of [screenOf(resumed, {}, [], memory()).screen, screen]) {
      await again.undo();
      expect(again.kept).toEqual(kept);
      expect(again.rolled).toBe(3);
    }
  });

  test('a take-back gives the box back, not what the keeps of the turn gave away; a reload changes nothing about that', async () => {
    const shelf = memoryShelf();
    const open = await games.start({ ...SOLO, seed: 5 });
    const memory = () => new StoredTurn(open.game.notes.id, shelf);
    const { screen, settle } = screenOf(open, {}, [], memory());
    await screen.roll();
    await settle();
    const second = screen.analysis?.options.filter(({ action }) => action === 'keep').find(({ loss }) => loss > 0.5);
    if (second?.action !== 'keep' || !screen.dice) throw new Error('a worse keep is there');
    const wanted = [...second.keep];
    for (const [die, face] of screen.dice.entries()) {
      const place = wanted.indexOf(face);
      if (place < 0) continue;
      wanted.splice(place, 1);
      screen.keep(die, true);
    }
    expect(screen.yours?.loss).toBeCloseTo(second.loss, 9);
    await screen.roll();
    await settle();
    await screen.score('ones');
    await settle();
    // The strip leaves by itself; the way back stays.
    screen.justScored = null;
    const resumed = await games.resume(open.game.notes.id);
    if (!resumed) throw new Error('the game was kept');
    for (const again of [screenOf(resumed, {}, [], memory()), { screen, settle }]) {
      await again.settle();
      await again.screen.undo();
      await again.settle();
      const best = CATEGORIES.find((category) => again.screen.rows.get(category)?.rank === 1) ?? 'chance';
      await again.screen.score(best);
      await again.settle();
      expect(again.screen.justScored?.loss).toBeGreaterThanOrEqual(second.loss - 1e-9);
      // The box itself cost the rest, which is not what the turn cost.
      expect(again.screen.justScored?.boxLoss).toBeCloseTo((again.screen.justScored?.loss ?? 0) - second.loss, 9);
    }
  });

  test('a die that is kept while the game is still being written stays kept', async () => {
    class SlowGames extends MemoryGames {
      writing: Promise<void> = Promise.resolve();
      override async save(game: StoredGame): Promise<void> {
        await this.writing;
        return super.save(game);
      }
    }
    const slow = new SlowGames();
    const { screen, settle } = screenOf(await new Games(tables, engine, slow).start({ ...SOLO, seed: 11 }));
    await settle();
    let written = () => undefined as void;
    slow.writing = new Promise((resolve) => (written = resolve));
    const rolling = screen.roll();
    await settle();
    screen.toggle(0);
    written();
    await rolling;
    await settle();
    expect(screen.kept).toEqual([true, false, false, false, false]);
  });

  test('two tabs that move at once both keep what was played: the second as a game of its own', async () => {
    const open = await games.start({ ...SOLO, seed: 5 });
    await open.game.save();
    const other = await games.resume(open.game.notes.id);
    if (!other) throw new Error('the game was kept');
    await open.table.send({ type: 'roll' });
    await open.game.settled();
    await other.table.send({ type: 'roll' });
    await expect.poll(() => other.table.apart).toBe(true);
    await expect.poll(() => other.game.notes.id).not.toBe(open.game.notes.id);
    await other.game.settled();
    expect(open.table.apart).toBe(false);
    for (const { game } of [open, other]) expect((await store.load(game.notes.id))?.log).toBe(await game.open.log());
  });

  test('a reload in the middle of a turn loses no kept die, and a later turn forgets them', async () => {
    const shelf = memoryShelf();
    const open = await games.start({ ...SOLO, seed: 5 });
    const memory = () => new StoredTurn(open.game.notes.id, shelf);
    const { screen, settle } = screenOf(open, {}, [], memory());
    await screen.roll();
    await settle();
    screen.toggle(1);
    screen.toggle(4);
    const resumed = await games.resume(open.game.notes.id);
    if (!resumed) throw new Error('the game was kept');
    expect(screenOf(resumed, {}, [], memory()).screen.kept).toEqual([false, true, false, false, true]);
    // Another game has its own, and nothing is left of a turn that is over.
    expect(new StoredTurn('other', shelf).read()).toBeNull();
    await screen.score('chance');
    const later = await games.resume(open.game.notes.id);
    if (!later) throw new Error('the game was kept');
    expect(screenOf(later, {}, [], memory()).screen.kept).not.toContain(true);
    shelf.setItem('dicee.turns', '{"broken":');
    expect(memory().read()).toBeNull();
  });

  test('luck so far is what the report says at the end, and says nothing without a solved game', async () => {
    const open = await games.start({ ...SOLO, seed: 31 });
    const { screen, settle } = screenOf(open);
    await settle();
    expect(screen.luck(0)).toBeCloseTo(0, 9);
    for (let turn = 0; turn < 13; turn += 1) await playTurn(screen, settle, turn % 3 === 0 ? 'first' : 'advice');
    await settle();
    const report = new Report({ engine, game: open.game.open, seat: 0, rules: 'standard', level: 'beginner' });
    await report.load();
    expect(screen.luck(0)).toBeCloseTo(report.report?.totals.luck ?? NaN, 6);
  });

  test('a keep is graded after its roll, and the roll is placed among all that could have come', async () => {
    const open = await games.start({ ...SOLO, seed: 5 });
    const { screen, settle } = screenOf(open);
    await screen.roll();
    await settle();
    // Nothing was decided: there is nothing to speak of.
    expect([screen.graded, screen.lastRoll]).toEqual([null, null]);
    screen.keepOnly(0);
    const loss = screen.yours?.loss ?? 0;
    await screen.roll();
    await settle();
    expect(screen.graded?.evDifference).toBeCloseTo(loss, 9);
    expect(screen.lastRoll?.better).toBeGreaterThanOrEqual(0);
    expect(screen.lastRoll?.better).toBeLessThan(1);
    await screen.score('chance');
    expect(screen.lastRoll).toBeNull();
  });

  test('an address that names a game of another device opens none', async () => {
    expect(await openAsked(games, { hash: '#id=nobody', search: '' }, null)).toBeNull();
    const fresh = new Games(tables, engine, new MemoryGames());
    expect(await openAsked(fresh, { hash: '', search: '' }, null)).not.toBeNull();
  });

  test('keeps are priced before the roll, and every keep is an option', async () => {
    const open = await games.start({ ...SOLO, seed: 8 });
    const { screen, settle } = screenOf(open);
    await screen.roll();
    await settle();
    expect(screen.analysis?.horizon).toBe('game');
    screen.takeAdvice();
    if (screen.best?.action === 'keep') expect(screen.yours?.loss).toBe(0);
    screen.keepOnly(0);
    expect(screen.yours).not.toBeNull();
    expect(screen.kept).toEqual([true, false, false, false, false]);
    const face = screen.dice?.[0];
    screen.keepFace(0);
    expect(screen.kept).toEqual(screen.dice?.map((other) => other === face));
    screen.release();
    screen.keepAll();
    expect(screen.canRoll).toBe(false);
    expect(screen.worthOf(0)).not.toBeNull();
  });

  test('no advice is given before the whole game is solved: chances stay', async () => {
    const fresh = new EngineClient(spawner(realEngine(), new MemoryStore()));
    const heard: string[] = [];
    const open = await games.start({ ...SOLO, seed: 8 });
    const screen = new DiceeScreen({
      table: open.table,
      players: open.game.notes.players,
      engine: fresh,
      settings: () => SETTINGS,
      say: (text) => heard.push(text),
    });
    await screen.roll();
    screen.follow();
    await expect.poll(() => screen.provisional).toBe(true);
    expect([screen.analysis, screen.best, screen.recommendation, screen.worthOf(0)]).toEqual([null, null, null, null]);
    const rows = [...screen.rows.values()];
    expect(rows).toHaveLength(13);
    for (const row of rows) {
      expect(row).toMatchObject({ loss: null, rank: null, optimal: false, heat: row.box.probability });
      expect(rowLabel('Box', row, true, 'intermediate')).toMatch(/chance [\d.]+%$/);
    }
    screen.progress = 0.345;
    screen.takeAdvice();
    screen.hint();
    expect(screen.kept).not.toContain(true);
    expect(heard.at(-1)).toBe('This device is solving the game once: 34%. Advice follows.');
    // What was decided then is not graded by the turn alone.
    screen.keepOnly(0);
    await screen.roll();
    expect(screen.graded).toBeNull();
  });

  test('a refusal is said and changes nothing', async () => {
    const open = await games.start({ ...SOLO, seed: 8 });
    await open.table.send({ type: 'score', category: 'ones' });
    expect(open.table.refusal).toMatchObject({ code: 'ERR_INVALID_TURN' });
    const { version } = open.table;
    await open.table.send({ type: 'roll', keptMask: [true, true, true, true, true] });
    expect(open.table.refusal).toMatchObject({ field: 'keptMask' });
    expect(open.table.version).toBe(version);
    await open.table.send({ type: 'roll' });
    expect(open.table.refusal).toBeNull();
  });

  test('the same seed has the same dice, and time travel shows them', async () => {
    const rolls = [];
    for (let game = 0; game < 2; game += 1) {
      const { table } = await games.start({ ...SOLO, seed: 99 });
      await table.send({ type: 'roll' });
      rolls.push(table.view.currentTurn?.currentDice);
      table.at(2);
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(table.view.currentTurn?.currentDice).toBeUndefined();
      expect(table.seat).toBeNull();
      table.at(null);
      expect(table.seat).toBe(0);
    }
    expect(rolls[0]).toEqual(rolls[1]);
  });

  test('scores are confirmed where that is wished', async () => {
    const open = await games.start({ ...SOLO, seed: 3 });
    const { screen, settle } = screenOf(open, { confirmScores: true });
    await screen.roll();
    await settle();
    await screen.score('chance');
    expect(screen.chosen).toBe('chance');
    expect(screen.card?.chance).toBeUndefined();
    await screen.score('chance');
    expect(screen.card?.chance).toBeDefined();
  });

  test('real dice are entered', async () => {
    const open = await games.start({ ...SOLO, ownDice: true });
    const { screen } = screenOf(open);
    await screen.roll([5, 2, 5, 6, 5]);
    expect(screen.dice).toEqual([5, 2, 5, 6, 5]);
    await screen.roll([1]);
    expect(open.table.refusal?.field).toBe('faces');
  });
});

describe('with others', () => {
  test('only a bot that looks at the whole game waits for it to be solved', async () => {
    const solved = new MemoryStore();
    const fresh = new EngineClient(spawner(realEngine(), solved));
    const open = await games.start({ ...SOLO, seed: 4 });
    const before = momentOf(open.game.open.snapshot.view);
    await open.table.send({ type: 'roll' });
    const after = momentOf(open.game.open.snapshot.view);
    if (!before || !after) throw new Error('it is a turn');
    expect(await fresh.botCommand({ bot: 'optimal', seed: 1, moment: before })).toEqual({ type: 'roll' });
    const early = await fresh.botCommand({ bot: 'casual', seed: 1, moment: after });
    expect(solved.tables.size).toBe(0);
    // It does the same once the game is solved.
    expect(await engine.botCommand({ bot: 'casual', seed: 1, moment: after })).toEqual(early);
    const perfect = await fresh.botCommand({ bot: 'optimal', seed: 1, moment: after });
    expect(solved.tables.size).toBe(1);
    expect(perfect).toEqual(await engine.botCommand({ bot: 'optimal', seed: 1, moment: after }));
    open.table.close();
  });

  test('bots play their turns by themselves, and wait while a score can be taken back', async () => {
    const open = await games.start({ ...SOLO, bots: ['casual', 'optimal'], seed: 4 });
    const { screen, settle } = screenOf(open);
    await open.table.playBots();
    expect(open.table.seat).toBe(0);
    await screen.roll();
    await settle();
    open.table.hold();
    await screen.score('chance');
    await settle();
    expect(open.table.view.players.map(({ scorecard }) => scorecard.turnsCompleted).at(0)).toBe(1);
    const before = open.table.version;
    await settle();
    expect(open.table.version).toBe(before);
    open.table.resume();
    await open.table.playBots();
    expect(open.table.seat).toBe(0);
    for (const { scorecard } of open.table.view.players) expect(scorecard.turnsCompleted).toBeGreaterThan(0);
  });

  test('bots that are hurried wait for nothing until it is a person’s turn', async () => {
    // Waits that never end: only somebody who hurries gets on.
    const slow = new Games(tables, engine, new MemoryGames(), { pace: () => 1, wait: () => new Promise(() => undefined) });
    const open = await slow.start({ ...SOLO, bots: ['casual', 'skilled'], seed: 4 });
    for (let turn = 1; turn <= 2; turn += 1) {
      const bots = open.table.playBots();
      open.table.hurry();
      await bots;
      expect(open.table.seat).toBe(0);
      await open.table.send({ type: 'roll' });
      await open.table.send({ type: 'score', category: turn === 1 ? 'chance' : 'ones' });
      expect(open.table.seat).toBeNull();
    }
    open.table.close();
  });

  test('a device goes round, and everybody plays for themselves', async () => {
    const open = await games.start({ ...SOLO, people: ['Ann', 'Bob'] });
    const { screen, settle } = screenOf(open);
    const first = open.table.seat;
    await playTurn(screen, settle);
    expect(open.table.seat).toBe(first === 0 ? 1 : 0);
    // The one who scored may take it back, although it is another's turn.
    await screen.undo();
    expect(open.table.seat).toBe(first);
  });
});

test('any card can be looked at; nothing is priced or filled on it, and the next turn shows its own again', async () => {
  const open = await games.start({ people: ['Ann', 'Bob'], bots: [], rules: 'standard', ownDice: false, seed: 8 });
  const { screen, settle } = screenOf(open);
  // The seed decides who begins.
  const first = screen.seat;
  const second = 1 - first;
  await playTurn(screen, settle);
  expect([screen.seat, screen.shown]).toEqual([second, second]);
  screen.look(first);
  expect(screen.shown).toBe(first);
  expect(screen.shownCard?.turnsCompleted).toBe(1);
  // The player to move stays so.
  expect(screen.seat).toBe(second);
  screen.look(first);
  expect(screen.shown).toBe(second);
  screen.look(first);
  await playTurn(screen, settle);
  expect([screen.seat, screen.shown]).toEqual([first, first]);
});

test('the roll that decided a game raised the chance of its winner more than any other', async () => {
  const alone = await games.start({ ...SOLO, seed: 6 });
  const { signal } = new AbortController();
  expect(await decidingRoll(engine, alone.game.open, await alone.game.open.history(), signal)).toBeNull();
  const { game, table } = await games.start({ ...SOLO, people: ['Ann', 'Bob'], seed: 6 });
  const { screen, settle } = screenOf({ game, table });
  for (let turn = 0; turn < 26; turn += 1) await playTurn(screen, settle, 'first');
  const history = await game.open.history();
  const decided = await decidingRoll(engine, game.open, history, signal);
  if (!decided) throw new Error('somebody won');
  const points = screen.view.players.map(({ scorecard }) => scorecard.grandTotal);
  expect(points[decided.winner]).toBe(Math.max(...points));
  const shareAt = async (version: number) => {
    const view = await game.open.view(version);
    const players = view.players.map((_, seat) => cardMoment(view, seat));
    return (await engine.winChances({ players }, 'standard'))?.chances[decided.winner]?.share ?? 0;
  };
  // Everybody stopped after the first roll, so that nothing was kept before one.
  for (const { version } of history.filter(({ kind }) => kind === 'roll')) {
    const [before, after] = [await shareAt(version - 1), await shareAt(version)];
    expect(after - before).toBeLessThanOrEqual(decided.after - decided.before + 1e-9);
    if (version === decided.version) expect([before, after]).toEqual([decided.before, decided.after]);
  }
  expect((await game.open.view(decided.version)).currentTurn?.currentDice).toEqual(decided.dice);
});

test('a player who left a game did not win it, however many points they had', async () => {
  const { game, table } = await games.start({ ...SOLO, people: ['Ann', 'Bob', 'Cleo'], seed: 6 });
  const { screen, settle } = screenOf({ game, table });
  const totals = () => screen.view.players.map(({ scorecard }) => scorecard.grandTotal);
  // One takes every advice, and leaves before the last turn.
  const leader = 0;
  for (let turn = 0; turn < 36; turn += 1) await playTurn(screen, settle, screen.seat === leader ? 'advice' : 'first');
  while (!screen.over) {
    if (screen.seat === leader) await table.send({ type: 'abandon' });
    else await playTurn(screen, settle, 'first');
  }
  expect(totals()[leader]).toBe(Math.max(...totals()));
  const decided = await decidingRoll(engine, game.open, await game.open.history(), new AbortController().signal);
  const winner = screen.view.players[decided?.winner ?? leader];
  expect(winner?.left).toBe(false);
  expect(screen.view.winnerIds).toContain(winner?.playerId);
  expect(decided?.after).toBeGreaterThan(decided?.before ?? 1);
});

describe('what is ahead', () => {
  test('everybody has a chance to win, and the chances add up; alone there is none', async () => {
    const alone = screenOf(await games.start({ ...SOLO, seed: 3 }));
    await alone.settle();
    expect(alone.screen.standing.forecast).toBeNull();
    const open = await games.start({ ...SOLO, people: ['Ann', 'Bob'], seed: 3 });
    const { screen, settle } = screenOf(open);
    await screen.roll();
    await settle();
    const shares = screen.standing.forecast?.chances.map(({ share }) => share) ?? [];
    expect(shares).toHaveLength(2);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6);
    expect(screen.standing.forecast?.basis).toMatch(/everybody plays/);
  });

  test('many games played on from a moment come to rest at the exact value', async () => {
    const open = await games.start({ ...SOLO, seed: 3 });
    const heard: number[] = [];
    const answer = await engine.simulate(
      { scenario: { moment: cardMoment(open.table.view, 0) }, iterations: 1000, seed: 1 },
      'standard',
      (done) => heard.push(done),
    );
    expect(answer.exact).toBeCloseTo(253.970241, 5);
    const [low = 0, high = 0] = answer.interval;
    expect(high - low).toBeLessThan(20);
    expect(Math.abs(answer.estimate - 253.97)).toBeLessThan(20);
    expect(heard.at(-1)).toBe(1000);
    const drawn = convergence(answer);
    expect(drawn.line.split(' ')).toHaveLength(answer.convergence.length);
    expect(drawn.band.split(' ')).toHaveLength(2 * answer.convergence.length);
  });
});

test('players are shown in the order of play', () => {
  const players = ['a', 'b', 'c'].map((playerId) => ({ playerId })) as unknown as DiceeView['players'];
  expect(seatsInTurn({ players, turnOrder: ['a', 'c', 'b'] })).toEqual([0, 2, 1]);
  expect(seatsInTurn({ players, turnOrder: [] })).toEqual([0, 1, 2]);
});
