/** The rule variants; `standard` is the default everywhere. */
export type Rules = "standard" | "joker_rules" | "forced_dicee" | "classic";

/** The thirteen boxes of the card, in card order. */
export type Category =
  | "ones" | "twos" | "threes" | "fours" | "fives" | "sixes"
  | "three_of_kind" | "four_of_kind" | "full_house"
  | "small_straight" | "large_straight" | "dicee" | "chance";

/** What the Dicee box holds. */
export type DiceeBox = "open" | "0" | "50";

/** `turn`: most points this turn. `game`: highest expected final score. */
export type Horizon = "turn" | "game";

/**
 * A scorecard as the engine sees it. Everything has a default: the empty card, under the rules of the table that is
 * asked, or standard rules where there is none.
 */
export interface PositionRequest {
  rules?: Rules;
  /** Open boxes; all thirteen when left out. */
  open?: Category[];
  /** Upper-section subtotal so far, without the bonus; 0 when left out. */
  upper?: number;
  /** `open` when the Dicee box is open, else `0` when left out. */
  dicee_box?: DiceeBox;
}

/** A roll to be analysed. */
export interface AnalyzeRequest extends PositionRequest {
  /** Five faces from 1 to 6, in any order. */
  dice: number[];
  /** Rolls still to come, 0 to 3. */
  rolls_left: number;
}

/** An exact probability in the four forms people read. */
export interface Probability {
  /** From 0 to 1. */
  probability: number;
  /** For example `13.9%`. */
  percentage: string;
  /** For example `1 in 7.2`. */
  odds: string;
  /** Reduced, for example `5/36`. */
  fraction: string;
}

/**
 * One thing the player can do now; `value` is in points, `loss` is what it costs against the best, `text` says it in
 * words, such as `Keep 5 5 5 and roll two dice`.
 */
export type Choice =
  | { action: "score"; category: Category; value: number; loss: number; text: string }
  | { action: "keep"; keep: number[]; value: number; loss: number; text: string };

/** What people call things. */
export interface Names {
  /** In card order. */
  categories: { category: Category; title: string; upper: boolean }[];
  /** The default first; `note` says in a sentence what sets the rules apart. */
  rules: { rules: Rules; title: string; note: string }[];
  /** `unit` is what values of the horizon count, `short_unit` the same where there is little room. */
  horizons: { horizon: Horizon; title: string; unit: string; short_unit: string }[];
}

/** What one open box is worth with this roll. */
export interface CategoryAnalysis extends Probability {
  category: Category;
  /** Points that scoring it now puts into the box; null where the rules forbid it for this roll. */
  score: number | null;
  /** Bonuses that scoring it now earns beside that: 100 for a further Dicee, 35 for reaching 63 above. */
  bonus: number;
  /** Value of scoring it now within the horizon, bonuses included; null where forbidden. */
  value: number | null;
  /** Expected points in this box, without bonuses, when the rest of the turn is played for it alone. */
  expected_score: number;
}

/** Everything about one roll. */
export interface TurnAnalysis {
  rules: Rules;
  horizon: Horizon;
  /** Sorted. */
  dice: number[];
  rolls_left: number;
  best: Choice;
  /** Every legal score and every distinct keep of fewer than five dice, best first. */
  options: Choice[];
  /** One entry per open box, in card order. `probability` is for best play towards that box. */
  categories: CategoryAnalysis[];
}

/** Thrown as an `Error` with these fields when the input cannot be. */
export interface InputError extends Error {
  name: "InputError";
  /** The field that is wrong, for example `dice`. */
  field: string;
  /** What would have been accepted. */
  expected: string;
  /** What came. */
  actual: string;
}

/** One entry of the answer of `calculate_probabilities`. */
export interface ProbabilityMetric {
  value: number;
  asPercentage: string;
  asOdds: string;
  asFraction: string;
  /** Always 1: the engine is exact. */
  confidence: 1;
  isAchievable: boolean;
  /** Positions (0 to 4) of the dice to keep for the best chance at this category. */
  recommendKeep: number[];
}

/** The parsed answer of `calculate_probabilities`. */
export interface ProbabilityVector {
  /** Pass it to `lookupProbabilities`. */
  stateKey: string;
  probabilities: Record<Category, ProbabilityMetric>;
  computationMethod: "exact";
  /** Milliseconds. */
  computationTime: number;
  confidence: 1;
  cacheHit: boolean;
}

/** The answer of `getCacheStats`. */
export interface CacheStats {
  /** States remembered. */
  size: number;
  /** Share of requests answered from memory, 0 to 1. */
  hitRate: number;
  /** Share of all distinct states remembered, 0 to 1. */
  coverage: number;
}
