use dicee::SkillLevel;
use serde::{Deserialize, Serialize};

use crate::game_line::GameLine;
use crate::rating::{Sample, Scale, Trend};
use crate::statistics::Interval;

/// How well somebody plays: points given away a game, with luck taken out, weighted to recent games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Skill {
    /// How many games counted.
    pub games: u32,
    /// Points given away a game, and the interval that holds the truth in 95 cases of 100; absent before the second game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss_per_game: Option<Interval>,
    /// Points given away a decision; 0 before the first game.
    pub loss_per_decision: f64,
    /// The share of decisions that were the best there was, 0 to 1; 0 before the first game.
    pub optimal_share: f64,
    /// The level; absent before the third game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<SkillLevel>,
    /// Where it is going; absent before the tenth game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trend: Option<Trend>,
}

/// How points lost a game make a level.
pub(crate) const SCALE: Scale =
    Scale { memory: 0.97, borders: [45.0, 25.0, 10.0], hysteresis: 2.0, trend: (5, 20) };

impl Skill {
    /// The skill that games show, oldest first.
    pub(crate) fn new(games: u32, level: Option<SkillLevel>, samples: &[Sample]) -> Self {
        let mean = SCALE.mean(samples);
        Self {
            games,
            loss_per_game: SCALE.loss(samples),
            loss_per_decision: mean.loss_per_decision,
            optimal_share: mean.optimal_share,
            level,
            trend: Trend::new(&SCALE, samples),
        }
    }
}

impl From<&GameLine> for Sample {
    fn from(line: &GameLine) -> Self {
        Self { loss: line.loss, decisions: line.decisions, optimal: line.optimal }
    }
}
