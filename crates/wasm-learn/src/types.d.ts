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

/** A move in an exercise, graded. */
export interface Answer {
  /** Whether it is solved: the move costs less than 0.05 points. */
  solved: boolean;
  /** What the move costs. */
  loss: number;
  /** The grade. */
  quality: DecisionQuality;
  /** The move. */
  chosen: Move;
  /** The best move. */
  best: Move;
  /** What was wrong; absent where nothing is better. */
  mistake?: MistakeKind;
  /** The grade in a sentence. */
  summary: string;
  /** What was better, and why. */
  reasoning: string;
  /** What to remember; absent where nothing is better. */
  tip?: string;
}

/** Decisions about one box. */
export interface BoxCount {
  /** How often it was filled. */
  filled: number;
  /** How often filling it was a mistake. */
  wrong: number;
  /** What those mistakes cost. */
  cost: number;
  /** How often filling it was best and something else was done. */
  missed: number;
  /** What that cost. */
  missedCost: number;
}

/** A point of the curve: what was guessed, and what was true. */
export interface CalibrationPoint {
  /** How many guesses. */
  guesses: number;
  /** Their mean. */
  guessed: number;
  /** The mean of the exact chances. */
  exact: number;
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

/** How good a decision was. */
export type DecisionQuality = "optimal" | "excellent" | "good" | "acceptable" | "suboptimal" | "poor";

/**
 * Mistakes to repeat until they are none: Leitner's boxes. What was solved comes again after 1, 3, 9 and 27 days, what was
 * not after 1; after the last box it is learned.
 */
export interface Deck {
  /** The cards, oldest first. */
  cards: DeckCard[];
}

/** A mistake in the deck. */
export interface DeckCard {
  /** Names it: the same situation is in the deck once. */
  key: string;
  /** What to solve. */
  exercise: Exercise;
  /** How often in a row it was solved, 0 to 4; 4 is learned. */
  solved: number;
  /** When it is due, in days since 1970. */
  due: number;
}

/** A box of the scorecard, in card order (data contract 4.1). */
export type DiceeCategory = "ones" | "twos" | "threes" | "fours" | "fives" | "sixes" | "three_of_kind" | "four_of_kind" | "full_house" | "small_straight" | "large_straight" | "dicee" | "chance";

/** Where a skill is going. */
export type Direction = "improving" | "steady" | "slipping";

/** What to drill. */
export interface DrillRequest {
  /** Only situations that invite this kind of mistake. */
  kind?: MistakeKind;
  /** Only situations in which filling this box is best. */
  category?: DiceeCategory;
  /** Only this phase of the game. */
  phase?: Phase;
}

/** A situation to find the best move in. */
export interface Exercise {
  /** The card and the dice. */
  situation: SituationInput;
  /** The kind of mistake that it invites. */
  kind: MistakeKind;
}

/** How much an explanation says (data contract 6). */
export type ExplanationDepth = "minimal" | "standard" | "detailed";

/** A game that counted, in a line. */
export interface GameLine {
  /** Which game. */
  id: string;
  /** When it ended, in milliseconds since 1970. */
  finishedAt: number;
  /** The rules. */
  rules: Rules;
  /** The final score. */
  score: number;
  /** What the rolls changed, together. */
  luck: number;
  /** What the player's own decisions gave away; where some were aided, scaled up to a whole game. */
  loss: number;
  /** The player's own decisions. */
  decisions: number;
  /** How many of them were the best there was. */
  optimal: number;
}

/** A [`GameRecord`] as it is handed from one program to another. What comes from outside is checked turn by turn. */
export interface GameRecordData {
  /** The rules. */
  rules: Rules;
  /** Every finished turn, in order. */
  turns: TurnRecordData[];
}

/** A kind of mistake that is a habit. */
export interface Habit {
  /** The kind. */
  kind: MistakeKind;
  /** Points a game. */
  costPerGame: Interval;
  /** How often it was made. */
  wrong: number;
  /** How often errors without a habit would have made it, at most. */
  byAccident: number;
  /** The chance to see so many of it without a habit, at most. */
  pValue: number;
  /** All of that in words, at most 200 characters. */
  sentence: string;
  /** What to remember, at most 200 characters. */
  tip: string;
  /** The player's own positions, dearest first; at most three. */
  examples: Mistake[];
}

/** All that `/me` shows. */
export interface Insights {
  /** How well the player plays. */
  skill: Skill;
  /** Where the points go. */
  patterns: Patterns;
  /** What follows from it. */
  suggestions: Suggestions;
  /** The last games that counted, oldest first. */
  games: GameLine[];
  /** The last mistakes, oldest first. */
  mistakes: Mistake[];
  /** How many games did not count. */
  setAside: number;
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

/** Which of five dice stay on the table when the others are rolled again. */
export type KeptMask = [boolean, boolean, boolean, boolean, boolean];

/** What is known about one kind of mistake. */
export interface KindCount {
  /** The kind. */
  kind: MistakeKind;
  /** Its family. */
  category: MistakeCategory;
  /** What it is, in a few words. */
  title: string;
  /** All phases together. */
  total: Count;
  /** By phase of the game. */
  phases: Record<string, Count>;
  /** Points a game. */
  costPerGame: Interval;
}

/** A lesson of three to four steps, about three minutes. */
export interface Lesson {
  /** Its name in a link. */
  name: string;
  /** Its title. */
  title: string;
  /** What one can do afterwards, in a sentence. */
  goal: string;
}

/** A step of a lesson. */
export interface LessonStep {
  /** The card and the dice. */
  situation: Situation;
  /** What is to be done. */
  task: LessonTask;
  /** The task in words. */
  ask: string;
  /** What to learn from it, shown afterwards. */
  sentence: string;
}

/** What is to be done in a step. */
export type LessonTask = {
  kind: "find_move";
  /** The best move. */
  best: Move;
} | {
  kind: "guess_chance";
  /** The dice that are kept. */
  keep: number[];
  /** The box to achieve. */
  category: DiceeCategory;
  /** The exact chance, 0 to 1. */
  exact: number;
  /** The exact chance as a fraction. */
  fraction: string;
};

/** A decision that cost at least 0.05 points, with all that is needed to play it again. */
export interface Mistake {
  /** Which game. */
  game: string;
  /** When that game ended, in milliseconds since 1970. */
  finishedAt: number;
  /** The turn and the roll. */
  moment: Moment;
  /** The card and the dice. */
  situation: Situation;
  /** What the player did. */
  chosen: Move;
  /** What was best. */
  best: Move;
  /** What it cost. */
  loss: number;
  /** What was wrong. */
  kind: MistakeKind;
}

/** The three families of mistakes (data contract 6). */
export type MistakeCategory = "probability" | "expected_value" | "strategy";

/**
 * What was wrong with a decision that was not the best one.
 *
 * The kind follows from what was done and what was best; the table in `docs/advice.md` has the rules in the order in which they
 * are tried.
 */
export type MistakeKind = "stopped_early" | "rolled_on" | "gave_up_a_sure_score" | "left_points" | "broke_a_set" | "chased_a_straight" | "missed_a_straight" | "held_extra_dice" | "let_go_good_dice" | "held_wrong_dice" | "took_points_now" | "played_for_the_turn" | "burned_the_wrong_box" | "wasted_chance" | "ignored_upper_bonus" | "spent_the_better_box";

/** A decision within a game: its turn and its roll, both from 1. */
export interface Moment {
  /** The turn, 1 to 13. */
  turn: number;
  /** The roll of the turn, 1 to 3. */
  roll: number;
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

/** What was done with a roll. */
export type MoveRequest = {
  action: "score";
  /** The box. */
  category: DiceeCategory;
} | {
  action: "keep";
  /** Which of the five. */
  keptMask: KeptMask;
};

/** A chance to guess: dice that are kept, and a box to achieve, or to miss, with the rolls that are left. */
export interface OddsQuestion {
  /** An empty card and the dice. */
  situation: Situation;
  /** The dice that are kept. */
  keep: number[];
  /** The box to achieve. */
  category: DiceeCategory;
  /** Whether the chance of missing the box is asked for. */
  miss: boolean;
  /** The exact chance of what is asked for, 0 to 1. */
  exact: number;
  /** The exact chance as a fraction. */
  fraction: string;
  /** The question in words. */
  ask: string;
}

/** Where the dice of a game came from, and so whether it tells anything about its player. */
export type Origin = "drawn" | "typed" | "repeated" | "forked" | "real_dice" | "tutorial";

/** Where a player's points go: by kind of mistake, by box and by phase of the game, and what of it is a habit. */
export interface Patterns {
  /** How many games the counts are from: the last 25 to 50. */
  games: number;
  /**
   * Kinds of mistake that come more often than any error without a habit would make them, dearest first. Empty where nothing
   * can be said.
   */
  habits: Habit[];
  /** Every kind that was possible, dearest first. */
  kinds: KindCount[];
  /** Every box, in card order. */
  boxes: {
    chance?: BoxCount;
    dicee?: BoxCount;
    fives?: BoxCount;
    four_of_kind?: BoxCount;
    fours?: BoxCount;
    full_house?: BoxCount;
    large_straight?: BoxCount;
    ones?: BoxCount;
    sixes?: BoxCount;
    small_straight?: BoxCount;
    three_of_kind?: BoxCount;
    threes?: BoxCount;
    twos?: BoxCount;
  };
}

/** A third of the game. */
export type Phase = "early" | "middle" | "late";

/** A [`PlayedGame`] as it is handed from one program to another. */
export interface PlayedGameData {
  /** Which game. */
  id: string;
  /** When it ended, in milliseconds since 1970. */
  finishedAt: number;
  /** Every roll and decision of the player. */
  record: GameRecordData;
  /** Where its dice came from; drawn by the app when left out. */
  origin?: Origin;
  /** Decisions after a hint or by the clock; none when left out. */
  aided?: Moment[];
}

/**
 * The puzzle of a day: the same for everybody, without a network, for ever.
 *
 * The date seeds a game of the skilled bot. Of its decisions the one is taken where playing for the turn costs most against
 * playing for the game.
 */
export interface Puzzle {
  /** How puzzles are made; a later way gets a later number, and old days keep theirs. */
  version: number;
  /** The day, such as `2026-11-15`. */
  date: string;
  /** The card and the dice. */
  situation: Situation;
  /** The kind of mistake that it invites. */
  kind: MistakeKind;
  /** What the tempting move costs. */
  temptation: number;
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

/** Why a game does not count. */
export type SetAside = "unfinished" | "practice" | "aided" | "known";

/** How well somebody guesses chances. */
export interface ShownCalibration {
  /** How many guesses. */
  guesses: number;
  /** How far guesses are off, from 0 to 1: the root of the mean squared difference; absent before the first. */
  error?: number;
  /** The curve: a point for each tenth in which there are guesses. */
  curve: CalibrationPoint[];
}

/** A situation as a table shows it. */
export interface ShownSituation {
  /** The card with its sums. */
  scorecard: Scorecard;
  /** The turn, from 1. */
  turnNumber: number;
}

/** A card and a roll to decide about: all that a table needs to show it and an engine to judge it. */
export interface Situation {
  /** The rules. */
  rules: Rules;
  /** The filled boxes and their points. */
  boxes: {
    chance?: number;
    dicee?: number;
    fives?: number;
    four_of_kind?: number;
    fours?: number;
    full_house?: number;
    large_straight?: number;
    ones?: number;
    sixes?: number;
    small_straight?: number;
    three_of_kind?: number;
    threes?: number;
    twos?: number;
  };
  /** Points for further Dicees so far. */
  diceeBonus: number;
  /** The five dice. */
  dice: [number, number, number, number, number];
  /** Rolls still to come, 0 to 2. */
  rollsLeft: number;
}

/** A card and a roll to decide about: all that a table needs to show it and an engine to judge it. */
export interface SituationInput {
  /** The rules. */
  rules: Rules;
  /** The filled boxes and their points. */
  boxes: {
    chance?: number;
    dicee?: number;
    fives?: number;
    four_of_kind?: number;
    fours?: number;
    full_house?: number;
    large_straight?: number;
    ones?: number;
    sixes?: number;
    small_straight?: number;
    three_of_kind?: number;
    threes?: number;
    twos?: number;
  };
  /** Points for further Dicees so far. */
  diceeBonus?: number;
  /** The five dice. */
  dice: [number, number, number, number, number];
  /** Rolls still to come, 0 to 2. */
  rollsLeft: number;
}

/** How well somebody plays: points given away a game, with luck taken out, weighted to recent games. */
export interface Skill {
  /** How many games counted. */
  games: number;
  /** Points given away a game, and the interval that holds the truth in 95 cases of 100; absent before the second game. */
  lossPerGame?: Interval;
  /** Points given away a decision; 0 before the first game. */
  lossPerDecision: number;
  /** The share of decisions that were the best there was, 0 to 1; 0 before the first game. */
  optimalShare: number;
  /** The level; absent before the third game. */
  level?: SkillLevel;
  /** Where it is going; absent before the tenth game. */
  trend?: Trend;
}

/** How much a player knows (data contract 4.1). It picks the words of learning tips. */
export type SkillLevel = "beginner" | "intermediate" | "advanced" | "expert";

/** How many numbers the table shows. */
export type StatsProfile = "beginner" | "intermediate" | "expert" | "research";

/**
 * What follows from how somebody plays: for whom advice is written, what to show, what to practise. The app offers it and
 * never switches by itself.
 */
export interface Suggestions {
  /** Whom tips and hints are written for. */
  level: SkillLevel;
  /** How much explanations say. */
  depth: ExplanationDepth;
  /** The statistics to show: `beginner`, `intermediate`, `expert` or `research`. */
  profile: StatsProfile;
  /** The kinds of mistake to practise next, dearest first; at most three. */
  practise: MistakeKind[];
  /** The next thing to do, in a sentence. */
  next: string;
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

/** The tries at a puzzle so far, best grade last if it was solved. */
export interface Tries {
  /** The grade of each try. */
  grades: DecisionQuality[];
  /** Whether the last one solved it. */
  solved: boolean;
}

/** A move in a situation, and for whom the grade is written. */
export interface TryRequest {
  /** The card and the dice. */
  situation: SituationInput;
  /** What was done. */
  played: MoveRequest;
  /** Whom the tips are written for; beginners when left out. */
  level?: SkillLevel;
  /** How much the explanations say; `standard` when left out. */
  depth?: ExplanationDepth;
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
