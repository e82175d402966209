/** The deal laboratory: tiles in hands by tapping, the odds of a hand, any position solved, a deal as wished. */
import type {
  DeclarationOdds,
  FortyTwoBid,
  FortyTwoDeclaration,
  FortyTwoSight,
  FortyTwoTile,
  FortyTwoTileValue,
  FoundDeal,
  PositionAnswer,
  SearchRequest,
  SolvedDeal,
  TileOdds,
} from '@dicee/fortytwo-coach';
import type { FortyTwoCoach } from '$lib/wasm/fortytwo-coach/client';
import { bidAdvice, playAdvice } from '../hints';
import { ALL_TILES } from '../tiles';
import { STRAIGHT } from '../wording';
import { readDeal, writeDeal } from './deal';

/** Where a tile can lie: in a hand, or in the trick under way. */
export const SPOTS = [0, 1, 2, 3, 'trick'] as const;
export type Spot = (typeof SPOTS)[number];

export type Wish = SearchRequest['wish'];

/** The bids for which odds are shown and one is advised; more marks are all tricks as well. */
export const OPENING = ['30', '32', '34', '36', '38', '40', 'M1'] as const satisfies readonly FortyTwoBid[];
/** Bids that a contract is asked for with; nello and sevens take marks. */
const BIDS: readonly FortyTwoBid[] = ['30', '31', '32', '34', '36', '38', '40', 'M1', 'M2'];

/** A declaration with what it brings the bidders, and what each lead leaves them. */
export interface SolvedDeclaration extends SolvedDeal {
  leads: readonly FortyTwoTileValue[];
}

export class Lab {
  readonly #client: FortyTwoCoach;

  /** Where the next tapped tile goes. */
  spot = $state<Spot>(0);
  /** Tiles by place, each in the order it was put there. */
  #placed = $state.raw<ReadonlyMap<FortyTwoTile, Spot>>(new Map());
  #declaration = $state<FortyTwoDeclaration>('5');
  #bidder = $state(0);
  #leader = $state(0);
  #bid = $state<FortyTwoBid>('30');

  odds = $state.raw<DeclarationOdds[] | null>(null);
  /** What each of your tiles is worth by what you could know. */
  hint = $state.raw<TileOdds[] | null>(null);
  deals = $state.raw<SolvedDeclaration[] | null>(null);
  position = $state.raw<PositionAnswer | null>(null);
  found = $state.raw<FoundDeal | null>(null);
  /** What is being worked on, and how far it is, from 0 to 1. */
  working = $state<'odds' | 'hint' | 'search' | null>(null);
  done = $state(0);
  problem = $state('');
  #asking: AbortController | null = null;

  constructor(client: FortyTwoCoach) {
    this.#client = client;
  }

  at(spot: Spot): FortyTwoTile[] {
    return [...this.#placed].flatMap(([tile, place]) => (place === spot ? [tile] : []));
  }

  placeOf(tile: FortyTwoTile): Spot | null {
    return this.#placed.get(tile) ?? null;
  }

  readonly hands = $derived.by(() => {
    const placed = [...this.#placed];
    return [0, 1, 2, 3].map((seat) => placed.flatMap(([tile, spot]) => (spot === seat ? [tile] : [])));
  });
  readonly trick = $derived([...this.#placed].flatMap(([tile, spot]) => (spot === 'trick' ? [tile] : [])));
  readonly hasHand = $derived(this.hands[0]?.length === 7);
  readonly isDeal = $derived(this.trick.length === 0 && new Set(this.hands.map(({ length }) => length)).size === 1 && this.#placed.size > 0);
  readonly isPosition = $derived(this.#placed.size > 0 && this.hands.some(({ length }) => length > 0));

  /** What may be bid for the declaration. */
  readonly bids = $derived.by((): readonly FortyTwoBid[] => {
    const special = this.declaration === 'nello' || this.declaration === 'sevens';
    return special ? BIDS.filter((bid) => bid.startsWith('M')) : BIDS;
  });

  get bid(): FortyTwoBid {
    return this.bids.includes(this.#bid) ? this.#bid : 'M1';
  }

  set bid(bid: FortyTwoBid) {
    this.#bid = bid;
    this.#forgetHint();
  }

  get declaration(): FortyTwoDeclaration {
    return this.#declaration;
  }

  set declaration(declaration: FortyTwoDeclaration) {
    this.#declaration = declaration;
    this.position = null;
    this.#forgetHint();
  }

  get bidder(): number {
    return this.#bidder;
  }

  set bidder(bidder: number) {
    this.#bidder = bidder;
    this.deals = this.position = null;
    this.#forgetHint();
  }

  /** Who leads, or led, the trick of a position. */
  get leader(): number {
    return this.#leader;
  }

  set leader(leader: number) {
    this.#leader = leader;
    this.position = null;
  }

  /** You play against the bid. */
  readonly defends = $derived(this.bidder % 2 === 1);

  /** Whose turn it is in the first trick, which the bidder leads; in nello the partner sits out. */
  readonly turn = $derived.by(() => {
    const seats = [0, 1, 2, 3].filter((by) => by !== 2 || this.declaration !== 'nello');
    const by = seats[this.trick.length];
    return by === undefined ? null : (this.bidder + by) % 4;
  });

  /** What you know when you play to the first trick, as if the bidder had opened and everybody else passed. */
  readonly sight = $derived.by((): FortyTwoSight | null => {
    const [hand] = this.hands;
    if (!hand || !this.hasHand || this.turn !== 0) return null;
    return {
      seat: 0,
      dealer: (this.bidder + 3) % 4,
      house: { ...STRAIGHT, nello: true, sevens: true },
      marks: [0, 0],
      // In the order of their index.
      hand: ALL_TILES.filter((tile) => hand.includes(tile)).toReversed(),
      calls: [this.bid, null, null, null],
      trump: this.declaration,
      plays: this.trick,
    };
  });

  /** What to bid by the odds, in a sentence. */
  readonly bidAdvice = $derived(this.odds ? bidAdvice(this.odds, OPENING, true) : '');
  /** What to play by the hint, in a sentence. */
  readonly playAdvice = $derived(this.hint ? playAdvice(this.hint, this.defends) : '');

  /** Puts a tile where tiles go now, or takes it back from there. */
  tap(tile: FortyTwoTile): void {
    this.#forget();
    const placed = new Map(this.#placed);
    const there = placed.get(tile) === this.spot;
    placed.delete(tile);
    const room = this.spot === 'trick' ? 3 : 7;
    if (!there) {
      if ([...placed.values()].filter((spot) => spot === this.spot).length >= room) {
        this.problem = this.spot === 'trick' ? 'At most three tiles lie in a trick under way.' : 'This hand has seven tiles.';
        return;
      }
      placed.set(tile, this.spot);
    }
    this.#placed = placed;
    // A full hand hands on to the next one.
    if (!there && typeof this.spot === 'number' && this.spot < 3 && this.at(this.spot).length === 7) this.spot = SPOTS[this.spot + 1] ?? 0;
  }

  clear(): void {
    this.stop();
    this.#forget();
    this.#placed = new Map();
    this.spot = 0;
  }

  /** Deals the tiles that lie nowhere to the hands that are not full, by chance. */
  dealRest(random: () => number = Math.random): void {
    this.#forget();
    const placed = new Map([...this.#placed].filter(([, spot]) => spot !== 'trick'));
    const rest = ALL_TILES.filter((tile) => !placed.has(tile));
    for (let last = rest.length - 1; last > 0; last -= 1) {
      const other = Math.floor(random() * (last + 1));
      [rest[last], rest[other]] = [rest[other] as FortyTwoTile, rest[last] as FortyTwoTile];
    }
    for (const seat of [0, 1, 2, 3] as const) {
      while ([...placed.values()].filter((spot) => spot === seat).length < 7) {
        const tile = rest.pop();
        if (!tile) break;
        placed.set(tile, seat);
      }
    }
    this.#placed = placed;
  }

  /** Where every tile lies, for the address. */
  readonly deal = $derived(writeDeal(this.#placed));

  /** Lays the tiles as an address says; says so where it says nothing. */
  lay(deal: string): void {
    this.#forget();
    const placed = readDeal(deal);
    if (placed) this.#placed = placed;
    else this.problem = 'The address holds no deal: perhaps the end of it was cut off.';
  }

  async dealSeed(seed: number): Promise<void> {
    this.#forget();
    const hands = await this.#client.dealSeed(seed);
    this.#placed = new Map(hands.flatMap((hand, seat) => hand.map((tile) => [tile, seat as Spot] as const)));
  }

  async askOdds(): Promise<void> {
    const hand = this.hands[0] ?? [];
    await this.#work('odds', async (signal) => {
      await this.#client.handOdds(
        hand,
        (odds, done, total) => {
          this.odds = odds;
          this.done = done / total;
        },
        signal,
      );
    });
  }

  /** The share of possible deals in which each of your tiles makes the bid, or sets it, by what you could know. */
  async askHint(): Promise<void> {
    const { sight } = this;
    if (!sight) return;
    await this.#work('hint', async (signal) => {
      await this.#client.hint(
        sight,
        (plays, done, total) => {
          this.hint = plays;
          this.done = done / total;
        },
        signal,
      );
    });
  }

  async solveDeal(): Promise<void> {
    const { bidder } = this;
    const [hands, placed] = [this.#four(), this.#placed];
    await this.#try(async () => {
      const deals: SolvedDeclaration[] = [];
      for (const deal of await this.#client.solveDeal({ hands, bidder })) {
        const { declaration } = deal;
        const { plays } = await this.#client.solve({ hands, declaration, bidder, leader: bidder, trick: [] });
        deals.push({ ...deal, leads: plays });
      }
      // Somebody may have gone on to other tiles meanwhile.
      if (placed === this.#placed && bidder === this.bidder) this.deals = deals;
    });
  }

  async solvePosition(): Promise<void> {
    const { declaration, bidder, leader, trick } = this;
    await this.#try(async () => {
      this.position = await this.#client.solve({ hands: this.#four(), declaration, bidder, leader, trick });
    });
  }

  async search(wish: Wish, bid: FortyTwoBid): Promise<void> {
    this.found = null;
    await this.#work('search', async (signal) => {
      const request = wish === 'makeable' ? { wish, bid } : { wish };
      const found = await this.#client.findSeed(request, (_, done, total) => (this.done = done / total), signal);
      this.found = found;
      if (found) await this.dealSeed(found.seed).then(() => (this.found = found));
      else if (!signal.aborted) this.problem = 'None among 20,000 deals.';
    });
  }

  stop(): void {
    this.#asking?.abort();
    this.#asking = null;
    this.working = null;
  }

  #four(): [FortyTwoTile[], FortyTwoTile[], FortyTwoTile[], FortyTwoTile[]] {
    const [a = [], b = [], c = [], d = []] = this.hands;
    return [a, b, c, d];
  }

  async #work(what: 'odds' | 'hint' | 'search', run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.stop();
    const asking = new AbortController();
    this.#asking = asking;
    this.working = what;
    this.done = 0;
    await this.#try(() => run(asking.signal));
    if (this.#asking === asking) this.working = null;
  }

  async #try(run: () => Promise<void>): Promise<void> {
    this.problem = '';
    try {
      await run();
    } catch (thrown) {
      this.problem = thrown instanceof Error ? thrown.message : String(thrown);
    }
  }

  /** It was asked for another contract. */
  #forgetHint(): void {
    if (this.working === 'hint') this.stop();
    this.hint = null;
  }

  #forget(): void {
    this.stop();
    this.odds = null;
    this.hint = null;
    this.deals = null;
    this.position = null;
    this.found = null;
    this.problem = '';
  }
}
