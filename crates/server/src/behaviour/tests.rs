use chance::SeededChance;
use dicee::{Bot, DiceSource, DiceeCommand, GameMode, Rules, Settings, records};
use ledger::{Log, Seat, Source, Stamp};
use serde_json::json;

use uuid::Uuid;

use super::*;
use crate::testing::{fresh, in_newer_minor_schema, keep, play, send_to, with};
use store::compare_with_rebuild;

const ANN: PlayerId = PlayerId(Uuid::from_u128(1));
const BOB: PlayerId = PlayerId(Uuid::from_u128(2));
const ROBOT: PlayerId = PlayerId(Uuid::from_u128(3));

/// Without the notes on hints, which takes a thread of its own.
fn judging(api: &Api) -> Judging {
    Judging { solved: Arc::clone(&api.solved), notes: None }
}

async fn look(api: &Api) -> Behaviour {
    catch_up::<Behaviour>(&*api.archive, &judging(api)).await.unwrap()
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
async fn a_running_game_is_kept_and_judged_when_it_ends() {
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
    let behaviour = look(&api).await;
    assert!(behaviour.players.is_empty() && behaviour.running["running"].len() == half);
    keep(&api, &name, "dicee", &stored[half..]).await;
    let behaviour = look(&api).await;
    assert!(behaviour.running.is_empty());
    assert_eq!(shown(&behaviour, ANN).games, 1);
    let (kept, rebuilt) =
        compare_with_rebuild::<Behaviour>(&*api.archive, &judging(&api)).await.unwrap().unwrap();
    assert_eq!((&kept, &rebuilt), (&behaviour, &behaviour));
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
async fn a_game_that_nobody_finishes_is_forgotten_after_a_month() {
    let api = fresh();
    api.solved.solve(Rules::Standard);
    let log = drive(&api, |_, _| None);
    let mut stored: Vec<StoredEvent> = serde_json::from_str(&log.to_json().unwrap()).unwrap();
    keep(&api, &"left".parse().unwrap(), "dicee", &stored[..10]).await;
    for event in &mut stored {
        event.timestamp += 31 * DAY;
    }
    keep(&api, &"later".parse().unwrap(), "dicee", &stored[..10]).await;
    assert_eq!(look(&api).await.running.into_keys().collect::<Vec<_>>(), ["later"]);
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

#[tokio::test(flavor = "multi_thread")]
async fn decisions_of_a_turn_with_a_hint_are_left_out() {
    let api = fresh();
    play(&api, 1, &[(ANN, Bot::Optimal)], 0, thoughtful).await;
    let all = shown(&look(&api).await, ANN).decisions;
    let game: GameId = Uuid::from_u128(1).to_string().parse().unwrap();
    let hint = |turn: u8| {
        let body = json!({ "eventType": "hint_requested", "playerId": ANN, "turnNumber": turn });
        Note::new(game.clone(), Stream::Telemetry, 5, body).unwrap()
    };
    api.archive.note(vec![hint(1), hint(2), hint(2)]).await.unwrap();
    let judging = Judging {
        solved: Arc::clone(&api.solved),
        notes: Some((Arc::clone(&api.archive), Handle::current())),
    };
    let (archive, runtime) = (Arc::clone(&api.archive), Handle::current());
    let fold = move || runtime.block_on(compare_with_rebuild::<Behaviour>(&*archive, &judging)).unwrap();
    let (_, hinted) = tokio::task::spawn_blocking(fold).await.unwrap().unwrap();
    let left = shown(&hinted, ANN).decisions;
    assert!((2..=6).contains(&(all - left)), "{all} decisions, {left} without the two turns");
}

#[tokio::test]
async fn nothing_is_concluded_about_somebody_who_was_erased() {
    let api = fresh();
    play(&api, 1, &[(ANN, Bot::Optimal)], 0, thoughtful).await;
    assert!(look(&api).await.players.contains_key(&ANN));
    forget(&api, ANN).await.unwrap();
    assert!(!look(&api).await.players.contains_key(&ANN));
}
