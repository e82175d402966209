/** A finished hand looked back at: what every play cost with all tiles face up, beside what its seat could know. */
import type { FortyTwoCompletedTrick, HistoryEntry } from '@dicee/fortytwo';
import type {
  FortyTwoCallReview,
  FortyTwoDeclarationReview,
  FortyTwoPlayReview,
  FortyTwoReviewedHand,
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

/** One choice of the auction: what it was worth with all tiles face up, and by what the seat could know. */
export interface CallWords {
  seat: number;
  said: string;
  open: string | null;
  /** Null until it is looked at. */
  known: string | null;
}

/** How the hand ended, beside how it ends when everybody plays best with all tiles open. */
const EXPECTED = {
  made: { makeable: 'as best play by all would have made it', lost: 'though best defence would have set it' },
  set: { makeable: 'though best play would have made it', lost: 'as best play by all would have set it' },
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
    this.done = 0;
    this.chosen = 0;
    const last = this.#history.findLast((entry) => entry.hand === hand && entry.kind === 'TRICK_COMPLETED');
    const end = last ? await this.#game.view(last.version) : null;
    // Somebody went on to another hand meanwhile, or left.
    if (asking.signal.aborted) return;
    this.played = end?.view.completedTricks ?? [];
    let begun = () => {};
    const first = new Promise<void>((resolve) => (begun = resolve));
    void this.#game
      .review(
        hand,
        (reviewed, done, total) => {
          if (this.reviewed === null) this.chosen = dearest(reviewed.plays);
          this.reviewed = reviewed;
          this.done = done / total;
          begun();
        },
        asking.signal,
      )
      .catch(() => undefined)
      .finally(begun);
    await first;
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

  /** What the seat could know about the play that is shown: the share of deals that its team wins after each tile. */
  readonly knowable = $derived.by(() => {
    const { play } = this;
    if (!play || !this.reviewed) return null;
    const tiles = play.legal.flatMap(({ tile, known }) => (known ? [{ tile, share: known }] : []));
    const [first] = tiles;
    if (!first) return null;
    const best = tiles.reduce((one, other) => (other.share.hits > one.share.hits ? other : one), first);
    return { tiles, best };
  });

  /** One sentence about the play that is shown. */
  readonly sentence = $derived.by(() => {
    const { play } = this;
    if (!play || !this.reviewed) return '';
    const who = this.name(play.seat);
    const unit = this.reviewed.unit === 'tricks' ? 'trick' : 'point';
    if (play.cost === 0) return `${who}: ${play.tile} was as good as any.`;
    const [was, now] = play.seat % 2 === this.reviewed.contract.bidder % 2 ? ['made', 'set'] : ['set', 'made'];
    const back = this.reviewed.outcome === now ? '' : '; a later play turned it back';
    const turned = play.decisive ? ` It turned ${was} into ${now}${back}.` : '';
    return `${who}: ${play.tile} gave ${play.cost} ${unit}${play.cost === 1 ? '' : 's'} away; ${play.best} did not.${turned}`;
  });

  /** The auction and the declaration, by both views. */
  readonly calls = $derived((this.reviewed?.calls ?? []).map((call) => this.#call(call)));

  #call(call: FortyTwoCallReview): CallWords {
    const { seat, bid, declaration, about, options, best } = call;
    const you = seat === this.viewer;
    const makes = bestOf(options, (option) => (option.makes ? 100 + (option.points ?? 0) : (option.points ?? 0)));
    if (declaration) {
      const named = options.find((option) => option.declaration === declaration);
      const name = trumps(declaration);
      const said = `${you ? 'name' : 'names'} ${name}`;
      if (!named || !makes) return { seat, said, open: null, known: null };
      const other = !named.makes && makes.makes ? `; ${trumps(makes.declaration)} made it` : named.makes ? '' : ', as all else';
      const share =
        best && named.known
          ? best.declaration === declaration
            ? `after all bids: ${name} ${percent(best.known)} of deals, none better`
            : `after all bids: ${name} ${percent(named.known)}, ${trumps(best.declaration)} ${percent(best.known)} of deals`
          : null;
      return { seat, said, open: `all tiles open: ${named.makes ? 'made' : 'set'}${other}`, known: share };
    }
    const said = bid ? `${you ? 'bid' : 'bids'} ${bidName(bid)}` : you ? 'pass' : 'passes';
    if (!about || !makes) return { seat, said, open: null, known: null };
    const open = makes.makes
      ? `all tiles open: ${bidName(about)} made with ${trumps(makes.declaration)}`
      : `all tiles open: ${bidName(about)} set with anything`;
    const share = best
      ? `before the bid: ${bidName(about)} with ${trumps(best.declaration)}, the best then, ${percent(best.known)} of deals`
      : null;
    return { seat, said, open, known: share };
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

/** The first of the plays that cost most. */
function dearest(plays: readonly FortyTwoPlayReview[]): number {
  return plays.reduce((best, play, place) => (play.cost > (plays[best]?.cost ?? 0) ? place : best), 0);
}

/** The first of those that are worth most. */
function bestOf(
  options: readonly FortyTwoDeclarationReview[],
  worth: (option: FortyTwoDeclarationReview) => number,
): FortyTwoDeclarationReview | undefined {
  return options.reduce<FortyTwoDeclarationReview | undefined>(
    (best, option) => (best === undefined || worth(option) > worth(best) ? option : best),
    undefined,
  );
}

function trumps(declaration: keyof typeof DECLARATIONS): string {
  return DECLARATIONS[declaration].toLowerCase();
}
