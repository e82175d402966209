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

test('without the server, and for what it does not offer, the words are plain', async () => {
  const client = clientOf(() => new TypeError('Failed to fetch'));
  await expect(client.analyze(ROLL)).rejects.toThrow('cannot be reached');
  await expect(client.keepOutlook({ scorecard: {} as never, rollsLeft: 1 }, [])).rejects.toThrow(NEEDS_MODULES);
});
