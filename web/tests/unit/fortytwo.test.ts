/** The Forty-Two table, screen, review and laboratory over the real module. */
import { describe, expect, test } from 'vitest';
import { AddressWriter, gameIn } from '$lib/fortytwo/play/address';
import { Lab } from '$lib/fortytwo/lab/lab.svelte';
import { Review } from '$lib/fortytwo/review/review.svelte';
import { LinkTable } from '$lib/fortytwo/table/link-table.svelte';
import { FortyTwoScreen } from '$lib/fortytwo/table/screen.svelte';
import { ALL_TILES, countOf } from '$lib/fortytwo/tiles';
import { bidName, leadWords, newsOf } from '$lib/fortytwo/wording';
import { compareTables } from '$lib/live/fortytwo/same-deals';
import { Settings } from '$lib/shell/settings.svelte';
import type { OpenFortyTwo } from '$lib/wasm/fortytwo/client';
import type { PlayedEvent } from '@dicee/fortytwo';
import { realFortyTwo, realFortyTwoCoach } from './real-fortytwo';
import { contractName } from '../../src/lib/fortytwo/wording';

const HEURISTIC = { skill: 'heuristic' } as const;

async function sit(seed: number, agreeAfter: () => number | null = () => 0) {
  const client = realFortyTwo();
  return { client, ...(await sitAt(await client.create({ seed, ...HEURISTIC }), agreeAfter)) };
}

async function sitAt(game: OpenFortyTwo, agreeAfter: () => number | null = () => 0) {
  const settings = new Settings();
  const news: PlayedEvent[] = [];
  let changes = 0;
  const table = new LinkTable(game, {
    onchange: () => (changes += 1),
    onnews: (events) => news.push(...events),
    agreeAfter,
    wait: () => Promise.resolve(),
  });
  const screen = new FortyTwoScreen({ table, settings: () => settings.value });
  await table.start();
  await table.run();
  return { settings, table, screen, news, changes: () => changes };
}

/** The person does the first thing they may, as long as `on` says so. */
async function playOn(screen: FortyTwoScreen, on: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2_000 && on(); turn += 1) {
    const move = screen.moves.find(({ type }) => type !== 'PASS') ?? screen.moves[0];
    if (!move) throw new Error(`nothing to do in ${screen.view.phase}`);
    await screen.table.send(move);
    await (screen.table as LinkTable).run();
  }
}

describe('the table', () => {
  test('bots act by themselves, and the person is waited for', async () => {
    const { screen, table, news, changes } = await sit(3);
    expect(screen.bidding).toBe(true);
    expect(screen.bids[0]).toBe('30');
    await screen.bid('30');
    await table.run();
    expect(screen.view.calls.length).toBe(4);
    expect(news.map((event) => newsOf(event, 0))).toContain('You bid 30.');
    expect(changes()).toBeGreaterThan(3);
  });

  test('a whole game is played, and its link opens the same game', async () => {
    const { client, screen, table } = await sit(4);
    await playOn(screen, () => !screen.over);
    const link = await table.game.link();
    expect(link.length).toBeLessThanOrEqual(2_400);
    const again = await client.fromLink(link);
    expect(again.snapshot.view).toEqual(table.view);
    expect(again.snapshot.skill).toBe('heuristic');
  });

  test('time travel shows the past, and playing on from there forgets what came after', async () => {
    const { screen, table } = await sit(5);
    await playOn(screen, () => table.version < 60);
    const before = table.version;
    const early = table.resting(20);
    table.at(early);
    await expect.poll(() => table.shown).toBe(early);
    expect(screen.moves).toEqual([]);
    await table.send({ type: 'PASS', player: 0 });
    expect(table.refusal?.code).toBe('ERR_NOT_YOUR_TURN');
    table.at(null);
    expect(table.shown).toBeNull();
    await table.playOn(early);
    await table.run();
    expect(table.history[early - 1]?.rests).toBe(true);
    expect(table.version).toBeGreaterThanOrEqual(early);
    expect(before).toBeGreaterThan(early);
  });

  test('undo goes back to before the last choice', async () => {
    const { screen, table } = await sit(3);
    await screen.bid('30');
    await table.run();
    await screen.undo();
    expect(screen.view.calls).toEqual([]);
    expect(screen.bidding).toBe(true);
  });

  test('a full trick waits for a tap where that is asked for', async () => {
    const { screen, table } = await sit(3, () => null);
    await playOn(screen, () => screen.view.trick.length < 4);
    expect(screen.agreement).not.toBeNull();
    expect(screen.view.consensus?.missing).toEqual([0]);
    await screen.agree();
    expect(screen.lastTrick).not.toBeNull();
    expect(table.refusal).toBeNull();
  });

  test('a person agrees in the moment in which the table agrees for them: once, and the game goes on', async () => {
    let patience: number | null = null;
    const { screen, table } = await sit(3, () => patience);
    for (const first of ['table', 'person'] as const) {
      patience = null;
      const before = screen.view.completedTricks.length;
      await playOn(screen, () => screen.view.trick.length < 4);
      patience = 0;
      const steps = [() => table.run(), () => screen.agree()];
      if (first === 'person') steps.reverse();
      await Promise.all(steps.map((step) => step()));
      await table.run();
      expect(table.refusal).toBeNull();
      expect(screen.view.completedTricks.length).toBe(before + 1);
    }
  });

  test('a bid that is sent twice is one bid', async () => {
    const { screen, table } = await sit(3);
    await Promise.all([screen.bid('30'), screen.bid('31')]);
    await table.run();
    expect(table.refusal).toBeNull();
    expect(screen.view.calls.find(({ player }) => player === 0)?.bid).toBe('30');
  });
});

describe('the screen', () => {
  test('one tap lifts, the second plays; what cannot be played is not', async () => {
    const { screen } = await sit(3);
    await playOn(screen, () => !screen.playing);
    const [tile] = screen.legal;
    await screen.tap(tile!);
    expect(screen.lifted).toBe(tile);
    await screen.tap(tile!);
    expect(screen.hand).not.toContain(tile);
  });

  test('the hand stands by suit, by count, or as one likes', async () => {
    const { screen } = await sit(3);
    const bySuit = [...screen.hand];
    expect(bySuit).toHaveLength(7);
    screen.setOrder('count');
    const counts = screen.hand.map(countOf);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    screen.setOrder('own');
    screen.lifted = screen.hand[0]!;
    const first = screen.hand[0];
    expect(screen.move(1)).toBe(true);
    expect(screen.hand[1]).toBe(first);
  });

  test('a hint prefers what is worth most among what is as sure, and says what it counts', async () => {
    const { screen } = await sit(3);
    const share = (hits: number) => ({ hits, trials: 10, low: 0.7, high: 1 });
    const hints = (hits: Record<string, number>) => {
      const bids = Object.entries(hits).map(([bid, made]) => ({ bid, makes: share(made) }));
      screen.hint = { plays: [], hand: [{ declaration: '6', bids } as never], done: 0.5 };
    };
    hints({ '30': 10, '31': 10, '41': 9, M1: 9 });
    expect(screen.bestBid).toBe('31');
    expect(screen.advice).toBe('Bid 31: made in 100% (between 70 and 100%) of possible deals with sixes.');
    expect(screen.adviceNote).toContain('all hands face up');
    hints({ '30': 10, '31': 10, '41': 10, M1: 10 });
    expect(screen.bestBid).toBe('M2');
    hints({ '30': 6, '31': 5, '41': 1, M1: 0 });
    expect(screen.advice).toMatch(/^Pass: 30 is made in 60%/);
  });

  test('the best declaration of a hint is told by deals that did not choose it', async () => {
    const { screen } = await sit(3);
    const share = (hits: number, trials: number) => ({ hits, trials, low: 0, high: 1 });
    const odds = (declaration: string, hits: number, best?: number) => {
      const bid = { bid: '30', makes: share(hits, 10), ...(best === undefined ? {} : { best: share(best, 20) }) };
      return { declaration, bids: [bid] } as never;
    };
    // While it is counted the one that leads stands there.
    screen.hint = { plays: [], hand: [odds('4', 7), odds('6', 9)], done: 0.5 };
    expect(screen.bestFor('30')).toMatchObject({ declaration: '6', makes: { hits: 9, trials: 10 } });
    screen.hint = { plays: [], hand: [odds('4', 7), odds('6', 9, 13)], done: 1 };
    expect(screen.bestFor('30')).toMatchObject({ declaration: '6', makes: { hits: 13, trials: 20 } });
  });

  test('a hint takes new deals for the best declaration of every bid', async () => {
    const { screen } = await sit(3);
    await screen.askHint();
    const found = screen.hint!.hand.flatMap(({ bids }) => bids.filter(({ best }) => best));
    expect(found.map(({ bid }) => bid).sort()).toEqual([...screen.hint!.hand[0]!.bids.map(({ bid }) => bid)].sort());
    expect(new Set(found.map(({ best }) => best!.trials))).toEqual(new Set([120]));
    expect(new Set(found.map(({ makes }) => makes.trials))).toEqual(new Set([70]));
    expect(screen.hint!.done).toBe(1);
  }, 60_000);

  test('the hand that ends the game is followed by no other', async () => {
    const client = realFortyTwo();
    const { screen, table } = await sitAt(await client.create({ seed: 3, ...HEURISTIC, house: { targetMarks: 1 } }), () => null);
    await playOn(screen, () => screen.view.phase !== 'scoring');
    expect([screen.decides, screen.sentence]).toEqual([true, 'This hand decides the game.']);
    await screen.agree();
    await table.run();
    expect(screen.over).toBe(true);
    const longer = await sit(3, () => null);
    await playOn(longer.screen, () => longer.screen.view.phase !== 'scoring');
    expect(longer.screen.decides).toBe(false);
  });

  test('the marks of a hand are on the strip as soon as it is decided, and once', async () => {
    const { screen, table } = await sit(3, () => null);
    await playOn(screen, () => screen.view.phase !== 'scoring');
    expect(screen.view.marks).toEqual([0, 0]);
    const { award } = screen;
    const shown = [...screen.marks];
    expect(shown[award?.team ?? -1]).toBe(award?.marks);
    expect(shown[0]! + shown[1]!).toBe(award?.marks);
    await screen.agree();
    await table.run();
    expect(screen.view.phase).toBe('bidding');
    expect(screen.view.marks).toEqual(shown);
    expect(screen.marks).toEqual(shown);
  });

  test('the sentence says whose turn it is', async () => {
    const { screen } = await sit(3);
    await playOn(screen, () => !screen.playing);
    expect(screen.sentence).toMatch(/^Your turn/);
  });

  test('a hint tells the share of deals for every bid, and can be stopped', async () => {
    const { screen } = await sit(3);
    const asked = screen.askHint();
    await expect.poll(() => screen.counted).toBeGreaterThan(0);
    screen.stopHint();
    await asked;
    expect(screen.hint).toBeNull();
    await screen.askHint();
    expect(screen.hint?.hand.length).toBeGreaterThan(8);
    for (const bid of screen.bids) expect(screen.bestFor(bid)?.makes.trials).toBe(120);
  });
});

test('a review adds up, and stands beside what could be known', async () => {
  const { screen, table } = await sit(4);
  await playOn(screen, () => screen.view.phase !== 'scoring');
  const hands = await table.game.finished();
  const review = new Review({ game: table.game, history: table.history, hands, viewer: 0 });
  await review.show(hands[0]!);
  const { head, reviewed } = review;
  const sign = (seat: number) => (seat % 2 === reviewed!.contract.bidder % 2 ? -1 : 1);
  const sum = reviewed!.cost.reduce((total, cost, seat) => total + sign(seat) * cost, 0);
  expect(head!.best + sum).toBe(head!.reached);
  // The table counted what was taken by then; the review says so, and who won the last trick.
  const bidders = reviewed!.contract.bidder % 2;
  expect(review.taken).toBe(screen.view.tally[reviewed!.unit][bidders]);
  const tricks = screen.view.completedTricks;
  expect(tricks.map((_, place) => review.winner(place + 1))).toEqual(tricks.map(({ winner }) => winner));
  if (tricks.length < 7) expect(head!.early).toContain(`the bidders had ${review.taken} `);
  await expect.poll(() => review.done, { timeout: 50_000 }).toBe(1);
  expect(review.calls.length).toBeGreaterThanOrEqual(5);
  const own = review.calls.find(({ seat }) => seat === 0);
  expect(own?.said).toMatch(/^(bid \d|bid .*mark|pass$)/);
  // Both views of every call and of the declaration.
  for (const { open, known } of review.calls) {
    expect(open).toMatch(/^all tiles open: .*(made|set)/);
    expect(known).toMatch(/\d+% of deals/);
  }
  for (const { said } of review.calls.filter(({ seat }) => seat !== 0)) expect(said).toMatch(/^(bids|names|passes)/);
  expect(review.knowable?.tiles.length).toBe(review.play!.legal.length);
  expect(table.history[review.version - 1]?.rests).toBe(true);
});

test('the same deals are dealt again from the other side or the same seat, and a log keeps the opponents', async () => {
  const { table } = await sit(5);
  const again = await table.game.duplicate(true);
  expect(again.snapshot.seat).toBe(1);
  expect(again.snapshot.skill).toBe('heuristic');
  expect(await again.hands(null)).toEqual(await table.game.hands(2));
  expect((await table.game.duplicate(false)).snapshot.seat).toBe(0);
  const read = await realFortyTwo().fromLog(await again.log());
  expect(read.snapshot.skill).toBe('heuristic');
});

test('a link to the same deals holds what came of them, and both tables are compared when they are over', async () => {
  const first = await sit(4);
  expect(first.table.comparison).toBeNull();
  await playOn(first.screen, () => !first.screen.over);
  const sent = await (await first.table.game.duplicate(true)).link();
  const game = await realFortyTwo().fromLink(sent);
  expect(game.snapshot.comparison).toEqual({ otherSide: true, deals: [], lead: 0 });
  const second = await sitAt(game);
  await playOn(second.screen, () => !second.screen.over);
  const { comparison } = second.table;
  expect(comparison!.deals.length).toBeGreaterThan(0);
  expect(comparison!.deals.reduce((sum, { lead }) => sum + lead, 0)).toBe(comparison!.lead);
  expect(leadWords(comparison!)).toMatch(/^(Together you made|The bots made|You two and the bots)/);
  // The sender of the deals opens the game that came back.
  const back = await realFortyTwo().fromLink(await game.link());
  expect(back.snapshot.comparison).toEqual(comparison);
  // At live tables nothing travels along: the links of both games are enough.
  const here = new URLSearchParams(await game.link());
  ['played', 'seat'].forEach((name) => here.delete(name));
  const [one, two] = [{ link: await first.table.game.link(), seat: 0 }, { link: here.toString(), seat: 1 }];
  expect(await compareTables(realFortyTwo(), one, two)).toEqual(comparison);
  const same = await compareTables(realFortyTwo(), one, { ...two, seat: 0 });
  expect(same?.otherSide).toBe(false);
  expect(same?.deals.map(({ second }) => second)).toEqual(comparison?.deals.map(({ second }) => (second === 0 ? 0 : -second)));
}, 120_000);

test('who made more of the same deals is said in one sentence', () => {
  const words = (otherSide: boolean, lead: number) => leadWords({ otherSide, lead, deals: [{ hand: 0, first: 0, second: 0, lead }] });
  expect([2, 0, -1].map((lead) => words(true, lead))).toEqual([
    'Together you made 2 marks more of these deals than the bots.',
    'You two and the bots made the same of these deals.',
    'The bots made 1 mark more of these deals than you two.',
  ]);
  expect([2, 0, -1].map((lead) => leadWords({ otherSide: true, lead, deals: [{ hand: 0, first: 0, second: 0, lead }] }, true))).toEqual([
    'With the tiles of both sides you won 2 marks more than you lost.',
    'With the tiles of both sides you won as much as you lost.',
    'With the tiles of both sides you lost 1 mark more than you won.',
  ]);
  expect([1, 0, -2].map((lead) => words(false, lead))).toEqual([
    'This table made 1 mark more of these deals.',
    'Both tables made the same of these deals.',
    'The first table made 2 marks more of these deals.',
  ]);
});

test('looking back skips what changes nothing at the table', async () => {
  const { screen, table } = await sit(4);
  await playOn(screen, () => screen.view.completedTricks.length < 2);
  const looks = () => {
    const { phase, calls, trump, trick, completedTricks } = screen.view;
    return JSON.stringify({ phase, calls, trump, trick, completedTricks });
  };
  const first = table.history.find(({ rests }) => rests)?.version ?? 0;
  const seen = [looks()];
  for (let shown = table.version; shown > first; ) {
    table.step(-1);
    await expect.poll(() => table.shown).toBeLessThan(shown);
    shown = table.shown ?? 0;
    seen.push(looks());
  }
  expect(seen.length).toBeGreaterThan(10);
  expect(seen.filter((now, place) => now === seen[place - 1])).toEqual([]);
});

test('a review goes to the play after any event', async () => {
  const { screen, table } = await sit(4);
  await playOn(screen, () => screen.view.phase !== 'scoring');
  const hands = await table.game.finished();
  const review = new Review({ game: table.game, history: table.history, hands, viewer: 0, names: () => ['', 'Bea', '', ''] });
  await review.show(hands[0]!);
  review.stop();
  review.chosen = 9;
  const { version } = review;
  review.chosen = 0;
  await review.goTo(version);
  expect(review.chosen).toBe(9);
  expect(review.name(1)).toBe('Bea');
});

describe('the laboratory', () => {
  test('tiles go to hands by tapping, and equal hands are solved', async () => {
    const lab = new Lab(realFortyTwoCoach());
    for (const tile of ALL_TILES.slice(0, 7)) lab.tap(tile);
    expect(lab.hasHand).toBe(true);
    expect(lab.spot).toBe(1);
    lab.dealRest(() => 0.5);
    expect(lab.isDeal).toBe(true);
    await lab.solveDeal();
    expect(lab.deals).toHaveLength(11);
    // What a declaration brings is what its best lead leaves; in nello the bidders want none.
    for (const { declaration, value, leads } of lab.deals ?? []) {
      const best = declaration === 'nello' ? Math.min : Math.max;
      expect([declaration, best(...leads.map((lead) => lead.value))]).toEqual([declaration, value]);
    }
    await lab.solvePosition();
    expect(lab.position?.plays).toHaveLength(7);
  });

  test('a hint says how often each of your tiles makes the bid, by what you could know', async () => {
    const lab = new Lab(realFortyTwoCoach());
    for (const tile of ALL_TILES.filter((tile) => tile[0] === tile[2])) lab.tap(tile);
    lab.declaration = 'doubles';
    lab.bid = 'M1';
    expect(lab.sight?.calls).toEqual(['M1', null, null, null]);
    await lab.askHint();
    expect(lab.hint?.map(({ makes }) => makes.hits)).toEqual(Array(7).fill(120));
    expect(lab.playAdvice).toMatch(/ makes the bid in 100% \(between 97 and 100%\) of possible deals\.$/);
    // Nothing of the answer is left for another contract.
    lab.bidder = 1;
    expect([lab.hint, lab.turn, lab.sight]).toEqual([null, 1, null]);
  }, 60_000);

  test('in a trick under way the hint is for the tiles that may be played, and defenders set the bid', async () => {
    const lab = new Lab(realFortyTwoCoach());
    for (const tile of ['5-5', '4-4', '3-3', '2-2', '1-1', '0-0', '6-5'] as const) lab.tap(tile);
    lab.spot = 'trick';
    lab.tap('6-6');
    lab.bidder = 3;
    lab.declaration = '6';
    expect(lab.sight).toMatchObject({ dealer: 2, plays: ['6-6'], calls: ['30', null, null, null] });
    await lab.askHint();
    expect(lab.hint?.map(({ tile }) => tile)).toEqual(['6-5']);
    expect(lab.playAdvice).toMatch(/^6-5 sets the bid in \d+%/);
    // Marks alone can be a nello, and the bidder's partner sits out of it.
    lab.bidder = 2;
    lab.declaration = 'nello';
    expect([lab.bid, lab.turn, lab.sight]).toEqual(['M1', 3, null]);
  }, 60_000);

  test('the odds of a hand say what to bid, by deals that did not choose the declaration', async () => {
    const lab = new Lab(realFortyTwoCoach());
    for (const tile of ['5-0', '5-1', '5-2', '5-3', '5-4', '5-5', '6-5'] as const) lab.tap(tile);
    await lab.askOdds();
    expect(lab.bidAdvice).toBe('Bid 1 mark: made in 100% (between 97 and 100%) of possible deals with fives.');
  }, 120_000);

  test('what cannot be played on is refused with its field', async () => {
    const lab = new Lab(realFortyTwoCoach());
    lab.tap('6-6');
    await lab.solvePosition();
    expect(lab.problem).toMatch(/^hands: expected/);
  });

  test('a deal is found as it is wished', async () => {
    const lab = new Lab(realFortyTwoCoach());
    await lab.search('makeable', '30');
    expect(lab.found?.points).toBeGreaterThanOrEqual(30);
    expect(lab.isDeal).toBe(true);
  });
});

test('words and addresses', async () => {
  expect(bidName('M1')).toBe('1 mark');
  expect(bidName('splash 2')).toBe('Splash, 2 marks');
  expect(gameIn({ hash: '#g=abc', search: '' })).toBe('g=abc');
  expect(gameIn({ hash: '#g1=abc&g2=d', search: '' })).toBe('g1=abc&g2=d');
  expect(gameIn({ hash: '#x', search: '?g=abc' })).toBe('g=abc');
  expect(gameIn({ hash: '', search: '' })).toBeNull();
  const written: string[] = [];
  const writer = new AddressWriter(async () => 'g=1', (link) => written.push(link), 10_000);
  writer.changed();
  await writer.flush();
  expect(written).toEqual(['g=1']);
});

test('a contract names its trumps, and one without trumps itself', () => {
  expect((['1', 'doubles', 'none', 'nello', 'sevens'] as const).map(contractName)).toEqual([
    'Trumps: ones',
    'Trumps: doubles',
    'No trumps',
    'Nello',
    'Sevens',
  ]);
});
