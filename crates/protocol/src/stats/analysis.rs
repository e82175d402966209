//! The analysis of one roll over HTTP, for clients that cannot run the engine. The request is that of `dicee`.

use dicee::{TargetReport, TurnAnalysisData};
use serde::Serialize;
use uuid::Uuid;

/// `POST /api/v1/stats/analysis`: both horizons of one roll, as the browser module answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalysisResponse {
    /// The most points this turn.
    pub turn: TurnAnalysisData,
    /// The best expected final score; absent until the game is solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<TurnAnalysisData>,
    /// With `target`: the chance to reach it, and what to do for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<TargetReport>,
    /// The upper subtotals that play can reach with these open boxes, ascending.
    #[serde(rename = "upperTotals")]
    pub upper_totals: Vec<u8>,
    /// The request.
    #[serde(rename = "requestId")]
    pub request_id: Uuid,
    /// How long it took.
    #[serde(rename = "computationTimeMs")]
    pub computation_time_ms: f64,
    /// True: a request that fails is answered with an [`ErrorResponse`](crate::ErrorResponse).
    pub success: bool,
}
