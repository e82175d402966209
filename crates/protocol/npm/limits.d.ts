// Generated from the Rust types by `cargo xtask types`. Do not edit.

/** The most characters of a line of chat. */
export const LONGEST_CHAT: number;

/** The most characters of the name of a player. */
export const LONGEST_DISPLAY_NAME: number;

/** The most characters of a label, an actor or a target at a roll table. */
export const LONGEST_LABEL: number;
