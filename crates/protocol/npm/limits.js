// Generated from the Rust types by `cargo xtask types`. Do not edit.
export const LONGEST_CHAT = 500;
export const LONGEST_DISPLAY_NAME = 40;
export const LONGEST_LABEL = 80;
