//! A struct within a request is written as an object. What serde derives would also read the list of its values.

use coach::PlayedGameData;
use dicee::{
    DiceeCommand, DistributionRequest, GameRecordData, ScenarioRequest, Scorecard, ScorecardData,
    TargetRequest, WinRequest,
};
use pools::{ExtendedCommand, TableCommand};
use protocol::contract::GameEvent;
use protocol::{
    EvaluationRequest, OpenDicee, OpenExtendedCheck, OpenFortyTwo, OpenRollTable, ProbabilityRequest,
    RecommendationRequest, SimulationRequest, VerificationRequest,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const GAME: &str = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";

/// A valid request with everything in it, whose every inner object is then written as a list.
fn check<T: DeserializeOwned>(whole: &Value) {
    let name = std::any::type_name::<T>();
    if let Err(error) = serde_json::from_value::<T>(whole.clone()) {
        panic!("{name}: the example is wrong: {error}");
    }
    let mut places = Vec::new();
    inner_objects(whole, "", &mut places);
    assert!(!places.is_empty(), "{name} holds no object");
    for place in places {
        let values: Vec<Value> =
            whole.pointer(&place).unwrap().as_object().unwrap().values().cloned().collect();
        for list in [Value::Array(values), json!([])] {
            let mut changed = whole.clone();
            *changed.pointer_mut(&place).unwrap() = list;
            let error = match serde_json::from_str::<T>(&changed.to_string()) {
                Ok(_) => panic!("{name}{place} was read from a list"),
                Err(error) => error.to_string(),
            };
            // A list of another length would be refused for its length, and one of the right length taken.
            assert!(!error.contains("invalid length"), "{name}{place}: {error}");
        }
    }
}

fn inner_objects(value: &Value, at: &str, places: &mut Vec<String>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(name, value)| (format!("{at}/{name}"), value)).collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(n, value)| (format!("{at}/{n}"), value)).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return,
    };
    for (place, value) in inner {
        inner_objects(value, &place, places);
        if value.is_object() {
            places.push(place);
        }
    }
}

fn card() -> Value {
    serde_json::to_value(ScorecardData::from(&Scorecard::default())).unwrap()
}

/// The request with a moment of a game in it.
fn with_moment(mut request: Value) -> Value {
    request["moment"] = json!({
        "currentScorecard": card(), "diceResult": [5, 5, 5, 2, 6], "keptMask": [true, true, true, false, false],
        "rollsRemaining": 1,
    });
    request
}

/// The request with a roll and a card in it.
fn with_roll(mut request: Value) -> Value {
    let open = card()["categoriesRemaining"].clone();
    let roll = json!({
        "diceResult": [5, 5, 5, 2, 6], "keptMask": [true, true, true, false, false], "rollsRemaining": 1,
        "availableCategories": open, "currentScorecard": card(),
    });
    for (name, value) in roll.as_object().unwrap() {
        request[name] = value.clone();
    }
    request
}

#[test]
fn a_moment_of_a_game_is_an_object() {
    check::<DistributionRequest>(&with_moment(json!({ "scores": [100] })));
    check::<TargetRequest>(&with_moment(json!({ "score": 100 })));
    check::<ScenarioRequest>(&with_moment(json!({})));
    check::<SimulationRequest>(&json!({ "scenario": with_moment(json!({})) }));
    let moment = &with_moment(json!({}))["moment"];
    check::<WinRequest>(&json!({ "players": [moment, moment] }));
}

#[test]
fn a_card_is_an_object() {
    check::<ProbabilityRequest>(&with_roll(json!({})));
    let advice =
        json!({ "skillLevel": "beginner", "showAlternatives": true, "explanationDepth": "standard" });
    check::<RecommendationRequest>(&with_roll(advice));
    let mut asked = with_roll(json!({ "category": "chance", "probability": 1.0 }));
    asked.as_object_mut().unwrap().retain(|name, _| name != "keptMask" && name != "availableCategories");
    check::<VerificationRequest>(&asked);
    let state = json!({
        "diceResult": [5, 5, 5, 2, 6], "rollNumber": 2, "scorecard": card(),
        "availableCategories": card()["categoriesRemaining"],
    });
    let move_made = json!({
        "gameState": state, "chosenCategory": "chance", "timeToDecision": 900, "skillLevel": "beginner",
    });
    check::<EvaluationRequest>(&move_made);
}

#[test]
fn what_a_table_agrees_on_is_an_object() {
    check::<OpenDicee>(&json!({ "settings": { "allowUndo": true } }));
    check::<OpenFortyTwo>(&json!({ "house": { "nello": true }, "settings": { "timeLimit": 30 } }));
    let terms = json!({ "pool": 6, "targetSuccesses": 10, "maxRounds": 5, "system": { "sides": 10 } });
    let aliases = json!([{ "name": "hit", "expression": "d20" }]);
    check::<OpenExtendedCheck>(&json!({ "terms": terms }));
    check::<OpenRollTable>(&json!({ "aliases": aliases, "system": { "sides": 10 } }));
    check::<ExtendedCommand>(&json!({ "type": "START_CHECK", "terms": terms }));
    check::<TableCommand>(&json!({ "type": "START_CHECK", "terms": terms }));
    check::<TableCommand>(&json!({ "type": "SET_TABLE", "aliases": aliases }));
    check::<fortytwo::Command>(&json!({ "type": "START_GAME", "house": { "nello": true } }));
    check::<DiceeCommand>(&json!({
        "type": "create", "gameId": GAME, "gameMode": "solo", "playerIds": [GAME],
        "settings": { "allowUndo": true }, "dice": { "source": "seeded", "seed": 1 },
    }));
}

#[test]
fn a_turn_that_was_played_is_an_object() {
    let turn = json!({ "rolls": [[1, 2, 3, 4, 5]], "keeps": [], "category": "chance" });
    let record = json!({ "rules": "standard", "turns": [turn] });
    check::<GameRecordData>(&record);
    let game = json!({ "id": GAME, "finishedAt": 0, "record": record, "aided": [{ "turn": 1, "roll": 1 }] });
    check::<PlayedGameData>(&game);
}

#[test]
fn what_an_event_says_is_an_object() {
    let mut created = base("game_created");
    created["gameMode"] = json!("solo");
    created["playerIds"] = json!([GAME]);
    created["hostPlayerId"] = json!(GAME);
    created["settings"] = json!({ "allowUndo": true });
    check::<GameEvent>(&created);
    let mut started = base("game_started");
    started["turnOrder"] = json!([GAME]);
    started["firstPlayerId"] = json!(GAME);
    started["initialScorecards"] = json!({ GAME: card() });
    check::<GameEvent>(&started);
}

fn base(kind: &str) -> Value {
    json!({
        "eventType": kind, "id": GAME, "eventVersion": "2.0.0", "sequenceNumber": 1, "streamType": "domain",
        "eventSource": "system", "traceId": GAME, "causalChain": [], "timestamp": 0, "gameId": GAME, "playerId": GAME,
        "turnNumber": 0, "rollNumber": 0,
    })
}
