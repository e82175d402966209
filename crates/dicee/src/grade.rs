use serde::{Deserialize, Serialize};

use crate::analysis::{Action, TurnAnalysis};
use crate::horizon::Horizon;

/// How good a decision was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "DecisionQuality"))]
pub enum Quality {
    /// The best there was.
    Optimal,
    /// Within 5%.
    Excellent,
    /// Within 10%.
    Good,
    /// Within 20%.
    Acceptable,
    /// Within 50%.
    Suboptimal,
    /// Worse than that.
    Poor,
}

impl Quality {
    /// A loss below this is none.
    pub const NOTHING: f64 = 1e-9;
    /// In the game horizon, a loss below this many points is at least excellent.
    pub const TRIFLE: f64 = 0.05;

    /// Grades a loss. In the turn horizon it is measured against the best value; in the game horizon against
    /// the spread between the best and the worst legal option, because there every value is large.
    #[must_use]
    pub fn of_loss(horizon: Horizon, loss: f64, best: f64, worst: f64) -> Self {
        if loss < Self::NOTHING {
            return Self::Optimal;
        }
        let scale = match horizon {
            Horizon::Turn => best,
            Horizon::Game => best - worst,
        };
        match loss / scale {
            _ if horizon == Horizon::Game && loss < Self::TRIFLE => Self::Excellent,
            share if share <= 0.05 => Self::Excellent,
            share if share <= 0.10 => Self::Good,
            share if share <= 0.20 => Self::Acceptable,
            share if share <= 0.50 => Self::Suboptimal,
            _ => Self::Poor,
        }
    }
}

/// A decision, graded. Keeps are graded like scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// What was done.
    pub chosen: Action,
    /// What it was worth.
    pub chosen_value: f64,
    /// The best there was.
    pub best: Action,
    /// What that was worth.
    pub best_value: f64,
    /// Best less chosen; never negative.
    pub loss: f64,
    /// The grade.
    pub quality: Quality,
}

impl TurnAnalysis {
    /// Grades one of the options; `None` if it is not among them.
    #[must_use]
    pub fn evaluate(&self, chosen: Action) -> Option<Evaluation> {
        let option = self.options.iter().find(|option| option.action == chosen)?;
        let worst = self.options.last()?.value;
        Some(Evaluation {
            chosen,
            chosen_value: option.value,
            best: self.best.action,
            best_value: self.best.value,
            loss: option.loss,
            quality: Quality::of_loss(self.horizon, option.loss, self.best.value, worst),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Category, DiceConfig, Outlook, Position, RollsLeft, Rules};

    #[test]
    fn tiers_follow_the_share_that_was_lost() {
        use Quality::*;
        let turn = |loss| Quality::of_loss(Horizon::Turn, loss, 20.0, 0.0);
        for (loss, quality) in [
            (0.0, Optimal),
            (5e-10, Optimal),
            (0.001, Excellent),
            (1.0, Excellent),
            (1.1, Good),
            (2.0, Good),
            (2.1, Acceptable),
            (4.0, Acceptable),
            (4.1, Suboptimal),
            (10.0, Suboptimal),
            (10.1, Poor),
            (20.0, Poor),
        ] {
            assert_eq!(turn(loss), quality, "{loss}");
        }
    }

    #[test]
    fn the_game_horizon_measures_against_the_spread() {
        let game = |loss, worst| Quality::of_loss(Horizon::Game, loss, 250.0, worst);
        assert_eq!(game(3.0, 210.0), Quality::Good);
        assert_eq!(game(3.0, 247.0), Quality::Poor);
        // A trifle is at least excellent, however narrow the spread.
        assert_eq!(game(0.049, 249.95), Quality::Excellent);
        assert_eq!(game(0.051, 249.949), Quality::Poor);
    }

    #[test]
    fn only_options_of_the_roll_are_graded() {
        let roll = DiceConfig::from_dice(&[5, 5, 5, 2, 6]).unwrap();
        let analysis =
            TurnAnalysis::new(Rules::Standard, Position::START, Outlook::Turn, roll, RollsLeft::NONE);
        let chance = analysis.evaluate(Action::Score(Category::Chance)).unwrap();
        assert_eq!(chance.quality, Quality::Optimal);
        let fives = analysis.evaluate(Action::Score(Category::Fives)).unwrap();
        assert!((fives.loss - 8.0).abs() < 1e-9);
        assert_eq!(fives.quality, Quality::Suboptimal);
        assert!(analysis.evaluate(Action::Keep(crate::KeepPattern::NOTHING)).is_none());
    }
}
