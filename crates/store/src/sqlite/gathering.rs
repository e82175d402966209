use std::collections::VecDeque;
use std::hash::{BuildHasher as _, RandomState};
use std::time::{Duration, Instant};

use protocol::GameId;

/// Appends that are remembered to know how busy it is.
const RECENT: u32 = 8;
/// Different games among them, so that waiting pays: the one who waits for a lone game is that game.
const GAMES: usize = 4;
/// A group of so many shares its commit widely enough.
const ENOUGH: usize = 8;
/// So many must come within the wait for it to pay. With fewer the disk is idle most of the time, and everybody would wait for
/// the sake of one commit saved.
const JOINING: u32 = 4;

/// Whether a commit should wait for other appends to join it.
#[derive(Debug)]
pub(super) struct Gathering {
    wait: Duration,
    /// When the last appends came, and for which game, as a hash.
    recent: VecDeque<(Instant, u64)>,
    hasher: RandomState,
}

impl Gathering {
    pub(super) fn new(wait: Duration) -> Self {
        Self { wait, recent: VecDeque::with_capacity(RECENT as usize), hasher: RandomState::new() }
    }

    /// Whether others will probably come while a group of so many waits.
    pub(super) fn is_worth_it(&self, group: usize) -> bool {
        self.is_worth_it_at(Instant::now(), group)
    }

    /// Appends to these games are about to be written.
    pub(super) fn note<'a>(&mut self, games: impl Iterator<Item = &'a GameId>) {
        let now = Instant::now();
        for game in games.take(RECENT as usize) {
            let game = self.hasher.hash_one(game.as_str());
            self.note_at(now, game);
        }
    }

    fn is_worth_it_at(&self, now: Instant, group: usize) -> bool {
        let Some((first, _)) = self.recent.front().filter(|_| self.recent.len() == RECENT as usize) else {
            return false;
        };
        // At this rate enough of them come within the wait.
        let busy = now.saturating_duration_since(*first) < self.wait * RECENT / JOINING;
        let is_new = |(place, (_, game)): &(usize, &(Instant, u64))| {
            self.recent.iter().take(*place).all(|(_, before)| before != game)
        };
        let games = self.recent.iter().enumerate().filter(is_new).count();
        group < ENOUGH && busy && games >= GAMES
    }

    fn note_at(&mut self, now: Instant, game: u64) {
        if self.recent.len() == RECENT as usize {
            self.recent.pop_front();
        }
        self.recent.push_back((now, game));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAIT: Duration = Duration::from_millis(2);

    /// Whether the next append waits after one every `apart`, taking turns among so many games.
    fn waits(apart: Duration, games: u64) -> bool {
        let (mut gathering, start) = (Gathering::new(WAIT), Instant::now());
        for number in 0..20 {
            gathering.note_at(start + apart * number, u64::from(number) % games);
        }
        gathering.is_worth_it_at(start + apart * 20, 1)
    }

    #[test]
    fn a_commit_waits_for_others_only_while_many_games_append() {
        for (apart_us, games, expected) in
            [(100, 100, true), (490, 100, true), (510, 100, false), (100, 1, false), (100, 3, false)]
        {
            assert_eq!(waits(Duration::from_micros(apart_us), games), expected, "{apart_us} µs, {games}");
        }
    }

    #[test]
    fn the_first_appends_and_a_large_group_wait_for_nobody() {
        let (mut gathering, now) = (Gathering::new(WAIT), Instant::now());
        for game in 0..8 {
            assert!(!gathering.is_worth_it_at(now, 1));
            gathering.note_at(now, game);
        }
        assert!(gathering.is_worth_it_at(now, 7));
        assert!(!gathering.is_worth_it_at(now, 8));
        gathering.wait = Duration::ZERO;
        assert!(!gathering.is_worth_it_at(now, 1));
    }
}
