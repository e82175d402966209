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

/** `analysis_computed` */
export interface AnalysisComputed {
  /** Its name, as the roll gives it. */
  analysisId: string;
  /** The roll. */
  sourceEventId: string;
  /** What every box can bring. */
  probabilities: ProbabilityVector;
  /** What to do. */
  recommendations: DecisionRecommendation[];
  /** How it was computed. */
  computationMethod: ComputationMethod;
  /** 1 for what is exact. */
  confidence: number;
  /** Whether it was remembered. */
  cacheHit: boolean;
}

/** `analysis_computed` 1.0.0 */
export type AnalysisComputedEvent = Extract<AnalysisEvent, { eventType: "analysis_computed" }>;

/** An event of the analysis stream (data contract 5.4): kept for 90 days, and made again from the game at any time. */
export type AnalysisEvent = {
  /** The event's name, a UUID of version 4. */
  id: string;
  /** The version of its schema. */
  eventVersion: Version;
  /** Its place in the game, from 1, without gaps. */
  sequenceNumber: number;
  /** How long it is kept. */
  streamType: StreamType;
  /** Who brought it about. */
  eventSource: EventSource;
  /** Shared by everything that one command brought about. */
  traceId: string;
  /** The events that led to it. */
  causalChain: string[];
  /** Milliseconds since 1970. */
  timestamp: number;
  /** The game. */
  gameId: string;
  /** Whose action it was; the host's where it was nobody's. */
  playerId: PlayerId;
  /** The player's turn, 1 to 13; 0 outside of turns. */
  turnNumber: number;
  /** The roll of that turn, 1 to 3; 0 outside of turns and before the first roll. */
  rollNumber: number;
} & ({
  eventType: "analysis_computed";
} & AnalysisComputed | {
  eventType: "recommendation";
} & Recommendation);

/** `POST /api/v1/stats/analysis`: both horizons of one roll, as the browser module answers. */
export interface AnalysisResponse {
  /** The most points this turn. */
  turn: TurnAnalysis;
  /** The best expected final score; absent until the game is solved. */
  game?: TurnAnalysis;
  /** With `target`: the chance to reach it, and what to do for that. */
  target?: TargetReport;
  /** The upper subtotals that play can reach with these open boxes, ascending. */
  upperTotals: number[];
  /** The request. */
  requestId: string;
  /** How long it took. */
  computationTimeMs: number;
  /** True: a request that fails is answered with an [`ErrorResponse`](crate::ErrorResponse). */
  success: boolean;
}

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

/** What every question about dice is answered with. */
export interface AttackAnswerResponse {
  /** The answer, as the command line prints it. */
  answer: AttackAnswer;
  /** The name of this request. */
  requestId: string;
  /** How long the answer took. */
  computationTimeMs: number;
  /** Always true. */
  success: boolean;
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

/** A player whom the operator banned. */
export interface BannedPlayer {
  /** The player. */
  playerId: PlayerId;
  /** The display name. */
  displayName: string;
  /** Since when, in ISO 8601. */
  bannedAt: string;
}

/** What every event carries (data contract 5.1). */
export interface BaseGameEvent {
  /** The event's name, a UUID of version 4. */
  id: string;
  /** The version of its schema. */
  eventVersion: Version;
  /** Its place in the game, from 1, without gaps. */
  sequenceNumber: number;
  /** How long it is kept. */
  streamType: StreamType;
  /** Who brought it about. */
  eventSource: EventSource;
  /** Shared by everything that one command brought about. */
  traceId: string;
  /** The events that led to it. */
  causalChain: string[];
  /** Milliseconds since 1970. */
  timestamp: number;
  /** The game. */
  gameId: string;
  /** Whose action it was; the host's where it was nobody's. */
  playerId: PlayerId;
  /** The player's turn, 1 to 13; 0 outside of turns. */
  turnNumber: number;
  /** The roll of that turn, 1 to 3; 0 outside of turns and before the first roll. */
  rollNumber: number;
}

/** `GET /api/v1/operator/behaviour` */
export interface BehaviourResponse {
  /** Those who are flagged first, then by the number of their decisions; at most 1000. */
  players: PlayerBehaviour[];
  /** How many players there are, shown or not. */
  total: number;
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

/** How often a bid is made. */
export interface BidOdds {
  /** The bid. */
  bid: FortyTwoBid;
  /** In how many deals. */
  makes: Share;
  /**
   * Where this declaration is the best for the bid: in how many new deals. The best of nine shares is the best partly by
   * luck, so this one, from deals that did not choose it, is what to tell.
   */
  best?: Share;
}

/** `POST /api/v1/players/{id}/block` */
export interface BlockRequest {
  /** Whether the player in the path is blocked from now on. */
  blocked: boolean;
}

/** Somebody whom the caller blocked. */
export interface BlockedPlayer {
  /** The player. */
  playerId: PlayerId;
  /** The display name. */
  displayName: string;
}

/** Everybody whom the caller blocked. */
export interface BlocksResponse {
  /** In the order of their ids. */
  blocked: BlockedPlayer[];
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

/**
 * A player that is a program.
 *
 * The human-like ones overlook things: each looks at every option with a certain probability and takes the
 * best of those it saw, judged by its horizon. That makes the mistakes people make: small ones often, large
 * ones when the good options are few.
 */
export type Bot = "optimal" | "greedy" | "expert" | "skilled" | "casual" | "beginner";

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

/** How many decisions earned each grade. */
export interface ByQuality {
  /** The best there was. */
  optimal: number;
  /** Excellent. */
  excellent: number;
  /** Good. */
  good: number;
  /** Acceptable. */
  acceptable: number;
  /** Suboptimal. */
  suboptimal: number;
  /** Poor. */
  poor: number;
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

/** One box with one roll. */
export interface CategoryStatistics {
  /** The chance of scoring more than 0 in it by the end of the turn when every keep is chosen for that. */
  probability: number;
  /** Points in the box if scored now. */
  expectedValue: number;
  /** The same points. */
  currentScore: number;
  /** Expected points in the box when the rest of the turn is played for them; absent without a roll left. */
  futureEV?: number;
  /** How to play for those points; absent without a roll left. */
  rerollRecommendation?: RerollRecommendation;
}

/** What one box held over many games. */
export interface CategoryTally {
  /** Its mean. */
  meanScore: number;
  /** The share of games in which it held 0. */
  zeroRate: number;
  /** Where the true share lies, as sure as `confidenceLevel` says. */
  zeroInterval: [number, number];
}

/** The chance to win against scores that stand. */
export interface ChanceToWin {
  /** The expected share of the win: a win shared by two counts half. */
  probability: number;
  /** The chance to have more points than everybody else. */
  alone: number;
  /** The chance to share the highest score. */
  shared: number;
  /** Whether it was counted; with more than eight open boxes a thousand games are played on. */
  exact: boolean;
  /** What it assumes. */
  basis: string;
}

/** A line of chat. */
export interface ChatLine {
  /** Who said it. */
  playerId: PlayerId;
  /** The display name. */
  displayName: string;
  /** What they said. */
  text: string;
  /** When, in milliseconds since 1970. */
  timestamp: number;
}

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

/** What every question about dice is answered with. */
export interface CheckAnswerResponse {
  /** The answer, as the command line prints it. */
  answer: CheckAnswer;
  /** The name of this request. */
  requestId: string;
  /** How long the answer took. */
  computationTimeMs: number;
  /** Always true. */
  success: boolean;
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

/** A message from a client. Unknown fields are refused. */
export type ClientMessage = {
  type: "authenticate";
  /** The player's token. */
  token: string;
} | {
  type: "resume";
  /** The version that the client knows. */
  since: number;
  /** The whole state each time, or what changed; `whole` when left out. */
  updates?: UpdateStyle;
} | {
  type: "command";
  /** The sender's id for the command: the same id, sent again, is carried out once. */
  commandId: CommandId;
  /** Only if the game is still at this version. */
  expectedVersion?: number;
  /** What to do: an object with a `type`. Each game reads its own commands. */
  command: GameCommand;
} | {
  type: "join";
  /** Who: the player of the token. */
  playerId: PlayerId;
  /** The client's version. */
  clientVersion: string;
  /** Whether they were here before. */
  reconnect: boolean;
} | {
  type: "roll";
  /** What is kept; left out for a first roll. */
  keptMask?: KeptMask;
  /** Whether the analysis is wanted. */
  requestProbabilities: boolean;
} | {
  type: "score";
  /** The box. */
  category: DiceeCategory;
} | {
  type: "request_hint";
  /** How deep, in the dice game; `standard` when left out. */
  explanationDepth?: ExplanationDepth;
  /** Whom the tip of the dice game is written for; a beginner when left out. */
  skillLevel?: SkillLevel;
} | {
  type: "hover";
  /** The box. */
  category: DiceeCategory;
  /** Since when, in milliseconds since 1970. */
  hoverStartTime: number;
} | {
  type: "prediction";
  /** The box. */
  category: DiceeCategory;
  /** The guess, from 0 to 1. */
  predictedProbability: number;
  /** How sure the player is. */
  confidenceLevel: ConfidenceLevel;
} | {
  type: "request_win_chance";
  /** `false` ends it. */
  wanted?: boolean;
} | {
  type: "chat";
  /** 1 to 500 characters, without control, invisible and direction characters. */
  text: string;
} | {
  type: "mute";
  /** The player. */
  playerId: PlayerId;
  /** Whether they are hidden. */
  muted: boolean;
} | {
  type: "cursor";
  /** After how many events. */
  version: number;
} | {
  type: "rematch";
};

/** How long a move may take. */
export interface ClockSettings {
  /** Seconds for each move of a person, from 5 to 86400; none when left out. Then a bot moves for them. */
  timeLimit?: number;
}

/** A table that the operator closed. */
export interface ClosedTable {
  /** Of which game. */
  gameId: GameId;
  /** Since when, in ISO 8601. */
  closedAt: string;
}

/** The short code of a table, easy to say aloud: six characters such as `K7M2PX`, case-insensitive. */
export type Code = string;

/**
 * The id of a command, chosen by its sender: 1 to 64 characters, none of them a control character. The same id, sent again,
 * is carried out once.
 */
export type CommandId = string;

/** `POST /api/v1/games/{id}/commands` */
export interface CommandRequest {
  /** Names the command for its sender: sent again under the same name, it is carried out once. */
  commandId: CommandId;
  /** Only if the game is still at this version. */
  expectedVersion?: number;
  /** What to do: an object with a `type`. Each game reads its own commands. */
  command: GameCommand;
}

/** What a command brought about. */
export interface CommandResponse {
  /** The command. */
  commandId: CommandId;
  /** The version after it. */
  version: number;
  /** Whether it had been carried out before. */
  repeated: boolean;
  /** Its events, as the sender may know them. */
  events: ShownEvent[];
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
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

/** What a player is reported for. */
export type ComplaintReason = "chat" | "name" | "stalling" | "other";

/** `POST /api/v1/players/{id}/reports`: tells the operator about another player. */
export interface ComplaintRequest {
  /** The game at which it happened; both must have a seat there. */
  gameId: GameId;
  /** What kind of thing. */
  reason: ComplaintReason;
  /** What happened, in at most 500 characters. */
  text?: string;
}

/** The operator will see it. */
export interface ComplaintResponse {
  /** Whether it is new: a report that is sent again is kept once. */
  kept: boolean;
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

/** `GET /api/v1/operator/reports` */
export interface ComplaintsResponse {
  /** The newest first, at most 1000. */
  reports: ShownComplaint[];
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

/** Why a game ended. */
export type CompletionReason = "normal" | "abandoned" | "timeout";

/** How numbers were found. */
export type ComputationMethod = "exact" | "monte_carlo" | "heuristic";

/** How sure a player says to be. */
export type ConfidenceLevel = "low" | "medium" | "high";

/** The state of the connection. Its end comes as a close frame. */
export type ConnectionStatus = "connected";

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

/** What every question about dice is answered with. */
export interface ContestAnswerResponse {
  /** The answer, as the command line prints it. */
  answer: ContestAnswer;
  /** The name of this request. */
  requestId: string;
  /** How long the answer took. */
  computationTimeMs: number;
  /** Always true. */
  success: boolean;
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

/** How often a mistake was possible, how often it was made, and what that cost. */
export interface Count {
  /** Decisions at which it was possible. */
  opportunities: number;
  /** Decisions at which it was made. */
  wrong: number;
  /** Points that cost. */
  cost: number;
}

/** A roll that was counted. */
export type CountedRoll = DiceRoll | ExpressionRoll;

/** `POST /api/v1/games`: what to open. `kind` is `dicee` when left out. */
export type CreateGameRequest = {
  kind?: "dicee";
  /** Whether the table is listed, so that strangers may sit down. */
  public?: boolean;
  /** Whether hints and analysis are given at this table, to everybody or to nobody; true when left out. */
  coach?: boolean;
  /** Whether to start at once; when left out, where nobody else is waited for. */
  start?: boolean;
  /** Who plays; when left out `multiplayer` with bots, else `solo`. */
  mode?: GameMode;
  /** What is agreed. */
  settings?: Settings;
  /** For one player: a seed, from which every roll follows. Fair dice when left out. */
  seed?: number;
  /** Bots that play as well, at most 7. */
  bots?: Bot[];
} | {
  kind: "fortytwo";
  /** Whether the table is listed, so that strangers may sit down. */
  public?: boolean;
  /** Whether hints and analysis are given at this table, to everybody or to nobody; true when left out. */
  coach?: boolean;
  /** Whether to start at once, with bots on the other seats; by `START_GAME` of the host when left out. */
  start?: boolean;
  /** How seats without a person are played; `strong` when left out. */
  bots?: FortyTwoSkill;
  /** Whether a bot plays for a person who is gone for a minute, until they are back; true when left out. */
  standIn?: boolean;
  /** The rules beyond straight 42. */
  house?: FortyTwoHouseRulesInput;
  /**
   * A finished game of which the player who asks was one: its deals come again, as in duplicate, with this player on the next
   * seat. The house rules are those of that game. Not for public tables.
   */
  sameDealsAs?: GameId;
  /** The clock. */
  settings?: ClockSettings;
} | {
  kind: "extended_check";
  /** Whether the table is listed, so that strangers may sit down. */
  public?: boolean;
  /** Whether hints and analysis are given at this table, to everybody or to nobody; true when left out. */
  coach?: boolean;
  /** What to set out to do; then it starts at once. */
  terms?: ExtendedTermsInput;
} | {
  kind: "roll_table";
  /** Whether the table is listed, so that strangers may sit down. */
  public?: boolean;
  /** Whether hints and analysis are given at this table, to everybody or to nobody; true when left out. */
  coach?: boolean;
  /** What differs from the standard system; the host may change it later by `SET_TABLE`. */
  system?: DiceSystem;
  /** Names for expressions, each of which may use those before it. */
  aliases?: RollTableAlias[];
};

/** The roll that decided a game. */
export interface DecidingRoll {
  /** After how many events of the game. */
  version: number;
  /** Who rolled. */
  playerId: PlayerId;
  /** Which of their turns, 1 to 13. */
  turn: number;
  /** Which roll of the turn, 1 to 3. */
  rollNumber: number;
  /** What lay on the table. */
  dice: DiceArray;
  /** Whose chance it changed most. */
  winnerId: PlayerId;
  /** That chance before the dice fell. */
  before: number;
  /** That chance after it. */
  after: number;
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

/** How good decisions were. */
export interface Decisions {
  /** In how many finished games, the newest. */
  games: number;
  /** All of them. */
  total: number;
  /** Points given away, on average over all decisions. */
  averageLoss: number;
  /** How many earned each grade. */
  byQuality: ByQuality;
}

/** `GET /api/v1/players/{id}/decisions` */
export interface DecisionsResponse {
  /** The player. */
  playerId: PlayerId;
  /** The decisions, the newest first. Of the last 200 that cost at least 0.05 points. */
  decisions: Mistake[];
  /** How many of those cost more than was asked for; `decisions` may hold fewer. */
  total: number;
  /**
   * Choices of Forty-Two that cost more marks than was asked for, the newest first, at most `limit`. Of the last 200 that cost
   * at least a tenth of a mark.
   */
  fortyTwo?: FortyTwoMistake[];
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

/**
 * Mistakes to repeat until they are none: Leitner's boxes. What was solved comes again after 1, 3, 9 and 27 days, what was
 * not after 1; after the last box it is learned.
 */
export interface Deck {
  /** The cards, oldest first. */
  cards: DeckCard[];
}

/** `POST /api/v1/players/{id}/deck` */
export interface DeckAnswerRequest {
  /** The key of a card in the deck. */
  key: string;
  /** Whether it was solved. */
  solved: boolean;
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

/** `GET /api/v1/players/{id}/deck` and `POST /api/v1/players/{id}/deck` */
export interface DeckResponse {
  /** The player. */
  playerId: PlayerId;
  /** Mistakes to repeat until they are none, oldest first. */
  cards: DeckCard[];
  /** The keys of those that are due today (UTC), longest waiting first. */
  due: string[];
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

/** What a hand is worth under one declaration, from what the seat can know. */
export interface DeclarationOdds {
  /** What is named. */
  declaration: FortyTwoDeclaration;
  /** Points of 42 in the mean; absent where only tricks count. */
  points?: number;
  /** Each bid, lowest first; `M1` stands for all tricks, whatever the marks. */
  bids: BidOdds[];
}

/** What the server needs, and how that goes. */
export interface Dependencies {
  /** Where games are kept. */
  store: StoreHealth;
  /** The way to the other nodes. */
  redis: RedisHealth;
  /** The solved game. */
  engine: EngineHealth;
}

/** A number of dice of the system, or an expression in canonical spelling. */
export type Dice = number | string;

/** Five dice as they lie on the table, in order. */
export type DiceArray = [DieValue, DieValue, DieValue, DieValue, DieValue];

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

/** What the Dicee box holds; it decides what a further Dicee brings. */
export type DiceeBox = "open" | "0" | "50";

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
  settings?: Settings;
  /** Where the dice come from. */
  dice?: DiceSource;
} | {
  type: "join";
  /** Who joins. */
  playerId: PlayerId;
} | {
  type: "add_bot";
  /** The bot's name in this game. A server chooses it, so clients leave it out. */
  playerId?: PlayerId;
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

/** A player's dice games. */
export interface DiceeResults {
  /** Played to the end. */
  gamesFinished: number;
  /** The most points in one of them. */
  bestScore?: number;
  /** Their points on average. */
  meanScore?: number;
  /** Those against others that were won, alone or with somebody else. */
  gamesWon: number;
  /** How good the decisions were: for the player alone, and as soon as the game is solved. */
  decisions?: Decisions;
}

/** A dice game (data contract 6). */
export interface DiceeState {
  /** The game. */
  gameId: GameId;
  /** How many events there are. */
  version: number;
  /** Where it stands. */
  status: GameStatus;
  /** The short code of the table. */
  code?: Code;
  /** Whether the table is listed. */
  public?: boolean;
  /** Whether hints and analysis are given at this table, to everybody or to nobody. */
  coach: boolean;
  /** Where the same people play again, once somebody asked for that. */
  rematch?: RematchTable;
  /** The viewer's seat; null for a spectator. */
  you: number | null;
  /** Who sits where, in seat order. */
  seats: SeatShown[];
  /** How many people may still sit down. */
  freeSeats: number;
  /**
   * When the time of the player to move is over and the table moves for them, in milliseconds since 1970; left out where no
   * clock runs.
   */
  turnEndsAt?: number;
  /** When it was opened, in ISO 8601. */
  createdAt: string;
  /** When play began. */
  startedAt?: string;
  /** When it ended. */
  completedAt?: string;
  /** `true` while the store cannot be read: this is what the node remembers, and others may have moved on. */
  fromMemory?: boolean;
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
  /** Who plays. */
  mode: GameMode;
  /** What was agreed. */
  settings: Settings;
  /** Who may start it. */
  hostPlayerId?: PlayerId;
  /** Everybody, in seat order. */
  players: PlayerState[];
  /** Who plays when; empty before the start. */
  turnOrder: PlayerId[];
  /** The turn that is going on. */
  currentTurn?: TurnView;
  /** Who won, once the game is over. */
  winnerIds?: PlayerId[];
  /** Why it ended. */
  reason?: CompletionReason;
  /** The promise behind fair dice. */
  commitment?: Hex;
  /** The seed that was promised, once it is shown. */
  serverSeed?: Hex;
  /** What happened since the version that was asked for. */
  events: GameEvent[];
}

/**
 * What everybody at a table sees. The shape is that of the data contract, section 6, without what lies outside of
 * the game: names, times and events.
 */
export interface DiceeView {
  /** The game; none before it is created. */
  gameId?: string;
  /** Where it stands. */
  status: GameStatus;
  /** Who plays. */
  mode: GameMode;
  /** What was agreed. */
  settings: Settings;
  /** Who may start it. */
  hostPlayerId?: PlayerId;
  /** Everybody, in seat order. */
  players: PlayerView[];
  /** Who plays when; empty before the start. */
  turnOrder: PlayerId[];
  /** The turn that is going on. */
  currentTurn?: TurnView;
  /** Who won, once the game is over. */
  winnerIds?: PlayerId[];
  /** Why it ended. */
  reason?: CompletionReason;
  /** The promise behind fair dice. */
  commitment?: Hex;
  /** The seed that was promised, once it is shown. */
  serverSeed?: Hex;
}

/** The face of a die. */
export type DieValue = 1 | 2 | 3 | 4 | 5 | 6;

/** Where a skill is going. */
export type Direction = "improving" | "steady" | "slipping";

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

/** `POST /api/v1/stats/distribution`: how likely every number of points still to come is. */
export interface DistributionResponse {
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
  /** The request. */
  requestId: string;
  /** How long it took. */
  computationTimeMs: number;
  /** True: a request that fails is answered with an [`ErrorResponse`](crate::ErrorResponse). */
  success: boolean;
}

/** How the engine is. */
export interface EngineHealth {
  /** Whether the game is solved. */
  state: EngineState;
  /** Whether there is a GPU that `dicee solve`, `simulate` and `target` can use on this machine. */
  gpu_available: boolean;
}

/** Whether the game is solved. */
export type EngineState = "loaded" | "loading";

/**
 * Why something did not happen, for machines. The data contract, section 11.2, has most of them; the others are
 * additions.
 */
export type ErrorCode = "ERR_INVALID_DICE" | "ERR_INVALID_CATEGORY" | "ERR_CATEGORY_SCORED" | "ERR_INVALID_TURN" | "ERR_INVALID_SCORECARD" | "ERR_INVALID_REQUEST" | "ERR_MALFORMED_JSON" | "ERR_BODY_TOO_LARGE" | "ERR_UNSUPPORTED_MEDIA_TYPE" | "ERR_NOT_ACCEPTABLE" | "ERR_NOT_FOUND" | "ERR_METHOD_NOT_ALLOWED" | "ERR_UPGRADE_REQUIRED" | "ERR_PLAYER_NOT_FOUND" | "ERR_GAME_NOT_FOUND" | "ERR_GAME_NOT_STARTED" | "ERR_GAME_COMPLETED" | "ERR_NOT_YOUR_TURN" | "ERR_CONFLICT" | "ERR_UNAUTHORIZED" | "ERR_SESSION_EXPIRED" | "ERR_FORBIDDEN" | "ERR_COACH_OFF" | "ERR_TOO_MANY_TABLES" | "ERR_RATE_LIMIT" | "ERR_TIMEOUT" | "ERR_SERVICE_DOWN" | "ERR_DATABASE" | "ERR_INTERNAL";

/** What exactly was wrong. */
export interface ErrorContext {
  /** The field, with the path to it. */
  field?: string;
  /** The rule. */
  constraint?: string;
  /** What was expected. */
  expected?: unknown;
  /** What came. */
  actual?: unknown;
}

/** What went wrong (data contract 11.1). */
export interface ErrorDetail {
  /** For machines. */
  code: ErrorCode;
  /** For people. */
  message: string;
  /** How bad it is. */
  severity: Severity;
  /** Milliseconds since 1970. */
  timestamp: number;
  /** The request. */
  requestId?: string;
  /** What it was part of. */
  traceId?: string;
  /** What exactly was wrong. */
  details?: ErrorContext;
  /** Whether trying again can help. */
  recoverable: boolean;
  /** Seconds to wait before that. */
  retryAfter?: number;
  /** What to do. */
  suggestedAction?: string;
}

/** `error` 1.0.0 */
export type ErrorEvent = Extract<GameEvent, { eventType: "error" }>;

/** Something that did not happen. */
export interface ErrorMessage {
  /** For machines. */
  errorCode: ErrorCode;
  /** For people. */
  message: string;
  /** How bad it is. */
  severity: Severity;
  /** Whether trying again can help. */
  recoverable: boolean;
  /** The command that it is about. */
  commandId?: CommandId;
  /** What exactly was wrong. */
  details?: ErrorContext;
}

/** `error` */
export interface ErrorReport {
  /** For machines. */
  errorCode: string;
  /** For people. */
  errorMessage: string;
  /** How bad it was. */
  severity: Severity;
  /** What was tried. */
  failedAction: string;
  /** Whether the game goes on. */
  recovered: boolean;
  /** What was done. */
  recoveryAction?: string;
}

/** The answer to every request that fails (data contract 11.3). */
export interface ErrorResponse {
  /** False. */
  success: boolean;
  /** The reason. */
  error: ErrorDetail;
  /** How the game stands, where a command expected another version. */
  gameState?: GameState;
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

/** What lay on the table when a decision was made. */
export interface EvaluatedState {
  /** The dice. */
  diceResult: DiceArray;
  /** Which roll of the turn it was, 1 to 3. */
  rollNumber: number;
  /** The open boxes. */
  availableCategories: DiceeCategory[];
  /** The card. */
  scorecard: Scorecard;
  /** The rules; `standard` when left out. */
  rulesVariant?: Rules;
}

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

/** `POST /api/v1/stats/evaluate` */
export interface EvaluationRequest {
  /** What lay on the table. */
  gameState: EvaluatedState;
  /** The box that was scored; absent for a keep. */
  chosenCategory?: DiceeCategory;
  /** The dice that were kept; absent for a score. */
  chosenKeptMask?: KeptMask;
  /** How long the player thought, in milliseconds. */
  timeToDecision: number;
  /** Whom the feedback is written for. */
  skillLevel: SkillLevel;
}

/** The answer to an [`EvaluationRequest`]. */
export interface EvaluationResponse {
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
  /** The request. */
  requestId: string;
  /** True: a request that fails is answered with an [`ErrorResponse`](crate::ErrorResponse). */
  success: boolean;
}

/** Where an event comes from (data contract 4.1). */
export type EventSource = "client" | "server" | "engine" | "system";

/** `GET /api/v1/games/{id}/events` */
export interface EventsResponse {
  /** How many events there are in all: what to ask for next time. */
  version: number;
  /** Those since the version that was asked for, as the caller may know them. */
  events: ShownEvent[];
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

/** A chance as it is shown at a live table: exactly, and as a number. */
export interface ExactChance {
  /** Reduced, such as `5/12`. */
  fraction: Fraction;
  /** The same from 0 to 1. */
  probability: number;
}

/** A counted probability in every form in which people read one. */
export interface ExactProbability {
  /** 0 to 1. */
  value: number;
  /** `13.9%` */
  percentage: string;
  /** The reduced fraction: `5/36`. */
  fraction: string;
  /** `1 in 7.2` */
  odds: string;
}

/** A situation to find the best move in. */
export interface Exercise {
  /** The card and the dice. */
  situation: Situation;
  /** The kind of mistake that it invites. */
  kind: MistakeKind;
}

/** How much an explanation says (data contract 6). */
export type ExplanationDepth = "minimal" | "standard" | "detailed";

/** `GET /api/v1/players/{id}/export`: all that is kept about a player. */
export interface ExportResponse {
  /** When this was put together, in ISO 8601. */
  exportedAt: string;
  /** The player. */
  person: ExportedPerson;
  /** The newest first. */
  games: ExportedGame[];
  /** Dice games from which was learned how the player plays, oldest first; those that their devices sent too. */
  played: PlayedGameData[];
  /** Hands of Forty-Two from which was learned how the player plays, oldest first. */
  hands: LiveHand[];
  /** What the player practises; absent before the first time. */
  deck?: Deck;
  /** What was computed about the player's decisions, and what their devices sent: kept for 90 and 30 days. */
  notes: ExportedNote[];
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

/** A game that a player sat down to. */
export interface ExportedGame {
  /** The game. */
  gameId: GameId;
  /** Which game it is. */
  kind: GameKind;
  /** When the player sat down, in ISO 8601. */
  satAt: string;
  /** From 0; absent if the player stood up again. */
  seat?: number;
  /** Whether it was played to its end, and the player stayed. */
  finished: boolean;
  /** The player's points. */
  score?: number;
  /** Whether the player won; absent where nobody can, or nobody has. */
  won?: boolean;
}

/** Something that was noted about a player. */
export interface ExportedNote {
  /** The game. */
  gameId: GameId;
  /** `analysis` or `telemetry`. */
  stream: string;
  /** In ISO 8601. */
  notedAt: string;
  /** What was noted, as it is kept. */
  body: unknown;
}

/** What is known about a player. The device's secret is kept as a hash, from which nothing can be read. */
export interface ExportedPerson {
  /** The player. */
  playerId: PlayerId;
  /** What others see. */
  displayName: string;
  /** In ISO 8601. */
  createdAt: string;
  /** Whether others do not see the results. */
  resultsHidden: boolean;
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

/** What every question about dice is answered with. */
export interface ExtendedAnswerResponse {
  /** The answer, as the command line prints it. */
  answer: ExtendedAnswer;
  /** The name of this request. */
  requestId: string;
  /** How long the answer took. */
  computationTimeMs: number;
  /** Always true. */
  success: boolean;
}

/** An extended check at a table. */
export interface ExtendedCheckState {
  /** The game. */
  gameId: GameId;
  /** How many events there are. */
  version: number;
  /** Where it stands. */
  status: GameStatus;
  /** The short code of the table. */
  code?: Code;
  /** Whether the table is listed. */
  public?: boolean;
  /** Whether hints and analysis are given at this table, to everybody or to nobody. */
  coach: boolean;
  /** Where the same people play again, once somebody asked for that. */
  rematch?: RematchTable;
  /** The viewer's seat; null for a spectator. */
  you: number | null;
  /** Who sits where, in seat order. */
  seats: SeatShown[];
  /** How many people may still sit down. */
  freeSeats: number;
  /**
   * When the time of the player to move is over and the table moves for them, in milliseconds since 1970; left out where no
   * clock runs.
   */
  turnEndsAt?: number;
  /** When it was opened, in ISO 8601. */
  createdAt: string;
  /** When play began. */
  startedAt?: string;
  /** When it ended. */
  completedAt?: string;
  /** `true` while the store cannot be read: this is what the node remembers, and others may have moved on. */
  fromMemory?: boolean;
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
  /** Who opened it. */
  hostPlayerId: PlayerId;
  /** Nothing is agreed beyond the terms of the check. */
  options: NoOptions;
  /** How the check stands; null before it starts. */
  view: ExtendedView | null;
  /** What happened since the version that was asked for. */
  events: SeenEvent[];
}

/**
 * What may be asked of an extended check.
 *
 * ```
 * use pools::ExtendedCommand;
 *
 * let json = r#"{"type": "START_CHECK", "terms": {"pool": 6, "targetSuccesses": 10, "maxRounds": 5}}"#;
 * assert!(matches!(serde_json::from_str(json)?, ExtendedCommand::StartCheck { .. }));
 * assert!(serde_json::from_str::<ExtendedCommand>(r#"{"type": "ROLL_ROUND", "luck": 7}"#).is_err());
 * # Ok::<(), serde_json::Error>(())
 * ```
 */
export type ExtendedCommand = {
  type: "START_CHECK";
  /** What to set out to do. */
  terms: ExtendedTermsInput;
} | {
  type: "ROLL_ROUND";
} | {
  type: "ABANDON_CHECK";
};

/** How an extended check will end. */
export interface ExtendedEnds {
  /** The target is reached. */
  success: ExactChance;
  /** The rounds run out. */
  failed: ExactChance;
  /** Three fumbles in a row. */
  catastrophic: ExactChance;
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

/**
 * What an extended check sets out to do. Made by [`ExtendedTerms::new`] or read and checked, so the numbers are in
 * range.
 */
export interface ExtendedTermsInput {
  checkId?: string;
  characterId?: string;
  skillId?: string;
  /** Dice of each round: a number, of which 0 rolls one, or an expression. */
  pool: DiceAsked;
  /** Net successes to reach. */
  targetSuccesses: number;
  /** The most rounds. */
  maxRounds: number;
  system?: DiceSystem;
}

/** An extended check as everybody sees it. */
export interface ExtendedView {
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

/** What the seats of a hand are asked to agree to. */
export interface FortyTwoAsked {
  /** The action. */
  action: FortyTwoConsensusAction;
  /** Who has agreed. */
  agreed: FortyTwoSeat[];
  /** Who has not. */
  missing: FortyTwoSeat[];
}

/** The declaration that makes a bid in most deals. */
export interface FortyTwoBestDeclaration {
  /** What is named; of equals what the seat named. */
  declaration: FortyTwoDeclaration;
  /**
   * In how many deals it makes the bid. They are not those by which it was chosen: the best of many shares is the best
   * partly by luck.
   */
  known: Share;
}

export type FortyTwoBid = "30" | "31" | "32" | "33" | "34" | "35" | "36" | "37" | "38" | "39" | "40" | "41" | "M1" | "M2" | "M3" | "M4" | "M5" | "M6" | "M7" | "M8" | "M9" | "M10" | "splash 2" | "splash 3" | "plunge 4" | "plunge 5" | "plunge 6" | "plunge 7";

export type FortyTwoBidInput = "30" | "31" | "32" | "33" | "34" | "35" | "36" | "37" | "38" | "39" | "40" | "41" | "M1" | "M2" | "M3" | "M4" | "M5" | "M6" | "M7" | "M8" | "M9" | "M10" | "splash 2" | "splash 3" | "plunge 4" | "plunge 5" | "plunge 6" | "plunge 7" | "42";

/** One call of the auction. */
export interface FortyTwoCall {
  /** Who spoke. */
  player: FortyTwoSeat;
  /** What; nothing is a pass. */
  bid: FortyTwoBid | null;
}

/** A call or the declaration of a finished hand. */
export interface FortyTwoCallReview {
  /** Who spoke. */
  seat: FortyTwoSeat;
  /** What was bid; absent for a pass and for the declaration. */
  bid?: FortyTwoBid;
  /** What was named, for the declaration. */
  declaration?: FortyTwoDeclaration;
  /**
   * The bid that the options are judged by: what was bid, for a pass the lowest bid that was still to be had, for the
   * declaration the bid that won. Absent where no bid was left.
   */
  about?: FortyTwoBid;
  /** Whatever may be named with that bid, as if this seat named it and led. */
  options: FortyTwoDeclarationReview[];
  /** Which of them the seat had to think the best; absent until deals are looked at. */
  best?: FortyTwoBestDeclaration;
}

/** What a seat chose. */
export type FortyTwoChoice = {
  call: FortyTwoBid | null;
} | {
  declaration: FortyTwoDeclaration;
} | {
  play: FortyTwoTile;
};

/**
 * What a seat may ask for; the only way to change anything. On the wire an object whose field `type` is the name in
 * capitals, such as `PLAY_DOMINO`.
 */
export type FortyTwoCommand = {
  type: "COMMIT";
  /** The name of the game. */
  gameId: string;
  /** The SHA-256 of the secret. */
  commitment: Hex;
} | {
  type: "MIX";
  /** The seat. */
  player: FortyTwoSeat;
  /** The text, 1 to 64 characters. */
  clientSeed: string;
} | {
  type: "REVEAL";
  /** The secret. */
  serverSeed: Hex;
} | {
  type: "START_GAME";
  /**
   * The seed of the first hand, for practice; without it the tiles come from the promised secret, or where nothing
   * was promised from a seed that is drawn.
   */
  seed?: number;
  /** Who sits where; seat 0 against three bots if left out. */
  playerTypes?: [FortyTwoPlayerType, FortyTwoPlayerType, FortyTwoPlayerType, FortyTwoPlayerType];
  /** Who deals; seat 3 if left out, so that seat 0 speaks first. */
  dealer?: FortyTwoSeat;
  /** What the table agrees on. */
  house: FortyTwoHouseRules;
} | {
  type: "PLACE_BID";
  /** The seat. */
  player: FortyTwoSeat;
  /** Its bid. */
  bid: FortyTwoBid;
} | {
  type: "PASS";
  /** The seat. */
  player: FortyTwoSeat;
} | {
  type: "SELECT_TRUMP";
  /** The seat. */
  player: FortyTwoSeat;
  /** What it names. */
  trump: FortyTwoDeclaration;
} | {
  type: "PLAY_DOMINO";
  /** The seat. */
  player: FortyTwoSeat;
  /** The tile. */
  domino: FortyTwoTile;
} | {
  type: "AGREE_TO_ACTION";
  /** The seat. */
  player: FortyTwoSeat;
  /** To what. */
  action: FortyTwoConsensusAction;
} | {
  type: "ENABLE_QUICKPLAY";
  /** The pace; unchanged if left out. */
  speed?: FortyTwoSpeed;
} | {
  type: "DISABLE_QUICKPLAY";
} | {
  type: "REQUEST_REDEAL";
} | {
  type: "RECORD";
  /** The event. */
  event: Record<string, unknown>;
};

/**
 * What a seat may ask for; the only way to change anything. On the wire an object whose field `type` is the name in
 * capitals, such as `PLAY_DOMINO`.
 */
export type FortyTwoCommandInput = {
  type: "COMMIT";
  /** The name of the game. */
  gameId: string;
  /** The SHA-256 of the secret. */
  commitment: Hex;
} | {
  type: "MIX";
  /** The seat. */
  player: FortyTwoSeat;
  /** The text, 1 to 64 characters. */
  clientSeed: string;
} | {
  type: "REVEAL";
  /** The secret. */
  serverSeed: Hex;
} | {
  type: "START_GAME";
  /**
   * The seed of the first hand, for practice; without it the tiles come from the promised secret, or where nothing
   * was promised from a seed that is drawn.
   */
  seed?: number;
  /** Who sits where; seat 0 against three bots if left out. */
  playerTypes?: [FortyTwoPlayerType, FortyTwoPlayerType, FortyTwoPlayerType, FortyTwoPlayerType];
  /** Who deals; seat 3 if left out, so that seat 0 speaks first. */
  dealer?: FortyTwoSeat;
  /** What the table agrees on. */
  house?: FortyTwoHouseRulesInput;
} | {
  type: "PLACE_BID";
  /** The seat. */
  player: FortyTwoSeat;
  /** Its bid. */
  bid: FortyTwoBidInput;
} | {
  type: "PASS";
  /** The seat. */
  player: FortyTwoSeat;
} | {
  type: "SELECT_TRUMP";
  /** The seat. */
  player: FortyTwoSeat;
  /** What it names. */
  trump: FortyTwoDeclaration;
} | {
  type: "PLAY_DOMINO";
  /** The seat. */
  player: FortyTwoSeat;
  /** The tile. */
  domino: FortyTwoTile;
} | {
  type: "AGREE_TO_ACTION";
  /** The seat. */
  player: FortyTwoSeat;
  /** To what. */
  action: FortyTwoConsensusAction;
} | {
  type: "ENABLE_QUICKPLAY";
  /** The pace; unchanged if left out. */
  speed?: FortyTwoSpeed;
} | {
  type: "DISABLE_QUICKPLAY";
} | {
  type: "REQUEST_REDEAL";
} | {
  type: "RECORD";
  /** The event. */
  event: Record<string, unknown>;
};

/** A trick that was turned over. */
export interface FortyTwoCompletedTrick {
  /** The lead first. */
  plays: FortyTwoPlay[];
  /** Who won it. */
  winner: FortyTwoSeat;
  /** Its points. */
  points: number;
}

/** What the seats of a hand agree to, together, before it happens. */
export type FortyTwoConsensusAction = "complete-trick" | "score-hand";

/** What is played for in one hand: who promised what, and under which declaration. */
export interface FortyTwoContract {
  /** Who won the auction. */
  bidder: FortyTwoSeat;
  /** With which bid. */
  bid: FortyTwoBid;
  /** What was named. */
  declaration: FortyTwoDeclaration;
}

export type FortyTwoDeclaration = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "doubles" | "none" | "nello" | "sevens";

/** What could be named, and what it was worth. */
export interface FortyTwoDeclarationReview {
  /** What is named. */
  declaration: FortyTwoDeclaration;
  /** Whether it makes the bid when everybody plays best with all tiles face up. */
  makes: boolean;
  /** The points of 42 that it brings then; absent where only tricks count. */
  points?: number;
  /** In how many deals that the seat had to reckon with it makes the bid; absent until they are looked at. */
  known?: Share;
}

/** A kind of mistake that errors of no kind would hardly make so often. */
export interface FortyTwoHabit {
  /** Which kind. */
  kind: FortyTwoMisplay;
  /** What it costs a hand, in marks. */
  costPerHand: number;
  /** How often it was made. */
  wrong: number;
  /** How often errors of no kind would have made it, at most. */
  byAccident: number;
  /** The chance that such errors make it so often. */
  pValue: number;
  /** The habit in a sentence. */
  sentence: string;
  /** What to do instead. */
  tip: string;
  /** The dearest of them. */
  examples: FortyTwoMistake[];
}

/** What each choice of a seat is worth. One of the lists is empty. */
export interface FortyTwoHint {
  /** Every legal play. */
  plays: TileOdds[];
  /** Every declaration that could be named, with the chance of each bid. */
  hand: DeclarationOdds[];
}

/** What a table has agreed on beyond straight 42. It is part of a game's first event, so that a replay is complete. */
export interface FortyTwoHouseRules {
  /** A mark bid may call nello. */
  nello: boolean;
  /** Two or three marks may be bid as a splash, with three doubles. */
  splash: boolean;
  /** Four marks and more may be bid as a plunge, with four doubles. */
  plunge: boolean;
  /** A mark bid may call sevens. */
  sevens: boolean;
  /** After three passes the dealer must bid. */
  forcedBid: boolean;
  /** The marks that win the game. */
  targetMarks: FortyTwoTargetMarks;
}

/** What a table has agreed on beyond straight 42. It is part of a game's first event, so that a replay is complete. */
export interface FortyTwoHouseRulesInput {
  /** A mark bid may call nello. */
  nello?: boolean;
  /** Two or three marks may be bid as a splash, with three doubles. */
  splash?: boolean;
  /** Four marks and more may be bid as a plunge, with four doubles. */
  plunge?: boolean;
  /** A mark bid may call sevens. */
  sevens?: boolean;
  /** After three passes the dealer must bid. */
  forcedBid?: boolean;
  /** The marks that win the game. */
  targetMarks?: FortyTwoTargetMarks;
}

/**
 * A choice, and what it gave away.
 *
 * Marks are counted as the chance of winning the hand times the marks that it is worth, over deals that fit all that the
 * seat could know. Half of the deals find the best option, and the other half measure what was lost against it, so that
 * luck among the deals makes no mistake of a choice that was as good as any. So measured a loss can be slightly negative.
 */
export interface FortyTwoJudgedChoice {
  /** The trick, the first being 1; absent in the auction. */
  trick?: number;
  /** What was chosen. */
  chosen: FortyTwoChoice;
  /** What was best; the same where nothing was better. */
  best: FortyTwoChoice;
  /** Marks given away; 0 where nothing was better. */
  loss: number;
  /** What was wrong, where the loss is no accident of the deals. */
  mistake?: FortyTwoMisplay;
  /** What the play cost with all tiles face up: points, or tricks where only those count. Absent in the auction. */
  faceUp?: number;
  /** What the seat saw, where something was wrong. */
  seen?: FortyTwoSeen;
  /** Every option, cheapest first: what it gives away, never less than nothing, and what would be wrong with it. */
  options: FortyTwoJudgedOption[];
}

/** The choices of one seat in a finished hand, judged by what it could know. */
export interface FortyTwoJudgedHand {
  /** Its number, the first being 1. */
  hand: number;
  /** Whose choices these are. */
  seat: FortyTwoSeat;
  /** In order; where the rules left one choice there was none to judge. */
  choices: FortyTwoJudgedChoice[];
  /** How many choices had help, and are not among them. */
  aided: number;
}

/** One of the things that could have been chosen. */
export interface FortyTwoJudgedOption {
  /** Marks given away. */
  loss: number;
  /** What would be wrong; absent where it costs too little to tell. */
  mistake?: FortyTwoMisplay;
}

/** How often a kind of mistake came. */
export interface FortyTwoKindCount {
  /** Which kind. */
  kind: FortyTwoMisplay;
  /** As a heading. */
  title: string;
  /** How often it was possible and made, and what it cost in marks. */
  total: Count;
  /** What it costs a hand, in marks; absent before the second hand. */
  costPerHand?: Interval;
}

/** What is wrong with a choice, in the words of the table. */
export type FortyTwoMisplay = "overbid" | "underbid" | "wrong_trumps" | "bad_lead" | "trump_wasted" | "trump_held_back" | "count_given_away" | "count_held_back" | "wrong_tile";

/** A choice that gave marks away. */
export interface FortyTwoMistake {
  /** The game, by the name it was folded under. */
  game: string;
  /** The hand, the first being 1. */
  hand: number;
  /** The trick, the first being 1; absent in the auction. */
  trick?: number;
  /** What the player did. */
  chosen: FortyTwoChoice;
  /** What was best. */
  best: FortyTwoChoice;
  /** Marks given away. */
  loss: number;
  /** What it cost with all tiles face up; absent in the auction. */
  faceUp?: number;
  /** What was wrong. */
  kind: FortyTwoMisplay;
  /** The position. */
  seen?: FortyTwoSeen;
}

/** What a table of Forty-Two agrees on before the start. */
export interface FortyTwoOptions {
  /** How seats without a person are played. */
  bots: FortyTwoSkill;
  /** The rules beyond straight 42. */
  house: FortyTwoHouseRules;
  /** Seconds for each move of a person; then a bot moves for them. */
  timeLimit?: number;
  /** Whether a bot plays for a person who is gone for a minute, until they are back. */
  standIn?: boolean;
  /** The deals are those of a finished game, and not drawn for this table: it is practice. Absent where they are its own. */
  sameDealsAs?: RepeatedDeals;
}

/** Where a contract stands. */
export type FortyTwoOutcome = "live" | "made" | "set";

/** Where the marks go: how often each kind of mistake was possible and made, and which of them are habits. */
export interface FortyTwoPatterns {
  /** How many hands were counted. */
  hands: number;
  /** The kinds that are no accident, dearest first. */
  habits: FortyTwoHabit[];
  /** Every kind that was possible, dearest first. */
  kinds: FortyTwoKindCount[];
}

/** What the table is doing. */
export type FortyTwoPhase = "waiting" | "bidding" | "trump_selection" | "playing" | "scoring" | "game_over";

/** A tile and who played it. */
export interface FortyTwoPlay {
  /** The seat. */
  player: FortyTwoSeat;
  /** The tile. */
  domino: FortyTwoTile;
}

/** What one play of a finished hand cost, against the best there was with all tiles face up. */
export interface FortyTwoPlayReview {
  /** The trick, the first being 1. */
  trick: number;
  /** Who played. */
  seat: FortyTwoSeat;
  /** What was played. */
  tile: FortyTwoTile;
  /** The best play; the one that was made if that is as good as any. */
  best: FortyTwoTile;
  /** What the play lost: points of 42, or tricks where only tricks matter. */
  cost: number;
  /** Whether it turned the contract: made into set by the bidders, or set into made by the defenders. */
  decisive: boolean;
  /** Every legal tile. */
  legal: FortyTwoTileReview[];
}

/** How well somebody plays: marks given away a hand by what the seat could know, weighted to recent hands. */
export interface FortyTwoPlayerSkill {
  /** How many hands counted. */
  hands: number;
  /** Marks given away a hand, and the interval that holds the truth in 95 cases of 100; absent before the second hand. */
  lossPerHand?: Interval;
  /** Marks given away a choice; 0 before the first hand. */
  lossPerChoice: number;
  /** The share of choices that were the best there was, 0 to 1; 0 before the first hand. */
  optimalShare: number;
  /** The level; absent before the third hand. */
  level?: SkillLevel;
  /** Where it is going, in marks a hand and hands; absent before the 40th hand. */
  trend?: Trend;
}

/** Who sits in a seat. */
export type FortyTwoPlayerType = "human" | "ai";

/** The pace of AI seats. */
export interface FortyTwoQuickplay {
  /** Whether the pace that is set counts. */
  enabled: boolean;
  /** The pace that is set. */
  speed: FortyTwoSpeed;
}

/**
 * What the choices of a game were worth, hand by hand: the report on a game of 42, in the one shape that the server, the
 * command line and the bindings give it.
 */
export interface FortyTwoReport {
  /** The hands that were played to their decision. */
  hands: FortyTwoReviewedHand[];
}

/** A player's games of Forty-Two. */
export interface FortyTwoResults {
  /** Played to the end. */
  gamesFinished: number;
  /** Won by the player's team. */
  gamesWon: number;
  /** How well the player plays, by all hands that were judged: for the player alone, once there is one. */
  skill?: FortyTwoPlayerSkill;
}

/**
 * A finished hand, and what its choices were worth: with all tiles face up, and by what each seat could know.
 *
 * What a seat could know are the deals that fit its own tiles, the calls and the plays so far, weighed by how well they
 * fit what was said. In each of them everybody plays best with all tiles face up.
 */
export interface FortyTwoReviewedHand {
  /** Its number, the first being 1; hands that all passed, or that were dealt again, leave gaps. */
  hand: number;
  /** What was played for. */
  contract: FortyTwoContract;
  /** How it ended. */
  outcome: FortyTwoOutcome;
  /** What costs count. */
  unit: FortyTwoStake;
  /** Every call in order, then the declaration. */
  calls: FortyTwoCallReview[];
  /** In the order of play. */
  plays: FortyTwoPlayReview[];
  /** What each seat lost in all. */
  cost: [number, number, number, number];
  /** Whether the contract would have been made had everyone played best. */
  makeable: boolean;
  /** What the bidders end with when everyone plays best: points, or tricks where only those matter. */
  best: number;
  /** What they came to: the same from the last play on, so that costs add up to the difference. */
  reached: number;
}

export type FortyTwoSeat = number;

/** What a seat saw when it chose: enough to show the position. */
export interface FortyTwoSeen {
  /** The seat. */
  seat: FortyTwoSeat;
  /** The tiles it held. */
  hand: FortyTwoTiles;
  /** What was said so far, from the left of the dealer on; null is a pass. */
  calls: (FortyTwoBid | null)[];
  /** Who had the highest bid. */
  bidder?: FortyTwoSeat;
  /** The highest bid. */
  bid?: FortyTwoBid;
  /** What was named. */
  trump?: FortyTwoDeclaration;
  /** The trick on the table, the lead first. */
  trick: FortyTwoTile[];
}

/** How well a [`Bot`] plays. */
export type FortyTwoSkill = "random" | "heuristic" | "strong";

/** The pace of AI seats. */
export type FortyTwoSpeed = "instant" | "fast" | "normal";

/** What is counted in a hand. */
export type FortyTwoStake = "points" | "tricks";

/** How well a player plays Forty-Two at live tables. */
export interface FortyTwoStanding {
  /** How well. */
  skill: FortyTwoPlayerSkill;
  /** Hands that did not count: the table or a hint helped with more than half of their choices. */
  setAside: number;
  /** Finished games whose hands are not judged yet, of the next ten thousand events. A hand takes up to a second. */
  waiting: number;
}

/** A game of Forty-Two. */
export interface FortyTwoState {
  /** The game. */
  gameId: GameId;
  /** How many events there are. */
  version: number;
  /** Where it stands. */
  status: GameStatus;
  /** The short code of the table. */
  code?: Code;
  /** Whether the table is listed. */
  public?: boolean;
  /** Whether hints and analysis are given at this table, to everybody or to nobody. */
  coach: boolean;
  /** Where the same people play again, once somebody asked for that. */
  rematch?: RematchTable;
  /** The viewer's seat; null for a spectator. */
  you: number | null;
  /** Who sits where, in seat order. */
  seats: SeatShown[];
  /** How many people may still sit down. */
  freeSeats: number;
  /**
   * When the time of the player to move is over and the table moves for them, in milliseconds since 1970; left out where no
   * clock runs.
   */
  turnEndsAt?: number;
  /** When it was opened, in ISO 8601. */
  createdAt: string;
  /** When play began. */
  startedAt?: string;
  /** When it ended. */
  completedAt?: string;
  /** `true` while the store cannot be read: this is what the node remembers, and others may have moved on. */
  fromMemory?: boolean;
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
  /** Who opened it, and starts it. */
  hostPlayerId: PlayerId;
  /** What was agreed. */
  options: FortyTwoOptions;
  /** What the viewer's seat, or a spectator, may know. */
  view: FortyTwoView;
  /** What happened since the version that was asked for, as the viewer may know it. */
  events: SeenEvent[];
}

/** What each team has won in a hand so far. */
export interface FortyTwoTally {
  /** Points: count and one for each trick. */
  points: [number, number];
  /** Tricks. */
  tricks: [number, number];
}

export type FortyTwoTargetMarks = number;

/** 0 is seats 0 and 2, 1 is seats 1 and 3. */
export type FortyTwoTeam = number;

export type FortyTwoTile = "0-0" | "1-0" | "1-1" | "2-0" | "2-1" | "2-2" | "3-0" | "3-1" | "3-2" | "3-3" | "4-0" | "4-1" | "4-2" | "4-3" | "4-4" | "5-0" | "5-1" | "5-2" | "5-3" | "5-4" | "5-5" | "6-0" | "6-1" | "6-2" | "6-3" | "6-4" | "6-5" | "6-6";

/** A legal tile of a play: what it was worth with all tiles face up, and by what its seat could know. */
export interface FortyTwoTileReview {
  /** The tile. */
  tile: FortyTwoTile;
  /**
   * What the bidders end with after it when everyone plays best from there on: points of 42, or tricks where only those
   * matter.
   */
  value: number;
  /**
   * In how many deals that the seat had to reckon with its team wins the hand after it: bidders make the bid, defenders
   * set it. Absent for a forced play, and until they are looked at.
   */
  known?: Share;
}

/** Different tiles in the order of their index. */
export type FortyTwoTiles = FortyTwoTile[];

/**
 * What one seat, or a spectator, may know: everything that lies open, and the seat's own tiles. No seed, because a
 * seed tells every hand; it is shown when the game is over, so that the deals can be checked.
 *
 * A bot decides from this alone.
 */
export interface FortyTwoView {
  /** Who looks; nobody is a spectator. */
  viewer: FortyTwoSeat | null;
  /** What the table is doing. */
  phase: FortyTwoPhase;
  /** What the table agreed on; before the start nothing is, and these are the defaults. */
  house: FortyTwoHouseRules;
  /** Who sits where. */
  playerTypes: [FortyTwoPlayerType, FortyTwoPlayerType, FortyTwoPlayerType, FortyTwoPlayerType];
  /** Who dealt, once there is a game. */
  dealer: FortyTwoSeat | null;
  /** The number of this hand, the first being 0. */
  handNumber: number;
  /** Whose turn it is to bid, to name trumps or to play. */
  currentPlayer: FortyTwoSeat | null;
  /** The viewer's own tiles; none for a spectator. */
  hand: FortyTwoTiles;
  /** How many tiles each seat holds. */
  tilesLeft: [number, number, number, number];
  /** The auction so far, in order. */
  calls: FortyTwoCall[];
  /** Who won the auction, once it is over. */
  bidder: FortyTwoSeat | null;
  /** The highest bid so far. */
  bid: FortyTwoBid | null;
  /** What was named. */
  trump: FortyTwoDeclaration | null;
  /** The trick on the table, the lead first. */
  trick: FortyTwoPlay[];
  /** The tricks of this hand; they stay when it is scored, until the next deal. */
  completedTricks: FortyTwoCompletedTrick[];
  /** Points and tricks of this hand; they stay when it is scored, until the next deal. */
  tally: FortyTwoTally;
  /** Marks of the game. */
  marks: [number, number];
  /** What all are asked to agree to. */
  consensus: FortyTwoAsked | null;
  /** The pace of AI seats. */
  quickplay: FortyTwoQuickplay;
  /** What the viewer may do now; exactly these commands of the game are accepted. */
  moves: FortyTwoCommand[];
  /** Who won, once the game is over. */
  winner: FortyTwoTeam | null;
  /** The seed of the first hand, once the game is over; only in practice and links there is one. */
  seed: number | null;
  /** The SHA-256 of the secret from which all tiles are dealt, where one was promised. */
  commitment: Hex | null;
  /** What the players added to the deals, in the order of their seats. */
  clientSeeds: string[];
  /** The secret of the deals, once it is shown after the game. */
  serverSeed: Hex | null;
}

/** `GET /api/v1/games/code/{code}` */
export interface FoundTable {
  /** The game. */
  gameId: GameId;
  /** Which game it is. */
  kind: GameKind;
  /** Its short code. */
  code: Code;
  /** Who opened it. */
  hostPlayerId: PlayerId;
  /** The display name. */
  hostName: string;
  /** Where it stands. */
  status: GameStatus;
  /** Whether it is listed. */
  public: boolean;
  /** Whether hints and analysis are given there, to everybody or to nobody. */
  coach: boolean;
  /** How many seats it has, taken or not. */
  seats: number;
  /** How many people may still sit down. */
  freeSeats: number;
  /** What was chosen when it was opened, as in the request. */
  options: Record<string, unknown>;
  /** The caller's seat; null where they have none. */
  you: number | null;
  /** Whether the caller could sit down now. Anybody may watch. */
  canSit: boolean;
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

/** An exact number, reduced. */
export type Fraction = string;

/** `game_abandoned` 1.0.0 */
export type GameAbandonedEvent = Extract<GameEvent, { eventType: "game_abandoned" }>;

/**
 * A command of any game, for clients that write one. Which of them a game takes depends on its kind, so a server reads
 * the command of its game and not this.
 */
export type GameCommand = DiceeCommand | SeatCommand | FortyTwoCommandInput | ExtendedCommand | RollTableCommand;

/** `game_completed` */
export interface GameCompleted {
  /** Everybody's score. */
  finalScores: Record<string, number>;
  /** Who has most; several in a tie. */
  winnerIds: PlayerId[];
  /** Turns by all players together. */
  totalTurns: number;
  /** From the start to the end. */
  gameDurationMs: number;
  /** Mean time from a roll to what was done with it. */
  averageDecisionTimeMs: number;
  /** Why it ended. */
  reason: CompletionReason;
}

/** `game_completed` 1.0.0 */
export type GameCompletedEvent = Extract<GameEvent, { eventType: "game_completed" }>;

/** `game_created` */
export interface GameCreated {
  /** Who plays. */
  gameMode: GameMode;
  /** Who was there from the start. */
  playerIds: PlayerId[];
  /** What was agreed. */
  settings: Settings;
  /** Who may start it. */
  hostPlayerId: PlayerId;
  /** Where the dice come from, where that is promised. */
  dice?: DiceSource;
}

/** `game_created` 1.0.0 */
export type GameCreatedEvent = Extract<GameEvent, { eventType: "game_created" }>;

/**
 * A domain event as the contract writes it (data contract 5.2, 5.3, 5.6): the fact, with everything around it that a reader
 * without the history needs.
 */
export type GameEvent = {
  /** The event's name, a UUID of version 4. */
  id: string;
  /** The version of its schema. */
  eventVersion: Version;
  /** Its place in the game, from 1, without gaps. */
  sequenceNumber: number;
  /** How long it is kept. */
  streamType: StreamType;
  /** Who brought it about. */
  eventSource: EventSource;
  /** Shared by everything that one command brought about. */
  traceId: string;
  /** The events that led to it. */
  causalChain: string[];
  /** Milliseconds since 1970. */
  timestamp: number;
  /** The game. */
  gameId: string;
  /** Whose action it was; the host's where it was nobody's. */
  playerId: PlayerId;
  /** The player's turn, 1 to 13; 0 outside of turns. */
  turnNumber: number;
  /** The roll of that turn, 1 to 3; 0 outside of turns and before the first roll. */
  rollNumber: number;
} & ({
  eventType: "game_created";
} & GameCreated | {
  eventType: "player_joined";
} & PlayerJoined | {
  eventType: "seed_mixed";
} & SeedMixed | {
  eventType: "game_started";
} & GameStarted | {
  eventType: "roll";
} & Roll | {
  eventType: "keep";
} & Keep | {
  eventType: "score";
} & ScoreDecision | {
  eventType: "undo";
} | {
  eventType: "error";
} & ErrorReport | {
  eventType: "game_abandoned";
} | {
  eventType: "game_completed";
} & GameCompleted | {
  eventType: "seed_revealed";
} & SeedRevealed);

/** The id of a game: 1 to 64 letters, digits, `-` or `_`. For games that the server opens it is a UUID. */
export type GameId = string;

/** Which game it is. */
export type GameKind = "dicee" | "fortytwo" | "extended_check" | "roll_table";

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

/** `game_started` */
export interface GameStarted {
  /** Who plays when. */
  turnOrder: PlayerId[];
  /** The first of them. */
  firstPlayerId: PlayerId;
  /** Everybody's card: empty. */
  initialScorecards: Record<string, Scorecard>;
}

/** `game_started` 1.0.0 */
export type GameStartedEvent = Extract<GameEvent, { eventType: "game_started" }>;

/** A game as its viewer may know it, by `kind`. */
export type GameState = {
  kind: "dicee";
} & DiceeState | {
  kind: "fortytwo";
} & FortyTwoState | {
  kind: "extended_check";
} & ExtendedCheckState | {
  kind: "roll_table";
} & RollTableState;

/** What lay on the table when advice was given. */
export interface GameStateSnapshot {
  /** The dice. */
  diceResult: DiceArray;
  /** The card. */
  scorecard: Scorecard;
  /** Rolls still to come. */
  rollsRemaining: number;
}

/** Where a game stands (data contract 4.1). */
export type GameStatus = "waiting" | "active" | "completed" | "abandoned";

/** `GET /api/v1/games` */
export interface GamesResponse {
  /** The newest first. */
  games: OpenTable[];
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

/** Whole games that were played. */
export interface GamesSimulated {
  /** The rules. */
  rulesVariant: Rules;
  /** Who played. */
  bot: Bot;
  /** Where the dice came from: the same seed gives the same games. */
  seed: number;
  /** Games asked for. */
  requestedIterations: number;
  /** Games played: those with the lowest numbers, so that a partial answer can be repeated. */
  actualIterations: number;
  /** Whether time ran out before all were played. */
  partial: boolean;
  /** What that means. */
  warning?: string;
  /** The mean final score. */
  meanScore: number;
  /** How sure the interval is. */
  confidenceLevel: number;
  /** Where the true mean lies. */
  confidenceInterval: [number, number];
  /** The spread of the final scores. */
  standardDeviation: number;
  /** Final scores by the percentage of games that do not exceed them. */
  percentiles: Record<string, number>;
  /** The lowest final score. */
  lowest: number;
  /** The highest final score. */
  highest: number;
  /** The share of games with the upper bonus. */
  upperBonusRate: number;
  /** Where the true share lies, as sure as `confidenceLevel` says. */
  upperBonusInterval: [number, number];
  /** Every box. */
  categories: {
    chance?: CategoryTally;
    dicee?: CategoryTally;
    fives?: CategoryTally;
    four_of_kind?: CategoryTally;
    fours?: CategoryTally;
    full_house?: CategoryTally;
    large_straight?: CategoryTally;
    ones?: CategoryTally;
    sixes?: CategoryTally;
    small_straight?: CategoryTally;
    three_of_kind?: CategoryTally;
    threes?: CategoryTally;
    twos?: CategoryTally;
  };
  /** The request. */
  requestId: string;
  /** How long it took. */
  computationTimeMs: number;
  /** True: a request that fails is answered with an [`ErrorResponse`](crate::ErrorResponse). */
  success: boolean;
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

/** `GET /api/v1/players/{id}/hands` */
export interface HandsResponse {
  /** Who. */
  playerId: PlayerId;
  /** The last 400 hands of Forty-Two that were played at live tables, oldest first: what a profile counts. */
  hands: LiveHand[];
  /** Finished games whose hands are not judged yet, of the next ten thousand events. */
  waiting: number;
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

/** 32 bytes, in lower-case hexadecimal on the wire: a seed or a promise of one. */
export type Hex = string;

/** `hint_requested` */
export interface HintRequested {
  /** The dice. */
  currentDice: DiceArray;
  /** The open boxes. */
  availableCategories: DiceeCategory[];
  /** What it was about. */
  hintType: HintType;
  /** What it said. */
  hintContent: string;
  /** Whom it was written for. */
  playerSkillLevel: SkillLevel;
  /** What there is to learn in it. */
  conceptsIntroduced: string[];
}

/** `hint_requested` 1.0.0 */
export type HintRequestedEvent = Extract<TelemetryEvent, { eventType: "hint_requested" }>;

/** What a hint was about. */
export type HintType = "optimal_category" | "reroll_strategy" | "probability_explanation";

/** How well an attack hit, by its net successes. */
export type HitQuality = "miss" | "glancing_hit" | "solid_hit" | "strong_hit" | "critical_hit";

/** How far ahead a choice is judged. */
export type Horizon = "turn" | "game";

/** `hover` */
export interface Hover {
  /** The box. */
  categoryHovered: DiceeCategory;
  /** For how long, in milliseconds. */
  hoverDuration: number;
  /** What it would have scored. */
  wouldScore: number;
  /** What it could still bring, when the rest of the turn is played for it. */
  currentEV: number;
  /** Whether scoring it was best. */
  isOptimal: boolean;
  /** Which look of the turn it was, from 1. */
  hoverSequence: number;
}

/** `hover` 1.0.0 */
export type HoverEvent = Extract<TelemetryEvent, { eventType: "hover" }>;

/** An estimate with the interval that holds the truth in 95 cases of 100. */
export interface Interval {
  /** The estimate. */
  mean: number;
  /** The lower end. */
  low: number;
  /** The upper end. */
  high: number;
}

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

/** `keep` */
export interface Keep {
  /** What is put aside. */
  keptMask: KeptMask;
}

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

/** `keep` 1.0.0 */
export type KeepEvent = Extract<GameEvent, { eventType: "keep" }>;

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

/** `GET /api/v1/games/{id}/link`: a game that is over, for the fragment of an address. */
export interface LinkResponse {
  /** The game. */
  gameId: GameId;
  /** Which game it is. */
  kind: GameKind;
  /** The parameters: `g=...`, or `g1=...&g2=...` where it is long. */
  link: string;
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

/** Whether the other nodes are reachable. */
export type LinkState = "off" | "connected" | "degraded";

/** A judged hand of a live table. */
export interface LiveHand {
  /** The game. */
  gameId: GameId;
  /** When the game ended, in milliseconds since 1970. */
  finishedAt: number;
  /** What its choices gave away. */
  hand: FortyTwoJudgedHand;
}

/** `GET /health/live` */
export interface LiveResponse {
  /** `ok`. */
  status: string;
  /** Of the program. */
  version: string;
  /** In seconds. */
  uptime: number;
}

/** `GET /api/v1/games/{id}/log`: a history as it is stored. */
export interface LogResponse {
  /** Which game it is. */
  kind: GameKind;
  /** The events in their envelopes. */
  events: Record<string, unknown>[];
}

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

/** Nothing is agreed on beyond the dice. */
export type NoOptions = Record<string, never>;

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

/** What every question about dice is answered with. */
export interface OddsAnswerResponse {
  /** The answer, as the command line prints it. */
  answer: OddsAnswer;
  /** The name of this request. */
  requestId: string;
  /** How long the answer took. */
  computationTimeMs: number;
  /** Always true. */
  success: boolean;
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

/** A table at which anybody may sit down. */
export interface OpenTable {
  /** The game. */
  gameId: GameId;
  /** Which game it is. */
  kind: GameKind;
  /** Its short code. */
  code: Code;
  /** Who opened it. */
  hostPlayerId: PlayerId;
  /** The display name. */
  hostName: string;
  /** How many seats it has, taken or not. */
  seats: number;
  /** How many people may still sit down. */
  freeSeats: number;
  /** Whether hints and analysis are given there, to everybody or to nobody. */
  coach: boolean;
  /** What was chosen when it was opened, as in the request: `settings`, `bots`, `house` and the like. */
  options: Record<string, unknown>;
  /** When it was opened, in ISO 8601. */
  createdAt: string;
}

/** A game that was opened, or at which the caller sat down. */
export interface OpenedResponse {
  /** The game. */
  gameId: GameId;
  /** For others, to sit down as well. */
  code: Code;
  /** How it stands. */
  gameState: GameState;
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

/** Where the dice of a game came from, and so whether it tells anything about its player. */
export type Origin = "drawn" | "typed" | "repeated" | "forked" | "real_dice" | "tutorial";

/** One step from a JSON value to another. Paths are JSON Pointers (RFC 6901). */
export type PatchOperation = {
  op: "add";
  /** The path. */
  path: string;
  /** The value. */
  value: unknown;
} | {
  op: "remove";
  /** The path. */
  path: string;
} | {
  op: "replace";
  /** Where; empty for all of it. */
  path: string;
  /** The value. */
  value: unknown;
};

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

/** `GET /api/v1/players/{id}/patterns` */
export interface PatternsResponse {
  /** The player. */
  playerId: PlayerId;
  /** Where the points go, and what of it is a habit. */
  patterns: Patterns;
  /** Where the marks go in Forty-Two, and what of it is a habit; absent before the first hand that was judged. */
  fortyTwo?: FortyTwoPatterns;
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

/** A [`PlayedGame`] as it is handed from one program to another. */
export interface PlayedGameData {
  /** Which game. */
  id: string;
  /** When it ended, in milliseconds since 1970. */
  finishedAt: number;
  /** Every roll and decision of the player. */
  record: GameRecordData;
  /** Where its dice came from; drawn by the app when left out. */
  origin: Origin;
  /** Decisions after a hint or by the clock; none when left out. */
  aided: Moment[];
}

/** How one player plays. */
export interface PlayerBehaviour {
  /** The player. */
  playerId: PlayerId;
  /** Finished games. */
  games: number;
  /** Their decisions. */
  decisions: number;
  /** How many of them were the best there was, from 0 to 1. */
  optimalShare: number;
  /** From the roll to the decision. */
  meanDecisionMs: number;
  /** How many of them took less than 100 ms, from 0 to 1. */
  instantShare: number;
  /** What machines do. */
  signs: Signs;
  /** Whether two signs are there. */
  flagged: boolean;
}

/** One player's chance to win. */
export interface PlayerChance {
  /** The player. */
  playerId: PlayerId;
  /** The expected share of the win, from 0 to 1: a win shared by two counts half. Over all players these add up to 1. */
  probability: number;
  /** The chance to have more points than everybody else. */
  alone: number;
  /** The chance to share the highest score with somebody. */
  shared: number;
}

/** Names a player. Who that is lies outside of the game. */
export type PlayerId = string;

/** `player_joined` */
export interface PlayerJoined {
  /** How it plays, if it is a bot. */
  bot?: Bot;
}

/** `player_joined` 1.0.0 */
export type PlayerJoinedEvent = Extract<GameEvent, { eventType: "player_joined" }>;

/** How one player of a dice game played. */
export interface PlayerReport {
  /** The player. */
  playerId: PlayerId;
  /** The report. */
  report: GameReport;
}

/** A player with their new name. */
export interface PlayerResponse {
  /** The player. */
  playerId: PlayerId;
  /** What others see. */
  displayName: string;
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

/** Somebody at a dice game, with the name that the game does not know. */
export interface PlayerState {
  /** The player. */
  playerId: PlayerId;
  /** The display name. */
  displayName: string;
  /** How it plays, if it is a bot. */
  bot?: Bot;
  /** Their card. */
  scorecard: Scorecard;
  /** Whether it is their turn. */
  isCurrentPlayer: boolean;
  /** Whether they mixed a seed into fair dice. */
  mixedSeed: boolean;
  /** Whether they left. */
  left: boolean;
}

/** Somebody at the table. */
export interface PlayerView {
  /** The player. */
  playerId: PlayerId;
  /** How it plays, if it is a bot. */
  bot?: Bot;
  /** Their card. */
  scorecard: Scorecard;
  /** Whether it is their turn. */
  isCurrentPlayer: boolean;
  /** Whether they mixed a seed into fair dice. */
  mixedSeed: boolean;
  /** Whether they left. */
  left: boolean;
}

/** A number of points and a chance. */
export interface PointsChance {
  /** The points. */
  points: number;
  /** The chance. */
  probability: number;
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

/** `prediction` */
export interface Prediction {
  /** The box. */
  predictedCategory: DiceeCategory;
  /** What the player said. */
  predictedProbability: number;
  /** How sure they were. */
  confidenceLevel: ConfidenceLevel;
  /** What is true. */
  actualProbability: number;
  /** How far off it was. */
  accuracyDelta: number;
  /** Points for it, 0 to 100. */
  predictionScore: number;
}

/** `prediction` 1.0.0 */
export type PredictionEvent = Extract<TelemetryEvent, { eventType: "prediction" }>;

/** A person at the table. */
export interface PresentPlayer {
  /** The player. */
  playerId: PlayerId;
  /** Their seat. */
  seat: number;
  /** Whether they are there now. */
  connected: boolean;
  /** Since when they are away, in milliseconds since 1970. */
  awaySince?: number;
}

/** `POST /api/v1/players/{id}/privacy` */
export interface PrivacyRequest {
  /** Whether others do not see the player's results. */
  resultsHidden: boolean;
}

/** What others see of a player. */
export interface PrivacyResponse {
  /** The player. */
  playerId: PlayerId;
  /** Whether others do not see the player's results. */
  resultsHidden: boolean;
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

/** `POST /api/v1/stats/probabilities` */
export interface ProbabilityRequest {
  /** The dice. */
  diceResult: DiceArray;
  /** What is put aside. */
  keptMask: KeptMask;
  /** Rolls still to come, 0 to 2. */
  rollsRemaining: number;
  /** The open boxes. */
  availableCategories: DiceeCategory[];
  /** The card. */
  currentScorecard: Scorecard;
  /** The rules; `standard` when left out. */
  rulesVariant?: Rules;
  /** What the others have. It changes no chance of a box. */
  opponentScores?: number[];
  /** Whom answers are written for. It changes no chance of a box. */
  skillLevel?: SkillLevel;
  /** How to compute. */
  computationMethod?: RequestedMethod;
  /** How long it may take. */
  maxComputationTimeMs?: number;
  /** Whether every score of every box is wanted with its chance; false when left out. */
  showDistributions?: boolean;
}

/** The answer to a [`ProbabilityRequest`]. */
export interface ProbabilityResponse {
  /** What every box can bring when the rest of the turn is played for it. */
  probabilities: ProbabilityVector;
  /**
   * The chance of scoring more than 0 in each open box when the dice of `keptMask` are kept; with all five kept or no
   * roll left, of the dice as they stand.
   */
  keptOdds: {
    chance?: ExactProbability;
    dicee?: ExactProbability;
    fives?: ExactProbability;
    four_of_kind?: ExactProbability;
    fours?: ExactProbability;
    full_house?: ExactProbability;
    large_straight?: ExactProbability;
    ones?: ExactProbability;
    sixes?: ExactProbability;
    small_straight?: ExactProbability;
    three_of_kind?: ExactProbability;
    threes?: ExactProbability;
    twos?: ExactProbability;
  };
  /** The same when every keep is chosen for the box. */
  bestOdds: {
    chance?: ExactProbability;
    dicee?: ExactProbability;
    fives?: ExactProbability;
    four_of_kind?: ExactProbability;
    fours?: ExactProbability;
    full_house?: ExactProbability;
    large_straight?: ExactProbability;
    ones?: ExactProbability;
    sixes?: ExactProbability;
    small_straight?: ExactProbability;
    three_of_kind?: ExactProbability;
    threes?: ExactProbability;
    twos?: ExactProbability;
  };
  /**
   * With `showDistributions`: every score of each open box when the dice of `keptMask` are kept and every later keep is
   * chosen for the highest expected score in that box.
   */
  keptScores?: {
    chance?: ScoreChance[];
    dicee?: ScoreChance[];
    fives?: ScoreChance[];
    four_of_kind?: ScoreChance[];
    fours?: ScoreChance[];
    full_house?: ScoreChance[];
    large_straight?: ScoreChance[];
    ones?: ScoreChance[];
    sixes?: ScoreChance[];
    small_straight?: ScoreChance[];
    three_of_kind?: ScoreChance[];
    threes?: ScoreChance[];
    twos?: ScoreChance[];
  };
  /** With `showDistributions`: the same when this keep is chosen so as well. */
  bestScores?: {
    chance?: ScoreChance[];
    dicee?: ScoreChance[];
    fives?: ScoreChance[];
    four_of_kind?: ScoreChance[];
    fours?: ScoreChance[];
    full_house?: ScoreChance[];
    large_straight?: ScoreChance[];
    ones?: ScoreChance[];
    sixes?: ScoreChance[];
    small_straight?: ScoreChance[];
    three_of_kind?: ScoreChance[];
    threes?: ScoreChance[];
    twos?: ScoreChance[];
  };
  /** With `computationMethod` `monte_carlo`: where the true chance of each box lies, 95 times of 100. */
  intervals?: {
    chance?: [number, number];
    dicee?: [number, number];
    fives?: [number, number];
    four_of_kind?: [number, number];
    fours?: [number, number];
    full_house?: [number, number];
    large_straight?: [number, number];
    ones?: [number, number];
    sixes?: [number, number];
    small_straight?: [number, number];
    three_of_kind?: [number, number];
    threes?: [number, number];
    twos?: [number, number];
  };
  /** The request. */
  requestId: string;
  /** How long it took. */
  computationTimeMs: number;
  /** Whether it was remembered. */
  cacheHit: boolean;
  /** True: a request that fails is answered with an [`ErrorResponse`](crate::ErrorResponse). */
  success: boolean;
}

/**
 * What every box that may be scored is worth with a roll (data contract 4.3).
 *
 * The horizon plays no part here: each box is looked at by itself.
 */
export interface ProbabilityVector {
  /** One entry for each open box that the rules allow for this roll. */
  categories: {
    chance?: CategoryStatistics;
    dicee?: CategoryStatistics;
    fives?: CategoryStatistics;
    four_of_kind?: CategoryStatistics;
    fours?: CategoryStatistics;
    full_house?: CategoryStatistics;
    large_straight?: CategoryStatistics;
    ones?: CategoryStatistics;
    sixes?: CategoryStatistics;
    small_straight?: CategoryStatistics;
    three_of_kind?: CategoryStatistics;
    threes?: CategoryStatistics;
    twos?: CategoryStatistics;
  };
  /** The box with the most points if scored now; the first of the card among equals. */
  optimalCategory: DiceeCategory;
  /** Those points. */
  optimalEV: number;
  /** How the numbers were found. */
  computationMethod: ComputationMethod;
  /** 1: the numbers are exact. */
  confidence: number;
  /** Rolls still to come, 0 to 2. */
  rollsRemaining: number;
  /** How long it took, as measured by the caller. */
  computationTimeMs: number;
  /** Whether the answer was remembered; always false here, because counting is faster. */
  cacheHit: boolean;
}

/** `GET /api/v1/players/{id}/profile` */
export interface ProfileResponse {
  /** The player. */
  playerId: PlayerId;
  /** What others see. */
  displayName: string;
  /** When the player was registered, in ISO 8601: for the player alone. */
  createdAt?: string;
  /** Whether the player hides the results; then all fields below are absent, but for the player. */
  resultsHidden: boolean;
  /** All games that the player sat down to. */
  gamesPlayed?: number;
  /** Of the newest 200, those that were played to the end; so are the results below. */
  gamesFinished?: number;
  /** Their dice games. */
  dicee?: DiceeResults;
  /** Their games of Forty-Two. */
  fortytwo?: FortyTwoResults;
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

/** The lowest results that 5%, 25%, 50%, 75% and 95% of all rolls do not exceed. */
export interface Quantiles {
  p05: number;
  p25: number;
  p50: number;
  p75: number;
  p95: number;
}

/** `POST /api/v1/games/quick` */
export interface QuickMatchRequest {
  /** Which game; `dicee` when left out. */
  kind?: GameKind;
}

/** Whether requests are taken. */
export type Readiness = "ready" | "degraded" | "unavailable" | "draining";

/** `GET /health/ready` */
export interface ReadyResponse {
  /** Whether requests are taken. */
  status: Readiness;
  /** Of the program. */
  version: string;
  /** What the server needs, and how that goes. */
  dependencies: Dependencies;
}

/** `recommendation` */
export interface Recommendation {
  /** What lay on the table. */
  gameStateSnapshot: GameStateSnapshot;
  /** The advice. */
  recommendation: DecisionRecommendation;
  /** Whom it was written for. */
  playerSkillLevel: SkillLevel;
  /** How deep it went. */
  pedagogyStrategy: string;
}

/** `recommendation` 1.0.0 */
export type RecommendationEvent = Extract<AnalysisEvent, { eventType: "recommendation" }>;

/** `POST /api/v1/stats/recommendation` */
export interface RecommendationRequest {
  /** The dice. */
  diceResult: DiceArray;
  /** What is put aside. */
  keptMask: KeptMask;
  /** Rolls still to come, 0 to 2. */
  rollsRemaining: number;
  /** The open boxes. */
  availableCategories: DiceeCategory[];
  /** The card. */
  currentScorecard: Scorecard;
  /** The rules; `standard` when left out. */
  rulesVariant?: Rules;
  /** The final scores of up to seven others; the answer then has the chance to win against them. */
  opponentScores?: number[];
  /** How to compute. */
  computationMethod?: RequestedMethod;
  /** How long it may take. */
  maxComputationTimeMs?: number;
  /** Whom the advice is written for. */
  skillLevel: SkillLevel;
  /** Whether other options are wanted. */
  showAlternatives: boolean;
  /** How deep the reasoning goes. */
  explanationDepth: ExplanationDepth;
  /** What the player did lately: the tip then warns of the mistakes that cost them most, where this roll invites one. */
  recentDecisions?: GameEvent[];
  /**
   * The points still to come that are wanted at least, up to 511; the answer then has the highest chance to make them
   * after every option.
   */
  target?: number;
}

/** The answer to a [`RecommendationRequest`]. */
export interface RecommendationResponse {
  /** What to do. */
  recommendation: DecisionRecommendation;
  /** With `target`: the chance to reach it, and what to do for that. */
  target?: TargetReport;
  /** With `opponentScores`, once the game is solved: the chance to win against them. */
  winning?: ChanceToWin;
  /** What every box can bring. */
  probabilities: ProbabilityVector;
  /** The request. */
  requestId: string;
  /** How long it took. */
  computationTimeMs: number;
  /** True: a request that fails is answered with an [`ErrorResponse`](crate::ErrorResponse). */
  success: boolean;
}

/** The kinds of action on the wire. */
export type RecommendedAction = "roll" | "reroll" | "score";

/** How the way to the other nodes is. */
export interface RedisHealth {
  /** Whether they are reachable. */
  state: LinkState;
}

/** `POST /api/v1/players` */
export interface RegisterRequest {
  /** What others see; a friendly default when left out. */
  displayName?: string;
}

/** A new player. */
export interface RegisterResponse {
  /** The player. */
  playerId: PlayerId;
  /** What others see. */
  displayName: string;
  /** To be kept by the device: it is not shown again, and tokens are given out for it. */
  deviceSecret: string;
  /** Good for an hour. */
  token: string;
  /** When the token ends, in ISO 8601. */
  expiresAt: string;
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

/** The table of a rematch. */
export interface RematchTable {
  /** The new game. */
  gameId: GameId;
  /** Its short code. */
  code: Code;
}

/** `PATCH /api/v1/players/{id}` */
export interface RenameRequest {
  /** What others see from now on. */
  displayName: string;
}

/** Deals that were played before, at another live table. Who played there knows the tiles of everybody. */
export interface RepeatedDeals {
  /** The finished game. */
  gameId: GameId;
  /** Who dealt first there, and deals first here. */
  dealer: FortyTwoSeat;
}

/** What was well played, by `kind`. */
export type Report = {
  kind: "dicee";
  /** Everybody who played. */
  players: PlayerReport[];
  /** Everybody's chance to win after every roll and decision, and the roll that decided it; absent for one player. */
  winCurve?: WinCurve;
} | {
  kind: "fortytwo";
} & FortyTwoReport | {
  kind: "roll_table";
} & RollTableReport;

/** `GET /api/v1/games/{id}/report` */
export interface ReportResponse {
  /** The game. */
  gameId: GameId;
  /** What was well played, what was not, and what was luck. */
  report: Report;
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

/**
 * How a caller wants probabilities computed. Exact answers take microseconds, so that is what everybody gets who does not
 * ask for samples.
 */
export type RequestedMethod = "exact" | "monte_carlo" | "auto";

/** How to play for the points of one box. */
export interface RerollRecommendation {
  /** Whether rolling brings more than scoring now. */
  shouldReroll: boolean;
  /** Which dice to keep, in the order in which the dice came; all five where rolling brings nothing. */
  keptMask: [boolean, boolean, boolean, boolean, boolean];
  /** What rolling brings beyond scoring now; never negative. */
  evGain: number;
}

/** `roll`. A reroll is a decision: what was kept is graded among everything that could have been done. */
export interface Roll {
  /** First of the turn, or not. */
  rollType: RollType;
  /** What fell. */
  diceResult: DiceArray;
  /** What had been kept. */
  keptMask: KeptMask;
  /** What lay there before, for a reroll. */
  preRollDice?: DiceArray;
  /** The analysis of this roll, where one was made. */
  analysisId?: string;
  /** Milliseconds since the event before. */
  timeFromPreviousAction: number;
  /** Of a reroll: what keeping these dice was worth. */
  expectedValue?: number;
  /** What the best of all options was worth, scoring included. */
  optimalEV?: number;
  /** Best less chosen, never negative. */
  evDifference?: number;
  /** The grade. */
  decisionQuality?: DecisionQuality;
  /** How far ahead the grade looks. */
  horizon?: Horizon;
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

/** `roll` 2.0.0 */
export type RollEvent = Extract<GameEvent, { eventType: "roll" }>;

/** How a roll ranks; nothing where exact odds would take too long. */
export interface RollNumbers_of_double {
  /** The share of lower results and half the share of equal ones; a fumble is lower than a plain 0. */
  percentile?: number;
  /** The chance of such a result or a higher one. */
  at_least?: number;
}

/** One roll, or several. */
export type RollOrSeries = RollAnswer | SeriesAnswer;

/** What every question about dice is answered with. */
export interface RollOrSeriesResponse {
  /** The answer, as the command line prints it. */
  answer: RollOrSeries;
  /** The name of this request. */
  requestId: string;
  /** How long the answer took. */
  computationTimeMs: number;
  /** Always true. */
  success: boolean;
}

/** A name that a table gave to an expression, written `@name` in others. */
export interface RollTableAlias {
  /** The name. */
  name: string;
  /** What it stands for. */
  expression: string;
}

/** An attack that was made. */
export interface RollTableAttack {
  /** The attack roll, counted by successes. */
  attack: DiceRoll;
  /** How well it hit. */
  quality: HitQuality;
  /** The damage roll, summed; none for a miss. */
  damage_roll: DiceRoll | null;
  /** The damage that is dealt. */
  damage: number;
  /** Whether the attack roll was critical. */
  is_critical: boolean;
  /** What armour took off the damage. */
  armour: number;
  /** The chance that there was to hit. */
  hits: ExactChance;
}

/** A check that was made. */
export interface RollTableCheck {
  /** The roll. */
  roll: DiceRoll;
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
  success: ExactChance;
  /** How the roll ranks among all of that pool. */
  percentile: ExactChance;
}

/** What may be asked of a [`RollTable`](crate::RollTable), by any seat. */
export type RollTableCommand = {
  type: "ROLL";
  /** What to roll, such as `4d6kh3 + 2`. */
  expression: string;
  /** What it is for. */
  label?: string;
  /** Who acts, in the words of the table. */
  actor?: string;
  /** Against whom or what. */
  target?: string;
  /** Whether only this seat sees it, until it is revealed. */
  hidden?: boolean;
} | {
  type: "CHECK";
  /** How many dice; 0 or less roll one. */
  pool: number;
  /** The net successes that are needed. */
  difficulty: number;
  /** What it is for. */
  label?: string;
  /** Who acts, in the words of the table. */
  actor?: string;
  /** Against whom or what. */
  target?: string;
  /** Whether only this seat sees it, until it is revealed. */
  hidden?: boolean;
} | {
  type: "CONTEST";
  /** Dice of who starts it. */
  initiator: number;
  /** Dice of who resists. */
  defender: number;
  /** What it is for. */
  label?: string;
  /** Who acts, in the words of the table. */
  actor?: string;
  /** Against whom or what. */
  target?: string;
  /** Whether only this seat sees it, until it is revealed. */
  hidden?: boolean;
} | {
  type: "ATTACK";
  /** Dice of the attack; 0 or less roll one. */
  pool: number;
  /** Dice of the damage, before the quality of the hit changes them. */
  damage: number;
  /** What armour takes off the damage. */
  armour?: number;
  /** What it is for. */
  label?: string;
  /** Who acts, in the words of the table. */
  actor?: string;
  /** Against whom or what. */
  target?: string;
  /** Whether only this seat sees it, until it is revealed. */
  hidden?: boolean;
} | {
  type: "START_CHECK";
  /** What to set out to do; by the system of the table unless they name one. */
  terms: ExtendedTermsInput;
  /** What it is for. */
  label?: string;
  /** Who acts, in the words of the table. */
  actor?: string;
  /** Against whom or what. */
  target?: string;
} | {
  type: "ROLL_ROUND";
  /** Its number, from 1. */
  check: number;
} | {
  type: "SET_TABLE";
  /** What differs from the standard system; as it is when left out. */
  system?: DiceSystem;
  /** All names, each of which may use those before it; as they are when left out. */
  aliases?: RollTableAlias[];
} | {
  type: "REVEAL";
  /** Its number. */
  roll: number;
};

/** A contest that was fought. */
export interface RollTableContest {
  /** The initiator's roll. */
  initiator: DiceRoll;
  /** The defender's roll. */
  defender: DiceRoll;
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
  initiator_wins: ExactChance;
  /** The chance that the defender had. */
  defender_wins: ExactChance;
}

/** An extended check of a table. */
export interface RollTableExtended {
  /** Its number, from 1. */
  check: number;
  /** What it is for. */
  label?: string;
  /** Who acts. */
  actor?: string;
  /** Against whom or what. */
  target?: string;
  /** How it stands, and how it will end. */
  progress: ExtendedView;
}

/** How lucky the rolls of a table were, as far as everybody may see them. */
export interface RollTableReport {
  /** All of the last 500 open rolls that rank, together; absent where there is none. */
  luck?: Luck;
  /** The same for each seat that made one of them. */
  seats: RollTableSeatLuck[];
}

/** What was rolled, and what the odds of it were. */
export type RollTableResult = {
  kind: "roll";
} & RollTableRolled | {
  kind: "check";
} & RollTableCheck | {
  kind: "contest";
} & RollTableContest | {
  kind: "attack";
} & RollTableAttack | {
  kind: "round";
} & RollTableRound;

/** One roll of a table. */
export interface RollTableRoll {
  /** Its number, from 1. */
  roll: number;
  /** Who rolled. */
  seat: number;
  /** Whether it is hidden: then only its own seat knows more. */
  hidden: boolean;
  /** What it was for. */
  label?: string;
  /** Who acted. */
  actor?: string;
  /** Against whom or what. */
  target?: string;
  /** What was rolled; left out for those who may not know. */
  result?: RollTableResult;
}

/** An expression that was rolled. */
export interface RollTableRolled {
  /** In canonical spelling. */
  expression: string;
  /** The result. */
  total: number;
  /** The dice. */
  pools: RolledPool[];
  /**
   * The share of lower results and half the share of equal ones. Left out, like the next, where exact odds would
   * keep the table waiting.
   */
  percentile?: ExactChance;
  /** The chance of such a result or a higher one. */
  at_least?: ExactChance;
}

/** A round of an extended check. */
export interface RollTableRound {
  /** The number of the check, from 1. */
  check: number;
  /** Which round, from 1. */
  round: number;
  /** The dice. */
  roll: CountedRoll;
  /** Net successes so far. */
  accumulated: number;
  /** Net successes to reach. */
  targetSuccesses: number;
  /** How the check stood after it. */
  status: ExtendedStatus;
}

/** How lucky one seat was. */
export interface RollTableSeatLuck {
  /** The seat. */
  seat: number;
  /** Its rolls together. */
  luck: Luck;
}

/** A shared roll log. */
export interface RollTableState {
  /** The game. */
  gameId: GameId;
  /** How many events there are. */
  version: number;
  /** Where it stands. */
  status: GameStatus;
  /** The short code of the table. */
  code?: Code;
  /** Whether the table is listed. */
  public?: boolean;
  /** Whether hints and analysis are given at this table, to everybody or to nobody. */
  coach: boolean;
  /** Where the same people play again, once somebody asked for that. */
  rematch?: RematchTable;
  /** The viewer's seat; null for a spectator. */
  you: number | null;
  /** Who sits where, in seat order. */
  seats: SeatShown[];
  /** How many people may still sit down. */
  freeSeats: number;
  /**
   * When the time of the player to move is over and the table moves for them, in milliseconds since 1970; left out where no
   * clock runs.
   */
  turnEndsAt?: number;
  /** When it was opened, in ISO 8601. */
  createdAt: string;
  /** When play began. */
  startedAt?: string;
  /** When it ended. */
  completedAt?: string;
  /** `true` while the store cannot be read: this is what the node remembers, and others may have moved on. */
  fromMemory?: boolean;
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
  /** Who opened it. */
  hostPlayerId: PlayerId;
  /** Nothing is agreed. */
  options: NoOptions;
  /** The last rolls, as the viewer may see them. */
  view: RollTableView;
  /** When each of those rolls was made, in milliseconds since 1970, in their order. */
  rolledAt?: number[];
  /** What happened since the version that was asked for, as the viewer may know it. */
  events: SeenEvent[];
}

/** The last rolls of a table, as one seat or a spectator may see them. */
export interface RollTableView {
  /** The last ones, newest last. */
  rolls: RollTableRoll[];
  /** How many there have been. */
  rolled: number;
  /** How many there may still be. */
  rolls_remaining: number;
  /** The system of the table; left out where it is the standard one. */
  system?: DiceSystem;
  /** The names that the table gave to expressions. */
  aliases?: RollTableAlias[];
  /** The last extended checks, newest last. */
  checks?: RollTableExtended[];
}

/** Whether a roll opened a turn. */
export type RollType = "initial" | "reroll";

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

/** `GET /api/v1/operator/sanctions` */
export interface SanctionsResponse {
  /** Players who may not sign in or play, the newest first. */
  banned: BannedPlayer[];
  /** Tables at which nobody may play, the newest first. */
  closed: ClosedTable[];
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
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

/** A scenario that was tried many times. */
export interface ScenarioSimulated {
  /** The estimate with its interval and convergence, and the exact value where there is one. */
  scenario: ScenarioAnswer;
  /** Trials asked for. */
  requestedIterations: number;
  /** Whether time ran out before all were tried. */
  partial: boolean;
  /** What that means. */
  warning?: string;
  /** The request. */
  requestId: string;
  /** How long it took. */
  computationTimeMs: number;
  /** True: a request that fails is answered with an [`ErrorResponse`](crate::ErrorResponse). */
  success: boolean;
}

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

/** A number of points in a box, and its chance. */
export interface ScoreChance {
  /** The points. */
  points: number;
  /** Their chance. */
  chance: ExactProbability;
}

/** `score` */
export interface ScoreDecision {
  /** The box. */
  chosenCategory: DiceeCategory;
  /** What went into it. */
  pointsEarned: number;
  /** What the choice was worth. */
  expectedValue: number;
  /** The best box for these dice. */
  optimalCategory: DiceeCategory;
  /** The dice to keep, where rolling on was better than any box. */
  optimalKeptMask?: KeptMask;
  /** What the best of all options was worth, rolling on included. */
  optimalEV: number;
  /** Best less chosen, never negative. */
  evDifference: number;
  /** The grade. */
  decisionQuality: DecisionQuality;
  /** The card before. */
  previousScorecard: Scorecard;
  /** The card after. */
  updatedScorecard: Scorecard;
  /** Milliseconds from the last roll. */
  timeToDecision: number;
  /** The boxes that the player looked at, in order; absent where looks were not watched. */
  categoriesConsidered?: DiceeCategory[];
  /** How often they went back to one. */
  backtrackCount?: number;
  /** Whether they asked for a hint. */
  hintRequested?: boolean;
  /** `true` where the time was over and the table chose: this is nobody's decision. */
  byClock?: boolean;
  /** Something to learn from it. */
  learningTip?: string;
  /** What it was about. */
  conceptsApplied?: string[];
  /** How far ahead the values look. */
  horizon?: Horizon;
}

/** `score` 1.1.0 */
export type ScoreDecisionEvent = Extract<GameEvent, { eventType: "score" }>;

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

/** What players say about seats, in all games but the dice game. */
export type SeatCommand = {
  type: "sit";
  /** Which one; any free one when left out. */
  seat?: number;
} | {
  type: "stand";
};

/** A seat that is taken. */
export interface SeatShown {
  /** Its number, from 0. */
  seat: number;
  /** Who sits there; left out for a bot without an id. */
  playerId?: PlayerId;
  /** The display name. */
  displayName: string;
  /** How it plays, if it is a bot. */
  bot?: string;
  /** Whether somebody is there now; always for a bot. */
  connected: boolean;
}

/** A new device secret in the place of the old one. */
export interface SecretResponse {
  /** The secret; the old one is good for nothing from now on. */
  deviceSecret: string;
  /** A token. */
  token: string;
  /** When it ends, in ISO 8601. */
  expiresAt: string;
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

/** `seed_mixed` */
export interface SeedMixed {
  /** The seed. */
  clientSeed: string;
}

/** `seed_mixed` 1.0.0 */
export type SeedMixedEvent = Extract<GameEvent, { eventType: "seed_mixed" }>;

/** `seed_revealed` */
export interface SeedRevealed {
  /** The seed that was promised. */
  serverSeed: Hex;
}

/** `seed_revealed` 1.0.0 */
export type SeedRevealedEvent = Extract<GameEvent, { eventType: "seed_revealed" }>;

/** What becomes of the dice of a context when a saved game is loaded. */
export type Seeding = "lockedPerEncounter" | "lockedPerSession" | "freshOnLoad";

/**
 * An event as a viewer may know it: kind and payload, without what is hidden from them. Ids and chains are left out:
 * what is hidden could be found from them by trying all there is.
 */
export interface SeenEvent {
  /** The kind, such as `DOMINO_PLAYED`, `PLAYER_SAT` or `ROLL_HIDDEN`. */
  t: string;
  /** The rest; left out where there is none. */
  p?: Record<string, unknown>;
}

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

/** A message from the server. Clients ignore types and fields that they do not know. */
export type ServerMessage = {
  type: "connection_status";
  /** The state of the connection. */
  status: ConnectionStatus;
} | {
  type: "authenticated";
  /** The player whose token it is. */
  playerId: PlayerId;
} | {
  type: "state_update";
} & StateUpdate | {
  type: "events";
  /** The version: how many events there are. */
  version: number;
  /** The new events, as the client may know them. */
  events: ShownEvent[];
} | {
  type: "roll_result";
  /** The roll. */
  event: GameEvent;
} | {
  type: "turn_changed";
  /** The player. */
  newPlayerId: PlayerId;
  /** The display name. */
  playerName: string;
  /** The number of their turn. */
  turnNumber: number;
} | {
  type: "ack";
  /** The id of the command. */
  commandId: CommandId;
  /** The version after it. */
  version: number;
  /** Whether it had been carried out before. */
  repeated: boolean;
} | {
  type: "error";
} & ErrorMessage | {
  type: "hint";
  /** The recommended action. */
  recommendation: DecisionRecommendation;
} | {
  type: "play_hint";
  /** The version that it is about. */
  version: number;
  /** How often each choice makes the bid, and how sure that is. */
  hint: FortyTwoHint;
} | {
  type: "analysis";
  /** The analysis. */
  event: AnalysisEvent;
} | {
  type: "predicted";
  /** The player. */
  playerId: PlayerId;
  /** The display name. */
  displayName: string;
  /** The position that it is about. */
  version: number;
  /** The box. */
  category: DiceeCategory;
} | {
  type: "prediction";
  /** The guess beside the exact chance. */
  event: TelemetryEvent;
  /** The name of the player who guessed. */
  displayName: string;
  /** Whether the last dice of the turn scored in that box, wherever they were written. */
  achieved: boolean;
  /** The Brier score of the guess: the square of how far it was from what happened, 0 to 1. Less is better. */
  brier: number;
  /** The Brier score of the exact chance. */
  exactBrier: number;
} | {
  type: "win_chance";
} & WinChance | {
  type: "presence";
  /** The people at the table. */
  players: PresentPlayer[];
  /** How many watch without a seat. */
  spectators: number;
} | {
  type: "chat";
} & ChatLine | {
  type: "chat_history";
  /** Whether people may chat at this server's tables. */
  enabled: boolean;
  /** Lines of players who are not blocked. */
  lines: ChatLine[];
} | {
  type: "cursor";
  /** The host. */
  playerId: PlayerId;
  /** After how many events. */
  version: number;
} | {
  type: "rematch";
  /** The new game. */
  gameId: GameId;
  /** Its short code. */
  code: Code;
  /** The player who asked for it. */
  playerId: PlayerId;
};

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

/** How bad an error is (data contract 11.1). */
export type Severity = "warning" | "error" | "fatal";

/** A share of deals, with its 95 % interval. */
export interface Share {
  /** In how many deals. */
  hits: number;
  /** Of how many. */
  trials: number;
  /** From 0 to 1. */
  low: number;
  /** From 0 to 1. */
  high: number;
}

export type Shares_of_Fraction = Record<string, Fraction>;

export type Shares_of_double = Record<string, number>;

/** A report by one player about another, for the operator. */
export interface ShownComplaint {
  /** The reporter. */
  reporterId: PlayerId;
  /** About whom. */
  playerId: PlayerId;
  /** The display name. */
  displayName: string;
  /** At which game. */
  gameId: GameId;
  /** What kind of thing. */
  reason: ComplaintReason;
  /** In the words of the reporter. */
  text: string;
  /** When, in ISO 8601. */
  reportedAt: string;
}

/** An event as it is shown, of any game. */
export type ShownEvent = GameEvent | SeenEvent;

/** One of the two in a contest. */
export type Side = "initiator" | "defender";

/** What machines do; each takes at least 50 decisions. */
export interface Signs {
  /** More than 98% of the decisions were the best there was. */
  alwaysOptimal: boolean;
  /** They took less than 100 ms on average. */
  instantDecisions: boolean;
  /** Their times differ by less than a tenth of their mean. */
  evenPace: boolean;
}

/** `POST /api/v1/stats/simulate` */
export interface SimulationRequest {
  /** Games to play, 1,000 to 10,000,000; 100,000 when left out. */
  iterations?: number;
  /** Where the dice come from, 0 to 2^53; a fresh one when left out. */
  seed?: number;
  /** Who plays; `optimal` when left out. */
  bot?: Bot;
  /** The rules; `standard` when left out. */
  rulesVariant?: Rules;
  /** How sure the interval is: 0.95, also when left out, or 0.99. */
  confidenceLevel?: number;
  /** How long it may take, 1 to 5,000 milliseconds; 5,000 when left out. Whatever was played by then is the answer. */
  maxComputationTimeMs?: number;
  /**
   * What each trial tries: a box from a roll or a keep, or the points from any moment of a game. Whole games when left
   * out.
   */
  scenario?: ScenarioRequest;
}

/** The answer to a [`SimulationRequest`]. */
export type SimulationResponse = GamesSimulated | ScenarioSimulated;

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

/** How much a player knows (data contract 4.1). It picks the words of learning tips. */
export type SkillLevel = "beginner" | "intermediate" | "advanced" | "expert";

/** How a check ended, from worst to best. */
export type SkillOutcome = "critical_failure" | "failure" | "marginal_success" | "full_success" | "exceptional_success" | "critical_success";

/** `GET /api/v1/players/{id}/skill` */
export interface SkillResponse {
  /** The player. */
  playerId: PlayerId;
  /** How well the player plays. */
  skill: Skill;
  /** What follows from it: what to show and what to practise. */
  suggestions: Suggestions;
  /** The last 200 games that counted, oldest first. */
  games: GameLine[];
  /** How many games did not count: practice, unfinished, or mostly after hints. */
  setAside: number;
  /** Forty-Two; absent before the first game of it. */
  fortyTwo?: FortyTwoStanding;
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

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

/** What changed between two states of a game, as the same viewer may know them. */
export interface StateChanges {
  /** The version of the state to which the patch applies. A client that holds another one sends `resume`. */
  since: number;
  /** The version after it. */
  version: number;
  /** The events between them, as the client may know them. */
  events: ShownEvent[];
  /** How to change `gameState`, without its `events`: JSON Patch (RFC 6902) with `add`, `remove` and `replace`. */
  patch: PatchOperation[];
}

/** How a game stands: all of it, or what changed since a version that the client named or was sent last. */
export type StateUpdate = {
  /** The game. */
  gameState: GameState;
  /** When, in milliseconds since 1970. */
  timestamp: number;
} | {
  /** What changed. */
  changes: StateChanges;
  /** When, in milliseconds since 1970. */
  timestamp: number;
};

/** How many numbers the table shows. */
export type StatsProfile = "beginner" | "intermediate" | "expert" | "research";

/** How the store is. */
export interface StoreHealth {
  /** Whether it answers. */
  state: StoreState;
  /** `memory`, `sqlite` or `postgres`. */
  kind: string;
}

/** Whether the store answers. */
export type StoreState = "connected" | "unreachable";

/** What an event was for, which decides how long it is kept (data contract 3.1). */
export type StreamType = "domain" | "analysis" | "telemetry";

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

/** `POST /api/v1/stats/target`: the highest chance to make at least so many points, and what to do for it. */
export interface TargetResponse {
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
  /** The request. */
  requestId: string;
  /** How long it took. */
  computationTimeMs: number;
  /** True: a request that fails is answered with an [`ErrorResponse`](crate::ErrorResponse). */
  success: boolean;
}

/** An event of the telemetry stream (data contract 5.5): how a player looks, guesses and asks. Kept for 30 days. */
export type TelemetryEvent = {
  /** The event's name, a UUID of version 4. */
  id: string;
  /** The version of its schema. */
  eventVersion: Version;
  /** Its place in the game, from 1, without gaps. */
  sequenceNumber: number;
  /** How long it is kept. */
  streamType: StreamType;
  /** Who brought it about. */
  eventSource: EventSource;
  /** Shared by everything that one command brought about. */
  traceId: string;
  /** The events that led to it. */
  causalChain: string[];
  /** Milliseconds since 1970. */
  timestamp: number;
  /** The game. */
  gameId: string;
  /** Whose action it was; the host's where it was nobody's. */
  playerId: PlayerId;
  /** The player's turn, 1 to 13; 0 outside of turns. */
  turnNumber: number;
  /** The roll of that turn, 1 to 3; 0 outside of turns and before the first roll. */
  rollNumber: number;
} & ({
  eventType: "hover";
} & Hover | {
  eventType: "prediction";
} & Prediction | {
  eventType: "hint_requested";
} & HintRequested);

/** How many decisions earned one grade. */
export interface TierShare {
  /** The grade. */
  quality: DecisionQuality;
  /** How many decisions. */
  count: number;
  /** As a share of all decisions, from 0 to 1. */
  share: number;
}

/** What a play is worth, from what the seat can know. */
export interface TileOdds {
  /** The tile. */
  tile: FortyTwoTile;
  /** In how many deals the contract is made after it. */
  makes: Share;
  /** What the seat's team takes from here on in the mean: points, or tricks where only those count. */
  takes: number;
}

/** `POST /api/v1/players/{id}/token` */
export interface TokenRequest {
  /** What the device was given when the player was registered. */
  deviceSecret: string;
}

/** Another token. */
export interface TokenResponse {
  /** The token. */
  token: string;
  /** When it ends, in ISO 8601. */
  expiresAt: string;
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
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

/** How the last games compare with those before them. */
export interface Trend {
  /** In a word. */
  direction: Direction;
  /** Points a game by which the loss changed, with its interval; negative is better. */
  change: Interval;
  /** How many games are compared with as many before them. */
  games: number;
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

/** Where a turn stands (data contract 4.1). */
export type TurnPhase = "initial_roll" | "mid_turn" | "scoring";

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

/** The turn that is going on. */
export interface TurnView {
  /** The player. */
  playerId: PlayerId;
  /** Which of their thirteen, from 1. */
  turnNumber: number;
  /** How many rolls they made, 0 to 3. */
  rollNumber: number;
  /** The dice on the table. */
  currentDice?: DiceArray;
  /** What is put aside. */
  keptMask?: KeptMask;
  /** What can happen next. */
  phase: TurnPhase;
  /** Who may take back the last keep or score, if somebody may. */
  undoPlayerId?: PlayerId;
}

/** `undo` 1.0.0 */
export type UndoEvent = Extract<GameEvent, { eventType: "undo" }>;

/** The form in which a client wants updates. */
export type UpdateStyle = "whole" | "changes";

/** `POST /api/v1/players/{id}/games` */
export interface UploadRequest {
  /** Games that were played on a device: 1 to 20. */
  games: UploadedGame[];
}

/** The games of a device that were sent. */
export interface UploadResponse {
  /** The player. */
  playerId: PlayerId;
  /** In the order in which they were sent. */
  games: UploadedResult[];
  /** True: a request that fails is answered with an `ErrorResponse`. */
  success: boolean;
}

/** A finished dice game of a device. */
export interface UploadedGame {
  /** The whole game as the parameters of a link: `g=...`. */
  link: string;
  /** Where the player sat, from 0. */
  seat: number;
  /** When it ended, in milliseconds since 1970. */
  finishedAt: number;
  /** Where its dice came from; drawn by the app when left out. Only those count. */
  origin?: Origin;
  /** Decisions after a hint or by the clock; none when left out. */
  aided?: Moment[];
}

/** What became of a game of a device. */
export interface UploadedResult {
  /** The game. */
  gameId: GameId;
  /** False if it was kept before; then nothing changes. */
  new: boolean;
  /** Where its dice came from, for what the game itself shows. Only `drawn` counts. */
  origin: Origin;
}

/** `POST /api/v1/stats/verify` */
export interface VerificationRequest {
  /** The dice. */
  diceResult: DiceArray;
  /** The dice that are kept for the next roll; when left out, every keep is chosen for the box. */
  keptMask?: KeptMask;
  /** Rolls still to come, 0 to 2. */
  rollsRemaining: number;
  /** The box that is to score more than 0. */
  category: DiceeCategory;
  /** What somebody computed, 0 to 1. */
  probability: number;
  /** The card; empty when left out. */
  currentScorecard?: Scorecard;
  /** The rules; `standard` when left out. */
  rulesVariant?: Rules;
}

/** The answer to a [`VerificationRequest`]. */
export interface VerificationResponse {
  /** Whether they are no further apart than the tolerance. */
  matches: boolean;
  /** What it is. */
  exact: ExactProbability;
  /** What came. */
  claimed: number;
  /** How far apart they are. */
  difference: number;
  /** How far apart they may be. */
  tolerance: number;
  /** The request. */
  requestId: string;
  /** How long it took. */
  computationTimeMs: number;
  /** True: a request that fails is answered with an [`ErrorResponse`](crate::ErrorResponse). */
  success: boolean;
}

/** A schema version, `major.minor.patch` (data contract 2.1). */
export type Version = string;

/** Everybody's chance to win from here on. */
export interface WinChance {
  /** The version that it is about. */
  version: number;
  /** One for each player who did not leave, in seat order. */
  chances: PlayerChance[];
  /** Whether they are exact; else each is within half a percentage point. */
  exact: boolean;
  /** What was assumed, in a sentence. */
  basis: string;
}

/**
 * Everybody's chance to win after every roll and every decision of a game, and the roll that decided it.
 *
 * The chances assume that everybody plays for the highest expected score from there on; a shared win counts in parts.
 */
export interface WinCurve {
  /** The players, in seat order. */
  playerIds: PlayerId[];
  /** Every moment, from the start of the game on. */
  moments: WinMoment[];
  /** The roll that changed the winner's chance most for the better; while the game runs, anybody's chance. */
  decidedBy?: DecidingRoll;
  /** What the chances assume, in a sentence. */
  basis: string;
}

/** Everybody's chance to win at one moment. */
export interface WinMoment {
  /** After how many events of the game. */
  version: number;
  /** What led to it. */
  after: WinStep;
  /** The expected share of the win of each player, in the order of `playerIds`; 0 for somebody who left. */
  chances: number[];
  /** Whether the chances are exact; else each is within half a percentage point. */
  exact: boolean;
}

/** What leads from one moment to the next. */
export type WinStep = {
  type: "start";
} | {
  type: "keep";
  /** Who. */
  playerId: PlayerId;
  /** Which dice. */
  keptMask: KeptMask;
} | {
  type: "roll";
  /** Whose. */
  playerId: PlayerId;
  /** What lay on the table. */
  dice: DiceArray;
} | {
  type: "score";
  /** By whom. */
  playerId: PlayerId;
  /** Which one. */
  category: DiceeCategory;
} | {
  type: "other";
};
