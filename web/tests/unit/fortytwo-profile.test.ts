/** Hands of Forty-Two are kept as they are played, and judged by the real module. */
import 'fake-indexeddb/auto';
import type { FortyTwoCommand } from '@dicee/fortytwo';
import { beforeEach, expect, test } from 'vitest';
import { isDrawn, keepLastGame, lastGame } from '$lib/fortytwo/play/address';
import { HandKeeper } from '$lib/fortytwo/profile/hand-keeper';
import { IndexedDbHands, MemoryHands, MOST_HANDS, type StoredHand } from '$lib/fortytwo/profile/hand-store';
import { FortyTwoProfile } from '$lib/fortytwo/profile/profile.svelte';
import { better, did, situation } from '$lib/fortytwo/profile/words';
import { LinkTable } from '$lib/fortytwo/table/link-table.svelte';
import { FortyTwoScreen } from '$lib/fortytwo/table/screen.svelte';
import { Settings } from '$lib/shell/settings.svelte';
import { realFortyTwo, realFortyTwoCoach } from './real-fortytwo';

beforeEach(() => localStorage.clear());

/** A table whose hands are kept, as the page keeps them. */
async function seated(seed: number, store: MemoryHands) {
  const keeper = new HandKeeper({ store, player: () => 'ann', now: () => 1000 + seed });
  const settings = new Settings();
  const waiting: Promise<void>[] = [];
  const table = new LinkTable(await realFortyTwo().create({ seed, skill: 'heuristic' }), {
    agreeAfter: () => 0,
    wait: () => Promise.resolve(),
    onreplay: (...views) => waiting.push(...views.map((view) => keeper.practised(view, 0))),
    onnews: (news) => {
      if (news.some(({ t }) => t === 'HAND_READY_FOR_SCORING')) waiting.push(keeper.decided(table.game, 0));
    },
  });
  const screen = new FortyTwoScreen({
    table,
    settings: () => settings.value,
    onhint: () => waiting.push(keeper.helped(table.view, 0)),
  });
  await table.start();
  await table.run();
  /** The person does the last thing they may, until `on` says no. */
  const play = async (on: () => boolean) => {
    for (let turn = 0; turn < 400 && on(); turn += 1) {
      const move: FortyTwoCommand | undefined = screen.moves.find(({ type }) => type !== 'PASS') ?? screen.moves[0];
      if (!move) throw new Error(`nothing to do in ${screen.view.phase}`);
      await table.send(move);
      await table.run();
    }
    await Promise.all(waiting);
  };
  return { table, screen, play, kept: () => store.list() };
}

test('a hand is kept once it is decided, and what had help in it is known', async () => {
  const store = new MemoryHands();
  const { screen, play, kept } = await seated(4, store);
  await play(() => screen.view.completedTricks.length < 1);
  void screen.askHint();
  screen.stopHint();
  await play(() => screen.view.handNumber === 0);
  const [hand, ...others] = (await kept()).filter(({ record }) => record);
  expect(others).toEqual([]);
  expect(hand).toMatchObject({ player: 'ann', seat: 0, aided: [2], practice: false, finished: 1004 });
  expect(hand?.record?.number).toBe(0);
});

test('a hand of which something was taken back says nothing', async () => {
  const store = new MemoryHands();
  const { table, screen, play, kept } = await seated(4, store);
  await play(() => screen.view.completedTricks.length < 1);
  await table.undo();
  await table.run();
  await play(() => screen.view.handNumber === 0);
  expect((await kept()).map(({ practice, record }) => [practice, record?.number])).toEqual([[true, 0]]);
  const coach = realFortyTwoCoach();
  const profile = new FortyTwoProfile({ store, coach, player: () => 'ann' });
  await profile.start();
  expect([profile.total, profile.practice, profile.insights]).toEqual([0, 1, null]);
});

test('kept hands are judged once, each for the player who played it', async () => {
  const store = new MemoryHands();
  for (const seed of [4, 7]) {
    const { screen, play } = await seated(seed, store);
    await play(() => screen.view.handNumber === 0);
  }
  const own = (await store.list()).filter(({ record }) => record);
  await store.save({ ...(own[0] as StoredHand), id: 'other', player: 'bob' });
  const coach = realFortyTwoCoach();
  let judged = 0;
  const counting = {
    judgeHand: (...call: Parameters<typeof coach.judgeHand>) => {
      judged += 1;
      return coach.judgeHand(...call);
    },
    profile: (hands: Parameters<typeof coach.profile>[0]) => coach.profile(hands),
    close: () => coach.close(),
  };
  const look = async () => {
    const profile = new FortyTwoProfile({ store, coach: counting, player: () => 'ann' });
    await profile.start();
    expect(profile.problem).toBe('');
    return profile;
  };
  const first = await look();
  expect([judged, first.done, first.insights?.skill.hands]).toEqual([2, 2, 2]);
  const again = await look();
  expect(judged).toBe(2);
  expect(again.insights).toEqual(first.insights);
  // Each kind that was made opens as many positions, with the hand at that moment.
  for (const { kind, total } of first.insights?.patterns.kinds ?? []) {
    const positions = first.positions(kind);
    expect(positions).toHaveLength(total.wrong);
    for (const mistake of positions) {
      expect(mistake.seen?.hand.length).toBeGreaterThan(0);
      expect(situation(mistake)).not.toBe('');
    }
  }
});

test('hands of live tables count together with those of this device, in the order in which they were decided', async () => {
  const store = new MemoryHands();
  for (const seed of [4, 7]) {
    const { screen, play } = await seated(seed, store);
    await play(() => screen.view.handNumber === 0);
  }
  const coach = realFortyTwoCoach();
  const all = new FortyTwoProfile({ store, coach, player: () => 'ann' });
  await all.start();
  // The first of them was played at a live table instead: whoever judges it, the profile is the same.
  const hands = (await store.list()).filter(({ record }) => record);
  const [first, second] = hands as [StoredHand, StoredHand];
  if (!first.judged) throw new Error('it was judged');
  const rest = new MemoryHands();
  const { judged: _, ...unjudged } = second;
  await rest.save(unjudged);
  const online = { hands: [{ gameId: first.id, finishedAt: first.finished, hand: first.judged }], waiting: 2 };
  const both = new FortyTwoProfile({ store: rest, coach, player: () => 'ann', online: () => Promise.resolve(online) });
  await both.start();
  expect(both.insights).toEqual(all.insights);
  expect([both.total, both.online?.waiting, both.onlineProblem]).toEqual([1, 2, '']);
  const alone = new FortyTwoProfile({
    store: new MemoryHands(), coach, player: () => 'ann', online: () => Promise.resolve({ ...online, waiting: 0 }),
  });
  await alone.start();
  expect([alone.read, alone.insights?.skill.hands]).toEqual([true, 1]);
  const away = new FortyTwoProfile({ store, coach, player: () => 'ann', online: () => Promise.reject(new Error('no server')) });
  await away.start();
  expect([away.onlineProblem, away.problem, away.insights]).toEqual(['no server', '', all.insights]);
});

test('the oldest hands make room, and one that is still played stays', async () => {
  const store = new IndexedDbHands();
  const hand = (id: string, finished: number): StoredHand => ({
    id, player: 'ann', seat: 0, aided: [], practice: false, finished,
  });
  await store.save(hand('open', 0));
  for (let place = 1; place <= MOST_HANDS + 1; place += 1) await store.save(hand(`h${place}`, place));
  const all = await store.list();
  expect(all).toHaveLength(MOST_HANDS);
  expect([all[0]?.id, all.at(-1)?.id]).toEqual(['h3', 'open']);
});

test('a game counts if its deals were drawn for it here', () => {
  keepLastGame('g=abc', true);
  expect([lastGame(), isDrawn('g=abc'), isDrawn('g=other')]).toEqual(['g=abc', true, false]);
  keepLastGame('g=typed', false);
  expect([lastGame(), isDrawn('g=typed'), isDrawn('g=abc')]).toEqual(['g=typed', false, false]);
  keepLastGame(null);
  expect(lastGame()).toBeNull();
});

test('choices in words', () => {
  expect([did({ call: null }), did({ declaration: '5' }), did({ play: '5-5' })]).toEqual(['passed', 'named fives', 'played 5-5']);
  expect([better({ call: 'M2' }), better({ call: null })]).toEqual(['bid 2 marks', 'pass']);
  const base = { game: 'g', hand: 1, chosen: { call: null }, best: { call: '30' }, loss: 0.2, kind: 'underbid' } as const;
  const seen = { seat: 0, hand: ['5-5'], calls: [null, '30'], trick: [] } as const;
  const with_ = (more: object) => situation({ ...base, seen: { ...seen, ...more } } as never);
  expect(with_({})).toBe('Said before you: pass, 30.');
  expect(with_({ calls: [] })).toBe('You speak first.');
  expect(with_({ bidder: 0, bid: '31' })).toBe('You bid 31.');
  expect(situation({ ...base, trick: 3, seen: { ...seen, bidder: 2, bid: '31', trump: '5' } } as never)).toMatch(/ bid 31, fives. Trick 3.$/);
});
