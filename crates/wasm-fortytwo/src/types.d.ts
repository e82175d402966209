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

/** What a bot will do by itself. */
export interface Due {
  /** The seat. */
  seat: FortyTwoSeat;
  /** The kind. */
  kind: DueKind;
  /** Milliseconds after the last event. */
  delay: number;
}

/** What a bot does by itself. */
export type DueKind = "turn" | "agree";

/** What the seats of a hand are asked to agree to. */
export interface FortyTwoAsked {
  /** The action. */
  action: FortyTwoConsensusAction;
  /** Who has agreed. */
  agreed: FortyTwoSeat[];
  /** Who has not. */
  missing: FortyTwoSeat[];
}

export type FortyTwoBid = "30" | "31" | "32" | "33" | "34" | "35" | "36" | "37" | "38" | "39" | "40" | "41" | "M1" | "M2" | "M3" | "M4" | "M5" | "M6" | "M7" | "M8" | "M9" | "M10" | "splash 2" | "splash 3" | "plunge 4" | "plunge 5" | "plunge 6" | "plunge 7";

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

/** One deal at both tables. */
export interface FortyTwoComparedDeal {
  /** The number of the hand, the first being 0. */
  hand: number;
  /** Marks for the side of the person at the first table, negative for those of the opponents; 0 where all passed. */
  first: number;
  /** The same at this table. */
  second: number;
  /** What the deal adds to the lead. */
  lead: number;
}

/**
 * Two tables with the same deals beside each other.
 *
 * Where both people held the tiles of the same side, luck was the same for both, and the difference is theirs. Where they
 * held those of both sides, they are one team against the bots, which held the same tiles: the sum has no luck in it.
 */
export interface FortyTwoComparison {
  /** Whether the two held the tiles of different sides. */
  otherSide: boolean;
  /** The hands that were decided at both tables. */
  deals: FortyTwoComparedDeal[];
  /**
   * Over these hands: the marks of this table less those of the first, for the tiles that both people held; or of both
   * people together less those of the bots.
   */
  lead: number;
}

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

export type FortyTwoDeclaration = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "doubles" | "none" | "nello" | "sevens";

/** A question, and its answer. The player sits on seat 0. */
export type FortyTwoDrill = {
  kind: "winner";
  /** What is named. */
  declaration: FortyTwoDeclaration;
  /** The trick. */
  trick: FortyTwoDrillTrick;
  /** Who wins it. */
  answer: FortyTwoSeat;
  /** What it is worth. */
  points: number;
} | {
  kind: "void";
  /** What is named. */
  declaration: FortyTwoDeclaration;
  /** The pip of the suit; absent for the doubles, where they are a suit of their own. */
  pip?: number;
  /** What was played. */
  tricks: FortyTwoDrillTrick[];
  /** Those who did not follow, by seat. */
  answer: FortyTwoSeat[];
} | {
  kind: "trumps";
  /** What is named. */
  declaration: FortyTwoDeclaration;
  /** What the player still holds. */
  hand: FortyTwoTiles;
  /** What was played. */
  tricks: FortyTwoDrillTrick[];
  /** How many. */
  answer: number;
} | {
  kind: "make";
  /** What is named. */
  declaration: FortyTwoDeclaration;
  /** What everybody holds. */
  hands: [FortyTwoTiles, FortyTwoTiles, FortyTwoTiles, FortyTwoTiles];
  /** Who led the trick under way, or leads it now. */
  leader: FortyTwoSeat;
  /** The tiles of the trick under way, the lead first. */
  trick: FortyTwoTile[];
  /** How many points the side of the player needs from here on, this trick included. */
  needed: number;
  /** Which tiles may be played. */
  legal: FortyTwoTiles;
  /** Those after which best play by all takes them. */
  answer: FortyTwoTiles;
};

/** A whole trick. */
export interface FortyTwoDrillTrick {
  /** Who led. */
  leader: FortyTwoSeat;
  /** The tiles, the lead first. */
  plays: FortyTwoTile[];
}

/** A hand that was played to its decision. */
export interface FortyTwoHandRecord {
  /** Its number, the first being 0. */
  number: number;
  /** Who dealt. */
  dealer: FortyTwoSeat;
  /** What the table agreed on. */
  house: FortyTwoHouseRules;
  /** The marks of both teams before the hand. */
  marks: [number, number];
  /** The seven tiles that each seat was dealt. */
  hands: [FortyTwoTiles, FortyTwoTiles, FortyTwoTiles, FortyTwoTiles];
  /** What was said, from the left of the dealer on; null is a pass. */
  calls: (FortyTwoBid | null)[];
  /** What was named. */
  trump: FortyTwoDeclaration | null;
  /** Every tile in the order of play. */
  plays: FortyTwoTile[];
}

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

/** Who sits in a seat. */
export type FortyTwoPlayerType = "human" | "ai";

/** The pace of AI seats. */
export interface FortyTwoQuickplay {
  /** Whether the pace that is set counts. */
  enabled: boolean;
  /** The pace that is set. */
  speed: FortyTwoSpeed;
}

export type FortyTwoSeat = number;

/** What one seat knows of a hand. */
export interface FortyTwoSight {
  /** The seat. */
  seat: FortyTwoSeat;
  /** Who dealt. */
  dealer: FortyTwoSeat;
  /** What the table agreed on. */
  house: FortyTwoHouseRules;
  /** The marks of both teams before the hand. */
  marks: [number, number];
  /** The seven tiles that the seat was dealt. */
  hand: FortyTwoTiles;
  /** What was said, from the left of the dealer on; null is a pass. */
  calls: (FortyTwoBid | null)[];
  /** What was named. */
  trump: FortyTwoDeclaration | null;
  /** Every tile that was played, in order. */
  plays: FortyTwoTile[];
}

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

/** The viewer's tiles that a declaration makes trumps. */
export interface TrumpsInHand {
  /** What is named. */
  declaration: FortyTwoDeclaration;
  /** The tiles, the highest first. */
  tiles: FortyTwoTile[];
}
