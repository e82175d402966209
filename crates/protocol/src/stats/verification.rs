//! `POST /api/v1/stats/verify`: whether a probability that somebody computed is right.

use chance::{InputError, Ratio};
use dicee::{Category, CategoryOdds, Dice, KeptMask, Position, RollsLeft, Rules, ScorecardData};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::exact_probability::ExactProbability;
use super::resolve::{open_card, out_of_bounds, rolls_remaining_left};
use crate::error::ErrorCode;

/// `POST /api/v1/stats/verify`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerificationRequest {
    /// The dice.
    pub dice_result: Dice,
    /// The dice that are kept for the next roll; when left out, every keep is chosen for the box.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept_mask: Option<KeptMask>,
    /// Rolls still to come, 0 to 2.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 2)))]
    pub rolls_remaining: u8,
    /// The box that is to score more than 0.
    pub category: Category,
    /// What somebody computed, 0 to 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 0.0, max = 1.0)))]
    pub probability: f64,
    /// The card; empty when left out.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "chance::optional_object")]
    pub current_scorecard: Option<ScorecardData>,
    /// The rules; `standard` when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_variant: Option<Rules>,
}

/// The answer to a [`VerificationRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerificationResponse {
    /// The comparison.
    #[serde(flatten)]
    pub verification: Verification,
    /// The request.
    pub request_id: Uuid,
    /// How long it took.
    pub computation_time_ms: f64,
    /// True: a request that fails is answered with an [`ErrorResponse`](crate::ErrorResponse).
    pub success: bool,
}

/// A probability beside the exact one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verification {
    /// Whether they are no further apart than the tolerance.
    pub matches: bool,
    /// What it is.
    pub exact: ExactProbability,
    /// What came.
    pub claimed: f64,
    /// How far apart they are.
    pub difference: f64,
    /// How far apart they may be.
    pub tolerance: f64,
}

impl VerificationRequest {
    /// How far a claim may be from the truth.
    pub const TOLERANCE: f64 = 0.001;

    /// Counts the probability and compares.
    ///
    /// ```
    /// use protocol::VerificationRequest;
    ///
    /// let request: VerificationRequest = serde_json::from_str(
    ///     r#"{"diceResult": [5,5,5,2,6], "keptMask": [true,true,true,false,false], "rollsRemaining": 1,
    ///         "category": "full_house", "probability": 0.1667}"#,
    /// )?;
    /// let verified = request.verify()?;
    /// assert_eq!((verified.matches, verified.exact.fraction.as_str()), (false, "5/36"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`InputError`] for the first field that is wrong.
    pub fn verify(&self) -> Result<Verification, InputError> {
        let rolls = rolls_remaining_left(self.rolls_remaining)?;
        if !(0.0..=1.0).contains(&self.probability) {
            return Err(out_of_bounds("probability", "a number from 0 to 1", self.probability));
        }
        let card = self.current_scorecard.as_ref();
        let position = card.map_or(Ok(Position::START), |card| open_card("currentScorecard", card))?;
        let (rules, category) = (self.rules_variant.unwrap_or_default(), self.category);
        if !position.open().contains(category) {
            let expected = format!("an open box ({})", position.open());
            let filled = InputError::new("category", expected, format!("{category}, which is filled"));
            return Err(filled.with_code(ErrorCode::CategoryScored.as_str()));
        }
        let exact = CategoryOdds::with(rules, position, category, |odds| match self.kept_mask {
            Some(mask) => after_keeping(odds, self.dice_result, mask, rolls),
            None => odds.best(self.dice_result.config().to_index(), rolls),
        });
        let difference = (exact.value() - self.probability).abs();
        Ok(Verification {
            matches: difference <= Self::TOLERANCE,
            exact: exact.into(),
            claimed: self.probability,
            difference,
            tolerance: Self::TOLERANCE,
        })
    }
}

/// The chance of achieving each open box when these dice are kept, and every later keep is chosen for that box. With
/// all five kept, or without a roll left, the dice stand as they are.
pub fn odds_after_keeping(
    rules: Rules,
    position: Position,
    dice: Dice,
    kept: KeptMask,
    rolls: RollsLeft,
) -> impl Iterator<Item = (Category, Ratio)> {
    position.open().iter().map(move |category| {
        let odds =
            CategoryOdds::with(rules, position, category, |odds| after_keeping(odds, dice, kept, rolls));
        (category, odds)
    })
}

fn after_keeping(odds: &CategoryOdds, dice: Dice, kept: KeptMask, rolls: RollsLeft) -> Ratio {
    if rolls == RollsLeft::NONE || kept == KeptMask::ALL {
        return odds.best(dice.config().to_index(), RollsLeft::NONE);
    }
    odds.with_keep(dice.kept(kept), rolls)
}
