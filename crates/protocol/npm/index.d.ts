// Generated from the Rust types by `cargo xtask types`. Do not edit.

/** The face of a die. */
export type DieValue = 1 | 2 | 3 | 4 | 5 | 6;

/**
 * `analysis_computed`
 */
export type AnalysisComputed = {
/**
 * Its name, as the roll gives it.
 */
analysisId: string,
/**
 * The roll.
 */
sourceEventId: string,
/**
 * What every box can bring.
 */
probabilities: ProbabilityVector,
/**
 * What to do.
 */
recommendations: Array<DecisionRecommendation>,
/**
 * How it was computed.
 */
computationMethod: ComputationMethod,
/**
 * 1 for what is exact.
 */
confidence: number,
/**
 * Whether it was remembered.
 */
cacheHit: boolean, };

/**
 * An event of the analysis stream (RFC-003 5.4): kept for 90 days, and made again from the game at any time.
 */
export type AnalysisEvent = {
/**
 * The event's name, a UUID of version 4.
 */
id: string,
/**
 * The version of its schema.
 */
eventVersion: Version,
/**
 * Its place in the game, from 1, without gaps.
 */
sequenceNumber: number,
/**
 * How long it is kept.
 */
streamType: StreamType,
/**
 * Who brought it about.
 */
eventSource: EventSource,
/**
 * Shared by everything that one command brought about.
 */
traceId: string,
/**
 * The events that led to it.
 */
causalChain: Array<string>,
/**
 * Milliseconds since 1970.
 */
timestamp: number,
/**
 * The game.
 */
gameId: GameId,
/**
 * Whose action it was; the host's where it was nobody's.
 */
playerId: PlayerId,
/**
 * The player's turn, 1 to 13; 0 outside of turns.
 */
turnNumber: number,
/**
 * The roll of that turn, 1 to 3; 0 outside of turns and before the first roll.
 */
rollNumber: number,
/**
 * How long it took to compute, in milliseconds.
 */
computationTimeMs?: number,
/**
 * Which service made it.
 */
serviceName?: string,
/**
 * What the player's device said about itself.
 */
clientInfo?: ClientInfo, } & ({ "eventType": "analysis_computed" } & AnalysisComputed | { "eventType": "recommendation" } & Recommendation);

/**
 * What every event carries (RFC-003 5.1).
 */
export type BaseGameEvent = {
/**
 * The event's name, a UUID of version 4.
 */
id: string,
/**
 * The version of its schema.
 */
eventVersion: Version,
/**
 * Its place in the game, from 1, without gaps.
 */
sequenceNumber: number,
/**
 * How long it is kept.
 */
streamType: StreamType,
/**
 * Who brought it about.
 */
eventSource: EventSource,
/**
 * Shared by everything that one command brought about.
 */
traceId: string,
/**
 * The events that led to it.
 */
causalChain: Array<string>,
/**
 * Milliseconds since 1970.
 */
timestamp: number,
/**
 * The game.
 */
gameId: GameId,
/**
 * Whose action it was; the host's where it was nobody's.
 */
playerId: PlayerId,
/**
 * The player's turn, 1 to 13; 0 outside of turns.
 */
turnNumber: number,
/**
 * The roll of that turn, 1 to 3; 0 outside of turns and before the first roll.
 */
rollNumber: number,
/**
 * How long it took to compute, in milliseconds.
 */
computationTimeMs?: number,
/**
 * Which service made it.
 */
serviceName?: string,
/**
 * What the player's device said about itself.
 */
clientInfo?: ClientInfo, };

/**
 * A player that is a program.
 *
 * The human-like ones overlook things: each looks at every option with a certain probability and takes the
 * best of those it saw, judged by its horizon. That makes the mistakes people make: small ones often, large
 * ones when the good options are few.
 */
export type Bot = "optimal" | "greedy" | "expert" | "skilled" | "casual" | "beginner";

/**
 * One box with one roll.
 */
export type CategoryStatistics = {
/**
 * The chance of scoring more than 0 in it by the end of the turn when every keep is chosen for that.
 */
probability: number,
/**
 * Points in the box if scored now.
 */
expectedValue: number,
/**
 * The same points.
 */
currentScore: number,
/**
 * Expected points in the box when the rest of the turn is played for them; absent without a roll left.
 */
futureEV?: number,
/**
 * How to play for those points; absent without a roll left.
 */
rerollRecommendation?: RerollRecommendation, };

/**
 * What one box held over many games.
 */
export type CategoryTally = {
/**
 * Its mean.
 */
meanScore: number,
/**
 * The share of games in which it held 0.
 */
zeroRate: number, };

/**
 * What a player's device says about itself.
 */
export type ClientInfo = {
/**
 * The browser.
 */
userAgent?: string,
/**
 * `web`, `ios` or `android`.
 */
platform?: string,
/**
 * In pixels.
 */
screenSize?: ScreenSize, };

/**
 * What a player's device says at a live table (RFC-003 7).
 */
export type ClientMessage = { "type": "join",
/**
 * Who.
 */
playerId: PlayerId,
/**
 * The device's version.
 */
clientVersion: string,
/**
 * Whether they were here before.
 */
reconnect: boolean, } | { "type": "roll",
/**
 * What is kept; left out for a first roll.
 */
keptMask?: KeptMask,
/**
 * Whether the analysis is wanted.
 */
requestProbabilities: boolean, } | { "type": "score",
/**
 * Which one.
 */
category: DiceeCategory, } | { "type": "request_hint",
/**
 * How deep.
 */
explanationDepth: ExplanationDepth, } | { "type": "hover",
/**
 * Which one.
 */
category: DiceeCategory,
/**
 * Since when.
 */
hoverStartTime: number, };

/**
 * Why a game ended.
 */
export type CompletionReason = "normal" | "abandoned" | "timeout";

/**
 * How numbers were found.
 */
export type ComputationMethod = "exact" | "monte_carlo" | "heuristic";

/**
 * How sure a player says to be.
 */
export type ConfidenceLevel = "low" | "medium" | "high";

/**
 * How the line to a table is.
 */
export type ConnectionStatus = "connected" | "reconnecting" | "disconnected";

/**
 * How good a decision was.
 */
export type DecisionQuality = "optimal" | "excellent" | "good" | "acceptable" | "suboptimal" | "poor";

/**
 * What to do with a roll, and why (RFC-003 4.4). Every text has at most 200 characters.
 *
 * Values are expected points of this turn or of the rest of the game, as `horizon` says; `evDifference` is
 * what an alternative costs against the best option and never negative.
 */
export type DecisionRecommendation = {
/**
 * What to do.
 */
action: RecommendedAction,
/**
 * Which dice to keep, in the order in which the dice came; only for `reroll`.
 */
keptMask?: [boolean, boolean, boolean, boolean, boolean],
/**
 * What rolling again aims at; only for `reroll`.
 */
rerollReason?: string,
/**
 * What rolling is worth beyond the best score now; only for `reroll`.
 */
expectedImprovement?: number,
/**
 * The box to score; only for `score`.
 */
recommendedCategory?: DiceeCategory,
/**
 * What the recommended action is worth.
 */
expectedValue?: number,
/**
 * The best scores other than the recommended one, best first; at most five.
 */
alternatives: Array<ScoreAlternative>,
/**
 * 1: everything here is exact.
 */
confidence: number,
/**
 * Why, in at most 200 characters.
 */
reasoning: string,
/**
 * Whom the tip is written for.
 */
pedagogyLevel: SkillLevel,
/**
 * What to remember about the most tempting other option; experts get none.
 */
learningTip?: string,
/**
 * How far ahead the values look.
 */
horizon?: Horizon,
/**
 * The best keeps other than the recommended one, best first; at most three, absent without a roll left.
 */
keepAlternatives?: Array<KeepAlternative>, };

/**
 * Five dice as they lie on the table, in order. The engine works with unordered dice ([`DiceConfig`]); people point
 * at the second one from the left.
 */
export type DiceArray = [DieValue, DieValue, DieValue, DieValue, DieValue];

/**
 * What a game says about its dice when it is created.
 */
export type DiceSource = { "source": "table" } | { "source": "seeded",
/**
 * Up to 2^53, so that every language can hold it.
 */
seed: number, } | { "source": "fair",
/**
 * The SHA-256 of the seed, in hexadecimal.
 */
commitment: Hex, };

/**
 * A box of the scorecard, in card order (RFC-003 4.1).
 */
export type DiceeCategory = "ones" | "twos" | "threes" | "fours" | "fives" | "sixes" | "three_of_kind" | "four_of_kind" | "full_house" | "small_straight" | "large_straight" | "dicee" | "chance";

/**
 * What can be asked of a game. Seats are numbered in the order in which players were named or joined.
 */
export type DiceeCommand = { "type": "create",
/**
 * The game's name for ever.
 */
gameId: GameId,
/**
 * Who plays.
 */
gameMode: GameMode,
/**
 * Everybody who is there already; the first is the host.
 */
playerIds: Array<PlayerId>,
/**
 * What is agreed.
 */
settings: Settings,
/**
 * Where the dice come from.
 */
dice: DiceSource, } | { "type": "join",
/**
 * Who joins.
 */
playerId: PlayerId, } | { "type": "add_bot",
/**
 * The bot's name in this game.
 */
playerId: PlayerId,
/**
 * How it plays.
 */
bot: Bot, } | { "type": "mix",
/**
 * Any text of 1 to 64 bytes.
 */
clientSeed: string, } | { "type": "start" } | { "type": "roll",
/**
 * What to keep; when left out, what [`Keep`](Self::Keep) said last.
 */
keptMask?: KeptMask, } | { "type": "keep",
/**
 * What to keep.
 */
keptMask: KeptMask, } | { "type": "score",
/**
 * The box.
 */
category: DiceeCategory, } | { "type": "undo" } | { "type": "abandon" } | { "type": "expire" } | { "type": "reveal",
/**
 * The seed that was promised.
 */
serverSeed: Hex, };

/**
 * What everybody at a table sees. The shape is that of RFC-003 6, "Game State Query", without what lies outside of
 * the game: names, times and events.
 */
export type DiceeView = {
/**
 * The game; none before it is created.
 */
gameId?: GameId,
/**
 * Where it stands.
 */
status: GameStatus,
/**
 * Who plays.
 */
mode: GameMode,
/**
 * What was agreed.
 */
settings: Settings,
/**
 * Who may start it.
 */
hostPlayerId?: PlayerId,
/**
 * Everybody, in seat order.
 */
players: Array<PlayerView>,
/**
 * Who plays when; empty before the start.
 */
turnOrder: Array<PlayerId>,
/**
 * The turn that is going on.
 */
currentTurn?: TurnView,
/**
 * Who won, once the game is over.
 */
winnerIds?: Array<PlayerId>,
/**
 * Why it ended.
 */
reason?: CompletionReason,
/**
 * The promise behind fair dice.
 */
commitment?: Hex,
/**
 * The seed that was promised, once it is shown.
 */
serverSeed?: Hex, };

/**
 * What exactly was wrong.
 */
export type ErrorContext = {
/**
 * The field.
 */
field?: string,
/**
 * The rule.
 */
constraint?: string,
/**
 * What was expected.
 */
expected?: JsonValue,
/**
 * What came.
 */
actual?: JsonValue, };

/**
 * What went wrong (RFC-003 11.1).
 */
export type ErrorDetail = {
/**
 * For machines: `ERR_...`
 */
code: string,
/**
 * For people.
 */
message: string,
/**
 * How bad it is.
 */
severity: Severity,
/**
 * Milliseconds since 1970.
 */
timestamp: number,
/**
 * The request.
 */
requestId?: string,
/**
 * What it was part of.
 */
traceId?: string,
/**
 * What exactly was wrong.
 */
details?: ErrorContext,
/**
 * Whether trying again can help.
 */
recoverable: boolean,
/**
 * Seconds to wait before that.
 */
retryAfter?: number,
/**
 * What to do.
 */
suggestedAction?: string, };

/**
 * `error`
 */
export type ErrorReport = {
/**
 * For machines.
 */
errorCode: string,
/**
 * For people.
 */
errorMessage: string,
/**
 * How bad it was.
 */
severity: Severity,
/**
 * What was tried.
 */
failedAction: string,
/**
 * With what.
 */
failedPayload?: JsonValue,
/**
 * Whether the game goes on.
 */
recovered: boolean,
/**
 * What was done.
 */
recoveryAction?: string, };

/**
 * The answer to every request that fails (RFC-003 11.3).
 */
export type ErrorResponse = {
/**
 * False.
 */
success: boolean,
/**
 * Why.
 */
error: ErrorDetail, };

/**
 * What lay on the table when a decision was made.
 */
export type EvaluatedState = {
/**
 * The dice.
 */
diceResult: DiceArray,
/**
 * Which roll of the turn it was, 1 to 3.
 */
rollNumber: number,
/**
 * The open boxes.
 */
availableCategories: Array<DiceeCategory>,
/**
 * The card.
 */
scorecard: Scorecard,
/**
 * The rules; `standard` when left out.
 */
rulesVariant?: Rules, };

/**
 * The words of an evaluation. Every text has at most 200 characters.
 */
export type EvaluationFeedback = {
/**
 * The grade in a sentence.
 */
summary: string,
/**
 * What was better, and why.
 */
reasoning: string,
/**
 * What to remember; absent where nothing was better.
 */
learningTip?: string,
/**
 * The family of the mistake; absent where nothing was better.
 */
mistakeCategory?: MistakeCategory,
/**
 * The mistake itself; absent where nothing was better.
 */
mistakeKind?: MistakeKind, };

/**
 * `POST /api/v1/stats/evaluate`
 */
export type EvaluationRequest = {
/**
 * What lay on the table.
 */
gameState: EvaluatedState,
/**
 * The box that was scored; absent for a keep.
 */
chosenCategory?: DiceeCategory,
/**
 * The dice that were kept; absent for a score.
 */
chosenKeptMask?: KeptMask,
/**
 * How long the player thought, in milliseconds.
 */
timeToDecision: number,
/**
 * Whom the feedback is written for.
 */
skillLevel: SkillLevel, };

/**
 * The answer to an [`EvaluationRequest`].
 */
export type EvaluationResponse = {
/**
 * The request.
 */
requestId: string,
/**
 * True: a request that fails is answered with an [`ErrorResponse`].
 */
success: boolean,
/**
 * The grade.
 */
decisionQuality: DecisionQuality,
/**
 * Points that went into the box; 0 for a keep.
 */
pointsEarned: number,
/**
 * What the choice was worth.
 */
expectedValue: number,
/**
 * The best box, if scoring was best.
 */
optimalCategory?: DiceeCategory,
/**
 * What the best option was worth.
 */
optimalEV: number,
/**
 * Best less chosen; never negative.
 */
evDifference: number,
/**
 * The difference as a share of the best, 0 to 1; 0 where the best is worth nothing.
 */
evPercentageLoss: number,
/**
 * The grade in words.
 */
feedback: EvaluationFeedback,
/**
 * Which dice were kept, in the order in which the dice came; only for keeps.
 */
chosenKeptMask?: [boolean, boolean, boolean, boolean, boolean],
/**
 * The best dice to keep, in the order in which the dice came, if rolling again was best.
 */
optimalKeptMask?: [boolean, boolean, boolean, boolean, boolean],
/**
 * How far ahead the values look.
 */
horizon?: Horizon, };

/**
 * Who brought an event about (RFC-003 4.1).
 */
export type EventSource = "client" | "server" | "engine" | "system";

/**
 * A counted probability in every form in which people read one.
 */
export type ExactProbability = {
/**
 * 0 to 1.
 */
value: number,
/**
 * `13.9%`
 */
percentage: string,
/**
 * The reduced fraction: `5/36`.
 */
fraction: string,
/**
 * `1 in 7.2`
 */
odds: string, };

/**
 * How much an explanation says (RFC-003 6).
 */
export type ExplanationDepth = "minimal" | "standard" | "detailed";

/**
 * `game_completed`
 */
export type GameCompleted = {
/**
 * Everybody's score.
 */
finalScores: { [key in PlayerId]: number },
/**
 * Who has most; several in a tie.
 */
winnerIds: Array<PlayerId>,
/**
 * Turns by all players together.
 */
totalTurns: number,
/**
 * From the start to the end.
 */
gameDurationMs: number,
/**
 * Mean time from a roll to what was done with it.
 */
averageDecisionTimeMs: number,
/**
 * Why it ended.
 */
reason: CompletionReason, };

/**
 * `game_created`
 */
export type GameCreated = {
/**
 * Who plays.
 */
gameMode: GameMode,
/**
 * Who was there from the start.
 */
playerIds: Array<PlayerId>,
/**
 * What was agreed.
 */
settings: Settings,
/**
 * Who may start it.
 */
hostPlayerId: PlayerId,
/**
 * Where the dice come from, where that is promised.
 */
dice?: DiceSource, };

/**
 * A domain event as the contract writes it (RFC-003 5.2, 5.3, 5.6): the fact, with everything around it that a reader
 * without the history needs.
 */
export type GameEvent = {
/**
 * The event's name, a UUID of version 4.
 */
id: string,
/**
 * The version of its schema.
 */
eventVersion: Version,
/**
 * Its place in the game, from 1, without gaps.
 */
sequenceNumber: number,
/**
 * How long it is kept.
 */
streamType: StreamType,
/**
 * Who brought it about.
 */
eventSource: EventSource,
/**
 * Shared by everything that one command brought about.
 */
traceId: string,
/**
 * The events that led to it.
 */
causalChain: Array<string>,
/**
 * Milliseconds since 1970.
 */
timestamp: number,
/**
 * The game.
 */
gameId: GameId,
/**
 * Whose action it was; the host's where it was nobody's.
 */
playerId: PlayerId,
/**
 * The player's turn, 1 to 13; 0 outside of turns.
 */
turnNumber: number,
/**
 * The roll of that turn, 1 to 3; 0 outside of turns and before the first roll.
 */
rollNumber: number,
/**
 * How long it took to compute, in milliseconds.
 */
computationTimeMs?: number,
/**
 * Which service made it.
 */
serviceName?: string,
/**
 * What the player's device said about itself.
 */
clientInfo?: ClientInfo, } & ({ "eventType": "game_created" } & GameCreated | { "eventType": "player_joined" } & PlayerJoined | { "eventType": "seed_mixed" } & SeedMixed | { "eventType": "game_started" } & GameStarted | { "eventType": "roll" } & Roll | { "eventType": "keep" } & Keep | { "eventType": "score" } & ScoreDecision | { "eventType": "undo", } | { "eventType": "error" } & ErrorReport | { "eventType": "game_abandoned", } | { "eventType": "game_completed" } & GameCompleted | { "eventType": "seed_revealed" } & SeedRevealed);

/**
 * Names a game.
 */
export type GameId = string;

/**
 * Who plays, and to what end.
 */
export type GameMode = "solo" | "multiplayer" | "tutorial";

/**
 * `game_started`
 */
export type GameStarted = {
/**
 * Who plays when.
 */
turnOrder: Array<PlayerId>,
/**
 * The first of them.
 */
firstPlayerId: PlayerId,
/**
 * Everybody's card: empty.
 */
initialScorecards: { [key in PlayerId]: Scorecard }, };

/**
 * `GET /api/v1/games/{gameId}`
 */
export type GameStateResponse = {
/**
 * The game.
 */
gameId: GameId,
/**
 * Where it stands.
 */
status: GameStatus,
/**
 * Who plays.
 */
mode: GameMode,
/**
 * Everybody, in seat order.
 */
players: Array<PlayerState>,
/**
 * The turn that is going on.
 */
currentTurn?: TurnView,
/**
 * Everything that happened.
 */
events: Array<GameEvent>,
/**
 * When it was opened, in ISO 8601.
 */
createdAt: string,
/**
 * When play began.
 */
startedAt?: string,
/**
 * When it ended.
 */
completedAt?: string,
/**
 * True: a request that fails is answered with an [`ErrorResponse`].
 */
success: boolean, };

/**
 * What lay on the table when advice was given.
 */
export type GameStateSnapshot = {
/**
 * The dice.
 */
diceResult: DiceArray,
/**
 * The card.
 */
scorecard: Scorecard,
/**
 * Rolls still to come.
 */
rollsRemaining: number, };

/**
 * Where a game stands (RFC-003 4.1).
 */
export type GameStatus = "waiting" | "active" | "completed" | "abandoned";

/**
 * 32 bytes, in lower-case hexadecimal on the wire: a seed or a promise of one.
 */
export type Hex = string;

/**
 * `hint_requested`
 */
export type HintRequested = {
/**
 * The dice.
 */
currentDice: DiceArray,
/**
 * The open boxes.
 */
availableCategories: Array<DiceeCategory>,
/**
 * What it was about.
 */
hintType: HintType,
/**
 * What it said.
 */
hintContent: string,
/**
 * Whom it was written for.
 */
playerSkillLevel: SkillLevel,
/**
 * What there is to learn in it.
 */
conceptsIntroduced: Array<string>, };

/**
 * What a hint was about.
 */
export type HintType = "optimal_category" | "reroll_strategy" | "probability_explanation";

/**
 * How far ahead a choice is judged.
 */
export type Horizon = "turn" | "game";

/**
 * `hover`
 */
export type Hover = {
/**
 * The box.
 */
categoryHovered: DiceeCategory,
/**
 * For how long, in milliseconds.
 */
hoverDuration: number,
/**
 * What it would have scored.
 */
wouldScore: number,
/**
 * What it could still bring, when the rest of the turn is played for it.
 */
currentEV: number,
/**
 * Whether scoring it was best.
 */
isOptimal: boolean,
/**
 * Which look of the turn it was, from 1.
 */
hoverSequence: number, };

/**
 * What a player says they roll for.
 */
export type IntentSignal = "exploring" | "targeting_category" | "conservative";

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

/**
 * `keep`
 */
export type Keep = {
/**
 * What is put aside.
 */
keptMask: KeptMask, };

/**
 * Dice that could be kept instead.
 */
export type KeepAlternative = {
/**
 * Which dice to keep, in the order in which the dice came.
 */
keptMask: [boolean, boolean, boolean, boolean, boolean],
/**
 * What keeping them is worth.
 */
ev: number,
/**
 * What that costs against the best option; never negative.
 */
evDifference: number,
/**
 * What it aims at, in at most 200 characters.
 */
reasoning: string, };

/**
 * Which of five dice stay on the table when the others are rolled again.
 */
export type KeptMask = [boolean, boolean, boolean, boolean, boolean];

/**
 * The three families of mistakes (RFC-003 6).
 */
export type MistakeCategory = "probability" | "expected_value" | "strategy";

/**
 * What was wrong with a decision that was not the best one.
 *
 * The kind follows from what was done and what was best, tried in this order. *Points now* are all points of
 * the score, bonuses included. *Best for the turn* means that no option brings more expected points this
 * turn; it can only be a mistake where the whole game is the measure.
 *
 * | done | best | kind |
 * |---|---|---|
 * | score | keep | `took_points_now` if it was best for the turn, else `stopped_early` |
 * | keep | score | `gave_up_a_sure_score` if a full house, straight or Dicee was put at risk, else `rolled_on` |
 * | score | score | `burned_the_wrong_box` if both boxes get 0; `left_points` if it brought fewer points now; `ignored_upper_bonus` if the best was an upper box with three or more of its face, the choice a lower one, and the bonus within reach; `wasted_chance` if it was Chance; `took_points_now` if it brought more points now; else `spent_the_better_box` |
 * | keep | keep | `played_for_the_turn` if it was best for the turn; `chased_a_straight` and `missed_a_straight` if only one of the two keeps is three or four different faces within five, and a straight is open; `held_extra_dice` if it held all of the best keep and more; `broke_a_set` if its largest set of equal dice is smaller; `let_go_good_dice` if it held only part of the best keep; else `held_wrong_dice` |
 */
export type MistakeKind = "stopped_early" | "rolled_on" | "gave_up_a_sure_score" | "left_points" | "broke_a_set" | "chased_a_straight" | "missed_a_straight" | "held_extra_dice" | "let_go_good_dice" | "held_wrong_dice" | "took_points_now" | "played_for_the_turn" | "burned_the_wrong_box" | "wasted_chance" | "ignored_upper_bonus" | "spent_the_better_box";

/**
 * Names a player. Who that is lies outside of the game.
 */
export type PlayerId = string;

/**
 * `player_joined`
 */
export type PlayerJoined = {
/**
 * How it plays, if it is a bot.
 */
bot?: Bot, };

/**
 * Somebody at a table, with the name that the game does not know.
 */
export type PlayerState = {
/**
 * Who.
 */
playerId: PlayerId,
/**
 * What they are called.
 */
displayName: string,
/**
 * Their card.
 */
scorecard: Scorecard,
/**
 * Whether it is their turn.
 */
isCurrentPlayer: boolean, };

/**
 * Somebody at the table.
 */
export type PlayerView = {
/**
 * Who.
 */
playerId: PlayerId,
/**
 * How it plays, if it is a bot.
 */
bot?: Bot,
/**
 * Their card.
 */
scorecard: Scorecard,
/**
 * Whether it is their turn.
 */
isCurrentPlayer: boolean,
/**
 * Whether they mixed a seed into fair dice.
 */
mixedSeed: boolean,
/**
 * Whether they left.
 */
left: boolean, };

/**
 * `prediction`
 */
export type Prediction = {
/**
 * The box.
 */
predictedCategory: DiceeCategory,
/**
 * What the player said.
 */
predictedProbability: number,
/**
 * How sure they were.
 */
confidenceLevel: ConfidenceLevel,
/**
 * What is true.
 */
actualProbability: number,
/**
 * How far off it was.
 */
accuracyDelta: number,
/**
 * Points for it, 0 to 100.
 */
predictionScore: number, };

/**
 * `POST /api/v1/stats/probabilities`
 */
export type ProbabilityRequest = {
/**
 * The dice.
 */
diceResult: DiceArray,
/**
 * What is put aside.
 */
keptMask: KeptMask,
/**
 * Rolls still to come, 0 to 2.
 */
rollsRemaining: number,
/**
 * The open boxes.
 */
availableCategories: Array<DiceeCategory>,
/**
 * The card.
 */
currentScorecard: Scorecard,
/**
 * The rules; `standard` when left out.
 */
rulesVariant?: Rules,
/**
 * What the others have.
 */
opponentScores?: Array<number>,
/**
 * Whom answers are written for.
 */
skillLevel?: SkillLevel,
/**
 * How to compute.
 */
computationMethod?: RequestedMethod,
/**
 * How long it may take.
 */
maxComputationTimeMs?: number, };

/**
 * The answer to a [`ProbabilityRequest`].
 */
export type ProbabilityResponse = {
/**
 * What every box can bring when the rest of the turn is played for it.
 */
probabilities: ProbabilityVector,
/**
 * The chance of scoring more than 0 in each open box when the dice of `keptMask` are kept; with all five kept or no
 * roll left, of the dice as they stand.
 */
keptOdds: { [key in DiceeCategory]?: ExactProbability },
/**
 * The request.
 */
requestId: string,
/**
 * How long it took.
 */
computationTimeMs: number,
/**
 * Whether it was remembered.
 */
cacheHit: boolean,
/**
 * True: a request that fails is answered with an [`ErrorResponse`].
 */
success: boolean, };

/**
 * What every box that may be scored is worth with a roll (RFC-003 4.3).
 *
 * The horizon plays no part here: each box is looked at by itself.
 */
export type ProbabilityVector = {
/**
 * One entry for each open box that the rules allow for this roll.
 */
categories: { [key in DiceeCategory]?: CategoryStatistics },
/**
 * The box with the most points if scored now; the first of the card among equals.
 */
optimalCategory: DiceeCategory,
/**
 * Those points.
 */
optimalEV: number,
/**
 * How the numbers were found.
 */
computationMethod: ComputationMethod,
/**
 * 1: the numbers are exact.
 */
confidence: number,
/**
 * Rolls still to come, 0 to 2.
 */
rollsRemaining: number,
/**
 * How long it took, as measured by the caller.
 */
computationTimeMs: number,
/**
 * Whether the answer was remembered; always false here, because counting is faster.
 */
cacheHit: boolean, };

/**
 * `recommendation`
 */
export type Recommendation = {
/**
 * What lay on the table.
 */
gameStateSnapshot: GameStateSnapshot,
/**
 * The advice.
 */
recommendation: DecisionRecommendation,
/**
 * Whom it was written for.
 */
playerSkillLevel: SkillLevel,
/**
 * How deep it went.
 */
pedagogyStrategy: string, };

/**
 * `POST /api/v1/stats/recommendation`
 */
export type RecommendationRequest = {
/**
 * The dice.
 */
diceResult: DiceArray,
/**
 * What is put aside.
 */
keptMask: KeptMask,
/**
 * Rolls still to come, 0 to 2.
 */
rollsRemaining: number,
/**
 * The open boxes.
 */
availableCategories: Array<DiceeCategory>,
/**
 * The card.
 */
currentScorecard: Scorecard,
/**
 * The rules; `standard` when left out.
 */
rulesVariant?: Rules,
/**
 * What the others have.
 */
opponentScores?: Array<number>,
/**
 * How to compute.
 */
computationMethod?: RequestedMethod,
/**
 * How long it may take.
 */
maxComputationTimeMs?: number,
/**
 * Whom the advice is written for.
 */
skillLevel: SkillLevel,
/**
 * Whether other options are wanted.
 */
showAlternatives: boolean,
/**
 * How deep the reasoning goes.
 */
explanationDepth: ExplanationDepth,
/**
 * What the player did lately.
 */
recentDecisions?: Array<GameEvent>, };

/**
 * The answer to a [`RecommendationRequest`].
 */
export type RecommendationResponse = {
/**
 * What to do.
 */
recommendation: DecisionRecommendation,
/**
 * What every box can bring.
 */
probabilities: ProbabilityVector,
/**
 * The request.
 */
requestId: string,
/**
 * How long it took.
 */
computationTimeMs: number,
/**
 * True: a request that fails is answered with an [`ErrorResponse`].
 */
success: boolean, };

/**
 * The kinds of action on the wire.
 */
export type RecommendedAction = "roll" | "reroll" | "score";

/**
 * How a caller wants probabilities computed. Exact answers take microseconds, so that is what everybody gets.
 */
export type RequestedMethod = "exact" | "monte_carlo" | "auto";

/**
 * How to play for the points of one box.
 */
export type RerollRecommendation = {
/**
 * Whether rolling brings more than scoring now.
 */
shouldReroll: boolean,
/**
 * Which dice to keep, in the order in which the dice came; all five where rolling brings nothing.
 */
keptMask: [boolean, boolean, boolean, boolean, boolean],
/**
 * What rolling brings beyond scoring now; never negative.
 */
evGain: number, };

/**
 * `roll`
 */
export type Roll = {
/**
 * First of the turn, or not.
 */
rollType: RollType,
/**
 * What fell.
 */
diceResult: DiceArray,
/**
 * What had been kept.
 */
keptMask: KeptMask,
/**
 * What lay there before, for a reroll.
 */
preRollDice?: DiceArray,
/**
 * What the player said it was for.
 */
intentSignal?: IntentSignal,
/**
 * The analysis of this roll.
 */
analysisId?: string,
/**
 * Milliseconds since the event before.
 */
timeFromPreviousAction: number, };

/**
 * Whether a roll opened a turn.
 */
export type RollType = "initial" | "reroll";

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
 * A box that could be scored instead.
 */
export type ScoreAlternative = {
/**
 * The box.
 */
category: DiceeCategory,
/**
 * What scoring it now is worth.
 */
ev: number,
/**
 * What that costs against the best option; never negative.
 */
evDifference: number,
/**
 * What it means, in at most 200 characters.
 */
reasoning: string, };

/**
 * `score`
 */
export type ScoreDecision = {
/**
 * The box.
 */
chosenCategory: DiceeCategory,
/**
 * What went into it.
 */
pointsEarned: number,
/**
 * What the choice was worth.
 */
expectedValue: number,
/**
 * The best box for these dice.
 */
optimalCategory: DiceeCategory,
/**
 * What that was worth.
 */
optimalEV: number,
/**
 * Best less chosen, never negative.
 */
evDifference: number,
/**
 * The grade.
 */
decisionQuality: DecisionQuality,
/**
 * The card before.
 */
previousScorecard: Scorecard,
/**
 * The card after.
 */
updatedScorecard: Scorecard,
/**
 * Milliseconds from the last roll.
 */
timeToDecision: number,
/**
 * The boxes that the player looked at, in order.
 */
categoriesConsidered: Array<DiceeCategory>,
/**
 * How often they went back to one.
 */
backtrackCount: number,
/**
 * Whether they asked for a hint.
 */
hintRequested: boolean,
/**
 * Something to learn from it.
 */
learningTip?: string,
/**
 * What it was about.
 */
conceptsApplied?: Array<string>,
/**
 * How far ahead the values look.
 */
horizon?: Horizon, };

/**
 * A card as it is written (RFC-003 4.2): boxes that are open are left out, totals are in. What comes from outside may
 * contradict itself; [`Self::violations`] says where, and [`Self::card`] trusts it only if it does not.
 */
export type Scorecard = {
/**
 * Ones.
 */
ones?: number,
/**
 * Twos.
 */
twos?: number,
/**
 * Threes.
 */
threes?: number,
/**
 * Fours.
 */
fours?: number,
/**
 * Fives.
 */
fives?: number,
/**
 * Sixes.
 */
sixes?: number,
/**
 * Three of a kind.
 */
threeOfKind?: number,
/**
 * Four of a kind.
 */
fourOfKind?: number,
/**
 * Full house: 25 or 0.
 */
fullHouse?: number,
/**
 * Small straight: 30 or 0.
 */
smallStraight?: number,
/**
 * Large straight: 40 or 0.
 */
largeStraight?: number,
/**
 * Dicee: 50 or 0.
 */
dicee?: number,
/**
 * Chance.
 */
chance?: number,
/**
 * The sum of the upper boxes.
 */
upperSubtotal: number,
/**
 * 35 once the upper subtotal is at least 63.
 */
upperBonus: number,
/**
 * Upper subtotal and bonus.
 */
upperTotal: number,
/**
 * 100 for each further Dicee.
 */
diceeBonus: number,
/**
 * The sum of the lower boxes and the bonus for further Dicees.
 */
lowerTotal: number,
/**
 * Everything.
 */
grandTotal: number,
/**
 * The open boxes.
 */
categoriesRemaining: Array<DiceeCategory>,
/**
 * How many boxes are filled, 0 to 13.
 */
turnsCompleted: number, };

/**
 * A size in pixels.
 */
export type ScreenSize = {
/**
 * From left to right.
 */
width: number,
/**
 * From top to bottom.
 */
height: number, };

/**
 * `seed_mixed`
 */
export type SeedMixed = {
/**
 * The seed.
 */
clientSeed: string, };

/**
 * `seed_revealed`
 */
export type SeedRevealed = {
/**
 * The seed that was promised.
 */
serverSeed: Hex, };

/**
 * What a live table says to a player's device (RFC-003 7).
 */
export type ServerMessage = { "type": "state_update",
/**
 * The game.
 */
gameState: GameStateResponse,
/**
 * When.
 */
timestamp: number, } | { "type": "roll_result",
/**
 * The roll.
 */
event: GameEvent, } | { "type": "turn_changed",
/**
 * Who.
 */
newPlayerId: PlayerId,
/**
 * What they are called.
 */
playerName: string,
/**
 * Which of their turns.
 */
turnNumber: number, } | { "type": "hint",
/**
 * What to do.
 */
recommendation: DecisionRecommendation, } | { "type": "error",
/**
 * For machines.
 */
errorCode: string,
/**
 * For people.
 */
message: string,
/**
 * How bad it is.
 */
severity: Severity,
/**
 * Whether trying again can help.
 */
recoverable: boolean, } | { "type": "connection_status",
/**
 * How it is.
 */
status: ConnectionStatus,
/**
 * Why.
 */
reason?: string, };

/**
 * What the players agreed on. All of it is in the first event, so that a replay is complete.
 */
export type Settings = {
/**
 * The rules; `standard` when left out.
 */
rulesVariant?: Rules,
/**
 * Seconds for each turn, from 5 to 86400; none when left out. When they are over the table plays the turn.
 */
timeLimit?: number,
/**
 * Whether the last keep or score may be taken back until the next roll; when left out, only in tutorials.
 */
allowUndo?: boolean, };

/**
 * How bad an error is (RFC-003 11.1).
 */
export type Severity = "warning" | "error" | "fatal";

/**
 * `POST /api/v1/stats/simulate`
 */
export type SimulationRequest = {
/**
 * Games to play, 1,000 to 10,000,000; 100,000 when left out.
 */
iterations?: number,
/**
 * Where the dice come from, 0 to 2^53 - 1; a fresh one when left out.
 */
seed?: number,
/**
 * Who plays; `optimal` when left out.
 */
bot?: Bot,
/**
 * The rules; `standard` when left out.
 */
rulesVariant?: Rules,
/**
 * How sure the interval is: 0.95, also when left out, or 0.99.
 */
confidenceLevel?: number,
/**
 * How long it may take, 1 to 5,000 milliseconds; 5,000 when left out. Whatever was played by then is the answer.
 */
maxComputationTimeMs?: number, };

/**
 * The answer to a [`SimulationRequest`].
 */
export type SimulationResponse = {
/**
 * The rules.
 */
rulesVariant: Rules,
/**
 * Who played.
 */
bot: Bot,
/**
 * Where the dice came from: the same seed gives the same games.
 */
seed: number,
/**
 * Games asked for.
 */
requestedIterations: number,
/**
 * Games played: those with the lowest numbers, so that a partial answer can be repeated.
 */
actualIterations: number,
/**
 * Whether time ran out before all were played.
 */
partial: boolean,
/**
 * What that means.
 */
warning?: string,
/**
 * The mean final score.
 */
meanScore: number,
/**
 * How sure the interval is.
 */
confidenceLevel: number,
/**
 * Where the true mean lies.
 */
confidenceInterval: [number, number],
/**
 * The spread of the final scores.
 */
standardDeviation: number,
/**
 * Final scores by the percentage of games that do not exceed them.
 */
percentiles: { [key in string]: number },
/**
 * The lowest final score.
 */
lowest: number,
/**
 * The highest final score.
 */
highest: number,
/**
 * The share of games with the upper bonus.
 */
upperBonusRate: number,
/**
 * Every box.
 */
categories: { [key in DiceeCategory]?: CategoryTally },
/**
 * The request.
 */
requestId: string,
/**
 * How long it took.
 */
computationTimeMs: number,
/**
 * True: a request that fails is answered with an [`ErrorResponse`](super::api::ErrorResponse).
 */
success: boolean, };

/**
 * How much a player knows (RFC-003 4.1). It picks the words of learning tips.
 */
export type SkillLevel = "beginner" | "intermediate" | "advanced" | "expert";

/**
 * What an event was for, which decides how long it is kept (RFC-003 3.1).
 */
export type StreamType = "domain" | "analysis" | "telemetry";

/**
 * An event of the telemetry stream (RFC-003 5.5): how a player looks, guesses and asks. Kept for 30 days.
 */
export type TelemetryEvent = {
/**
 * The event's name, a UUID of version 4.
 */
id: string,
/**
 * The version of its schema.
 */
eventVersion: Version,
/**
 * Its place in the game, from 1, without gaps.
 */
sequenceNumber: number,
/**
 * How long it is kept.
 */
streamType: StreamType,
/**
 * Who brought it about.
 */
eventSource: EventSource,
/**
 * Shared by everything that one command brought about.
 */
traceId: string,
/**
 * The events that led to it.
 */
causalChain: Array<string>,
/**
 * Milliseconds since 1970.
 */
timestamp: number,
/**
 * The game.
 */
gameId: GameId,
/**
 * Whose action it was; the host's where it was nobody's.
 */
playerId: PlayerId,
/**
 * The player's turn, 1 to 13; 0 outside of turns.
 */
turnNumber: number,
/**
 * The roll of that turn, 1 to 3; 0 outside of turns and before the first roll.
 */
rollNumber: number,
/**
 * How long it took to compute, in milliseconds.
 */
computationTimeMs?: number,
/**
 * Which service made it.
 */
serviceName?: string,
/**
 * What the player's device said about itself.
 */
clientInfo?: ClientInfo, } & ({ "eventType": "hover" } & Hover | { "eventType": "prediction" } & Prediction | { "eventType": "hint_requested" } & HintRequested);

/**
 * Where a turn stands (RFC-003 4.1).
 */
export type TurnPhase = "initial_roll" | "mid_turn" | "scoring";

/**
 * The turn that is going on.
 */
export type TurnView = {
/**
 * Whose.
 */
playerId: PlayerId,
/**
 * Which of their thirteen, from 1.
 */
turnNumber: number,
/**
 * How many rolls they made, 0 to 3.
 */
rollNumber: number,
/**
 * The dice on the table.
 */
currentDice?: DiceArray,
/**
 * What is put aside.
 */
keptMask?: KeptMask,
/**
 * What can happen next.
 */
phase: TurnPhase,
/**
 * Who may take back the last keep or score, if somebody may.
 */
undoPlayerId?: PlayerId, };

/**
 * `POST /api/v1/stats/verify`
 */
export type VerificationRequest = {
/**
 * The dice.
 */
diceResult: DiceArray,
/**
 * The dice that are kept for the next roll; when left out, every keep is chosen for the box.
 */
keptMask?: KeptMask,
/**
 * Rolls still to come, 0 to 2.
 */
rollsRemaining: number,
/**
 * The box that is to score more than 0.
 */
category: DiceeCategory,
/**
 * What somebody computed, 0 to 1.
 */
probability: number,
/**
 * The card; empty when left out.
 */
currentScorecard?: Scorecard,
/**
 * The rules; `standard` when left out.
 */
rulesVariant?: Rules, };

/**
 * The answer to a [`VerificationRequest`].
 */
export type VerificationResponse = {
/**
 * The request.
 */
requestId: string,
/**
 * How long it took.
 */
computationTimeMs: number,
/**
 * True: a request that fails is answered with an [`ErrorResponse`](super::api::ErrorResponse).
 */
success: boolean,
/**
 * Whether they are no further apart than the tolerance.
 */
matches: boolean,
/**
 * What it is.
 */
exact: ExactProbability,
/**
 * What came.
 */
claimed: number,
/**
 * How far apart they are.
 */
difference: number,
/**
 * How far apart they may be.
 */
tolerance: number, };

/**
 * A schema version, `major.minor.patch` (RFC-003 2.1).
 */
export type Version = string;

/** `game_created` 1.0.0, in the GameEvent stream. */
export type GameCreatedEvent = Extract<GameEvent, { eventType: "game_created" }>;

/** `player_joined` 1.0.0, in the GameEvent stream. */
export type PlayerJoinedEvent = Extract<GameEvent, { eventType: "player_joined" }>;

/** `seed_mixed` 1.0.0, in the GameEvent stream. */
export type SeedMixedEvent = Extract<GameEvent, { eventType: "seed_mixed" }>;

/** `game_started` 1.0.0, in the GameEvent stream. */
export type GameStartedEvent = Extract<GameEvent, { eventType: "game_started" }>;

/** `roll` 2.0.0, in the GameEvent stream. */
export type RollEvent = Extract<GameEvent, { eventType: "roll" }>;

/** `keep` 1.0.0, in the GameEvent stream. */
export type KeepEvent = Extract<GameEvent, { eventType: "keep" }>;

/** `score` 1.1.0, in the GameEvent stream. */
export type ScoreDecisionEvent = Extract<GameEvent, { eventType: "score" }>;

/** `undo` 1.0.0, in the GameEvent stream. */
export type UndoEvent = Extract<GameEvent, { eventType: "undo" }>;

/** `error` 1.0.0, in the GameEvent stream. */
export type ErrorEvent = Extract<GameEvent, { eventType: "error" }>;

/** `game_abandoned` 1.0.0, in the GameEvent stream. */
export type GameAbandonedEvent = Extract<GameEvent, { eventType: "game_abandoned" }>;

/** `game_completed` 1.0.0, in the GameEvent stream. */
export type GameCompletedEvent = Extract<GameEvent, { eventType: "game_completed" }>;

/** `seed_revealed` 1.0.0, in the GameEvent stream. */
export type SeedRevealedEvent = Extract<GameEvent, { eventType: "seed_revealed" }>;

/** `analysis_computed` 1.0.0, in the AnalysisEvent stream. */
export type AnalysisComputedEvent = Extract<AnalysisEvent, { eventType: "analysis_computed" }>;

/** `recommendation` 1.0.0, in the AnalysisEvent stream. */
export type RecommendationEvent = Extract<AnalysisEvent, { eventType: "recommendation" }>;

/** `hover` 1.0.0, in the TelemetryEvent stream. */
export type HoverEvent = Extract<TelemetryEvent, { eventType: "hover" }>;

/** `prediction` 1.0.0, in the TelemetryEvent stream. */
export type PredictionEvent = Extract<TelemetryEvent, { eventType: "prediction" }>;

/** `hint_requested` 1.0.0, in the TelemetryEvent stream. */
export type HintRequestedEvent = Extract<TelemetryEvent, { eventType: "hint_requested" }>;
