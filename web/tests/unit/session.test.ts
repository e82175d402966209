import { beforeEach, describe, expect, test } from 'vitest';
import { moveLink, readMove } from '$lib/people/move';
import { Session, SESSION_KEY, SessionError } from '$lib/people/session.svelte';

interface Call {
  readonly path: string;
  readonly method: string;
  readonly token: string | null;
  readonly body: unknown;
}

let calls: Call[];
let now: number;
let answers: (() => Response)[];

const registered = { playerId: 'p-1', displayName: 'Ann', deviceSecret: 's3cret', token: 't-1' };

/** Answers in the order they were laid out, and notes what was asked. */
const ask: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  calls.push({
    path: String(input),
    method: init?.method ?? 'GET',
    token: headers.get('authorization'),
    body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
  });
  const answer = answers.shift();
  if (!answer) throw new TypeError('Failed to fetch');
  return answer();
};

function session(): Session {
  return new Session({ shelf: localStorage, fetch: ask, now: () => now });
}

beforeEach(() => {
  localStorage.clear();
  calls = [];
  now = 0;
  answers = [];
});

describe('a session', () => {
  test('asks nothing of the server until it is needed', () => {
    expect(session().playerId).toBeNull();
    expect(calls).toEqual([]);
  });

  test('registers once, however many ask at the same time, and is known after that', async () => {
    answers = [() => Response.json(registered, { status: 201 })];
    const first = session();
    expect(await Promise.all([first.token('Ann'), first.token('Ann')])).toEqual(['t-1', 't-1']);
    expect(calls).toEqual([{ path: '/api/v1/players', method: 'POST', token: null, body: { displayName: 'Ann' } }]);
    expect(session().playerId).toBe('p-1');
    expect(session().displayName).toBe('Ann');
  });

  test('trades the secret for a new token when the old one is an hour old', async () => {
    answers = [
      () => Response.json(registered, { status: 201 }),
      () => Response.json({ token: 't-2' }),
    ];
    const one = session();
    await one.token();
    now = 59 * 60 * 1000;
    expect(await one.token()).toBe('t-2');
    expect(calls[1]).toMatchObject({ path: '/api/v1/players/p-1/token', body: { deviceSecret: 's3cret' } });
  });

  test('asks once more with a new token when the server refuses the old one', async () => {
    answers = [
      () => Response.json(registered, { status: 201 }),
      () => Response.json({}, { status: 401 }),
      () => Response.json({ token: 't-2' }),
      () => Response.json({ ok: true }),
    ];
    const response = await session().ask('/api/v1/games', { method: 'POST' });
    expect(response.status).toBe(200);
    expect(calls.map(({ path, token }) => [path, token])).toEqual([
      ['/api/v1/players', null],
      ['/api/v1/games', 'Bearer t-1'],
      ['/api/v1/players/p-1/token', null],
      ['/api/v1/games', 'Bearer t-2'],
    ]);
  });

  test('tells the refusal of the server in its own words', async () => {
    const error = { code: 'ERR_RATE_LIMIT', message: 'Too many players from here.' };
    answers = [() => Response.json({ success: false, error }, { status: 429 })];
    const failure = await session().token().catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(SessionError);
    expect(failure).toMatchObject({ status: 429, code: 'ERR_RATE_LIMIT', message: error.message });
  });

  test('without a network fails, and works the next time', async () => {
    const one = session();
    await expect(one.token()).rejects.toThrow('Failed to fetch');
    answers = [() => Response.json(registered, { status: 201 })];
    expect(await one.token()).toBe('t-1');
  });

  test('that is erased is forgotten on the device, but not when the server refuses', async () => {
    answers = [
      () => Response.json(registered, { status: 201 }),
      () => Response.json({}, { status: 503 }),
      () => new Response(null, { status: 204 }),
    ];
    const one = session();
    await one.token();
    await expect(one.erase()).rejects.toBeInstanceOf(SessionError);
    expect(one.playerId).toBe('p-1');
    await one.erase();
    expect(one.playerId).toBeNull();
    expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  });

  test('that is damaged in storage is none', () => {
    localStorage.setItem(SESSION_KEY, '{"playerId":"p-1"}');
    expect(session().playerId).toBeNull();
  });
});

describe('moving to another device', () => {
  const identity = { playerId: 'p-1', displayName: 'Änn 🎲', deviceSecret: 'a+/b==' };

  test('takes the whole identity along, in the part of a link that servers do not see', () => {
    const link = new URL(moveLink(identity, 'https://dicee.example'));
    expect(link.pathname + link.search).toBe('/me');
    expect(readMove(link.hash)).toEqual(identity);
  });

  test.each(['#move=', '#move=!!', '#move=WzFd', `#move=${btoa('["a","b"]')}`, `#move=${btoa('[1,2,3]')}`])(
    'is refused when damaged: %s',
    (hash) => expect(readMove(hash)).toBe('damaged'),
  );

  test('is nothing where nothing moves', () => {
    expect(readMove('')).toBeNull();
    expect(readMove('#dice=12345')).toBeNull();
  });
});
