//! Every operation of the API and its handler: from this list the router, the limits, the metrics and the description
//! are made.

use std::sync::LazyLock;

use crate::api::Route;
use crate::operation::Operation;
use crate::{behaviour, conduct, games, learning, operator, players, pools, stats};

/// All operations with their handlers.
pub(crate) fn all() -> Vec<Route> {
    stats::routes()
        .into_iter()
        .chain(pools::routes())
        .chain(games::routes())
        .chain(players::routes())
        .chain(learning::routes())
        .chain(conduct::routes())
        .chain(behaviour::routes())
        .chain(operator::routes())
        .collect()
}

/// All operations.
pub(crate) static OPERATIONS: LazyLock<Vec<&'static Operation>> =
    LazyLock::new(|| all().into_iter().map(|(operation, _)| operation).collect());
