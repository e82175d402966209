//! Live games: one task for each, which alone touches its log.
//!
//! The way of a command: [`House::command`] finds the room of the game, or opens it from the store (`house.rs`, with
//! the one `match` that picks the game); the room's task ([`room`]) reads the command, asks whether this player may send
//! it ([`hosted::Hosted::authorise`]), lets the rules decide, appends the events at the version it knows, and only when
//! they are durable tells everybody who watches what they may know of it. Whoever else appended in between is read back
//! first, and the command judged anew.
//!
//! * [`hosted`] is what a game has to say about the people around it; `dicee_table.rs`, `fortytwo_table.rs` and
//!   `pools_tables.rs` say it. `seated.rs` puts chairs around games whose rules know seats only.
//! * `watch.rs` holds those who watch: what they are sent, and when they are cut off.

mod dicee_table;
mod fortytwo_table;
mod hosted;
mod house;
mod pools_tables;
mod room;
mod seated;
mod watch;

pub(crate) use fortytwo_table::FortyTwoOptions;
pub(crate) use hosted::{Asked, Kind};
pub(crate) use house::{House, HouseSettings, Opening};
pub(crate) use room::{CommandRequest, Trouble, error_message, text};
pub(crate) use watch::{Outbox, outbox};
