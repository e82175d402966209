//! What games teach, in the memory store.

use std::collections::{BTreeMap, HashMap, HashSet};

use ledger::PlayerId;
use protocol::GameId;

use crate::learning::{JudgedEntry, PlayedEntry, PlayedPlace, PracticeRecord, ProfileSnapshot};

#[derive(Debug, Default)]
pub(super) struct LearningState {
    players: HashMap<PlayerId, Learned>,
}

#[derive(Debug, Default)]
struct Learned {
    games: HashSet<GameId>,
    played: BTreeMap<PlayedPlace, PlayedEntry>,
    snapshots: BTreeMap<PlayedPlace, ProfileSnapshot>,
    practice: Option<PracticeRecord>,
    judged: BTreeMap<GameId, JudgedEntry>,
}

impl LearningState {
    pub(super) fn record_played(
        &mut self,
        games: Vec<PlayedEntry>,
        is_present: impl Fn(PlayerId) -> bool,
    ) -> u64 {
        let mut new = 0;
        for entry in games.into_iter().filter(|entry| is_present(entry.player)) {
            let learned = self.players.entry(entry.player).or_default();
            if !learned.games.insert(entry.place.game.clone()) {
                continue;
            }
            new += 1;
            learned.snapshots.retain(|place, _| *place < entry.place);
            learned.played.insert(entry.place.clone(), entry);
        }
        new
    }

    pub(super) fn played(
        &self,
        player: PlayerId,
        after: Option<&PlayedPlace>,
        until: u64,
        limit: u32,
    ) -> Vec<PlayedEntry> {
        let Some(learned) = self.players.get(&player) else { return Vec::new() };
        let wanted = |entry: &&PlayedEntry| {
            after.is_none_or(|after| entry.place > *after) && entry.place.finished_at <= until
        };
        learned.played.values().filter(wanted).take(limit as usize).cloned().collect()
    }

    pub(super) fn count_uploaded(&self, player: PlayerId) -> u64 {
        let played = self.players.get(&player).into_iter().flat_map(|learned| learned.played.values());
        played.filter(|entry| entry.uploaded).count() as u64
    }

    pub(super) fn snapshot(&self, player: PlayerId, revision: u32, until: u64) -> Option<ProfileSnapshot> {
        let snapshots = self.players.get(&player)?.snapshots.values().rev();
        let mut wanted =
            snapshots.filter(|snapshot| snapshot.revision == revision && snapshot.place.finished_at <= until);
        wanted.next().cloned()
    }

    pub(super) fn snapshots_after(
        &self,
        revision: u32,
        after: Option<(PlayerId, &PlayedPlace)>,
        limit: u32,
    ) -> Vec<ProfileSnapshot> {
        let all = self.players.values().flat_map(|learned| learned.snapshots.values());
        let wanted = |snapshot: &&ProfileSnapshot| {
            snapshot.revision == revision
                && after.is_none_or(|after| (snapshot.player, &snapshot.place) > after)
        };
        let mut found: Vec<&ProfileSnapshot> = all.filter(wanted).collect();
        found.sort_by_key(|snapshot| (snapshot.player, &snapshot.place));
        found.into_iter().take(limit as usize).cloned().collect()
    }

    pub(super) fn save_snapshot(&mut self, snapshot: ProfileSnapshot) -> bool {
        let Some(learned) = self.players.get_mut(&snapshot.player) else { return false };
        let folded = learned.played.range(..=&snapshot.place).count() as u64;
        if folded != snapshot.folded {
            return false;
        }
        learned.snapshots.insert(snapshot.place.clone(), snapshot);
        true
    }

    pub(super) fn clear_snapshots(&mut self) {
        self.players.values_mut().for_each(|learned| learned.snapshots.clear());
    }

    pub(super) fn record_judged(
        &mut self,
        games: Vec<JudgedEntry>,
        is_present: impl Fn(PlayerId) -> bool,
    ) -> u64 {
        let mut new = 0;
        for entry in games.into_iter().filter(|entry| is_present(entry.player)) {
            let judged = &mut self.players.entry(entry.player).or_default().judged;
            if judged.get(&entry.place.game).is_none_or(|kept| kept.revision < entry.revision) {
                new += 1;
                judged.insert(entry.place.game.clone(), entry);
            }
        }
        new
    }

    pub(super) fn judged(
        &self,
        player: PlayerId,
        revision: u32,
        after: Option<&PlayedPlace>,
        until: u64,
        limit: u32,
    ) -> Vec<JudgedEntry> {
        let Some(learned) = self.players.get(&player) else { return Vec::new() };
        let wanted = |entry: &&JudgedEntry| {
            entry.revision == revision
                && entry.place.finished_at <= until
                && after.is_none_or(|after| entry.place > *after)
        };
        let mut found: Vec<&JudgedEntry> = learned.judged.values().filter(wanted).collect();
        found.sort_by_key(|entry| &entry.place);
        found.into_iter().take(limit as usize).cloned().collect()
    }

    pub(super) fn has_judged(&self, player: PlayerId, game: &GameId, revision: u32) -> bool {
        let kept = self.players.get(&player).and_then(|learned| learned.judged.get(game));
        kept.is_some_and(|kept| kept.revision >= revision)
    }

    pub(super) fn practice(&self, player: PlayerId) -> Option<PracticeRecord> {
        self.players.get(&player)?.practice.clone()
    }

    pub(super) fn save_practice(&mut self, player: PlayerId, expected: u64, body: String) -> bool {
        let practice = &mut self.players.entry(player).or_default().practice;
        if practice.as_ref().map_or(0, |practice| practice.version) != expected {
            return false;
        }
        *practice = Some(PracticeRecord { version: expected + 1, body });
        true
    }

    pub(super) fn forget(&mut self, player: PlayerId) {
        self.players.remove(&player);
    }
}
