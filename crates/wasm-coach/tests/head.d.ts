/** The face of a die. */
export type DieValue = 1 | 2 | 3 | 4 | 5 | 6;

/** The thirteen boxes of the card. */
export type Category = DiceeCategory;

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
