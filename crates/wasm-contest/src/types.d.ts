/** What can be asked with `cost`. */
export type TableQuestion = "contest" | "extended" | "attack";

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

/** An attack: its odds, and one that was rolled if there is one. */
export interface AttackAnswer {
  /** Dice of the attack. */
  pool: Dice;
  /** Dice of the damage, before the quality of the hit changes them. */
  damage_dice: number;
  /** What armour takes off. */
  armour: number;
  /** Each quality of the hit. */
  qualities?: Shares_of_Fraction;
  /** The mean of the damage. */
  mean_damage?: Fraction;
  /** Its variance. */
  variance_damage?: Fraction;
  /** Each amount of damage. */
  damage?: Shares_of_Fraction;
  /** How the damage of the roll ranks. */
  percentile?: Fraction;
  /** The chance of such damage or more. */
  at_least?: Fraction;
  /** The seed of the rolls: those of combat, locked for the encounter. */
  seed?: string;
  /** The rolls. */
  roll?: AttackResult;
  /** The odds as decimals. */
  decimal: AttackNumbers_of_double;
}

/** The odds of an attack. */
export interface AttackNumbers_of_double {
  /** Each quality of the hit. */
  qualities: Shares_of_double;
  /** The mean of the damage. */
  mean_damage: number;
  /** Its variance. */
  variance_damage: number;
  /** Each amount of damage. */
  damage: Shares_of_double;
  /** How the damage of the roll ranks. */
  percentile?: number;
  /** The chance of such damage or more. */
  at_least?: number;
}

/** A question about an attack. */
export interface AttackRequest {
  /** Dice of the attack: a number, of which 0 or less roll one, or an expression. */
  pool: DiceAsked;
  /** Dice of the damage; 0 rolls one. */
  damage: number;
  /** What armour takes off the damage. */
  armour?: number;
  /** Whether to roll it as well, from a fresh seed. */
  roll?: boolean;
  /** Roll it from this seed: with the dice of combat, locked for the encounter. */
  seed?: string | number;
  /** Whether to give decimals alone. */
  decimals?: boolean;
  /** Names for expressions, written `@name`. */
  aliases?: Record<string, string>;
  /** What counts, instead of the built-in system. */
  system?: DiceSystem;
}

/** An attack that was made. */
export interface AttackResult {
  /** The attack roll, counted by successes. */
  attack: CountedRoll;
  /** How well it hit. */
  quality: HitQuality;
  /** The damage roll, summed; none for a miss. */
  damage_roll: DiceRoll | null;
  /** The damage that is dealt. */
  damage: number;
  /** Whether the attack roll was critical. */
  is_critical: boolean;
}

/** A contest: its odds, and the rolls if there are any. */
export interface ContestAnswer {
  /** Dice of who starts it. */
  initiator: Dice;
  /** Dice of who resists. */
  defender: Dice;
  /** The initiator wins. */
  initiator_wins?: Fraction;
  /** The defender wins. */
  defender_wins?: Fraction;
  /** Both have as many net successes. */
  tie?: Fraction;
  /** Both fumble. */
  both_fumble?: Fraction;
  /** The initiator wins by more net successes. */
  initiator_on_net?: Fraction;
  /** The initiator wins because the defender fumbles. */
  initiator_by_defender_fumble?: Fraction;
  /** The defender wins by more net successes. */
  defender_on_net?: Fraction;
  /** The defender wins because the initiator fumbles. */
  defender_by_initiator_fumble?: Fraction;
  /**
   * How the rolls rank for the initiator, by who won and by how much: the share of worse ends and half the share of
   * equal ones. Left out, like the next, without rolls and where it would take too long.
   */
  percentile?: Fraction;
  /** The chance of the initiator to end as well as this or better. */
  as_well?: Fraction;
  /** The seed of the rolls. */
  seed?: string;
  /** The rolls. */
  roll?: ContestedCheck;
  /** Who won, if anybody; only with a roll. */
  winner?: Side;
  /** Who has the minor advantage of a tie; only with a roll. */
  minor_advantage?: Side;
  /** The odds as decimals. */
  decimal: ContestNumbers_of_double;
}

/** The odds of a contest. */
export interface ContestNumbers_of_double {
  /** The initiator wins. */
  initiator_wins: number;
  /** The defender wins. */
  defender_wins: number;
  /** Both have as many net successes. */
  tie: number;
  /** Both fumble. */
  both_fumble: number;
  /** The initiator wins by more net successes. */
  initiator_on_net: number;
  /** The initiator wins because the defender fumbles. */
  initiator_by_defender_fumble: number;
  /** The defender wins by more net successes. */
  defender_on_net: number;
  /** The defender wins because the initiator fumbles. */
  defender_by_initiator_fumble: number;
  /**
   * How the rolls rank for the initiator, by who won and by how much: the share of worse ends and half the share of
   * equal ones. Left out, like the next, without rolls and where it would take too long.
   */
  percentile?: number;
  /** The chance of the initiator to end as well as this or better. */
  as_well?: number;
}

/** A question about a contest. */
export interface ContestRequest {
  /** Dice of who starts it: a number, of which 0 or less roll one, or an expression. */
  initiator: DiceAsked;
  /** Dice of who resists: a number, of which 0 or less roll one, or an expression. */
  defender: DiceAsked;
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

/** A contest that was fought. */
export interface ContestedCheck {
  /** The initiator's roll. */
  initiator: CountedRoll;
  /** The defender's roll. */
  defender: CountedRoll;
  /** What happened. */
  outcome: ContestedOutcome;
  /** The winner's net successes less the loser's; 0 where nobody wins. */
  margin: number;
  /** Who started it. */
  initiator_id?: string;
  /** Who resisted. */
  defender_id?: string;
}

/** What happened in a contest; [`Self::winner`] says who won. */
export type ContestedOutcome = "initiator_wins" | "defender_wins" | "tie" | "both_fumble" | "initiator_fumble" | "defender_fumble";

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

/** An extended check: its odds round by round, and one that was rolled to its end if there is one. */
export interface ExtendedAnswer {
  /** Dice of each round. */
  pool: Dice;
  /** Net successes to reach. */
  target: number;
  /** The most rounds. */
  rounds: number;
  /** The target is reached. */
  success?: Fraction;
  /** The rounds run out. */
  failed?: Fraction;
  /** Three fumbles in a row. */
  catastrophic?: Fraction;
  /** How it stands after each round. */
  by_round?: RoundNumbers_of_Fraction[];
  /** Each number of successes after the last round, where that was not enough. */
  unfinished?: Shares_of_Fraction;
  /** The chance to end as well as the rolled check, or better. */
  as_well?: Fraction;
  /** The seed of the rolls. */
  seed?: string;
  /** The rolls, and how it ended. */
  roll?: ExtendedProgress;
  /** The odds as decimals. */
  decimal: ExtendedNumbers_of_double;
}

/** The odds of an extended check. */
export interface ExtendedNumbers_of_double {
  /** The target is reached. */
  success: number;
  /** The rounds run out. */
  failed: number;
  /** Three fumbles in a row. */
  catastrophic: number;
  /** How it stands after each round. */
  by_round: RoundNumbers_of_double[];
  /** Each number of successes after the last round, where that was not enough. */
  unfinished: Shares_of_double;
  /** The chance to end as well as the rolled check, or better. */
  as_well?: number;
}

/** An extended check under way, or over. */
export interface ExtendedProgress {
  /** What was set out to do. */
  terms: ExtendedTerms;
  /** The seat that makes the check. */
  seat: number;
  /** Net successes so far. */
  accumulated: number;
  /** The rolls so far. */
  rolls: CountedRoll[];
  /** Fumbles in a row up to now. */
  consecutive_fumbles: number;
  /** How it stands. */
  status: ExtendedStatus;
}

/** A question about an extended check. */
export interface ExtendedRequest {
  /** Dice of each round: a number, of which 0 or less roll one, or an expression. */
  pool: DiceAsked;
  /** Net successes to reach. */
  target: number;
  /** The most rounds. */
  rounds: number;
  /** Whether to roll it to its end as well, from a fresh seed. */
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

/** How an extended check stands. */
export type ExtendedStatus = "in_progress" | "succeeded" | "failed" | "catastrophic_failure" | "abandoned";

/**
 * What an extended check sets out to do. Made by [`ExtendedTerms::new`] or read and checked, so the numbers are in
 * range.
 */
export interface ExtendedTerms {
  checkId?: string;
  characterId?: string;
  skillId?: string;
  pool: Dice;
  targetSuccesses: number;
  maxRounds: number;
  system?: DiceSystem;
}

/** An exact number, reduced. */
export type Fraction = string;

/** How well an attack hit, by its net successes. */
export type HitQuality = "miss" | "glancing_hit" | "solid_hit" | "strong_hit" | "critical_hit";

/** What a counted die is. */
export type Mark = "success" | "double" | "against" | "neutral";

/** Every pool against every other, as decimals. */
export interface MatrixAnswer {
  /** The chance of the initiator to win, by its dice, then by those of the defender, from 1 on. */
  initiator_wins: number[][];
  /** The chance of the defender. */
  defender_wins: number[][];
}

/** Every pool of the system against every other. */
export interface MatrixRequest {
  /** The most dice of either side, from 1 on. */
  dice: number;
  /** What counts, instead of the built-in system. */
  system?: DiceSystem;
}

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

/** Where an extended check stands after a round. */
export interface RoundNumbers_of_Fraction {
  /** The round, from 1. */
  round: number;
  /** The target has been reached by now. */
  cum_success: Fraction;
  /** It has ended in catastrophe by now. */
  cum_catastrophic: Fraction;
  /** It goes on; after the last round, it has failed. */
  ongoing: Fraction;
}

/** Where an extended check stands after a round. */
export interface RoundNumbers_of_double {
  /** The round, from 1. */
  round: number;
  /** The target has been reached by now. */
  cum_success: number;
  /** It has ended in catastrophe by now. */
  cum_catastrophic: number;
  /** It goes on; after the last round, it has failed. */
  ongoing: number;
}

export type Shares_of_Fraction = Record<string, Fraction>;

export type Shares_of_double = Record<string, number>;

/** One of the two in a contest. */
export type Side = "initiator" | "defender";
