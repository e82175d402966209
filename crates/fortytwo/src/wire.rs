//! A hand as JSON, as the table in a browser hands it to the coach: the tiles, the calls, the declaration and the plays, and
//! nothing that follows from them.

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
pub struct SightData {
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

impl From<&Sight> for SightData {
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

impl TryFrom<SightData> for Sight {
    type Error = InputError;

    /// # Errors
    ///
    /// [`InputError`] if this cannot have happened.
    fn try_from(data: SightData) -> Result<Self, InputError> {
        let SightData { seat, dealer, house, marks, hand, calls, trump, plays } = data;
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
pub struct HandData {
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

impl HandData {
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

impl TryFrom<HandData> for HandRecord {
    type Error = InputError;

    /// # Errors
    ///
    /// [`InputError`] if this cannot have happened, as far as one seat can tell.
    fn try_from(data: HandData) -> Result<Self, InputError> {
        let HandData { number: _, dealer, house, marks, hands, calls, trump, plays } = data;
        // What is public is the same for every seat.
        let seat = dealer;
        let seen = SightData { seat, dealer, house, marks, hand: hands[seat], calls, trump, plays };
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
            let data = HandData::new(seed, &record);
            let json = serde_json::to_string(&data).unwrap();
            assert_eq!(serde_json::from_str::<HandData>(&json).unwrap(), data);
            assert_eq!(HandRecord::try_from(data), Ok(record.clone()), "seed {seed}");
            for moment in record.moments().unwrap() {
                let data = SightData::from(&moment.sight);
                let json = serde_json::to_string(&data).unwrap();
                assert_eq!(serde_json::from_str::<SightData>(&json).unwrap(), data);
                assert_eq!(Sight::try_from(data), Ok(moment.sight));
            }
        }
    }

    #[test]
    fn what_cannot_have_happened_is_refused() {
        let hand = deal(1)[Seat::ALL[0]];
        let data = SightData::from(&Sight::new(Seat::ALL[0], Seat::ALL[3], hand).unwrap());
        let refused = |change: fn(&mut SightData)| {
            let mut data = data.clone();
            change(&mut data);
            Sight::try_from(data).unwrap_err().field().to_owned()
        };
        assert_eq!(refused(|data| data.hand = TileSet::EMPTY), "hand");
        assert_eq!(refused(|data| data.calls = vec![None; 5]), "bid");
        assert_eq!(refused(|data| data.trump = Some(Declaration::Doubles)), "trump");
        assert_eq!(refused(|data| data.plays = data.hand.iter().collect()), "play");
    }
}
