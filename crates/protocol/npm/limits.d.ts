// Generated from the Rust types by `cargo xtask types`. Do not edit.

/** The characters of the code of a table. */
export const CODE_LENGTH: number;

/** The players that it takes to start a game of dice with others. */
export const FEWEST_PLAYERS: number;

/** The highest target that can be asked for. */
export const HIGHEST_TARGET: number;

/** The most characters of a line of chat. */
export const LONGEST_CHAT: number;

/** The most characters of the name of a player. */
export const LONGEST_DISPLAY_NAME: number;

/** The most characters of a label, an actor or a target at a roll table. */
export const LONGEST_LABEL: number;

/** The most players of a game of dice. */
export const MOST_PLAYERS: number;

/** The tries at the puzzle of a day. */
export const PUZZLE_TRIES: number;

/** A mistake of at least so many points is called serious. */
export const SERIOUS: number;

/** A decision that costs fewer points is no mistake. */
export const TRIFLE: number;

/** A mistake of at least so many points joins the practice deck. */
export const WORTH_REPEATING: number;

/** What earns more statistics, in order: more than this share of best decisions, over so many games. */
export const EARNED_STATS: readonly {
  readonly profile: 'intermediate' | 'expert' | 'research';
  readonly share: number;
  readonly games: number;
}[];
