//! What questions about dice pools and all other dice are answered with. The requests are those of `pools`.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What every question about dice is answered with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", schemars(rename = "{T}Response"))]
pub struct PoolResponse<T> {
    /// The answer, as the command line prints it.
    pub answer: T,
    /// The name of this request.
    pub request_id: Uuid,
    /// How long the answer took.
    pub computation_time_ms: f64,
    /// Always true.
    pub success: bool,
}
