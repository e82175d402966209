use chance::SeededChance;
use dicee::{Bot, DiceeCommand, GameMode, Rules, Settings, SolvedGame};
use ledger::{Log, Source, Stamp};
use protocol::SkillResponse;
use serde_json::{Value, json};
use uuid::Uuid;

use super::*;
use crate::learning::tests::{ask, folded, games, get_json, registered};
use crate::testing::{Reply, fresh};

/// How a device knows its player: not by the id that they have here.
const LOCAL: PlayerId = PlayerId(Uuid::from_u128(77));
const BOT: PlayerId = PlayerId(Uuid::from_u128(78));

/// A game of a device against a bot, up to so many events.
fn offline(solved: &SolvedGame, number: u128, dice: DiceSource, most: u64) -> Log<DiceeGame> {
    let mut log = Log::<DiceeGame>::default();
    let submit = |log: &mut Log<DiceeGame>, seat: Seat, command: &DiceeCommand| {
        let stamp = Stamp { timestamp: 5, source: Source::Client };
        let id = log.version().to_string();
        match log.state().luck(None) {
            Some(mut luck) => log.submit(seat, &id, None, command, &mut luck, stamp).unwrap(),
            None => log
                .submit(seat, &id, None, command, &mut SeededChance::from_seed(log.version()), stamp)
                .unwrap(),
        };
    };
    let create = DiceeCommand::Create {
        game_id: dicee::GameId(Uuid::from_u128(number)),
        game_mode: GameMode::Multiplayer,
        player_ids: vec![LOCAL],
        settings: Settings::default(),
        dice,
    };
    submit(&mut log, Seat(0), &create);
    submit(&mut log, Seat(0), &DiceeCommand::AddBot { player_id: BOT, bot: Bot::Greedy });
    submit(&mut log, Seat(0), &DiceeCommand::Start {});
    while let Some(seat) = log.state().table().unwrap().current_seat().filter(|_| log.version() < most) {
        let mut mind = SeededChance::from_seed(log.version());
        let command = Bot::Casual.command(solved, log.state(), &mut mind).unwrap();
        submit(&mut log, seat, &command);
    }
    log
}

fn link_of<'a>(events: impl IntoIterator<Item = &'a DiceeEvent>) -> String {
    let pairs = link::encode_game::<DiceeGame>(events).unwrap();
    pairs.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
}

fn seeded(number: u128) -> DiceSource {
    DiceSource::Seeded { seed: seed_of(number) }
}

fn seed_of(number: u128) -> u64 {
    u64::try_from(number).unwrap()
}

/// A finished game as it is sent.
fn sent(solved: &SolvedGame, number: u128) -> Value {
    let log = offline(solved, number, seeded(number), u64::MAX);
    json!({ "link": link_of(log.events()), "seat": 0, "finishedAt": 1_700_000_000_000 + seed_of(number) })
}

fn with(mut game: Value, field: &str, value: impl Into<Value>) -> Value {
    game[field] = value.into();
    game
}

fn solved(api: &Api) -> &SolvedGame {
    api.solved.solve(Rules::Standard);
    api.solved.get(Rules::Standard).unwrap()
}

async fn post(api: &Arc<Api>, player: PlayerId, token: &str, games: &[Value]) -> Reply {
    ask(api, "POST", &format!("{player}/games"), Some(token), Some(json!({ "games": games }))).await
}

async fn skill(api: &Arc<Api>, player: PlayerId, token: &str) -> SkillResponse {
    serde_json::from_value(get_json(api, &format!("{player}/skill"), token).await).unwrap()
}

#[tokio::test]
async fn games_of_a_device_and_games_played_here_give_one_profile_however_often_they_are_sent() {
    let api = fresh();
    let solved = solved(&api);
    let (ann, token) = registered(&api, 1).await;
    games(&api, ann, 1..4).await;
    let here = skill(&api, ann, &token).await;
    assert_eq!(here.skill.games, 3);
    let device = [sent(solved, 101), sent(solved, 102)];
    let first = post(&api, ann, &token, &device).await;
    assert_eq!(first.status, 200, "{}", first.body);
    let results = first.json()["games"].clone();
    assert_eq!(results[1]["gameId"], Uuid::from_u128(102).to_string());
    assert_eq!(results[1]["new"], true);
    assert_eq!(results[1]["origin"], "drawn");
    let both = skill(&api, ann, &token).await;
    assert_eq!(both.skill.games, 5);
    // What the server folds is what a device would fold from all of them.
    let mut played: Vec<PlayedGame> = Vec::new();
    for entry in api.archive.played(ann, None, u64::MAX, 10).await.unwrap() {
        played.push(serde_json::from_str::<coach::PlayedGameData>(&entry.body).unwrap().game().unwrap());
    }
    assert_eq!(folded(&api, &played).skill(), both.skill);
    let again = post(&api, ann, &token, &device).await;
    assert_eq!((again.status, &again.json()["games"][0]["new"]), (200, &json!(false)));
    assert_eq!(skill(&api, ann, &token).await, both);
}

#[tokio::test]
async fn dice_that_nobody_drew_for_the_game_are_kept_and_do_not_count() {
    let api = fresh();
    let solved = solved(&api);
    let (ann, token) = registered(&api, 1).await;
    let real = offline(solved, 203, DiceSource::Table, u64::MAX);
    let real = with(sent(solved, 203), "link", link_of(real.events()));
    let device = [
        with(sent(solved, 201), "origin", "typed"),
        with(sent(solved, 202), "origin", "forked"),
        // Whatever is said about them: these dice follow from no seed.
        with(real, "origin", "drawn"),
    ];
    let reply = post(&api, ann, &token, &device).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    let origins: Vec<Value> =
        reply.json()["games"].as_array().unwrap().iter().map(|game| game["origin"].clone()).collect();
    assert_eq!(origins, ["typed", "forked", "real_dice"]);
    let found = skill(&api, ann, &token).await;
    assert_eq!(found.skill.games, 0);
    assert_eq!(found.set_aside, 3);
}

#[tokio::test]
async fn a_game_that_cannot_be_taken_is_refused_by_name_and_nothing_of_the_request_is_kept() {
    let api = fresh();
    let solved = solved(&api);
    let (ann, token) = registered(&api, 1).await;
    games(&api, ann, 1..2).await;
    let good = sent(solved, 301);
    let unfinished = link_of(offline(solved, 302, seeded(302), 30).events());
    // The dice of one seed with the name of another.
    let mut forged: Vec<Value> = offline(solved, 303, seeded(303), u64::MAX)
        .events()
        .map(|event| serde_json::to_value(event).unwrap())
        .collect();
    forged[0]["dice"]["seed"] = json!(304);
    let forged: Vec<DiceeEvent> =
        forged.into_iter().map(|event| serde_json::from_value(event).unwrap()).collect();
    let forged = link::encode::<DiceeEvent>(&forged).unwrap();
    let forged = forged.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&");
    let here = link_of(offline(solved, 1, seeded(1), u64::MAX).events());
    for (bad, message) in [
        (
            with(good.clone(), "link", "g=none"),
            "games[1].link: expected the link of a finished dice game, got ",
        ),
        (
            with(good.clone(), "link", unfinished),
            "games[1].link: expected the link of a finished dice game, got one that is not over",
        ),
        (
            with(good.clone(), "link", forged),
            "games[1].link: expected the link of a finished dice game, got ",
        ),
        (
            with(good.clone(), "link", here),
            "games[1].link: expected a game that was played on a device, got one that was played here",
        ),
        (with(good.clone(), "seat", 1), "games[1].seat: expected the seat of a person, from 0, got 1"),
        (
            with(good.clone(), "aided", json!([{ "turn": 14, "roll": 1 }])),
            "games[1].aided: expected turns from 1 to 13 and rolls from 1 to 3, got turn 14, roll 1",
        ),
    ] {
        let reply = post(&api, ann, &token, &[good.clone(), bad]).await;
        assert_eq!(reply.status, 400, "{}", reply.body);
        let found = reply.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(found.starts_with(message), "{found}");
    }
    for count in [0, 21] {
        let reply =
            post(&api, ann, &token, &vec![json!({ "link": "g=x", "seat": 0, "finishedAt": 1 }); count]).await;
        let message = format!("games: expected 1 to 20 games, got {count}");
        assert_eq!((reply.status, &reply.json()["error"]["message"]), (400, &json!(message)));
    }
    assert_eq!(api.archive.count_uploaded(ann).await.unwrap(), 0);
}

#[tokio::test]
async fn games_of_a_device_are_sent_by_their_player_alone_and_erased_with_them() {
    let api = fresh();
    let solved = solved(&api);
    let ((ann, token), (_, other)) = (registered(&api, 1).await, registered(&api, 2).await);
    let game = sent(solved, 401);
    assert_eq!(post(&api, ann, &other, std::slice::from_ref(&game)).await.status, 403);
    assert_eq!(post(&api, ann, &token, std::slice::from_ref(&game)).await.status, 200);
    assert_eq!(api.archive.count_uploaded(ann).await.unwrap(), 1);
    assert_eq!(ask(&api, "DELETE", &ann.to_string(), Some(&token), None).await.status, 204);
    assert_eq!(api.archive.count_uploaded(ann).await.unwrap(), 0);
    assert_eq!(api.archive.played(ann, None, u64::MAX, 10).await.unwrap(), []);
}
