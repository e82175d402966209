use super::Projection;
use crate::event::Event;

/// How many tricks of this hand were turned over; none once it is scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrickCount(u8);

impl TrickCount {
    /// 0 to 7.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl Projection for TrickCount {
    fn fold(&mut self, event: &Event) {
        match event {
            Event::TrickCompleted { .. } => self.0 = self.0.saturating_add(1),
            Event::TrumpSelected { .. } | Event::HandScored { .. } | Event::GameStarted { .. } => self.0 = 0,
            _ => {}
        }
    }
}
