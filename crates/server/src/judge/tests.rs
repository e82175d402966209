use std::time::Duration;

use chance::SeededChance;
use dicee::{Bot, DiceSource, DiceeCommand, DiceeEvent, DiceeGame, GameMode, Rules, Settings, records};
use ledger::{Log, Seat, Source, Stamp, Stream};
use serde_json::json;

use uuid::Uuid;

use protocol::{PlayerBehaviour, Signs};
use store::{Cursor, GameId, Note, PlayerRecord, StoredEvent};

use super::judging::Moment;
use super::summary::{ALWAYS, Conduct, ENOUGH};
use super::*;
use crate::api::Api;
use crate::drain::Drain;
use crate::testing::{BEGIN, fresh, fresh_over, in_newer_minor_schema, keep, play, send_to, with};

const ANN: PlayerId = PlayerId(Uuid::from_u128(1));
const BOB: PlayerId = PlayerId(Uuid::from_u128(2));
const ROBOT: PlayerId = PlayerId(Uuid::from_u128(3));

/// Judges decisions of all times.
async fn look(api: &Api) -> Behaviour {
    api.judge.fold_at(0).await.unwrap()
}

/// How the summary that was kept and a rebuild agree.
async fn compared(api: &Api) -> Agreement {
    compare(Arc::clone(&api.archive), Arc::clone(&api.solved)).await.unwrap()
}

async fn kept(api: &Api) -> Option<Checkpoint> {
    api.archive.checkpoint(Behaviour::NAME).await.unwrap()
}

fn shown(behaviour: &Behaviour, player: PlayerId) -> PlayerBehaviour {
    behaviour.players.get(&player).copied().unwrap_or_default().shown(player)
}

/// Somebody who takes their time, and more of it for some decisions.
fn thoughtful(version: u64) -> u64 {
    2_000 + version * version % 7 * 900
}

/// Who plays, how fast, with which signs, and whether that is enough.
type Row = (Bot, fn(u64) -> u64, [bool; 3], bool);

#[tokio::test]
async fn two_signs_flag_a_player_and_one_does_not() {
    let rows: [Row; 5] = [
        (Bot::Casual, thoughtful, [false, false, false], false),
        (Bot::Optimal, thoughtful, [true, false, false], false),
        (Bot::Optimal, |version| 20 + version % 50, [true, true, false], true),
        (Bot::Optimal, |version| 1_500 + version % 10, [true, false, true], true),
        (Bot::Casual, |version| 20 + version % 50, [false, true, false], false),
    ];
    let api = fresh();
    for (row, (bot, pace, ..)) in (1..).zip(rows) {
        for game in 1..=3 {
            play(&api, 10 * row + game, &[(PlayerId(Uuid::from_u128(row)), bot)], 0, pace).await;
        }
    }
    let behaviour = look(&api).await;
    for (row, (.., [always_optimal, instant_decisions, even_pace], flagged)) in (1..).zip(rows) {
        let player = shown(&behaviour, PlayerId(Uuid::from_u128(row)));
        assert_eq!(player.games, 3);
        assert!(player.decisions >= ENOUGH, "{player:?}");
        let signs = Signs { always_optimal, instant_decisions, even_pace };
        assert_eq!((player.signs, player.flagged), (signs, flagged), "{player:?}");
        assert_eq!(instant_decisions, player.instant_share > 0.99, "{player:?}");
    }
}

#[tokio::test]
async fn few_decisions_say_nothing() {
    let api = fresh();
    play(&api, 1, &[(ANN, Bot::Optimal)], 0, |_| 1).await;
    let ann = shown(&look(&api).await, ANN);
    assert!(ann.decisions < ENOUGH && !ann.flagged && ann.optimal_share > ALWAYS, "{ann:?}");
}

#[test]
fn events_of_a_newer_minor_schema_are_judged() {
    let golden = include_str!("../../../dicee/tests/golden/fair-standard.json");
    let known: Vec<StoredEvent> = serde_json::from_str(golden).unwrap();
    let read = |events: &[StoredEvent]| -> Vec<DiceeEvent> {
        events.iter().map(|event| Moment::of(event).unwrap().event).collect()
    };
    assert_eq!(read(&in_newer_minor_schema(known.clone())), read(&known));
}

#[test]
fn days_between_decisions_are_no_even_pace() {
    let mut conduct = Conduct::default();
    for decision in 0..100_000 {
        conduct.add(&Conduct::of_decision(true, if decision % 2 == 0 { 2_000 } else { u64::MAX }));
    }
    let shown = conduct.shown(ANN);
    assert!(shown.signs.always_optimal && !shown.signs.even_pace && !shown.flagged, "{shown:?}");
}

#[test]
fn the_summary_keeps_those_who_played_last_and_does_not_grow_with_everybody_who_ever_played() {
    let mut behaviour = Behaviour::default();
    for number in 1..=1_000_u64 {
        // The even ones come back after a while.
        let last = if number % 2 == 0 { number + 600 } else { number };
        let mut conduct = Conduct::of_decision(true, 1_000);
        conduct.last = last;
        behaviour.players.insert(PlayerId(Uuid::from_u128(u128::from(number))), conduct);
        behaviour.keep_last(100);
        assert!(behaviour.players.len() <= 100);
    }
    assert!(behaviour.may_have_forgotten(100));
    // The odd ones that came since the summary was cut last are still there, but the first to go.
    behaviour.keep_last(90);
    let oldest_kept = behaviour.players.values().map(|conduct| conduct.last).min().unwrap();
    assert!(oldest_kept > 1_300, "{oldest_kept}");
    let kept: Behaviour = serde_json::from_value(serde_json::to_value(&behaviour).unwrap()).unwrap();
    assert_eq!(kept, behaviour);
}

#[tokio::test]
async fn people_are_judged_by_their_own_decisions_and_bots_are_not() {
    let api = fresh();
    let players = [(ANN, Bot::Optimal), (BOB, Bot::Beginner), (ROBOT, Bot::Optimal)];
    play(&api, 1, &players, 1, thoughtful).await;
    let behaviour = look(&api).await;
    assert!(shown(&behaviour, ANN).optimal_share > shown(&behaviour, BOB).optimal_share);
    assert_eq!(behaviour.players.keys().copied().collect::<Vec<_>>(), [ANN, BOB]);
}

#[tokio::test]
async fn nothing_is_kept_of_a_running_game_and_it_is_judged_when_it_ends() {
    let api = fresh();
    api.solved.solve(Rules::Standard);
    let log = drive(&api, |_, _| None);
    let stored: Vec<StoredEvent> = serde_json::from_str(&log.to_json().unwrap()).unwrap();
    let name = "running".parse().unwrap();
    let half = stored.len() / 2;
    let half = half
        + stored[half..]
            .iter()
            .position(|event| event.correlation_id != stored[half - 1].correlation_id)
            .unwrap();
    keep(&api, &name, "dicee", &stored[..half]).await;
    look(&api).await;
    assert_eq!(kept(&api).await.unwrap().state, json!({ "players": {} }));
    keep(&api, &name, "dicee", &stored[half..]).await;
    let behaviour = look(&api).await;
    let decided = records(log.events())[&ANN].decisions().len() as u64;
    let ann = shown(&behaviour, ANN);
    assert_eq!((ann.games, ann.decisions), (1, decided));
    assert_eq!(Behaviour::deserialize(&kept(&api).await.unwrap().state).unwrap(), behaviour);
    assert_eq!(compared(&api).await, Agreement::Equal);
}

#[tokio::test]
async fn what_was_taken_back_does_not_count() {
    let api = fresh();
    api.solved.solve(Rules::Standard);
    let mut undone = 0;
    let log = drive(&api, |log, _| {
        let scored = matches!(log.events().last(), Some(DiceeEvent::Score { .. }));
        (scored && undone < 5).then(|| {
            undone += 1;
            (Seat(0), DiceeCommand::Undo {})
        })
    });
    assert_eq!(log.events().filter(|event| matches!(event, DiceeEvent::Undo {})).count(), 5);
    let stored: Vec<StoredEvent> = serde_json::from_str(&log.to_json().unwrap()).unwrap();
    keep(&api, &"undone".parse().unwrap(), "dicee", &stored).await;
    let decided = records(log.events())[&ANN].decisions().len() as u64;
    // Neither what was taken back, all in the first turn, nor what was scored there once the grade was known.
    assert_eq!(shown(&look(&api).await, ANN).decisions, decided - 1);
}

#[tokio::test]
async fn what_the_table_did_for_somebody_whose_time_was_over_does_not_count() {
    let api = fresh();
    api.solved.solve(Rules::Standard);
    let mut expired = 0;
    let log = drive(&api, |log, turn_is_open| {
        let scored = matches!(log.events().last(), Some(DiceeEvent::Score { .. }));
        (turn_is_open && scored && expired < 4).then(|| {
            expired += 1;
            (dicee::TABLE, DiceeCommand::Expire {})
        })
    });
    let by_table =
        |envelope: &&ledger::Envelope<DiceeEvent>| envelope.correlation_id.seat() == Some(dicee::TABLE);
    assert!(log.envelopes().iter().filter(by_table).count() >= 4);
    let stored: Vec<StoredEvent> = serde_json::from_str(&log.to_json().unwrap()).unwrap();
    keep(&api, &"expired".parse().unwrap(), "dicee", &stored).await;
    // The table scored what it rolled, four times: one decision each.
    let decided = records(log.events())[&ANN].decisions().len() as u64;
    assert_eq!(shown(&look(&api).await, ANN).decisions, decided - 4);
}

#[tokio::test]
async fn practice_is_not_judged() {
    let api = fresh();
    api.solved.solve(Rules::Standard);
    let log = drive(&api, |_, _| None);
    let stored: Vec<StoredEvent> = serde_json::from_str(&log.to_json().unwrap()).unwrap();
    let mut tutorial = stored.clone();
    tutorial[0].payload["gameMode"] = json!("tutorial");
    let mut seeded = stored.clone();
    seeded[0].payload["dice"] = serde_json::to_value(DiceSource::Seeded { seed: 7 }).unwrap();
    for (name, events) in [("tutorial", &tutorial), ("seeded", &seeded)] {
        keep(&api, &name.parse().unwrap(), "dicee", events).await;
    }
    assert_eq!(look(&api).await.players.len(), 0);
    keep(&api, &"played".parse().unwrap(), "dicee", &stored).await;
    assert_eq!(shown(&look(&api).await, ANN).games, 1);
}

/// A solo game that Ann plays, with `otherwise` coming first: what else is done, and by whom.
fn drive(
    api: &Api,
    mut otherwise: impl FnMut(&Log<DiceeGame>, bool) -> Option<(Seat, DiceeCommand)>,
) -> Log<DiceeGame> {
    let solved = api.solved.get(Rules::Standard).unwrap();
    let mut log = Log::<DiceeGame>::default();
    let luck = SeededChance::from_seed(1);
    let (mut dice, mut mind) = (luck.stream(0), luck.stream(1));
    let settings = Settings { time_limit: Some(60), allow_undo: Some(true), ..Settings::default() };
    let create = DiceeCommand::Create {
        game_id: dicee::GameId(Uuid::from_u128(7)),
        game_mode: GameMode::Solo,
        player_ids: vec![ANN],
        settings,
        dice: DiceSource::default(),
    };
    let mut next = Some((Seat(0), create));
    while let Some((seat, command)) = next {
        let stamp = Stamp { timestamp: 1_000_000 + log.version() * 1_000, source: Source::Client };
        let id = log.version().to_string();
        log.submit(seat, &id, None, &command, &mut dice, stamp).unwrap();
        let table = log.state().table().unwrap();
        next = otherwise(&log, table.turn().is_ok()).or_else(|| match log.events().last() {
            Some(DiceeEvent::GameCreated { .. }) => Some((Seat(0), DiceeCommand::Start {})),
            _ => Bot::Casual.command(solved, log.state(), &mut mind).map(|command| (Seat(0), command)),
        });
    }
    log
}

#[tokio::test]
async fn only_an_operator_sees_it() {
    const PATH: &str = "/api/v1/operator/behaviour";
    let ask = |api: Arc<Api>, token: Option<String>| async move {
        let bearer = token.map(|token| format!("Bearer {token}"));
        let headers: Vec<_> = bearer.as_deref().map(|bearer| ("authorization", bearer)).into_iter().collect();
        send_to(&api, "GET", PATH, &headers, axum::body::Body::empty()).await
    };
    let closed = with(false, None);
    for token in [None, Some(String::new()), Some(String::from("secret"))] {
        let reply = ask(closed.clone(), token).await;
        assert_eq!((reply.status, &reply.json()["error"]["code"]), (404, &json!("ERR_NOT_FOUND")));
    }
    let empty = with(false, Some(""));
    assert_eq!(ask(empty, Some(String::new())).await.status, 404, "an empty token is none");

    let api = with(false, Some("secret"));
    play(&api, 1, &[(ANN, Bot::Casual)], 0, thoughtful).await;
    let players = api.identity.issue(ANN, crate::clock::now()).text;
    for token in [None, Some(String::new()), Some(String::from("Secret")), Some(players)] {
        let reply = ask(api.clone(), token).await;
        assert_eq!((reply.status, &reply.json()["error"]["code"]), (401, &json!("ERR_UNAUTHORIZED")));
        assert_eq!(reply.header("www-authenticate"), Some("Bearer"));
    }
    let reply = ask(api.clone(), Some(String::from("secret"))).await;
    let body = reply.json();
    assert_eq!((reply.status, &body["success"], &body["total"]), (200, &json!(true), &json!(1)), "{body}");
    assert_eq!(body["players"][0]["playerId"], json!(ANN));
    assert_eq!(body["players"][0]["flagged"], json!(false));
}

/// A note that Ann asked for a hint in a turn of a game, at this time.
fn hint(game: &GameId, turn: u8, at: u64) -> Note {
    let body = json!({ "eventType": "hint_requested", "playerId": ANN, "turnNumber": turn });
    Note::new(game.clone(), Stream::Telemetry, at, body).unwrap()
}

fn first_game() -> GameId {
    Uuid::from_u128(1).to_string().parse().unwrap()
}

#[tokio::test]
async fn decisions_of_a_turn_with_a_hint_are_left_out() {
    let (plain, hinted) = (fresh(), fresh());
    for api in [&plain, &hinted] {
        play(api, 1, &[(ANN, Bot::Optimal)], 0, thoughtful).await;
    }
    let hint = |turn| hint(&first_game(), turn, *BEGIN);
    hinted.archive.note(vec![hint(1), hint(2), hint(2)]).await.unwrap();
    let all = shown(&look(&plain).await, ANN).decisions;
    let left = shown(&look(&hinted).await, ANN).decisions;
    assert!((2..=6).contains(&(all - left)), "{all} decisions, {left} without the two turns");
    assert_eq!(compared(&hinted).await, Agreement::Equal);
    hinted.archive.prune(u64::MAX).await.unwrap();
    assert_eq!(compared(&hinted).await, Agreement::HintsExpired);
}

#[tokio::test]
async fn decisions_so_old_that_their_hints_may_have_expired_are_left_out() {
    const DAY: u64 = 24 * 60 * 60 * 1000;
    let (plain, hinted) = (fresh(), fresh());
    for api in [&plain, &hinted] {
        // A turn takes days.
        play(api, 1, &[(ANN, Bot::Optimal)], 0, |_| DAY).await;
    }
    // She asks for a hint at the first roll of every turn.
    let (mut turn, mut has_rolled) = (1, false);
    for event in hinted.archive.read(&first_game(), 0).await.unwrap() {
        let kind = event.payload["eventType"].as_str().unwrap();
        if kind == "roll" && !has_rolled {
            has_rolled = true;
            hinted.archive.note(vec![hint(&first_game(), turn, event.timestamp)]).await.unwrap();
        } else if kind == "score" {
            (turn, has_rolled) = (turn + 1, false);
        }
    }
    let judged_at = async |api: &Api, at: u64| {
        let (cursor, state) = (Cursor::START, json!({ "players": {} }));
        let (projection, revision) = (Behaviour::NAME.into(), Behaviour::REVISION);
        api.archive.save_checkpoint(Checkpoint { projection, revision, cursor, state }).await.unwrap();
        api.archive.prune(at).await.unwrap();
        shown(&api.judge.fold_at(at).await.unwrap(), ANN).decisions
    };
    let all = judged_at(&plain, 0).await;
    for day in 0..130 {
        let at = *BEGIN + day * DAY;
        assert_eq!(judged_at(&hinted, at).await, 0, "judged after {day} days");
        let left = judged_at(&plain, at).await;
        assert!((day > 29 || left == all) && (day < 120 || left == 0), "after {day} days: {left} of {all}");
    }
}

/// A server over a SQLite file, in which Ann has played a game with a hint, and another one.
async fn two_games_on_disk(folder: &std::path::Path) -> (Arc<Api>, std::path::PathBuf) {
    let file = folder.join("dicee.db");
    let api = reopened(&file).await;
    for game in [1, 2] {
        play(&api, game, &[(ANN, Bot::Optimal)], 0, thoughtful).await;
    }
    api.archive.note(vec![hint(&first_game(), 1, *BEGIN)]).await.unwrap();
    (api, file)
}

async fn reopened(file: &std::path::Path) -> Arc<Api> {
    let opened = crate::archive::open(&crate::StoreChoice::Sqlite(file.to_owned())).await.unwrap();
    fresh_over(&opened, Drain::default())
}

#[tokio::test]
async fn a_game_whose_hints_are_damaged_is_not_judged_and_the_others_are() {
    let folder = tempfile::tempdir().unwrap();
    let (api, file) = two_games_on_disk(folder.path()).await;
    api.archive.close().await.unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    let note = br#"{"eventType":"hint_requested""#;
    let at = bytes.windows(note.len()).position(|window| window == note).unwrap();
    bytes[at] = b'x';
    drop(api);
    std::fs::write(&file, bytes).unwrap();
    let api = reopened(&file).await;
    let notes = api.archive.notes(&first_game(), Stream::Telemetry).await;
    assert!(matches!(notes, Err(StoreError::Corrupt(_))), "{notes:?}");
    assert_eq!(shown(&look(&api).await, ANN).games, 1);
    assert!(kept(&api).await.is_some(), "the fold has gone on behind it");
}

#[tokio::test]
async fn a_game_that_cannot_be_read_now_is_judged_when_it_can() {
    let api = fresh();
    play(&api, 1, &[(ANN, Bot::Optimal)], 0, thoughtful).await;
    let folder = tempfile::tempdir().unwrap();
    let closed = reopened(&folder.path().join("dicee.db")).await;
    closed.archive.close().await.unwrap();
    let (archive, runtime) = (Arc::clone(&api.archive), Handle::current());
    let games = Arc::clone(&closed.archive);
    let judging = Judging::at(0, games, Arc::clone(&api.solved), runtime.clone());
    let fold = move || runtime.block_on(catch_up::<Behaviour>(&*archive, &judging));
    assert!(tokio::task::spawn_blocking(fold).await.unwrap().is_err());
    assert_eq!(kept(&api).await, None, "nothing was counted");
    assert_eq!(shown(&look(&api).await, ANN).games, 1);
}

#[tokio::test(start_paused = true)]
async fn games_are_judged_before_their_hints_expire_though_no_operator_looks() {
    let api = fresh();
    play(&api, 1, &[(ANN, Bot::Optimal)], 0, thoughtful).await;
    let drain = Drain::default();
    crate::behaviour::fold_in_background(&Arc::downgrade(&api), drain.clone());
    // The clock is paused: a quarter of an hour takes no time. It goes on before a thread is waited for.
    tokio::time::sleep(Duration::from_secs(15 * 60)).await;
    tokio::time::resume();
    let saved = testbed::eventually("a fold", async || kept(&api).await).await;
    assert_eq!(shown(&Behaviour::deserialize(&saved.state).unwrap(), ANN).games, 1);
    drain.begin();
}

#[tokio::test]
async fn judging_takes_no_worker_from_requests() {
    let api = fresh();
    play(&api, 1, &[(ANN, Bot::Optimal)], 0, thoughtful).await;
    let _all = (api.workers.wait().await, api.workers.wait().await);
    assert_eq!(shown(&look(&api).await, ANN).games, 1);
}

/// A store in which Ann and Bob have played, and are registered.
async fn registered_and_judged() -> Arc<Api> {
    let api = fresh();
    for player in [ANN, BOB] {
        api.archive.register(PlayerRecord::new(player, "name", [1; 32], 1)).await.unwrap();
    }
    play(&api, 1, &[(ANN, Bot::Optimal), (BOB, Bot::Casual)], 0, thoughtful).await;
    assert_eq!(known(&look(&api).await), [ANN, BOB]);
    api
}

fn known(behaviour: &Behaviour) -> Vec<PlayerId> {
    behaviour.players.keys().copied().collect()
}

/// Who is in the summary that was saved.
async fn saved(api: &Api) -> Vec<PlayerId> {
    known(&Behaviour::deserialize(&kept(api).await.unwrap().state).unwrap())
}

#[tokio::test]
async fn nothing_is_concluded_about_somebody_who_was_erased() {
    let api = registered_and_judged().await;
    api.archive.erase(ANN, 5).await.unwrap();
    api.judge.forget(ANN).await.unwrap();
    assert_eq!(saved(&api).await, [BOB]);
    // Her events stay, also of games that end later.
    play(&api, 2, &[(ANN, Bot::Optimal), (BOB, Bot::Casual)], 0, thoughtful).await;
    assert_eq!((known(&look(&api).await), saved(&api).await), (vec![BOB], vec![BOB]));
}

#[tokio::test]
async fn somebody_erased_does_not_come_back_with_a_summary_that_was_begun_before() {
    let api = registered_and_judged().await;
    let begun_before = kept(&api).await.unwrap();
    api.archive.erase(ANN, 5).await.unwrap();
    api.judge.forget(ANN).await.unwrap();
    // This node's own fold ends: the next one looks her up. Then that of another node, which was never told.
    for _ in 0..2 {
        api.archive.save_checkpoint(begun_before.clone()).await.unwrap();
        assert_eq!((known(&look(&api).await), saved(&api).await), (vec![BOB], vec![BOB]));
    }
}

#[test]
fn everybody_is_looked_up_in_turn() {
    let player = |number: usize| PlayerId(Uuid::from_u128(number as u128));
    let everybody = 2 * CHECKED + 1;
    let players = (0..everybody).map(|number| (player(number), Conduct::default())).collect();
    let (behaviour, mut last) = (Behaviour { players }, None);
    let mut seen = Vec::new();
    for _ in 0..3 {
        seen.extend(next_of(&behaviour, &mut last));
    }
    assert_eq!(seen, (0..everybody).map(player).collect::<Vec<_>>());
    assert_eq!(next_of(&behaviour, &mut last).first(), Some(&player(0)), "and again");
}
