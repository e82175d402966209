use axum::body::Body;
use axum::http::Request;
use chance::SeededChance;
use dicee::Bot;
use ledger::{Chain, Envelope, EventId, Seat, Source, Stream, Version};
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::*;
use crate::router;
use crate::testing::{ASSETS, Reply, fresh, fresh_over, keep, play, post as post_text, send_to, with};
use live::{Outcome, SolvedGames, games};
use store::{Note, StoredEvent};

const BASE: &str = "/api/v1/players";
const OPERATOR: &str = "operator-operator";

/// Somebody who registered.
#[derive(Clone, Debug)]
struct Player {
    id: PlayerId,
    secret: String,
    token: String,
}

async fn ask(api: &Arc<Api>, method: &str, path: &str, token: Option<&str>, body: Option<Value>) -> Reply {
    let bearer = token.map(|token| format!("Bearer {token}"));
    let mut headers: Vec<_> = bearer.as_deref().map(|bearer| ("authorization", bearer)).into_iter().collect();
    headers.extend(body.is_some().then_some(("content-type", "application/json")));
    let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
    send_to(api, method, path, &headers, body).await
}

async fn registered(api: &Arc<Api>, name: &str) -> Player {
    let reply = ask(api, "POST", BASE, None, Some(json!({ "displayName": name }))).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    let body = reply.json();
    let text = |field: &str| body[field].as_str().unwrap().to_owned();
    assert_eq!((text("displayName"), &body["success"]), (name.to_owned(), &json!(true)));
    Player { id: text("playerId").parse().unwrap(), secret: text("deviceSecret"), token: text("token") }
}

fn code(reply: &Reply) -> String {
    reply.json()["error"]["code"].as_str().unwrap().to_owned()
}

fn path(player: &Player, rest: &str) -> String {
    format!("{BASE}/{}{rest}", player.id)
}

#[tokio::test]
async fn nothing_is_asked_of_a_new_player() {
    let api = fresh();
    let reply = ask(&api, "POST", BASE, None, Some(json!({}))).await;
    let body = reply.json();
    assert_eq!((reply.status, reply.header("cache-control")), (201, Some("no-store")));
    let id = body["playerId"].as_str().unwrap();
    assert_eq!(body["displayName"], format!("Player {}", id[..4].to_uppercase()));
    assert!(body["expiresAt"].as_str().unwrap().ends_with('Z'));
    let mut fields: Vec<_> = body.as_object().unwrap().keys().collect();
    fields.sort();
    assert_eq!(fields, ["deviceSecret", "displayName", "expiresAt", "playerId", "success", "token"]);
}

#[tokio::test]
async fn a_bad_name_is_refused_with_the_field() {
    let api = fresh();
    let ann = registered(&api, "Ann").await;
    for bad in [json!(""), json!("  "), json!("x".repeat(41)), json!("a\nb"), json!(7)] {
        let body = json!({ "displayName": bad });
        for reply in [
            ask(&api, "POST", BASE, None, Some(body.clone())).await,
            ask(&api, "PATCH", &path(&ann, ""), Some(&ann.token), Some(body)).await,
        ] {
            assert_eq!((reply.status, code(&reply)), (400, String::from("ERR_INVALID_REQUEST")));
            assert_eq!(reply.json()["error"]["details"]["field"], "displayName", "{}", reply.body);
        }
    }
    for (body, message) in [
        (
            r#"{"email": "ann@example.org"}"#,
            "email: expected a field that is known (displayName), got an unknown one",
        ),
        (
            r#"{"displayName": "a", "displayName": "b"}"#,
            "displayName: expected the field once, got the same field twice",
        ),
        ("[]", "body: expected an object, got []"),
        (r#"["Ann"]"#, "body: expected an object, got [\"Ann\"]"),
        ("null", "body: expected an object, got null"),
    ] {
        let reply = post_text(&api, BASE, body).await;
        assert_eq!((reply.status, &reply.json()["error"]["message"]), (400, &json!(message)));
    }
}

#[tokio::test]
async fn a_token_is_given_for_the_secret_and_for_nothing_else() {
    let api = fresh();
    let (ann, bob) = (registered(&api, "Ann").await, registered(&api, "Bob").await);
    let ask_for = |player: &Player, secret: String| {
        let (api, path) = (api.clone(), path(player, "/token"));
        async move { ask(&api, "POST", &path, None, Some(json!({ "deviceSecret": secret }))).await }
    };
    let reply = ask_for(&ann, ann.secret.clone()).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    let token = reply.json()["token"].as_str().unwrap().to_owned();
    assert_eq!(api.identity.verify(&token, now()), Ok(ann.id));
    let nobody = Player { id: PlayerId(Uuid::nil()), ..ann.clone() };
    for (player, secret) in [
        (&ann, bob.secret.clone()),
        (&bob, ann.secret.clone()),
        (&nobody, ann.secret.clone()),
        (&ann, String::new()),
        (&ann, ann.secret[1..].to_owned()),
        (&ann, ann.token.clone()),
    ] {
        let reply = ask_for(player, secret).await;
        assert_eq!((reply.status, code(&reply)), (401, String::from("ERR_UNAUTHORIZED")));
    }
}

#[tokio::test]
async fn an_erased_player_is_refused_everywhere_and_leaves_only_an_id() {
    let api = fresh();
    let (ann, bob) = (registered(&api, "Ann").await, registered(&api, "Bob").await);
    assert_eq!(ask(&api, "GET", &path(&ann, "/export"), Some(&ann.token), None).await.status, 200);
    let reply = ask(&api, "DELETE", &path(&ann, ""), Some(&ann.token), None).await;
    assert_eq!((reply.status, reply.body.as_str()), (204, ""));
    for (method, rest, body) in [
        ("PATCH", "", Some(json!({ "displayName": "Ann" }))),
        ("GET", "/export", None),
        ("GET", "/profile", None),
    ] {
        let reply = ask(&api, method, &path(&ann, rest), Some(&ann.token), body).await;
        assert_eq!((reply.status, code(&reply)), (401, String::from("ERR_UNAUTHORIZED")), "{method} {rest}");
    }
    let refresh = json!({ "deviceSecret": ann.secret });
    assert_eq!(ask(&api, "POST", &path(&ann, "/token"), None, Some(refresh)).await.status, 401);
    let profile = ask(&api, "GET", &path(&ann, "/profile"), Some(&bob.token), None).await;
    assert_eq!((profile.status, code(&profile)), (404, String::from("ERR_PLAYER_NOT_FOUND")));
    let gone = api.archive.player(ann.id).await.unwrap().unwrap();
    assert!(gone.is_erased() && gone.display_name.is_empty() && gone.secret_hash.is_none());
    assert_eq!(ask(&api, "GET", &path(&bob, "/export"), Some(&bob.token), None).await.status, 200);
}

/// Somebody about whom there is a record of behaviour and who sits in a live game.
async fn watched(api: &Arc<Api>) -> Player {
    let ann = registered(api, "Ann").await;
    play(api, 1, &[(ann.id, Bot::Optimal)], 0, |_| 1_000).await;
    assert_eq!(ask(api, "GET", "/api/v1/operator/behaviour", Some(OPERATOR), None).await.status, 200);
    assert!(behaviour_of(api).await.contains(&ann.id.to_string()));
    let game = ask(api, "POST", "/api/v1/games", Some(&ann.token), Some(json!({ "kind": "dicee" }))).await;
    assert_eq!(game.status, 201, "{}", game.body);
    ann
}

async fn behaviour_of(api: &Api) -> String {
    api.archive.checkpoint("behaviour").await.unwrap().unwrap().state.to_string()
}

#[tokio::test]
async fn an_erasure_removes_the_record_of_behaviour_and_may_be_asked_again() {
    let api = with(false, Some(OPERATOR));
    let ann = watched(&api).await;
    let record = api.archive.checkpoint("behaviour").await.unwrap().unwrap();
    let erase = async || ask(&api, "DELETE", &path(&ann, ""), Some(&ann.token), None).await.status;
    assert_eq!(erase().await, 204);
    assert!(!behaviour_of(&api).await.contains(&ann.id.to_string()));
    // As if the store had failed before that.
    for operator in [false, true] {
        api.archive.save_checkpoint(record.clone()).await.unwrap();
        let route = format!("/api/v1/operator/players/{}", ann.id);
        let again = match operator {
            true => ask(&api, "DELETE", &route, Some(OPERATOR), None).await.status,
            false => erase().await,
        };
        assert_eq!(again, 204);
        assert!(!behaviour_of(&api).await.contains(&ann.id.to_string()), "operator: {operator}");
    }
}

#[tokio::test]
async fn an_erasure_comes_to_its_end_when_the_client_goes_away() {
    let api = with(false, Some(OPERATOR));
    let ann = watched(&api).await;
    let begun = async {
        while api.identity.check_there(ann.id, now()).await.is_ok() {
            tokio::task::yield_now().await;
        }
    };
    let target = path(&ann, "");
    tokio::select! {
        biased;
        () = begun => {}
        reply = ask(&api, "DELETE", &target, Some(&ann.token), None) => panic!("nobody went away: {reply:?}"),
    }
    testbed::eventually("she is erased", async || {
        let person = api.archive.player(ann.id).await.unwrap().unwrap();
        let forgotten = !behaviour_of(&api).await.contains(&ann.id.to_string());
        (person.is_erased() && forgotten).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_repeat_that_fails_does_not_let_in_who_is_being_erased() {
    let api = with(false, Some(OPERATOR));
    let ann = watched(&api).await;
    let there = async || api.identity.check_there(ann.id, now()).await;
    let mut erasing = std::pin::pin!(erase_all(Arc::clone(&api), ann.id));
    tokio::select! {
        biased;
        done = &mut erasing => panic!("it waits for her game: {done:?}"),
        () = std::future::ready(()) => {}
    }
    assert!(there().await.is_err());
    // As a repeat does that fails, with a socket behind it.
    api.identity.look_up_again(ann.id);
    assert_eq!(there().await, Ok(()), "she is not erased yet");
    erasing.await.unwrap();
    assert!(there().await.is_err());
}

#[tokio::test]
async fn who_could_not_be_erased_is_not_refused() {
    let folder = tempfile::tempdir().unwrap();
    let choice = crate::StoreChoice::Sqlite(folder.path().join("dicee.db"));
    let opened = crate::archive::open(&choice).await.unwrap();
    let api = fresh_over(&opened, crate::drain::Drain::default());
    let ann = registered(&api, "Ann").await;
    assert_eq!(ask(&api, "GET", "/api/v1/blocks", Some(&ann.token), None).await.status, 200);
    opened.archive.close().await.unwrap();
    let erased = ask(&api, "DELETE", &path(&ann, ""), Some(&ann.token), None).await;
    assert_eq!(erased.status, 503, "{}", erased.body);
    let check = api.identity.check_there(ann.id, now()).await;
    assert!(matches!(check, Err(ApiError::StoreDown { .. })), "not erased, as far as is known: {check:?}");
}

#[tokio::test]
async fn what_is_somebody_elses_is_forbidden_and_without_a_token_unauthorised() {
    let api = fresh();
    let (ann, bob) = (registered(&api, "Ann").await, registered(&api, "Bob").await);
    let name = json!({ "displayName": "Eve" });
    for (method, rest, body) in [("GET", "/export", None), ("DELETE", "", None), ("PATCH", "", Some(name))] {
        let reply = ask(&api, method, &path(&ann, rest), Some(&bob.token), body.clone()).await;
        assert_eq!((reply.status, code(&reply)), (403, String::from("ERR_FORBIDDEN")), "{method} {rest}");
        let reply = ask(&api, method, &path(&ann, rest), None, body.clone()).await;
        assert_eq!((reply.status, code(&reply)), (401, String::from("ERR_UNAUTHORIZED")), "{method} {rest}");
        let tampered = format!("{}A", ann.token);
        let reply = ask(&api, method, &path(&ann, rest), Some(&tampered), body.clone()).await;
        assert_eq!(reply.status, 401, "{method} {rest}");
        let old = api.identity.issue(ann.id, now() - 4_000_000).text;
        let reply = ask(&api, method, &path(&ann, rest), Some(&old), body).await;
        assert_eq!((reply.status, code(&reply)), (401, String::from("ERR_SESSION_EXPIRED")));
        assert_eq!(reply.json()["error"]["recoverable"], true);
    }
    assert_eq!(api.archive.player(ann.id).await.unwrap().unwrap().name(), "Ann");
}

#[tokio::test]
async fn an_id_that_is_none_is_refused_with_the_field() {
    let api = fresh();
    let ann = registered(&api, "Ann").await;
    for id in ["ann", "%ff", "1", "3f2504e0-4f89-41d3-9a0c"] {
        for (method, rest, body) in [
            ("GET", "/profile", None),
            ("DELETE", "", None),
            ("POST", "/token", Some(json!({ "deviceSecret": "" }))),
        ] {
            let reply = ask(&api, method, &format!("{BASE}/{id}{rest}"), Some(&ann.token), body).await;
            assert_eq!(
                (reply.status, code(&reply)),
                (400, String::from("ERR_INVALID_REQUEST")),
                "{method} {id}"
            );
            assert_eq!(reply.json()["error"]["details"]["field"], "id");
        }
    }
}

#[tokio::test]
async fn a_new_name_is_seen_by_others() {
    let api = fresh();
    let ann = registered(&api, "Ann").await;
    let reply =
        ask(&api, "PATCH", &path(&ann, ""), Some(&ann.token), Some(json!({ "displayName": " Anna " }))).await;
    assert_eq!((reply.status, &reply.json()["displayName"]), (200, &json!("Anna")), "{}", reply.body);
    let profile = ask(&api, "GET", &path(&ann, "/profile"), None, None).await.json();
    assert_eq!(profile["displayName"], "Anna");
}

#[tokio::test]
async fn a_live_game_shows_the_name_of_the_moment() {
    let api = fresh();
    let ann = registered(&api, "Ann").await;
    let solo = json!({ "kind": "dicee" });
    let game = ask(&api, "POST", "/api/v1/games", Some(&ann.token), Some(solo)).await.json();
    let game = format!("/api/v1/games/{}", game["gameId"].as_str().unwrap());
    let shown = async || ask(&api, "GET", &game, None, None).await.json()["seats"][0]["displayName"].clone();
    assert_eq!(shown().await, "Ann");
    let name = Some(json!({ "displayName": "Anna" }));
    assert_eq!(ask(&api, "PATCH", &path(&ann, ""), Some(&ann.token), name).await.status, 200);
    assert_eq!(shown().await, "Anna");
    assert_eq!(ask(&api, "DELETE", &path(&ann, ""), Some(&ann.token), None).await.status, 204);
    assert_eq!(shown().await, "Former player");
}

#[tokio::test]
async fn a_profile_shows_results_to_all_and_decisions_to_the_player() {
    let api = fresh();
    let (ann, bob) = (registered(&api, "Ann").await, registered(&api, "Bob").await);
    play(&api, 1, &[(ann.id, Bot::Optimal)], 0, |_| 1_000).await;
    play(&api, 2, &[(ann.id, Bot::Optimal), (bob.id, Bot::Beginner)], 0, |_| 1_000).await;
    let fortytwo = "fortytwo-1".parse().unwrap();
    keep(&api, &fortytwo, "fortytwo", &a_game_of_42(&[(bob.id, 0), (ann.id, 1)], 1)).await;
    for player in [&ann, &bob] {
        api.archive.record_seat(player.id, &fortytwo, 5).await.unwrap();
    }
    let own = ask(&api, "GET", &path(&ann, "/profile"), Some(&ann.token), None).await;
    assert_eq!(own.status, 200, "{}", own.body);
    let own = own.json();
    assert_eq!((&own["gamesPlayed"], &own["gamesFinished"]), (&json!(3), &json!(3)), "{own}");
    assert_eq!(own["fortytwo"], json!({ "gamesFinished": 1, "gamesWon": 1 }));
    let dicee = &own["dicee"];
    assert_eq!((&dicee["gamesFinished"], &dicee["gamesWon"]), (&json!(2), &json!(1)), "{dicee}");
    let (best, mean) = (dicee["bestScore"].as_f64().unwrap(), dicee["meanScore"].as_f64().unwrap());
    assert!(best >= mean && mean > 100.0, "{dicee}");
    let decisions = &dicee["decisions"];
    assert_eq!(decisions["games"], 2);
    assert_eq!(decisions["byQuality"]["optimal"], decisions["total"], "she plays perfectly: {decisions}");
    assert!(own["createdAt"].is_string());

    for token in [None, Some(bob.token.as_str())] {
        let others = ask(&api, "GET", &path(&ann, "/profile"), token, None).await.json();
        assert!(others.get("createdAt").is_none() && others["dicee"].get("decisions").is_none(), "{others}");
        for field in ["displayName", "gamesPlayed", "gamesFinished", "fortytwo"] {
            assert_eq!(others[field], own[field], "{field}");
        }
        assert_eq!(others["dicee"]["bestScore"], dicee["bestScore"]);
    }
    let bobs = ask(&api, "GET", &path(&bob, "/profile"), Some(&bob.token), None).await.json();
    assert_eq!((&bobs["fortytwo"]["gamesWon"], &bobs["dicee"]["gamesWon"]), (&json!(0), &json!(0)));
    let by_quality = bobs["dicee"]["decisions"]["byQuality"].as_object().unwrap();
    let counted: u64 = by_quality.values().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(json!(counted), bobs["dicee"]["decisions"]["total"]);
    assert!(bobs["dicee"]["decisions"]["averageLoss"].as_f64().unwrap() > 0.1);
}

#[tokio::test]
async fn before_the_game_is_solved_a_profile_comes_without_decisions() {
    let api = fresh();
    let ann = registered(&api, "Ann").await;
    play(&api, 1, &[(ann.id, Bot::Optimal)], 0, |_| 1_000).await;
    let history = api.archive.read(&Uuid::from_u128(1).to_string().parse().unwrap(), 0).await.unwrap();
    let unsolved = live::SolvedGames::default();
    let games = [("dicee".parse().unwrap(), history)];
    let results = profile::sum_up(ann.id, games, api.rooms.registry(), Some(&unsolved));
    assert_eq!((results.games_finished, results.dicee.decisions), (1, None));
}

#[tokio::test]
async fn an_export_holds_all_that_is_kept_about_the_player_and_nobody_else() {
    let api = fresh();
    let (ann, bob) = (registered(&api, "Ann").await, registered(&api, "Bob").await);
    play(&api, 1, &[(bob.id, Bot::Casual), (ann.id, Bot::Casual)], 0, |_| 1_000).await;
    let running = "fortytwo-1".parse().unwrap();
    let events = a_game_of_42(&[(bob.id, 0), (ann.id, 2)], 0);
    keep(&api, &running, "fortytwo", &events[..events.len() - 1]).await;
    api.archive.record_seat(ann.id, &running, 1_900_000_000_000).await.unwrap();
    let note = |stream, player: PlayerId| {
        let body = json!({ "eventType": "hover", "playerId": player });
        Note::new(running.clone(), stream, 1_700_000_000_000, body).unwrap()
    };
    let notes = [(Stream::Analysis, ann.id), (Stream::Telemetry, ann.id), (Stream::Telemetry, bob.id)];
    api.archive.note(notes.map(|(stream, player)| note(stream, player)).into()).await.unwrap();
    let reply = ask(&api, "GET", &path(&ann, "/export"), Some(&ann.token), None).await;
    assert_eq!((reply.status, reply.header("cache-control")), (200, Some("no-store")));
    let body = reply.json();
    assert_eq!(body["person"]["displayName"], "Ann");
    let [forty_two, dicee] = body["games"].as_array().unwrap().as_slice() else { panic!("{body}") };
    let expected = json!({
        "gameId": "fortytwo-1", "kind": "fortytwo", "satAt": "2030-03-17T17:46:40.000Z", "seat": 2, "finished": false
    });
    assert_eq!(forty_two, &expected);
    assert_eq!((&dicee["seat"], &dicee["finished"]), (&json!(1), &json!(true)));
    assert!(dicee["score"].is_u64() && dicee["won"].is_boolean(), "{dicee}");
    let notes = body["notes"].as_array().unwrap();
    let streams: Vec<_> = notes.iter().map(|note| note["stream"].as_str().unwrap()).collect();
    assert_eq!(streams, ["analysis", "telemetry"]);
    assert_eq!(notes[0]["notedAt"], "2023-11-14T22:13:20.000Z");
    assert!(!reply.body.contains(&bob.id.to_string()) && !reply.body.contains(&ann.secret), "{}", reply.body);
}

#[tokio::test]
async fn exports_that_are_read_slowly_keep_no_worker_from_others() {
    let api = fresh();
    let ann = registered(&api, "Ann").await;
    let mut unread = Vec::new();
    for _ in 0..3 {
        let request =
            Request::get(path(&ann, "/export")).header("authorization", format!("Bearer {}", ann.token));
        let response =
            router(ASSETS, api.clone()).oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), 200);
        unread.push(response);
    }
    let profile = ask(&api, "GET", &path(&ann, "/profile"), Some(&ann.token), None).await;
    assert_eq!(profile.status, 200, "{}", profile.body);
    for response in unread {
        let body = axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
        assert!(body.ends_with(br#""success":true}"#));
    }
}

#[test]
fn exports_play_games_again_on_blocking_threads() {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().max_blocking_threads(1).build().unwrap();
    runtime.block_on(async {
        let api = fresh();
        let ann = registered(&api, "Ann").await;
        let game = "fortytwo-1".parse().unwrap();
        keep(&api, &game, "fortytwo", &a_game_of_42(&[(ann.id, 1)], 1)).await;
        api.archive.record_seat(ann.id, &game, 5).await.unwrap();
        let (release, released) = std::sync::mpsc::channel::<()>();
        let busy = tokio::task::spawn_blocking(move || released.recv());
        let export =
            tokio::spawn(
                async move { ask(&api, "GET", &path(&ann, "/export"), Some(&ann.token), None).await },
            );
        // Nothing but the blocking thread is waited for: without it the export would be over long before.
        for _ in 0..1_000 {
            tokio::task::yield_now().await;
        }
        assert!(!export.is_finished(), "the only blocking thread is taken");
        release.send(()).unwrap();
        busy.await.unwrap().unwrap();
        assert_eq!(export.await.unwrap().json()["games"][0]["finished"], true);
    });
}

#[tokio::test]
async fn somebody_who_stood_up_or_left_finished_nothing() {
    let registry = games(SolvedGames::default().into());
    let ann = PlayerId(Uuid::from_u128(1));
    let mut events = a_game_of_42(&[(ann, 1)], 1);
    let stood = event(events.len() as u64, &json!({ "type": "PLAYER_STOOD", "seat": 1 }));
    let place = events.len() - 1;
    events.insert(place, stood);
    let kind = "fortytwo".parse().unwrap();
    assert_eq!(registry.outcome(&kind, &events, ann), Outcome::default());
    let golden = include_str!("../../../dicee/tests/golden/fair-standard.json");
    let golden: Vec<StoredEvent> = serde_json::from_str(golden).unwrap();
    let kind = "dicee".parse().unwrap();
    let outcomes: Vec<_> = [0, 1, 2, 9]
        .map(|player: u128| PlayerId(Uuid::from_u128(0x2000_0000_0000_4000_8000_0000_0000_0000 + player)))
        .map(|player| registry.outcome(&kind, &golden, player))
        .into();
    assert_eq!(
        outcomes.iter().map(|outcome| outcome.seat).collect::<Vec<_>>(),
        [Some(Seat(0)), Some(Seat(1)), Some(Seat(2)), None]
    );
    assert_eq!(
        outcomes.iter().filter(|outcome| outcome.finished).count(),
        2,
        "one of three left: {outcomes:?}"
    );
    assert_eq!(outcomes.iter().filter(|outcome| outcome.won == Some(true)).count(), 1);
}

#[tokio::test]
async fn what_cannot_be_read_is_no_result_and_no_panic() {
    let registry = games(SolvedGames::default().into());
    let mut luck = SeededChance::from_seed(1);
    let golden = include_str!("../../../dicee/tests/golden/solo-first-schemas.json");
    let golden: Vec<StoredEvent> = serde_json::from_str(golden).unwrap();
    for kind in ["dicee", "fortytwo", "roll_table", "unheard-of"] {
        for _ in 0..50 {
            let mut events = golden.clone();
            chance::Chance::shuffle(&mut luck, &mut events);
            events[0].payload = json!({ "type": 7 });
            let outcome = registry.outcome(&kind.parse().unwrap(), &events, PlayerId(Uuid::nil()));
            assert!(!outcome.finished);
        }
    }
}

#[tokio::test]
async fn asking_too_often_is_refused() {
    let api = with(true, None);
    let mut statuses = Vec::new();
    for _ in 0..320 {
        statuses.push(ask(&api, "POST", BASE, None, Some(json!({}))).await.status);
    }
    // A class behind one address registers at once; a bucket may win a place back meanwhile, never twenty.
    let (first, further) = statuses.split_at(300);
    assert!(first.iter().all(|&status| status == 201), "{statuses:?}");
    assert!(further.contains(&429), "{statuses:?}");
}

#[tokio::test]
async fn a_token_brings_no_further_registrations_tokens_or_secrets() {
    let api = with(true, None);
    let secret = json!({ "deviceSecret": "" });
    let nobody = PlayerId(Uuid::nil());
    for (path, body, allowed) in [
        (BASE.to_owned(), json!({}), 300),
        (format!("{BASE}/{nobody}/token"), secret.clone(), 600),
        (format!("{BASE}/{nobody}/secret"), secret.clone(), 60),
    ] {
        let mut statuses = Vec::new();
        for number in 0..allowed + 20 {
            // Everybody of this address has a token of their own.
            let token = api.identity.issue(PlayerId(Uuid::from_u128(number)), now()).text;
            statuses.push(ask(&api, "POST", &path, Some(&token), Some(body.clone())).await.status);
        }
        assert!(statuses.contains(&429), "{path}: {statuses:?}");
    }
}

#[tokio::test]
async fn people_who_share_an_address_do_not_share_their_tokens() {
    let api = with(true, None);
    let (ann, bob) = (registered(&api, "Ann").await, registered(&api, "Bob").await);
    let ask_for = async |player: &Player, secret: &str| {
        let body = Some(json!({ "deviceSecret": secret }));
        ask(&api, "POST", &path(player, "/token"), None, body).await.status
    };
    // More than an address may fail.
    for number in 0..400 {
        for player in [&ann, &bob] {
            assert_eq!(ask_for(player, &player.secret).await, 200, "{number}");
        }
    }
    // A player has a bucket of their own. It may win a place back meanwhile, never a hundred.
    let mut statuses = Vec::new();
    for _ in 0..300 {
        statuses.push(ask_for(&ann, &ann.secret).await);
    }
    assert!(statuses.starts_with(&[200; 200]) && statuses.contains(&429), "{statuses:?}");
    assert_eq!(ask_for(&bob, &bob.secret).await, 200);
    // What fails is the address's, which then cannot try the right one either.
    let mut statuses = Vec::new();
    for _ in 0..700 {
        statuses.push(ask_for(&bob, &ann.secret).await);
    }
    assert!(statuses.starts_with(&[401; 600]) && statuses.contains(&429), "{statuses:?}");
}

fn event(position: u64, payload: &Value) -> StoredEvent {
    Envelope {
        id: EventId::of(payload, position).unwrap(),
        position,
        timestamp: 1_700_000_000_000,
        correlation_id: format!("0:{position}").as_str().into(),
        trace_id: None,
        causation_id: None,
        stream: Stream::Domain,
        source: Source::Client,
        // A game that starts without a seed is written in the second schema.
        schema_version: Version::new(if payload["type"] == "GAME_STARTED" { 2 } else { 1 }, 0, 0),
        chain: Chain::default(),
        payload: payload.clone(),
    }
}

/// The beginning and the end of a game; nobody's tiles matter.
fn a_game_of_42(people: &[(PlayerId, u8)], winning_team: u8) -> Vec<StoredEvent> {
    let mut payloads = vec![json!({ "type": "TABLE_OPENED", "hostPlayerId": people[0].0, "options": {} })];
    let sat =
        |(player, seat): &(PlayerId, u8)| json!({ "type": "PLAYER_SAT", "playerId": player, "seat": seat });
    payloads.extend(people.iter().map(sat));
    let house = json!({ "targetMarks": 1 });
    let types = ["human", "human", "human", "human"];
    payloads.push(json!({ "type": "GAME_STARTED", "dealer": 0, "playerTypes": types, "house": house }));
    payloads.push(json!({ "type": "MARKS_AWARDED", "team": winning_team, "marks": 1 }));
    payloads.push(json!({ "type": "GAME_ENDED", "winningTeam": winning_team }));
    (0..).zip(&payloads).map(|(position, payload)| event(position, payload)).collect()
}

#[tokio::test]
async fn the_documentation_is_true() {
    let text = include_str!("../../../../docs/api.md");
    for (operation, _) in routes() {
        let start = format!("| `{} {}` |", operation.method.name().to_uppercase(), operation.path);
        let row = text.lines().find(|line| line.starts_with(&start)).unwrap();
        assert!(row.ends_with(&format!("| {} |", operation.quota.unwrap())), "{row}");
    }
    let people = text.split("## People").nth(1).unwrap();
    let example = people.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let example: Value = serde_json::from_str(example).unwrap();
    let answer = ask(&fresh(), "POST", BASE, None, Some(json!({ "displayName": "Ann" }))).await.json();
    let fields = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(fields(&example), fields(&answer));
    assert_eq!(example["expiresAt"].as_str().unwrap().len(), answer["expiresAt"].as_str().unwrap().len());
}
