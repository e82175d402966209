use serde::{Deserialize, Serialize};

use crate::InputError;
use crate::bot::Bot;
use crate::category::Category;
use crate::config::DiceConfig;
use crate::dice::{Dice, KeptMask};
use crate::distribution::TurnStart;
use crate::position::Position;
use crate::rolls_left::RollsLeft;
use crate::rules::Rules;
use crate::scenario::{Counted, Scenario};
use crate::scorecard::Scorecard;
use crate::scorecard_data::ScorecardData;
use crate::win::{Contender, WinChance};

/// A card and, within a turn, the dice on the table, as they arrive from outside. Nothing is trusted: [`Self::resolve`]
/// checks it once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardMoment {
    /// The card; an empty one when left out.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "chance::optional_object")]
    pub current_scorecard: Option<ScorecardData>,
    /// The dice on the table; left out before the first roll of a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice_result: Option<Dice>,
    /// The dice that are kept for the next roll; when left out, that is still open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept_mask: Option<KeptMask>,
    /// Rolls still to come, 0 to 2; there with dice alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 2)))]
    pub rolls_remaining: Option<u8>,
}

impl CardMoment {
    /// Checks every field.
    ///
    /// # Errors
    ///
    /// [`InputError`] for the first invalid field.
    pub fn resolve(&self) -> Result<Contender, InputError> {
        let card = self.current_scorecard.as_ref().map_or_else(|| Ok(Scorecard::default()), card)?;
        let start = self.start()?;
        let ahead = card.to_play().ok().map(|position| (position, start));
        Ok(Contender { points: card.grand_total(), ahead })
    }

    /// The same for a card on which something is left to do.
    ///
    /// # Errors
    ///
    /// As [`Self::resolve`], and for a full card.
    pub fn resolve_open(&self) -> Result<(u16, Position, TurnStart), InputError> {
        let Contender { points, ahead } = self.resolve()?;
        let full = || InputError::new("currentScorecard", "a card with an open box", "a full one");
        let (position, start) = ahead.ok_or_else(full)?;
        Ok((points, position, start))
    }

    fn start(&self) -> Result<TurnStart, InputError> {
        let Some(dice) = self.dice_result else {
            return match (self.rolls_remaining, self.kept_mask) {
                (None, None) => Ok(TurnStart::Fresh),
                (Some(rolls), _) => {
                    Err(InputError::new("rollsRemaining", "nothing without diceResult", u64::from(rolls)))
                }
                (None, Some(_)) => {
                    Err(InputError::new("keptMask", "nothing without diceResult", "five flags"))
                }
            };
        };
        let expected = "a number from 0 to 2";
        let rolls =
            self.rolls_remaining.ok_or_else(|| InputError::new("rollsRemaining", expected, "nothing"))?;
        let rolls_left = RollsLeft::parse(rolls.into())
            .ok()
            .filter(|left| *left <= RollsLeft::AFTER_FIRST)
            .ok_or_else(|| InputError::new("rollsRemaining", expected, u64::from(rolls)))?;
        Ok(match self.kept_mask {
            Some(kept) if kept != KeptMask::ALL && rolls_left > RollsLeft::NONE => {
                TurnStart::Kept { keep: dice.kept(kept), rolls_left }
            }
            // A player who keeps all five is done.
            Some(_) => TurnStart::Rolled { roll: dice.config(), rolls_left: RollsLeft::NONE },
            None => TurnStart::Rolled { roll: dice.config(), rolls_left },
        })
    }
}

fn card(data: &ScorecardData) -> Result<Scorecard, InputError> {
    data.card().map_err(|violations| {
        let what: Vec<String> = violations.into_iter().map(|violation| violation.message).collect();
        InputError::new("currentScorecard", "a card that play can lead to", what.join("; "))
    })
}

/// Who may still win a game, in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WinRequest {
    /// One to eight players; dice are on the table of the one whose turn it is.
    #[serde(deserialize_with = "chance::objects")]
    pub players: Vec<CardMoment>,
}

impl WinRequest {
    /// Checks every player.
    ///
    /// # Errors
    ///
    /// [`InputError`] for the first invalid field.
    pub fn resolve(&self) -> Result<Vec<Contender>, InputError> {
        if !(1..=WinChance::PLAYERS).contains(&self.players.len()) {
            let expected = format!("1 to {} players", WinChance::PLAYERS);
            return Err(InputError::new("players", expected, self.players.len() as u64));
        }
        let resolve = |(place, player): (usize, &CardMoment)| {
            player.resolve().map_err(|error| error.within(&format!("players[{place}]")))
        };
        self.players.iter().enumerate().map(resolve).collect()
    }
}

/// Whose points to come are to be counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DistributionRequest {
    /// From where; the start of a game when left out.
    #[serde(default, deserialize_with = "chance::object")]
    pub moment: CardMoment,
    /// Who plays from there; `optimal` when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<Bot>,
    /// Points still to come whose chance is wanted, at most 100 of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<u16>,
    /// The rules; `standard` when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_variant: Option<Rules>,
}

/// Points that somebody wants to make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TargetRequest {
    /// From where; the start of a game when left out.
    #[serde(default, deserialize_with = "chance::object")]
    pub moment: CardMoment,
    /// The points still to come that are wanted at least, up to 511.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 511)))]
    pub score: u16,
    /// The rules; `standard` when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_variant: Option<Rules>,
}

/// What a simulation tries, many times: what a box achieves, or how many points somebody makes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScenarioRequest {
    /// From where; the start of a game when left out.
    #[serde(default, deserialize_with = "chance::object")]
    pub moment: CardMoment,
    /// Counts the turns that end with more than 0 in this box, when every keep is chosen for it. Left out, points are
    /// counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<Category>,
}

impl DistributionRequest {
    /// The most scores that may be asked for.
    pub const SCORES: usize = 100;

    /// Checks every field.
    ///
    /// # Errors
    ///
    /// [`InputError`] for the first invalid field.
    pub fn resolve(&self) -> Result<(Position, TurnStart), InputError> {
        if self.scores.len() > Self::SCORES {
            let expected = format!("at most {} scores", Self::SCORES);
            return Err(InputError::new("scores", expected, self.scores.len() as u64));
        }
        let (_, position, start) = self.moment.resolve_open().map_err(|error| error.within("moment"))?;
        Ok((position, start))
    }
}

impl TargetRequest {
    /// Checks every field: the position, and the roll on the table with the rolls left. Dice that are kept already are no
    /// question any more.
    ///
    /// # Errors
    ///
    /// [`InputError`] for the first invalid field.
    pub fn resolve(&self) -> Result<(Position, Option<(DiceConfig, RollsLeft)>), InputError> {
        if self.moment.kept_mask.is_some() {
            let error = InputError::new("keptMask", "nothing: what to keep is the answer", "five flags");
            return Err(error.within("moment"));
        }
        let (_, position, start) = self.moment.resolve_open().map_err(|error| error.within("moment"))?;
        let rolled = match start {
            TurnStart::Rolled { roll, rolls_left } => Some((roll, rolls_left)),
            TurnStart::Fresh | TurnStart::Kept { .. } => None,
        };
        Ok((position, rolled))
    }
}

impl ScenarioRequest {
    /// Checks every field; `bot` plays where points are counted.
    ///
    /// # Errors
    ///
    /// [`InputError`] for the first invalid field.
    pub fn resolve(&self, rules: Rules, bot: Bot) -> Result<Scenario, InputError> {
        let (_, position, start) = self.moment.resolve_open().map_err(|error| error.within("moment"))?;
        let counted = match self.category {
            Some(category) if position.open().contains(category) => Counted::Achieved(category),
            Some(category) => {
                let open: Vec<&str> = position.open().iter().map(Category::name).collect();
                let expected = format!("one of the open boxes {}", open.join(", "));
                return Err(InputError::new("category", expected, category.name()));
            }
            None => Counted::Points(bot),
        };
        Ok(Scenario { rules, position, start, counted })
    }
}
