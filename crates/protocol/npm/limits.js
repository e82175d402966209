// Generated from the Rust types by `cargo xtask types`. Do not edit.
export const CODE_LENGTH = 6;
export const FEWEST_PLAYERS = 2;
export const HIGHEST_TARGET = 511;
export const LONGEST_CHAT = 500;
export const LONGEST_DISPLAY_NAME = 40;
export const LONGEST_LABEL = 80;
export const MOST_PLAYERS = 8;
export const PUZZLE_TRIES = 3;
export const SERIOUS = 5;
export const TRIFLE = 0.05;
export const WORTH_REPEATING = 0.5;
export const EARNED_STATS = [
  { profile: 'intermediate', share: 0.6, games: 10 },
  { profile: 'expert', share: 0.75, games: 20 },
  { profile: 'research', share: 0.85, games: 50 },
];
