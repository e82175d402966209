/** What the Forty-Two screens say and when: hints that count, moments that are looked back at, deals in addresses. */
import type { DeclarationOdds } from '@dicee/fortytwo-coach';
import { expect, test } from 'vitest';
import { hashOf, dealIn, readDeal, writeDeal } from '$lib/fortytwo/lab/deal';
import { Lab, OPENING } from '$lib/fortytwo/lab/lab.svelte';
import { dealsCounted, oddsDeals } from '$lib/fortytwo/hints';
import { seedIn } from '$lib/fortytwo/seed';
import { LinkTable } from '$lib/fortytwo/table/link-table.svelte';
import { momentWords } from '$lib/fortytwo/table/moment';
import { FortyTwoScreen } from '$lib/fortytwo/table/screen.svelte';
import type { Advice } from '$lib/fortytwo/table/table';
import { ALL_TILES } from '$lib/fortytwo/tiles';
import { foundWords } from '$lib/fortytwo/wording';
import { placeAfter } from '$lib/keys/roving';
import { phrasesOf } from '$lib/live/talk.svelte';
import { Settings } from '$lib/shell/settings.svelte';
import { realFortyTwo, realFortyTwoCoach } from './real-fortytwo';

async function sit(options: { now?: () => number; onbranch?: (table: LinkTable) => Promise<void>; dealer?: 0 | 1 | 2 | 3 } = {}) {
  const settings = new Settings();
  const said: string[] = [];
  const game = await realFortyTwo().create({ seed: 3, skill: 'heuristic', ...(options.dealer === undefined ? {} : { dealer: options.dealer }) });
  const table: LinkTable = new LinkTable(game, {
    agreeAfter: () => null,
    wait: () => Promise.resolve(),
    onbranch: async () => options.onbranch?.(table),
  });
  const screen = new FortyTwoScreen({
    table,
    settings: () => settings.value,
    say: (text) => said.push(text),
    ...(options.now ? { now: options.now } : {}),
  });
  await table.start();
  await table.run();
  return { table, screen, said };
}

/** The person does the first thing they may, as long as `on` says so. */
async function playOn(screen: FortyTwoScreen, on: () => boolean): Promise<void> {
  for (let turn = 0; turn < 500 && on(); turn += 1) {
    const move = screen.moves.find(({ type }) => type !== 'PASS') ?? screen.moves[0];
    if (!move) throw new Error(`nothing to do in ${screen.view.phase}`);
    await screen.table.send(move);
    await (screen.table as LinkTable).run();
  }
}

const share = (trials: number) => ({ hits: trials, trials, low: 0, high: 1 });

test('a hint names nothing before all its deals are counted, and counts them a few times a second', async () => {
  let now = 0;
  const { table, screen } = await sit({ now: () => now });
  const seen: (readonly [number, string, unknown])[] = [];
  const real = table.advise;
  const watched = (about: 'play' | 'hand', follow: (advice: Advice) => void, signal: AbortSignal) =>
    real(
      about,
      (advice) => {
        now += 25;
        follow(advice);
        seen.push([screen.counted, screen.advice, screen.bestFor('30')]);
      },
      signal,
    );
  Object.assign(table, { advise: watched });
  await screen.askHint();
  const before = seen.slice(0, -1);
  expect(before.length).toBeGreaterThan(40);
  expect(before.filter(([, advice, best]) => advice !== '' || best !== null)).toEqual([]);
  const counts = new Set(before.map(([counted]) => counted));
  // At most one new number in 300 milliseconds.
  expect(counts.size).toBeGreaterThan(1);
  expect(counts.size).toBeLessThanOrEqual(Math.ceil(now / 300));
  expect(seen.at(-1)?.[1]).toMatch(/^(Bid|Pass)/);
  expect(screen.bestFor('30')?.makes.trials).toBe(120);
}, 60_000);

test('the deals of a hint are counted, those that choose and those that measure', () => {
  const hand = [
    { declaration: '6', bids: [{ bid: '30', makes: share(70), best: share(20) }] },
    { declaration: 'none', bids: [{ bid: '30', makes: share(70) }] },
  ] as DeclarationOdds[];
  expect(oddsDeals(hand)).toEqual({ compared: 70, measured: 20 });
  expect(dealsCounted({ plays: [], hand })).toBe(90);
  expect(dealsCounted({ plays: [{ tile: '6-6', makes: share(24), takes: 1 }], hand: [] })).toBe(24);
  expect(dealsCounted({ plays: [], hand: [] })).toBe(0);
});

test('a hint without a choice says so on the screen, until there is one', async () => {
  const { table, screen, said } = await sit();
  await playOn(screen, () => screen.view.phase !== 'scoring');
  expect(screen.choosing).toBe(false);
  await screen.askHint();
  expect(screen.hint).toBeNull();
  expect([screen.note, said.at(-1)]).toEqual(['There is nothing to choose now.', 'There is nothing to choose now.']);
  table.step(-1);
  await expect.poll(() => screen.past).toBe(true);
  expect(screen.note).toBe('');
  table.at(null);
  await screen.agree();
  await table.run();
  expect([screen.choosing, screen.note]).toEqual([true, '']);
});

test('playing on from an earlier moment can be taken back: the game as it was is kept first', async () => {
  const links: string[] = [];
  const { table, screen } = await sit({ onbranch: async (kept) => void links.push(await kept.game.link()) });
  await playOn(screen, () => screen.view.completedTricks.length < 3);
  const before = structuredClone(table.view);
  await table.playOn(20);
  expect(links).toHaveLength(1);
  expect((await realFortyTwo().fromLink(links[0]!)).snapshot.view).toEqual(before);
  // Nothing is lost where nothing came after.
  await table.playOn(table.resting(table.version));
  await screen.undo();
  expect(links).toHaveLength(1);
});

test('a moment names the trick on the table and its last tile', async () => {
  const { table, screen } = await sit();
  await playOn(screen, () => screen.view.trick.length < 4 || screen.view.completedTricks.length < 1);
  const words = () => momentWords(screen.view, table.history[(table.shown ?? table.version) - 1]!, (seat) => screen.name(seat));
  const [last, third] = [screen.view.trick[3]!, screen.view.trick[2]!];
  expect(words()).toBe(`Hand 1, trick 2 · ${screen.name(last.player)}: ${last.domino}`);
  table.step(-1);
  await expect.poll(() => screen.view.trick.length).toBe(3);
  expect(words()).toBe(`Hand 1, trick 2 · ${screen.name(third.player)}: ${third.domino}`);
  while (screen.view.trick.length > 0) {
    const shown = table.shown;
    table.step(-1);
    await expect.poll(() => table.shown).not.toBe(shown);
  }
  expect(words()).toMatch(/^Hand 1, after trick 1/);
  while (screen.view.phase !== 'bidding') {
    const shown = table.shown;
    table.step(-1);
    await expect.poll(() => table.shown).not.toBe(shown);
  }
  expect(words()).toMatch(/^Hand 1 · (You|Wes|Nora|Ezra): (\d+|pass)$/);
});

test('looking back asks for no bid, and the dealer is told', async () => {
  const { table, screen } = await sit();
  expect(screen.sentence).toBe('Your bid: how many of the 42 points?');
  await playOn(screen, () => screen.view.completedTricks.length < 1);
  table.at(table.history.find(({ kind, seat }) => kind === 'BID_PLACED' && seat === 0)!.version - 1);
  await expect.poll(() => screen.past).toBe(true);
  expect([screen.view.phase, screen.view.currentPlayer]).toEqual(['bidding', 0]);
  expect(screen.sentence).toBe('You think about a bid.');
  const dealing = await sit({ dealer: 0 });
  expect(dealing.screen.sentence).toBe('You deal and bid last: how many of the 42 points?');
});

test('no turn is left after the last tile, nor for the partner of a nello', async () => {
  const { table, screen } = await sit();
  expect(screen.hasTurns).toBe(true);
  await playOn(screen, () => screen.view.phase !== 'scoring');
  expect(screen.hasTurns).toBe(false);
  const at = (view: object) => {
    const other = new FortyTwoScreen({ table: { ...table, view: { ...screen.view, ...view }, viewer: 0 } as never, settings: () => new Settings().value });
    return other.hasTurns;
  };
  expect(at({ phase: 'playing', tilesLeft: [0, 1, 1, 1] })).toBe(false);
  expect(at({ phase: 'playing', tilesLeft: [1, 1, 1, 1], trump: '5', bidder: 2 })).toBe(true);
  expect(at({ phase: 'playing', tilesLeft: [1, 1, 1, 1], trump: 'nello', bidder: 2 })).toBe(false);
});

test('odds are advised for a bid that the table shows, and from the deals that it names', async () => {
  const lab = new Lab(realFortyTwoCoach());
  for (const tile of ['6-6', '6-5', '6-4', '6-3', '5-5', '4-4', '3-2'] as const) lab.tap(tile);
  await lab.askOdds();
  const bid = /^Bid (\d+|\d mark)/.exec(lab.bidAdvice)?.[1];
  expect(OPENING.map((shown) => (shown === 'M1' ? '1 mark' : shown))).toContain(bid);
  expect(oddsDeals(lab.odds!)).toEqual({ compared: 70, measured: 120 });
}, 120_000);

test('a deal travels in the address, its trick in order', () => {
  const lab = new Lab(realFortyTwoCoach());
  expect(hashOf(lab.deal)).toBe('');
  for (const tile of ['6-6', '5-0'] as const) lab.tap(tile);
  lab.spot = 3;
  lab.tap('1-1');
  lab.spot = 'trick';
  for (const tile of ['0-0', '4-4'] as const) lab.tap(tile);
  const hash = hashOf(lab.deal);
  expect(hash).toMatch(/^#deal=[-ywnetuv]{28}$/);
  const other = new Lab(realFortyTwoCoach());
  other.lay(dealIn(hash)!);
  expect([other.hands, other.trick, other.problem]).toEqual([[['6-6', '5-0'], [], [], ['1-1']], ['0-0', '4-4'], '']);
  // A word that is cut off, another letter, eight tiles in a hand, a second tile of a trick without a first.
  const word = (letters: string) => letters.padEnd(28, '-');
  for (const wrong of ['y', word('x'), word('yyyyyyyy'), word('u'), word('tt')]) expect([wrong, readDeal(wrong)]).toEqual([wrong, null]);
  other.lay('y');
  expect(other.problem).toMatch(/^The address holds no deal/);
  const all = new Map(ALL_TILES.map((tile, place) => [tile, (place % 4) as 0 | 1 | 2 | 3]));
  expect(readDeal(writeDeal(all))).toEqual(new Map([...all].toSorted(([, a], [, b]) => a - b)));
});

test('a seed is a whole number of 32 bits', () => {
  expect(['0', ' 12 ', '4294967295'].map(seedIn)).toEqual([0, 12, 4_294_967_295]);
  expect(['', 'abc', '-1', '3.5', '1e3', '4294967296', '99999999999'].map(seedIn)).toEqual(Array(7).fill(null));
});

test('a deal that was found is told in a sentence', () => {
  expect(foundWords({ declaration: 'nello' })).toBe('nello loses every trick');
  expect(foundWords({ declaration: '5', points: 34 })).toBe('fives take 34 points');
  expect(foundWords({ declaration: 'doubles' })).toBe('doubles take every trick');
});

test('arrows walk a group of buttons and come round', () => {
  expect(['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'Home', 'End', 'a'].map((key) => placeAfter(key, 0, 5))).toEqual([1, 1, 4, 4, 0, 4, null]);
  // From the group itself to its first or its last.
  expect(['ArrowRight', 'ArrowLeft'].map((key) => placeAfter(key, -1, 5))).toEqual([0, 4]);
  expect(placeAfter('ArrowRight', 0, 0)).toBeNull();
});

test('at a table without dice nobody praises a roll', () => {
  expect(phrasesOf('dicee')).toContain('Nice roll!');
  expect(phrasesOf('fortytwo')).not.toContain('Nice roll!');
  expect(phrasesOf('fortytwo')).toHaveLength(phrasesOf('dicee').length);
});
