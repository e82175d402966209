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

/** What the cache has done, as `getCacheStats` tells it. */
export interface CacheStats {
  /** States remembered. */
  size: number;
  /** Share of requests answered from memory, 0 to 1. */
  hitRate: number;
  /** Share of all distinct states remembered, 0 to 1. */
  coverage: number;
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

/** What the Dicee box holds; it decides what a further Dicee brings. */
export type DiceeBox = "open" | "0" | "50";

/** A box of the scorecard, in card order (data contract 4.1). */
export type DiceeCategory = "ones" | "twos" | "threes" | "fours" | "fives" | "sixes" | "three_of_kind" | "four_of_kind" | "full_house" | "small_straight" | "large_straight" | "dicee" | "chance";

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
