use crate::auction::AuctionEnd;
use crate::consensus_action::ConsensusAction;
use crate::contract::{Outcome, TRICKS};
use crate::deal::deal;
use crate::declaration::trick_points;
use crate::event::{Event, HandReason};
use crate::game::FortyTwo;
use crate::seat::Seat;

impl FortyTwo {
    /// What the rules make of the last event: the one event that must follow it, if one must. Everything that happens
    /// without anybody choosing it is here.
    pub(crate) fn consequence(&self) -> Option<Event> {
        match self.last.as_ref()? {
            // Where a secret was promised, only who has it can deal.
            Event::GameStarted { .. } | Event::RedealInitiated { .. } => {
                Some(Event::HandsDealt { hands: deal(self.deck.seed()?) })
            }
            Event::BidPlaced { .. } | Event::PlayerPassed { .. } => {
                Some(match self.bids.auction()?.end()? {
                    AuctionEnd::Won { bidder, bid } => Event::BiddingCompleted { winner: bidder, bid },
                    AuctionEnd::AllPassed => Event::AllPlayersPassed { dealer: self.deck.dealer()? },
                })
            }
            Event::AllPlayersPassed { .. } => self.deck.redeal(),
            Event::DominoPlayed { .. } => self
                .trick_is_full()
                .then_some(Event::ConsensusRequested { action: ConsensusAction::CompleteTrick }),
            Event::PlayerAgreed { action, .. } => {
                let agreed = self.consensus.agreed(*action)?;
                let all = Seat::ALL.into_iter().all(|seat| agreed[seat] || !self.plays(seat));
                all.then_some(Event::ConsensusReached { action: *action })
            }
            Event::ConsensusReached { action: ConsensusAction::CompleteTrick } => self.turned_over(),
            Event::TrickCompleted { .. } => {
                let reason = match (self.trick_count.get(), self.contract()?.outcome(self.teams.tally())) {
                    (TRICKS.., _) => HandReason::AllTricks,
                    (_, Outcome::Made | Outcome::Set) => HandReason::DeterminedEarly,
                    (_, Outcome::Live) => return None,
                };
                Some(Event::HandReadyForScoring { reason })
            }
            Event::HandReadyForScoring { .. } => {
                Some(Event::ConsensusRequested { action: ConsensusAction::ScoreHand })
            }
            Event::ConsensusReached { action: ConsensusAction::ScoreHand } => {
                Some(Event::HandScored { team_scores: self.teams.tally().points })
            }
            Event::HandScored { team_scores } => {
                let (team, marks) = self.contract()?.award_for(*team_scores);
                Some(Event::MarksAwarded { team, marks })
            }
            Event::MarksAwarded { team, .. } => {
                let final_marks = self.teams.marks();
                if final_marks[*team] >= self.house().target_marks.get() {
                    return Some(Event::GameTargetReached { team: *team, final_marks });
                }
                self.deck.redeal()
            }
            Event::GameTargetReached { team, .. } => Some(Event::GameEnded { winning_team: *team }),
            Event::SeedCommitted { .. }
            | Event::SeedMixed { .. }
            | Event::SeedRevealed { .. }
            | Event::HandsDealt { .. }
            | Event::GameEnded { .. }
            | Event::BiddingCompleted { .. }
            | Event::TrumpSelected { .. }
            | Event::ConsensusRequested { .. }
            | Event::AiScheduled { .. }
            | Event::AiThinking { .. }
            | Event::AiDecided { .. }
            | Event::QuickplayEnabled {}
            | Event::QuickplayDisabled {}
            | Event::QuickplaySpeedSet { .. }
            | Event::EffectScheduled { .. }
            | Event::AnimationStarted { .. }
            | Event::AnimationCompleted { .. } => None,
        }
    }

    fn trick_is_full(&self) -> bool {
        let size = self.trump.declaration().map(crate::Declaration::trick_size);
        size == Some(self.trick.plays().len())
    }

    fn turned_over(&self) -> Option<Event> {
        let tiles = self.trick.tiles();
        let place = self.trump.declaration()?.winner(&tiles)?;
        let winner = self.trick.plays().get(place)?.player;
        Some(Event::TrickCompleted { winner, points: trick_points(&tiles) })
    }
}
