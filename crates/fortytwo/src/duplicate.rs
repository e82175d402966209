//! Duplicate: two tables play the same deals, so that only choices differ. What came of each deal at the first table travels
//! with the link to the second.

use std::fmt;
use std::str::FromStr;

use chance::InputError;
use serde::Serialize;

use crate::event::Event;
use crate::seat::{Seat, Team};

/// Deals that a result may have: more than any game that its link can hold.
const MOST_DEALS: usize = 500;

/// What came of the deals at one table with one person.
///
/// As text it is the seat of the person, then each hand that was decided: its number, the team with the marks (`E` for seats 0
/// and 2, `O` for 1 and 3) and how many, such as `0.0E1-2O2`. Hands that all passed leave gaps.
///
/// ```
/// use fortytwo::TableResult;
///
/// let first: TableResult = "0.0E1-2O2".parse()?;
/// assert_eq!(first.to_string(), "0.0E1-2O2");
/// # Ok::<(), fortytwo::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableResult {
    seat: Seat,
    awards: Vec<Award>,
}

/// The marks of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Award {
    hand: u32,
    team: Team,
    marks: u8,
}

impl TableResult {
    /// What came of the hands so far, for the person in this seat.
    pub fn of_game<'a>(events: impl IntoIterator<Item = &'a Event>, seat: Seat) -> Self {
        let (mut deals, mut awards) = (0u32, Vec::new());
        for event in events {
            if matches!(event, Event::HandsDealt { .. }) {
                deals += 1;
            } else if let Event::MarksAwarded { team, marks } = *event {
                awards.push(Award { hand: deals.saturating_sub(1), team, marks });
            }
        }
        Self { seat, awards }
    }

    /// Where the person sat.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Marks for the side of the person less those for the other; nothing where all passed, `None` for a hand that was not
    /// decided by then.
    fn net(&self, hand: u32) -> Option<i16> {
        let last = self.awards.last().map(|award| award.hand)?;
        let award = self.awards.iter().find(|award| award.hand == hand);
        let ours = |award: &Award| award.team == self.seat.team();
        let net = award.map_or(
            0,
            |award| {
                if ours(award) { i16::from(award.marks) } else { -i16::from(award.marks) }
            },
        );
        (hand <= last).then_some(net)
    }

    fn hands(&self) -> impl Iterator<Item = u32> {
        0..self.awards.last().map_or(0, |award| award.hand + 1)
    }
}

impl fmt::Display for TableResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", self.seat)?;
        for (place, Award { hand, team, marks }) in self.awards.iter().enumerate() {
            let (between, team) = (if place == 0 { "" } else { "-" }, team_letter(*team));
            write!(f, "{between}{hand}{team}{marks}")?;
        }
        Ok(())
    }
}

const fn team_letter(team: Team) -> char {
    match team {
        Team::Even => 'E',
        Team::Odd => 'O',
    }
}

impl FromStr for TableResult {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        read(text).ok_or_else(|| {
            let shown: String = text.chars().take(40).collect();
            InputError::new("played", "a seat and what came of each hand, such as 0.0E1-2O2", shown)
        })
    }
}

fn read(text: &str) -> Option<TableResult> {
    let (seat, awards) = text.split_once('.')?;
    let seat = Seat::try_from(seat.parse::<u8>().ok()?).ok()?;
    let mut found: Vec<Award> = Vec::new();
    for award in awards.split('-').filter(|_| !awards.is_empty()) {
        let at = award.find(['E', 'O'])?;
        let (hand, rest) = award.split_at(at);
        let team = if rest.starts_with('E') { Team::Even } else { Team::Odd };
        let award = Award { hand: hand.parse().ok()?, team, marks: rest.get(1..)?.parse().ok()? };
        let in_order = found.last().is_none_or(|last| last.hand < award.hand);
        let possible = (1..=10).contains(&award.marks) && (award.hand as usize) < MOST_DEALS;
        if !(in_order && possible) {
            return None;
        }
        found.push(award);
    }
    Some(TableResult { seat, awards: found })
}

/// Two tables with the same deals beside each other.
///
/// Where both people held the tiles of the same side, luck was the same for both, and the difference is theirs. Where they
/// held those of both sides, they are one team against the bots, which held the same tiles: the sum has no luck in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoComparison"))]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// Whether the two held the tiles of different sides.
    pub other_side: bool,
    /// The hands that were decided at both tables.
    pub deals: Vec<ComparedDeal>,
    /// Over these hands: the marks of this table less those of the first, for the tiles that both people held; or of both
    /// people together less those of the bots.
    pub lead: i16,
}

/// One deal at both tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoComparedDeal"))]
pub struct ComparedDeal {
    /// The number of the hand, the first being 0.
    pub hand: u32,
    /// Marks for the side of the person at the first table, negative for those of the opponents; 0 where all passed.
    pub first: i16,
    /// The same at this table.
    pub second: i16,
    /// What the deal adds to the lead.
    pub lead: i16,
}

impl Comparison {
    /// Compares what both came to so far.
    #[must_use]
    pub fn new(first: &TableResult, second: &TableResult) -> Self {
        let other_side = first.seat.team() != second.seat.team();
        let deal = |hand: u32| {
            let (first, second) = (first.net(hand)?, second.net(hand)?);
            let lead = if other_side { first + second } else { second - first };
            Some(ComparedDeal { hand, first, second, lead })
        };
        let deals: Vec<ComparedDeal> = second.hands().filter_map(deal).collect();
        let lead = deals.iter().map(|deal| deal.lead).sum();
        Self { other_side, deals, lead }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(text: &str) -> TableResult {
        text.parse().unwrap()
    }

    #[test]
    fn a_result_is_read_as_it_is_written_and_nothing_else_is() {
        for text in ["0.", "3.0E1", "1.0O2-1E1-4E10"] {
            assert_eq!(result(text).to_string(), text);
        }
        for wrong in [
            "",
            "0",
            "4.0E1",
            "0.0E",
            "0.E1",
            "0.0X1",
            "0.1E1-0E1",
            "0.0E1-0O1",
            "0.0E0",
            "0.0E11",
            "0.500E1",
        ] {
            assert_eq!(wrong.parse::<TableResult>().unwrap_err().field(), "played", "{wrong}");
        }
    }

    #[test]
    fn rivals_with_the_same_tiles_are_compared_by_their_difference() {
        let compared = Comparison::new(&result("0.0E1-1O1-3E2"), &result("0.0E1-1E1-2O1"));
        // The fourth deal was not decided at this table yet, the third was passed by all at the first.
        let leads: Vec<_> = compared.deals.iter().map(|deal| (deal.first, deal.second, deal.lead)).collect();
        assert_eq!(leads, [(1, 1, 0), (-1, 1, 2), (0, -1, -1)]);
        assert_eq!((compared.other_side, compared.lead), (false, 1));
        // Partners hold the tiles of one side.
        assert!(!Comparison::new(&result("0.0E1"), &result("2.0E1")).other_side);
    }

    #[test]
    fn people_on_both_sides_are_a_team_against_bots_with_the_same_tiles() {
        // A deal that makes from either seat gives nobody anything.
        let even = Comparison::new(&result("0.0E1-1O2"), &result("1.0E1-1O2"));
        assert_eq!((even.other_side, even.lead), (true, 0));
        let ahead = Comparison::new(&result("0.0E1"), &result("1.0O1"));
        assert_eq!((ahead.lead, ahead.deals[0].lead), (2, 2));
    }
}
