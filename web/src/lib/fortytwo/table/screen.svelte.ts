/** What the Forty-Two screen holds besides the table: the lifted tile, the order of the hand, hints. */
import type {
  FortyTwoBid,
  FortyTwoCommand,
  FortyTwoCompletedTrick,
  FortyTwoDeclaration,
  FortyTwoTile,
  FortyTwoView,
  Glance,
} from '@dicee/fortytwo';
import type { Share } from '@dicee/fortytwo-coach';
import type { SettingValues } from '$lib/shell/settings.svelte';
import {
  type BestDeclaration,
  bestBid,
  bestFor,
  bestTiles,
  bidAdvice,
  dealsCounted,
  oddsOfBid,
  ownShare,
  playAdvice,
  shareWords,
} from '../hints';
import { countOf } from '../tiles';
import { bidName, contractName, DECLARATIONS, nameOf } from '../wording';
import type { Advice, FortyTwoTable } from './table';

export type Order = 'suit' | 'count' | 'own';
export const ORDERS: readonly Order[] = ['suit', 'count', 'own'];

/** How long the number of counted deals stands before it is said anew, in milliseconds. */
const COUNT_STANDS = 300;
const NOTHING = 'There is nothing to choose now.';

export interface ScreenOptions {
  table: FortyTwoTable;
  /** Who sits where, by seat; bots have names of their own. */
  names?: () => readonly string[];
  settings: () => Readonly<SettingValues>;
  say?: (text: string) => void;
  /** Hears that help was asked for. */
  onhint?: () => void;
  /** The time in milliseconds; a test replaces it. */
  now?: () => number;
}

export class FortyTwoScreen {
  readonly table: FortyTwoTable;
  readonly #names: (() => readonly string[]) | undefined;
  readonly #settings: () => Readonly<SettingValues>;
  readonly #say: (text: string) => void;
  readonly #onhint: () => void;
  readonly #now: () => number;

  /** The tile that one more tap plays. */
  lifted = $state<FortyTwoTile | null>(null);
  order = $state<Order>('suit');
  #own = $state.raw<readonly FortyTwoTile[]>([]);
  /** A hint under way or done. It names nothing before all deals are counted: a share of few deals is a guess. */
  hint = $state.raw<Advice | null>(null);
  /** How many deals a hint under way has counted, said a few times a second. */
  counted = $state(0);
  #countedAt = -Infinity;
  #note = $state('');
  /** The moment to which the note belongs. */
  #notedAt = '';
  #asking: AbortController | null = null;

  constructor({ table, names, settings, say, onhint, now }: ScreenOptions) {
    this.table = table;
    this.#names = names;
    this.#settings = settings;
    this.#say = say ?? (() => undefined);
    this.#onhint = onhint ?? (() => undefined);
    this.#now = now ?? (() => performance.now());
  }

  get view(): FortyTwoView {
    return this.table.view;
  }

  get glance(): Glance {
    return this.table.glance;
  }

  get viewer(): number {
    return this.table.viewer;
  }

  /** Looking back: nothing can be done but to look. */
  get past(): boolean {
    return this.table.shown !== null;
  }

  readonly moves = $derived.by((): readonly FortyTwoCommand[] => (this.past ? [] : this.view.moves));
  readonly legal = $derived(
    new Set(this.moves.flatMap((move) => (move.type === 'PLAY_DOMINO' ? [move.domino] : []))),
  );
  readonly bids = $derived(this.moves.flatMap((move): FortyTwoBid[] => (move.type === 'PLACE_BID' ? [move.bid] : [])));
  readonly mayPass = $derived(this.moves.some(({ type }) => type === 'PASS'));
  readonly bidding = $derived(this.bids.length > 0 || this.mayPass);
  readonly declarations = $derived(
    this.moves.flatMap((move): FortyTwoDeclaration[] => (move.type === 'SELECT_TRUMP' ? [move.trump] : [])),
  );
  readonly agreement = $derived(this.moves.find(({ type }) => type === 'AGREE_TO_ACTION') ?? null);
  /** Tiles that can be told apart from those that cannot be played. */
  readonly playing = $derived(this.legal.size > 0);
  /** There is a choice that a hint could be about. */
  readonly choosing = $derived(this.playing || this.bidding || this.declarations.length > 0);
  readonly over = $derived(this.view.phase === 'game_over');
  readonly lastTrick = $derived.by((): FortyTwoCompletedTrick | null => this.view.completedTricks.at(-1) ?? null);

  /** The viewer's tiles in the order that was chosen. */
  readonly hand = $derived.by((): FortyTwoTile[] => {
    const { order } = this.glance;
    if (this.order === 'count') return order.toSorted((a, b) => countOf(b) - countOf(a));
    if (this.order === 'own') {
      const place = (tile: FortyTwoTile) => this.#own.indexOf(tile) >>> 0;
      return order.toSorted((a, b) => place(a) - place(b));
    }
    return order;
  });

  /** What stands beside the sentence until the viewer's next choice. */
  get note(): string {
    const gone = this.#note === NOTHING && (this.choosing || this.#notedAt !== this.#moment);
    return gone ? '' : this.#note;
  }

  get #moment(): string {
    return `${this.table.version} ${this.table.shown ?? ''}`;
  }

  /** Says something, and leaves it on the screen. */
  tell(note: string): void {
    this.#note = note;
    this.#notedAt = this.#moment;
    this.#say(note);
  }

  /** Some turn of the viewer may still come in this hand: in nello the partner of the bidder sits out. */
  readonly hasTurns = $derived.by(() => {
    const { phase, trump, bidder, tilesLeft } = this.view;
    if (phase !== 'playing') return phase === 'bidding' || phase === 'trump_selection';
    const sitsOut = trump === 'nello' && bidder !== null && (bidder + 2) % 4 === this.viewer;
    return !sitsOut && (tilesLeft[this.viewer] ?? 0) > 0;
  });

  name(seat: number): string {
    return (seat === this.viewer ? '' : this.#names?.()[seat]) || nameOf(seat, this.viewer);
  }

  /** The marks that the hand is worth, and to whom, once it is decided. */
  readonly award = $derived.by((): { team: number; marks: number } | null => {
    const { phase, bid, bidder } = this.view;
    if ((phase !== 'scoring' && phase !== 'game_over') || bid === null || bidder === null) return null;
    const team = this.glance.outcome === 'made' ? bidder % 2 : 1 - (bidder % 2);
    // Points are worth one mark, marks what was bid.
    return { team, marks: Number(/\d+$/.exec(Number.isNaN(Number(bid)) ? bid : '1')?.[0] ?? 1) };
  });
  /** The marks of each team, those of the hand that all have yet to agree to among them. */
  readonly marks = $derived.by((): readonly number[] => {
    const { marks, phase, consensus } = this.view;
    const { award } = this;
    // Once all have agreed, the award is on the score itself.
    if (!award || phase !== 'scoring' || !consensus) return marks;
    return marks.map((had, team) => (team === award.team ? had + award.marks : had));
  });

  /** The hand that lies counted on the table ends the game: no other follows. */
  readonly decides = $derived.by(() => {
    const { marks, view } = this;
    return view.phase === 'scoring' && marks.some((had) => had >= view.house.targetMarks);
  });

  /** "FIVES · 31 by Nora", or what is waited for. */
  readonly contract = $derived.by(() => {
    const { trump, bid, bidder, phase, calls } = this.view;
    if (trump !== null && bid !== null && bidder !== null) {
      return { title: contractName(trump), note: `${bidName(bid)} by ${this.#by(bidder)}` };
    }
    if (bidder !== null && bid !== null) return { title: bidName(bid), note: `by ${this.#by(bidder)}` };
    const high = calls.findLast((call) => call.bid !== null);
    if (high?.bid) return { title: bidName(high.bid), note: `by ${this.#by(high.player)} so far` };
    return { title: phase === 'bidding' ? 'Bidding' : '', note: phase === 'bidding' ? 'no bid yet' : '' };
  });

  #by(seat: number): string {
    return seat === this.viewer ? 'you' : this.name(seat);
  }

  /** One sentence about now. */
  readonly sentence = $derived.by(() => {
    const { view, glance } = this;
    const actor = view.currentPlayer;
    switch (view.phase) {
      case 'bidding':
        if (actor === null) return 'Dealing.';
        if (!this.bidding) return `${this.name(actor)} ${actor === this.viewer ? 'think' : 'thinks'} about a bid.`;
        return `${view.dealer === this.viewer ? 'You deal and bid last' : 'Your bid'}: how many of the 42 points?`;
      case 'trump_selection':
        if (this.declarations.length > 0) return 'The bid is yours: name trumps.';
        return actor === this.viewer ? 'You name trumps.' : `${actor === null ? 'The bidder' : this.name(actor)} names trumps.`;
      case 'playing': {
        const trick = `Trick ${Math.min(view.completedTricks.length + 1, 7)} of 7`;
        const turn = this.playing ? 'Your turn' : '';
        if (view.trick.length === 0) {
          return this.playing ? `${turn}: you lead · ${trick}` : `${trick} · ${this.name(actor ?? 0)} ${actor === this.viewer ? 'lead' : 'leads'}`;
        }
        return [turn, trick, this.#led, this.#leader(glance)].filter(Boolean).join(' · ');
      }
      case 'scoring':
        return this.decides ? 'This hand decides the game.' : 'The hand is decided.';
      case 'game_over':
        return view.winner === this.viewer % 2 ? `You and ${this.name((this.viewer + 2) % 4)} won the game.` : `${this.name((this.viewer + 1) % 4)} and ${this.name((this.viewer + 3) % 4)} won the game.`;
      default:
        return '';
    }
  });

  get #led(): string {
    const { led } = this.glance;
    if (led === null) return '';
    if (led === 'trumps' || led === 'doubles') return `${led} led`;
    return `${DECLARATIONS[led as FortyTwoDeclaration].toLowerCase()} led`;
  }

  #leader({ winning, points }: Glance): string {
    const tile = this.view.trick.find(({ player }) => player === winning)?.domino;
    if (winning === null || !tile) return '';
    const whose = winning === this.viewer ? 'your' : `${this.name(winning)}’s`;
    const sure = this.view.consensus !== null;
    // Where only tricks count, what the trick is worth is nothing to tell.
    const worth = this.glance.race?.unit === 'tricks' ? '' : ` ${points} ${points === 1 ? 'point' : 'points'}`;
    // A tile is one word, and no line breaks within it.
    return `${whose} ${tile.replace('-', '\u2011')} wins${worth}${sure ? '' : ' so far'}`;
  }

  /** A tap on a tile: lifts it, and plays it if it was lifted, or at once without *confirm plays*. */
  async tap(tile: FortyTwoTile): Promise<void> {
    if (this.agreement) return this.agree();
    if (!this.legal.has(tile)) {
      this.lifted = null;
      if (this.playing) this.#say(`${tile} cannot be played: ${this.#led || 'it is not your turn'}.`);
      return;
    }
    if (this.lifted === tile || !this.#settings().confirmPlays) return this.play(tile);
    this.lifted = tile;
  }

  async play(tile: FortyTwoTile | null = this.lifted): Promise<void> {
    if (!tile || !this.legal.has(tile)) return;
    this.stopHint();
    this.#note = '';
    this.lifted = null;
    await this.table.send({ type: 'PLAY_DOMINO', player: this.viewer, domino: tile });
  }

  async bid(bid: FortyTwoBid | null): Promise<void> {
    this.stopHint();
    this.#note = '';
    const player = this.viewer;
    await this.table.send(bid === null ? { type: 'PASS', player } : { type: 'PLACE_BID', player, bid });
  }

  async declare(trump: FortyTwoDeclaration): Promise<void> {
    this.stopHint();
    this.#note = '';
    await this.table.send({ type: 'SELECT_TRUMP', player: this.viewer, trump });
  }

  async agree(): Promise<void> {
    if (this.agreement) await this.table.send(this.agreement);
  }

  async undo(): Promise<void> {
    this.stopHint();
    this.#note = '';
    this.lifted = null;
    await this.table.undo?.();
  }

  /** The tile in this place of the hand, from 0. */
  lift(place: number): void {
    const tile = this.hand[place];
    if (tile) void this.tap(tile);
  }

  /** Moves the lifted tile by one place, in an order of one's own. */
  move(by: -1 | 1): boolean {
    const { hand, lifted } = this;
    if (lifted === null) return false;
    const from = hand.indexOf(lifted);
    const to = from + by;
    if (from < 0 || to < 0 || to >= hand.length) return false;
    const tiles = hand.toSpliced(from, 1);
    this.#own = tiles.toSpliced(to, 0, lifted);
    this.order = 'own';
    return true;
  }

  setOrder(order: Order): void {
    if (order === 'own') this.#own = this.hand;
    this.order = order;
  }

  /** Asks for the share of deals in which each choice makes the bid, by what this seat can know. Twice stops it. */
  async askHint(): Promise<void> {
    if (this.hint) {
      this.stopHint();
      return;
    }
    const asking = new AbortController();
    this.#asking = asking;
    const { advise } = this.table;
    if (!advise) return;
    if (!this.choosing) {
      this.tell(NOTHING);
      return;
    }
    this.#onhint();
    this.hint = { plays: [], hand: [], done: 0 };
    this.counted = 0;
    this.#countedAt = -Infinity;
    await advise(this.playing ? 'play' : 'hand', (advice) => this.#follow(advice), asking.signal);
    // No answer came: the table has said why.
    if (!asking.signal.aborted && this.hint?.done === 0) this.stopHint();
    if (!asking.signal.aborted && this.hint) this.#say(this.advice);
  }

  /** Deals that compare the declarations and those that measure the best one are not told apart until both are counted. */
  #follow(advice: Advice): void {
    if (advice.done >= 1) {
      this.hint = advice;
      return;
    }
    const now = this.#now();
    if (now - this.#countedAt < COUNT_STANDS) return;
    this.#countedAt = now;
    this.counted = dealsCounted(advice);
    this.hint = { plays: [], hand: [], done: advice.done };
  }

  stopHint(): void {
    this.#asking?.abort();
    this.#asking = null;
    this.hint = null;
  }

  /** How often a tile makes, or for the defenders sets, the bid. */
  shareOf(tile: FortyTwoTile): Share | null {
    const makes = this.hint?.plays.find((odds) => odds.tile === tile)?.makes;
    return makes ? ownShare(makes, this.defends) : null;
  }

  /** How often a declaration makes the bid that won. */
  shareOfDeclaration(declaration: FortyTwoDeclaration): Share | null {
    const odds = this.hint?.hand.find((found) => found.declaration === declaration);
    const found = odds && this.view.bid ? oddsOfBid(odds, this.view.bid) : null;
    return found ? (found.best ?? found.makes) : null;
  }

  /** How often a bid is made with the best declaration for it, and which one that is. */
  bestFor(bid: FortyTwoBid): BestDeclaration | null {
    return bestFor(this.hint?.hand ?? [], bid);
  }

  /** The best tiles by the hint: all that share the first place. */
  readonly best = $derived.by(() => bestTiles(this.hint?.plays ?? [], this.defends));

  /** The viewer plays against the bid. */
  get defends(): boolean {
    const { bidder } = this.view;
    return bidder !== null && bidder % 2 !== this.viewer % 2;
  }

  /** What the figures of a hint mean. */
  get adviceNote(): string {
    const blue = this.bidding ? ' Blue: two deals in three or more.' : '';
    return `Best play with all hands face up: at the table it is harder.${blue}`;
  }

  /** The bid that is worth most among those that are made most often, once there is something to say. */
  get bestBid(): FortyTwoBid | null {
    return bestBid(this.hint?.hand ?? [], this.bids);
  }

  /** The hint in one sentence. */
  get advice(): string {
    const { plays, hand } = this.hint ?? { plays: [], hand: [] };
    if (this.playing) return playAdvice(plays, this.defends);
    if (this.declarations.length === 0) return bidAdvice(hand, this.bids, this.mayPass);
    const best = this.view.bid ? this.bestFor(this.view.bid) : null;
    if (!best) return '';
    const verb = best.declaration === 'nello' ? 'makes' : 'make';
    return `${DECLARATIONS[best.declaration]} ${verb} the bid in ${shareWords(best.makes)} of possible deals.`;
  }
}
