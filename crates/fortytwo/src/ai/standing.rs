//! What marks are worth to a team in the match.

use crate::seat::Team;
use crate::sight::Sight;

/// The chance to win the match from any score, if every hand to come is worth a mark to either team with equal chance.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    /// By the marks that we and they still need.
    chances: Vec<Vec<f64>>,
    us: usize,
    them: usize,
}

impl Standing {
    /// As it is before this hand, for the seat's own team.
    pub(super) fn new(sight: &Sight) -> Self {
        let needed = |team: Team| sight.rules().target_marks.get().saturating_sub(sight.marks()[team]);
        let team = sight.seat().team();
        let (us, them) = (usize::from(needed(team)), usize::from(needed(team.opponents())));
        let mut chances = vec![vec![0.5; them + 1]; us + 1];
        for ours in 0..=us {
            for theirs in 0..=them {
                chances[ours][theirs] = match (ours, theirs) {
                    (0, _) => 1.0,
                    (_, 0) => 0.0,
                    _ => 0.5 * (chances[ours - 1][theirs] + chances[ours][theirs - 1]),
                };
            }
        }
        Self { chances, us, them }
    }

    /// The chance to win the match when so many marks go to us with this chance, and else to them.
    pub(super) fn value(&self, marks: u8, chance: f64) -> f64 {
        let marks = usize::from(marks);
        let won = self.chances[self.us.saturating_sub(marks)][self.them];
        let lost = self.chances[self.us][self.them.saturating_sub(marks)];
        chance * won + (1.0 - chance) * lost
    }

    /// The chance as it stands.
    pub(super) fn now(&self) -> f64 {
        self.chances[self.us][self.them]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::deal;
    use crate::house::HouseRules;
    use crate::seat::{ByTeam, Seat};

    fn at(us: u8, them: u8) -> Standing {
        let (me, dealer) = (Seat::ALL[0], Seat::ALL[3]);
        let sight = Sight::new(me, dealer, deal(1)[me]).unwrap();
        Standing::new(&sight.at_table(HouseRules::default(), ByTeam([us, them])))
    }

    #[test]
    fn two_marks_are_worth_more_than_one_only_where_two_are_needed() {
        assert!((at(3, 3).now() - 0.5).abs() < 1e-12);
        assert!(at(0, 0).value(2, 1.0) > at(0, 0).value(1, 1.0));
        // One mark wins already, so two only lose more.
        assert!((at(6, 0).value(2, 1.0) - 1.0).abs() < 1e-12);
        assert!(at(6, 4).value(2, 0.5) < at(6, 4).value(1, 0.5));
        // Who is about to lose anyway may risk more.
        assert!(at(5, 6).value(2, 0.5) > at(5, 6).value(1, 0.5));
    }
}
