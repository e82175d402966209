/** An event of the log: its kind, such as `DOMINO_PLAYED`, and its payload. */
export interface PlayedEvent {
  t: string;
  p: Record<string, unknown>;
}

/** Thrown as an `Error` with these fields: a command that the rules do not allow. */
export interface Refusal extends Error {
  name: "Refusal";
  /** For machines, such as `ERR_NOT_YOUR_TURN`. */
  code: string;
  /** The field of the command at fault, where there is one. */
  field?: string;
}

/** Thrown for a link that holds no game, and for a log that does not hold. */
export interface StoredGameError extends Error {
  name: "LinkError" | "LogError";
  code: string;
}

/** Thrown as an `Error` with these fields when the input is invalid. */
export interface InputError extends Error {
  name: "InputError";
  /** For machines: `ERR_INVALID_INPUT`. */
  code: string;
  /** The field that is wrong, for example `dice`. */
  field: string;
  /** What would have been accepted. */
  expected: string;
  /** What came. */
  actual: string;
}

// Generated from the Rust types by `cargo xtask types`. Do not edit.

/** How often a bid is made. */
export interface BidOdds {
  /** The bid. */
  bid: FortyTwoBid;
  /** In how many deals. */
  makes: Share;
}

/** What is known about the deals of a game. */
export type CheckedDeals = {
  result: "seeded";
  /** How many there were. */
  deals: number;
} | {
  result: "hidden";
} | {
  result: "fair";
  /** How many there were. */
  deals: number;
} | {
  result: "false";
  /** The event, from 1. */
  event: number;
};

/** Four hands to be valued under every declaration, led by the bidder. */
export interface DealRequest {
  /** Equally many tiles each. */
  hands: [FortyTwoTiles, FortyTwoTiles, FortyTwoTiles, FortyTwoTiles];
  /** Who bids and leads. */
  bidder: FortyTwoSeat;
}

/** What a hand is worth under one declaration, from what the seat can know. */
export interface DeclarationOdds {
  /** What is named. */
  declaration: FortyTwoDeclaration;
  /** Points of 42 in the mean; absent where only tricks count. */
  points?: number;
  /** Each bid, lowest first; `M1` stands for all tricks, whatever the marks. */
  bids: BidOdds[];
}

/** What a bot will do by itself. */
export interface Due {
  /** The seat. */
  seat: FortyTwoSeat;
  /** What. */
  kind: DueKind;
  /** Milliseconds after the last event. */
  delay: number;
}

/** What a bot does by itself. */
export type DueKind = "turn" | "agree";

/** What the seats of a hand are asked to agree to. */
export interface FortyTwoAsked {
  /** What. */
  action: FortyTwoConsensusAction;
  /** Who has agreed. */
  agreed: FortyTwoSeat[];
  /** Who has not. */
  missing: FortyTwoSeat[];
}

export type FortyTwoBid = "30" | "31" | "32" | "33" | "34" | "35" | "36" | "37" | "38" | "39" | "40" | "41" | "M1" | "M2" | "M3" | "M4" | "M5" | "M6" | "M7" | "M8" | "M9" | "M10" | "splash 2" | "splash 3" | "plunge 4" | "plunge 5" | "plunge 6" | "plunge 7";

export type FortyTwoBidInput = "30" | "31" | "32" | "33" | "34" | "35" | "36" | "37" | "38" | "39" | "40" | "41" | "M1" | "M2" | "M3" | "M4" | "M5" | "M6" | "M7" | "M8" | "M9" | "M10" | "splash 2" | "splash 3" | "plunge 4" | "plunge 5" | "plunge 6" | "plunge 7" | "42";

/** One call of the auction. */
export interface FortyTwoCall {
  /** Who spoke. */
  player: FortyTwoSeat;
  /** What; nothing is a pass. */
  bid: FortyTwoBid | null;
}

/**
 * What a seat may ask for; the only way to change anything. On the wire an object whose field `type` is the name in
 * capitals, such as `PLAY_DOMINO`.
 */
export type FortyTwoCommand = {
  type: "COMMIT";
  /** The name of the game. */
  gameId: string;
  /** The SHA-256 of the secret. */
  commitment: Hex;
} | {
  type: "MIX";
  /** The seat. */
  player: FortyTwoSeat;
  /** The text, 1 to 64 characters. */
  clientSeed: string;
} | {
  type: "REVEAL";
  /** The secret. */
  serverSeed: Hex;
} | {
  type: "START_GAME";
  /**
   * The seed of the first hand, for practice; without it the tiles come from the promised secret, or where nothing
   * was promised from a seed that is drawn.
   */
  seed?: number;
  /** Who sits where; seat 0 against three bots if left out. */
  playerTypes?: [FortyTwoPlayerType, FortyTwoPlayerType, FortyTwoPlayerType, FortyTwoPlayerType];
  /** Who deals; seat 3 if left out, so that seat 0 speaks first. */
  dealer?: FortyTwoSeat;
  /** What the table agrees on. */
  house: FortyTwoHouseRules;
} | {
  type: "PLACE_BID";
  /** The seat. */
  player: FortyTwoSeat;
  /** Its bid. */
  bid: FortyTwoBid;
} | {
  type: "PASS";
  /** The seat. */
  player: FortyTwoSeat;
} | {
  type: "SELECT_TRUMP";
  /** The seat. */
  player: FortyTwoSeat;
  /** What it names. */
  trump: FortyTwoDeclaration;
} | {
  type: "PLAY_DOMINO";
  /** The seat. */
  player: FortyTwoSeat;
  /** The tile. */
  domino: FortyTwoTile;
} | {
  type: "AGREE_TO_ACTION";
  /** The seat. */
  player: FortyTwoSeat;
  /** To what. */
  action: FortyTwoConsensusAction;
} | {
  type: "ENABLE_QUICKPLAY";
  /** The pace; unchanged if left out. */
  speed?: FortyTwoSpeed;
} | {
  type: "DISABLE_QUICKPLAY";
} | {
  type: "REQUEST_REDEAL";
} | {
  type: "RECORD";
  /** The event. */
  event: Record<string, unknown>;
};

/** A trick that was turned over. */
export interface FortyTwoCompletedTrick {
  /** The lead first. */
  plays: FortyTwoPlay[];
  /** Who won it. */
  winner: FortyTwoSeat;
  /** Its points. */
  points: number;
}

/** What the seats of a hand agree to, together, before it happens. */
export type FortyTwoConsensusAction = "complete-trick" | "score-hand";

/** What is played for in one hand: who promised what, and under which declaration. */
export interface FortyTwoContract {
  /** Who won the auction. */
  bidder: FortyTwoSeat;
  /** With which bid. */
  bid: FortyTwoBid;
  /** What was named. */
  declaration: FortyTwoDeclaration;
}

export type FortyTwoDeclaration = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "doubles" | "none" | "nello" | "sevens";

/** What a table has agreed on beyond straight 42. It is part of a game's first event, so that a replay is complete. */
export interface FortyTwoHouseRules {
  /** A mark bid may call nello. */
  nello: boolean;
  /** Two or three marks may be bid as a splash, with three doubles. */
  splash: boolean;
  /** Four marks and more may be bid as a plunge, with four doubles. */
  plunge: boolean;
  /** A mark bid may call sevens. */
  sevens: boolean;
  /** After three passes the dealer must bid. */
  forcedBid: boolean;
  /** The marks that win the game. */
  targetMarks: FortyTwoTargetMarks;
}

/** What a table has agreed on beyond straight 42. It is part of a game's first event, so that a replay is complete. */
export interface FortyTwoHouseRulesInput {
  /** A mark bid may call nello. */
  nello?: boolean;
  /** Two or three marks may be bid as a splash, with three doubles. */
  splash?: boolean;
  /** Four marks and more may be bid as a plunge, with four doubles. */
  plunge?: boolean;
  /** A mark bid may call sevens. */
  sevens?: boolean;
  /** After three passes the dealer must bid. */
  forcedBid?: boolean;
  /** The marks that win the game. */
  targetMarks?: FortyTwoTargetMarks;
}

/** Where a contract stands. */
export type FortyTwoOutcome = "live" | "made" | "set";

/** What the table is doing. */
export type FortyTwoPhase = "waiting" | "bidding" | "trump_selection" | "playing" | "scoring" | "game_over";

/** A tile and who played it. */
export interface FortyTwoPlay {
  /** The seat. */
  player: FortyTwoSeat;
  /** The tile. */
  domino: FortyTwoTile;
}

/** What one play of a finished hand cost, against the best there was with all tiles face up. */
export interface FortyTwoPlayReview {
  /** The trick, the first being 1. */
  trick: number;
  /** Who played. */
  seat: FortyTwoSeat;
  /** What was played. */
  tile: FortyTwoTile;
  /** The best play; the one that was made if that is as good as any. */
  best: FortyTwoTile;
  /** What the play lost: points of 42, or tricks where only tricks matter. */
  cost: number;
  /** Whether it turned the contract: made into set by the bidders, or set into made by the defenders. */
  decisive: boolean;
  /** What every legal tile would have left the bidders with. */
  legal: FortyTwoTileValue[];
}

/** Who sits in a seat. */
export type FortyTwoPlayerType = "human" | "ai";

/** The pace of AI seats. */
export interface FortyTwoQuickplay {
  /** Whether the pace that is set counts. */
  enabled: boolean;
  /** The pace that is set. */
  speed: FortyTwoSpeed;
}

/** A finished hand, and what its plays cost. */
export interface FortyTwoReviewedHand {
  /** Its number, the first being 1; hands that all passed, or that were dealt anew, leave gaps. */
  hand: number;
  /** What was played for. */
  contract: FortyTwoContract;
  /** How it ended. */
  outcome: FortyTwoOutcome;
  /** What costs count. */
  unit: FortyTwoStake;
  /** In the order of play. */
  plays: FortyTwoPlayReview[];
  /** What each seat lost in all. */
  cost: [number, number, number, number];
  /** Whether the contract would have been made had everyone played best. */
  makeable: boolean;
  /** What the bidders end with when everyone plays best: points, or tricks where only those matter. */
  best: number;
  /** What they came to: the same from the last play on, so that costs add up to the difference. */
  reached: number;
}

export type FortyTwoSeat = number;

/** How well a [`Bot`] plays. */
export type FortyTwoSkill = "random" | "heuristic" | "strong";

/** The pace of AI seats. */
export type FortyTwoSpeed = "instant" | "fast" | "normal";

/** What is counted in a hand. */
export type FortyTwoStake = "points" | "tricks";

/** What each team has won in a hand so far. */
export interface FortyTwoTally {
  /** Points: count and one for each trick. */
  points: [number, number];
  /** Tricks. */
  tricks: [number, number];
}

export type FortyTwoTargetMarks = number;

/** 0 is seats 0 and 2, 1 is seats 1 and 3. */
export type FortyTwoTeam = number;

export type FortyTwoTile = "0-0" | "1-0" | "1-1" | "2-0" | "2-1" | "2-2" | "3-0" | "3-1" | "3-2" | "3-3" | "4-0" | "4-1" | "4-2" | "4-3" | "4-4" | "5-0" | "5-1" | "5-2" | "5-3" | "5-4" | "5-5" | "6-0" | "6-1" | "6-2" | "6-3" | "6-4" | "6-5" | "6-6";

/** A tile, and what the bidders end with after it when everyone plays best from there on. */
export interface FortyTwoTileValue {
  /** The tile. */
  tile: FortyTwoTile;
  /** Points of 42, or tricks where only those matter. */
  value: number;
}

/** Different tiles in the order of their index. */
export type FortyTwoTiles = FortyTwoTile[];

/**
 * What one seat, or a spectator, may know: everything that lies open, and the seat's own tiles. No seed, because a
 * seed tells every hand; it is shown when the game is over, so that the deals can be checked.
 *
 * A bot decides from this alone.
 */
export interface FortyTwoView {
  /** Who looks; nobody is a spectator. */
  viewer: FortyTwoSeat | null;
  /** What the table is doing. */
  phase: FortyTwoPhase;
  /** What the table agreed on; before the start nothing is, and these are the defaults. */
  house: FortyTwoHouseRules;
  /** Who sits where. */
  playerTypes: [FortyTwoPlayerType, FortyTwoPlayerType, FortyTwoPlayerType, FortyTwoPlayerType];
  /** Who dealt, once there is a game. */
  dealer: FortyTwoSeat | null;
  /** The number of this hand, the first being 0. */
  handNumber: number;
  /** Whose turn it is to bid, to name trumps or to play. */
  currentPlayer: FortyTwoSeat | null;
  /** The viewer's own tiles; none for a spectator. */
  hand: FortyTwoTiles;
  /** How many tiles each seat holds. */
  tilesLeft: [number, number, number, number];
  /** The auction so far, in order. */
  calls: FortyTwoCall[];
  /** Who won the auction, once it is over. */
  bidder: FortyTwoSeat | null;
  /** The highest bid so far. */
  bid: FortyTwoBid | null;
  /** What was named. */
  trump: FortyTwoDeclaration | null;
  /** The trick on the table, the lead first. */
  trick: FortyTwoPlay[];
  /** The tricks of this hand; they stay when it is scored, until the next deal. */
  completedTricks: FortyTwoCompletedTrick[];
  /** Points and tricks of this hand; they stay when it is scored, until the next deal. */
  tally: FortyTwoTally;
  /** Marks of the game. */
  marks: [number, number];
  /** What all are asked to agree to. */
  consensus: FortyTwoAsked | null;
  /** The pace of AI seats. */
  quickplay: FortyTwoQuickplay;
  /** What the viewer may do now; exactly these commands of the game are accepted. */
  moves: FortyTwoCommand[];
  /** Who won, once the game is over. */
  winner: FortyTwoTeam | null;
  /** The seed of the first hand, once the game is over; only in practice and links there is one. */
  seed: number | null;
  /** The SHA-256 of the secret from which all tiles are dealt, where one was promised. */
  commitment: Hex | null;
  /** What the players added to the deals, in the order of their seats. */
  clientSeeds: string[];
  /** The secret of the deals, once it is shown after the game. */
  serverSeed: Hex | null;
}

/** A deal that is as wished, and why it was taken. */
export interface FoundDeal {
  /** The seed of the deal. */
  seed: number;
  /** What to name. */
  declaration: FortyTwoDeclaration;
  /** Points of the seat's team, all tiles face up; absent where only tricks count. */
  points?: number;
  /** For a close one, in how many deals 30 is made. */
  makes?: Share;
}

/** What a table shows at a glance, all of it from the view of a seat. */
export interface Glance {
  /** The suit that was led: `trumps`, `doubles`, or a pip. */
  led: string | null;
  /** Whose tile wins the trick so far. */
  winning: FortyTwoSeat | null;
  /** What the trick is worth so far. */
  points: number;
  /** What each team has and needs, once trumps are named. */
  race: Race | null;
  /** How the hand stands, once trumps are named. */
  outcome: FortyTwoOutcome | null;
  /** The viewer's tiles by suit: trumps first, the highest first. */
  order: FortyTwoTile[];
  /** What would become trumps of the viewer's tiles under each declaration. */
  trumps: TrumpsInHand[];
}

/** 32 bytes, in lower-case hexadecimal on the wire: a seed or a promise of one. */
export type Hex = string;

/** One event, as a scrubber needs it. */
export interface HistoryEntry {
  /** How many events there are after it. */
  version: number;
  /** What happened, such as `DOMINO_PLAYED`. */
  kind: string;
  /** Whose choice it was; absent for what the rules did. */
  seat?: FortyTwoSeat;
  /** The number of the hand, the first being 0. */
  hand: number;
  /** Tricks that were turned over in this hand. */
  trick: number;
  /** Whether the game can be played on from here: nothing follows by itself. */
  rests: boolean;
}

/** One choice of a finished hand, and what was worth what by what its seat could know. */
export interface LookBackEntry {
  /** Who chose. */
  seat: FortyTwoSeat;
  /** What kind of choice it was. */
  kind: LookBackKind;
  /** The bid, for a call that was no pass. */
  bid?: FortyTwoBid;
  /** What was named, for a declaration. */
  declaration?: FortyTwoDeclaration;
  /** The tile, for a play. */
  tile?: FortyTwoTile;
  /** Every legal play; empty for calls and declarations. */
  plays: TileOdds[];
  /** Every declaration that could be named; empty for plays. */
  hand: DeclarationOdds[];
}

/** What was chosen. */
export type LookBackKind = "call" | "declaration" | "play";

/**
 * A game to open: one person in seat 0 and three bots. What is left out is chance, seat 3 as the dealer, straight rules
 * and strong bots.
 */
export interface NewGame {
  /** The seed of the first hand. */
  seed?: number;
  /** Who deals it. */
  dealer?: FortyTwoSeat;
  /** What the table agrees on. */
  house?: FortyTwoHouseRulesInput;
  /** How well the bots play. */
  skill?: FortyTwoSkill;
}

/** A solved position, all tiles face up. */
export interface PositionAnswer {
  /** Whose turn it is. */
  turn: FortyTwoSeat;
  /** Whose points are counted. */
  team: FortyTwoTeam;
  /** What both teams take together from here on. */
  total: number;
  /** What each legal tile leaves the bidders from here on. */
  plays: FortyTwoTileValue[];
}

/** A position with every tile face up; a trick may be under way. */
export interface PositionRequest {
  /** What each seat still holds. */
  hands: [FortyTwoTiles, FortyTwoTiles, FortyTwoTiles, FortyTwoTiles];
  /** What was named. */
  declaration: FortyTwoDeclaration;
  /** Who won the auction. */
  bidder: FortyTwoSeat;
  /** Who leads, or led, the trick; the bidder if left out. */
  leader?: FortyTwoSeat;
  /** The tiles of the trick under way, the lead first. */
  trick?: FortyTwoTile[];
}

/** What each team has and needs to make or to set the bid. */
export interface Race {
  /** What is counted. */
  unit: FortyTwoStake;
  /** What each team has. */
  has: [number, number];
  /** What each team needs; in nello the bidders need none. */
  needs: [number, number];
}

/** What a command brought about. */
export interface Receipt {
  /** How many events there are after it. */
  version: number;
  /** Whether this is the answer to an earlier sending of the same command. */
  repeated: boolean;
}

/** A deal to look for. */
export interface SearchRequest {
  /** What is wished for. */
  wish: WishName;
  /** By which seat; 0 if left out. */
  seat?: FortyTwoSeat;
  /** The bid that is to be makeable; 30 if left out. */
  bid?: FortyTwoBidInput;
  /** The first seed that is looked at; chance if left out. */
  from?: number;
}

/** A share of deals, with its 95 % interval. */
export interface Share {
  /** In how many deals. */
  hits: number;
  /** Of how many. */
  trials: number;
  /** From 0 to 1. */
  low: number;
  /** From 0 to 1. */
  high: number;
}

/** What four hands are worth to the bidders under one declaration, all tiles face up. */
export interface SolvedDeal {
  /** What is named. */
  declaration: FortyTwoDeclaration;
  /** Points of the bidders; tricks of the bidders in nello and sevens. */
  value: number;
  /** Whether the bidders take every trick; in nello, none. */
  all: boolean;
}

/** What a play is worth, from what the seat can know. */
export interface TileOdds {
  /** The tile. */
  tile: FortyTwoTile;
  /** In how many deals the contract is made after it. */
  makes: Share;
  /** What the seat's team takes from here on in the mean: points, or tricks where only those count. */
  takes: number;
}

/** The viewer's tiles that a declaration makes trumps. */
export interface TrumpsInHand {
  /** What is named. */
  declaration: FortyTwoDeclaration;
  /** The tiles, the highest first. */
  tiles: FortyTwoTile[];
}

/** What a deal is looked for by. */
export type WishName = "makeable" | "close" | "splash" | "plunge" | "nello";
