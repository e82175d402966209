use super::Projection;
use crate::declaration::Declaration;
use crate::event::Event;

/// What was named in this hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trump(Option<Declaration>);

impl Trump {
    /// Nothing before it was named.
    #[must_use]
    pub const fn declaration(&self) -> Option<Declaration> {
        self.0
    }
}

impl Projection for Trump {
    fn fold(&mut self, event: &Event) {
        match *event {
            Event::TrumpSelected { trump, .. } => self.0 = Some(trump),
            Event::GameStarted { .. } | Event::RedealInitiated { .. } => self.0 = None,
            _ => {}
        }
    }
}
