use chance::InputError;
use serde::{Deserialize, Serialize};

use crate::ai::HandRecord;
use crate::bid::Bid;
use crate::declaration::Declaration;
use crate::seat::{BySeat, Seat};
use crate::sight::Sight;
use crate::tile::Tile;

/// One choice of a hand that was played, with what its seat could know when it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// What the seat knew.
    pub sight: Sight,
    /// What it chose.
    pub choice: Choice,
}

/// What a seat chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoChoice"))]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// A bid, or a pass (null).
    Call(Option<Bid>),
    /// What it named.
    Declaration(Declaration),
    /// What it played.
    Play(Tile),
}

impl HandRecord {
    /// Every choice of the hand in order, each with what its seat could know: its own tiles, the auction and the plays
    /// so far. Nothing of the other hands is in it.
    ///
    /// # Errors
    ///
    /// [`InputError`] if the record breaks a rule; none that a game gives does.
    pub fn moments(&self) -> Result<Vec<Moment>, InputError> {
        let sight = |seat: Seat| -> Result<Sight, InputError> {
            Ok(Sight::new(seat, self.dealer, self.hands[seat])?.at_table(self.rules, self.marks))
        };
        let [a, b, c, d] = Seat::ALL;
        let mut sights = BySeat([sight(a)?, sight(b)?, sight(c)?, sight(d)?]);
        let mut moments = Vec::new();
        for (seat, call) in self.auction.calls() {
            moments.push(Moment { sight: sights[seat].clone(), choice: Choice::Call(call) });
            sights.0.iter_mut().try_for_each(|sight| sight.hear(call))?;
        }
        let Some(contract) = self.contract else { return Ok(moments) };
        if let Some(seat) = sights[a].declarer() {
            let choice = Choice::Declaration(contract.declaration);
            moments.push(Moment { sight: sights[seat].clone(), choice });
            sights.0.iter_mut().try_for_each(|sight| sight.hear_declaration(contract.declaration))?;
        }
        for &tile in &self.plays {
            if let Some(seat) = sights[a].player() {
                moments.push(Moment { sight: sights[seat].clone(), choice: Choice::Play(tile) });
            }
            sights.0.iter_mut().try_for_each(|sight| sight.see(tile))?;
        }
        Ok(moments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Bot, Skill, play_hand};
    use crate::deal::deal;
    use crate::house::HouseRules;

    #[test]
    fn every_choice_of_a_hand_is_a_moment_of_its_seat() {
        for seed in 0..20 {
            let mut bots =
                BySeat(Seat::ALL.map(|seat| Bot::new(Skill::Heuristic, u64::from(u8::from(seat)))));
            let record = play_hand(deal(seed), Seat::ALL[3], HouseRules::EVERYTHING, &mut bots).unwrap();
            let moments = record.moments().unwrap();
            let declared = usize::from(record.contract.is_some());
            assert_eq!(moments.len(), record.auction.calls().count() + declared + record.plays.len());
            for Moment { sight, choice } in &moments {
                match choice {
                    Choice::Call(_) => assert_eq!(sight.auction().next(), Some(sight.seat())),
                    Choice::Declaration(_) => assert_eq!(sight.declarer(), Some(sight.seat())),
                    Choice::Play(tile) => assert!(sight.legal().contains(*tile)),
                }
                assert!((sight.hand() - record.hands[sight.seat()]).is_empty());
            }
        }
    }
}
