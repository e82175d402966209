//! The wire format: HTTP bodies, WebSocket messages, ids, error codes, and the data contract.
//!
//! The server builds these types and sends nothing else; clients and tests read them back. `/openapi.json`, `/asyncapi.json`,
//! the JSON Schemas and TypeScript types of `@dicee/types`, and the types of the WASM packages are generated from them:
//! `cargo xtask types` regenerates them.
//!
//! - Ids: [`GameId`], [`GameKind`], [`Code`], [`CommandId`], and [`PlayerId`].
//! - Live games: [`CreateGameRequest`] opens one, [`CommandRequest`] sends a command, [`GameState`] is the state
//!   for one viewer. On a WebSocket a client sends [`ClientMessage`]s and the server [`ServerMessage`]s; a
//!   [`StateUpdate`] holds the whole state, or [`StateChanges`] since a version that the client knows.
//! - Errors: [`ErrorCode`] lists all of them, [`ErrorDetail`] is the body of an HTTP error, [`ErrorMessage`] the message on a
//!   socket.
//! - Questions about dice: [`ProbabilityRequest`] and similar types for the dice game, which resolve to a [`Situation`];
//!   those of `pools` for dice pools, answered with a [`PoolResponse`].
//! - People: [`RegisterRequest`], [`ProfileResponse`] and the others of [`players`]; their learning profiles: [`learning`].
//! - [`contract`] writes the history of a dice game in the shapes of the data contract, reads it back, and checks it.
//!
//! ```
//! use protocol::{ClientMessage, ErrorCode, ErrorMessage, ServerMessage};
//!
//! let received: ClientMessage = serde_json::from_str(r#"{"type": "score", "category": "chance"}"#)?;
//! assert_eq!(received.name(), "score");
//! let answer = ServerMessage::from(ErrorMessage::new(ErrorCode::NotYourTurn, "it is Ben's turn"));
//! assert!(answer.to_json().contains(r#""errorCode":"ERR_NOT_YOUR_TURN""#));
//! # Ok::<(), serde_json::Error>(())
//! ```

mod conduct;
pub mod contract;
mod describe;
mod error;
mod fortytwo_options;
mod games;
mod ids;
pub mod learning;
mod limits;
pub mod message;
mod open;
mod operate;
pub mod players;
mod pools;
pub mod read;
#[cfg(feature = "schema")]
pub mod schema;
mod state;
mod stats;

pub use conduct::{
    BannedPlayer, BlockRequest, BlockedPlayer, BlocksResponse, ClosedTable, ComplaintReason,
    ComplaintRequest, ComplaintResponse, ComplaintsResponse, SanctionsResponse, ShownComplaint,
    UnknownReason,
};
pub use describe::{Components, asyncapi};
pub use dicee::{GameStatus, PlayerId};
pub use error::{ErrorCode, ErrorContext, ErrorDetail, ErrorResponse};
pub use fortytwo_options::{FortyTwoOptions, RepeatedDeals};
pub use games::{
    CommandRequest, CommandResponse, EventsResponse, FoundTable, GameCommand, GamesResponse, LinkResponse,
    LogResponse, OpenTable, OpenedResponse, PlayerReport, Report, ReportResponse, SeatCommand,
};
pub use ids::{Code, CommandId, GameId, GameKind};
pub use learning::{
    DecisionsResponse, DeckAnswerRequest, DeckResponse, FortyTwoStanding, HandsResponse, HintAsked, LiveHand,
    PatternsResponse, PrivacyRequest, PrivacyResponse, SkillResponse, UploadRequest, UploadResponse,
    UploadedGame, UploadedResult,
};
pub use limits::{LONGEST_CHAT, LONGEST_DISPLAY_NAME};
pub use message::{
    ChatLine, ClientMessage, ConnectionStatus, ErrorMessage, PatchError, PatchOperation, PlayerChance,
    PresentPlayer, ServerMessage, StateChanges, StateText, StateUpdate, UpdateStyle, WinChance,
};
pub use open::{
    ClockSettings, CreateGameRequest, OpenDicee, OpenExtendedCheck, OpenFortyTwo, OpenRollTable,
    QuickMatchRequest,
};
pub use operate::{
    BehaviourResponse, Dependencies, EngineHealth, EngineState, LinkState, LiveResponse, PlayerBehaviour,
    Readiness, ReadyResponse, RedisHealth, RefusedCommand, Signs, StoreHealth, StoreState,
};
pub use players::{
    ByQuality, Decisions, DiceeResults, ExportResponse, ExportedGame, ExportedNote, ExportedPerson,
    FortyTwoResults, PlayerResponse, ProfileResponse, RegisterRequest, RegisterResponse, RenameRequest,
    SecretResponse, TokenRequest, TokenResponse,
};
pub use pools::PoolResponse;
pub use state::{
    DiceeState, ExtendedCheckState, FortyTwoState, GameState, NoOptions, OtherState, PlayerState,
    RematchTable, RollTableState, SeatShown, ShownEvent, TableState,
};
pub use stats::{
    AnalysisResponse, CategoryTally, ChanceToWin, Confidence, DistributionResponse, EvaluatedState,
    EvaluationRequest, EvaluationResponse, ExactProbability, GamesSimulated, ProbabilityRequest,
    ProbabilityResponse, RecommendationRequest, RecommendationResponse, RequestedMethod, ScenarioSimulated,
    ScoreChance, ScoreChances, Simulated, Simulation, SimulationRequest, SimulationResponse, Situation,
    TargetResponse, Verification, VerificationRequest, VerificationResponse, best_odds, odds_after_keeping,
    sample, score_chances,
};

/// JSON Schemas (draft 2020-12) of everything that crosses a wire, by name under `$defs`; published as `@dicee/types`.
pub const SCHEMAS: &str = include_str!("../npm/schemas.json");
