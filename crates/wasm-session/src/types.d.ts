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

/** A chance as it is shown at a live table: exactly, and as a number. */
export interface ExactChance {
  /** Reduced, such as `5/12`. */
  fraction: Fraction;
  /** The same from 0 to 1. */
  probability: number;
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

/** How an extended check will end. */
export interface ExtendedEnds {
  /** The target is reached. */
  success: ExactChance;
  /** The rounds run out. */
  failed: ExactChance;
  /** Three fumbles in a row. */
  catastrophic: ExactChance;
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

/** How lucky several rolls were together. */
export interface Luck {
  /** How many rolls. */
  rolls: number;
  /** The mean of their percentiles, from 0 to 1; one half is to be expected. */
  mean: number;
  /** The share of nights with the same dice that are worse, and half of those that are equal. */
  percentile: number;
}

/** What a counted die is. */
export type Mark = "success" | "double" | "against" | "neutral";

/** What dice are rolled for, as far as saving and loading are concerned. */
export type RngContext = "combat" | "exploration" | "crafting" | "dialogue" | "default";

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

/** An extended check of a session. */
export interface SessionCheck {
  /** What it is called. */
  check: string;
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
  /** Rounds still to come. */
  rounds_remaining: number;
  /** How it will end from here. Left out for a check so long that the answer would keep the table waiting. */
  odds?: ExtendedEnds;
}

/** What may be asked of a [`Session`](crate::Session). */
export type SessionCommand = {
  type: "OPEN";
  /** The seed. */
  seed?: string | number;
} | {
  type: "RESUME";
  /** The seed of the fresh dice; drawn by chance if left out. */
  seed?: string | number;
} | {
  type: "SET_SYSTEM";
  /** What differs from the standard. */
  system: DiceSystem;
} | {
  type: "DEFINE";
  /** The name. */
  name: string;
  /** The expression. */
  expression: string;
} | {
  type: "SET_POOL";
  /** The character. */
  character: string;
  /** What it is called, such as `stealth`. */
  pool: string;
  /** The dice. */
  dice: DiceAsked;
} | {
  type: "REMOVE_CHARACTER";
  /** The character. */
  character: string;
} | {
  type: "ENTER_CONTEXT";
  /** The random context. */
  context: RngContext;
} | {
  type: "LEAVE_CONTEXT";
} | {
  type: "BEGIN_ENCOUNTER";
  /** The seed. */
  seed?: string | number;
} | {
  type: "LOCK_CONTEXT";
  /** The random context. */
  context: RngContext;
  /** The seed; a fresh one if left out. */
  seed?: string | number;
} | {
  type: "RELEASE_CONTEXT";
  /** The random context. */
  context: RngContext;
} | {
  type: "ROLL";
  /** What, such as `4d6kh3 + 2`. */
  expression: string;
  /** Who rolls. */
  character?: string;
  /** What it is for, such as `Combat:Initiative`. */
  label?: string;
} | {
  type: "CHECK";
  /** Whose roll it is. */
  character?: string;
  /** The name of the character's pool. */
  pool?: string;
  /** The dice, instead of a name. */
  dice?: DiceAsked;
  /** Dice that circumstances add or take away. */
  modifier?: number;
  /** The net successes that are needed. */
  dc: number;
  /** What it is for; `Skill:` and the name of the pool if left out. */
  label?: string;
} | {
  type: "CONTEST";
  /** Who starts it. */
  initiator: SessionSide;
  /** Who resists. */
  defender: SessionSide;
  /** What it is for. */
  label?: string;
} | {
  type: "ATTACK";
  /** Whose roll it is. */
  character?: string;
  /** The name of the character's pool. */
  pool?: string;
  /** The dice, instead of a name. */
  dice?: DiceAsked;
  /** Dice of the damage. */
  damage: number;
  /** What armour takes off. */
  armour?: number;
  /** Who is attacked. */
  target?: string;
  /** What it is for; `Combat:Attack` if left out. */
  label?: string;
} | {
  type: "START_CHECK";
  /** What it is called. */
  check: string;
  /** Whose roll it is. */
  character?: string;
  /** The name of the character's pool. */
  pool?: string;
  /** The dice, instead of a name. */
  dice?: DiceAsked;
  /** Net successes to reach. */
  target: number;
  /** The most rounds. */
  rounds: number;
} | {
  type: "ROLL_ROUND";
  /** The check. */
  check: string;
} | {
  type: "ABANDON_CHECK";
  /** The check. */
  check: string;
} | {
  type: "CLEAR_LOG";
};

/** The dice of one context. */
export interface SessionContext {
  /** The random context. */
  context: RngContext;
  /** Whether taking the session up again brings the same dice. */
  locked: boolean;
  /** Their seed. */
  seed: string;
}

/** One roll of a session. */
export interface SessionEntry {
  /** Its number, from 1. */
  roll: number;
  /** What it was for. */
  label?: string;
  /** Whose dice fell. */
  context: RngContext;
  /** The seed of those dice, and how many words had been drawn: the roll can be made again. */
  seed: string;
  /** Words drawn before. */
  drawn: number;
  /** Who rolled. */
  actor?: string;
  /** Against whom. */
  target?: string;
  /** How it ranks, from 0 to 1; left out where exact odds would take too long. */
  percentile?: number;
  /** What was rolled. */
  result: SessionResult;
}

/** How lucky rolls were. */
export interface SessionLuck {
  /** All rolls that rank. */
  all: Luck;
  /** The same by character. */
  characters: Record<string, Luck>;
}

/** What was rolled. */
export type SessionResult = {
  kind: "roll";
  /** In canonical spelling. */
  expression: string;
  /** The result. */
  total: number;
  /** The dice. */
  pools: RolledPool[];
} | {
  kind: "check";
  /** The dice. */
  dice: Dice;
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
  /** The chance that there was to succeed. */
  success?: number;
} | {
  kind: "contest";
  /** The dice of both. */
  dice: [Dice, Dice];
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
  /** Who won, if anybody. */
  winner: Side | null;
  /** The chance that the initiator had to win. */
  initiator_wins?: number;
} | {
  kind: "attack";
  /** The dice. */
  dice: Dice;
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
} | {
  kind: "round";
  /** Which check. */
  check: string;
  /** The dice. */
  dice: Dice;
  /** The roll. */
  roll: CountedRoll;
};

/** Dice with whose they are: given as they are, or by the name of a character's pool. */
export interface SessionSide {
  /** Whose roll it is. */
  character?: string;
  /** The name of the character's pool. */
  pool?: string;
  /** The dice, instead of a name. */
  dice?: DiceAsked;
}

/** A session as everybody sees it. */
export interface SessionView {
  /** Whether it is open. */
  is_open: boolean;
  /** The system it is played by. */
  system: DiceSystem;
  /** Names for expressions. */
  aliases: Record<string, string>;
  /** Every character with their pools. */
  characters: Record<string, Record<string, DiceAsked>>;
  /** The current context. */
  context: RngContext;
  /** Every context, and whether its dice are locked. */
  contexts: SessionContext[];
  /** Extended checks, under way and over. */
  checks: SessionCheck[];
  /** The last rolls, newest last. */
  log: SessionEntry[];
  /** How many rolls there have been. */
  rolled: number;
  /** How lucky those in the log were, all together and by character; left out where none of them ranks. */
  luck?: SessionLuck;
}

/** One of the two in a contest. */
export type Side = "initiator" | "defender";

/** How a check ended, from worst to best. */
export type SkillOutcome = "critical_failure" | "failure" | "marginal_success" | "full_success" | "exceptional_success" | "critical_success";
