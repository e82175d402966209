//! Everything that a server says is a type of `protocol` and nothing more: read as that type and written again, it is the
//! same JSON. Types that are only written are checked by their published schemas.

use protocol::{
    BehaviourResponse, BlocksResponse, CommandResponse, ComplaintResponse, ComplaintsResponse,
    DecisionsResponse, DeckResponse, ErrorResponse, EvaluationResponse, EventsResponse, ExportResponse,
    FoundTable, GameState, GamesResponse, HandsResponse, LinkResponse, LiveResponse, LogResponse,
    OpenedResponse, PatternsResponse, PlayerResponse, PrivacyResponse, ProbabilityResponse, ProfileResponse,
    ReadyResponse, RecommendationResponse, RegisterResponse, SanctionsResponse, SecretResponse,
    ServerMessage, SimulationResponse, SkillResponse, StateUpdate, TokenResponse, VerificationResponse,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::published;

/// The games whose states have types of their own.
const TYPED: [&str; 4] = ["dicee", "fortytwo", "extended_check", "roll_table"];

/// Reads a message of a socket.
///
/// # Panics
///
/// If it is none of `protocol`.
pub fn check_message(message: &Value) -> ServerMessage {
    let read: ServerMessage = same(message);
    if let ServerMessage::StateUpdate(StateUpdate::Whole { game_state, .. }) = &read {
        check_state(game_state);
    }
    read
}

/// Reads the body of an answer; those of addresses without a type are passed over.
///
/// # Panics
///
/// If it is not the type of its address.
pub fn check_body(method: &str, path: &str, status: u16, body: &Value) {
    if body.is_null() {
        return;
    }
    let path = path.split('?').next().unwrap_or(path);
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    let ["api", "v1", parts @ ..] = parts.as_slice() else {
        match (path, status) {
            ("/health/live", 200..300) => drop(same::<LiveResponse>(body)),
            ("/health/ready", 200..300 | 503) => drop(same::<ReadyResponse>(body)),
            ("/health/live" | "/health/ready" | "/metrics", 400..) => drop(same::<ErrorResponse>(body)),
            _ => {}
        }
        return;
    };
    if status >= 400 {
        drop(same::<ErrorResponse>(body));
        return;
    }
    match (method, parts) {
        ("POST", ["players"]) => drop(same::<RegisterResponse>(body)),
        ("POST", ["players", _, "token"]) => drop(same::<TokenResponse>(body)),
        ("PATCH", ["players", _]) => drop(same::<PlayerResponse>(body)),
        ("GET", ["players", _, "profile"]) => drop(same::<ProfileResponse>(body)),
        ("GET", ["players", _, "skill"]) => drop(same::<SkillResponse>(body)),
        ("GET", ["players", _, "patterns"]) => drop(same::<PatternsResponse>(body)),
        ("GET", ["players", _, "decisions"]) => drop(same::<DecisionsResponse>(body)),
        ("GET", ["players", _, "hands"]) => drop(same::<HandsResponse>(body)),
        ("GET" | "POST", ["players", _, "deck"]) => drop(same::<DeckResponse>(body)),
        ("POST", ["players", _, "privacy"]) => drop(same::<PrivacyResponse>(body)),
        ("GET", ["players", _, "export"]) => drop(same::<ExportResponse>(body)),
        ("GET", ["games"]) => drop(same::<GamesResponse>(body)),
        ("POST", ["games"] | ["games", "quick"]) => check_state(&same::<OpenedResponse>(body).game_state),
        ("GET", ["games", "code", _]) => drop(same::<FoundTable>(body)),
        ("GET", ["games", _]) => check_state(&same(body)),
        ("GET", ["games", _, "events"]) => drop(same::<EventsResponse>(body)),
        ("POST", ["games", _, "rematch"]) => check_state(&same::<OpenedResponse>(body).game_state),
        ("GET", ["games", _, "report"]) if TYPED.iter().any(|kind| body["report"]["kind"] == *kind) => {
            published::check("ReportResponse", body);
        }
        ("GET", ["games", _, "link"]) => drop(same::<LinkResponse>(body)),
        ("GET", ["games", _, "log"]) => drop(same::<LogResponse>(body)),
        ("POST", ["games", _, "commands"]) => drop(same::<CommandResponse>(body)),
        ("POST", ["stats", "probabilities"]) => drop(same::<ProbabilityResponse>(body)),
        ("POST", ["stats", "recommendation"]) => drop(same::<RecommendationResponse>(body)),
        ("POST", ["stats", "evaluate"]) => drop(same::<EvaluationResponse>(body)),
        ("POST", ["stats", "verify"]) => drop(same::<VerificationResponse>(body)),
        ("POST", ["stats", "simulate"]) => drop(same::<SimulationResponse>(body)),
        ("POST", ["stats", "distribution"]) => published::check("DistributionResponse", body),
        ("POST", ["stats", "target"]) => published::check("TargetResponse", body),
        ("POST", ["pools", "odds"]) => published::check("OddsAnswerResponse", body),
        ("POST", ["pools", "roll"]) => published::check("RollOrSeriesResponse", body),
        ("POST", ["pools", "check"]) => published::check("CheckAnswerResponse", body),
        ("POST", ["pools", "contest"]) => published::check("ContestAnswerResponse", body),
        ("POST", ["pools", "extended"]) => published::check("ExtendedAnswerResponse", body),
        ("POST", ["pools", "attack"]) => published::check("AttackAnswerResponse", body),
        ("GET", ["operator", "behaviour"]) => drop(same::<BehaviourResponse>(body)),
        ("GET", ["operator", "reports"]) => drop(same::<ComplaintsResponse>(body)),
        ("GET", ["operator", "sanctions"]) => drop(same::<SanctionsResponse>(body)),
        ("POST", ["players", _, "reports"]) => drop(same::<ComplaintResponse>(body)),
        ("POST", ["players", _, "block"]) | ("GET", ["blocks"]) => drop(same::<BlocksResponse>(body)),
        ("POST", ["players", _, "secret"]) => drop(same::<SecretResponse>(body)),
        _ => {}
    }
}

/// A state that fits no type of its game would still be read as that of a game nobody knows.
fn check_state(state: &GameState) {
    if let GameState::Other(other) = state {
        assert!(!TYPED.contains(&other.kind.as_str()), "the state of {} has a type: {state:?}", other.kind);
    }
}

/// Reads JSON as a type, and writes it again.
fn same<T: DeserializeOwned + Serialize>(json: &Value) -> T {
    let name = std::any::type_name::<T>();
    let read: T =
        serde_json::from_value(json.clone()).unwrap_or_else(|error| panic!("no {name}: {error}\n{json}"));
    let written = serde_json::to_value(&read).expect("what was read can be written");
    assert_eq!(written, *json, "more than a {name}");
    read
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn game() -> Value {
        json!({
            "kind": "dicee", "gameId": "g", "version": 1, "status": "waiting", "you": null, "seats": [],
            "freeSeats": 7, "createdAt": "2026-01-01T00:00:00.000Z", "success": true, "events": [],
        })
    }

    #[test]
    fn a_message_of_the_protocol_passes() {
        check_message(&json!({ "type": "ack", "commandId": "1", "version": 2, "repeated": false }));
    }

    #[test]
    #[should_panic(expected = "more than a protocol::message::server::ServerMessage")]
    fn a_field_that_the_message_does_not_have_is_found() {
        check_message(
            &json!({ "type": "ack", "commandId": "1", "version": 2, "repeated": false, "haste": 1 }),
        );
    }

    #[test]
    #[should_panic(expected = "state")]
    fn a_state_that_lacks_fields_of_its_game_is_found() {
        check_body("GET", "/api/v1/games/g?since=0", 200, &game());
    }

    #[test]
    #[should_panic(expected = "no protocol::error::ErrorResponse")]
    fn an_error_of_an_address_outside_the_api_is_read_as_one() {
        check_body("POST", "/health/live", 405, &json!({ "status": "ok" }));
    }

    #[test]
    #[should_panic(expected = "no protocol::error::ErrorResponse")]
    fn an_error_without_its_detail_is_found() {
        check_body("GET", "/api/v1/games/g", 404, &json!({ "success": false }));
    }
}
