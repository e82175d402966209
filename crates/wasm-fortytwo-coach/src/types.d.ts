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
  /**
   * Where this declaration is the best for the bid: in how many new deals. The best of nine shares is the best partly by
   * luck, so this one, from deals that did not choose it, is what to tell.
   */
  best?: Share;
}

/** How often a mistake was possible, how often it was made, and what that cost. */
export interface Count {
  /** Decisions at which it was possible. */
  opportunities: number;
  /** Decisions at which it was made. */
  wrong: number;
  /** Points that cost. */
  cost: number;
}

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

/** Where a skill is going. */
export type Direction = "improving" | "steady" | "slipping";

/** The declaration that makes a bid in most deals. */
export interface FortyTwoBestDeclaration {
  /** What is named; of equals what the seat named. */
  declaration: FortyTwoDeclaration;
  /**
   * In how many deals it makes the bid. They are not those by which it was chosen: the best of many shares is the best
   * partly by luck.
   */
  known: Share;
}

export type FortyTwoBid = "30" | "31" | "32" | "33" | "34" | "35" | "36" | "37" | "38" | "39" | "40" | "41" | "M1" | "M2" | "M3" | "M4" | "M5" | "M6" | "M7" | "M8" | "M9" | "M10" | "splash 2" | "splash 3" | "plunge 4" | "plunge 5" | "plunge 6" | "plunge 7";

export type FortyTwoBidInput = "30" | "31" | "32" | "33" | "34" | "35" | "36" | "37" | "38" | "39" | "40" | "41" | "M1" | "M2" | "M3" | "M4" | "M5" | "M6" | "M7" | "M8" | "M9" | "M10" | "splash 2" | "splash 3" | "plunge 4" | "plunge 5" | "plunge 6" | "plunge 7" | "42";

/** What a bot does, as a command of the game. */
export type FortyTwoBotMove = {
  type: "PLACE_BID";
  /** Its seat. */
  player: FortyTwoSeat;
  /** The bid. */
  bid: FortyTwoBid;
} | {
  type: "PASS";
  /** Its seat. */
  player: FortyTwoSeat;
} | {
  type: "SELECT_TRUMP";
  /** Its seat. */
  player: FortyTwoSeat;
  /** What it names. */
  trump: FortyTwoDeclaration;
} | {
  type: "PLAY_DOMINO";
  /** Its seat. */
  player: FortyTwoSeat;
  /** The tile. */
  domino: FortyTwoTile;
};

/** A call or the declaration of a finished hand. */
export interface FortyTwoCallReview {
  /** Who spoke. */
  seat: FortyTwoSeat;
  /** What was bid; absent for a pass and for the declaration. */
  bid?: FortyTwoBid;
  /** What was named, for the declaration. */
  declaration?: FortyTwoDeclaration;
  /**
   * The bid that the options are judged by: what was bid, for a pass the lowest bid that was still to be had, for the
   * declaration the bid that won. Absent where no bid was left.
   */
  about?: FortyTwoBid;
  /** Whatever may be named with that bid, as if this seat named it and led. */
  options: FortyTwoDeclarationReview[];
  /** Which of them the seat had to think the best; absent until deals are looked at. */
  best?: FortyTwoBestDeclaration;
}

/** What a seat chose. */
export type FortyTwoChoice = {
  call: FortyTwoBid | null;
} | {
  declaration: FortyTwoDeclaration;
} | {
  play: FortyTwoTile;
};

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

/** What could be named, and what it was worth. */
export interface FortyTwoDeclarationReview {
  /** What is named. */
  declaration: FortyTwoDeclaration;
  /** Whether it makes the bid when everybody plays best with all tiles face up. */
  makes: boolean;
  /** The points of 42 that it brings then; absent where only tricks count. */
  points?: number;
  /** In how many deals that the seat had to reckon with it makes the bid; absent until they are looked at. */
  known?: Share;
}

/** A kind of mistake that errors of no kind would hardly make so often. */
export interface FortyTwoHabit {
  /** Which kind. */
  kind: FortyTwoMisplay;
  /** What it costs a hand, in marks. */
  costPerHand: number;
  /** How often it was made. */
  wrong: number;
  /** How often errors of no kind would have made it, at most. */
  byAccident: number;
  /** The chance that such errors make it so often. */
  pValue: number;
  /** The habit in a sentence. */
  sentence: string;
  /** What to do instead. */
  tip: string;
  /** The dearest of them. */
  examples: FortyTwoMistake[];
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

/** How somebody plays Forty-Two, and where the marks go. */
export interface FortyTwoInsights {
  /** How well. */
  skill: FortyTwoPlayerSkill;
  /** The kinds of mistake, and which of them are habits. */
  patterns: FortyTwoPatterns;
  /** The last mistakes, oldest first. */
  mistakes: FortyTwoMistake[];
  /** Hands that do not count: more than half of their choices had help. */
  setAside: number;
}

/**
 * A choice, and what it gave away.
 *
 * Marks are counted as the chance of winning the hand times the marks that it is worth, over deals that fit all that the
 * seat could know. Half of the deals find the best option, and the other half measure what was lost against it, so that
 * luck among the deals makes no mistake of a choice that was as good as any. So measured a loss can be slightly negative.
 */
export interface FortyTwoJudgedChoice {
  /** The trick, the first being 1; absent in the auction. */
  trick?: number;
  /** What was chosen. */
  chosen: FortyTwoChoice;
  /** What was best; the same where nothing was better. */
  best: FortyTwoChoice;
  /** Marks given away; 0 where nothing was better. */
  loss: number;
  /** What was wrong, where the loss is no accident of the deals. */
  mistake?: FortyTwoMisplay;
  /** What the play cost with all tiles face up: points, or tricks where only those count. Absent in the auction. */
  faceUp?: number;
  /** What the seat saw, where something was wrong. */
  seen?: FortyTwoSeen;
  /** Every option, cheapest first: what it gives away, never less than nothing, and what would be wrong with it. */
  options: FortyTwoJudgedOption[];
}

/** The choices of one seat in a finished hand, judged by what it could know. */
export interface FortyTwoJudgedHand {
  /** Its number, the first being 1. */
  hand: number;
  /** Whose choices these are. */
  seat: FortyTwoSeat;
  /** In order; where the rules left one choice there was none to judge. */
  choices: FortyTwoJudgedChoice[];
  /** How many choices had help, and are not among them. */
  aided: number;
}

/** One of the things that could have been chosen. */
export interface FortyTwoJudgedOption {
  /** Marks given away. */
  loss: number;
  /** What would be wrong; absent where it costs too little to tell. */
  mistake?: FortyTwoMisplay;
}

/** How often a kind of mistake came. */
export interface FortyTwoKindCount {
  /** Which kind. */
  kind: FortyTwoMisplay;
  /** As a heading. */
  title: string;
  /** How often it was possible and made, and what it cost in marks. */
  total: Count;
  /** What it costs a hand, in marks; absent before the second hand. */
  costPerHand?: Interval;
}

/** What is wrong with a choice, in the words of the table. */
export type FortyTwoMisplay = "overbid" | "underbid" | "wrong_trumps" | "bad_lead" | "trump_wasted" | "trump_held_back" | "count_given_away" | "count_held_back" | "wrong_tile";

/** A choice that gave marks away. */
export interface FortyTwoMistake {
  /** The game, by the name it was folded under. */
  game: string;
  /** The hand, the first being 1. */
  hand: number;
  /** The trick, the first being 1; absent in the auction. */
  trick?: number;
  /** What the player did. */
  chosen: FortyTwoChoice;
  /** What was best. */
  best: FortyTwoChoice;
  /** Marks given away. */
  loss: number;
  /** What it cost with all tiles face up; absent in the auction. */
  faceUp?: number;
  /** What was wrong. */
  kind: FortyTwoMisplay;
  /** The position. */
  seen?: FortyTwoSeen;
}

/** Where a contract stands. */
export type FortyTwoOutcome = "live" | "made" | "set";

/** Where the marks go: how often each kind of mistake was possible and made, and which of them are habits. */
export interface FortyTwoPatterns {
  /** How many hands were counted. */
  hands: number;
  /** The kinds that are no accident, dearest first. */
  habits: FortyTwoHabit[];
  /** Every kind that was possible, dearest first. */
  kinds: FortyTwoKindCount[];
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
  /** Every legal tile. */
  legal: FortyTwoTileReview[];
}

/** A judged hand of a game. */
export interface FortyTwoPlayedHand {
  /** The game, by a name of one's own. */
  game: string;
  /** What `judgeHand` said. */
  hand: FortyTwoJudgedHand;
}

/** How well somebody plays: marks given away a hand by what the seat could know, weighted to recent hands. */
export interface FortyTwoPlayerSkill {
  /** How many hands counted. */
  hands: number;
  /** Marks given away a hand, and the interval that holds the truth in 95 cases of 100; absent before the second hand. */
  lossPerHand?: Interval;
  /** Marks given away a choice; 0 before the first hand. */
  lossPerChoice: number;
  /** The share of choices that were the best there was, 0 to 1; 0 before the first hand. */
  optimalShare: number;
  /** The level; absent before the third hand. */
  level?: SkillLevel;
  /** Where it is going, in marks a hand and hands; absent before the 40th hand. */
  trend?: Trend;
}

/**
 * A finished hand, and what its choices were worth: with all tiles face up, and by what each seat could know.
 *
 * What a seat could know are the deals that fit its own tiles, the calls and the plays so far, weighed by how well they
 * fit what was said. In each of them everybody plays best with all tiles face up.
 */
export interface FortyTwoReviewedHand {
  /** Its number, the first being 1; hands that all passed, or that were dealt again, leave gaps. */
  hand: number;
  /** What was played for. */
  contract: FortyTwoContract;
  /** How it ended. */
  outcome: FortyTwoOutcome;
  /** What costs count. */
  unit: FortyTwoStake;
  /** Every call in order, then the declaration. */
  calls: FortyTwoCallReview[];
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

/** What a seat saw when it chose: enough to show the position. */
export interface FortyTwoSeen {
  /** The seat. */
  seat: FortyTwoSeat;
  /** The tiles it held. */
  hand: FortyTwoTiles;
  /** What was said so far, from the left of the dealer on; null is a pass. */
  calls: (FortyTwoBid | null)[];
  /** Who had the highest bid. */
  bidder?: FortyTwoSeat;
  /** The highest bid. */
  bid?: FortyTwoBid;
  /** What was named. */
  trump?: FortyTwoDeclaration;
  /** The trick on the table, the lead first. */
  trick: FortyTwoTile[];
}

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

/** What is counted in a hand. */
export type FortyTwoStake = "points" | "tricks";

export type FortyTwoTargetMarks = number;

/** 0 is seats 0 and 2, 1 is seats 1 and 3. */
export type FortyTwoTeam = number;

export type FortyTwoTile = "0-0" | "1-0" | "1-1" | "2-0" | "2-1" | "2-2" | "3-0" | "3-1" | "3-2" | "3-3" | "4-0" | "4-1" | "4-2" | "4-3" | "4-4" | "5-0" | "5-1" | "5-2" | "5-3" | "5-4" | "5-5" | "6-0" | "6-1" | "6-2" | "6-3" | "6-4" | "6-5" | "6-6";

/** A legal tile of a play: what it was worth with all tiles face up, and by what its seat could know. */
export interface FortyTwoTileReview {
  /** The tile. */
  tile: FortyTwoTile;
  /**
   * What the bidders end with after it when everyone plays best from there on: points of 42, or tricks where only those
   * matter.
   */
  value: number;
  /**
   * In how many deals that the seat had to reckon with its team wins the hand after it: bidders make the bid, defenders
   * set it. Absent for a forced play, and until they are looked at.
   */
  known?: Share;
}

/** A tile, and what the bidders end with after it when everyone plays best from there on. */
export interface FortyTwoTileValue {
  /** The tile. */
  tile: FortyTwoTile;
  /** Points of 42, or tricks where only those matter. */
  value: number;
}

/** Different tiles in the order of their index. */
export type FortyTwoTiles = FortyTwoTile[];

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

/** An estimate with the interval that holds the truth in 95 cases of 100. */
export interface Interval {
  /** The estimate. */
  mean: number;
  /** The lower end. */
  low: number;
  /** The upper end. */
  high: number;
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

/** How much a player knows (data contract 4.1). It picks the words of learning tips. */
export type SkillLevel = "beginner" | "intermediate" | "advanced" | "expert";

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

/** How the last games compare with those before them. */
export interface Trend {
  /** In a word. */
  direction: Direction;
  /** Points a game by which the loss changed, with its interval; negative is better. */
  change: Interval;
  /** How many games are compared with as many before them. */
  games: number;
}

/** What a deal is looked for by. */
export type WishName = "makeable" | "close" | "splash" | "plunge" | "nello";
