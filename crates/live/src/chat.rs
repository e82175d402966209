use std::collections::HashMap;
use std::time::Duration;

use ledger::PlayerId;
use protocol::LONGEST_CHAT;
use tokio::time::Instant;

use crate::token_bucket::TokenBucket;

/// Lines of chat in a row, and how fast the right to another one comes back.
const BURST: u32 = 5;
const PAUSE: Duration = Duration::from_secs(2);

/// What [`is_shown`] allows, for refusals.
pub const ALL_SHOWN: &str = "without control, invisible and direction characters";

/// Whether this is a line of chat as it may be shown: 1 to [`LONGEST_CHAT`] characters, none of them invisible.
#[must_use]
pub fn is_chat_line(text: &str) -> bool {
    let trimmed = text.trim() == text;
    trimmed && (1..=LONGEST_CHAT).contains(&text.chars().count()) && text.chars().all(is_shown)
}

/// Whether a character may be shown to others: neither a control character nor one that breaks lines, hides, or changes
/// the direction of what follows.
#[must_use]
pub fn is_shown(character: char) -> bool {
    let hidden = matches!(character,
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    !character.is_control() && !hidden
}

/// Rate limit of chat: a token bucket for each player.
#[derive(Debug)]
pub(crate) struct ChatLimit {
    since: Instant,
    buckets: HashMap<PlayerId, TokenBucket>,
}

impl Default for ChatLimit {
    fn default() -> Self {
        Self { since: Instant::now(), buckets: HashMap::new() }
    }
}

impl ChatLimit {
    /// Takes a token, if one is left.
    pub(crate) fn admit(&mut self, player: PlayerId) -> bool {
        let bucket = self.buckets.entry(player).or_default();
        bucket.take(PAUSE, PAUSE * BURST, self.since.elapsed()).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn chat_comes_in_bursts_and_then_slowly() {
        let (mut limit, ann) = (ChatLimit::default(), PlayerId(Uuid::from_u128(1)));
        assert_eq!((0..10).filter(|_| limit.admit(ann)).count(), 5);
        assert!(limit.admit(PlayerId(Uuid::from_u128(2))), "each has a bucket");
        tokio::time::advance(PAUSE).await;
        assert!(limit.admit(ann) && !limit.admit(ann));
    }
}
