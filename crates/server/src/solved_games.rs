//! Solves the dice game in the background.

use std::sync::Weak;

use crate::api::Api;

/// Solves all variants on the threads for long work, the default first, until the server is gone. What is asked
/// meanwhile is answered for the turn.
pub(crate) fn solve_in_background(api: &Weak<Api>) {
    let Some(strong) = api.upgrade() else { return };
    let (api, solved) = (api.clone(), std::sync::Arc::clone(&strong.solved));
    strong.simulator.spawn(move || solved.solve_all(|| api.strong_count() == 0));
}
