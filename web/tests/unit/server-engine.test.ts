/** The engine behind the server's API: which questions it asks, and what it makes of the answers. */
import { expect, test } from 'vitest';
import { EngineClient } from '$lib/wasm/engine/client';
import { EngineError, faultOf } from '$lib/wasm/engine/protocol';
import { ServerEngine, serverPort } from '$lib/wasm/engine/server-engine';
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
  const heard: number[] = [];
  const details = { constraint: 'percent solved', expected: 100, actual: 40 };
  const solving = { error: { message: 'being solved', retryAfter: 30, details } };
  const replies = [Response.json(solving, { status: 503 }), Response.json({ target: { score: 200 } })];
  const ask: typeof fetch = async () => replies.shift() ?? Response.error();
  const engine = new ServerEngine(ask, async (seconds) => void waits.push(seconds));
  const client = new EngineClient(() => serverPort(engine), () => serverPort(engine));
  const wanted = { ...ROLL, target: 200 };
  const report = await client.target(wanted, (done) => heard.push(done), new AbortController().signal);
  expect(report).toEqual({ score: 200 });
  expect([waits, heard]).toEqual([[10], [40]]);
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
