use serde::{Deserialize, Serialize};

use super::Projection;
use crate::event::{Event, Speed};

/// The pace of AI seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoQuickplay"))]
pub struct Quickplay {
    /// Whether the pace that is set counts.
    pub enabled: bool,
    /// The pace that is set.
    pub speed: Speed,
}

impl Quickplay {
    /// The pace that counts: normal unless quickplay is on.
    #[must_use]
    pub const fn pace(&self) -> Speed {
        if self.enabled { self.speed } else { Speed::Normal }
    }
}

impl Projection for Quickplay {
    fn fold(&mut self, event: &Event) {
        match event {
            Event::QuickplayEnabled {} => self.enabled = true,
            Event::QuickplayDisabled {} => self.enabled = false,
            Event::QuickplaySpeedSet { speed } => self.speed = *speed,
            Event::GameStarted { .. } => *self = Self::default(),
            _ => {}
        }
    }
}
