//! How a game will probably end, for those who asked.

use protocol::ServerMessage;

/// Computes a forecast; `None` if the node is busy, or not ready for it yet. It is asked again a while later.
pub type ForecastWork = Box<dyn FnOnce() -> Option<Forecast> + Send>;

/// How much work a forecast may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A few milliseconds.
    Quick,
    /// Up to half a second, for a better one.
    Thorough,
}

/// What is said.
#[derive(Clone, Debug)]
pub struct Forecast {
    /// The message to those who asked.
    pub message: ServerMessage,
    /// Whether a thorough forecast would say more.
    pub can_improve: bool,
}
