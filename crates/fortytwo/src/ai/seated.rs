//! A bot at the table of the game: it is given a [`View`] and answers with a [`Command`].

use chance::InputError;

use super::Bot;
use crate::event::Command;
use crate::projections::Phase;
use crate::seat::Seat;
use crate::sight::Sight;
use crate::tile_set::TileSet;
use crate::view::View;

impl TryFrom<&View> for Sight {
    type Error = InputError;

    /// What the viewer knows of the hand being played.
    ///
    /// # Errors
    ///
    /// [`InputError`] for a spectator, before a game has begun, and between hands.
    fn try_from(view: &View) -> Result<Self, InputError> {
        let absent = |what| InputError::new("view", what, "none");
        let seat = view.viewer.ok_or_else(|| absent("the view of a seat"))?;
        let dealer = view.dealer.ok_or_else(|| absent("a game that has begun"))?;
        let tricks = view.completed_tricks.iter().flat_map(|trick| &trick.plays);
        let plays: Vec<_> = tricks.chain(&view.trick).collect();
        let shown: TileSet =
            plays.iter().filter(|play| play.player == seat).map(|play| play.domino).collect();
        let mut sight = Self::new(seat, dealer, view.hand | shown)?.at_table(view.house, view.marks);
        for call in &view.calls {
            sight.hear(call.bid)?;
        }
        if let Some(declaration) = view.trump {
            sight.hear_declaration(declaration)?;
        }
        for play in plays {
            sight.see(play.domino)?;
        }
        Ok(sight)
    }
}

impl Bot {
    /// What to do in the game, from what this seat may know of it and nothing else; `None` if there is nothing to do.
    pub fn choose(&mut self, view: &View) -> Option<Command> {
        let player: Seat = view.viewer?;
        if view.moves.is_empty() {
            return None;
        }
        let agree = view.moves.iter().find(|command| matches!(command, Command::AgreeToAction { .. }));
        if let Some(agree) = agree {
            return Some(agree.clone());
        }
        let sight = Sight::try_from(view).ok()?;
        let command = match view.phase {
            Phase::Bidding => match self.bid(&sight) {
                Some(bid) => Command::PlaceBid { player, bid },
                None => Command::Pass { player },
            },
            Phase::TrumpSelection => Command::SelectTrump { player, trump: self.declare(&sight)? },
            Phase::Playing => Command::PlayDomino { player, domino: self.play(&sight)? },
            Phase::Waiting | Phase::Scoring | Phase::GameOver => return None,
        };
        view.moves.contains(&command).then_some(command)
    }
}
