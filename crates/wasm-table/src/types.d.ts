/** Thrown as an `Error` with these fields: a command that the rules do not allow. */
export interface Refusal extends Error {
  name: "Refusal";
  /** For machines, such as `ERR_NOT_YOUR_TURN`. */
  code: string;
  /** The field of the command at fault, where there is one. */
  field?: string;
}

/** Thrown for a link that holds no game, and for a log that does not hold. */
export interface StoredGameError extends Error {
  name: "LinkError" | "LogError";
  code: string;
}

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
 * A player that is a program.
 *
 * The human-like ones overlook things: each looks at every option with a certain probability and takes the
 * best of those it saw, judged by its horizon. That makes the mistakes people make: small ones often, large
 * ones when the good options are few.
 */
export type Bot = "optimal" | "greedy" | "expert" | "skilled" | "casual" | "beginner";

/** The bot whose turn it is, and what it needs to decide as it does on the server. */
export interface BotTurn {
  /** Its seat. */
  seat: number;
  /** How it plays. */
  bot: Bot;
  /** Where its oversights come from: the same moment gives the same ones. */
  seed: number;
}

/** Why a game ended. */
export type CompletionReason = "normal" | "abandoned" | "timeout";

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

/** What is known about the dice of a game. */
export type DiceVerdict = {
  verdict: "unpromised";
} | {
  verdict: "not_revealed";
} | {
  verdict: "fair";
  /** How many rolls were drawn again. */
  rolls: number;
} | {
  verdict: "broken";
  /** Which one, and what the seeds give. */
  message: string;
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

/** Who plays, and to what end. */
export type GameMode = "solo" | "multiplayer" | "tutorial";

/** A [`GameRecord`] as it is handed from one program to another. What comes from outside is checked turn by turn. */
export interface GameRecordData {
  /** The rules. */
  rules: Rules;
  /** Every finished turn, in order. */
  turns: TurnRecordData[];
}

/** Where a game stands (data contract 4.1). */
export type GameStatus = "waiting" | "active" | "completed" | "abandoned";

/** 32 bytes, in lower-case hexadecimal on the wire: a seed or a promise of one. */
export type Hex = string;

/** One event of a game, as a scrubber and a report need it. The i-th roll of a seat is the i-th decision of its report. */
export interface HistoryEntry {
  /** How many events there are after it. */
  version: number;
  /** What happened. */
  kind: string;
  /** Whose turn it was; absent before the start and after the end. */
  seat?: number;
  /** Which of their thirteen turns, from 1; 0 where it was nobody's. */
  turn: number;
  /** The rolls made in this turn, this one included; 0 before the first. */
  roll: number;
  /** The dice after a roll. */
  dice?: DiceArray;
  /** Which dice were kept, for a roll or a keep. */
  keptMask?: KeptMask;
  /** The box, for a score. */
  category?: DiceeCategory;
  /** Points that went into the box, for a score. */
  points?: number;
}

/** Which of five dice stay on the table when the others are rolled again. */
export type KeptMask = [boolean, boolean, boolean, boolean, boolean];

/** Names a player. Who that is lies outside of the game. */
export type PlayerId = string;

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

/** What a command brought about. */
export interface Receipt {
  /** How many events there are after it. */
  version: number;
  /** Whether this is the answer to an earlier sending of the same command. */
  repeated: boolean;
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

/** Somebody to be seated. */
export interface SeatRequest {
  /** The player. */
  playerId: PlayerId;
  /** How it plays, if it is a bot. */
  bot?: Bot;
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

/** A table to open: everybody is seated, and the game starts. */
export interface TableRequest {
  /** The game's name for ever. */
  gameId: string;
  /** Who plays. */
  mode: GameMode;
  /** Everybody, in seat order; the first is a person. */
  players: SeatRequest[];
  /** What is agreed; nothing when left out. */
  settings?: Settings;
  /** Where the dice come from; when left out the device rolls, or people enter what they rolled. */
  dice?: DiceSource;
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
