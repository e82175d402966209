use axum::body::Body;
use coach::{Origin, PlayedGame, played_games};
use dicee::{Bot, Rules};
use ledger::Stream;
use serde_json::{Value, json};
use store::{
    Directory as _, Learning as _, Note, PlayerRecord, ProfileSnapshot, Sqlite, SqliteSettings, Store as _,
};
use uuid::Uuid;

use super::*;
use crate::config::StoreChoice;
use crate::doctor::{Examined, Verdict, diagnose};
use crate::stored_dicee::dicee_events;
use crate::testing::{Reply, fresh, play, send_to};

/// Somebody who registered, and their token.
pub(crate) async fn registered(api: &Api, number: u8) -> (PlayerId, String) {
    let id = PlayerId(Uuid::from_u128(u128::from(number)));
    api.archive.register(PlayerRecord::new(id, "Ann", [number; 32], 1)).await.unwrap();
    (id, api.identity.issue(id, now()).text)
}

pub(crate) async fn ask(
    api: &Arc<Api>,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<Value>,
) -> Reply {
    let bearer = token.map(|token| format!("Bearer {token}"));
    let mut headers: Vec<_> = bearer.as_deref().map(|bearer| ("authorization", bearer)).into_iter().collect();
    headers.extend(body.is_some().then_some(("content-type", "application/json")));
    let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
    send_to(api, method, &format!("/api/v1/players/{path}"), &headers, body).await
}

/// A good answer.
pub(crate) async fn get_json(api: &Arc<Api>, path: &str, token: &str) -> Value {
    let reply = ask(api, "GET", path, Some(token), None).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}

/// Games of one person against a bot, each longer than the one before it, so that they end in this order.
pub(super) async fn games(api: &Api, player: PlayerId, numbers: std::ops::Range<u128>) {
    let bot = (PlayerId(Uuid::from_u128(99)), Bot::Greedy);
    for number in numbers {
        let pace = u64::try_from(number).unwrap();
        play(api, number, &[(player, Bot::Casual), bot], 1, |_| 100 + pace).await;
    }
}

/// The games of a player as a device has them: from the logs, without a server.
async fn on_the_device(api: &Api, player: PlayerId) -> Vec<PlayedGame> {
    let mut played = Vec::new();
    for sat in api.archive.games_of(player, 1000).await.unwrap() {
        let stored = api.archive.read(&sat.game, 0).await.unwrap();
        let finished_at = stored.last().unwrap().timestamp;
        let events = dicee_events(&stored).unwrap();
        played.extend(played_games(&events, finished_at, |_| Origin::Drawn).remove(&player));
    }
    played.sort_by_key(|game| (game.finished_at, game.id));
    played
}

pub(super) fn folded<'a>(api: &Api, games: impl IntoIterator<Item = &'a PlayedGame>) -> Profile {
    let mut profile = Profile::default();
    for game in games {
        profile.add(api.solved.get(Rules::Standard).unwrap(), game).unwrap();
    }
    profile
}

#[tokio::test]
async fn offline_and_online_give_the_same_profile_from_the_same_games() {
    let api = fresh();
    let (ann, token) = registered(&api, 1).await;
    games(&api, ann, 1..31).await;
    let games = on_the_device(&api, ann).await;
    assert_eq!(games.len(), 30);
    let offline = folded(&api, &games);
    let skill: SkillResponse =
        serde_json::from_value(get_json(&api, &format!("{ann}/skill"), &token).await).unwrap();
    assert_eq!(skill.skill, offline.skill());
    assert_eq!(skill.games, offline.lines().copied().collect::<Vec<_>>());
    assert_eq!(skill.suggestions, Suggestions::new(&offline));
    let patterns: PatternsResponse =
        serde_json::from_value(get_json(&api, &format!("{ann}/patterns"), &token).await).unwrap();
    assert_eq!(patterns.patterns, Patterns::new(&offline, skill.suggestions.level));
    // Not only what is shown: the fold itself, to the last bit.
    assert_eq!(api.learner.profile(ann, u64::MAX).await.unwrap(), offline);
    let snapshot = api.archive.snapshot(ann, Profile::VERSION, u64::MAX).await.unwrap();
    assert_eq!(snapshot.unwrap().folded, 25, "later folds go on from here");
}

#[tokio::test]
async fn a_rebuild_of_the_projection_gives_the_same_answer() {
    let api = fresh();
    let (ann, _) = registered(&api, 1).await;
    games(&api, ann, 1..28).await;
    api.learner.learn().await.unwrap();
    let before = api.learner.profile(ann, u64::MAX).await.unwrap();
    let entries = api.archive.played(ann, None, u64::MAX, 100).await.unwrap();
    api.learner.rebuild().await.unwrap();
    assert_eq!(api.learner.profile(ann, u64::MAX).await.unwrap(), before);
    assert_eq!(api.archive.played(ann, None, u64::MAX, 100).await.unwrap(), entries);
    assert_eq!(before.games(), 27);
}

#[tokio::test]
async fn the_past_is_answered_as_it_was() {
    let api = fresh();
    let (ann, token) = registered(&api, 1).await;
    games(&api, ann, 1..29).await;
    let games = on_the_device(&api, ann).await;
    for count in [0_usize, 1, 10, 26] {
        let at = count.checked_sub(1).map_or(1, |last| games[last].finished_at);
        let then = folded(&api, &games[..count]);
        let skill: SkillResponse =
            serde_json::from_value(get_json(&api, &format!("{ann}/skill?at={at}"), &token).await).unwrap();
        assert_eq!(skill.skill, then.skill(), "after {count} games");
    }
}

#[tokio::test]
async fn decisions_are_those_that_cost_more_the_newest_first() {
    let api = fresh();
    let (ann, token) = registered(&api, 1).await;
    games(&api, ann, 1..6).await;
    let asked = |query: &str| {
        let (api, path, token) = (Arc::clone(&api), format!("{ann}/decisions{query}"), token.clone());
        async move { serde_json::from_value::<DecisionsResponse>(get_json(&api, &path, &token).await).unwrap() }
    };
    let all = asked("?limit=200").await;
    assert_eq!(all.total as usize, all.decisions.len());
    let order: Vec<_> =
        all.decisions.iter().map(|decision| (decision.finished_at, decision.game, decision.moment)).collect();
    assert!(order.is_sorted_by(|newer, older| newer > older), "{order:?}");
    let worse = asked("?worseThan=2").await;
    assert!(worse.decisions.iter().all(|decision| decision.loss > 2.0));
    assert_eq!(worse.total as usize, all.decisions.iter().filter(|decision| decision.loss > 2.0).count());
    let few = asked("?worseThan=2&limit=1").await;
    assert_eq!((few.decisions.as_slice(), few.total), (&worse.decisions[..1], worse.total));
}

#[tokio::test]
async fn decisions_after_a_hint_do_not_count() {
    let api = fresh();
    let (ann, token) = registered(&api, 1).await;
    games(&api, ann, 1..2).await;
    let offline = folded(&api, &on_the_device(&api, ann).await);
    let worst = offline.mistakes().next().unwrap().clone();
    let body = json!({ "eventType": "hint_requested", "playerId": ann,
        "turnNumber": worst.moment.turn, "rollNumber": worst.moment.roll });
    let game = Uuid::from_u128(1).to_string().parse().unwrap();
    api.archive.note(vec![Note::new(game, Stream::Telemetry, 1, body).unwrap()]).await.unwrap();
    let found = get_json(&api, &format!("{ann}/decisions?limit=200"), &token).await;
    let moments: Vec<&Value> =
        found["decisions"].as_array().unwrap().iter().map(|decision| &decision["moment"]).collect();
    assert_eq!(moments.len(), offline.mistakes().len() - 1);
    assert!(!moments.contains(&&json!(worst.moment)));
}

#[tokio::test]
async fn what_games_teach_is_for_their_player_alone() {
    let api = fresh();
    let ((ann, token), (_, other)) = (registered(&api, 1).await, registered(&api, 2).await);
    for what in ["skill", "patterns", "decisions", "deck"] {
        let path = format!("{ann}/{what}");
        assert_eq!(ask(&api, "GET", &path, None, None).await.status, 401, "{what}");
        assert_eq!(ask(&api, "GET", &path, Some(&other), None).await.status, 403, "{what}");
        assert_eq!(ask(&api, "GET", &path, Some(&token), None).await.status, 200, "{what}");
    }
    for (query, message) in [
        ("skill?at=soon", "at: expected a time in milliseconds since 1970, up to 2^53, got soon"),
        ("skill?limit=3", "limit: expected a parameter that is known, got an unknown one"),
        ("decisions?worseThan=-1", "worseThan: expected a number from 0 to 1000, got -1"),
        ("decisions?limit=201", "limit: expected a number from 1 to 200, got 201"),
        ("patterns?at=1&at=2", "at: expected it once, got it twice"),
    ] {
        let reply = ask(&api, "GET", &format!("{ann}/{query}"), Some(&token), None).await;
        assert_eq!((reply.status, &reply.json()["error"]["message"]), (400, &json!(message)));
    }
}

#[tokio::test]
async fn erasing_leaves_nothing_that_was_learned_and_a_later_fold_finds_nothing() {
    let api = fresh();
    let ((ann, token), (bob, _)) = (registered(&api, 1).await, registered(&api, 2).await);
    play(&api, 1, &[(ann, Bot::Casual), (bob, Bot::Casual)], 0, |_| 100).await;
    assert_eq!(get_json(&api, &format!("{ann}/skill"), &token).await["skill"]["games"], 1);
    assert!(!get_json(&api, &format!("{ann}/deck"), &token).await["cards"].as_array().unwrap().is_empty());
    let exported = get_json(&api, &format!("{ann}/export"), &token).await;
    assert_eq!(exported["played"].as_array().unwrap().len(), 1);
    assert!(exported["deck"]["cards"].is_array());
    assert_eq!(ask(&api, "DELETE", &ann.to_string(), Some(&token), None).await.status, 204);
    api.learner.rebuild().await.unwrap();
    assert_eq!(api.archive.played(ann, None, u64::MAX, 10).await.unwrap(), []);
    assert_eq!(api.archive.practice(ann).await.unwrap(), None);
    assert_eq!(api.learner.profile(ann, u64::MAX).await.unwrap(), Profile::default());
    assert_eq!(api.learner.profile(bob, u64::MAX).await.unwrap().games(), 1, "others stay");
}

#[tokio::test]
async fn a_card_that_was_solved_waits_and_a_key_that_is_none_is_refused() {
    let api = fresh();
    let (ann, token) = registered(&api, 1).await;
    games(&api, ann, 1..3).await;
    let path = format!("{ann}/deck");
    let deck = get_json(&api, &path, &token).await;
    let due = deck["due"].as_array().unwrap();
    assert_eq!(due.len(), deck["cards"].as_array().unwrap().len());
    let answer = |key: &Value| json!({ "key": key, "solved": true });
    let reply = ask(&api, "POST", &path, Some(&token), Some(answer(&due[0]))).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    assert_eq!(reply.json()["due"].as_array().unwrap(), &due[1..]);
    assert_eq!(get_json(&api, &path, &token).await, reply.json(), "it is kept");
    let reply = ask(&api, "POST", &path, Some(&token), Some(answer(&json!("none")))).await;
    let message = "key: expected the key of a card in the deck, got none";
    assert_eq!((reply.status, &reply.json()["error"]["message"]), (400, &json!(message)));
}

#[tokio::test]
async fn hidden_results_are_shown_to_their_player_alone() {
    let api = fresh();
    let ((ann, token), (_, other)) = (registered(&api, 1).await, registered(&api, 2).await);
    games(&api, ann, 1..2).await;
    let path = format!("{ann}/profile");
    assert_eq!(get_json(&api, &path, &other).await["gamesPlayed"], 1);
    let hide = json!({ "resultsHidden": true });
    let privacy = format!("{ann}/privacy");
    assert_eq!(ask(&api, "POST", &privacy, Some(&other), Some(hide.clone())).await.status, 403);
    assert_eq!(ask(&api, "POST", &privacy, Some(&token), Some(hide)).await.status, 200);
    let seen = get_json(&api, &path, &other).await;
    let shown = json!({ "playerId": ann, "displayName": "Ann", "resultsHidden": true, "success": true });
    assert_eq!(seen, shown);
    assert_eq!(get_json(&api, &path, &token).await["gamesPlayed"], 1);
    ask(&api, "POST", &privacy, Some(&token), Some(json!({ "resultsHidden": false }))).await;
    assert_eq!(get_json(&api, &path, &other).await["gamesPlayed"], 1);
}

/// What `dicee doctor` says about the profiles in a file.
async fn profiles_of(file: &std::path::Path) -> Examined {
    let diagnosis = diagnose(&StoreChoice::Sqlite(file.to_owned())).await.unwrap();
    let profiles = diagnosis.checks.into_iter().find(|check| check.name == "profiles").unwrap();
    assert_eq!(diagnosis.healthy, profiles.verdict == Verdict::Holds);
    profiles
}

#[tokio::test]
async fn a_profile_that_is_not_what_its_games_give_is_found() {
    let api = fresh();
    let (ann, _) = registered(&api, 1).await;
    games(&api, ann, 1..53).await;
    api.learner.learn().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    let store = Sqlite::open(&file, SqliteSettings::default()).await.unwrap();
    assert_eq!(profiles_of(&file).await.detail, "no profile was kept yet");
    store.register(PlayerRecord::new(ann, "Ann", [1; 32], 1)).await.unwrap();
    let played = api.archive.played(ann, None, u64::MAX, 100).await.unwrap();
    assert_eq!(store.record_played(played).await.unwrap(), 52);
    let kept = api.archive.snapshots_after(Profile::VERSION, None, 10).await.unwrap();
    let [first, second] = &kept[..] else { panic!("{kept:?}") };
    for snapshot in &kept {
        assert!(store.save_snapshot(snapshot.clone()).await.unwrap());
    }
    let examined = profiles_of(&file).await;
    assert_eq!((examined.verdict, examined.count), (Verdict::Holds, 0), "{examined:?}");
    assert!(examined.detail.contains("2 profiles"), "{}", examined.detail);
    // One of the first games in the place of the second profile, a body that cannot be read, and both at once.
    let other = ProfileSnapshot { body: first.body.clone(), ..second.clone() };
    let unreadable = ProfileSnapshot { body: "{}".to_owned(), ..first.clone() };
    for (changed, count) in [(other, 1), (unreadable, 2)] {
        assert!(store.save_snapshot(changed).await.unwrap());
        let examined = profiles_of(&file).await;
        assert_eq!((examined.verdict, examined.count), (Verdict::Broken, count), "{examined:?}");
        assert_eq!(examined.problems[0].subject, format!("player {ann}"));
    }
    // Emptied, as the check advises, all is well.
    store.clear_snapshots().await.unwrap();
    assert_eq!(profiles_of(&file).await.verdict, Verdict::Holds);
    store.close().await.unwrap();
}

#[tokio::test]
async fn finished_games_are_counted_by_level_and_more_statistics_where_they_were_earned() {
    let api = fresh();
    let (ann, _) = registered(&api, 1).await;
    let count = |metric: &str| {
        let (api, metric) = (Arc::clone(&api), format!("{metric} "));
        async move {
            let reply = send_to(&api, "GET", "/metrics", &[], Body::empty()).await;
            let line = reply.body.lines().find_map(|line| line.strip_prefix(&metric).map(str::to_owned));
            line.unwrap_or_else(|| panic!("{metric}: {}", reply.body)).parse::<f64>().unwrap()
        }
    };
    for number in 1..=20 {
        // Each takes much longer than the one before it, so that they end in this order.
        play(&api, number, &[(ann, Bot::Optimal)], 0, |_| 1 << number).await;
        // A question meanwhile takes nothing away from the counts.
        if number % 3 == 0 {
            api.learner.catch_up().await.unwrap();
        } else {
            api.learner.learn().await.unwrap();
        }
    }
    api.learner.learn().await.unwrap();
    api.learner.learn().await.unwrap();
    let mut decisions = 0.0;
    let mut lost = 0.0;
    for level in dicee::SkillLevel::ALL.map(dicee::SkillLevel::name) {
        decisions += count(&format!("judged_decisions_total{{level=\"{level}\"}}")).await;
        lost += count(&format!("decision_points_lost_total{{level=\"{level}\"}}")).await;
    }
    let of_ann: u32 =
        api.learner.profile(ann, u64::MAX).await.unwrap().lines().map(|line| line.decisions).sum();
    assert!(decisions > 400.0 && (decisions - f64::from(of_ann)).abs() < 0.5, "{decisions} of {of_ann}");
    assert!(lost < 1e-6, "the best player gives nothing away: {lost}");
    for statistics in ["intermediate", "expert"] {
        let times = count(&format!("suggestions_total{{statistics=\"{statistics}\"}}")).await;
        assert!((times - 1.0).abs() < 0.5, "{statistics}: {times}");
    }
}
