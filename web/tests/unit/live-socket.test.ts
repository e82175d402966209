/** The socket of a live game against a wire that a test holds in its hands. */
import type { ClientMessage, ServerMessage } from '@dicee/types';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Connection, LiveSocket, MOST_PENDING, type Wire } from '$lib/live/socket';

/** One connection: what the client said on it, and the server's side of it. */
class TestWire implements Wire {
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly said: ClientMessage[] = [];
  closed = false;

  constructor(readonly address: string) {}

  send(text: string): void {
    this.said.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.closed = true;
  }

  tell(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The n-th command that was sent on this wire. */
  command(place: number): Extract<ClientMessage, { type: 'command' }> {
    const commands = this.said.filter((message) => message.type === 'command');
    const found = commands[place];
    if (!found) throw new Error(`no command ${place}`);
    return found;
  }
}

const STATE = {
  type: 'state_update',
  timestamp: 1,
  gameState: {
    kind: 'roll_table',
    gameId: 'g',
    version: 7,
    status: 'active',
    you: null,
    seats: [],
    freeSeats: 8,
    coach: true,
    createdAt: '2026-01-01T00:00:00Z',
    success: true,
    hostPlayerId: '7d0ff7a0-4b1f-4a3a-9b1c-0d2c51f3a111',
    options: {},
    view: { rolls: [], rolled: 0, rolls_remaining: 2000 },
    events: [],
  },
};

let wires: TestWire[] = [];
let heard: ServerMessage[] = [];
let connections: Connection[] = [];
let token: string | null = 'secret-token';
let expired = 0;

function socket(): LiveSocket {
  return new LiveSocket({
    gameId: 'g',
    token: () => Promise.resolve(token),
    expire: () => (expired += 1),
    version: () => 7,
    onmessage: (message) => heard.push(message),
    onconnection: (connection) => connections.push(connection),
    open: (address) => {
      const wire = new TestWire(address);
      wires.push(wire);
      return wire;
    },
    random: () => 1,
  });
}

function last(): TestWire {
  const wire = wires.at(-1);
  if (!wire) throw new Error('nothing was opened');
  return wire;
}

/** Opens the newest wire up to the first state. */
async function welcome(): Promise<TestWire> {
  await vi.advanceTimersByTimeAsync(0);
  const wire = last();
  wire.onopen?.();
  if (token !== null) wire.tell({ type: 'authenticated', playerId: '7d0ff7a0-4b1f-4a3a-9b1c-0d2c51f3a111' });
  wire.tell(STATE);
  return wire;
}

beforeEach(() => {
  vi.useFakeTimers();
  [wires, heard, connections, token, expired] = [[], [], [], 'secret-token', 0];
});
afterEach(() => vi.useRealTimers());

test('the token is the first message and never in the address', async () => {
  const live = socket();
  live.open();
  const wire = await welcome();
  expect(wire.address).toContain('/api/v1/games/g/ws?since=7');
  expect(wire.address).not.toContain('secret-token');
  expect(wire.said).toEqual([
    { type: 'authenticate', token: 'secret-token' },
    { type: 'resume', since: 7, updates: 'changes' },
  ]);
  expect(live.connection).toBe('ready');
});

test('a device without a name watches and authenticates nobody', async () => {
  token = null;
  const live = socket();
  live.open();
  const wire = await welcome();
  expect(wire.said).toEqual([{ type: 'resume', since: 7, updates: 'changes' }]);
});

test('what a spectator would see is passed over until the server knows who this is', async () => {
  socket().open();
  await vi.advanceTimersByTimeAsync(0);
  last().onopen?.();
  last().tell(STATE);
  expect(heard).toEqual([]);
  last().tell({ type: 'authenticated', playerId: '7d0ff7a0-4b1f-4a3a-9b1c-0d2c51f3a111' });
  last().tell(STATE);
  expect(heard.map(({ type }) => type)).toEqual(['authenticated', 'state_update']);
});

test('a command whose acknowledgement was lost is sent again under the same id', async () => {
  const live = socket();
  live.open();
  const first = await welcome();
  const answer = live.command({ type: 'roll' }, 7);
  const { commandId } = first.command(0);
  first.onclose?.({ code: 1006 });
  expect(connections.at(-1)).toBe('lost');
  await vi.advanceTimersByTimeAsync(500);
  const second = await welcome();
  expect(second).not.toBe(first);
  expect(second.command(0)).toEqual({ type: 'command', commandId, command: { type: 'roll' }, expectedVersion: 7 });
  second.tell({ type: 'ack', commandId, version: 8, repeated: true });
  expect(await answer).toBeNull();
  // An answered command is not sent a third time.
  second.onclose?.({ code: 1001 });
  await vi.advanceTimersByTimeAsync(500);
  expect((await welcome()).said.filter(({ type }) => type === 'command')).toEqual([]);
});

test('a refusal is told in a sentence, with its code and field', async () => {
  const live = socket();
  live.open();
  const wire = await welcome();
  const answer = live.command({ type: 'score', category: 'ones' });
  const { commandId } = wire.command(0);
  wire.tell({
    type: 'error',
    errorCode: 'ERR_NOT_YOUR_TURN',
    message: 'it is not your turn',
    severity: 'error',
    recoverable: false,
    commandId,
    details: { field: 'command' },
  });
  expect(await answer).toEqual({ code: 'ERR_NOT_YOUR_TURN', message: 'It is not your turn.', field: 'command' });
});

test('the wait between connections doubles, and is never longer than 15 seconds', async () => {
  socket().open();
  await welcome();
  const waits: number[] = [];
  for (let i = 0; i < 8; i += 1) {
    last().onclose?.({ code: 1006 });
    const before = wires.length;
    const start = Date.now();
    while (wires.length === before) await vi.advanceTimersByTimeAsync(100);
    waits.push(Date.now() - start);
  }
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15000, 15000, 15000]);
});

test('a network that is back is used at once', async () => {
  const live = socket();
  live.open();
  await welcome();
  for (let i = 0; i < 5; i += 1) {
    last().onclose?.({ code: 1006 });
    live.wake();
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(wires.length).toBe(6);
});

test('a silent connection is asked for a word, and given up without an answer', async () => {
  const live = socket();
  live.open();
  const wire = await welcome();
  await vi.advanceTimersByTimeAsync(32_000);
  expect(wire.said.filter(({ type }) => type === 'resume').length).toBe(2);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(wire.closed).toBe(true);
  expect(connections).toContain('lost');
});

test('a command that stays without an answer gives the connection up', async () => {
  const live = socket();
  live.open();
  const wire = await welcome();
  void live.command({ type: 'roll' });
  await vi.advanceTimersByTimeAsync(12_000);
  expect(wire.closed).toBe(true);
  expect(wires.length).toBeGreaterThan(1);
});

test('commands that wait are bounded', async () => {
  const live = socket();
  live.open();
  for (let i = 0; i < MOST_PENDING; i += 1) void live.command({ type: 'roll' });
  expect((await live.command({ type: 'roll' }))?.code).toBe('ERR_RATE_LIMIT');
});

test('a close that trying again cannot help ends it, and answers what waits', async () => {
  const live = socket();
  live.open();
  const wire = await welcome();
  const answer = live.command({ type: 'roll' });
  wire.onclose?.({ code: 4004 });
  expect((await answer)?.code).toBe('ERR_OFFLINE');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(wires.length).toBe(1);
  expect(live.connection).toBe('closed');
});

test('an old token is replaced by a new one', async () => {
  socket().open();
  await vi.advanceTimersByTimeAsync(0);
  last().onopen?.();
  token = 'new-token';
  last().tell({
    type: 'error',
    errorCode: 'ERR_SESSION_EXPIRED',
    message: 'the token is too old',
    severity: 'warning',
    recoverable: true,
  });
  expect(expired).toBe(1);
  const wire = await welcome();
  expect(wire.said[0]).toEqual({ type: 'authenticate', token: 'new-token' });
});

test('messages that are not known, or damaged, are passed over', async () => {
  const live = socket();
  live.open();
  const wire = await welcome();
  const before = heard.length;
  wire.tell({ type: 'fireworks', height: 7 });
  wire.tell({ type: 'ack' });
  wire.onmessage?.({ data: '{' });
  expect(heard.length).toBe(before);
  expect(live.connection).toBe('ready');
});
