//! What a directory promises.

use std::collections::HashSet;
use std::sync::Arc;

use ledger::{PlayerId, Stream};
use serde_json::{Map, Value};
use tokio::task::JoinSet;

use super::sample::{append, game};
use crate::archive::Archive;
use crate::conduct::{Block, Complaint};
use crate::error::StoreError;
use crate::note::Note;
use crate::player::PlayerRecord;
use crate::sanction::Sanction;
use crate::table::{TableEntry, TableFilter, TableOrder, TableStatus, TableUpdate};
use protocol::{Code, ComplaintReason, GameId};

type AnyStore = Arc<dyn Archive>;

/// The player of this number.
fn player(number: u128) -> PlayerId {
    format!("{number:032x}").parse().unwrap()
}

fn ann() -> PlayerRecord {
    PlayerRecord::new(player(1), "Ann ☃ '; DROP TABLE people", [7; 32], 1_000)
}

fn code(text: &str) -> Code {
    text.parse().unwrap()
}

/// A public table that waits for one more.
pub(super) fn table(name: &str, code_text: &str, created_at: u64) -> TableEntry {
    TableEntry {
        game: game(name),
        kind: "dicee".parse().unwrap(),
        code: code(code_text),
        host: player(1),
        public: true,
        coach: false,
        seats: 4,
        options: Map::from_iter([(String::from("mode"), Value::from("multiplayer"))]),
        status: TableStatus::Waiting,
        free_seats: 1,
        version: 1,
        created_at,
        updated_at: created_at,
    }
}

fn update(version: u64, status: TableStatus, free_seats: u8, updated_at: u64) -> TableUpdate {
    TableUpdate { version, status, free_seats, updated_at }
}

fn taken(result: Result<(), StoreError>) -> String {
    match result {
        Err(error @ StoreError::Taken { .. }) if error.is_refusal() && !error.is_temporary() => {
            error.to_string()
        }
        other => panic!("{other:?}"),
    }
}

pub(super) async fn a_key_is_the_same_for_concurrent_callers(directory: AnyStore) {
    let mut asking = JoinSet::new();
    for asker in 0..16 {
        let (directory, name) = (directory.clone(), ["tokens", "dice"][asker % 2]);
        asking.spawn(async move { (name, directory.key(name).await.unwrap()) });
    }
    let answers: HashSet<_> = asking.join_all().await.into_iter().collect();
    assert_eq!(answers.len(), 2, "one key for each name");
    for (name, key) in answers {
        assert_eq!(directory.key(name).await.unwrap(), key, "for ever");
        assert_ne!(key, [0; 32]);
    }
    assert_ne!(directory.key("tokens").await.unwrap(), directory.key("dice").await.unwrap());
}

pub(super) async fn a_game_has_one_secret_for_ever(directory: AnyStore) {
    let (game, other): (GameId, GameId) = ("secret".parse().unwrap(), "plain".parse().unwrap());
    assert_eq!(directory.game_secret(&game).await.unwrap(), None);
    let mut keeping = JoinSet::new();
    for number in 1..=8 {
        let (directory, game) = (directory.clone(), game.clone());
        keeping.spawn(async move { directory.keep_game_secret(&game, [number; 32]).await.unwrap() });
    }
    let kept: HashSet<_> = keeping.join_all().await.into_iter().collect();
    assert_eq!(kept.len(), 1, "the first one counts for all: {kept:?}");
    assert_eq!(directory.game_secret(&game).await.unwrap(), kept.into_iter().next());
    assert_eq!(directory.game_secret(&other).await.unwrap(), None, "another game has its own, or none");
    assert_ne!(Some(directory.key("secret").await.unwrap()), directory.game_secret(&game).await.unwrap());
}

pub(super) async fn erasing_leaves_no_note_and_no_game_of_a_player(directory: AnyStore) {
    let (own, other) = (player(1), player(2));
    directory.register(ann()).await.unwrap();
    directory.append(append("erasing", 0, "open", 1)).await.unwrap();
    let note = |who: PlayerId, stream| {
        let body = serde_json::json!({ "eventType": "hover", "playerId": who });
        Note::new(game("erasing"), stream, 5, body).unwrap()
    };
    for stream in [Stream::Analysis, Stream::Telemetry] {
        directory.note(vec![note(own, stream), note(other, stream), note(own, stream)]).await.unwrap();
    }
    directory.record_seat(own, &game("erasing"), 1).await.unwrap();
    directory.record_seat(other, &game("erasing"), 1).await.unwrap();
    assert_eq!(directory.count_notes(&game("erasing"), Stream::Telemetry).await.unwrap(), 3);
    assert!(directory.erase(own, 9).await.unwrap());
    for stream in [Stream::Analysis, Stream::Telemetry] {
        let left = directory.notes(&game("erasing"), stream).await.unwrap();
        assert_eq!(left, [note(other, stream)]);
        assert_eq!(directory.count_notes(&game("erasing"), stream).await.unwrap(), 1);
    }
    assert_eq!(directory.games_of(own, 10).await.unwrap(), []);
    assert_eq!(directory.games_of(other, 10).await.unwrap().len(), 1);
}

/// Writes everything that names a player and another, in the way of requests that came before the erasure.
async fn write_about(directory: &AnyStore, who: PlayerId, other: PlayerId, name: &str) {
    let body = serde_json::json!({ "eventType": "hover", "playerId": who });
    let note = Note::new(game(name), Stream::Telemetry, 5, body).unwrap();
    let complaint = |reporter, player| Complaint {
        reporter,
        player,
        game: game(name),
        reason: ComplaintReason::Chat,
        text: String::new(),
        at: 10,
    };
    let (seat, block) = (game(name), |player, other| Block { player, other });
    let written = tokio::join!(
        directory.record_seat(who, &seat, 1),
        directory.note(vec![note]),
        directory.set_block(block(who, other), true),
        directory.set_block(block(other, who), true),
        directory.report(complaint(who, other), 9),
        directory.report(complaint(other, who), 9),
        directory.set_sanction(Sanction::Banned(who), Some(10)),
    );
    assert!(written.0.is_ok() && written.1.is_ok() && written.2.is_ok() && written.3.is_ok());
    assert!(written.4.is_ok() && written.5.is_ok() && written.6.is_ok());
}

async fn assert_nothing_is_kept(directory: &AnyStore, who: PlayerId, name: &str) {
    assert_eq!(directory.games_of(who, 10).await.unwrap(), []);
    assert_eq!(directory.notes(&game(name), Stream::Telemetry).await.unwrap(), []);
    assert_eq!(directory.blocks_of(who).await.unwrap(), []);
    assert_eq!(directory.blocked_by(who).await.unwrap(), []);
    assert_eq!(directory.complaints(10).await.unwrap(), []);
    assert_eq!(directory.sanctions(10).await.unwrap(), []);
}

pub(super) async fn nothing_is_kept_about_somebody_who_was_erased_before(directory: AnyStore) {
    let (ben, eve) = (player(2), player(3));
    directory.register(ann()).await.unwrap();
    directory.append(append("late", 0, "open", 1)).await.unwrap();
    assert!(directory.erase(player(1), 9).await.unwrap());
    write_about(&directory, player(1), ben, "late").await;
    assert_nothing_is_kept(&directory, player(1), "late").await;
    assert!(!directory.record_seat(player(1), &game("late"), 2).await.unwrap());
    // The others are written down as before, also in the same batch.
    let note = |who: PlayerId| {
        let body = serde_json::json!({ "eventType": "hover", "playerId": who });
        Note::new(game("late"), Stream::Analysis, 5, body).unwrap()
    };
    let nameless = Note::new(game("late"), Stream::Analysis, 5, Value::Null).unwrap();
    directory.note(vec![note(ben), note(player(1)), nameless.clone(), note(eve)]).await.unwrap();
    assert_eq!(
        directory.notes(&game("late"), Stream::Analysis).await.unwrap(),
        [note(ben), nameless, note(eve)]
    );
    write_about(&directory, ben, eve, "late").await;
    assert!(directory.record_seat(ben, &game("late"), 2).await.unwrap(), "a second time as the first");
    assert_eq!(directory.games_of(ben, 10).await.unwrap().len(), 1);
    assert_eq!(directory.blocks_of(ben).await.unwrap(), [eve]);
    assert_eq!(directory.complaints(10).await.unwrap().len(), 2);
    assert!(directory.is_sanctioned(Sanction::Banned(ben)).await.unwrap());
}

pub(super) async fn of_what_is_written_while_somebody_is_erased_nothing_is_left(directory: AnyStore) {
    for round in 1..=16 {
        let (who, name) = (player(round), format!("race-{round}"));
        directory.register(PlayerRecord::new(who, "Ann", [7; 32], 1_000)).await.unwrap();
        directory.append(append(&name, 0, "open", 1)).await.unwrap();
        // Notes are found through the seat.
        directory.record_seat(who, &game(&name), 1).await.unwrap();
        let writing = {
            let (directory, name) = (directory.clone(), name.clone());
            tokio::spawn(async move { write_about(&directory, who, player(99), &name).await })
        };
        assert!(directory.erase(who, 9).await.unwrap());
        writing.await.unwrap();
        assert_nothing_is_kept(&directory, who, &name).await;
    }
}

pub(super) async fn a_secret_is_replaced_only_by_who_has_the_old_one(directory: AnyStore) {
    directory.register(ann()).await.unwrap();
    assert!(!directory.rotate_secret(player(1), &[8; 32], &[9; 32]).await.unwrap());
    assert!(directory.rotate_secret(player(1), &[7; 32], &[9; 32]).await.unwrap());
    assert!(!directory.rotate_secret(player(1), &[7; 32], &[9; 32]).await.unwrap());
    assert_eq!(directory.player(player(1)).await.unwrap().unwrap().secret_hash, Some([9; 32]));
    directory.erase(player(1), 9).await.unwrap();
    assert!(!directory.rotate_secret(player(1), &[9; 32], &[1; 32]).await.unwrap());
}

pub(super) async fn notes_are_read_page_by_page(directory: AnyStore) {
    let note = |number: u64| {
        Note::new(game("pages"), Stream::Telemetry, number, serde_json::json!({ "n": number })).unwrap()
    };
    directory.note((0..5).map(note).collect()).await.unwrap();
    let (mut seen, mut after) = (Vec::new(), 0);
    loop {
        let page = directory.notes_after(&game("pages"), Stream::Telemetry, after, 2).await.unwrap();
        assert!(page.len() <= 2);
        let Some((last, _)) = page.last() else { break };
        assert!(*last > after);
        after = *last;
        seen.extend(page.into_iter().map(|(_, note)| note.timestamp()));
    }
    assert_eq!(seen, [0, 1, 2, 3, 4]);
}

pub(super) async fn players_are_found_renamed_and_registered_once(directory: AnyStore) {
    assert_eq!(directory.player(player(1)).await.unwrap(), None);
    assert!(!directory.rename(player(1), "Nobody").await.unwrap());
    directory.register(ann()).await.unwrap();
    directory.register(ann()).await.unwrap();
    assert_eq!(directory.player(player(1)).await.unwrap(), Some(ann()));
    assert!(directory.rename(player(1), "Anna").await.unwrap());
    let anna = PlayerRecord { display_name: String::from("Anna"), ..ann() };
    assert_eq!(directory.player(player(1)).await.unwrap(), Some(anna.clone()));
    // The same registration, repeated because its answer was lost, does not undo what came since.
    directory.register(ann()).await.unwrap();
    let impostor = PlayerRecord::new(player(1), "Eve", [8; 32], 2_000);
    assert_eq!(taken(directory.register(impostor).await), format!("playerId: {} is taken", player(1)));
    assert_eq!(directory.player(player(1)).await.unwrap(), Some(anna));
    assert_eq!(directory.player(player(2)).await.unwrap(), None);
}

pub(super) async fn an_erased_player_never_has_a_name_or_a_secret_again(directory: AnyStore) {
    assert!(!directory.erase(player(1), 5_000).await.unwrap());
    directory.register(ann()).await.unwrap();
    let bob = PlayerRecord::new(player(2), "Bob", [9; 32], 1_500);
    directory.register(bob.clone()).await.unwrap();
    assert!(directory.erase(player(1), 5_000).await.unwrap());
    let gone = directory.player(player(1)).await.unwrap().unwrap();
    assert_eq!((gone.display_name.as_str(), gone.secret_hash), ("", None));
    assert_eq!((gone.created_at, gone.erased_at, gone.name()), (1_000, Some(5_000), "Former player"));
    assert!(!directory.erase(player(1), 6_000).await.unwrap(), "only once");
    assert!(!directory.rename(player(1), "Ann").await.unwrap());
    assert!(taken(directory.register(ann()).await).starts_with("playerId"));
    assert_eq!(directory.player(player(1)).await.unwrap(), Some(gone));
    assert_eq!(directory.player(player(2)).await.unwrap(), Some(bob), "others stay");
}

pub(super) async fn a_code_cannot_be_taken_twice(directory: AnyStore) {
    assert_eq!(directory.table(&game("a")).await.unwrap(), None);
    assert_eq!(directory.table_by_code(&code("K7M2PX")).await.unwrap(), None);
    let first = table("a", "K7M2PX", 1);
    directory.open_table(first.clone()).await.unwrap();
    directory.open_table(first.clone()).await.unwrap();
    assert_eq!(taken(directory.open_table(table("b", "K7M2PX", 2)).await), "code: K7M2PX is taken");
    assert_eq!(taken(directory.open_table(table("a", "ZZZZZZ", 2)).await), "gameId: a is taken");
    directory.open_table(table("b", "ZZZZZZ", 2)).await.unwrap();
    // Both are known, each from another table.
    assert_eq!(taken(directory.open_table(table("a", "ZZZZZZ", 3)).await), "gameId: a is taken");
    assert_eq!(directory.table(&game("a")).await.unwrap(), Some(first.clone()));
    assert_eq!(directory.table_by_code(&code("k7m2px")).await.unwrap(), Some(first.clone()));
    // A code is not given to others when the game is over.
    directory.update_table(&game("a"), update(2, TableStatus::Over, 0, 4)).await.unwrap();
    assert_eq!(taken(directory.open_table(table("c", "K7M2PX", 5)).await), "code: K7M2PX is taken");
}

pub(super) async fn of_concurrent_requests_for_a_code_one_succeeds(directory: AnyStore) {
    for round in ["22222A", "22222B", "22222C", "22222D"] {
        let mut racing = JoinSet::new();
        for racer in 0..8 {
            let (directory, entry) = (directory.clone(), table(&format!("{round}-{racer}"), round, racer));
            racing.spawn(async move {
                match directory.open_table(entry.clone()).await {
                    Ok(()) => Some(entry),
                    error => {
                        assert_eq!(taken(error), format!("code: {round} is taken"));
                        None
                    }
                }
            });
        }
        let won: Vec<_> = racing.join_all().await.into_iter().flatten().collect();
        assert_eq!(won.len(), 1, "{round}");
        assert_eq!(directory.table_by_code(&code(round)).await.unwrap().as_ref(), won.first());
    }
}

pub(super) async fn open_tables_are_the_public_ones_that_wait_and_have_a_free_seat(directory: AnyStore) {
    let kind = |name: &str| TableFilter { kind: Some(name.parse().unwrap()), ..TableFilter::all(100) };
    let open = ["old", "same-1", "same-2", "other"];
    for entry in [
        table("old", "222222", 10),
        table("same-2", "222223", 20),
        table("same-1", "222224", 20),
        TableEntry { kind: "fortytwo".parse().unwrap(), host: player(2), ..table("other", "222225", 5) },
        TableEntry { public: false, ..table("private", "222226", 30) },
        TableEntry { status: TableStatus::Active, ..table("active", "222227", 30) },
        TableEntry { status: TableStatus::Over, ..table("over", "222228", 30) },
        TableEntry { free_seats: 0, ..table("full", "222229", 30) },
    ] {
        directory.open_table(entry.clone()).await.unwrap();
        assert_eq!(directory.table(&entry.game).await.unwrap(), Some(entry));
    }
    let listed = |filter: TableFilter| {
        let directory = directory.clone();
        async move {
            let tables = directory.open_tables(&filter).await.unwrap();
            tables.iter().map(|table| table.game.to_string()).collect::<Vec<_>>()
        }
    };
    let all = || TableFilter::all(100);
    assert_eq!(listed(all()).await, ["same-1", "same-2", "old", "other"], "newest first, then by name");
    assert_eq!(listed(TableFilter::all(2)).await, ["same-1", "same-2"]);
    assert_eq!(listed(TableFilter::all(0)).await, [""; 0]);
    assert_eq!(listed(kind("fortytwo")).await, ["other"]);
    assert_eq!(listed(TableFilter { limit: 1, ..kind("dicee") }).await, ["same-1"]);
    assert_eq!(listed(TableFilter { host: Some(player(2)), ..all() }).await, ["other"]);
    assert_eq!(listed(TableFilter { since: 10, ..all() }).await, ["same-1", "same-2", "old"]);
    // What changed lately is found, however many newer tables nobody looks after.
    assert!(directory.update_table(&game("other"), update(1, TableStatus::Waiting, 1, 30)).await.unwrap());
    assert_eq!(listed(TableFilter { since: 21, limit: 1, ..all() }).await, ["other"]);
    for name in open {
        assert!(directory.update_table(&game(name), update(2, TableStatus::Waiting, 0, 40)).await.unwrap());
    }
    assert!(listed(all()).await.is_empty());
    // Somebody stood up again.
    assert!(directory.update_table(&game("full"), update(2, TableStatus::Waiting, 2, 50)).await.unwrap());
    assert_eq!(listed(all()).await, ["full"]);
}

pub(super) async fn the_fullest_tables_come_first_for_those_who_want_company(directory: AnyStore) {
    for (name, code, seats, free_seats, created_at) in [
        ("waits-long", "222222", 8, 7, 10),
        ("waits-longer", "222223", 4, 3, 5),
        ("three-of-eight", "222224", 8, 5, 20),
        ("two-of-four", "222225", 4, 2, 30),
        ("all-left-but-more-fit", "222226", 2, 3, 1),
    ] {
        directory
            .open_table(TableEntry { seats, free_seats, ..table(name, code, created_at) })
            .await
            .unwrap();
    }
    let fullest = TableFilter { order: TableOrder::Fullest, ..TableFilter::all(4) };
    let tables = directory.open_tables(&fullest).await.unwrap();
    let names: Vec<_> = tables.iter().map(|table| table.game.as_str()).collect();
    assert_eq!(names, ["three-of-eight", "two-of-four", "waits-longer", "waits-long"]);
}

pub(super) async fn of_one_host_a_few_tables_are_listed_those_that_were_opened_first(directory: AnyStore) {
    for (number, name) in ["first", "second", "third", "fourth"].into_iter().enumerate() {
        let kind = if number % 2 == 0 { "dicee" } else { "fortytwo" };
        let entry = table(name, &format!("22222{}", number + 2), 10 * (number as u64 + 1));
        directory.open_table(TableEntry { kind: kind.parse().unwrap(), ..entry }).await.unwrap();
    }
    let other = TableEntry { host: player(2), ..table("other", "222229", 50) };
    directory.open_table(other).await.unwrap();
    let two = |filter| TableFilter { of_a_host: 2, ..filter };
    let listed = |filter: TableFilter| {
        let directory = directory.clone();
        async move {
            let tables = directory.open_tables(&filter).await.unwrap();
            tables.iter().map(|table| table.game.to_string()).collect::<Vec<_>>()
        }
    };
    assert_eq!(listed(two(TableFilter::all(100))).await, ["other", "second", "first"]);
    assert_eq!(listed(two(TableFilter::all(2))).await, ["other", "second"], "before the limit");
    let fortytwo = TableFilter { kind: Some("fortytwo".parse().unwrap()), ..TableFilter::all(100) };
    assert_eq!(listed(two(fortytwo)).await, ["second"], "of all kinds together");
    let fullest = TableFilter { order: TableOrder::Fullest, ..TableFilter::all(100) };
    assert_eq!(listed(two(fullest)).await.len(), 3);
    let lately = TableFilter { since: 20, ..TableFilter::all(100) };
    assert_eq!(listed(two(lately)).await, ["other", "third", "second"], "of those that somebody looks after");
    assert_eq!(listed(TableFilter::all(100)).await.len(), 5);
}

pub(super) async fn the_newest_version_of_a_game_says_how_its_table_stands(directory: AnyStore) {
    let says = |version, status, seats, at| {
        let directory = directory.clone();
        async move { directory.update_table(&game("a"), update(version, status, seats, at)).await.unwrap() }
    };
    assert!(!says(2, TableStatus::Active, 0, 1).await, "there is no such table");
    directory.open_table(table("a", "K7M2PX", 10)).await.unwrap();
    assert!(!says(0, TableStatus::Waiting, 7, 99).await, "that was before");
    assert!(!says(1, TableStatus::Waiting, 7, 9).await, "the host was seen later than that");
    assert!(says(1, TableStatus::Waiting, 2, 10).await);
    assert!(says(2, TableStatus::Waiting, 0, 12).await);
    // The clock of the node that saw the game begin is slow; it began all the same.
    assert!(says(3, TableStatus::Active, 0, 11).await);
    assert!(!says(2, TableStatus::Waiting, 3, 99).await, "a node that is behind");
    assert!(says(5, TableStatus::Over, 0, 12).await);
    assert!(!says(4, TableStatus::Active, 0, 99).await, "a node that is behind");
    let expected = TableEntry {
        status: TableStatus::Over,
        free_seats: 0,
        version: 5,
        updated_at: 12,
        ..table("a", "K7M2PX", 10)
    };
    assert_eq!(directory.table(&game("a")).await.unwrap(), Some(expected));
}

pub(super) async fn a_table_that_everybody_left_is_open_again_when_somebody_sits_down(directory: AnyStore) {
    directory.open_table(table("a", "K7M2PX", 10)).await.unwrap();
    let listed = || async { directory.open_tables(&TableFilter::all(10)).await.unwrap().len() };
    assert!(directory.update_table(&game("a"), update(3, TableStatus::Over, 4, 11)).await.unwrap());
    assert_eq!(listed().await, 0);
    // In the same millisecond.
    assert!(directory.update_table(&game("a"), update(4, TableStatus::Waiting, 3, 11)).await.unwrap());
    assert_eq!(listed().await, 1);
}

pub(super) async fn games_of_a_player_are_listed_newest_first(store: AnyStore) {
    for (name, at) in [("b", 20), ("a", 20), ("old", 10), ("new", 30)] {
        store.append(append(name, 0, "0:create", 1)).await.unwrap();
        store.record_seat(player(1), &game(name), at).await.unwrap();
    }
    store.record_seat(player(1), &game("never-created"), 99).await.unwrap();
    store.record_seat(player(2), &game("old"), 11).await.unwrap();
    // The first time counts.
    store.record_seat(player(1), &game("old"), 99).await.unwrap();
    let listed = |who, limit| {
        let store = store.clone();
        async move {
            let games = store.games_of(who, limit).await.unwrap();
            assert!(games.iter().all(|sat| sat.kind.as_str() == "test"));
            games.iter().map(|sat| format!("{} {}", sat.game, sat.at)).collect::<Vec<_>>()
        }
    };
    assert_eq!(listed(player(1), 10).await, ["new 30", "a 20", "b 20", "old 10"]);
    assert_eq!(listed(player(1), 2).await, ["new 30", "a 20"]);
    assert_eq!(listed(player(2), 10).await, ["old 11"]);
    assert_eq!(listed(player(3), 10).await, [""; 0]);
    for (who, name, sat) in [(1, "old", true), (2, "old", true), (2, "new", false), (3, "new", false)] {
        assert_eq!(store.has_sat(player(who), &game(name)).await.unwrap(), sat, "{who} in {name}");
    }
}

pub(super) async fn a_block_counts_for_the_one_who_made_it(directory: AnyStore) {
    let block = |who, other| Block { player: player(who), other: player(other) };
    for (who, other) in [(1, 3), (1, 2), (1, 2), (4, 2)] {
        directory.set_block(block(who, other), true).await.unwrap();
    }
    assert_eq!(directory.blocks_of(player(1)).await.unwrap(), [player(2), player(3)]);
    assert_eq!(directory.blocks_of(player(2)).await.unwrap(), []);
    assert_eq!(directory.blocked_by(player(2)).await.unwrap(), [player(1), player(4)]);
    directory.set_block(block(1, 3), false).await.unwrap();
    directory.set_block(block(1, 3), false).await.unwrap();
    assert_eq!(directory.blocks_of(player(1)).await.unwrap(), [player(2)]);
    directory.register(ann()).await.unwrap();
    directory.erase(player(1), 9).await.unwrap();
    assert_eq!(directory.blocked_by(player(2)).await.unwrap(), [player(4)], "the erased leave nothing");
}

pub(super) async fn complaints_are_kept_once_and_not_without_end(directory: AnyStore) {
    let complaint = |reporter, about, name: &str, at| Complaint {
        reporter: player(reporter),
        player: player(about),
        game: game(name),
        reason: ComplaintReason::Chat,
        text: String::from("rude ☃ '; DROP TABLE complaints"),
        at,
    };
    let first = complaint(1, 2, "a", 10);
    assert!(directory.report(first.clone(), 3).await.unwrap());
    assert!(!directory.report(complaint(1, 2, "a", 11), 3).await.unwrap(), "it was reported before");
    assert!(directory.report(complaint(1, 2, "b", 12), 3).await.unwrap());
    assert!(directory.report(complaint(1, 3, "a", 13), 3).await.unwrap());
    assert!(!directory.report(complaint(1, 4, "a", 14), 3).await.unwrap(), "enough of this reporter");
    assert!(directory.report(complaint(2, 1, "a", 15), 3).await.unwrap());
    let kept = directory.complaints(10).await.unwrap();
    assert_eq!(kept.iter().map(|complaint| complaint.at).collect::<Vec<_>>(), [15, 13, 12, 10]);
    assert_eq!(kept.last(), Some(&first));
    assert_eq!(directory.complaints(1).await.unwrap().len(), 1);
    directory.register(ann()).await.unwrap();
    directory.erase(player(1), 20).await.unwrap();
    assert_eq!(directory.complaints(10).await.unwrap(), []);
}

pub(super) async fn a_sanction_holds_until_it_is_lifted(directory: AnyStore) {
    let (ban, closed) = (Sanction::Banned(player(1)), Sanction::Closed(game("a")));
    let holds = |sanction: &Sanction| directory.is_sanctioned(sanction.clone());
    assert!(!holds(&ban).await.unwrap());
    assert!(directory.set_sanction(ban.clone(), Some(10)).await.unwrap());
    assert!(!directory.set_sanction(ban.clone(), Some(11)).await.unwrap(), "it holds already");
    assert!(directory.set_sanction(closed.clone(), Some(12)).await.unwrap());
    assert!(holds(&ban).await.unwrap() && holds(&closed).await.unwrap());
    assert!(!holds(&Sanction::Banned(player(2))).await.unwrap());
    let listed = [(closed.clone(), 12), (ban.clone(), 10)];
    assert_eq!(directory.sanctions(10).await.unwrap(), listed);
    assert_eq!(directory.sanctions(1).await.unwrap(), listed[..1]);
    assert!(directory.set_sanction(closed.clone(), None).await.unwrap());
    assert!(!directory.set_sanction(closed.clone(), None).await.unwrap(), "it is lifted already");
    assert!(!holds(&closed).await.unwrap());
    directory.register(ann()).await.unwrap();
    directory.erase(player(1), 20).await.unwrap();
    assert_eq!(directory.sanctions(10).await.unwrap(), [], "the erased leave nothing");
}

pub(super) async fn hidden_results_are_remembered_until_the_player_is_erased(directory: AnyStore) {
    directory.register(ann()).await.unwrap();
    let hidden = || async { directory.player(player(1)).await.unwrap().unwrap().results_hidden };
    assert!(!hidden().await);
    assert!(directory.hide_results(player(1), true).await.unwrap());
    assert!(hidden().await);
    assert!(directory.hide_results(player(1), false).await.unwrap());
    assert!(!hidden().await);
    assert!(!directory.hide_results(player(2), true).await.unwrap(), "nobody is behind the id");
    directory.hide_results(player(1), true).await.unwrap();
    directory.erase(player(1), 9).await.unwrap();
    assert!(!hidden().await);
    assert!(!directory.hide_results(player(1), true).await.unwrap());
}
