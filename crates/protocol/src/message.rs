//! The messages of a WebSocket at a live game (data contract 7): from clients, and from the server.

pub mod brief;
mod client;
mod patch;
mod server;
mod state_text;
mod update;

pub use client::{ClientMessage, UpdateStyle};
pub use patch::{PatchError, PatchOperation, apply, diff};
pub use server::{
    ChatLine, ConnectionStatus, ErrorMessage, PlayerChance, PresentPlayer, ServerMessage, WinChance,
};
pub use state_text::StateText;
pub use update::{StateChanges, StateUpdate};
