//! Tests of Texas 42 through its public API, in one binary: linking is what takes time.

mod both_views;
mod bots;
mod cases;
mod effects;
mod fair_deals;
mod first_strong;
mod golden;
mod hidden;
mod hints;
mod ids_by_node;
mod kept;
mod links;
mod promises;
mod refusals;
mod solver;
mod table;
mod worlds;
