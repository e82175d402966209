//! The list of what is published.

use dicee::{DiceeCommand, DiceeView, REGISTRY};
use ledger::Stream;
use pools::{
    AttackAnswer, AttackRequest, CheckAnswer, CheckRequest, ContestAnswer, ContestRequest, ExtendedAnswer,
    ExtendedCommand, ExtendedRequest, OddsAnswer, OddsRequest, RollOrSeries, RollRequest, TableCommand,
};
use schemars::SchemaGenerator;
use serde_json::json;

use super::Schemas;
use crate::contract::{AnalysisEvent, BaseGameEvent, GameEvent, TelemetryEvent};
use crate::{self as protocol, PoolResponse};

macro_rules! add {
    ($generator:expr, $($type:ty,)*) => { $($generator.subschema_for::<$type>();)* };
}

pub(super) fn all() -> Schemas {
    let mut schemas = Schemas::collect(inputs, outputs);
    for registered in REGISTRY {
        let schema = json!({
            "description": format!("`{}` {}", registered.kind, registered.version),
            "allOf": [{ "$ref": format!("#/$defs/{}", union_of(registered.stream)) }],
            "properties": { "eventType": { "const": registered.kind } },
            "required": ["eventType"],
        });
        schemas.insert(event_name(registered.kind), schema);
    }
    schemas
}

fn inputs(generator: &mut SchemaGenerator) {
    add!(
        generator,
        protocol::ProbabilityRequest,
        protocol::RecommendationRequest,
        protocol::EvaluationRequest,
        protocol::VerificationRequest,
        protocol::SimulationRequest,
        dicee::AnalyzeRequest,
        dicee::DistributionRequest,
        dicee::TargetRequest,
        protocol::CreateGameRequest,
        protocol::QuickMatchRequest,
        protocol::CommandRequest,
        protocol::ClientMessage,
        protocol::RegisterRequest,
        protocol::TokenRequest,
        protocol::RenameRequest,
        protocol::BlockRequest,
        protocol::DeckAnswerRequest,
        protocol::PrivacyRequest,
        protocol::UploadRequest,
        protocol::ComplaintRequest,
        DiceeCommand,
        protocol::SeatCommand,
        fortytwo::Command,
        ExtendedCommand,
        TableCommand,
        OddsRequest,
        RollRequest,
        CheckRequest,
        ContestRequest,
        ExtendedRequest,
        AttackRequest,
    );
}

fn outputs(generator: &mut SchemaGenerator) {
    add!(
        generator,
        GameEvent,
        AnalysisEvent,
        TelemetryEvent,
        BaseGameEvent,
        DiceeView,
        protocol::ProbabilityResponse,
        protocol::RecommendationResponse,
        protocol::EvaluationResponse,
        protocol::VerificationResponse,
        protocol::AnalysisResponse,
        protocol::SimulationResponse,
        protocol::DistributionResponse,
        protocol::TargetResponse,
        protocol::ErrorResponse,
        protocol::ServerMessage,
        protocol::GameState,
        protocol::OpenedResponse,
        protocol::GamesResponse,
        protocol::FoundTable,
        protocol::EventsResponse,
        protocol::CommandResponse,
        protocol::ReportResponse,
        protocol::LinkResponse,
        protocol::LogResponse,
        protocol::RegisterResponse,
        protocol::SecretResponse,
        protocol::TokenResponse,
        protocol::PlayerResponse,
        protocol::ProfileResponse,
        protocol::ExportResponse,
        protocol::SkillResponse,
        protocol::PatternsResponse,
        protocol::DecisionsResponse,
        protocol::HandsResponse,
        protocol::DeckResponse,
        protocol::PrivacyResponse,
        protocol::UploadResponse,
        protocol::BlocksResponse,
        protocol::ComplaintResponse,
        protocol::ComplaintsResponse,
        protocol::SanctionsResponse,
        protocol::BehaviourResponse,
        protocol::LiveResponse,
        protocol::ReadyResponse,
        PoolResponse<OddsAnswer>,
        PoolResponse<RollOrSeries>,
        PoolResponse<CheckAnswer>,
        PoolResponse<ContestAnswer>,
        PoolResponse<ExtendedAnswer>,
        PoolResponse<AttackAnswer>,
    );
}

pub(super) const fn union_of(stream: Stream) -> &'static str {
    match stream {
        Stream::Domain => "GameEvent",
        Stream::Analysis => "AnalysisEvent",
        Stream::Telemetry => "TelemetryEvent",
    }
}

/// `hint_requested` -> `HintRequestedEvent`, and `score` as the contract calls it.
fn event_name(kind: &str) -> String {
    if kind == "score" {
        return "ScoreDecisionEvent".into();
    }
    let words = kind.split('_').map(|word| word[..1].to_uppercase() + &word[1..]);
    words.collect::<String>() + "Event"
}
