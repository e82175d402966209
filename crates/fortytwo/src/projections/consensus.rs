use super::Projection;
use crate::consensus_action::ConsensusAction;
use crate::event::Event;
use crate::seat::{BySeat, Seat};

/// What the seats are asked to agree to, and who has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Consensus {
    complete_trick: Option<BySeat<bool>>,
    score_hand: Option<BySeat<bool>>,
}

impl Consensus {
    /// What is asked for now.
    #[must_use]
    pub fn pending(&self) -> Option<ConsensusAction> {
        ConsensusAction::ALL.into_iter().find(|action| self.agreed(*action).is_some())
    }

    /// Who has agreed to it; nothing if nobody was asked.
    #[must_use]
    pub const fn agreed(&self, action: ConsensusAction) -> Option<BySeat<bool>> {
        match action {
            ConsensusAction::CompleteTrick => self.complete_trick,
            ConsensusAction::ScoreHand => self.score_hand,
        }
    }

    /// Whether this seat has agreed to it.
    #[must_use]
    pub fn has_agreed(&self, action: ConsensusAction, seat: Seat) -> bool {
        self.agreed(action).is_some_and(|agreed| agreed[seat])
    }

    const fn entry(&mut self, action: ConsensusAction) -> &mut Option<BySeat<bool>> {
        match action {
            ConsensusAction::CompleteTrick => &mut self.complete_trick,
            ConsensusAction::ScoreHand => &mut self.score_hand,
        }
    }
}

impl Projection for Consensus {
    fn fold(&mut self, event: &Event) {
        match *event {
            Event::ConsensusRequested { action } => *self.entry(action) = Some(BySeat::default()),
            Event::PlayerAgreed { player, action } => {
                if let Some(agreed) = self.entry(action) {
                    agreed[player] = true;
                }
            }
            Event::ConsensusReached { action } => *self.entry(action) = None,
            Event::TrickCompleted { .. } => self.complete_trick = None,
            Event::HandScored { .. } => self.score_hand = None,
            Event::GameStarted { .. } | Event::RedealInitiated { .. } => *self = Self::default(),
            _ => {}
        }
    }
}
