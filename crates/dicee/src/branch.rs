//! What the end of a turn can bring on one row of positions.

use crate::category::Category;
use crate::config::DiceConfig;
use crate::face::Face;
use crate::position::{reach, reachable_upper, settle};
use crate::rules::{DiceeBox, Rules};
use crate::scores::five_of;
use crate::solver::{ALL_POINTS, RowIndex};

/// One way to end a turn: points into a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Branch {
    pub(crate) category: Category,
    /// What goes into the box.
    pub(crate) points: u8,
    /// The bonus for a further Dicee.
    pub(crate) dicee_bonus: u8,
    /// The row afterwards.
    pub(crate) next: RowIndex,
    /// What its open upper boxes can add to the subtotal.
    reach: u8,
}

impl Branch {
    /// The upper subtotal afterwards, [`settled`](crate::position::settled), and all points with the upper bonus.
    pub(crate) const fn from(&self, upper: u8) -> (u8, u16) {
        let step = if self.category.face().is_some() { self.points } else { 0 };
        let (reached, bonus) = Rules::reach(upper, step);
        (settle(reached, self.reach), self.points as u16 + self.dicee_bonus as u16 + bonus as u16)
    }
}

/// The settled subtotals of a row that play can reach, ascending.
pub(crate) fn settled_uppers(row: RowIndex) -> impl Iterator<Item = u8> {
    settled_among(row, reachable_upper(row.filled_upper()))
}

/// What is left of these subtotals, one bit each, when they are settled, ascending.
pub(crate) fn settled_among(row: RowIndex, uppers: u64) -> impl Iterator<Item = u8> {
    let reach = reach(row.open());
    let among = |bits: u64| (0..64u8).filter(move |upper| bits >> upper & 1 == 1);
    among(among(uppers).fold(0, |settled, upper| settled | 1 << settle(upper, reach)))
}

/// All ways to end a turn on one row, and which of them each roll may choose from.
#[derive(Clone, Debug)]
pub(crate) struct Branches {
    list: Vec<Branch>,
    of_roll: Vec<u8>,
    starts: [u16; DiceConfig::COUNT + 1],
}

impl Branches {
    pub(crate) fn new(rules: Rules, row: RowIndex) -> Self {
        let (open, dicee_box) = (row.open(), row.dicee_box());
        let mut list = Vec::with_capacity(128);
        let mut firsts = Vec::with_capacity(Category::COUNT);
        let branch = |category, points, dicee_bonus| {
            let holds = if category == Category::Dicee { DiceeBox::holding(points) } else { dicee_box };
            let next = RowIndex::of(rules, open.without(category), holds);
            Branch { category, points, dicee_bonus, next, reach: reach(next.open()) }
        };
        for category in open.iter() {
            firsts.push((category, list.len()));
            let points = &ALL_POINTS[category.index()].distinct;
            list.extend(points.iter().map(|&points| branch(category, points, 0)));
        }
        let special = rules.favours_further_dicee(dicee_box);
        let mut of_roll = Vec::with_capacity(DiceConfig::COUNT * open.len());
        let mut starts = [0; DiceConfig::COUNT + 1];
        for roll in 0..DiceConfig::COUNT {
            match Face::ALL.into_iter().map(five_of).find(|five| five.to_index().as_usize() == roll) {
                Some(five) if special => {
                    for category in rules.allowed(open, dicee_box, five).iter() {
                        let Ok(scored) = rules.score(open, dicee_box, five, category) else { continue };
                        let wanted = branch(category, scored.points, scored.dicee_bonus);
                        let place = list.iter().position(|&known| known == wanted).unwrap_or_else(|| {
                            list.push(wanted);
                            list.len() - 1
                        });
                        of_roll.push(number(place));
                    }
                }
                _ => of_roll.extend(firsts.iter().map(|&(category, first)| {
                    number(first + usize::from(ALL_POINTS[category.index()].of_roll[roll]))
                })),
            }
            starts[roll + 1] = u16::try_from(of_roll.len()).expect("252 rolls of at most 13 options");
        }
        Self { list, of_roll, starts }
    }

    /// All of them; in the order of the card, but for those of a further Dicee, which come last.
    pub(crate) fn list(&self) -> &[Branch] {
        &self.list
    }

    /// What a roll may choose from, in the order of the card.
    #[inline(always)]
    pub(crate) fn of_roll(&self, roll: usize) -> &[u8] {
        &self.of_roll[usize::from(self.starts[roll])..usize::from(self.starts[roll + 1])]
    }
}

fn number(place: usize) -> u8 {
    u8::try_from(place).expect("fewer than 256 different ends of a turn")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Position, settled};

    #[test]
    fn settled_subtotals_leave_two_thirds_of_the_positions() {
        let count = |rules| RowIndex::all(rules).map(|row| settled_uppers(row).count()).sum::<usize>();
        assert_eq!((count(Rules::Standard), count(Rules::Classic)), (355_392, 236_928));
    }

    #[test]
    fn the_branches_of_a_roll_are_its_legal_scores() {
        for rules in Rules::ALL {
            for row in RowIndex::all(rules).step_by(311).filter(|row| !row.open().is_empty()) {
                let branches = Branches::new(rules, row);
                for upper in Position::upper_totals(row.open()).filter(|upper| *upper < 63).step_by(5) {
                    let upper = settled(row.open(), upper);
                    let position = Position::new(row.open(), upper.into(), row.dicee_box()).unwrap();
                    for (index, roll) in DiceConfig::iter_all().enumerate() {
                        let legal: Vec<_> = row
                            .open()
                            .iter()
                            .filter_map(|category| {
                                let outcome = position.score(rules, roll, category).ok()?;
                                let next = outcome.next;
                                Some((category, outcome.points(), settled(next.open(), next.upper())))
                            })
                            .collect();
                        let listed: Vec<_> = branches
                            .of_roll(index)
                            .iter()
                            .map(|&place| {
                                let branch = branches.list()[usize::from(place)];
                                let (reached, points) = branch.from(upper);
                                (branch.category, points, reached)
                            })
                            .collect();
                        assert_eq!(listed, legal, "{rules} {row:?} {roll}");
                    }
                }
            }
        }
    }
}
