/** What the page and its Forty-Two worker say to each other. */
import type {
  CheckedDeals,
  DealRequest,
  DeclarationOdds,
  Due,
  FortyTwoCommand,
  FortyTwoReviewedHand,
  FortyTwoSkill,
  FortyTwoTile,
  FortyTwoView,
  FoundDeal,
  Glance,
  HistoryEntry,
  LookBackEntry,
  NewGame,
  PlayedEvent,
  PositionAnswer,
  PositionRequest,
  SearchRequest,
  SolvedDeal,
  TileOdds,
} from '@dicee/fortytwo';

/** The table as the person at this device sees it, now or at some version. */
export interface Shown {
  view: FortyTwoView;
  /** Who wins the trick, what is needed, the hand by suit: what follows from the view. */
  glance: Glance;
}

/** A game as it stands now. */
export interface Snapshot extends Shown {
  version: number;
  seat: number;
  skill: FortyTwoSkill;
  /** What bots do by themselves, and when. */
  due: Due[];
  /** What has happened since the snapshot before. */
  news: PlayedEvent[];
}

/** A table in the worker. */
export interface Opened extends Snapshot {
  handle: number;
}

/** The methods of the worker. */
export interface FortyTwoService {
  create(request: NewGame): Opened;
  fromLink(link: string): Opened;
  fromLog(log: string): Opened;
  fork(handle: number, version: number): Opened;
  /** The same deals from the other side. */
  duplicate(handle: number): Opened;
  submit(handle: number, seat: number, commandId: string, command: FortyTwoCommand): Snapshot;
  /** Lets the bot of a seat do what it does now. */
  playBot(handle: number, seat: number, commandId: string): Snapshot;
  view(handle: number, at: number | null): Shown;
  hands(handle: number, at: number | null): FortyTwoTile[][];
  history(handle: number): HistoryEntry[];
  link(handle: number): string;
  log(handle: number): string;
  checkDeals(handle: number): CheckedDeals;
  finished(handle: number): number[];
  review(handle: number, hand: number): FortyTwoReviewedHand | null;
  close(handle: number): void;

  /** What follows from a view, as of a live table. */
  glance(view: FortyTwoView): Glance;
  dealSeed(seed: number): FortyTwoTile[][];
  solveDeal(request: DealRequest): SolvedDeal[];
  solve(request: PositionRequest): PositionAnswer;

  /** Questions that go on until `effort` is spent or `stop` is called; each answers with what it has so far. */
  startHint(handle: number, at: number | null): number;
  startHandHint(handle: number, at: number | null): number;
  startLookBack(handle: number, hand: number): number;
  startHandOdds(hand: FortyTwoTile[]): number;
  startSearch(request: SearchRequest): number;
  /** The next part of a question. */
  hint(study: number, deals: number): TileOdds[];
  handHint(study: number, deals: number): DeclarationOdds[];
  lookBack(study: number, deals: number): { entry: LookBackEntry | null; total: number };
  search(study: number, seeds: number): FoundDeal | null;
  stop(study: number): void;
}
