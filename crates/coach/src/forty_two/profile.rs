use std::collections::VecDeque;

use dicee::SkillLevel;
use fortytwo::JudgedHand;
use serde::{Deserialize, Serialize};

use super::line::HandLine;
use super::mistake::FortyTwoMistake;
use super::patterns::FortyTwoPatterns;
use crate::rating::{Sample, Scale, Trend};
use crate::statistics::Interval;

/// How somebody plays Forty-Two, folded hand by hand. Bounded: the last [`Self::LINES`] hands count, and the last
/// [`Self::MISTAKES`] mistakes are remembered.
///
/// ```
/// use coach::FortyTwoProfile;
///
/// let profile = FortyTwoProfile::default();
/// assert_eq!(profile.skill().hands, 0);
/// assert!(profile.patterns().habits.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FortyTwoProfile {
    hands: u32,
    level: Option<SkillLevel>,
    lines: VecDeque<HandLine>,
    mistakes: VecDeque<FortyTwoMistake>,
}

/// How well somebody plays: marks given away a hand by what the seat could know, weighted to recent hands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoPlayerSkill"))]
#[serde(rename_all = "camelCase")]
pub struct FortyTwoSkill {
    /// How many hands counted.
    pub hands: u32,
    /// Marks given away a hand, and the interval that holds the truth in 95 cases of 100; absent before the second hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss_per_hand: Option<Interval>,
    /// Marks given away a choice; 0 before the first hand.
    pub loss_per_choice: f64,
    /// The share of choices that were the best there was, 0 to 1; 0 before the first hand.
    pub optimal_share: f64,
    /// The level; absent before the third hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<SkillLevel>,
    /// Where it is going, in marks a hand and hands; absent before the 40th hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trend: Option<Trend>,
}

/// How marks lost a hand make a level.
const SCALE: Scale = Scale { memory: 0.99, borders: [0.35, 0.2, 0.1], hysteresis: 0.02, trend: (20, 100) };

impl FortyTwoProfile {
    /// How many hands count.
    pub const LINES: usize = 400;
    /// How many mistakes are remembered.
    pub const MISTAKES: usize = 200;

    /// Folds a hand of a game, which is called by this name from then on. Says whether it counts: not without a choice, nor
    /// where more than half of the choices had help.
    pub fn add(&mut self, game: &str, hand: &JudgedHand) -> bool {
        if hand.choices.is_empty() || hand.aided as usize > hand.choices.len() {
            return false;
        }
        for choice in &hand.choices {
            let Some(kind) = choice.mistake else { continue };
            self.mistakes.push_back(FortyTwoMistake {
                game: game.to_owned(),
                hand: hand.hand,
                trick: choice.trick,
                chosen: choice.chosen,
                best: choice.best,
                loss: choice.loss,
                face_up: choice.face_up,
                kind,
                seen: choice.seen.clone(),
            });
        }
        self.lines.push_back(HandLine::new(hand));
        while self.lines.len() > Self::LINES {
            self.lines.pop_front();
        }
        while self.mistakes.len() > Self::MISTAKES {
            self.mistakes.pop_front();
        }
        self.hands += 1;
        self.level = SCALE.next_level(self.level, &self.samples());
        true
    }

    /// How well the player plays.
    #[must_use]
    pub fn skill(&self) -> FortyTwoSkill {
        let samples = self.samples();
        let mean = SCALE.mean(&samples);
        FortyTwoSkill {
            hands: self.hands,
            loss_per_hand: SCALE.loss(&samples),
            loss_per_choice: mean.loss_per_decision,
            optimal_share: mean.optimal_share,
            level: self.level,
            trend: Trend::new(&SCALE, &samples),
        }
    }

    /// Where the marks go.
    #[must_use]
    pub fn patterns(&self) -> FortyTwoPatterns {
        FortyTwoPatterns::new(&self.lines, &self.mistakes)
    }

    /// The last mistakes, oldest first.
    pub fn mistakes(&self) -> impl DoubleEndedIterator<Item = &FortyTwoMistake> + ExactSizeIterator {
        self.mistakes.iter()
    }

    fn samples(&self) -> Vec<Sample> {
        self.lines.iter().map(|line| line.sample).collect()
    }
}
