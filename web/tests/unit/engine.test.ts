// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { EngineClient, type Port } from '$lib/wasm/engine/client';
import { EngineError, faultOf } from '$lib/wasm/engine/protocol';
import { CATEGORIES } from '$lib/dicee/card';
import { MemoryStore, realEngine, spawner } from './real-engine';

const module = realEngine();
const ROLL = { dice: [5, 5, 5, 2, 6], rolls_left: 1 };

describe('analysis', () => {
  test('the turn horizon needs no table', async () => {
    const client = new EngineClient(spawner(module, new MemoryStore()));
    const { turn, game } = await client.analyze(ROLL);
    expect(turn.horizon).toBe('turn');
    expect(turn.categories.find((box) => box.category === 'four_of_kind')?.fraction).toBe('11/36');
    expect(game).toBeNull();
  });

  test('every question gets its own answer', async () => {
    const client = new EngineClient(spawner(module, new MemoryStore()));
    const answers = await Promise.all(
      [0, 1, 2].map((rolls_left) => client.analyze({ ...ROLL, rolls_left })),
    );
    expect(answers.map(({ turn }) => turn.rolls_left)).toEqual([0, 1, 2]);
  });

  test('an input error arrives with its fields', async () => {
    const client = new EngineClient(spawner(module, new MemoryStore()));
    const thrown = await client.analyze({ ...ROLL, upper: 7 }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(EngineError);
    const fault = faultOf(thrown);
    expect(fault).toMatchObject({ name: 'InputError', field: 'upper' });
    expect(fault.expected).toBeTruthy();
    expect(fault.actual).toContain('7');
  });
});

test('the reachable subtotals follow the open boxes', async () => {
  const client = new EngineClient(spawner(module, new MemoryStore()));
  expect(await client.upperTotals([...CATEGORIES])).toEqual([0]);
  expect(await client.upperTotals(CATEGORIES.filter((name) => name !== 'sixes'))).toEqual([
    0, 6, 12, 18, 24, 30,
  ]);
});

/** Compares megabytes at once; a matcher would go byte by byte. */
function same(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && Buffer.compare(a, b) === 0;
}

describe('tables', () => {
  test('are solved once with progress, then come from the store', async () => {
    const store = new MemoryStore();
    const client = new EngineClient(spawner(module, store));
    const steps: number[] = [];
    const origin = await client.prepare('standard', (done, total) => steps.push(done / total));

    expect(origin).toBe('solved');
    expect(steps.length).toBeGreaterThan(1);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(steps.at(-1)).toBe(1);
    expect((await client.analyze(ROLL)).game?.horizon).toBe('game');
    expect((await client.analyze({ ...ROLL, rules: 'classic' })).game).toBeNull();

    const later = new EngineClient(spawner(module, store));
    let asked = 0;
    expect(await later.prepare('standard', () => (asked += 1))).toBe('stored');
    expect(asked).toBe(0);
    expect((await later.analyze(ROLL)).game).toEqual((await client.analyze(ROLL)).game);
  });

  test('are solved once for everybody who waits, and everybody sees it go on', async () => {
    const client = new EngineClient(spawner(module, new MemoryStore()));
    const seen: number[][] = [[], []];
    const waits = seen.map((steps) => client.prepare('standard', (done, total) => steps.push(done / total)));
    expect(await Promise.all(waits)).toEqual(['solved', 'solved']);
    expect(seen[0]?.at(-1)).toBe(1);
    expect(seen[1]).toEqual(seen[0]);
  });

  test('that are damaged are forgotten and solved again', async () => {
    const store = new MemoryStore();
    const client = new EngineClient(spawner(module, store));
    await client.prepare('classic', () => undefined);
    const good = store.tables.get('classic')?.slice() ?? new Uint8Array();
    const bad = good.slice();
    const middle = bad.length >> 1;
    bad[middle] = (bad[middle] ?? 0) ^ 0xff;

    for (const damage of [bad, good.slice(0, -8)]) {
      store.tables.set('classic', damage);
      const next = new EngineClient(spawner(module, store));
      expect(await next.prepare('classic', () => undefined)).toBe('solved');
      expect(same(store.tables.get('classic'), good)).toBe(true);
    }

    store.tables.set('standard', good);
    expect(await client.prepare('standard', () => undefined)).toBe('solved');
  });

  test('are solved where storage is forbidden', async () => {
    const refuse = () => Promise.reject(new Error('forbidden'));
    const client = new EngineClient(
      spawner(module, { load: refuse, save: refuse, remove: refuse }),
    );
    expect(await client.prepare('standard', () => undefined)).toBe('solved');
    expect((await client.analyze(ROLL)).game).not.toBeNull();
  });
});

describe('a worker', () => {
  function deaf(): Port {
    return { postMessage: () => {}, onmessage: null, onerror: null, terminate: () => {} };
  }

  test('that breaks fails everything it owed', async () => {
    const port = deaf();
    const client = new EngineClient(() => port);
    const first = client.analyze(ROLL);
    const second = client.analyze(ROLL);
    port.onerror?.({ message: 'no such file' } as ErrorEvent);
    await expect(first).rejects.toThrow('no such file');
    await expect(second).rejects.toThrow('no such file');
    await expect(client.analyze(ROLL)).rejects.toThrow('no such file');
  });

  test('that is closed answers nothing more', async () => {
    const client = new EngineClient(deaf);
    const answer = client.analyze(ROLL);
    client.close();
    await expect(answer).rejects.toThrow('closed');
  });
});

test('anything thrown becomes a fault', () => {
  expect(faultOf('oops')).toEqual({ name: 'Error', message: 'oops' });
  expect(faultOf(new TypeError('bad'))).toEqual({ name: 'TypeError', message: 'bad' });
});
