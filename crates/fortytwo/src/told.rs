//! What is known of a hand in the shape in which it is handed on, such as from the table in a browser to what counts for
//! it: what was dealt, said, named and played, and nothing that follows from it.

use chance::InputError;
use serde::{Deserialize, Serialize};

use crate::ai::HandRecord;
use crate::bid::Bid;
use crate::declaration::Declaration;
use crate::house::HouseRules;
use crate::seat::{BySeat, ByTeam, Seat};
use crate::sight::Sight;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// What one seat knows of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoSight"))]
#[serde(deny_unknown_fields)]
pub struct ToldSight {
    /// The seat.
    pub seat: Seat,
    /// Who dealt.
    pub dealer: Seat,
    /// What the table agreed on.
    pub house: HouseRules,
    /// The marks of both teams before the hand.
    pub marks: ByTeam<u8>,
    /// The seven tiles that the seat was dealt.
    pub hand: TileSet,
    /// What was said, from the left of the dealer on; null is a pass.
    pub calls: Vec<Option<Bid>>,
    /// What was named.
    pub trump: Option<Declaration>,
    /// Every tile that was played, in order.
    pub plays: Vec<Tile>,
}

impl From<&Sight> for ToldSight {
    fn from(sight: &Sight) -> Self {
        let seat = sight.seat();
        Self {
            seat,
            dealer: sight.auction().dealer(),
            house: sight.rules(),
            marks: sight.marks(),
            hand: sight.hand() | sight.shown(seat),
            calls: sight.auction().calls().map(|(_, call)| call).collect(),
            trump: sight.contract().map(|contract| contract.declaration),
            plays: sight.plays().to_vec(),
        }
    }
}

impl TryFrom<ToldSight> for Sight {
    type Error = InputError;

    /// # Errors
    ///
    /// [`InputError`] if this cannot have happened.
    fn try_from(told: ToldSight) -> Result<Self, InputError> {
        let ToldSight { seat, dealer, house, marks, hand, calls, trump, plays } = told;
        let mut sight = Self::new(seat, dealer, hand)?.at_table(house, marks);
        calls.into_iter().try_for_each(|call| sight.hear(call))?;
        trump.map_or(Ok(()), |trump| sight.hear_declaration(trump))?;
        plays.into_iter().try_for_each(|tile| sight.see(tile))?;
        Ok(sight)
    }
}

/// A hand that was played to its decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoHandRecord"))]
#[serde(deny_unknown_fields)]
pub struct ToldHand {
    /// Its number, the first being 0.
    pub number: u32,
    /// Who dealt.
    pub dealer: Seat,
    /// What the table agreed on.
    pub house: HouseRules,
    /// The marks of both teams before the hand.
    pub marks: ByTeam<u8>,
    /// The seven tiles that each seat was dealt.
    pub hands: BySeat<TileSet>,
    /// What was said, from the left of the dealer on; null is a pass.
    pub calls: Vec<Option<Bid>>,
    /// What was named.
    pub trump: Option<Declaration>,
    /// Every tile in the order of play.
    pub plays: Vec<Tile>,
}

impl ToldHand {
    /// One of the hands that [`HandRecord::of_game`] gives, with its number there.
    #[must_use]
    pub fn new(number: u32, record: &HandRecord) -> Self {
        Self {
            number,
            dealer: record.dealer,
            house: record.rules,
            marks: record.marks,
            hands: record.hands,
            calls: record.auction.calls().map(|(_, call)| call).collect(),
            trump: record.contract.map(|contract| contract.declaration),
            plays: record.plays.clone(),
        }
    }
}

impl TryFrom<ToldHand> for HandRecord {
    type Error = InputError;

    /// # Errors
    ///
    /// [`InputError`] if this cannot have happened, as far as one seat can tell.
    fn try_from(told: ToldHand) -> Result<Self, InputError> {
        let ToldHand { number: _, dealer, house, marks, hands, calls, trump, plays } = told;
        // What is public is the same for every seat.
        let seat = dealer;
        let seen = ToldSight { seat, dealer, house, marks, hand: hands[seat], calls, trump, plays };
        let sight = Sight::try_from(seen)?;
        Ok(Self {
            rules: house,
            marks,
            dealer,
            hands,
            auction: *sight.auction(),
            contract: sight.contract(),
            plays: sight.plays().to_vec(),
            tally: *sight.tally(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Bot, Skill, play_hand};
    use crate::deal::deal;

    #[test]
    fn what_is_handed_on_is_the_same_hand_and_every_sight_of_it() {
        for seed in 0..40 {
            let mut bots = BySeat(Seat::ALL.map(|seat| Bot::new(Skill::Random, u64::from(u8::from(seat)))));
            let record = play_hand(deal(seed), Seat::ALL[3], HouseRules::EVERYTHING, &mut bots).unwrap();
            let told = ToldHand::new(seed, &record);
            let json = serde_json::to_string(&told).unwrap();
            assert_eq!(serde_json::from_str::<ToldHand>(&json).unwrap(), told);
            assert_eq!(HandRecord::try_from(told), Ok(record.clone()), "seed {seed}");
            for moment in record.moments().unwrap() {
                let told = ToldSight::from(&moment.sight);
                let json = serde_json::to_string(&told).unwrap();
                assert_eq!(serde_json::from_str::<ToldSight>(&json).unwrap(), told);
                assert_eq!(Sight::try_from(told), Ok(moment.sight));
            }
        }
    }

    #[test]
    fn what_cannot_have_happened_is_refused() {
        let hand = deal(1)[Seat::ALL[0]];
        let told = ToldSight::from(&Sight::new(Seat::ALL[0], Seat::ALL[3], hand).unwrap());
        let refused = |change: fn(&mut ToldSight)| {
            let mut told = told.clone();
            change(&mut told);
            Sight::try_from(told).unwrap_err().field().to_owned()
        };
        assert_eq!(refused(|told| told.hand = TileSet::EMPTY), "hand");
        assert_eq!(refused(|told| told.calls = vec![None; 5]), "bid");
        assert_eq!(refused(|told| told.trump = Some(Declaration::Doubles)), "trump");
        assert_eq!(refused(|told| told.plays = told.hand.iter().collect()), "play");
    }
}
