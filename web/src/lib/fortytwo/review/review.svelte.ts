/** A finished hand looked back at: what every play cost with all tiles face up, beside what its seat could know. */
import type { FortyTwoBid, FortyTwoCompletedTrick, FortyTwoDeclaration, HistoryEntry } from '@dicee/fortytwo';
import type {
  DeclarationOdds,
  FortyTwoPlayReview,
  FortyTwoReviewedHand,
  LookBackEntry,
  Share,
} from '@dicee/fortytwo-coach';
import type { OpenFortyTwo } from '$lib/wasm/fortytwo/client';
import { bidName, DECLARATIONS, nameOf, percent } from '../wording';

/** Tricks of a hand that is played to its end. */
const TRICKS = 7;

export interface ReviewOptions {
  game: OpenFortyTwo;
  history: readonly HistoryEntry[];
  /** The finished hands by number. */
  hands: readonly number[];
  viewer: number;
  /** Who sits where, by seat; bots have names of their own. */
  names?: () => readonly string[];
}

/** One choice of the auction, and what the seat could know about it. */
export interface CallReview {
  seat: number;
  said: string;
  /** What the seat could know; null until it is looked at. */
  known: string | null;
}

/** How the hand ended, beside how it ends when everybody plays best with all tiles open. */
const EXPECTED = {
  made: { makeable: 'as with best play by all', lost: 'though best defence would have set it' },
  set: { makeable: 'though it could have been made', lost: 'as with best play by all' },
} as const;

export class Review {
  readonly hands: readonly number[];
  readonly viewer: number;
  readonly #game: OpenFortyTwo;
  readonly #history: readonly HistoryEntry[];
  readonly #names: (() => readonly string[]) | undefined;

  /** The number of the hand, the first being 0. */
  hand = $state(0);
  reviewed = $state.raw<FortyTwoReviewedHand | null>(null);
  /** The tricks that were played, with who won each: a hand ends with the one that decides it. */
  played = $state.raw<readonly FortyTwoCompletedTrick[]>([]);
  known = $state.raw<readonly LookBackEntry[]>([]);
  /** How much of what could be known has been looked at, from 0 to 1. */
  done = $state(0);
  /** The play that is shown, by its place in the hand. */
  chosen = $state(0);
  #asking: AbortController | null = null;

  constructor({ game, history, hands, viewer, names }: ReviewOptions) {
    this.#game = game;
    this.#history = history;
    this.hands = hands;
    this.viewer = viewer;
    this.#names = names;
  }

  async show(hand: number): Promise<void> {
    this.stop();
    const asking = new AbortController();
    this.#asking = asking;
    this.hand = hand;
    this.reviewed = null;
    this.played = [];
    this.known = [];
    this.done = 0;
    this.chosen = 0;
    const last = this.#history.findLast((entry) => entry.hand === hand && entry.kind === 'TRICK_COMPLETED');
    const [reviewed, end] = await Promise.all([
      this.#game.review(hand),
      last ? this.#game.view(last.version) : null,
    ]);
    // Somebody went on to another hand meanwhile, or left.
    if (asking.signal.aborted) return;
    this.reviewed = reviewed;
    this.played = end?.view.completedTricks ?? [];
    const plays = reviewed?.plays ?? [];
    this.chosen = plays.reduce((best, play, place) => (play.cost > (plays[best]?.cost ?? 0) ? place : best), 0);
    void this.#game
      .lookBack(
        hand,
        (entry, done, total) => {
          if (asking.signal.aborted) return;
          this.known = [...this.known, entry];
          this.done = done / total;
        },
        asking.signal,
      )
      .catch(() => undefined);
  }

  stop(): void {
    this.#asking?.abort();
    this.#asking = null;
  }

  name(seat: number): string {
    return (seat === this.viewer ? '' : this.#names?.()[seat]) || nameOf(seat, this.viewer);
  }

  readonly plays = $derived(this.reviewed?.plays ?? []);
  readonly play = $derived.by((): FortyTwoPlayReview | null => this.plays[this.chosen] ?? null);
  readonly #knownPlays = $derived(this.known.filter(({ kind }) => kind === 'play'));

  /** The tricks as rows: for each seat its play, with its place in the hand. */
  readonly tricks = $derived.by(() => {
    const rows: { trick: number; cells: ({ play: FortyTwoPlayReview; place: number } | null)[] }[] = [];
    for (const [place, play] of this.plays.entries()) {
      const row = (rows[play.trick - 1] ??= { trick: play.trick, cells: [null, null, null, null] });
      row.cells[(play.seat - this.viewer + 4) % 4] = { play, place };
    }
    return rows;
  });

  /** Who won a trick, the first being 1. */
  winner(trick: number): number | null {
    return this.played[trick - 1]?.winner ?? null;
  }

  /** What the bidders had when the hand was decided, in what the contract counts. */
  get taken(): number {
    const { reviewed } = this;
    if (!reviewed) return 0;
    const own = this.played.filter(({ winner }) => winner % 2 === reviewed.contract.bidder % 2);
    return reviewed.unit === 'tricks' ? own.length : own.reduce((sum, { points }) => sum + points, 0);
  }

  readonly head = $derived.by(() => {
    if (!this.reviewed) return null;
    const { contract, outcome, makeable, best, reached, unit, cost } = this.reviewed;
    const who = this.name(contract.bidder);
    return {
      title: `Hand ${this.hand + 1} · ${who} bid ${bidName(contract.bid)}, ${DECLARATIONS[contract.declaration].toLowerCase()}`,
      verdict: outcome === 'made' ? 'Made' : 'Set',
      expected: EXPECTED[outcome === 'made' ? 'made' : 'set'][makeable ? 'makeable' : 'lost'],
      unit: unit === 'tricks' ? 'tricks' : 'points',
      best,
      reached,
      early: this.#early,
      cost,
    };
  });

  /** A hand ends when it is decided: what was taken by then, beside what costs are counted in. Null where all was played. */
  get #early(): string | null {
    const { reviewed, played, taken } = this;
    if (!reviewed || (played.length === TRICKS && taken === reviewed.reached)) return null;
    const unit = reviewed.unit === 'tricks' ? 'trick' : 'point';
    return (
      `Decided after trick ${played.length}: the bidders had ${taken} ${unit}${taken === 1 ? '' : 's'}. ` +
      `${reviewed.reached} adds what best play of the rest would have brought, so that costs add up.`
    );
  }

  /** What the seat could know about the play that is shown: the share of deals for each tile. */
  readonly knowable = $derived.by(() => {
    const entry = this.#knownPlays[this.chosen];
    const { play } = this;
    if (!entry || !play || !this.reviewed) return null;
    const defends = play.seat % 2 !== this.reviewed.contract.bidder % 2;
    const share = (makes: Share) => (defends ? { ...makes, hits: makes.trials - makes.hits } : makes);
    const tiles = entry.plays.map(({ tile, makes }) => ({ tile, share: share(makes) }));
    const best = tiles.reduce((one, other) => (other.share.hits > one.share.hits ? other : one), tiles[0] ?? null!);
    return { defends, tiles, best };
  });

  /** One sentence about the play that is shown. */
  readonly sentence = $derived.by(() => {
    const { play } = this;
    if (!play || !this.reviewed) return '';
    const who = this.name(play.seat);
    const unit = this.reviewed.unit === 'tricks' ? 'trick' : 'point';
    if (play.cost === 0) return `${who}: ${play.tile} was as good as any.`;
    const turned = play.decisive
      ? play.seat % 2 === this.reviewed.contract.bidder % 2
        ? ' It turned made into set.'
        : ' It turned set into made.'
      : '';
    return `${who}: ${play.tile} gave ${play.cost} ${unit}${play.cost === 1 ? '' : 's'} away; ${play.best} did not.${turned}`;
  });

  /** The auction and the declaration by what each seat could know. */
  readonly calls = $derived.by((): CallReview[] => {
    const entries = this.known.filter(({ kind }) => kind !== 'play');
    return entries.map((entry, place) => this.#call(entry, entries.slice(0, place).findLast(({ bid }) => bid)?.bid));
  });

  /** `highest` is the highest bid before it. */
  #call(entry: LookBackEntry, highest: FortyTwoBid | undefined): CallReview {
    const you = entry.seat === this.viewer;
    if (entry.kind === 'declaration' && entry.declaration) {
      const bid = this.reviewed?.contract.bid ?? '30';
      const own = madeWith(entry.hand, entry.declaration, bid);
      const best = bestFor(entry.hand, bid);
      const named = DECLARATIONS[entry.declaration].toLowerCase();
      const better = best && own && best.makes.hits > own.hits && best.declaration !== entry.declaration;
      const known = !own
        ? null
        : better
          ? `after all bids: ${named} ${percent(own)}, ${DECLARATIONS[best.declaration].toLowerCase()} ${percent(best.makes)} of deals`
          : `after all bids: ${named} ${percent(own)} of deals, none better`;
      return { seat: entry.seat, said: `${you ? 'name' : 'names'} ${named}`, known };
    }
    const bid = entry.bid ?? lowestAbove(highest);
    const best = bestFor(entry.hand, bid);
    const about = best
      ? `before the bid: ${bidName(bid)} with ${DECLARATIONS[best.declaration].toLowerCase()}, the best then, ${percent(best.makes)} of deals`
      : null;
    const said = entry.bid ? `${you ? 'bid' : 'bids'} ${bidName(entry.bid)}` : you ? 'pass' : 'passes';
    return { seat: entry.seat, said, known: about };
  }

  /** The version of the game right before the play that is shown. */
  get version(): number {
    const plays = this.#history.filter(({ kind, hand }) => kind === 'DOMINO_PLAYED' && hand === this.hand);
    return (plays[this.chosen]?.version ?? 1) - 1;
  }

  /** Shows the play that comes next after so many events, in whatever hand. */
  async goTo(version: number): Promise<void> {
    const next = this.#history.find((entry) => entry.kind === 'DOMINO_PLAYED' && entry.version > version);
    if (!next || !this.hands.includes(next.hand)) return;
    if (next.hand !== this.hand) await this.show(next.hand);
    const plays = this.#history.filter(({ kind, hand }) => kind === 'DOMINO_PLAYED' && hand === next.hand);
    if (this.hand === next.hand) this.chosen = Math.max(0, plays.indexOf(next));
  }

  step(by: -1 | 1): void {
    this.chosen = Math.max(0, Math.min(this.plays.length - 1, this.chosen + by));
  }
}

/** The lowest bid that says more. */
export function lowestAbove(highest: FortyTwoBid | undefined): FortyTwoBid {
  if (!highest) return '30';
  const [, kind, number] = /^(\D*)(\d+)$/.exec(highest) ?? [];
  const next = Number(number) + 1;
  // Splash and plunge are bids of marks.
  return (kind !== '' ? `M${next}` : next <= 41 ? `${next}` : 'M1') as FortyTwoBid;
}

function madeWith(hand: readonly DeclarationOdds[], declaration: FortyTwoDeclaration, bid: FortyTwoBid): Share | null {
  const wanted = /^\d+$/.test(bid) ? bid : 'M1';
  const odds = hand.find((found) => found.declaration === declaration);
  return odds?.bids.find((found) => found.bid === wanted)?.makes ?? null;
}

function bestFor(
  hand: readonly DeclarationOdds[],
  bid: FortyTwoBid,
): { declaration: FortyTwoDeclaration; makes: Share } | null {
  let best: { declaration: FortyTwoDeclaration; makes: Share } | null = null;
  for (const { declaration } of hand) {
    const makes = madeWith(hand, declaration, bid);
    if (makes && (best === null || makes.hits > best.makes.hits)) best = { declaration, makes };
  }
  return best;
}
