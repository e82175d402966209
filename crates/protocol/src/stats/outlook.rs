//! Distributions and targets over HTTP. The requests are those of `dicee`, which the browser takes as well.

use dicee::{DistributionReport, TargetReport};
use serde::Serialize;
use uuid::Uuid;

/// `POST /api/v1/stats/distribution`: how likely every number of points still to come is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DistributionResponse {
    /// The distribution.
    #[serde(flatten)]
    pub report: DistributionReport,
    /// The request.
    #[serde(rename = "requestId")]
    pub request_id: Uuid,
    /// How long it took.
    #[serde(rename = "computationTimeMs")]
    pub computation_time_ms: f64,
    /// True: a request that fails is answered with an [`ErrorResponse`](crate::ErrorResponse).
    pub success: bool,
}

/// `POST /api/v1/stats/target`: the highest chance to make at least so many points, and what to do for it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TargetResponse {
    /// The chance, and with dice on the table every option.
    #[serde(flatten)]
    pub report: TargetReport,
    /// The request.
    #[serde(rename = "requestId")]
    pub request_id: Uuid,
    /// How long it took.
    #[serde(rename = "computationTimeMs")]
    pub computation_time_ms: f64,
    /// True: a request that fails is answered with an [`ErrorResponse`](crate::ErrorResponse).
    pub success: bool,
}
