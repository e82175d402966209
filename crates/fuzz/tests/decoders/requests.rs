//! Bodies of requests, messages of sockets, and what else comes as JSON: read, then resolved into what the engine takes.

use dicee::{
    AnalyzeRequest, Bot, DistributionRequest, GameRecordData, PositionRequest, Rules, ScenarioRequest,
    TargetRequest, WinRequest,
};
use fuzz::Target;
use pools::{
    AttackRequest, CheckRequest, ContestRequest, DiceSystem, ExtendedRequest, OddsRequest, RngRules,
    RollRequest, SavedContexts, SweepRequest,
};
use protocol::read;
use protocol::{
    BlockRequest, ClientMessage, CommandRequest, ComplaintRequest, CreateGameRequest, EvaluationRequest,
    OpenDicee, OpenExtendedCheck, OpenFortyTwo, OpenRollTable, ProbabilityRequest, QuickMatchRequest,
    RecommendationRequest, RegisterRequest, RenameRequest, SimulationRequest, TokenRequest,
    VerificationRequest,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::{answer, check, text};

/// Reads a body as the server does, and goes on with it.
fn with<T: DeserializeOwned>(input: &[u8], next: impl FnOnce(T) -> String) -> String {
    match read::body::<T>(input) {
        Ok(request) => next(request),
        Err(error) => {
            assert!(!error.field().is_empty(), "an error names its field");
            error.to_string()
        }
    }
}

fn done<T, E: std::fmt::Display>(result: Result<T, E>) -> String {
    answer(result.map(|_| ()))
}

fn roll() -> Value {
    json!({ "diceResult": [5, 5, 5, 2, 6], "rollsRemaining": 1, "keptMask": [true, true, true, false, false] })
}

fn card() -> Value {
    json!({ "ones": 3, "fullHouse": 25, "diceeBonusCount": 0 })
}

#[test]
fn fuzz_requests_stats() {
    let run = |input: &[u8]| {
        [
            with::<ProbabilityRequest>(input, |request| done(request.resolve())),
            with::<RecommendationRequest>(input, |request| done(request.resolve())),
            with::<EvaluationRequest>(input, |request| {
                format!("{} {}", done(request.resolve()), done(request.chosen()))
            }),
            with::<SimulationRequest>(input, |request| done(request.resolve(7))),
            with::<VerificationRequest>(input, |request| done(request.verify())),
        ]
        .join("|")
    };
    let mut verification = roll();
    verification["category"] = json!("full_house");
    verification["probability"] = json!(0.1389);
    let mut situated = roll();
    situated["currentScorecard"] = card();
    let seeds = [
        verification.to_string(),
        situated.to_string(),
        json!({ "diceResult": [1, 2, 3, 4, 5], "rollsRemaining": 2, "currentScorecard": card(), "rulesVariant": "standard", "horizon": "game" }).to_string(),
        json!({ "iterations": 1000, "seed": 7, "bot": "expert", "rulesVariant": "classic", "scenario": {} }).to_string(),
        json!({ "gameState": situated, "chosenCategory": "full_house", "chosenKeptMask": [true, true, true, false, false] }).to_string(),
    ];
    let words = [
        "horizon",
        "game",
        "turn",
        "rulesVariant",
        "explanationDepth",
        "category",
        "chosenCategory",
        "scenario",
        "playerId",
        "gameId",
    ];
    check(Target::new("requests_stats", run).examples(seeds).words(&words));
}

#[test]
fn fuzz_requests_dicee() {
    let run = |input: &[u8]| {
        [
            with::<AnalyzeRequest>(input, |request| done(request.resolve())),
            with::<PositionRequest>(input, |request| done(request.resolve())),
            with::<DistributionRequest>(input, |request| done(request.resolve())),
            with::<TargetRequest>(input, |request| done(request.resolve())),
            with::<WinRequest>(input, |request| done(request.resolve())),
            with::<ScenarioRequest>(input, |request| done(request.resolve(Rules::default(), Bot::Expert))),
            with::<GameRecordData>(input, |record| done(record.record())),
        ]
        .join("|")
    };
    let seeds = [
        json!({ "dice": [1, 2, 3, 4, 5], "rollsRemaining": 1, "categories": ["ones", "chance"], "upperSubtotal": 12 }).to_string(),
        json!({ "scorecard": card(), "dice": [6, 6, 6, 6, 6], "rollsLeft": 2, "rules": "standard" }).to_string(),
        json!({ "players": [{ "scorecard": card() }, { "scorecard": card() }], "turn": 0, "target": 250 }).to_string(),
        json!({ "rules": "standard", "turns": [{ "rolls": [[1, 2, 3, 4, 5]], "kept": [], "category": "chance" }] }).to_string(),
    ];
    let words = [
        "dice",
        "rules",
        "upperSubtotal",
        "open",
        "rollsRemaining",
        "points",
        "card",
        "turns",
        "count",
        "policy",
    ];
    check(Target::new("requests_dicee", run).examples(seeds).words(&words));
}

#[test]
fn fuzz_requests_pools() {
    let run = |input: &[u8]| {
        [
            with::<RollRequest>(input, |request| done(request.question(1_000))),
            with::<OddsRequest>(input, |request| done(request.question())),
            with::<CheckRequest>(input, |request| done(request.question())),
            with::<ContestRequest>(input, |request| done(request.question())),
            with::<AttackRequest>(input, |request| done(request.question())),
            with::<ExtendedRequest>(input, |request| done(request.question())),
            done(serde_json::from_slice::<SweepRequest>(input)),
            done(DiceSystem::from_json(text(input))),
            done(RngRules::from_json(text(input))),
            done(serde_json::from_slice::<SavedContexts>(input)),
        ]
        .join("|")
    };
    let seeds = [
        json!({ "expression": "4d6kh3 + 2", "seed": 7, "times": 3, "aliases": { "stat": "4d6kh3" } })
            .to_string(),
        json!({ "attribute": 4, "rank": 3, "modifiers": -1, "difficulty": 2, "system": { "target": 7 } })
            .to_string(),
        json!({ "initiator": 5, "defender": 4 }).to_string(),
        json!({ "pool": 6, "damage": 3, "armour": 1, "difficulty": 1 }).to_string(),
        json!({ "pool": 5, "targetSuccesses": 8, "maxRounds": 6 }).to_string(),
        json!({ "expression": "6d10>=8", "dice": 12, "dcs": [1, 2, 3] }).to_string(),
        include_str!("../../../pools/tests/data/saved-contexts.json").to_owned(),
        json!({ "sides": 10, "successValue": 8, "botchValue": 1, "criticalOnNet": true }).to_string(),
    ];
    check(Target::new("requests_pools", run).examples(seeds).words(&[
        "system",
        "aliases",
        "seed",
        "expression",
        "contexts",
        "sides",
    ]));
}

#[test]
fn fuzz_requests_tables() {
    let run = |input: &[u8]| {
        [
            with::<CreateGameRequest>(input, |CreateGameRequest { kind, options, .. }| {
                let options = Value::Object(options);
                match kind.as_str() {
                    "dicee" => done(read::value::<OpenDicee>(options, "")),
                    "fortytwo" => done(read::value::<OpenFortyTwo>(options, "")),
                    "extended_check" => done(read::value::<OpenExtendedCheck>(options, "")),
                    "roll_table" => done(read::value::<OpenRollTable>(options, "")),
                    _ => "another game".to_owned(),
                }
            }),
            with::<CommandRequest>(input, |_| "command".to_owned()),
            with::<QuickMatchRequest>(input, |_| "match".to_owned()),
            with::<RegisterRequest>(input, |_| "register".to_owned()),
            with::<TokenRequest>(input, |_| "token".to_owned()),
            with::<RenameRequest>(input, |_| "rename".to_owned()),
            with::<BlockRequest>(input, |_| "block".to_owned()),
            with::<ComplaintRequest>(input, |_| "complaint".to_owned()),
        ]
        .join("|")
    };
    let id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
    let seeds = [
        json!({ "kind": "dicee", "mode": "solo", "public": true, "settings": { "rulesVariant": "standard" } }).to_string(),
        json!({ "kind": "fortytwo", "public": false, "house": { "nello": true }, "bots": ["expert"] }).to_string(),
        json!({ "kind": "roll_table", "system": { "sides": 6 } }).to_string(),
        json!({ "kind": "extended_check", "terms": { "pool": 5, "targetSuccesses": 8 } }).to_string(),
        json!({ "commandId": "c-1", "expectedVersion": 3, "command": { "type": "roll" } }).to_string(),
        json!({ "displayName": "Ann" }).to_string(),
        json!({ "playerId": id, "secret": "x" }).to_string(),
        json!({ "playerId": id, "gameId": id, "reason": "abuse", "text": "…" }).to_string(),
    ];
    check(Target::new("requests_tables", run).examples(seeds).words(&[
        "kind",
        "public",
        "coach",
        "clock",
        "seed",
        "dice",
        "bots",
        "timeLimit",
    ]));
}

/// Messages of a socket; what is read is written as the same message.
#[test]
fn fuzz_messages() {
    let run = |input: &[u8]| {
        let Ok(value) = serde_json::from_slice::<Value>(input) else { return "not JSON".to_owned() };
        match read::value::<ClientMessage>(value, "message") {
            Ok(message) => {
                let again: ClientMessage =
                    serde_json::from_value(json!(message)).expect("what is written can be read");
                assert_eq!(again, message);
                format!("ok {}", json!(message)["type"].to_string().replace('"', ""))
            }
            Err(error) => error.to_string(),
        }
    };
    let id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
    let seeds = [
        json!({ "type": "authenticate", "token": "a.b.c" }),
        json!({ "type": "resume", "since": 7, "updates": "patch" }),
        json!({ "type": "command", "commandId": "c", "expectedVersion": 1, "command": { "type": "roll" } }),
        json!({ "type": "join", "playerId": id, "gameId": id, "reconnect": false }),
        json!({ "type": "roll", "keptMask": [true, false, true, false, true], "requestProbabilities": true }),
        json!({ "type": "score", "category": "chance" }),
        json!({ "type": "chat", "text": "hello" }),
        json!({ "type": "mute", "playerId": id, "muted": true }),
        json!({ "type": "request_hint", "depth": "detailed" }),
        json!({ "type": "hover", "category": "ones", "durationMs": 100 }),
        json!({ "type": "prediction", "category": "ones", "probability": 0.5 }),
        json!({ "type": "cursor", "version": 3 }),
        json!({ "type": "rematch" }),
    ];
    let seeds = seeds.map(|seed| seed.to_string());
    check(Target::new("messages", run).examples(seeds).words(&[
        "type",
        "roll",
        "request_win_chance",
        "playerId",
        "updates",
        "whole",
    ]));
}

/// What a browser keeps and hands back: profiles, records, decks.
#[test]
fn fuzz_kept() {
    let run = |input: &[u8]| {
        let profile = coach::Profile::from_json(text(input));
        if let Ok(profile) = &profile {
            assert!(
                coach::Profile::from_json(&profile.to_json()).is_ok(),
                "a profile survives being written"
            );
        }
        let played = serde_json::from_slice::<coach::PlayedGameData>(input);
        let played = played.map_or_else(|error| error.to_string(), |data| done(data.record.record()));
        [done(profile), played, done(serde_json::from_slice::<coach::Deck>(input))].join("|")
    };
    let seeds = [
        coach::Profile::default().to_json(),
        json!({ "id": "30000000-0000-4000-8000-000000000007", "finishedAt": 1, "record": { "rules": "standard", "turns": [] } }).to_string(),
        json!({ "cards": [] }).to_string(),
    ];
    check(
        Target::new("kept", run)
            .examples(seeds)
            .words(&["version", "lines", "mistakes", "record", "origin", "aided"]),
    );
}
