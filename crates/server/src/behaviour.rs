//! The players who may be bots, for the operator only.

use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::routing::get;
use protocol::BehaviourResponse;

use crate::api::{Api, Route};
use crate::background::repeat_in_background;
use crate::drain::Drain;
use crate::error::Rejection;
use crate::identity::Operator;
use crate::limit::Quota;
use crate::operation::{Access, Method, Operation};

/// How long the background fold rests. Often enough for the notes on hints, which are kept for 30 days.
const REST: Duration = Duration::from_secs(10 * 60);

/// At most so many players are shown.
const SHOWN: usize = 1000;

/// The operations for operators.
pub(crate) fn routes() -> [Route; 1] {
    [(&BEHAVIOUR, get(behaviour))]
}

static BEHAVIOUR: Operation = Operation {
    name: "behaviour",
    method: Method::Get,
    path: "/api/v1/operator/behaviour",
    tag: "operator",
    summary: "Players flagged as possible bots, and how they play",
    quota: Some(Quota::per_minute(10)),
    access: Access::Operator,
    query: &[],
    takes: None,
    gives: &[(200, Some("BehaviourResponse"))],
    errors: &[500, 503, 504, 507],
};

async fn behaviour(
    State(api): State<Arc<Api>>,
    _operator: Operator,
) -> Result<Json<BehaviourResponse>, Rejection> {
    let mut players = api.judge.fold().await?.shown();
    players.sort_by_key(|player| (!player.flagged, std::cmp::Reverse(player.decisions), player.player_id));
    let total = players.len();
    players.truncate(SHOWN);
    Ok(Json(BehaviourResponse { players, total, success: true }))
}

/// Folds now and then, whether an operator looks or not: notes on hints expire.
pub(crate) fn fold_in_background(api: &Weak<Api>, drain: Drain) {
    repeat_in_background(api, drain, REST, "who plays like a machine", |api| async move {
        api.judge.fold().await.map(drop)
    });
}
