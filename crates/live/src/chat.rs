use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use ledger::PlayerId;
use protocol::{ChatLine, LONGEST_CHAT};
use tokio::time::Instant;

use crate::token_bucket::TokenBucket;

/// Lines of chat in a row, and how fast the right to another one comes back.
const BURST: u32 = 5;
const PAUSE: Duration = Duration::from_secs(2);

/// Lines that are kept for those who join later.
const MOST_RECENT: usize = 50;

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

/// What was said lately at a table. Chat is not stored: it is gone when the room is unloaded.
#[derive(Debug, Default)]
pub(crate) struct RecentChat(VecDeque<ChatLine>);

impl RecentChat {
    /// Adds a line; the oldest makes room.
    pub(crate) fn push(&mut self, line: ChatLine) {
        if self.0.len() == MOST_RECENT {
            self.0.pop_front();
        }
        self.0.push_back(line);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The lines of players who are wanted, oldest first.
    pub(crate) fn lines(&self, wanted: impl Fn(PlayerId) -> bool) -> Vec<ChatLine> {
        self.0.iter().filter(|line| wanted(line.player_id)).cloned().collect()
    }

    /// A player was renamed.
    pub(crate) fn rename(&mut self, player: PlayerId, name: &str) {
        for line in self.0.iter_mut().filter(|line| line.player_id == player) {
            name.clone_into(&mut line.display_name);
        }
    }

    /// Forgets what a player said.
    pub(crate) fn forget(&mut self, player: PlayerId) {
        self.0.retain(|line| line.player_id != player);
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

    #[test]
    fn the_latest_lines_are_told_and_the_oldest_make_room() {
        let [ann, ben] = [1, 2].map(|number| PlayerId(Uuid::from_u128(number)));
        let mut recent = RecentChat::default();
        for number in 0..=MOST_RECENT as u64 {
            let player_id = if number % 2 == 0 { ann } else { ben };
            let (display_name, text) = ("Name".to_owned(), number.to_string());
            recent.push(ChatLine { player_id, display_name, text, timestamp: number });
        }
        let all = recent.lines(|_| true);
        assert_eq!((all.len(), all[0].text.as_str()), (MOST_RECENT, "1"));
        assert!(recent.lines(|player| player != ann).iter().all(|line| line.player_id == ben), "blocked");
        recent.rename(ben, "Benno");
        recent.forget(ann);
        assert!(recent.lines(|_| true).iter().all(|line| line.display_name == "Benno"));
    }
}
