/** The engine behind the server's API: which questions it asks, and what it makes of the answers. */
import { expect, test } from 'vitest';
import { EngineClient } from '$lib/wasm/engine/client';
import { EngineError, faultOf } from '$lib/wasm/engine/protocol';
import { ServerEngine, serverPort } from '$lib/wasm/engine/server-engine';
import type { Port, Progress } from '$lib/wasm/rpc';
import { NEEDS_MODULES } from '$lib/wasm/support';

const ROLL = { dice: [5, 5, 5, 2, 6], rolls_left: 1 };

function clientOf(answer: (path: string, body: unknown) => Response | Error): EngineClient {
  const ask: typeof fetch = async (path, init) => {
    const answered = answer(String(path), JSON.parse(String(init?.body)));
    if (answered instanceof Error) throw answered;
    return answered;
  };
  return new EngineClient(() => serverPort(new ServerEngine(ask)));
}

test('a roll is analysed by the server, for this turn alone until it has solved the game', async () => {
  const asked: unknown[] = [];
  const client = clientOf((path, body) => {
    asked.push([path, body]);
    return Response.json({ turn: { horizon: 'turn' }, upperTotals: [0, 6] });
  });
  expect(await client.prepare('standard', () => undefined)).toBe('server');
  expect(await client.analyze(ROLL)).toEqual({ turn: { horizon: 'turn' }, game: null });
  expect(await client.upperTotals(['sixes'])).toEqual([0, 6]);
  expect(asked[0]).toEqual(['/api/v1/stats/analysis', ROLL]);
});

test('a refusal names its field, as that of the module does', async () => {
  const details = { field: 'upper', expected: '0', actual: '7' };
  const client = clientOf(() => Response.json({ error: { message: 'no', details } }, { status: 400 }));
  const thrown = await client.analyze({ ...ROLL, upper: 7 }).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(EngineError);
  expect(faultOf(thrown)).toMatchObject({ name: 'InputError', ...details });
});

test('a target is asked for until the server has solved it', async () => {
  const waits: number[] = [];
  const heard: unknown[] = [];
  const details = { constraint: 'percent solved', expected: 100, actual: 40 };
  const solving = { error: { message: 'being solved', retryAfter: 30, details } };
  const replies = [Response.json(solving, { status: 503 }), Response.json({ target: { score: 200 } })];
  const ask: typeof fetch = async () => replies.shift() ?? Response.error();
  const engine = new ServerEngine(ask, async (seconds) => void waits.push(seconds));
  const client = new EngineClient(() => serverPort(engine), () => serverPort(engine));
  const wanted = { ...ROLL, target: 200 };
  const report = await client.target(wanted, (...progress) => heard.push(progress), new AbortController().signal);
  expect(report).toEqual({ score: 200 });
  expect(waits).toEqual([10]);
  expect(heard).toEqual([['server', null], ['server', 40]]);
});

/** A worker that works out one target, and says so once in between. */
function solver(asked: unknown[]): Port {
  const service = {
    target: (request: unknown, progress: Progress) => {
      asked.push(request);
      progress(1, 4);
      return { score: 200 };
    },
  };
  return serverPort(service);
}

test('a target of many boxes is worked out here where no server does it', async () => {
  for (const refusal of [
    () => Promise.reject(new TypeError('Failed to fetch')),
    async () => Response.json({ error: { message: 'busy' } }, { status: 503 }),
    async () => new Response('<h1>Not found</h1>', { status: 404 }),
    async () => new Response('<h1>Dicee</h1>'),
  ]) {
    const asked: unknown[] = [];
    const heard: unknown[] = [];
    const client = new EngineClient(() => solver(asked), () => serverPort(new ServerEngine(refusal)));
    const wanted = { ...ROLL, target: 200 };
    const report = await client.target(wanted, (...progress) => heard.push(progress), new AbortController().signal);
    expect(report).toEqual({ score: 200 });
    expect(asked).toEqual([wanted]);
    expect(heard).toEqual([['server', null], ['device alone', null], ['device alone', 25]]);
  }
});

test('a target of few boxes is worked out here, and a wrong question is not asked twice', async () => {
  const asked: unknown[] = [];
  let requests = 0;
  const details = { field: 'upper', expected: '0', actual: '7' };
  const refuse: typeof fetch = async () => {
    requests += 1;
    return Response.json({ error: { message: 'no', details } }, { status: 400 });
  };
  const client = new EngineClient(() => solver(asked), () => serverPort(new ServerEngine(refuse)));
  const quiet = [() => undefined, new AbortController().signal] as const;
  await client.target({ ...ROLL, open: ['sixes', 'chance'], target: 60 }, ...quiet);
  expect([asked.length, requests]).toEqual([1, 0]);
  await expect(client.target({ ...ROLL, upper: 7, target: 200 }, ...quiet)).rejects.toThrow('no');
  expect([asked.length, requests]).toEqual([1, 1]);
});

test('a target that nobody waits for is not asked for again', async () => {
  let asked = 0;
  const giveUp = new AbortController();
  const details = { constraint: 'percent solved', expected: 100, actual: 1 };
  const ask: typeof fetch = async () => {
    asked += 1;
    return Response.json({ error: { message: 'being solved', retryAfter: 1, details } }, { status: 503 });
  };
  const engine = new ServerEngine(ask, async () => giveUp.abort());
  const client = new EngineClient(() => serverPort(engine), () => serverPort(engine));
  await expect(client.target({ ...ROLL, target: 200 }, () => undefined, giveUp.signal)).rejects.toThrow('closed');
  expect(asked).toBe(1);
});

test('without the server, and for what it does not offer, the words are plain', async () => {
  const client = clientOf(() => new TypeError('Failed to fetch'));
  await expect(client.analyze(ROLL)).rejects.toThrow('cannot be reached');
  await expect(client.keepOutlook({ scorecard: {} as never, rollsLeft: 1 }, [])).rejects.toThrow(NEEDS_MODULES);
});
