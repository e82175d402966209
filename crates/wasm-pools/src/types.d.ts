/** What can be asked with `cost`. */
export type PoolQuestion = "odds" | "check" | "roll";

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

/** A check: its odds, and the roll if there is one. */
export interface CheckAnswer {
  /** The dice that are rolled. */
  pool: Dice;
  /** The net successes that are needed. */
  dc: number;
  /** A success of any kind. */
  success?: Fraction;
  /** Each of the six tiers. */
  tiers?: Shares_of_Fraction;
  /** A fumble. */
  fumble?: Fraction;
  /** A critical roll. */
  critical?: Fraction;
  /** The mean of the net successes. */
  mean?: Fraction;
  /** What one more die changes; left out where there cannot be one. */
  one_more_die?: OneMoreDieNumbers_of_Fraction;
  /** How the roll ranks: the share of lower ones and half the share of equal ones. */
  percentile?: Fraction;
  /** The chance of such a roll or a higher one. */
  at_least?: Fraction;
  /** The seed of the roll. */
  seed?: string;
  /** The roll. */
  roll?: SkillCheckResult;
  /** The odds as decimals. */
  decimal: CheckNumbers_of_double;
}

/** The odds of a check. */
export interface CheckNumbers_of_double {
  /** A success of any kind. */
  success: number;
  /** Each of the six tiers. */
  tiers: Shares_of_double;
  /** A fumble. */
  fumble: number;
  /** A critical roll. */
  critical: number;
  /** The mean of the net successes. */
  mean: number;
  /** What one more die changes; left out where there cannot be one. */
  one_more_die?: OneMoreDieNumbers_of_double;
  /** How the roll ranks: the share of lower ones and half the share of equal ones. */
  percentile?: number;
  /** The chance of such a roll or a higher one. */
  at_least?: number;
}

/** A question about a check: `pool`, or `attribute` and `skill`. */
export interface CheckRequest {
  /** The dice: a number, of which 0 or less roll one, or an expression. */
  pool?: DiceAsked;
  /** The attribute, instead of the dice. */
  attribute?: number;
  /** The rank of the skill, with the attribute. */
  skill?: number;
  /** Dice that circumstances add or take away. */
  modifier?: number;
  /** The difficulty: net successes that are needed. */
  dc: number;
  /** Whether to roll it as well, from a fresh seed. */
  roll?: boolean;
  /** Roll it from this seed. */
  seed?: string | number;
  /** Whether to give decimals alone. */
  decimals?: boolean;
  /** Names for expressions, written `@name`. */
  aliases?: Record<string, string>;
  /** What counts, instead of the built-in system. */
  system?: DiceSystem;
}

/** How one result compares with another. */
export interface ComparisonNumbers_of_Fraction {
  /** The first is higher. */
  higher: Fraction;
  /** Both are equal. */
  equal: Fraction;
  /** The first is lower. */
  lower: Fraction;
}

/** How one result compares with another. */
export interface ComparisonNumbers_of_double {
  /** The first is higher. */
  higher: number;
  /** Both are equal. */
  equal: number;
  /** The first is lower. */
  lower: number;
}

/** One way to go on typing. */
export interface Completion {
  /** The whole text with it, up to where the caret is then. */
  text: string;
  /** What is inserted. */
  insert: string;
  /** What it means, in a few words. */
  means: string;
}

/** A roll that was counted. */
export type CountedRoll = DiceRoll | ExpressionRoll;

/** A number of dice of the system, or an expression in canonical spelling. */
export type Dice = number | string;

/** A number of dice of the system, or an expression such as `6d10!10>=8b1`. */
export type DiceAsked = number | string;

/**
 * One roll of a pool, counted.
 *
 * ```
 * use pools::{DiceRoll, DiceSystem};
 *
 * let roll = DiceRoll::of_faces(&DiceSystem::standard(), vec![8, 10, 1, 5]);
 * assert_eq!((roll.successes, roll.botches, roll.net), (2, 1, 1));
 * assert!(!roll.is_fumble && !roll.is_critical);
 * assert_eq!(roll.raw_total, 24);
 * ```
 */
export interface DiceRoll {
  /** The faces in the order they fell. */
  dice: number[];
  /** Dice that show the threshold or more; those that count double are two. */
  successes: number;
  /** Dice that show the botch value. */
  botches: number;
  /** Successes less botches, never below 0. */
  net: number;
  /** No success and at least one botch. */
  is_fumble: boolean;
  /** Net successes that reach the critical number. */
  is_critical: boolean;
  /** The sum of the faces, for damage. */
  raw_total: number;
}

/** Names only what differs from the standard: ten-sided dice, 8 and up succeed, 1 botches. */
export interface DiceSystem {
  "$schema"?: string;
  /** 1.x.y */
  version?: string;
  /** Sides of every die. */
  sides?: number;
  /** The lowest face that is a success. */
  successThreshold?: number;
  /** The lowest face that counts as two successes; null for none. */
  doubleThreshold?: number;
  /** The face that is a botch; null for none, and then there are no fumbles. */
  botchValue?: number;
  /** Net successes that make a roll critical. */
  criticalSuccessNet?: number;
  /** The fewest dice that are rolled. */
  minimumPool?: number;
  /** Whether a critical roll makes any success of a check a critical one. */
  criticalOnNet?: boolean;
  /** Successes that a fumble takes off an extended check. */
  fumbleCost?: number;
  /** Fumbles in a row that end an extended check in catastrophe; null for never. */
  catastropheAfter?: number;
  /** What the thresholds make, if it is said at all. */
  probabilities?: {
    successPerDie?: number;
    botchPerDie?: number;
    neutralPerDie?: number;
  };
  /** The net successes at which each quality of a hit begins. */
  hitQualityThresholds?: {
    miss?: number;
    glancingHit?: number;
    solidHit?: number;
    strongHit?: number;
    criticalHit?: number;
  };
}

/** What is wrong with an expression. */
export interface ExpressionFault {
  /** The character it is about, from 1. */
  column: number;
  /** What is wrong, in words. */
  message: string;
  /** What was expected. */
  expected: string;
  /** The ways to write an ambiguous spelling so that it can only mean one thing. */
  readings: Reading[];
}

/** A rolled expression as a check sees it. */
export interface ExpressionRoll {
  /** The result, which stands for the net successes. */
  total: number;
  /** The dice. */
  pools: RolledPool[];
  /** Whether it is a fumble: one pool with no success and at least one botch. */
  is_fumble: boolean;
  /** Whether successes were counted and reach the critical number. */
  is_critical: boolean;
}

/** An exact number, reduced. */
export type Fraction = string;

/** The chance of so many successes with so many botches. */
export interface JointShare {
  /** Successes. */
  successes: number;
  /** Botches. */
  botches: number;
  /** The chance, exactly. */
  fraction?: Fraction;
  /** The chance as a decimal. */
  probability: number;
}

/** What a counted die is. */
export type Mark = "success" | "double" | "against" | "neutral";

/** The exact odds of an expression. */
export interface OddsAnswer {
  /** In canonical spelling. */
  expression: string;
  /** The dice, of a plain success pool. */
  dice?: number;
  /** The standard deviation of the result. */
  standard_deviation: number;
  /** The lowest result. */
  lowest: number;
  /** The highest result. */
  highest: number;
  /** The lowest results that reach a share of all rolls. */
  quantiles: Quantiles;
  /** The difficulty that was asked about. */
  dc?: number;
  /** The fewest dice that reach it with the chance that was asked for; null where not even the most do. */
  dice_needed?: number;
  /** The expression that it was compared with. */
  versus?: string;
  /** Every number of successes and botches. */
  joint?: JointShare[];
  /** A fumble, where successes are counted. */
  fumble?: Fraction;
  /** A critical roll, where successes are counted. */
  critical?: Fraction;
  /** No net success, but no fumble either, where successes are counted. */
  plain_failure?: Fraction;
  /** The mean of the result. */
  mean?: Fraction;
  /** Its variance. */
  variance?: Fraction;
  /** Each number of net successes, where they are counted. */
  net?: Shares_of_Fraction;
  /** Each result, where successes are not counted. */
  values?: Shares_of_Fraction;
  /** Each result or a higher one. */
  at_least?: Shares_of_Fraction;
  /** The difficulty is reached. */
  success?: Fraction;
  /** The six tiers of a check. */
  tiers?: Shares_of_Fraction;
  /** What one more die changes. */
  one_more_die?: OneMoreDieNumbers_of_Fraction;
  /** The chance that dice were looked for. */
  chance?: Fraction;
  /** How it compares with the other expression. */
  comparison?: ComparisonNumbers_of_Fraction;
  /** What is rolled, in words. */
  explanation?: string;
  /** The odds as decimals. */
  decimal: OddsNumbers_of_double;
}

/** The odds of an expression. */
export interface OddsNumbers_of_double {
  /** A fumble, where successes are counted. */
  fumble?: number;
  /** A critical roll, where successes are counted. */
  critical?: number;
  /** No net success, but no fumble either, where successes are counted. */
  plain_failure?: number;
  /** The mean of the result. */
  mean: number;
  /** Its variance. */
  variance: number;
  /** Each number of net successes, where they are counted. */
  net?: Shares_of_double;
  /** Each result, where successes are not counted. */
  values?: Shares_of_double;
  /** Each result or a higher one. */
  at_least: Shares_of_double;
  /** The difficulty is reached. */
  success?: number;
  /** The six tiers of a check. */
  tiers?: Shares_of_double;
  /** What one more die changes. */
  one_more_die?: OneMoreDieNumbers_of_double;
  /** The chance that dice were looked for. */
  chance?: number;
  /** How it compares with the other expression. */
  comparison?: ComparisonNumbers_of_double;
}

/** What one more die changes. */
export interface OneMoreDieNumbers_of_Fraction {
  /** The mean of the net successes. */
  mean: Fraction;
  /** The chance to reach the difficulty. */
  chance: Fraction;
  /** The chance of a fumble. */
  fumble: Fraction;
  /** The chance of a critical roll. */
  critical: Fraction;
}

/** What one more die changes. */
export interface OneMoreDieNumbers_of_double {
  /** The mean of the net successes. */
  mean: number;
  /** The chance to reach the difficulty. */
  chance: number;
  /** The chance of a fumble. */
  fumble: number;
  /** The chance of a critical roll. */
  critical: number;
}

/** What an expression is, or what is wrong with it. */
export type ParseAnswer = ParsedExpression | ExpressionFault;

/** An expression that can be read. */
export interface ParsedExpression {
  /** In canonical spelling. */
  canonical: string;
  /** In canonical spelling, with every alias written out. */
  written_out: string;
  /** What it does, in words. */
  explanation: string;
  /** How many dice it rolls first; left out if it rolls none. */
  dice?: number;
  /** Whether its result is a number of successes. */
  counts_successes: boolean;
  /** The lowest result. */
  lowest: number;
  /** The highest result. */
  highest: number;
  /** The most dice of one roll, every repeat and every explosion counted. */
  most_dice: number;
  /** About how many nanoseconds its odds take; left out where they would be refused. */
  nanoseconds?: number;
}

/** A question about the odds of any dice. */
export interface PoolOddsRequest {
  /** What to ask about, such as `6d10>=8b1` or `4d6kh3 + 2`. */
  expression: string;
  /** A difficulty: the chance to reach it, and where successes are counted the six tiers of a check. */
  dc?: number;
  /**
   * With `dc`, where successes are counted: the fewest dice that reach it with this chance, such as `0.9`, `90%` or
   * `9/10`.
   */
  chance?: string;
  /** Another expression to compare with. */
  versus?: string;
  /** Whether to give the joint distribution of successes and botches of a plain success pool. */
  joint?: boolean;
  /** Whether to say in words what is rolled. */
  explain?: boolean;
  /** Whether to give decimals alone: the exact fractions of many dice are long. */
  decimals?: boolean;
  /** Names for expressions, written `@name`. */
  aliases?: Record<string, string>;
  /** What counts as critical, instead of the built-in system. */
  system?: DiceSystem;
}

/** Dice to be rolled. */
export interface PoolRollRequest {
  /** What to roll, such as `6d10>=8b1` or `4d6kh3 + 2`; at most 10,000 dice, repeats and explosions counted. */
  expression: string;
  /** How many times, each answered for itself and all together; one roll when left out. */
  times?: number;
  /** The same seed, the same dice; a fresh one when left out. */
  seed?: string | number;
  /**
   * `combat`, `exploration`, `crafting`, `dialogue`, `default`, or a label such as `Combat:Attack`; each has dice of
   * its own.
   */
  context?: string;
  /** Whether to say in words what is rolled. */
  explain?: boolean;
  /** Whether to give decimals alone. */
  decimals?: boolean;
  /** Names for expressions, written `@name`. */
  aliases?: Record<string, string>;
}

/** The lowest results that 5%, 25%, 50%, 75% and 95% of all rolls do not exceed. */
export interface Quantiles {
  p05: number;
  p25: number;
  p50: number;
  p75: number;
  p95: number;
}

/** One of the ways to read an ambiguous spelling. */
export interface Reading {
  /** How to write it so that it can only mean this: an expression, the whole one where that can be read. */
  write: string;
  /** What it means then. */
  means: string;
}

/** A rolled expression, and how the roll ranks. */
export interface RollAnswer {
  /** In canonical spelling. */
  expression: string;
  /** The seed of the dice: it rolls them again. */
  seed: string;
  /** What it was for, where that was said. */
  context?: string;
  /** How the dice of that context replay. */
  seeding?: Seeding;
  /** The result. */
  total: number;
  /** The dice. */
  pools: RolledPool[];
  /** The share of lower results and half the share of equal ones; a fumble is lower than a plain 0. */
  percentile?: Fraction;
  /** The chance of such a result or a higher one. */
  at_least?: Fraction;
  /** What is rolled, in words. */
  explanation?: string;
  /** How the roll ranks, as decimals. */
  decimal: RollNumbers_of_double;
}

/** How a roll ranks; nothing where exact odds would take too long. */
export interface RollNumbers_of_double {
  /** The share of lower results and half the share of equal ones; a fumble is lower than a plain 0. */
  percentile?: number;
  /** The chance of such a result or a higher one. */
  at_least?: number;
}

/** One roll, or several. */
export type RollOrSeries = RollAnswer | SeriesAnswer;

/** One die that was rolled. */
export interface RolledDie {
  /** What it shows; with `!!` its explosions are added. */
  face: number;
  /** The face that was rolled first, if it was rolled again. */
  rerolled_from?: number;
  /** Whether it is there because another one exploded. */
  extra?: boolean;
  /** Whether it was dropped. */
  dropped?: boolean;
  /** What it counts as, where dice are counted. */
  mark?: Mark;
}

/** Dice of one kind that were rolled. */
export interface RolledPool {
  /** The dice in canonical spelling. */
  notation: string;
  /** How they fell. */
  dice: RolledDie[];
  /** What they are worth. */
  value: number;
  /** Whether it is a fumble: no success and at least one botch. `None` where there are no botches. */
  is_fumble?: boolean;
}

/** What becomes of the dice of a context when a saved game is loaded. */
export type Seeding = "lockedPerEncounter" | "lockedPerSession" | "freshOnLoad";

/** The same expression rolled several times: each roll, and what they make together. */
export interface SeriesAnswer {
  /** In canonical spelling. */
  expression: string;
  /** The seed of all dice: it rolls them again. */
  seed: string;
  /** What they were for, where that was said. */
  context?: string;
  /** How the dice of that context replay. */
  seeding?: Seeding;
  /** Every roll. */
  rolls: SeriesRoll[];
  /** All results added up. */
  sum: number;
  /** The mean of the results. */
  average: number;
  /** Their standard deviation, about that mean. */
  deviation: number;
  /** The lowest result. */
  lowest: number;
  /** The highest result. */
  highest: number;
  /** The mean of one roll. */
  mean?: Fraction;
  /** How the sum ranks among sums of as many rolls. */
  percentile?: Fraction;
  /** The chance of such a sum or a higher one. */
  at_least?: Fraction;
  /** The same as decimals. */
  decimal: SeriesNumbers_of_double;
}

/** What was to be expected of several rolls; nothing where exact odds would take too long. */
export interface SeriesNumbers_of_double {
  /** The mean of one roll. */
  mean?: number;
  /** How the sum ranks among sums of as many rolls. */
  percentile?: number;
  /** The chance of such a sum or a higher one. */
  at_least?: number;
}

/** One of several rolls. */
export interface SeriesRoll {
  /** The result. */
  total: number;
  /** The dice. */
  pools: RolledPool[];
  /** How it ranks, from 0 to 1; left out where exact odds would take too long. */
  percentile?: number;
}

export type Shares_of_Fraction = Record<string, Fraction>;

export type Shares_of_double = Record<string, number>;

/** A skill check that was made. */
export interface SkillCheckResult {
  /** The roll. */
  roll: CountedRoll;
  /** The net successes that were needed. */
  difficulty: number;
  /** Net successes less difficulty; may be negative. */
  margin: number;
  /** How it ended. */
  outcome: SkillOutcome;
  /** Which skill. */
  skill_id?: string;
  /** The character. */
  character_id?: string;
}

/** How a check ended, from worst to best. */
export type SkillOutcome = "critical_failure" | "failure" | "marginal_success" | "full_success" | "exceptional_success" | "critical_success";

/** The same question for a range of dice and of difficulties, as decimals. */
export interface SweepAnswer {
  /** The expression in canonical spelling. */
  expression: string;
  /** The difficulties. */
  dcs: number[];
  /** A row for each number of dice, as far as that is worth waiting for. */
  rows: SweepRow[];
}

/** The same question for a range of dice and of difficulties. */
export interface SweepRequest {
  /** What to ask about; the dice that it rolls first are changed. */
  expression: string;
  /** The most dice, from 1 on. */
  dice: number;
  /** The difficulties. */
  dcs: number[];
  /** Names for expressions, written `@name`. */
  aliases?: Record<string, string>;
  /** What counts as critical, instead of the built-in system. */
  system?: DiceSystem;
}

/** One number of dice. */
export interface SweepRow {
  /** How many. */
  dice: number;
  /** The mean of the result. */
  mean: number;
  /** The chance of a fumble. */
  fumble: number;
  /** The chance of a critical roll. */
  critical: number;
  /** The chance to reach each difficulty. */
  success: number[];
}
