use std::collections::VecDeque;
use std::hash::{BuildHasher as _, RandomState};
use std::time::{Duration, Instant};

use protocol::GameId;

/// The last commits, from which the rate of appends is computed.
const COMMITS: usize = 8;
/// The last appends, among which different games are counted.
const APPENDS: usize = 8;
/// Different games among them from which on waiting pays: a single game would wait for itself.
const GAMES: usize = 4;
/// Appends in a group from which on it is committed at once.
const ENOUGH: u32 = 16;
/// No commit waits if appends are further apart than this on average: the disk is idle most of the time then, and every player
/// would wait to save one commit.
const APART: Duration = Duration::from_micros(500);

/// How long a commit waits for other appends to join it.
///
/// A commit costs about the same for one append as for ten, and so does waking the threads that wait for it. So a busy writer
/// waits until about [`ENOUGH`] appends have arrived at the present rate, within a bound; otherwise it does not wait.
#[derive(Debug)]
pub(super) struct Gathering {
    longest: Duration,
    /// The start of the last commits, and the number of their appends.
    commits: VecDeque<(Instant, u32)>,
    /// The games of the last appends, as hashes.
    games: VecDeque<u64>,
    hasher: RandomState,
}

impl Gathering {
    pub(super) fn new(longest: Duration) -> Self {
        let (commits, games) = (VecDeque::with_capacity(COMMITS), VecDeque::with_capacity(APPENDS));
        Self { longest, commits, games, hasher: RandomState::new() }
    }

    /// How long a group of so many appends waits for more; `None` if it is committed now.
    pub(super) fn wait(&self, group: usize) -> Option<Duration> {
        self.wait_at(Instant::now(), group)
    }

    /// Appends to these games are about to be committed together.
    pub(super) fn note<'a>(&mut self, games: impl Iterator<Item = &'a GameId>) {
        let games: Vec<u64> = games.map(|game| self.hasher.hash_one(game.as_str())).collect();
        self.note_at(Instant::now(), &games);
    }

    fn wait_at(&self, now: Instant, group: usize) -> Option<Duration> {
        let group = u32::try_from(group).unwrap_or(u32::MAX);
        let (first, _) = self.commits.front().filter(|_| self.commits.len() == COMMITS)?;
        let appends: u32 = self.commits.iter().skip(1).map(|(_, appends)| appends).sum();
        let apart = now.saturating_duration_since(*first) / appends.saturating_add(group).max(1);
        if group >= ENOUGH || apart > APART || self.different_games() < GAMES {
            return None;
        }
        Some((apart * (ENOUGH - group)).min(self.longest)).filter(|wait| !wait.is_zero())
    }

    fn different_games(&self) -> usize {
        let is_new =
            |(place, game): &(usize, &u64)| !self.games.iter().take(*place).any(|before| before == *game);
        self.games.iter().enumerate().filter(is_new).count()
    }

    fn note_at(&mut self, now: Instant, games: &[u64]) {
        if self.commits.len() == COMMITS {
            self.commits.pop_front();
        }
        self.commits.push_back((now, u32::try_from(games.len()).unwrap_or(u32::MAX)));
        for game in games.iter().take(APPENDS) {
            if self.games.len() == APPENDS {
                self.games.pop_front();
            }
            self.games.push_back(*game);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONGEST: Duration = Duration::from_millis(8);

    /// How long the next append waits, in microseconds, after commits of `group` appends each, one append every `apart_us`,
    /// taking turns among so many games.
    fn wait_after(group: u32, apart_us: u64, games: u64) -> Option<u128> {
        let (mut gathering, start) = (Gathering::new(LONGEST), Instant::now());
        let every = Duration::from_micros(apart_us) * group;
        for commit in 0..20 {
            let appends: Vec<u64> =
                (0..u64::from(group)).map(|number| (u64::from(commit * group) + number) % games).collect();
            gathering.note_at(start + every * commit, &appends);
        }
        gathering.wait_at(start + every * 20, group as usize).map(|wait| wait.as_micros())
    }

    #[test]
    fn a_commit_waits_for_others_only_while_many_games_append() {
        for (group, apart_us, games, expected) in [
            (1, 100, 100, Some(1_500)),
            (1, 490, 100, Some(7_350)),
            (1, 510, 100, None),
            (1, 100, 1, None),
            (1, 100, 3, None),
        ] {
            assert_eq!(wait_after(group, apart_us, games), expected, "{group}, {apart_us} µs, {games}");
        }
    }

    #[test]
    fn the_rate_is_that_of_appends_however_they_were_grouped() {
        for group in [1, 2, 5, 15] {
            let expected = u128::from(16 - group) * 200;
            assert_eq!(wait_after(group, 200, 100), Some(expected), "{group}");
        }
    }

    #[test]
    fn the_first_appends_and_a_large_group_wait_for_nobody() {
        let (mut gathering, now) = (Gathering::new(LONGEST), Instant::now());
        for game in 0..8 {
            assert_eq!(gathering.wait_at(now, 1), None);
            gathering.note_at(now, &[game]);
        }
        let later = now + Duration::from_millis(1);
        assert!(gathering.wait_at(later, 15).is_some());
        assert_eq!(gathering.wait_at(later, 16), None);
        gathering.longest = Duration::ZERO;
        assert_eq!(gathering.wait_at(later, 1), None);
    }
}
