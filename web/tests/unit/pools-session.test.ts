/** The session of the lab: characters, labels, contexts and encounters, and presets that come and go. */
import { describe, expect, test } from 'vitest';
import { PoolsApp } from '$lib/pools/pools.svelte';
import { rollSheet, useDice } from '$lib/pools/roll';
import { TableSession } from '$lib/pools/session/table-session.svelte';
import { realPools, shelf } from './real-pools';

async function open(kept = shelf()): Promise<PoolsApp> {
  const app = new PoolsApp(kept, realPools());
  await app.start();
  await app.lab.refreshAll();
  return app;
}

describe('characters', () => {
  test('have named pools, which are kept and put where dice are asked for', async () => {
    const kept = shelf();
    const app = await open(kept);
    const session = new TableSession(app.log);
    Object.assign(session, { character: 'Mira', pool: 'stealth', dice: '7' });
    await session.addPool();
    Object.assign(session, { pool: 'blade', dice: '8d10!10>=8b1' });
    await session.addPool();
    expect(session.characters).toEqual([
      { name: 'Mira', pools: [{ name: 'blade', dice: '8d10!10>=8b1' }, { name: 'stealth', dice: 7 }] },
    ]);
    await useDice(app, '/pools', '7');
    expect(app.lab.main.text).toBe('7d10>=8b1');
    await useDice(app, '/pools/attack', '8d10!10>=8b1');
    expect(app.attack.pool).toBe('8d10!10>=8b1');
    await useDice(app, '/pools/contest', '9');
    await useDice(app, '/pools/contest', '5', 'defender');
    expect([app.contest.initiator, app.contest.defender]).toEqual(['9', '5']);
    expect(new TableSession((await open(kept)).log).characters.length).toBe(1);
  });

  test('dice that cannot be rolled are refused with what is wrong', async () => {
    const app = await open();
    const session = new TableSession(app.log);
    Object.assign(session, { character: 'Mira', pool: 'stealth', dice: '7d' });
    await session.addPool();
    expect(session.fault).toContain('dice');
    expect(session.characters).toEqual([]);
  });
});

describe('rolls', () => {
  test('say who rolls, what for and on whom, and luck is counted for each', async () => {
    const app = await open();
    Object.assign(app.roller, { character: 'Mira', label: 'Combat:Ambush', target: 'orc' });
    for (const path of ['/pools', '/pools/contest', '/pools/attack']) await rollSheet(app, path);
    app.roller.clear();
    await rollSheet(app, '/pools');
    const log = app.log.view?.log ?? [];
    expect(log.map(({ actor, target, label }) => [actor, target, label])).toEqual([
      ['Mira', undefined, 'Combat:Ambush'],
      ['Mira', 'orc', 'Combat:Ambush'],
      ['Mira', 'orc', 'Combat:Ambush'],
      [undefined, undefined, undefined],
    ]);
    expect(app.log.view?.luck?.characters['Mira']?.rolls).toBe(3);
  });

  test('of an encounter fall the same when it is begun again from its seed', async () => {
    const app = await open();
    const session = new TableSession(app.log);
    const fight = async () => {
      session.seed = '99';
      await session.beginEncounter();
      await session.enter('combat');
      await rollSheet(app, '/pools');
      await session.enter('default');
      return app.log.view?.log.at(-1)?.result;
    };
    const [first, second] = [await fight(), await fight()];
    expect(second).toEqual(first);
    expect(session.locked.find(({ context }) => context === 'combat')?.seed).toBe('99');
    session.seed = 'ninety-nine';
    await session.beginEncounter();
    expect(session.fault).toContain('seed');
  });

  test('of a context fall the same when it is locked to the same seed again', async () => {
    const app = await open();
    const session = new TableSession(app.log);
    await session.enter('dialogue');
    const talk = async () => {
      session.seed = '7';
      await session.lock();
      await rollSheet(app, '/pools');
      return app.log.view?.log.at(-1)?.result;
    };
    const [first, second] = [await talk(), await talk()];
    expect(second).toEqual(first);
    const locked = () => session.locked.map(({ context }) => context);
    expect(locked()).toContain('dialogue');
    await session.release('dialogue');
    expect(locked()).not.toContain('dialogue');
  });

  test('several extended checks go on beside each other, by name', async () => {
    const app = await open();
    await app.extended.set({ target: 10_000, rounds: 50 });
    app.extended.name = 'lock';
    await rollSheet(app, '/pools/extended');
    app.extended.name = 'ritual';
    expect(app.extended.underWay).toBe(false);
    await rollSheet(app, '/pools/extended');
    expect(app.extended.going.sort()).toEqual(['lock', 'ritual']);
    app.extended.name = 'lock';
    await rollSheet(app, '/pools/extended');
    expect(app.extended.check?.rolls.length).toBe(2);
  });

  test('follow the system of the lab, also one that came with a link', async () => {
    const app = await open();
    await app.presets.setSystem({ sides: 6, successThreshold: 5, botchValue: null }, false);
    await rollSheet(app, '/pools/contest');
    expect(app.log.view?.system.sides).toBe(6);
  });
});

describe('a file of a session', () => {
  test('takes the system and the names of the lab to another device, and back into its lab', async () => {
    const app = await open();
    await app.presets.setSystem({ sides: 6, successThreshold: 5, botchValue: null });
    await app.presets.setAlias('sword', '2d6+3');
    await app.presets.setAlias('flurry', '3x@sword');
    await rollSheet(app, '/pools/contest');
    expect(app.log.view?.aliases).toEqual({ flurry: '3x(2d6 + 3)', sword: '2d6 + 3' });
    const rolled = app.log.view?.rolled;
    const other = await open();
    await other.presets.setSystem({ botchValue: null });
    expect(await other.importSession(await app.log.exportText())).toBe(true);
    expect(other.presets.system).toEqual(app.presets.system);
    await other.lab.type(0, '@sword');
    expect(other.lab.main.parsed?.written_out).toBe('2d6 + 3');
    expect(other.log.view?.rolled).toBe(rolled);
    const rules = other.presets.system;
    expect(await other.importSession('nonsense')).toBe(false);
    expect(other.presets.system).toEqual(rules);
  });

  test('is rolled into although a name of the lab is too long for it', async () => {
    const app = await open();
    await app.presets.setAlias('long', Array.from({ length: 90 }, () => '1d6').join(' + '));
    await rollSheet(app, '/pools');
    expect([app.log.view?.rolled, app.log.fault, app.log.view?.aliases]).toEqual([1, null, {}]);
  });
});

describe('presets', () => {
  test('of a link are used and not kept', async () => {
    const kept = shelf();
    const app = await open(kept);
    await app.presets.setSystem({ botchValue: null });
    await app.presets.setSystem({ successThreshold: 6 }, false);
    await app.presets.setAlias('theirs', '2d6', false);
    expect(app.presets.system).toEqual({ successThreshold: 6 });
    const again = await open(kept);
    expect(again.presets.system).toEqual({ botchValue: null });
    expect(again.presets.aliases).toEqual({});
  });

  test('a file of names leaves the system as it is', async () => {
    const app = await open();
    await app.presets.setSystem({ successThreshold: 7 });
    expect(await app.presets.importText('{"sword": "2d6+3"}')).toBe(true);
    expect(app.presets.system).toEqual({ successThreshold: 7 });
    expect(app.presets.aliases).toEqual({ sword: '2d6+3' });
  });
});
