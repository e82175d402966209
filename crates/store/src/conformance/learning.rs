//! What a store promises about what it learned from games.

use std::sync::Arc;

use ledger::PlayerId;

use super::sample::game;
use crate::archive::Archive;
use crate::learning::{JudgedEntry, PlayedEntry, PlayedPlace, ProfileSnapshot};
use crate::player::PlayerRecord;

type AnyStore = Arc<dyn Archive>;

const REVISION: u32 = 1;

fn player(number: u128) -> PlayerId {
    format!("{number:032x}").parse().unwrap()
}

async fn register(store: &AnyStore, number: u128) {
    let secret = [u8::try_from(number).unwrap(); 32];
    store.register(PlayerRecord::new(player(number), "Ann", secret, 1_000)).await.unwrap();
}

fn place(finished_at: u64, name: &str) -> PlayedPlace {
    PlayedPlace { finished_at, game: game(name) }
}

fn entry(who: u128, finished_at: u64, name: &str) -> PlayedEntry {
    let body = format!(r#"{{"text":"☃ '","game":"{name}"}}"#);
    PlayedEntry { player: player(who), place: place(finished_at, name), uploaded: false, body }
}

fn snapshot(finished_at: u64, name: &str, folded: u64) -> ProfileSnapshot {
    let body = format!(r#"{{"folded":{folded}}}"#);
    ProfileSnapshot { player: player(1), place: place(finished_at, name), revision: REVISION, folded, body }
}

async fn names(store: &AnyStore, after: Option<&PlayedPlace>, until: u64, limit: u32) -> Vec<String> {
    let played = store.played(player(1), after, until, limit).await.unwrap();
    played.iter().map(|entry| entry.place.game.to_string()).collect()
}

pub(super) async fn played_games_come_in_the_order_in_which_they_ended(store: AnyStore) {
    register(&store, 1).await;
    register(&store, 2).await;
    let games = vec![entry(1, 30, "c"), entry(1, 10, "b"), entry(1, 10, "a"), entry(2, 5, "a")];
    assert_eq!(store.record_played(games.clone()).await.unwrap(), 4);
    assert_eq!(store.record_played(games).await.unwrap(), 0, "a game is kept once");
    assert_eq!(
        store.record_played(vec![entry(1, 99, "a")]).await.unwrap(),
        0,
        "whenever it is said to have ended"
    );
    assert_eq!(store.record_played(vec![entry(3, 1, "a")]).await.unwrap(), 0, "nobody is behind the id");
    assert_eq!(names(&store, None, u64::MAX, 10).await, ["a", "b", "c"]);
    assert_eq!(names(&store, None, u64::MAX, 2).await, ["a", "b"]);
    assert_eq!(names(&store, None, 29, 10).await, ["a", "b"]);
    assert_eq!(names(&store, Some(&place(10, "a")), u64::MAX, 10).await, ["b", "c"]);
    let first = store.played(player(1), None, u64::MAX, 1).await.unwrap();
    assert_eq!(first, [entry(1, 10, "a")]);
    let sent = PlayedEntry { uploaded: true, ..entry(1, 40, "d") };
    assert_eq!(store.record_played(vec![sent]).await.unwrap(), 1);
    assert_eq!(store.count_uploaded(player(1)).await.unwrap(), 1);
    assert_eq!(store.count_uploaded(player(2)).await.unwrap(), 0);
}

pub(super) async fn a_game_of_before_removes_the_snapshots_after_it(store: AnyStore) {
    register(&store, 1).await;
    store.record_played(vec![entry(1, 10, "a"), entry(1, 30, "c")]).await.unwrap();
    assert!(store.save_snapshot(snapshot(10, "a", 1)).await.unwrap());
    assert!(store.save_snapshot(snapshot(30, "c", 2)).await.unwrap());
    let last = |until| {
        let store = store.clone();
        async move { store.snapshot(player(1), REVISION, until).await.unwrap() }
    };
    assert_eq!(last(u64::MAX).await, Some(snapshot(30, "c", 2)));
    assert_eq!(last(29).await, Some(snapshot(10, "a", 1)));
    assert_eq!(last(9).await, None);
    assert_eq!(store.snapshot(player(1), REVISION + 1, u64::MAX).await.unwrap(), None);
    store.record_played(vec![entry(1, 20, "b")]).await.unwrap();
    assert_eq!(last(u64::MAX).await, Some(snapshot(10, "a", 1)));
    store.record_played(vec![entry(1, 50, "d")]).await.unwrap();
    assert_eq!(last(u64::MAX).await, Some(snapshot(10, "a", 1)), "a game after it changes nothing");
    store.clear_snapshots().await.unwrap();
    assert_eq!(last(u64::MAX).await, None);
    assert_eq!(names(&store, None, u64::MAX, 10).await, ["a", "b", "c", "d"]);
}

pub(super) async fn a_snapshot_that_missed_a_game_is_not_kept(store: AnyStore) {
    register(&store, 1).await;
    store.record_played(vec![entry(1, 10, "a"), entry(1, 30, "c")]).await.unwrap();
    // Between the fold and its snapshot, a device sent a game of before.
    store.record_played(vec![entry(1, 20, "b")]).await.unwrap();
    assert!(!store.save_snapshot(snapshot(30, "c", 2)).await.unwrap());
    assert!(store.save_snapshot(snapshot(30, "c", 3)).await.unwrap());
    let again = ProfileSnapshot { revision: REVISION + 1, ..snapshot(30, "c", 3) };
    assert!(store.save_snapshot(again.clone()).await.unwrap(), "another revision takes its place");
    assert_eq!(store.snapshot(player(1), REVISION + 1, u64::MAX).await.unwrap(), Some(again));
    assert_eq!(store.snapshot(player(1), REVISION, u64::MAX).await.unwrap(), None);
}

pub(super) async fn snapshots_of_all_players_come_page_by_page(store: AnyStore) {
    let mut kept = Vec::new();
    for who in 1..=3 {
        register(&store, who).await;
        store
            .record_played(vec![entry(who, 10, "b"), entry(who, 9, "c"), entry(who, 10, "d")])
            .await
            .unwrap();
        for (finished_at, name, folded) in [(9, "c", 1), (10, "b", 2), (10, "d", 3)] {
            let snapshot = ProfileSnapshot { player: player(who), ..snapshot(finished_at, name, folded) };
            assert!(store.save_snapshot(snapshot.clone()).await.unwrap());
            kept.push(snapshot);
        }
    }
    let other = ProfileSnapshot { revision: REVISION + 1, ..kept.remove(4) };
    assert!(store.save_snapshot(other.clone()).await.unwrap());
    for limit in [1, 2, 100] {
        let mut found: Vec<ProfileSnapshot> = Vec::new();
        loop {
            let after = found.last().map(|last| (last.player, &last.place));
            let page = store.snapshots_after(REVISION, after, limit).await.unwrap();
            assert!(page.len() <= limit as usize);
            if page.is_empty() {
                break;
            }
            found.extend(page);
        }
        assert_eq!(found, kept);
    }
    assert_eq!(store.snapshots_after(REVISION + 1, None, 5).await.unwrap(), [other]);
}

fn judged(who: u128, finished_at: u64, name: &str, revision: u32) -> JudgedEntry {
    let body = format!(r#"["☃ '","{name}",{revision}]"#);
    JudgedEntry { player: player(who), place: place(finished_at, name), revision, body }
}

pub(super) async fn judged_games_come_in_order_and_a_newer_judgement_replaces_an_older(store: AnyStore) {
    register(&store, 1).await;
    register(&store, 2).await;
    let games =
        vec![judged(1, 30, "c", 2), judged(1, 10, "b", 2), judged(1, 10, "a", 2), judged(2, 5, "a", 2)];
    assert_eq!(store.record_judged(games.clone()).await.unwrap(), 4);
    assert_eq!(store.record_judged(games).await.unwrap(), 0, "a game is kept once");
    assert_eq!(
        store.record_judged(vec![judged(1, 10, "a", 1)]).await.unwrap(),
        0,
        "an older one says no more"
    );
    assert_eq!(store.record_judged(vec![judged(3, 10, "a", 2)]).await.unwrap(), 0, "nobody is behind the id");
    let found = |revision, after: Option<PlayedPlace>, until, limit| {
        let store = store.clone();
        async move {
            let found = store.judged(player(1), revision, after.as_ref(), until, limit).await.unwrap();
            found.iter().map(|entry| entry.place.game.to_string()).collect::<Vec<_>>()
        }
    };
    assert_eq!(found(2, None, u64::MAX, 10).await, ["a", "b", "c"]);
    assert_eq!(found(2, None, u64::MAX, 2).await, ["a", "b"]);
    assert_eq!(found(2, None, 29, 10).await, ["a", "b"]);
    assert_eq!(found(2, Some(place(10, "a")), u64::MAX, 10).await, ["b", "c"]);
    let first = store.judged(player(1), 2, None, u64::MAX, 1).await.unwrap();
    assert_eq!(first, [judged(1, 10, "a", 2)]);
    assert_eq!(store.record_judged(vec![judged(1, 10, "a", 3)]).await.unwrap(), 1);
    assert_eq!(found(2, None, u64::MAX, 10).await, ["b", "c"]);
    assert_eq!(found(3, None, u64::MAX, 10).await, ["a"]);
    for (name, revision, kept) in
        [("a", 2, true), ("a", 3, true), ("a", 4, false), ("b", 3, false), ("d", 1, false)]
    {
        let found = store.has_judged(player(1), &game(name), revision).await.unwrap();
        assert_eq!(found, kept, "{name} {revision}");
    }
}

pub(super) async fn practice_is_changed_only_by_who_knows_its_version(store: AnyStore) {
    register(&store, 1).await;
    let save = |expected, body: &str| {
        let (store, body) = (store.clone(), body.to_owned());
        async move { store.save_practice(player(1), expected, body).await.unwrap() }
    };
    assert_eq!(store.practice(player(1)).await.unwrap(), None);
    assert!(!save(1, "{}").await);
    assert!(save(0, r#"{"cards":[]}"#).await);
    assert!(!save(0, "{}").await);
    assert!(save(1, r#"{"cards":["☃"]}"#).await);
    assert!(!save(1, "{}").await);
    let kept = store.practice(player(1)).await.unwrap().unwrap();
    assert_eq!((kept.version, kept.body.as_str()), (2, r#"{"cards":["☃"]}"#));
    assert!(!store.save_practice(player(2), 0, String::from("{}")).await.unwrap(), "nobody is behind the id");
}

pub(super) async fn erasing_leaves_nothing_that_was_learned(store: AnyStore) {
    register(&store, 1).await;
    register(&store, 2).await;
    store.record_played(vec![entry(1, 10, "a"), entry(2, 10, "a")]).await.unwrap();
    assert!(store.save_snapshot(snapshot(10, "a", 1)).await.unwrap());
    assert!(store.save_practice(player(1), 0, String::from("{}")).await.unwrap());
    assert_eq!(store.record_judged(vec![judged(1, 10, "a", 1), judged(2, 10, "a", 1)]).await.unwrap(), 2);
    assert!(store.erase(player(1), 20).await.unwrap());
    // Events stay, so a fold may find the player again.
    assert_eq!(store.record_played(vec![entry(1, 10, "a")]).await.unwrap(), 0);
    assert!(!store.save_snapshot(snapshot(10, "a", 1)).await.unwrap());
    assert!(!store.save_practice(player(1), 0, String::from("{}")).await.unwrap());
    assert_eq!(names(&store, None, u64::MAX, 10).await, [""; 0]);
    assert_eq!(store.snapshot(player(1), REVISION, u64::MAX).await.unwrap(), None);
    assert_eq!(store.practice(player(1)).await.unwrap(), None);
    assert_eq!(store.record_judged(vec![judged(1, 10, "a", 2)]).await.unwrap(), 0);
    assert_eq!(store.judged(player(1), 1, None, u64::MAX, 10).await.unwrap(), []);
    assert_eq!(store.judged(player(2), 1, None, u64::MAX, 10).await.unwrap().len(), 1);
    assert_eq!(store.played(player(2), None, u64::MAX, 10).await.unwrap().len(), 1, "others stay");
}
