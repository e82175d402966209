//! Limits that clients know before they send, so that forms can stop there. `@dicee/types/limits` has them too.

/// The most characters of the name of a player.
pub const LONGEST_DISPLAY_NAME: usize = 40;
/// The most characters of a line of chat.
pub const LONGEST_CHAT: usize = 500;
