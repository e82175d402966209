/** What the page and its Forty-Two worker say to each other. */
import type {
  CheckedDeals,
  Due,
  FortyTwoCommand,
  FortyTwoComparison,
  FortyTwoDrill,
  FortyTwoHandRecord,
  FortyTwoSight,
  FortyTwoSkill,
  FortyTwoTile,
  FortyTwoView,
  Glance,
  HistoryEntry,
  NewGame,
  PlayedEvent,
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
  /** The same deals at the table where they were played first; null where nobody did. */
  comparison: FortyTwoComparison | null;
  /** What bots do by themselves, and when. */
  due: Due[];
  /** What has happened since the snapshot before. */
  news: PlayedEvent[];
}

/** A table in the worker. */
export interface Opened extends Snapshot {
  handle: number;
}

/** What a bot is asked: it agrees by itself, and decides from what its seat knows. Both are null where it has nothing to do. */
export interface BotTurn {
  version: number;
  agreement: FortyTwoCommand | null;
  sight: FortyTwoSight | null;
}

/** The methods of the worker. */
export interface FortyTwoService {
  create(request: NewGame): Opened;
  fromLink(link: string): Opened;
  fromLog(log: string): Opened;
  fork(handle: number, version: number): Opened;
  /** The same deals again, from the same seat or from the other side. */
  duplicate(handle: number, otherSide: boolean): Opened;
  submit(handle: number, seat: number, commandId: string, command: FortyTwoCommand): Snapshot;
  /** What the bot of a seat has to do now. */
  botTurn(handle: number, seat: number): BotTurn;
  /** Lets the bot of a seat do it, unless the table has moved on since. */
  playBot(handle: number, seat: number, commandId: string, version: number, command: FortyTwoCommand): Snapshot;
  view(handle: number, at: number | null): Shown;
  hands(handle: number, at: number | null): FortyTwoTile[][];
  history(handle: number): HistoryEntry[];
  link(handle: number): string;
  log(handle: number): string;
  checkDeals(handle: number): CheckedDeals;
  finished(handle: number): number[];
  /** A finished hand, for the coach. */
  record(handle: number, hand: number): FortyTwoHandRecord | null;
  /** What the person at this device knows of the hand being played, for the coach. */
  sight(handle: number, at: number | null): FortyTwoSight;
  close(handle: number): void;

  /** What follows from a view, as of a live table. */
  glance(view: FortyTwoView): Glance;
  /** A question to practise with, and its answer. */
  drill(kind: FortyTwoDrill['kind'], seed: number): FortyTwoDrill;
}
