//! The games of this repository at a live table.

mod dicee;
mod dicee_forecast;
mod dicee_predictions;
mod dicee_questions;
mod fortytwo;
mod pools;

use std::sync::Arc;

use ::dicee::DiceeGame;
use ::fortytwo::FortyTwo;
use ::pools::{ExtendedCheck, RollTable};

use crate::registry::GameRegistry;
use crate::seated::Seated;
use crate::solved_games::SolvedGames;

/// The registry with the games of this repository.
#[must_use]
pub fn games(solved: Arc<SolvedGames>) -> GameRegistry {
    GameRegistry::default()
        .with::<DiceeGame>(solved)
        .with::<Seated<FortyTwo>>(Arc::new(()))
        .with::<Seated<ExtendedCheck>>(Arc::new(()))
        .with::<Seated<RollTable>>(Arc::new(()))
}
