// @vitest-environment node
import { beforeAll, describe, expect, test } from 'vitest';
import { Games, SOLO, type OpenTable } from '../../src/lib/dicee/games';
import { leaveReport, reportOf } from '../../src/lib/dicee/play/play';
import { Replay } from '../../src/lib/dicee/replay/replay.svelte';
import { MemoryGames } from '../../src/lib/table/game-store';
import { engine, games, playTurn, screenOf, tables } from './device-games';

beforeAll(() => engine.prepare('standard', () => undefined));

describe('a replay', () => {
  test('opens a link, travels, and forks when somebody plays', async () => {
    const open = await games.start({ ...SOLO, seed: 21 });
    const { screen, settle } = screenOf(open);
    await playTurn(screen, settle);
    await playTurn(screen, settle);
    const replay = await games.replay(`#${await open.game.open.link()}`);
    expect(replay.table.view).toEqual(open.table.view);
    // A game of this device keeps its names; elsewhere a link has none.
    await open.game.settled();
    const own = await games.replay(`#${await open.game.open.link()}&at=3`);
    expect([own.kept?.id, own.players[0]?.name]).toEqual([open.game.notes.id, 'You']);
    const elsewhere = await new Games(tables, engine, new MemoryGames()).replay(`#${await open.game.open.link()}`);
    expect([elsewhere.kept, elsewhere.players[0]?.name]).toEqual([null, 'Player']);
    await replay.table.go(3);
    expect(replay.table.view.currentTurn?.rollNumber).toBe(1);
    expect(replay.table.shown).toBe(3);
    await replay.table.send({ type: 'score', category: 'chance' });
    expect(replay.table.fork).not.toBeNull();
    expect(replay.table.version).toBe(4);
    expect(replay.table.view.players[0]?.scorecard.chance).toBeDefined();
  });

  test('knows the report it was opened from, and no other', () => {
    leaveReport({ link: 'g=abc', address: '/t/ABCDEF', players: [{ playerId: 'ann', name: 'Ann' }] });
    expect(reportOf('#g=abc&at=3')?.address).toBe('/t/ABCDEF');
    expect([reportOf('#g=abcd&at=3'), reportOf('#g=abc')]).toEqual([null, null]);
  });

  test('is played on from where a box is open, and not from a full card', async () => {
    const open = await games.start({ ...SOLO, seed: 23 });
    const { screen, settle } = screenOf(open);
    for (let turn = 0; turn < 13; turn += 1) await playTurn(screen, settle);
    expect(open.table.view.status).toBe('completed');
    const found = await games.replay(`#${await open.game.open.link()}`);
    const replay = new Replay(found, engine);
    await replay.load();
    const places = ['completed', 'score', 'roll'];
    for (const [back, place] of places.entries()) {
      await found.table.go(found.table.version - back);
      expect([place, replay.playable]).toEqual([place, place === 'roll']);
    }
    await found.table.go(found.table.version - 1);
    expect(replay.between).toBe('Every box is filled.');
    expect(screenOf({ ...open, table: found.table as unknown as OpenTable['table'] }).screen.canRoll).toBe(false);
    await found.table.go(0);
    expect(replay.playable).toBe(false);
  });

  test('says what is wrong with a damaged link', async () => {
    await expect(games.replay('#g=AAAA')).rejects.toThrow(/link/);
    await expect(games.replay('#g=garbage')).rejects.toThrow(/^the link is damaged/);
  });

  test('shows the beginning of a link that was cut off, and says how far it goes', async () => {
    const open = await games.start({ ...SOLO, seed: 22 });
    const { screen, settle } = screenOf(open);
    for (let turn = 0; turn < 8; turn += 1) await playTurn(screen, settle);
    const link = `#${await open.game.open.link()}`;
    const whole = await games.replay(link);
    expect(whole.damage).toBeNull();
    const cut = await games.replay(link.slice(0, -20));
    expect(cut.damage).toMatch(/damaged or cut off|lacks/);
    expect(cut.table.version).toBeGreaterThan(3);
    expect(cut.table.version).toBeLessThan(whole.table.version);
    const replay = new Replay(cut, engine);
    await replay.load();
    expect(replay.reached).toMatch(/^turn [1-8] of 13$/);
    await cut.table.go(2);
    expect(replay.between).toBe('Next: turn 1.');
  });
});
