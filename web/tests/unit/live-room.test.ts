/** A live room: changes are applied, chat is bounded and muted, news are told once. */
import type { ClientMessage, DiceeState, GameState, PlayerState } from '@dicee/types';
import { LONGEST_CHAT } from '@dicee/types/limits';
import { describe, expect, test, vi } from 'vitest';
import { clockText, Countdown } from '$lib/live/clock.svelte';
import { cleanCode } from '$lib/live/code';
import { endsWithout, gaveUpText, isAnswerOld, isOld, newsOf, resultText, turnKey } from '$lib/live/dicee/news';
import { answerText, isUncertain, missText } from '$lib/live/dicee/predict-words';
import { houseWords } from '$lib/fortytwo/wording';
import { Opening } from '$lib/live/lobby/opening.svelte';
import { OwnTables } from '$lib/live/own-tables.svelte';
import { LiveRoom } from '$lib/live/room.svelte';
import type { Wire } from '$lib/live/socket';
import { MOST_LINES, Talk } from '$lib/live/talk.svelte';
import { freshId } from '$lib/table/id';

const ANN = '7d0ff7a0-4b1f-4a3a-9b1c-0d2c51f3a111';
const BOB = '7d0ff7a0-4b1f-4a3a-9b1c-0d2c51f3a222';

function player(playerId: string, displayName: string, grandTotal = 0): PlayerState {
  return {
    playerId,
    displayName,
    isCurrentPlayer: false,
    mixedSeed: false,
    left: false,
    scorecard: {
      upperSubtotal: 0,
      upperBonus: 0,
      upperTotal: 0,
      diceeBonus: 0,
      lowerTotal: 0,
      grandTotal,
      categoriesRemaining: ['ones', 'chance'],
      turnsCompleted: 0,
    },
  };
}

function dicee(change: Partial<DiceeState> = {}): DiceeState & { kind: 'dicee' } {
  return {
    kind: 'dicee',
    gameId: freshId(),
    version: 3,
    status: 'active',
    code: 'ABC234',
    you: 0,
    seats: [
      { seat: 0, playerId: ANN, displayName: 'Ann', connected: true },
      { seat: 1, playerId: BOB, displayName: 'Bob', connected: true },
    ],
    freeSeats: 0,
    coach: true,
    createdAt: '2026-01-01T00:00:00Z',
    success: true,
    mode: 'multiplayer',
    settings: {},
    hostPlayerId: ANN,
    players: [player(ANN, 'Ann'), { ...player(BOB, 'Bob'), isCurrentPlayer: true }],
    turnOrder: [BOB, ANN],
    currentTurn: { playerId: BOB, turnNumber: 1, rollNumber: 0, phase: 'initial_roll' },
    events: [],
    ...change,
  } as DiceeState & { kind: 'dicee' };
}

function room(): { room: LiveRoom; said: ClientMessage[]; tell: (message: unknown) => void; open: () => Promise<void> } {
  const said: ClientMessage[] = [];
  const wire: Wire = { onopen: null, onclose: null, onmessage: null, send: (text) => said.push(JSON.parse(text)), close: () => undefined };
  const live = new LiveRoom('g', { playerId: () => ANN, token: () => Promise.resolve(null), expire: () => undefined }, { open: () => wire });
  const tell = (message: unknown) => wire.onmessage?.({ data: JSON.stringify(message) });
  const open = async () => {
    live.open();
    await Promise.resolve();
    await Promise.resolve();
    wire.onopen?.();
    tell({ type: 'state_update', timestamp: Date.now(), gameState: dicee() });
  };
  return { room: live, said, tell, open };
}

describe('a room', () => {
  test('applies changes to the state it has', async () => {
    const { room: live, tell, open } = room();
    await open();
    const patch = [{ op: 'replace', path: '/version', value: 4 }, { op: 'replace', path: '/currentTurn/rollNumber', value: 1 }];
    tell({ type: 'state_update', timestamp: 5, changes: { since: 3, version: 4, events: [], patch } });
    expect(live.version).toBe(4);
    expect((live.state as DiceeState).currentTurn?.rollNumber).toBe(1);
    live.close();
  });

  test('asks for the whole state when changes are for another one', async () => {
    const { room: live, said, tell, open } = room();
    await open();
    const before = said.length;
    tell({ type: 'state_update', timestamp: 5, changes: { since: 9, version: 10, events: [], patch: [] } });
    expect(said.slice(before)).toEqual([{ type: 'resume', since: 3, updates: 'changes' }]);
    expect(live.version).toBe(3);
    live.close();
  });

  test('knows who is there, who is away, and who is the host', async () => {
    const { room: live, tell, open } = room();
    await open();
    tell({ type: 'presence', players: [{ playerId: BOB, seat: 1, connected: false }], spectators: 2 });
    expect(live.seats.map(({ name, connected }) => [name, connected])).toEqual([['Ann', true], ['Bob', false]]);
    expect([live.spectators, live.isHost, live.you]).toEqual([2, true, 0]);
    live.close();
  });

  test('bots of one kind are told apart by a number that nobody else is called by', async () => {
    const { room: live, tell, open } = room();
    await open();
    const bot = (seat: number, displayName: string) => ({ seat, displayName, bot: 'strong', connected: true });
    const seats = [{ seat: 0, playerId: ANN, displayName: 'Strong bot 1', connected: true }, bot(1, 'Strong bot'), bot(2, 'Strong bot'), bot(3, 'Random bot')];
    tell({ type: 'state_update', timestamp: 6, gameState: dicee({ seats } as Partial<DiceeState>) });
    expect(live.seats.map(({ name }) => name).slice(1)).toEqual(['Strong bot 2', 'Strong bot 3', 'Random bot']);
    live.close();
  });

  test('of two people with one name the second has a number, in the game and in the chat as well', async () => {
    const { room: live, tell, open } = room();
    await open();
    const seats = [ANN, BOB].map((playerId, seat) => ({ seat, playerId, displayName: 'Ann', connected: true }));
    const players = [player(ANN, 'Ann'), player(BOB, 'Ann')];
    tell({ type: 'state_update', timestamp: 6, gameState: dicee({ seats, players } as Partial<DiceeState>) });
    tell({ type: 'chat', playerId: BOB, displayName: 'Ann', text: 'hi', timestamp: 7 });
    const named = (live.state as DiceeState).players.map(({ displayName }) => displayName);
    expect([live.seats.map(({ name }) => name), named]).toEqual([['Ann', 'Ann 2'], ['Ann', 'Ann 2']]);
    expect(live.talk.lines.map(({ name }) => name)).toEqual(['Ann 2']);
    // What the server tells is left as it is: its changes are for that.
    const patch = [{ op: 'replace', path: '/version', value: 4 }];
    tell({ type: 'state_update', timestamp: 8, changes: { since: 3, version: 4, events: [], patch } });
    expect([live.version, live.seats[1]?.name]).toEqual([4, 'Ann 2']);
    live.close();
  });

  test('says no word about chances that a server does not have, and every other refusal', async () => {
    const { room: live, tell, open } = room();
    await open();
    const refusal = { type: 'error', errorCode: 'ERR_INVALID_REQUEST', message: 'no', severity: 'error', recoverable: false };
    live.wantChances();
    tell(refusal);
    expect(live.notice).toBeNull();
    tell(refusal);
    expect(live.notice?.message).toBe('No.');
    live.close();
  });
});

describe('talk', () => {
  const line = (playerId: string, text = 'x') => ({ playerId, displayName: 'N', text, timestamp: 1 });

  test('keeps the last lines and counts those that nobody has seen', () => {
    const talk = new Talk(() => true, () => ANN);
    for (let i = 0; i < MOST_LINES + 5; i += 1) talk.hear(line(BOB, String(i)));
    talk.hear(line(ANN));
    expect(talk.lines.length).toBe(MOST_LINES);
    expect(talk.unread).toBe(MOST_LINES + 5);
    const hide = talk.show();
    talk.hear(line(BOB));
    expect(talk.unread).toBe(0);
    hide();
  });

  test('hides the lines of people who are muted, also after a new connection', () => {
    const said: ClientMessage[] = [];
    const talk = new Talk((message) => said.push(message) > 0, () => ANN);
    talk.hear(line(BOB));
    talk.mute(BOB, true);
    talk.remind();
    expect(talk.heard).toEqual([]);
    expect(said).toEqual([
      { type: 'mute', playerId: BOB, muted: true },
      { type: 'mute', playerId: BOB, muted: true },
    ]);
    talk.mute(BOB, false);
    expect(talk.heard.length).toBe(1);
  });

  test('what was said before comes back with a reload, and only what was missed counts as new', () => {
    const said = (timestamp: number) => ({ ...line(BOB, String(timestamp)), timestamp });
    const talk = new Talk(() => true, () => ANN);
    talk.recall({ enabled: true, lines: [said(1), said(2)] });
    expect([talk.heard.map(({ text }) => text), talk.unread]).toEqual([['1', '2'], 0]);
    talk.hear(said(3));
    talk.recall({ enabled: true, lines: [said(2), said(3), said(4)] });
    expect([talk.heard.map(({ text }) => text), talk.unread]).toEqual([['2', '3', '4'], 2]);
    expect([talk.enabled, talk.title]).toEqual([true, 'Chat and people']);
    talk.recall({ enabled: false, lines: [] });
    expect([talk.enabled, talk.title, talk.lines]).toEqual([false, 'People', []]);
  });

  test('says one clean line of at most 500 characters', () => {
    const said: ClientMessage[] = [];
    const talk = new Talk((message) => said.push(message) > 0, () => ANN);
    expect(talk.say(' \n ')).toBe(false);
    expect(talk.say(`a\u0007b${'🎲'.repeat(600)}`)).toBe(true);
    const [first] = said;
    expect(first?.type === 'chat' && [...first.text].length).toBe(LONGEST_CHAT);
    expect(first?.type === 'chat' && first.text.startsWith('a b')).toBe(true);
  });
});

describe('news', () => {
  const rolled = dicee({ currentTurn: { ...dicee().currentTurn!, rollNumber: 1, currentDice: [1, 2, 3, 4, 5] } });

  test('tell what others roll and score, not what this player does', () => {
    expect(newsOf(dicee(), rolled).map(({ text }) => text)).toEqual(['Bob rolled 1 2 3 4 5.']);
    expect(newsOf({ ...dicee(), you: 1 }, { ...rolled, you: 1 })).toEqual([]);
    const [ann, bob] = rolled.players as [PlayerState, PlayerState];
    const card = { ...bob.scorecard, largeStraight: 40, turnsCompleted: 1, grandTotal: 40 };
    const scored = dicee({
      players: [{ ...ann, isCurrentPlayer: true }, { ...bob, scorecard: card, isCurrentPlayer: false }],
      currentTurn: { ...dicee().currentTurn!, playerId: ANN },
    });
    expect(newsOf(rolled, scored).map(({ kind, text }) => [kind, text])).toEqual([
      ['scored', 'Bob scored 40 in Large Straight.'],
      ['turn', 'Your turn.'],
    ]);
    expect(newsOf(scored, scored)).toEqual([]);
  });

  test('are old once this player has moved, or a box was taken back', () => {
    const [ann, bob] = dicee().players as [PlayerState, PlayerState];
    const filled = (one: PlayerState) => ({ ...one, scorecard: { ...one.scorecard, chance: 22, turnsCompleted: 1 } });
    const bobScored = dicee({ players: [ann, filled(bob)] });
    expect(isOld(dicee(), bobScored)).toBe(false);
    expect(isOld(bobScored, dicee({ players: [filled(ann), filled(bob)] }))).toBe(true);
    expect(isOld(bobScored, dicee())).toBe(true);
  });

  test('what came of a guess stays until the next turn is scored, by anybody', () => {
    const [ann, bob] = dicee().players as [PlayerState, PlayerState];
    const filled = (one: PlayerState) => ({ ...one, scorecard: { ...one.scorecard, chance: 22, turnsCompleted: 1 } });
    const annToMove = { ...dicee().currentTurn!, playerId: ANN };
    const guessed = turnKey(dicee());
    const bobScored = dicee({ players: [ann, filled(bob)], currentTurn: annToMove });
    const annRolled = dicee({ ...bobScored, currentTurn: { ...annToMove, rollNumber: 1 } });
    const annScored = dicee({ players: [filled(ann), filled(bob)] });
    expect([isAnswerOld(dicee(), bobScored, guessed), isAnswerOld(bobScored, annRolled, guessed)]).toEqual([false, false]);
    expect(isAnswerOld(annRolled, annScored, guessed)).toBe(true);
    // Two scores that come as one change.
    expect(isAnswerOld(dicee(), annScored, guessed)).toBe(true);
  });

  test('giving up ends a game of two, and one that only bots would go on with', () => {
    const [ann, bob, cy] = [player(ANN, 'Ann'), player(BOB, 'Bob'), player(freshId(), 'Cy')];
    const bot = { ...player(freshId(), 'Casual'), bot: 'casual' as const };
    expect(endsWithout({ players: [ann, bob] }, 0)).toBe(true);
    expect(endsWithout({ players: [ann, bob, cy] }, 0)).toBe(false);
    expect(endsWithout({ players: [ann, bob, { ...cy, left: true }] }, 0)).toBe(true);
    expect(endsWithout({ players: [ann, bot, bot] }, 0)).toBe(true);
    expect(endsWithout({ players: [ann, bob, bot] }, 0)).toBe(false);
  });

  test('tell the result, a shared one as well', () => {
    const players = [player(ANN, 'Ann', 231), player(BOB, 'Bob', 231)];
    expect(resultText({ players, winnerIds: [ANN] })).toBe('Ann wins with 231.');
    expect(resultText({ players, winnerIds: [ANN, BOB] })).toBe('Ann and Bob share the win with 231.');
  });
});

test('only what is open can be guessed, and the answer says what was said, what was exact and what came', () => {
  expect([0, 0.3, 1, undefined].map(isUncertain)).toEqual([false, true, false, true]);
  const guess = { category: 'full_house', probability: 0.4, exact: 11 / 36, achieved: true } as const;
  expect(answerText(guess)).toBe('Full House: you said 40.0%, exactly 30.6%. The dice made it.');
  expect(answerText({ ...guess, achieved: false })).toContain('The dice did not make it.');
});

test('a guess is judged by the exact chance, whatever happened', () => {
  expect(missText(0.84, 0.838)).toBe('Spot on.');
  expect(missText(0.75, 0.838)).toBe('A good guess: 9 percentage points off.');
  expect(missText(0.5, 0.838)).toBe('Far off: 34 percentage points.');
});

test('who gave up is named', () => {
  const gone = { ...player(BOB, 'Bob'), left: true };
  expect(gaveUpText({ players: [player(ANN, 'Ann'), gone] })).toBe('Bob gave up: the game ended here.');
  expect(gaveUpText({ players: [player(ANN, 'Ann')] })).toBe('The game was given up.');
});

test('the way back to a table is kept for seated players, the latest first, until it is forgotten', () => {
  const held = new Map<string, string>();
  const shelf = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
  };
  const tables = new OwnTables(shelf);
  tables.remember({ code: 'ABC234', kind: 'dicee', playerId: ANN });
  tables.remember({ code: 'DEF567', kind: 'fortytwo', playerId: ANN });
  tables.remember({ code: 'ABC234', kind: 'dicee', playerId: ANN });
  tables.remember({ code: 'XYZ789', kind: 'dicee', playerId: BOB });
  const codes = (own: OwnTables) => own.of(ANN).map(({ code }) => code);
  expect(codes(tables)).toEqual(['ABC234', 'DEF567']);
  // A reload, another tab.
  const again = new OwnTables(shelf);
  again.forget('ABC234');
  expect(codes(again)).toEqual(['DEF567']);
  expect(codes(new OwnTables(shelf))).toEqual(['DEF567']);
  expect(new OwnTables(shelf).of(null)).toEqual([]);
  for (let place = 0; place < 9; place += 1) again.remember({ code: `AAAAA${place}`, kind: 'dicee', playerId: ANN });
  expect(again.of(ANN)).toHaveLength(5);
  held.set('dicee.tables', '[{"code":7},null,{"broken":');
  expect(new OwnTables(shelf).of(ANN)).toEqual([]);
});

test('a countdown follows the clock of the server', () => {
  vi.useFakeTimers({ now: 100_000 });
  const countdown = new Countdown();
  const stop = countdown.run();
  // The server is five seconds ahead.
  expect(countdown.left(145_000, 5_000)).toBe(40);
  vi.advanceTimersByTime(38_500);
  expect(countdown.left(145_000, 5_000)).toBe(2);
  vi.advanceTimersByTime(10_000);
  expect(countdown.left(145_000, 5_000)).toBe(0);
  stop();
  vi.useRealTimers();
  expect([clockText(43), clockText(125), clockText(10_800)]).toEqual(['0:43', '2:05', '3:00:00']);
});

test.each([
  ['k7q2mx', 'K7Q2MX'],
  [' K7-Q2 MX ', 'K7Q2MX'],
  ['https://dicee.example/t/k7q2mx', 'K7Q2MX'],
  ['K7Q2MXZZ', 'K7Q2MX'],
])('the code in %j is %s', (typed, code) => {
  expect(cleanCode(typed)).toBe(code);
});

test('ids are random UUIDs of version 4', () => {
  const ids = Array.from({ length: 50 }, freshId);
  expect(new Set(ids).size).toBe(50);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('a table that is opened for others waits for them', () => {
  const opening = new Opening();
  opening.bots = 2;
  opening.limit = 60;
  expect(opening.request).toEqual({
    kind: 'dicee',
    public: false,
    mode: 'multiplayer',
    start: false,
    settings: { rulesVariant: 'standard', allowUndo: false, timeLimit: 60, seats: 4 },
    bots: ['skilled', 'skilled'],
  });
});

test('a table of Forty-Two is opened with its house rules', () => {
  const opening = new Opening();
  opening.kind = 'fortytwo';
  opening.house = { ...opening.house, nello: true, targetMarks: 3 };
  opening.skill = 'heuristic';
  expect(opening.request).toEqual({
    kind: 'fortytwo',
    public: false,
    settings: {},
    bots: 'heuristic',
    house: { nello: true, splash: false, plunge: false, sevens: false, forcedBid: false, targetMarks: 3 },
  });
  expect(houseWords(opening.house)).toEqual(['nello', 'to 3']);
});

// A state that the validators do not accept would never reach a screen.
test('the states of these tests are states of a game', async () => {
  const { check } = await import('@dicee/types/validate');
  const state: GameState = dicee();
  expect(check('GameState', state)).toEqual([]);
});
