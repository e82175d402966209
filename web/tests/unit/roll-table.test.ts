/** A roll table without a DOM: what it sends, what it shows of the log, and how it says it. */
import type { ClientMessage, RollTableRoll, RollTableState } from '@dicee/types';
import { describe, expect, test } from 'vitest';
import { LiveError } from '$lib/live/api';
import { LiveRoom } from '$lib/live/room.svelte';
import { RollTable } from '$lib/live/rolls/roll-table.svelte';
import { aboutWords, armourWords, refusalWords, rollTitle, searchText } from '$lib/live/rolls/roll-words';
import { TableLuck } from '$lib/live/rolls/table-luck.svelte';
import { TableRules } from '$lib/live/rolls/table-rules.svelte';
import type { Wire } from '$lib/live/socket';
import { systemWords } from '$lib/pools/presets/systems';
import { shelf } from './real-pools';

const ANN = '7d0ff7a0-4b1f-4a3a-9b1c-0d2c51f3a111';
const BOB = '7d0ff7a0-4b1f-4a3a-9b1c-0d2c51f3a222';

const CHANCE = { fraction: '1/2', probability: 0.5 };

function roll(number: number, change: Partial<RollTableRoll> = {}): RollTableRoll {
  const pools = [{ notation: '2d6', dice: [{ face: 3 }, { face: 4 }], value: 7, is_fumble: false }];
  const result = { kind: 'roll' as const, expression: '2d6', total: 7, pools, percentile: CHANCE, at_least: CHANCE };
  return { roll: number, seat: 0, hidden: false, result, ...change } as RollTableRoll;
}

function state(rolls: RollTableRoll[], change: Partial<RollTableState['view']> = {}, rolledAt?: number[]): RollTableState & { kind: 'roll_table' } {
  return {
    kind: 'roll_table',
    gameId: 'g',
    version: 7,
    status: 'active',
    code: 'ABC234',
    you: 0,
    seats: [
      { seat: 0, playerId: ANN, displayName: 'Ann', connected: true },
      { seat: 1, playerId: BOB, displayName: 'Bob', connected: true },
    ],
    freeSeats: 14,
    coach: true,
    createdAt: '2026-01-01T00:00:00Z',
    success: true,
    hostPlayerId: ANN,
    options: {},
    view: { rolls, rolled: rolls.at(-1)?.roll ?? 0, rolls_remaining: 1990, ...change },
    ...(rolledAt ? { rolledAt } : {}),
    events: [],
  } as RollTableState & { kind: 'roll_table' };
}

async function table(shown: RollTableState & { kind: 'roll_table' }): Promise<{ table: RollTable; said: ClientMessage[] }> {
  const said: ClientMessage[] = [];
  const wire: Wire = { onopen: null, onclose: null, onmessage: null, send: (text) => said.push(JSON.parse(text)), close: () => undefined };
  const viewer = { playerId: () => ANN, token: () => Promise.resolve(null), expire: () => undefined };
  const room = new LiveRoom('g', viewer, { open: () => wire });
  room.open();
  await Promise.resolve();
  await Promise.resolve();
  wire.onopen?.();
  wire.onmessage?.({ data: JSON.stringify({ type: 'state_update', timestamp: Date.now(), gameState: shown }) });
  return { table: new RollTable(room), said };
}

describe('what is sent', () => {
  test('every way to roll is its command, with what was said about it', async () => {
    const { table: rolls } = await table(state([]));
    Object.assign(rolls, { label: ' Blade ', actor: 'Mira', target: '', hidden: true });
    expect(rolls.command).toEqual({ type: 'CHECK', pool: 6, difficulty: 2, label: 'Blade', actor: 'Mira', hidden: true });
    rolls.way = 'attack';
    expect(rolls.command).toEqual({ type: 'ATTACK', pool: 6, damage: 3, armour: 0, label: 'Blade', actor: 'Mira', hidden: true });
    rolls.way = 'extended';
    expect(rolls.canHide).toBe(false);
    const terms = { pool: 6, targetSuccesses: 10, maxRounds: 5 };
    // Everybody sees an extended check, whatever the switch says.
    expect(rolls.command).toEqual({ type: 'START_CHECK', terms, label: 'Blade', actor: 'Mira' });
  });

  test('a name is replaced in its place, so that names behind it keep what they stand for', async () => {
    const aliases = [
      { name: 'sword', expression: '2d6' },
      { name: 'flurry', expression: '3x@sword' },
    ];
    const { table: rolls, said } = await table(state([], { aliases }));
    const rules = new TableRules(rolls, shelf());
    Object.assign(rules, { name: 'Sword', expression: '2d8' });
    void rules.addName();
    const sent = said.find((message) => message.type === 'command');
    expect(sent).toMatchObject({ command: { type: 'SET_TABLE', aliases: [{ name: 'sword', expression: '2d8' }, aliases[1]] } });
  });

  test('what is no JSON object is refused before it is sent', async () => {
    const { table: rolls, said } = await table(state([]));
    const rules = new TableRules(rolls, shelf());
    for (const text of ['{sides}', '6', '[]', 'null']) {
      rules.text = text;
      await rules.useText();
      expect(rules.fault).not.toBe('');
    }
    expect(said.filter(({ type }) => type === 'command')).toEqual([]);
  });

  test('the rules of the lab on this device can be brought along', async () => {
    const kept = shelf({ 'dicee.pools.presets': '{"system": {"sides": 6, "successThreshold": 5}, "aliases": {"sword": "2d6+3"}}' });
    const { table: rolls, said } = await table(state([]));
    const rules = new TableRules(rolls, kept);
    expect(rules.hasLab).toBe(true);
    void rules.takeFromLab();
    expect(said.find(({ type }) => type === 'command')).toMatchObject({
      command: { system: { sides: 6, successThreshold: 5 }, aliases: [{ name: 'sword', expression: '2d6+3' }] },
    });
  });
});

describe('what is shown', () => {
  test('the filter wants all of its words: a name, a label, an actor or a kind', async () => {
    const all = [
      roll(1, { label: 'Stealth' }),
      roll(2, { seat: 1, actor: 'Mira', target: 'the orc' }),
      { roll: 3, seat: 1, hidden: true },
    ];
    const { table: rolls } = await table(state(all));
    const numbers = (filter: string) => {
      rolls.filter = filter;
      return rolls.found.map(({ roll }) => roll);
    };
    expect(numbers('')).toEqual([3, 2, 1]);
    expect(numbers('stealth')).toEqual([1]);
    expect(numbers('BOB orc')).toEqual([2]);
    expect(numbers('bob')).toEqual([3, 2]);
    expect(numbers('orc ann')).toEqual([]);
    expect(rolls.people).toEqual(['Mira', 'the orc']);
  });

  test('a roll has its own time, also where older ones are no longer shown', async () => {
    const { table: rolls } = await table(state([roll(8), roll(9), roll(10)], {}, [80, 90, 100]));
    expect([8, 9, 10].map((number) => rolls.timeOf({ roll: number }))).toEqual([80, 90, 100]);
    const { table: old } = await table(state([roll(1)]));
    expect(old.timeOf({ roll: 1 })).toBeNull();
  });

  test('checks under way come first, and of those that ended the last stays', async () => {
    const check = (number: number, status: string) => ({
      check: number,
      progress: {
        terms: { pool: 6, targetSuccesses: 10, maxRounds: 5 },
        seat: 0,
        accumulated: 0,
        rolls: [],
        consecutive_fumbles: 0,
        status,
        rounds_remaining: 5,
      },
    });
    const checks = [check(1, 'failed'), check(2, 'in_progress'), check(3, 'succeeded'), check(4, 'in_progress')];
    const { table: rolls } = await table(state([], { checks } as Partial<RollTableState['view']>));
    expect(rolls.checks.map(({ check: number }) => number)).toEqual([4, 2, 3]);
  });
});

describe('words', () => {
  test('the luck of the evening is asked for while somebody looks, again behind an open roll, and never too often', async () => {
    const luck = { rolls: 12, mean: 0.3, percentile: 0.121 };
    let asked = 0;
    const waits: number[] = [];
    const { table: rolls } = await table(state([roll(1), { roll: 2, seat: 1, hidden: true }]));
    const night = new TableLuck(
      rolls,
      () => {
        asked += 1;
        return Promise.resolve({ luck, seats: [{ seat: 0, luck }, { seat: 1, luck: { ...luck, rolls: 1 } }] });
      },
      (milliseconds) => Promise.resolve(void waits.push(milliseconds)),
    );
    await night.refresh();
    expect([asked, night.lines]).toEqual([0, []]);
    night.open = true;
    expect(night.shown).toBe(1);
    await Promise.all([night.refresh(), night.refresh()]);
    expect([asked, waits]).toEqual([1, [2_500]]);
    expect(night.lines).toEqual([
      { who: 'Everybody', words: 'a bad night, worse than 88% of such nights (12 rolls)' },
      { who: 'Ann', words: 'a bad night, worse than 88% of such nights (12 rolls)' },
      { who: 'Bob', words: 'too early to say after 1 roll' },
    ]);
    // Nothing new, nothing asked.
    await night.refresh();
    expect(asked).toBe(1);
  });

  test('where the luck cannot be had the page says why', async () => {
    const { table: rolls } = await table(state([roll(1)]));
    const night = new TableLuck(rolls, () => Promise.reject(new LiveError('The report is for its players.', 'ERR_FORBIDDEN')), () =>
      Promise.resolve(),
    );
    night.open = true;
    await night.refresh();
    expect([night.fault, night.report]).toEqual(['The report is for its players.', null]);
  });

  test('of a hidden roll nothing is said but that it happened', () => {
    expect(rollTitle({ label: 'Ambush' })).toBe('rolled in secret');
    expect(aboutWords({ actor: 'Mira', target: 'the orc' })).toBe('as Mira on the orc');
    expect(aboutWords({})).toBe('');
  });

  test('every kind of roll is found by what people call it, one or several', () => {
    const kinds = ['roll', 'check', 'contest', 'attack', 'round'] as const;
    const spoken = { outcome: 'tie', quality: 'solid_hit', status: 'in_progress', damage: 3, margin: 0, difficulty: 2 };
    const text = (kind: (typeof kinds)[number]) =>
      searchText('Ann', roll(1, { result: { kind, ...spoken } as unknown as NonNullable<RollTableRoll['result']> }));
    for (const kind of kinds) {
      for (const word of [kind, `${kind}s`]) expect(kinds.filter((other) => text(other).includes(word))).toEqual([kind]);
    }
    expect(text('round')).toContain('extended');
    const hidden = searchText('Ann', { roll: 1, seat: 0, hidden: true });
    expect([hidden.includes('hidden'), hidden.includes('secret'), text('check').includes('hidden')]).toEqual([true, true, false]);
  });

  test('a refused system is said without the command around it', () => {
    const said = 'Command: expected a face of a die of 6 sides, got 9, got {"type":"SET_TABLE"}.';
    expect(refusalWords(said)).toBe('Expected a face of a die of 6 sides, got 9');
    expect(refusalWords('command.aliases: expected at most 50, got 51\n  ^')).toBe('Aliases: expected at most 50, got 51');
  });

  test('damage says what armour did', () => {
    expect(armourWords(14, 12, 2)).toBe('14 less 2 armour: 12 damage');
    expect(armourWords(3, 0, 5)).toBe('3 less 5 armour: 0 damage');
    expect(armourWords(30, 30, 5)).toBe('30 damage, past 5 armour');
    expect(armourWords(9, 9, 0)).toBe('9 damage');
  });

  test('a system is one line, and what it does not name is standard', () => {
    expect(systemWords(null)).toBe('d10, 8 and up succeed, each 1 takes one away');
    expect(systemWords({ sides: 6, successThreshold: 5, botchValue: null } as never)).toBe('d6, 5 and up succeed, no botches');
    expect(systemWords({ successThreshold: 7, doubleThreshold: 10 })).toBe('d10, 7 and up succeed, 10 counts double, each 1 takes one away');
    expect(systemWords({ sides: 6, successThreshold: 6 })).toBe('d6, 6 succeeds, each 1 takes one away');
  });
});
