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

/** How good the decisions of a game were. */
export interface Accuracy {
  /** How many decisions there were. */
  decisions: number;
  /** How many of them were the best there was, as a share from 0 to 1; 1 where nothing was decided yet. */
  optimalShare: number;
  /** Points given away, on average over all decisions. */
  averageLoss: number;
  /** All six grades, best first. */
  tiers: TierShare[];
}

/** Whom the words are for. */
export interface AudienceRequest {
  /** What the reader knows; a beginner when left out. */
  level?: SkillLevel;
  /** How much is said; `standard` when left out. */
  depth?: ExplanationDepth;
}

/**
 * A player that is a program.
 *
 * The human-like ones overlook things: each looks at every option with a certain probability and takes the
 * best of those it saw, judged by its horizon. That makes the mistakes people make: small ones often, large
 * ones when the good options are few.
 */
export type Bot = "optimal" | "greedy" | "expert" | "skilled" | "casual" | "beginner";

/** A bot to play at a moment. */
export interface BotRequest {
  /** How it plays. */
  bot: Bot;
  /** Where its oversights come from. */
  seed: number;
  /** The moment. */
  moment: MomentRequest;
}

/** The dice to keep for the best chance at one box. */
export interface CategoryAim {
  /** The box. */
  category: DiceeCategory;
  /** Which dice, in the order in which they lie. */
  keptMask: KeptMask;
  /** The chance of scoring more than 0 in it by the end of the turn, from 0 to 1. */
  probability: number;
  /** The same, for example `13.9%`. */
  percentage: string;
  /** The same, reduced, for example `5/36`. */
  fraction: string;
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

/**
 * A decision, graded in numbers and words (the answer of the data contract, section 6, without the envelope). Keeps are
 * graded like scores.
 */
export interface DecisionEvaluation {
  /** The grade. */
  decisionQuality: DecisionQuality;
  /** Points that went into the box; 0 for a keep. */
  pointsEarned: number;
  /** What the choice was worth. */
  expectedValue: number;
  /** The best box, if scoring was best. */
  optimalCategory?: DiceeCategory;
  /** What the best option was worth. */
  optimalEV: number;
  /** Best less chosen; never negative. */
  evDifference: number;
  /** The difference as a share of the best, 0 to 1; 0 where the best is worth nothing. */
  evPercentageLoss: number;
  /** The grade in words. */
  feedback: EvaluationFeedback;
  /** Which dice were kept, in the order in which the dice came; only for keeps. */
  chosenKeptMask?: [boolean, boolean, boolean, boolean, boolean];
  /** The best dice to keep, in the order in which the dice came, if rolling again was best. */
  optimalKeptMask?: [boolean, boolean, boolean, boolean, boolean];
  /** How far ahead the values look. */
  horizon?: Horizon;
}

/** How good a decision was. */
export type DecisionQuality = "optimal" | "excellent" | "good" | "acceptable" | "suboptimal" | "poor";

/**
 * What to do with a roll, and why (data contract 4.4). Every text has at most 200 characters.
 *
 * Values are expected points of this turn or of the rest of the game, as `horizon` says; `evDifference` is
 * what an alternative costs against the best option and never negative.
 */
export interface DecisionRecommendation {
  /** What to do. */
  action: RecommendedAction;
  /** Which dice to keep, in the order in which the dice came; only for `reroll`. */
  keptMask?: [boolean, boolean, boolean, boolean, boolean];
  /** What rolling again aims at; only for `reroll`. */
  rerollReason?: string;
  /** What rolling is worth beyond the best score now; only for `reroll`. */
  expectedImprovement?: number;
  /** The box to score; only for `score`. */
  recommendedCategory?: DiceeCategory;
  /** What the recommended action is worth. */
  expectedValue?: number;
  /** The best scores other than the recommended one, best first; at most five. */
  alternatives: ScoreAlternative[];
  /** 1: everything here is exact. */
  confidence: number;
  /** Why, in at most 200 characters. */
  reasoning: string;
  /** Whom the tip is written for. */
  pedagogyLevel: SkillLevel;
  /** What to remember about the most tempting other option; experts get none. */
  learningTip?: string;
  /** How far ahead the values look. */
  horizon?: Horizon;
  /** The best keeps other than the recommended one, best first; at most three, absent without a roll left. */
  keepAlternatives?: KeepAlternative[];
}

/** One roll of a game and what was done with it. */
export interface DecisionReport {
  /** The turn, from 1. */
  turn: number;
  /** The roll of the turn, 1 to 3. */
  rollNumber: number;
  /** The dice, ascending. */
  dice: number[];
  /** What the roll changed: the value after it less the value before. */
  luck: number;
  /** What the player did. */
  chosen: Move;
  /** What was best. */
  best: Move;
  /** Expected points to the end of the game, after what the player did. */
  value: number;
  /** The same, after the best. */
  bestValue: number;
  /** Best less chosen; never negative. */
  loss: number;
  /** The grade. */
  quality: DecisionQuality;
  /** What was wrong; absent where nothing was better. */
  mistake?: MistakeKind;
  /** Whether the time was over and the table did it: it is nobody's decision, and counts in no accuracy. */
  byClock?: boolean;
}

/** Five dice as they lie on the table, in order. */
export type DiceArray = [DieValue, DieValue, DieValue, DieValue, DieValue];

/** What a game says about its dice when it is created. */
export type DiceSource = {
  source: "table";
} | {
  source: "seeded";
  /** Up to 2^53, so that every language can hold it. */
  seed: number;
} | {
  source: "fair";
  /** The SHA-256 of the seed, in hexadecimal. */
  commitment: Hex;
};

/** A box of the scorecard, in card order (data contract 4.1). */
export type DiceeCategory = "ones" | "twos" | "threes" | "fours" | "fives" | "sixes" | "three_of_kind" | "four_of_kind" | "full_house" | "small_straight" | "large_straight" | "dicee" | "chance";

/** What can be asked of a game. Seats are numbered in the order in which players were named or joined. */
export type DiceeCommand = {
  type: "create";
  /** The game's name for ever. */
  gameId: string;
  /** Who plays. */
  gameMode: GameMode;
  /** Everybody who is there already; the first is the host. */
  playerIds: PlayerId[];
  /** What is agreed. */
  settings: Settings;
  /** Where the dice come from. */
  dice: DiceSource;
} | {
  type: "join";
  /** Who joins. */
  playerId: PlayerId;
} | {
  type: "add_bot";
  /** The bot's name in this game. A server chooses it, so clients leave it out. */
  playerId: PlayerId;
  /** How it plays. */
  bot: Bot;
} | {
  type: "mix";
  /** Any text of 1 to 64 bytes. */
  clientSeed: string;
} | {
  type: "start";
} | {
  type: "roll";
  /** What to keep; when left out, what [`Keep`](Self::Keep) said last. */
  keptMask?: KeptMask;
} | {
  type: "keep";
  /** What to keep. */
  keptMask: KeptMask;
} | {
  type: "score";
  /** The box. */
  category: DiceeCategory;
} | {
  type: "undo";
} | {
  type: "abandon";
} | {
  type: "expire";
} | {
  type: "reveal";
  /** The seed that was promised. */
  serverSeed: Hex;
};

/** The face of a die. */
export type DieValue = 1 | 2 | 3 | 4 | 5 | 6;

/** The words of an evaluation. Every text has at most 200 characters. */
export interface EvaluationFeedback {
  /** The grade in a sentence. */
  summary: string;
  /** What was better, and why. */
  reasoning: string;
  /** What to remember; absent where nothing was better. */
  learningTip?: string;
  /** The family of the mistake; absent where nothing was better. */
  mistakeCategory?: MistakeCategory;
  /** The mistake itself; absent where nothing was better. */
  mistakeKind?: MistakeKind;
}

/** How much an explanation says (data contract 6). */
export type ExplanationDepth = "minimal" | "standard" | "detailed";

/** Who plays, and to what end. */
export type GameMode = "solo" | "multiplayer" | "tutorial";

/** A [`GameRecord`] as it is handed from one program to another. What comes from outside is checked turn by turn. */
export interface GameRecordData {
  /** The rules. */
  rules: Rules;
  /** Every finished turn, in order. */
  turns: TurnRecordData[];
}

/** Everything there is to say about a game, finished or running. */
export interface GameReport {
  /** The rules it is played by. */
  rules: Rules;
  /** Whether the card is full. */
  finished: boolean;
  /** Where the points came from. */
  totals: Totals;
  /** How good the decisions were. */
  accuracy: Accuracy;
  /** Every finished turn, in order. */
  turns: TurnReport[];
  /** Every roll of them and what was done with it, in order. */
  decisions: DecisionReport[];
  /** The decisions that cost at least 0.05 points, most expensive first. */
  mistakes: MistakeReport[];
  /** Where the final score stands among the games of each bot; empty while the game runs. */
  standings: Standing[];
  /** The report in a few sentences. */
  summary: string[];
}

/** 32 bytes, in lower-case hexadecimal on the wire: a seed or a promise of one. */
export type Hex = string;

/** How far ahead a choice is judged. */
export type Horizon = "turn" | "game";

/** Dice that could be kept instead. */
export interface KeepAlternative {
  /** Which dice to keep, in the order in which the dice came. */
  keptMask: [boolean, boolean, boolean, boolean, boolean];
  /** What keeping them is worth. */
  ev: number;
  /** What that costs against the best option; never negative. */
  evDifference: number;
  /** What it aims at, in at most 200 characters. */
  reasoning: string;
}

/**
 * Every roll that can follow a keep, best first: the map of the next roll.
 *
 * ```
 * use dicee::{Advisor, KeepPattern, Outlook, Position, RollsLeft, Rules};
 *
 * let one = RollsLeft::parse(1)?;
 * let advisor = Advisor::new(Rules::Standard, Position::START, Outlook::Turn, [5, 2, 5, 6, 5], one)?;
 * let map = advisor.keep_outlook(Outlook::Turn, KeepPattern::from_faces(&[5, 5, 5])?)?;
 * assert_eq!((map.outcomes, map.rolls.len()), (36, 21));
 * assert_eq!(map.rolls[0].dice, [5, 5, 5, 5, 5]);
 * # Ok::<(), Box<dyn std::error::Error>>(())
 * ```
 */
export interface KeepOutlook {
  /** The dice kept, ascending. */
  keep: number[];
  /** How many ordered outcomes the rolled dice have: 6 for each of them. */
  outcomes: number;
  /** What the keep is worth: the mean of the rolls' values. */
  mean: number;
  /** At most 252, best first. */
  rolls: NextRoll[];
}

/** Which of five dice stay on the table when the others are rolled again. */
export type KeptMask = [boolean, boolean, boolean, boolean, boolean];

/** The three families of mistakes (data contract 6). */
export type MistakeCategory = "probability" | "expected_value" | "strategy";

/**
 * What was wrong with a decision that was not the best one.
 *
 * The kind follows from what was done and what was best; the table in `docs/advice.md` has the rules in the order in which they
 * are tried.
 */
export type MistakeKind = "stopped_early" | "rolled_on" | "gave_up_a_sure_score" | "left_points" | "broke_a_set" | "chased_a_straight" | "missed_a_straight" | "held_extra_dice" | "let_go_good_dice" | "held_wrong_dice" | "took_points_now" | "played_for_the_turn" | "burned_the_wrong_box" | "wasted_chance" | "ignored_upper_bonus" | "spent_the_better_box";

/** A decision that cost points, and what to learn from it. */
export interface MistakeReport {
  /** The turn, from 1. */
  turn: number;
  /** The roll of the turn, 1 to 3. */
  rollNumber: number;
  /** The dice, ascending. */
  dice: number[];
  /** What the player did. */
  chosen: Move;
  /** What was best. */
  best: Move;
  /** What it cost. */
  loss: number;
  /** The grade. */
  quality: DecisionQuality;
  /** What was wrong. */
  kind: MistakeKind;
  /** The family of the mistake. */
  category: MistakeCategory;
  /** What to do instead and why, in at most 200 characters. */
  instead: string;
  /** What to remember, in at most 200 characters. */
  tip: string;
}

/** A moment of a game, in the words of `DiceeView`: a player's card, the dice as they lie, and the rolls left. */
export interface MomentRequest {
  /** The rules; those of the solved game, or `standard`, when left out. */
  rules?: Rules;
  /** The card of the player whose turn it is. */
  scorecard: Scorecard;
  /** The dice; none before the first roll. */
  dice?: DiceArray;
  /** Rolls still to come, 0 to 3. */
  rollsLeft: number;
}

/** What a player did or could have done with a roll. */
export type Move = {
  action: "score";
  /** The box. */
  category: DiceeCategory;
  /** The points that go into it. */
  points: number;
  /** Bonuses beside them: 100 for a further Dicee, 35 for reaching 63 above. */
  bonus: number;
} | {
  action: "keep";
  /** The dice kept, ascending. */
  dice: number[];
};

/** One roll that can follow a keep. */
export interface NextRoll {
  /** All five dice, ascending. */
  dice: number[];
  /** In how many of the outcomes. */
  ways: number;
  /** What it is worth to the best player, within the horizon. */
  value: number;
  /** In how many of the outcomes something worth less comes. */
  below: number;
}

/** What a player did or may do with the dice on the table. */
export type PlayedMove = {
  action: "score";
  /** The box. */
  category: DiceeCategory;
} | {
  action: "keep";
  /** Which ones, in the order in which they lie. */
  keptMask: KeptMask;
};

/** Names a player. Who that is lies outside of the game. */
export type PlayerId = string;

/** The kinds of action on the wire. */
export type RecommendedAction = "roll" | "reroll" | "score";

/** What to report on, and for whom. */
export interface ReportRequest {
  /** The game, as `record` of `DiceeTable` gives it. */
  record: GameRecordData;
  /** Whom the tips are written for; beginners when left out. */
  level?: SkillLevel;
  /** How much the explanations say; `standard` when left out. */
  depth?: ExplanationDepth;
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

/** A box that could be scored instead. */
export interface ScoreAlternative {
  /** The box. */
  category: DiceeCategory;
  /** What scoring it now is worth. */
  ev: number;
  /** What that costs against the best option; never negative. */
  evDifference: number;
  /** What it means, in at most 200 characters. */
  reasoning: string;
}

/** One score and its chance. */
export interface ScoreChance {
  /** The points. */
  points: number;
  /** From 0 to 1. */
  probability: number;
  /** For example `13.9%`. */
  percentage: string;
  /** Reduced, for example `5/36`. */
  fraction: string;
}

/** How likely each score in a box is, when the rest of the turn is played for it. */
export interface ScoreDistribution {
  /** The box. */
  category: DiceeCategory;
  /** The expected score. */
  mean: number;
  /** Every score that can come, ascending. */
  scores: ScoreChance[];
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

/** What the players agreed on. All of it is in the first event, so that a replay is complete. */
export interface Settings {
  /** The rules; `standard` when left out. */
  rulesVariant?: Rules;
  /** Seconds for each turn, from 5 to 86400; none when left out. When they are over the table plays the turn. */
  timeLimit?: number;
  /** Whether the last keep or score may be taken back until the next roll; when left out, only in tutorials. */
  allowUndo?: boolean;
  /** How many may sit down in a game of several, people and bots, from 2 to 8; 8 when left out. */
  seats?: number;
}

/** How much a player knows (data contract 4.1). It picks the words of learning tips. */
export type SkillLevel = "beginner" | "intermediate" | "advanced" | "expert";

/** Where a final score stands among all games of one bot. */
export interface Standing {
  /** Who plays those games. */
  bot: Bot;
  /**
   * The share of those games that the score beats, in percent: games with a lower score, and half of those with
   * the same one. From the exact distribution of the bot's final scores, to a tenth of a percentage point.
   */
  percentile: number;
  /** The mean score of those games. */
  mean: number;
}

/** How many decisions earned one grade. */
export interface TierShare {
  /** The grade. */
  quality: DecisionQuality;
  /** How many decisions. */
  count: number;
  /** As a share of all decisions, from 0 to 1. */
  share: number;
}

/** Where the points of a game came from: **score + to come = optimum + luck - loss**, exactly. */
export interface Totals {
  /** What perfect play expects before the first roll. */
  optimum: number;
  /** What the rolls changed, together. */
  luck: number;
  /** What the decisions gave away, together. */
  loss: number;
  /** Points on the card. */
  score: number;
  /** What perfect play expects from here on; 0 when the game is over. */
  toCome: number;
  /** What perfect play would expect with this luck and no loss: optimum + luck. */
  withoutMistakes: number;
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

/** A finished turn. */
export interface TurnRecordData {
  /** One to three rolls of five faces. */
  rolls: [number, number, number, number, number][];
  /** The faces kept between them. */
  keeps: number[][];
  /** The box it filled. */
  category: DiceeCategory;
}

/** One turn in a line. */
export interface TurnReport {
  /** The turn, from 1. */
  turn: number;
  /** The box it filled. */
  category: DiceeCategory;
  /** The points that went into it. */
  points: number;
  /** Bonuses beside them. */
  bonus: number;
  /** What its rolls changed, together. */
  luck: number;
  /** What its decisions gave away, together. */
  loss: number;
}

/** How the bonus of the upper boxes stands. */
export interface UpperBonus {
  /** What the upper boxes hold. */
  subtotal: number;
  /** What they must hold. */
  goal: number;
  /** What the bonus brings. */
  bonus: number;
  /** Whether it can still be won, or is. */
  reachable: boolean;
  /** The subtotal less three of each face in the filled boxes: 0 or more is on course. */
  ahead: number;
}
