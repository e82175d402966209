//! Several nodes on one PostgreSQL and one Redis, and what happens when something breaks.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod dicee_players;
mod faults;
mod fortytwo_players;
mod league;
mod together;
