//! What a store of events promises.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use ledger::{EventId, Receipt, Stream};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::task::JoinSet;

use super::directory::table;
use super::sample::{GOLDEN, append, events, game, sealed};
use crate::append::Append;
use crate::archive::Archive;
use crate::checkpoint::Checkpoint;
use crate::cursor::{Cursor, Recorded, StoredEvent};
use crate::error::StoreError;
use crate::note::{Note, Pruned};
use crate::projection::{Projection, catch_up, compare_with_rebuild};
use crate::table::{TableEntry, TableStatus};

type AnyStore = Arc<dyn Archive>;

/// Follows, `page` events at a time, until so many events were met; an event may show up some time after its append was
/// answered, while an older transaction of anybody still runs.
async fn meet(store: &AnyStore, count: usize, page: u32) -> Vec<Recorded> {
    let follow = async {
        let (mut cursor, mut met) = (Cursor::START, Vec::new());
        while met.len() < count {
            let read = store.follow(cursor, page).await.unwrap();
            assert!(read.events.len() <= page as usize);
            assert!(if read.events.is_empty() { read.next == cursor } else { read.next > cursor });
            cursor = read.next;
            met.extend(read.events);
            tokio::task::yield_now().await;
        }
        met
    };
    tokio::time::timeout(Duration::from_secs(60), follow).await.expect("a follower missed something")
}

pub(super) async fn a_history_comes_back_as_it_was_written(store: AnyStore) {
    for (number, golden) in GOLDEN.iter().enumerate() {
        let name = game(&format!("golden-{number}"));
        let history: Vec<StoredEvent> = serde_json::from_str(golden).unwrap();
        for command in history.chunk_by(|one, next| one.correlation_id == next.correlation_id) {
            let expected = command[0].position;
            let id = command[0].correlation_id.to_string().parse().unwrap();
            let kind = "dicee".parse().unwrap();
            let append = Append::new(name.clone(), kind, expected, id, command.to_vec()).unwrap();
            let receipt = store.append(append).await.unwrap();
            assert_eq!(receipt.version, expected + command.len() as u64);
        }
        let back = store.read(&name, 0).await.unwrap();
        // As text, because fields must keep their order: the ids are hashes over it.
        assert_eq!(serde_json::to_string(&back).unwrap(), serde_json::to_string(&history).unwrap());
        for event in &back {
            assert_eq!(EventId::of(&event.payload, event.position).unwrap(), event.id);
        }
        let half = history.len() / 2;
        assert_eq!(store.read(&name, half as u64).await.unwrap(), history[half..]);
        assert_eq!(store.read(&name, u64::MAX).await.unwrap(), []);
        assert_eq!(store.game(&name).await.unwrap().unwrap().version, history.len() as u64);
    }
    assert_eq!(store.read(&game("nobody"), 0).await.unwrap(), []);
    assert_eq!(store.game(&game("nobody")).await.unwrap(), None);
    store.append(append("odd", 0, "0:☃ '; DROP TABLE events", 3)).await.unwrap();
    assert_eq!(store.read(&game("odd"), 0).await.unwrap(), events(0, "0:☃ '; DROP TABLE events", 3));
    store.ready().await.unwrap();
}

pub(super) async fn who_follows_some_events_meets_all_of_them(store: AnyStore) {
    for (name, count) in [("a", 7), ("b", 1), ("c", 12)] {
        for version in 0..count {
            let wanted = if version % 3 == 1 { "want" } else { "other" };
            store.append(append(name, version, &format!("0:{wanted}-{version}"), 1)).await.unwrap();
        }
    }
    let is_wanted = |met: &Recorded| met.event.correlation_id.to_string().contains("want");
    let mut expected = meet(&store, 20, 100).await;
    expected.retain(is_wanted);
    assert_eq!(expected.len(), 6);
    for limit in [1, 2, 5, 100] {
        let (mut cursor, mut met) = (Cursor::START, Vec::new());
        loop {
            let page = store.follow_only(cursor, limit, "0:want-").await.unwrap();
            let same = store.follow(cursor, limit).await.unwrap();
            assert_eq!(page.next, same.next, "it looks at as many events");
            if page.next == cursor {
                break;
            }
            cursor = page.next;
            met.extend(page.events.into_iter().filter(is_wanted));
        }
        assert_eq!(met, expected, "{limit} at a time");
    }
    // Every text contains the empty one.
    assert_eq!(store.follow_only(Cursor::START, 100, "").await.unwrap().events.len(), 20);
}

pub(super) async fn a_wrong_version_is_a_conflict_that_names_the_right_one(store: AnyStore) {
    let conflict = |result: Result<_, StoreError>| match result {
        Err(StoreError::Conflict { expected, actual }) => (expected, actual),
        other => panic!("{other:?}"),
    };
    assert_eq!(conflict(store.append(append("a", 1, "0:early", 1)).await), (1, 0));
    assert_eq!(store.game(&game("a")).await.unwrap(), None);
    store.append(append("a", 0, "0:create", 2)).await.unwrap();
    for wrong in [0, 1, 3, 1 << 52] {
        assert_eq!(conflict(store.append(append("a", wrong, "0:wrong", 1)).await), (wrong, 2));
    }
    // A refused command may come again, at the right version.
    let receipt = store.append(append("a", 2, "0:wrong", 1)).await.unwrap();
    assert_eq!((receipt.version, receipt.events, receipt.repeated), (3, 2..3, false));
    assert_eq!(store.read(&game("a"), 0).await.unwrap().len(), 3);
    assert_eq!(meet(&store, 3, 10).await.len(), 3);
}

pub(super) async fn a_repeated_command_gets_its_first_answer(store: AnyStore) {
    let first = store.append(append("a", 0, "0:create", 2)).await.unwrap();
    assert!(!first.repeated);
    store.append(append("a", 2, "1:join", 1)).await.unwrap();
    // Whatever it says and expects by now.
    for repeated in
        [append("a", 0, "0:create", 2), append("a", 3, "0:create", 5), append("a", 9, "0:create", 0)]
    {
        let again = store.append(repeated).await.unwrap();
        assert_eq!(
            (again.version, again.events, again.repeated),
            (first.version, first.events.clone(), true)
        );
    }
    assert_eq!(store.game(&game("a")).await.unwrap().unwrap().version, 3);
    // In another game it is another command.
    assert!(!store.append(append("b", 0, "0:create", 1)).await.unwrap().repeated);
}

pub(super) async fn a_command_without_events_is_remembered(store: AnyStore) {
    let receipt = store.append(append("a", 0, "0:look", 0)).await.unwrap();
    assert_eq!((receipt.version, receipt.events, receipt.repeated), (0, 0..0, false));
    assert!(store.append(append("a", 0, "0:look", 0)).await.unwrap().repeated);
    assert_eq!(store.game(&game("a")).await.unwrap().unwrap().version, 0);
    assert_eq!(store.append(append("a", 0, "0:create", 1)).await.unwrap().version, 1);
    assert_eq!(store.append(append("a", 1, "0:look again", 0)).await.unwrap().version, 1);
}

pub(super) async fn a_name_belongs_to_one_kind_of_game(store: AnyStore) {
    store.append(append("a", 0, "0:create", 1)).await.unwrap();
    for (expected, command) in [(0, "0:create"), (1, "0:move"), (7, "0:move")] {
        let one = events(expected, command, 1);
        let kind = "other".parse().unwrap();
        let other = Append::new(game("a"), kind, expected, command.parse().unwrap(), one).unwrap();
        let error = store.append(other).await.unwrap_err();
        assert_eq!(error.to_string(), "game a: expected kind test, got other");
    }
    assert_eq!(store.read(&game("a"), 0).await.unwrap().len(), 1);
}

pub(super) async fn games_are_listed_page_by_page(store: AnyStore) {
    let names = ["B", "Z9", "_", "a", "a-1", "a1", "b"];
    for (count, name) in names.iter().rev().enumerate() {
        store.append(append(name, 0, "0:create", count as u64)).await.unwrap();
    }
    let mut listed = Vec::new();
    let mut after = None;
    loop {
        let page = store.games(after.as_ref(), 3).await.unwrap();
        assert!(page.len() <= 3);
        let Some(last) = page.last() else { break };
        after = Some(last.id.clone());
        listed.extend(page);
    }
    assert_eq!(listed.iter().map(|game| game.id.as_str()).collect::<Vec<_>>(), names);
    assert_eq!(listed.iter().map(|game| game.version).collect::<Vec<_>>(), [6, 5, 4, 3, 2, 1, 0]);
    assert!(listed.iter().all(|game| game.kind.as_str() == "test"));
}

pub(super) async fn of_writers_who_race_for_a_version_one_wins(store: AnyStore) {
    const WRITERS: u64 = 8;
    const ROUNDS: u64 = 12;
    for round in 0..ROUNDS {
        let mut racing = JoinSet::new();
        for writer in 0..WRITERS {
            let store = store.clone();
            racing.spawn(async move {
                let command = format!("{writer}:{round}");
                match store.append(append("race", 2 * round, &command, 2)).await {
                    Ok(receipt) => {
                        assert!(!receipt.repeated && receipt.version == 2 * round + 2);
                        true
                    }
                    Err(StoreError::Conflict { expected, actual }) => {
                        assert_eq!((expected, actual), (2 * round, 2 * round + 2));
                        false
                    }
                    Err(other) => panic!("{other}"),
                }
            });
        }
        let won = racing.join_all().await.into_iter().filter(|won| *won).count();
        assert_eq!(won, 1, "round {round}");
    }
    let stored = store.read(&game("race"), 0).await.unwrap();
    assert!(stored.iter().map(|event| event.position).eq(0..2 * ROUNDS));
    // Both events of a command or none.
    assert!(stored.chunks(2).all(|pair| pair[0].correlation_id == pair[1].correlation_id));
}

pub(super) async fn the_same_command_sent_by_many_counts_once(store: AnyStore) {
    let mut rows = vec![("new", 0, String::from("0:create"), 2), ("empty", 0, String::from("0:create"), 0)];
    // Commands without events leave the version as it is, so that only their names can tell them apart.
    rows.extend((0..8).map(|number| ("new", 2, format!("0:look {number}"), 0)));
    for (name, expected, command, count) in rows {
        let mut sending = JoinSet::new();
        for _ in 0..8 {
            let (store, request) = (store.clone(), append(name, expected, &command, count));
            sending.spawn(async move { store.append(request).await.unwrap() });
        }
        let receipts = sending.join_all().await;
        assert!(receipts.iter().all(|receipt| receipt.version == expected + count));
        assert_eq!(receipts.iter().filter(|receipt| !receipt.repeated).count(), 1, "{name} {command}");
        assert_eq!(store.game(&game(name)).await.unwrap().unwrap().version, expected + count);
    }
}

pub(super) async fn a_follower_misses_nothing_while_others_write(store: AnyStore) {
    const WRITERS: u64 = 8;
    const APPENDS: u64 = 40;
    let total = usize::try_from(WRITERS * APPENDS * 2).unwrap();
    let follower = {
        let store = store.clone();
        tokio::spawn(async move { meet(&store, total, 7).await })
    };
    let mut writing = JoinSet::new();
    for writer in 0..WRITERS {
        let store = store.clone();
        writing.spawn(async move {
            for number in 0..APPENDS {
                // Two writers to a game, each of which waits for its turn.
                let (name, version) = (format!("game-{}", writer / 2), 4 * number + 2 * (writer % 2));
                let request = append(&name, version, &format!("{writer}:{number}"), 2);
                while let Err(error) = store.append(request.clone()).await {
                    assert!(matches!(error, StoreError::Conflict { .. }), "{error}");
                    tokio::task::yield_now().await;
                }
            }
        });
    }
    writing.join_all().await;
    let met = follower.await.unwrap();
    assert_eq!(met, meet(&store, total, 1_000).await, "the order is the same for everybody, for ever");
    let mut games: BTreeMap<_, Vec<u64>> = BTreeMap::new();
    for Recorded { game, kind, event } in &met {
        assert_eq!(kind.as_str(), "test");
        games.entry(game.as_str()).or_default().push(event.position);
    }
    assert_eq!(games.len() as u64, WRITERS / 2);
    for (name, positions) in games {
        assert!(positions.into_iter().eq(0..4 * APPENDS), "{name}");
    }
    let ids: HashSet<_> = met.iter().map(|met| (&met.game, &met.event.id)).collect();
    assert_eq!((met.len(), ids.len()), (total, total), "each event once");
}

pub(super) async fn notes_are_kept_until_their_time_is_over(store: AnyStore) {
    const DAY: u64 = 86_400_000;
    let name = game("a");
    let note =
        |stream, day: u64| Note::new(name.clone(), stream, day * DAY, json!({ "z": day, "a": 1 })).unwrap();
    let days = [0, 60, 10, 70, 71];
    for stream in [Stream::Analysis, Stream::Telemetry] {
        store.note(days.iter().map(|&day| note(stream, day)).collect()).await.unwrap();
    }
    store.note(Vec::new()).await.unwrap();
    store.append(append("a", 0, "0:create", 2)).await.unwrap();
    let kept = |stream| {
        let (store, name) = (store.clone(), name.clone());
        async move {
            let notes = store.notes(&name, stream).await.unwrap();
            assert!(notes.iter().all(|note| note.stream() == stream && note.body()["a"] == 1));
            notes.iter().map(|note| note.timestamp() / DAY).collect::<Vec<_>>()
        }
    };
    assert_eq!(store.prune(DAY).await.unwrap(), Pruned::default());
    assert_eq!(store.prune(100 * DAY).await.unwrap(), Pruned { analysis: 2, telemetry: 4 });
    assert_eq!(kept(Stream::Analysis).await, [60, 70, 71]);
    assert_eq!(kept(Stream::Telemetry).await, [71]);
    // More than are removed at once.
    store.note((0..2_500).map(|_| note(Stream::Telemetry, 1)).collect()).await.unwrap();
    assert_eq!(store.prune(100 * DAY).await.unwrap(), Pruned { analysis: 0, telemetry: 2_500 });
    assert_eq!(store.prune(u64::MAX).await.unwrap(), Pruned { analysis: 3, telemetry: 1 });
    assert_eq!(kept(Stream::Domain).await, [0; 0]);
    assert_eq!(store.read(&name, 0).await.unwrap().len(), 2, "events are for ever");
}

/// Counts the events of each game.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Census(BTreeMap<String, u64>);

impl Projection for Census {
    const NAME: &'static str = "census";
    const REVISION: u32 = 1;

    type Context = ();

    fn apply(&mut self, event: &Recorded, (): &()) -> Result<(), StoreError> {
        *self.0.entry(event.game.to_string()).or_default() += 1;
        Ok(())
    }
}

/// The same after a change of mind: counts in tens.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct TensCensus(BTreeMap<String, u64>);

impl Projection for TensCensus {
    const NAME: &'static str = "census";
    const REVISION: u32 = 2;

    type Context = ();

    fn apply(&mut self, event: &Recorded, (): &()) -> Result<(), StoreError> {
        *self.0.entry(event.game.to_string()).or_default() += 10;
        Ok(())
    }
}

pub(super) async fn a_projection_goes_on_where_it_was_left(store: AnyStore) {
    let census =
        |counts: &[(&str, u64)]| counts.iter().map(|(name, count)| (String::from(*name), *count)).collect();
    assert_eq!(store.checkpoint("census").await.unwrap(), None);
    assert_eq!(catch_up::<Census>(&*store, &()).await.unwrap(), Census::default());
    store.append(append("a", 0, "0:create", 3)).await.unwrap();
    meet(&store, 3, 100).await;
    assert_eq!(catch_up::<Census>(&*store, &()).await.unwrap().0, census(&[("a", 3)]));
    // More than are read at once.
    store.append(append("b", 0, "0:create", 1_100)).await.unwrap();
    store.append(append("a", 3, "0:more", 1)).await.unwrap();
    meet(&store, 1_104, 100).await;
    assert_eq!(catch_up::<Census>(&*store, &()).await.unwrap().0, census(&[("a", 4), ("b", 1_100)]));
    let kept = store.checkpoint("census").await.unwrap().unwrap();
    assert_eq!((kept.revision, kept.state), (1, json!({ "a": 4, "b": 1_100 })));
    assert!(store.follow(kept.cursor, 10).await.unwrap().events.is_empty());
    // A state that was spoilt is only found out by rebuilding it.
    let spoilt = Checkpoint {
        projection: String::from("census"),
        revision: 1,
        cursor: kept.cursor,
        state: json!({ "a": 77 }),
    };
    store.save_checkpoint(spoilt).await.unwrap();
    assert_eq!(catch_up::<Census>(&*store, &()).await.unwrap().0, census(&[("a", 77)]));
    let (kept, rebuilt) = compare_with_rebuild::<Census>(&*store, &()).await.unwrap().unwrap();
    assert_eq!((kept.0, rebuilt.0), (census(&[("a", 77)]), census(&[("a", 4), ("b", 1_100)])));
    assert_eq!(catch_up::<TensCensus>(&*store, &()).await.unwrap().0, census(&[("a", 40), ("b", 11_000)]));
    assert_eq!(store.checkpoint("census").await.unwrap().unwrap().revision, 2);
}

/// More games than a follower opens packed logs at once.
const PACKED_GAMES: u64 = 40;

/// All events of all games, so many at a time.
async fn all_events(store: &AnyStore, page: u32) -> Vec<Recorded> {
    let (mut cursor, mut all) = (Cursor::START, Vec::new());
    loop {
        let read = store.follow(cursor, page).await.unwrap();
        if read.events.is_empty() {
            return all;
        }
        assert!(read.events.len() <= page as usize && read.next > cursor);
        cursor = read.next;
        all.extend(read.events);
    }
}

/// Carries a command of a game out.
async fn play(store: &AnyStore, name: &str, command: &str, count: u64) -> Receipt {
    let log = store.read(&game(name), 0).await.unwrap();
    let (kind, key) = ("test".parse().unwrap(), command.parse().unwrap());
    let events = sealed(&log, command, count);
    store.append(Append::new(game(name), kind, log.len() as u64, key, events).unwrap()).await.unwrap()
}

pub(super) async fn a_packed_log_is_read_followed_and_continued_as_before(store: AnyStore) {
    let name = |number: u64| format!("game-{number:02}");
    // Games that begin one after the other and go on at the same time.
    for turn in 0..PACKED_GAMES + 5 {
        for number in turn.saturating_sub(5)..=turn.min(PACKED_GAMES - 1) {
            play(&store, &name(number), &format!("0:turn {}", turn - number), 2).await;
            if turn == number {
                store.append(append(&name(number), 2, "0:look", 0)).await.unwrap();
            }
        }
    }
    // Of every fourth the table is not over.
    for number in 0..PACKED_GAMES {
        let status = if number % 4 == 0 { TableStatus::Active } else { TableStatus::Over };
        let code = format!("2222{}{}", number / 8 + 2, number % 8 + 2);
        let entry = TableEntry { status, ..table(&name(number), &code, 100 + number) };
        store.open_table(entry).await.unwrap();
    }
    let total = usize::try_from(PACKED_GAMES * 12).unwrap();
    let before = meet(&store, total, 1_000).await;
    let mut logs = Vec::new();
    for number in 0..PACKED_GAMES {
        logs.push(store.read(&game(&name(number)), 0).await.unwrap());
    }

    assert_eq!(store.pack(99).await.unwrap(), 0, "nothing was over by then");
    let packed = (store.pack(105).await.unwrap(), store.pack(u64::MAX).await.unwrap());
    // A store may leave it.
    assert!(packed == (0, 0) || packed == (4, 26), "{packed:?}");
    assert_eq!(store.pack(u64::MAX).await.unwrap(), 0, "they are packed already");

    for page in [7, 50, 1_000] {
        assert_eq!(all_events(&store, page).await, before, "{page} at a time");
    }
    for (number, log) in (0..).zip(&logs) {
        let id = game(&name(number));
        assert_eq!(store.read(&id, 0).await.unwrap(), *log);
        assert_eq!(store.read(&id, 5).await.unwrap(), log[5..]);
        assert_eq!(store.read(&id, u64::MAX).await.unwrap(), []);
        assert_eq!(store.game(&id).await.unwrap().unwrap().version, log.len() as u64);
    }

    // A command that was carried out, also one without events; a wrong version; and a new command.
    for (command, events) in [("0:turn 1", 2..4), ("0:look", 2..2), ("0:turn 3", 6..8)] {
        let receipt = store.append(append("game-01", 12, command, 1)).await.unwrap();
        assert_eq!((receipt.events, receipt.repeated), (events, true), "{command}");
    }
    let late = store.append(append("game-02", 3, "0:late", 1)).await;
    assert!(matches!(late, Err(StoreError::Conflict { expected: 3, actual: 12 })), "{late:?}");
    for (number, log) in [(1, &logs[1]), (3, &logs[3]), (5, &logs[5])] {
        let receipt = play(&store, &name(number), "0:more", 2).await;
        assert_eq!((receipt.version, receipt.repeated), (14, false));
        let longer = store.read(&game(&name(number)), 0).await.unwrap();
        assert_eq!((&longer[..12], longer.len()), (&log[..], 14));
    }
    let after = meet(&store, total + 6, 7).await;
    assert_eq!(after[..total], before);
}
