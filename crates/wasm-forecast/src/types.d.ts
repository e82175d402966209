/** The thirteen boxes of the card, in card order. */
export type Category = DiceeCategory;

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

/**
 * A roll on a card, as it arrives from outside. The fields of [`PositionRequest`] are repeated here because serde can
 * either flatten it or refuse unknown fields, and refusing matters more.
 */
export interface AnalyzeRequest {
  /** As in [`PositionRequest`]. */
  rules?: Rules;
  /** As in [`PositionRequest`]. */
  open?: DiceeCategory[];
  /** As in [`PositionRequest`]. */
  upper?: number;
  /** As in [`PositionRequest`]. */
  dicee_box?: DiceeBox;
  /** Five faces. */
  dice: number[];
  /** Rolls still to come. */
  rolls_left: number;
  /**
   * The points still to come that are wanted at least, up to 511; with it, the answer has the highest chance to make
   * them after every option.
   */
  target?: number;
}

/**
 * A player that is a program.
 *
 * The human-like ones overlook things: each looks at every option with a certain probability and takes the
 * best of those it saw, judged by its horizon. That makes the mistakes people make: small ones often, large
 * ones when the good options are few.
 */
export type Bot = "optimal" | "greedy" | "expert" | "skilled" | "casual" | "beginner";

/**
 * A card and, within a turn, the dice on the table, as they arrive from outside. Nothing is trusted: [`Self::resolve`]
 * checks it once.
 */
export interface CardMoment {
  /** The card; an empty one when left out. */
  currentScorecard?: Scorecard;
  /** The dice on the table; left out before the first roll of a turn. */
  diceResult?: DiceArray;
  /** The dice that are kept for the next roll; when left out, that is still open. */
  keptMask?: KeptMask;
  /** Rolls still to come, 0 to 2; there with dice alone. */
  rollsRemaining?: number;
}

/** Five dice as they lie on the table, in order. */
export type DiceArray = [DieValue, DieValue, DieValue, DieValue, DieValue];

/** What the Dicee box holds; it decides what a further Dicee brings. */
export type DiceeBox = "open" | "0" | "50";

/** A box of the scorecard, in card order (data contract 4.1). */
export type DiceeCategory = "ones" | "twos" | "threes" | "fours" | "fives" | "sixes" | "three_of_kind" | "four_of_kind" | "full_house" | "small_straight" | "large_straight" | "dicee" | "chance";

/** The face of a die. */
export type DieValue = 1 | 2 | 3 | 4 | 5 | 6;

/** A distribution as it is written down. */
export interface DistributionReport {
  /** The rules. */
  rules: Rules;
  /** Who plays. */
  policy: string;
  /** The open boxes. */
  open: DiceeCategory[];
  /** The upper subtotal. */
  upper: number;
  /** What the Dicee box holds. */
  dicee_box: string;
  /** The mean of the points still to come. */
  mean: number;
  /** Their standard deviation. */
  standard_deviation: number;
  /** The fewest points still to come. */
  lowest: number;
  /** The most points still to come. */
  highest: number;
  /** By percent: the fewest points that are not exceeded with that chance. */
  quantiles: Record<string, never>;
  /** The chance of at least so many points, for each number asked for. */
  at_least?: PointsChance[];
  /** Every number of points that can come, ascending. */
  distribution: PointsChance[];
}

/** Whose points to come are to be counted. */
export interface DistributionRequest {
  /** From where; the start of a game when left out. */
  moment?: CardMoment;
  /** Who plays from there; `optimal` when left out. */
  bot?: Bot;
  /** Points still to come whose chance is wanted, at most 100 of them. */
  scores?: number[];
  /** The rules; `standard` when left out. */
  rulesVariant?: Rules;
}

/** What was known after so many trials. */
export interface Estimate {
  /** Trials so far. */
  trials: number;
  /** The estimate. */
  estimate: number;
  /** Its interval. */
  interval: [number, number];
}

/** Which of five dice stay on the table when the others are rolled again. */
export type KeptMask = [boolean, boolean, boolean, boolean, boolean];

/** A number of points and a chance. */
export interface PointsChance {
  /** The points. */
  points: number;
  /** The chance. */
  probability: number;
}

/**
 * What the variants disagree about: a further Dicee, once the Dicee box is filled.
 *
 * | | bonus of 100 while the box holds 50 | joker |
 * |---|---|---|
 * | `standard` | yes | no |
 * | `joker_rules` | yes | yes, once its own upper box is filled; before that, free choice at normal scores |
 * | `forced_dicee` | yes | its own upper box first, else a lower box as a joker, else a zero above |
 * | `classic` | no | no |
 */
export type Rules = "standard" | "joker_rules" | "forced_dicee" | "classic";

/** The answer to a scenario. */
export interface ScenarioAnswer {
  /** The rules. */
  rules: Rules;
  /** The estimate: a share of the trials, or mean points. */
  estimate: number;
  /** Where the true value lies, as sure as `confidence` says. */
  interval: [number, number];
  /** How sure the interval is. */
  confidence: number;
  /** Trials. */
  trials: number;
  /** Where the dice came from. */
  seed: number;
  /** The exact value, where there is one. */
  exact?: number;
  /** How the estimate came to rest. */
  convergence: Estimate[];
}

/** What a simulation tries, many times: what a box achieves, or how many points somebody makes. */
export interface ScenarioRequest {
  /** From where; the start of a game when left out. */
  moment?: CardMoment;
  /**
   * Counts the turns that end with more than 0 in this box, when every keep is chosen for it. Left out, points are
   * counted.
   */
  category?: DiceeCategory;
}

/**
 * A card as it is written (data contract 4.2): boxes that are open are left out, totals are in. What comes from outside may
 * contradict itself; [`Self::violations`] says where, and [`Self::card`] trusts it only if it does not.
 */
export interface Scorecard {
  /** Ones. */
  ones?: number;
  /** Twos. */
  twos?: number;
  /** Threes. */
  threes?: number;
  /** Fours. */
  fours?: number;
  /** Fives. */
  fives?: number;
  /** Sixes. */
  sixes?: number;
  /** Three of a kind. */
  threeOfKind?: number;
  /** Four of a kind. */
  fourOfKind?: number;
  /** Full house: 25 or 0. */
  fullHouse?: number;
  /** Small straight: 30 or 0. */
  smallStraight?: number;
  /** Large straight: 40 or 0. */
  largeStraight?: number;
  /** Dicee: 50 or 0. */
  dicee?: number;
  /** Chance. */
  chance?: number;
  /** The sum of the upper boxes. */
  upperSubtotal: number;
  /** 35 once the upper subtotal is at least 63. */
  upperBonus: number;
  /** Upper subtotal and bonus. */
  upperTotal: number;
  /** 100 for each further Dicee. */
  diceeBonus: number;
  /** The sum of the lower boxes and the bonus for further Dicees. */
  lowerTotal: number;
  /** Everything. */
  grandTotal: number;
  /** The open boxes. */
  categoriesRemaining: DiceeCategory[];
  /** How many boxes are filled, 0 to 13. */
  turnsCompleted: number;
}

/** One thing that the player can do now, and the highest chance to reach the target after it. */
export type TargetOption = {
  action: "score";
  /** The box. */
  category: DiceeCategory;
  /** The chance. */
  chance: number;
  /** The same as a text, for example `13.9%`. */
  percentage: string;
  /** The instruction in words. */
  text: string;
} | {
  action: "keep";
  /** The dice kept, ascending. */
  keep: number[];
  /** The chance. */
  chance: number;
  /** The same as a text, for example `13.9%`. */
  percentage: string;
  /** The instruction in words, such as `Keep 5 5 5 and roll two dice`. */
  text: string;
};

/** The answer about one target. */
export interface TargetReport {
  /** The rules. */
  rules: Rules;
  /** The open boxes. */
  open: DiceeCategory[];
  /** The upper subtotal. */
  upper: number;
  /** What the Dicee box holds. */
  dicee_box: DiceeBox;
  /** The points wanted from here on. */
  score: number;
  /** The highest chance to make at least so many; with a roll on the table, the chance from there. */
  chance: number;
  /** The same as a text, for example `13.9%`. */
  percentage: string;
  /** The chance in a sentence and, with a roll on the table, what to do for it. */
  text: string;
  /** With a roll on the table, every option, best first. */
  options?: TargetOption[];
}

/** Points that somebody wants to make. */
export interface TargetRequest {
  /** From where; the start of a game when left out. */
  moment?: CardMoment;
  /** The points still to come that are wanted at least, up to 511. */
  score: number;
  /** The rules; `standard` when left out. */
  rulesVariant?: Rules;
}

/** What to simulate. */
export interface TrialsRequest {
  /** What each trial tries. */
  scenario?: ScenarioRequest;
  /** Who plays where points are counted; `optimal` when left out. */
  bot?: Bot;
  /** Trials, 1 to 100,000; 10,000 when left out. */
  iterations?: number;
  /** Where the dice come from; 1 when left out. */
  seed?: number;
}

/**
 * One player's chance to win.
 *
 * It assumes that everybody plays for the highest expected score from here on, independently of the others.
 */
export interface WinChance {
  /** The chance to have more points than everybody else. */
  alone: number;
  /** The chance to share the highest score with somebody. */
  shared: number;
  /** The expected share of the win: a win shared by two counts half. Over all players these add up to 1. */
  share: number;
}

/** Everybody's chance to win from one moment of a game. */
export interface WinForecast {
  /** One for each player, in the order in which they were given. */
  chances: WinChance[];
  /** Whether the chances are exact. */
  exact: boolean;
  /** What the chances assume, in a sentence. */
  basis: string;
}

/** Who may still win a game, in any order. */
export interface WinRequest {
  /** One to eight players; dice are on the table of the one whose turn it is. */
  players: CardMoment[];
}
