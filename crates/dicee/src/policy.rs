use crate::bot::Bot;
use crate::branch::Branch;
use crate::horizon::Horizon;
use crate::rules::Rules;
use crate::solver::{RowIndex, SolvedGame};
use crate::target::TargetChances;

/// How somebody plays, as a function of the position and, for a target, of the points so far; a bot that overlooks options
/// plays each of them with a chance that is such a function. Where options tie, the
/// one that keeps most dice comes first, and then the order of the card.
#[derive(Clone, Copy, Debug)]
pub enum Policy<'t> {
    /// For the highest expected final score.
    Expected(&'t SolvedGame),
    /// For the most points of each turn.
    Greedy(Rules),
    /// As a bot that overlooks options: it sees each with a certain chance, and takes the best of those it saw.
    Overlooking {
        /// Who plays.
        bot: Bot,
        /// What the future is worth to a bot that looks beyond the turn.
        solved: &'t SolvedGame,
    },
    /// For the highest chance to make at least so many points from here on. Where options are equal for it, as all are once
    /// it is certain or impossible, for the highest expected score.
    Target {
        /// The chances.
        chances: &'t TargetChances,
        /// The points wanted, at most [`TargetChances::HIGHEST`].
        points: u16,
        /// The expected score, for the rest.
        then: &'t SolvedGame,
    },
}

impl<'t> Policy<'t> {
    /// What an expected point is worth beside a chance: all points of a game together are less than what chances are rounded
    /// by, so they decide among options that are equal for the target.
    pub(crate) const POINT: f64 = 1e-13;

    /// A chance that counts as none: less than what targets are rounded by, and more than all points of a game together.
    const LEAST: f64 = 2e-10;

    /// The policy of a bot.
    #[must_use]
    pub const fn of_bot(bot: Bot, solved: &'t SolvedGame) -> Self {
        match bot {
            Bot::Optimal => Self::Expected(solved),
            Bot::Greedy => Self::Greedy(solved.rules()),
            Bot::Expert | Bot::Skilled | Bot::Casual | Bot::Beginner => Self::Overlooking { bot, solved },
        }
    }

    /// The chance to see an option.
    pub(crate) fn sees(&self) -> f64 {
        match self {
            Self::Overlooking { bot, .. } => bot.sees_share(),
            Self::Expected(_) | Self::Greedy(_) | Self::Target { .. } => 1.0,
        }
    }

    /// The rules it plays by.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        match self {
            Self::Expected(solved) | Self::Overlooking { solved, .. } => solved.rules(),
            Self::Greedy(rules) => *rules,
            Self::Target { then, .. } => then.rules(),
        }
    }

    /// What an end of a turn is worth to it; `scored` are the points so far where [`Self::minds_points`].
    #[inline]
    pub(crate) fn worth(&self, branch: &Branch, upper: u8, scored: Option<u16>) -> f64 {
        let (reached, points) = branch.from(upper);
        match (self, scored) {
            (Self::Target { chances, points: wanted, then }, Some(scored)) => {
                let expected = f64::from(points) + then.at(branch.next, reached);
                chances.at(branch.next, reached, wanted.saturating_sub(scored + points))
                    + Self::POINT * expected
            }
            (Self::Expected(solved) | Self::Target { then: solved, .. }, _) => {
                f64::from(points) + solved.at(branch.next, reached)
            }
            (Self::Overlooking { bot, solved }, _) if bot.horizon() == Horizon::Game => {
                f64::from(points) + solved.at(branch.next, reached)
            }
            (Self::Greedy(_) | Self::Overlooking { .. }, _) => f64::from(points),
        }
    }

    /// The points so far, if the policy depends on them here.
    pub(crate) fn minds_points(&self, row: RowIndex, upper: u8, scored: usize) -> Option<u16> {
        let Self::Target { chances, points, .. } = self else { return None };
        let scored = u16::try_from(scored).ok().filter(|scored| scored < points)?;
        let chance = chances.at(row, upper, points - scored);
        (chance > Self::LEAST && chance < 1.0 - Self::LEAST).then_some(scored)
    }
}
