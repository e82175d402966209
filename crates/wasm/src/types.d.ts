/** The thirteen boxes of the card, in card order. */
export type Category = DiceeCategory;

/** Thrown as an `Error` with these fields when the input is invalid. */
export interface InputError extends Error {
  name: "InputError";
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
}

/**
 * A player that is a program.
 *
 * The human-like ones overlook things: each looks at every option with a certain probability and takes the
 * best of those it saw, judged by its horizon. That makes the mistakes people make: small ones often, large
 * ones when the good options are few.
 */
export type Bot = "optimal" | "greedy" | "expert" | "skilled" | "casual" | "beginner";

/** What the cache has done, as `getCacheStats` tells it. */
export interface CacheStats {
  /** States remembered. */
  size: number;
  /** Share of requests answered from memory, 0 to 1. */
  hitRate: number;
  /** Share of all distinct states remembered, 0 to 1. */
  coverage: number;
}

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

/** What one open box is worth with this roll. The chance is that of achieving it this turn with best play towards it. */
export interface CategoryAnalysis {
  /** The box. */
  category: DiceeCategory;
  /** Points that scoring it now puts into the box; null where the rules forbid it for this roll. */
  score: number | null;
  /** Bonuses that scoring it now earns beside that: 100 for a further Dicee, 35 for reaching 63 above. */
  bonus: number;
  /** Value of scoring it now within the horizon, bonuses included; null where forbidden. */
  value: number | null;
  /** Expected points in this box, without bonuses, when the rest of the turn is played for it alone. */
  expected_score: number;
  /** The chance, from 0 to 1. */
  probability: number;
  /** For example `13.9%`. */
  percentage: string;
  /** For example `1 in 7.2`. */
  odds: string;
  /** Reduced, for example `5/36`. */
  fraction: string;
}

/** A box of the card. */
export interface CategoryName {
  /** Its name on the wire. */
  category: DiceeCategory;
  /** Its name on the card. */
  title: string;
  /** Whether it is in the upper section. */
  upper: boolean;
}

/** One thing that the player can do now. */
export type Choice = {
  action: "score";
  /** The box. */
  category: DiceeCategory;
  /** What it is worth, in points. */
  value: number;
  /** What it costs against the best. */
  loss: number;
  /** The instruction in words. */
  text: string;
} | {
  action: "keep";
  /** The dice kept, ascending. */
  keep: number[];
  /** What it is worth, in points. */
  value: number;
  /** What it costs against the best. */
  loss: number;
  /** The instruction in words, such as `Keep 5 5 5 and roll two dice`. */
  text: string;
};

/** How numbers were found. */
export type ComputationMethod = "exact" | "monte_carlo" | "heuristic";

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

/** How far ahead a choice is judged. */
export type Horizon = "turn" | "game";

/** A horizon. */
export interface HorizonName {
  /** Its name on the wire. */
  horizon: Horizon;
  /** Its name on a screen. */
  title: string;
  /** What its values count. */
  unit: string;
  /** The same where there is little room. */
  short_unit: string;
}

/** Which of five dice stay on the table when the others are rolled again. */
export type KeptMask = [boolean, boolean, boolean, boolean, boolean];

/**
 * What people call the boxes, the rules and the horizons. It exists once, here; screens take it from the bindings.
 *
 * ```
 * use dicee::{Category, Names, Rules};
 *
 * let names = Names::new();
 * assert_eq!(names.categories[12].title, Category::Chance.title());
 * assert_eq!(names.rules[0].title, Rules::Standard.title());
 * ```
 */
export interface Names {
  /** The boxes in card order. */
  categories: CategoryName[];
  /** The rule variants, the default first. */
  rules: RulesName[];
  /** The horizons. */
  horizons: HorizonName[];
}

/** A number of points and a chance. */
export interface PointsChance {
  /** The points. */
  points: number;
  /** The chance. */
  probability: number;
}

/**
 * A position as people and programs write it down. Everything has a default: the empty card under
 * `standard` rules. Nothing is trusted: [`Self::resolve`] checks it once.
 */
export interface PositionRequest {
  /** The rules, by name. */
  rules?: Rules;
  /** The open boxes, by name; all when left out. */
  open?: DiceeCategory[];
  /** The upper subtotal without the bonus; 0 when left out. */
  upper?: number;
  /** `open`, `0` or `50`; when left out, `open` if the Dicee box is open and else `0`. */
  dicee_box?: DiceeBox;
}

/** One entry of the answer of `calculate_probabilities`. */
export interface ProbabilityMetric {
  /** From 0 to 1. */
  value: number;
  /** For example `13.9%`. */
  asPercentage: string;
  /** For example `1 in 7.2`. */
  asOdds: string;
  /** Reduced, for example `5/36`. */
  asFraction: string;
  /** Always 1: the engine is exact. */
  confidence: number;
  /** Whether it can happen at all. */
  isAchievable: boolean;
  /** Positions (0 to 4) of the dice to keep for the best chance at this category. */
  recommendKeep: number[];
}

/** The parsed answer of `calculate_probabilities`. */
export interface ProbabilityVector {
  /** Pass it to `lookupProbabilities`. */
  stateKey: string;
  /** One entry a box. */
  probabilities: {
    chance?: ProbabilityMetric;
    dicee?: ProbabilityMetric;
    fives?: ProbabilityMetric;
    four_of_kind?: ProbabilityMetric;
    fours?: ProbabilityMetric;
    full_house?: ProbabilityMetric;
    large_straight?: ProbabilityMetric;
    ones?: ProbabilityMetric;
    sixes?: ProbabilityMetric;
    small_straight?: ProbabilityMetric;
    three_of_kind?: ProbabilityMetric;
    threes?: ProbabilityMetric;
    twos?: ProbabilityMetric;
  };
  /** The engine counts. */
  computationMethod: ComputationMethod;
  /** Milliseconds. */
  computationTime: number;
  /** Always 1: the engine is exact. */
  confidence: number;
  /** Whether it was remembered. */
  cacheHit: boolean;
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

/** A rule variant. */
export interface RulesName {
  /** Its name on the wire. */
  rules: Rules;
  /** Its name on a screen. */
  title: string;
  /** What sets it apart, in a sentence. */
  note: string;
}

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

/** The answer about one target. */
export interface TargetReport {
  /** The rules. */
  rules: Rules;
  /** The open boxes. */
  open: DiceeCategory[];
  /** The upper subtotal. */
  upper: number;
  /** What the Dicee box holds. */
  dicee_box: string;
  /** The points wanted from here on. */
  score: number;
  /** The highest chance to make at least so many; with a roll on the table, the chance from there. */
  chance: number;
  /** With a roll on the table, every option, best first. */
  options?: unknown[];
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

/** Everything about one roll. */
export interface TurnAnalysis {
  /** The rules. */
  rules: Rules;
  /** How far ahead the values look. */
  horizon: Horizon;
  /** The dice, ascending. */
  dice: number[];
  /** Rolls still to come. */
  rolls_left: number;
  /** The first of the options. */
  best: Choice;
  /** Every legal score and every distinct keep of fewer than five dice, best first. */
  options: Choice[];
  /** One entry an open box, in card order. */
  categories: CategoryAnalysis[];
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
