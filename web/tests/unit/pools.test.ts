/** The lab without a DOM: what its state classes make of the real module. */
import { describe, expect, test } from 'vitest';
import { classes, domainOf } from '$lib/charts/series';
import { asksSomething, readLink, writeLink } from '$lib/pools/link';
import { PoolsApp } from '$lib/pools/pools.svelte';
import { attackWords, type Differences, extendedWords, systemName, systemWords } from '$lib/pools/presets/systems';
import { rollSheet, unreadable } from '$lib/pools/roll';
import { tableOf } from '$lib/pools/share/current';
import { laidOut } from '$lib/pools/share/picture';
import { csv, markdown } from '$lib/pools/share/tables';
import { counts, inMode, spread } from '$lib/pools/odds/lab.svelte';
import { contestWords, difference, faultWords, hitWords, nightWords, oneIn, percent, points, shortFraction } from '$lib/pools/wording';
import { realPools, shelf } from './real-pools';

async function open(kept = shelf()): Promise<PoolsApp> {
  const app = new PoolsApp(kept, realPools());
  await app.start();
  return app;
}

describe('the odds screen', () => {
  test('answers what is typed, with tiers, the next die and the dice needed', async () => {
    const { lab } = await open();
    await lab.refreshAll();
    expect(lab.answer?.success).toBe('42039/100000');
    expect(lab.answer?.decimal.one_more_die?.chance).toBeCloseTo(0.0564489, 9);
    expect(lab.needed).toBe(28);
    await lab.setDc(0);
    expect(lab.answer?.decimal.success).toBeCloseTo(1 - 0.070993, 12);
  });

  test('a fault keeps the last good answer, and offers both readings', async () => {
    const { lab } = await open();
    await lab.refreshAll();
    await lab.type(0, '6d10>8');
    expect(lab.main.fault?.column).toBe(5);
    expect(lab.main.fault?.message).toMatch(/^expected a spelling with one meaning, got /);
    expect(lab.main.fault?.readings.map(({ write }) => write)).toEqual(['6d10>=8', '6d10>=9']);
    expect(lab.main.odds.stale).toBe(true);
    expect(lab.answer?.success).toBe('42039/100000');
    await lab.type(0, '6d10>=8');
    expect(lab.main.fault).toBeNull();
    expect(lab.main.odds.stale).toBe(false);
  });

  test('steppers write into the expression', async () => {
    const { lab } = await open();
    await lab.refreshAll();
    await lab.setDice(9);
    expect(lab.main.text).toBe('9d10>=8b1');
    await lab.type(0, '4d6kh3 + 2');
    expect(lab.counts).toBe(false);
    // The mean is 14.24.
    expect(lab.dc).toBe(14);
    await lab.setDice(5);
    expect(lab.main.text).toBe('5d6kh3 + 2');
  });

  test('a difficulty follows the sum that is typed, unless somebody chose it', async () => {
    const { lab } = await open();
    await lab.refreshAll();
    await lab.type(0, '20d100');
    expect(lab.dc).toBe(1010);
    await lab.type(0, 'd20');
    expect(lab.dc).toBe(11);
    await lab.setDc(15);
    await lab.type(0, '2d6');
    expect(lab.dc).toBe(15);
  });

  test('a difficulty that nobody chose follows every key, and is near the mean where dice explode', async () => {
    const { lab } = await open();
    await lab.refreshAll();
    for (const text of ['4', '4d', '4d6', '4d6k', '4d6kh', '4d6kh3']) await lab.type(0, text);
    expect(lab.dc).toBe(12);
    await lab.type(0, 'd8!');
    expect(lab.dc).toBe(5);
    await lab.type(0, '1d10>=8');
    expect(lab.dc).toBe(1);
    // A link that names the usual difficulty has chosen none; another one has.
    const link = { expressions: ['2d6'], dc: 7, system: null, aliases: {}, numbers: {} };
    await lab.take(link);
    await lab.type(0, '3d6');
    expect(lab.dc).toBe(11);
    await lab.take({ ...link, dc: 9 });
    await lab.type(0, '3d6');
    expect(lab.dc).toBe(9);
  });

  test('a chosen difficulty outlives the other kind of dice that is passed while typing', async () => {
    const { lab } = await open();
    await lab.refreshAll();
    expect(lab.follows).toBe(true);
    await lab.setDc(3);
    for (const text of ['5', '5d', '5d1', '5d10', '5d10>', '5d10>=8']) await lab.type(0, text);
    expect([lab.dc, lab.follows]).toEqual([3, false]);
    // That of sums is another one.
    await lab.type(0, '2d6');
    expect([lab.dc, lab.follows]).toEqual([7, true]);
    await lab.setDc(9);
    await lab.type(0, '6d10>=8b1');
    expect(lab.dc).toBe(3);
    await lab.type(0, '3d6');
    expect(lab.dc).toBe(9);
  });

  test('a fumble reaches no difficulty, not even 0, and what is certain is 100%', async () => {
    const { lab } = await open();
    await lab.refreshAll();
    await lab.setDc(0);
    await lab.compare();
    for (const entry of lab.entries) {
      const { success, fumble } = entry.odds.answer!.decimal;
      expect(fumble).toBeGreaterThan(0);
      expect(entry.reach(0)).toBeCloseTo(success!, 12);
    }
    expect(lab.main.reach(2)).toBeCloseTo(0.42039, 12);
    await lab.type(0, '20d100');
    expect(percent(lab.main.reach(20))).toBe('100%');
    expect(percent(lab.main.reach(2001))).toBe('0%');
    lab.mode = 'at least';
    expect(percent(lab.series[0]!.points[0]!.y)).toBe('100%');
    lab.mode = 'at most';
    expect(percent(lab.series[0]!.points.at(-1)!.y)).toBe('100%');
  });

  test('while what is typed has no answer, the last one keeps the name of its dice', async () => {
    const { lab } = await open();
    await lab.type(0, '2d6');
    await lab.type(0, '2d6 +');
    expect(lab.main.name).toBe('2d6');
    await lab.type(0, '1000d1000');
    expect(lab.main.odds.fault).not.toBeNull();
    expect([lab.main.name, lab.series[0]?.name]).toEqual(['2d6', '2d6']);
    // An empty field is no mistake.
    await lab.type(0, '');
    expect([lab.main.fault, lab.main.odds.fault, lab.main.odds.stale]).toEqual([null, null, true]);
  });

  test('up to five expressions are compared', async () => {
    const { lab } = await open();
    await lab.refreshAll();
    for (let more = 0; more < 6; more += 1) await lab.compare();
    expect(lab.entries.map(({ text }) => text)).toEqual(
      [6, 8, 10, 12, 14].map((dice) => `${dice}d10>=8b1`),
    );
    expect(lab.series.length).toBe(5);
    expect(lab.answered.map(({ shares }) => shares.reduce((sum, { y }) => sum + y, 0))[4]).toBeCloseTo(1, 9);
    lab.remove(1);
    expect(lab.series.length).toBe(4);
  });

  test('a sweep asks for 1 to 20 dice', async () => {
    const { lab } = await open();
    await lab.refreshAll();
    await lab.openSweep(true);
    expect(lab.sweep?.rows.length).toBe(20);
    expect(lab.sweep?.rows[5]?.success[2]).toBeCloseTo(0.42039, 12);
    // Whatever is asked about is among what is swept.
    await lab.setDc(12);
    expect(lab.sweep?.dcs).toContain(12);
    for (const dc of [0, 8, 9, 40]) expect(counts(dc)).toContain(dc);
    for (const dc of [-5, 2, 7, 12, 99]) expect(spread(2, 12, dc)).toContain(dc);
    expect(spread(2, 12, 7)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test('exactly, at least and at most are the same numbers', () => {
    const shares = [
      { x: 0, y: 0.5 },
      { x: 1, y: 0.3 },
      { x: 2, y: 0.2 },
    ];
    expect(inMode(shares, 'at least').map(({ y }) => y)).toEqual([1, 0.5, 0.2]);
    expect(inMode(shares, 'at most').map(({ y }) => Number(y.toFixed(9)))).toEqual([0.5, 0.8, 1]);
  });
});

describe('the other sheets', () => {
  test('a contest has a winner and a matrix', async () => {
    const { contest } = await open();
    await contest.refresh();
    expect(contest.odds.answer?.initiator_wins).toBe('1194974361/2500000000');
    expect(contest.matrix?.initiator_wins[5]?.[3]).toBeCloseTo(0.4779897, 6);
    await contest.set({ defender: '2d6 +' });
    expect(contest.odds.fault?.field).toBe('defender');
  });

  test('the matrix counts by the system that the answer counts by, from the start and after another is chosen', async () => {
    const kept = shelf();
    await (await open(kept)).presets.setSystem({ successThreshold: 7, doubleThreshold: 10, botchValue: null });
    const { contest, presets } = await open(kept);
    const agree = () =>
      expect(contest.matrix?.initiator_wins[5]?.[3]).toBeCloseTo(contest.odds.answer?.decimal.initiator_wins ?? -1, 9);
    await contest.refresh();
    agree();
    expect(contest.odds.answer?.decimal.initiator_wins).toBeGreaterThan(0.55);
    await presets.setSystem({});
    await contest.refresh();
    agree();
  });

  test('a sum against a count is said to be one', async () => {
    const { contest } = await open();
    await contest.set({ initiator: '3d6', defender: '4' });
    expect(contest.mixed).toBe(true);
    await contest.set({ defender: '2d6' });
    expect(contest.mixed).toBe(false);
    await contest.set({ initiator: '6d10>=8b1', defender: '4' });
    expect(contest.mixed).toBe(false);
  });

  test('what cannot be counted is said in a sentence, without a column and a caret', async () => {
    const { lab } = await open();
    for (const text of ['999d999kh500', '1001', '999d999!999']) {
      await lab.type(0, text);
      const fault = lab.main.odds.fault;
      if (!fault) continue;
      expect(faultWords(fault)).toMatch(/^[A-Z][^\n^]*$/);
    }
  });

  test('an extended check goes on, and its odds follow the rolls', async () => {
    const app = await open();
    await app.extended.refresh();
    expect(app.extended.odds.answer?.decimal.by_round.length).toBe(5);
    await rollSheet(app, '/pools/extended');
    expect(app.extended.check?.rolls.length).toBe(1);
    for (let round = 0; round < 5 && app.extended.underWay; round += 1) await rollSheet(app, '/pools/extended');
    expect(app.extended.underWay).toBe(false);
    expect(app.log.count).toBe(app.extended.check?.rolls.length);
  });

  test('armour takes damage off', async () => {
    const { attack } = await open();
    await attack.refresh();
    const bare = attack.odds.answer?.decimal.mean_damage ?? 0;
    await attack.set({ armour: 5 });
    expect(attack.odds.answer?.decimal.mean_damage).toBeLessThan(bare);
  });
});

describe('the log', () => {
  test('is kept on the device, with every die marked and ranked', async () => {
    const kept = shelf();
    const app = await open(kept);
    await app.lab.refreshAll();
    await rollSheet(app, '/pools');
    await rollSheet(app, '/pools/contest');
    await rollSheet(app, '/pools/attack');
    const [check, contest, attack] = app.log.view?.log ?? [];
    expect([check?.result.kind, contest?.result.kind, attack?.result.kind]).toEqual(['check', 'contest', 'attack']);
    expect(check?.percentile).toBeGreaterThan(0);
    expect(check?.result.kind === 'check' && 'pools' in check.result.roll).toBe(true);
    const again = await open(kept);
    expect(again.log.view?.log).toEqual(app.log.view?.log);
    expect(again.log.view?.luck?.all.rolls).toBe(3);
    await again.log.setFilter('Combat:');
    expect(again.log.rolls.length).toBe(1);
    await again.log.send({ type: 'CLEAR_LOG' });
    expect(again.log.count).toBe(0);
  });

  test('what cannot be read is not rolled, and neither is what stood there before', async () => {
    const app = await open();
    await app.lab.refreshAll();
    const sheets = {
      '/pools': (dice: string) => app.lab.type(0, dice),
      '/pools/contest': (dice: string) => app.contest.set({ defender: dice }),
      '/pools/extended': (dice: string) => app.extended.set({ pool: dice }),
      '/pools/attack': (dice: string) => app.attack.set({ pool: dice }),
    };
    for (const [path, type] of Object.entries(sheets)) {
      await type('6d10>=8');
      expect(unreadable(app, path)).toBeNull();
      await type('6dd');
      expect(unreadable(app, path)).toMatch(/expected|cannot|read/i);
      expect(await rollSheet(app, path)).toBeNull();
      expect(app.log.count).toBe(0);
    }
    // Odds that take too long are no fault of the dice.
    await app.attack.set({ pool: '999d1000' });
    expect(unreadable(app, '/pools/attack')).toBeNull();
    // A check under way goes on with its own dice.
    await app.extended.set({ pool: '6' });
    await rollSheet(app, '/pools/extended');
    await app.extended.set({ pool: '6dd' });
    if (app.extended.underWay) expect(unreadable(app, '/pools/extended')).toBeNull();
  });

  test('a damaged log is said to be one, and rolls go on', async () => {
    const app = await open(shelf({ 'dicee.pools.session': '[{"broken": true}]' }));
    expect(app.log.fault).toContain('could not be read');
    expect(await app.log.send({ type: 'ROLL', expression: 'd6' })).toBe(true);
  });

  test('a file that cannot be read leaves the log as it is', async () => {
    const app = await open();
    await app.log.send({ type: 'ROLL', expression: 'd6' });
    expect(await app.log.importText('nonsense')).toBe(false);
    expect(app.log.count).toBe(1);
    expect(await app.log.send({ type: 'ROLL', expression: 'd6' })).toBe(true);
    expect(app.log.count).toBe(2);
  });
});

describe('presets', () => {
  test('a system names what differs, and the schema says what is wrong', async () => {
    const kept = shelf();
    const { presets, contest } = await open(kept);
    expect(await presets.setSystem({ sides: 6 })).toBe(false);
    expect(presets.fault).toContain('successThreshold: expected a face of a die of 6 sides');
    expect(await presets.setSystem({ sides: 6, successThreshold: 5, botchValue: null })).toBe(true);
    await contest.refresh();
    expect(contest.odds.answer?.both_fumble).toBe('0/1');
    expect((await open(kept)).presets.system).toEqual(presets.system);
  });

  test('a system is said in words, also what it makes of extended checks and attacks', () => {
    expect(systemWords({})).toBe('d10, 8 and up succeed, each 1 takes one away');
    expect(systemName({ botchValue: null })).toBe('No botches');
    expect(systemName({ sides: 12 })).toBeNull();
    expect(extendedWords({})).toContain('A fumble takes 2 away; 3 in a row are a catastrophe');
    const mild: Differences = { fumbleCost: 1, catastropheAfter: null };
    expect(extendedWords(mild)).toMatch(/A fumble takes 1 away\.$/);
    const bare: Differences = { botchValue: null };
    expect(extendedWords(bare)).toContain('no fumbles');
    expect(attackWords({ hitQualityThresholds: { criticalHit: 6 } })).toContain('6 critical');
  });

  test('aliases are completed and used', async () => {
    const { presets, lab, client } = await open();
    expect(await presets.setAlias('blade', '7d10!10>=8b1')).toBe(true);
    expect(await presets.setAlias('bad', '7d')).toBe(false);
    expect((await client.call('complete', '@bl', presets.aliases))[0]?.insert).toBe('ade');
    await lab.type(0, '@blade');
    expect(lab.main.parsed?.written_out).toBe('7d10!10:10>=8b1');
    const text = presets.exportText();
    const other = await open();
    expect(await other.presets.importText(text)).toBe(true);
    expect(other.presets.aliases).toEqual({ blade: '7d10!10>=8b1' });
    expect(await other.presets.importText('{"version": "1.0.0", "successThreshold": 7}')).toBe(true);
    expect(await other.presets.importText('nonsense')).toBe(false);
  });
});

describe('words and links', () => {
  test('a link holds everything, and a damaged one says what it does not', () => {
    const link = {
      expressions: ['6d10>=8b1', '8d10>=8b1'],
      dc: 2,
      system: { sides: 6, successThreshold: 5 },
      aliases: { sword: '2d6+3' },
      numbers: { target: 10, rounds: 5 },
    };
    expect(readLink(writeLink(link))).toEqual({ link, problems: [] });
    // What asks about dice and names no system was counted by the standard one; the address of an empty sheet asks nothing.
    expect(asksSomething(readLink('#e=6&e=4').link)).toBe(true);
    expect(asksSomething(readLink('#damage=3').link)).toBe(true);
    expect(asksSomething(readLink('').link)).toBe(false);
    const { link: partly, problems } = readLink('#e=2d6&dc=two&system={');
    expect(partly.expressions).toEqual(['2d6']);
    expect(problems).toEqual(['dc is no whole number', 'the system is no JSON']);
  });

  test('numbers are written as people read them', () => {
    expect([percent(0.42039), percent(0), percent(1), percent(0.00012)]).toEqual(['42.0%', '0%', '100%', '0.01%']);
    expect(percent(6e-7)).toBe('<0.0001%');
    expect([points(0.00073), points(0.313), points(1)]).toEqual(['0.07', '31.3', '100']);
    expect([oneIn(0.42), oneIn(0), oneIn(0.0001)]).toEqual(['1 in 2.4', 'never', '1 in 10,000']);
    expect([difference(0.056), difference(-0.03)]).toEqual(['+5.6', '−3.0']);
    expect(shortFraction('42039/100000')).toBe('42039/100000');
    expect(shortFraction('119497436/250000001')).toBe('119497436/250000001');
    expect(shortFraction('1194974361/2500000000')).toBe('119…361/250…000 (10 digits)');
    expect(shortFraction(`${'1'.repeat(40)}/${'2'.repeat(41)}`)).toBe('111…111/222…222 (41 digits)');
    const both = { actor: 'Mira', target: 'the orc' };
    expect([contestWords('initiator_wins', 2), contestWords('initiator_wins', 2, both)]).toEqual(['initiator wins by 2', 'Mira wins by 2']);
    expect(contestWords('initiator_fumble', 0, both)).toBe('the orc wins, Mira fumbled');
    expect([hitWords('miss', 0), hitWords('solid_hit', 9)]).toEqual(['miss', 'solid hit, 9 damage']);
    expect(nightWords(0.12, 5)).toBe('a bad night, worse than 88% of such nights');
    expect(nightWords(0.04, 1)).toBe('too early to say after 1 roll');
  });

  test('a sheet is copied as a table', async () => {
    const app = await open();
    await app.lab.refreshAll();
    const table = tableOf(app, '/pools');
    expect(table?.title).toBe('6d10>=8b1: exactly, 42.0% to reach 2');
    expect(markdown(table!).split('\n')[2]).toBe('| result | 6d10>=8b1 |');
    expect(markdown(table!).split('\n')[4]).toBe('| 0 | 31.3% |');
    // A spreadsheet counts on: all digits, and no sign of per cent.
    expect(csv(table!).split('\n')[1]).toBe('0,0.313282');
  });

  test('the legend of a picture takes as many lines as it needs, and cuts what is wider than one', () => {
    const five = Array.from({ length: 5 }, (_, more) => ({ text: `${6 + more}d10>=8b1: 42.0%`, swatch: true }));
    const laid = laidOut(five, 343);
    expect(laid.map(({ line }) => line)).toEqual([0, 0, 1, 1, 2]);
    expect(laid[1]!.x).toBeGreaterThan(laid[0]!.x + 22 + 16 * 7.9);
    expect(laid.every(({ x, text }) => x + 22 + text.length * 7.9 <= 343)).toBe(true);
    const [long] = laidOut([{ text: 'x'.repeat(200), swatch: false }], 343);
    expect(long).toEqual({ text: `${'x'.repeat(42)}…`, x: 0, line: 0 });
    expect(laidOut([], 343)).toEqual([]);
  });

  test('many values become few bars', () => {
    const points = Array.from({ length: 1000 }, (_, x) => ({ x, y: 0.001 }));
    const { values, cut } = domainOf([{ name: 'a', points }], 40);
    expect(cut).toBe(true);
    expect(classes(values, 40).length).toBeLessThanOrEqual(40);
  });
});
