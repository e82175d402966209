//! What the advisor is asked, and what it answers beside the types of `dicee`.

use chance::{Distribution, Ratio, SeededChance};
use dicee::ScorecardData;
use dicee::{
    Action, AdviceError, Audience, Bot, Category, CategoryOdds, Dice, DiceConfig, DiceeCommand,
    ExplanationDepth, KeepPattern, KeptMask, Outlook, Position, RollsLeft, Rules, Scorecard, SkillLevel,
    TurnValues,
};
use serde::{Deserialize, Serialize};
use wasm_edge::Fault;

/// A moment of a game, in the words of `DiceeView`: a player's card, the dice as they lie, and the rolls left.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MomentRequest {
    /// The rules; those of the solved game, or `standard`, when left out.
    #[serde(default)]
    pub rules: Option<Rules>,
    /// The card of the player whose turn it is.
    #[serde(deserialize_with = "chance::object")]
    pub scorecard: ScorecardData,
    /// The dice; none before the first roll.
    #[serde(default)]
    pub dice: Option<Dice>,
    /// Rolls still to come, 0 to 3.
    pub rolls_left: u8,
}

/// A bot to play at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotRequest {
    /// How it plays.
    pub bot: Bot,
    /// Where its oversights come from.
    pub seed: u64,
    /// The moment.
    #[serde(deserialize_with = "chance::object")]
    pub moment: MomentRequest,
}

/// Whom the words are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AudienceRequest {
    /// What the reader knows; a beginner when left out.
    #[serde(default)]
    pub level: SkillLevel,
    /// How much is said; `standard` when left out.
    #[serde(default)]
    pub depth: ExplanationDepth,
}

/// What a player did or may do with the dice on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PlayedMove {
    /// Fill a box.
    Score {
        /// The box.
        category: Category,
    },
    /// Keep dice and roll the others.
    Keep {
        /// Which ones, in the order in which they lie.
        kept_mask: KeptMask,
    },
}

/// The dice to keep for the best chance at one box.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CategoryAim {
    /// The box.
    pub category: Category,
    /// Which dice, in the order in which they lie.
    pub kept_mask: KeptMask,
    /// The chance of scoring more than 0 in it by the end of the turn, from 0 to 1.
    pub probability: f64,
    /// The same, for example `13.9%`.
    pub percentage: String,
    /// The same, reduced, for example `5/36`.
    pub fraction: String,
}

/// How likely each score in a box is, when the rest of the turn is played for it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreDistribution {
    /// The box.
    pub category: Category,
    /// The expected score.
    pub mean: f64,
    /// Every score that can come, ascending.
    pub scores: Vec<ScoreChance>,
}

/// One score and its chance.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreChance {
    /// The points.
    pub points: i64,
    /// From 0 to 1.
    pub probability: f64,
    /// For example `13.9%`.
    pub percentage: String,
    /// Reduced, for example `5/36`.
    pub fraction: String,
}

/// How the bonus of the upper boxes stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UpperBonus {
    /// What the upper boxes hold.
    pub subtotal: u16,
    /// What they must hold.
    pub goal: u8,
    /// What the bonus brings.
    pub bonus: u8,
    /// Whether it can still be won, or is.
    pub reachable: bool,
    /// The subtotal less three of each face in the filled boxes: 0 or more is on course.
    pub ahead: i16,
}

impl UpperBonus {
    pub(crate) fn of(card: &Scorecard) -> Self {
        let faces = || Category::ALL.into_iter().filter_map(|category| Some((category, category.face()?)));
        let sum = |filled: bool, dice: i16| -> i16 {
            let boxes = faces().filter(|(category, _)| card.points(*category).is_some() == filled);
            boxes.map(|(_, face)| dice * i16::from(face.pips())).sum()
        };
        let subtotal = card.upper_subtotal();
        let held = i16::try_from(subtotal).unwrap_or(i16::MAX);
        Self {
            subtotal,
            goal: Rules::UPPER_GOAL,
            bonus: Rules::UPPER_BONUS,
            reachable: held + sum(false, 5) >= i16::from(Rules::UPPER_GOAL),
            ahead: held - sum(true, 3),
        }
    }
}

/// The card of a request, if play can lead to it.
pub(crate) fn card_of(scorecard: &ScorecardData) -> Result<Scorecard, Fault> {
    scorecard.card().map_err(|violations| {
        let what: Vec<String> = violations.iter().map(|violation| violation.message.clone()).collect();
        Fault::input("scorecard", "a card that play can lead to", &what.join("; "))
    })
}

/// A valid moment: an open card under known rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) rules: Rules,
    pub(crate) position: Position,
    pub(crate) dice: Option<Dice>,
    pub(crate) rolls_left: RollsLeft,
}

impl MomentRequest {
    /// Checks it once; `rules` hold where the request names none.
    pub(crate) fn resolve(&self, rules: Rules) -> Result<Asked, Fault> {
        let card = card_of(&self.scorecard)?;
        let rolls_left = RollsLeft::parse(self.rolls_left.into()).map_err(|error| Fault::from(&error))?;
        let position = card.to_play().map_err(|error| Fault::from(&error))?;
        Ok(Asked { rules: self.rules.unwrap_or(rules), position, dice: self.dice, rolls_left })
    }
}

impl Asked {
    /// The dice on the table.
    pub(crate) fn dice(&self) -> Result<Dice, Fault> {
        self.dice.ok_or_else(|| Fault::input("dice", "five faces from 1 to 6", "nothing"))
    }

    /// What a bot does now; the same seed gives the same oversights. `None` if it looks at the whole game, which is not
    /// solved yet.
    pub(crate) fn bot_command(
        &self,
        bot: Bot,
        seed: u64,
        solved: Option<&dicee::SolvedGame>,
    ) -> Option<DiceeCommand> {
        let Some(dice) = self.dice else { return Some(DiceeCommand::Roll { kept_mask: None }) };
        let outlook = match bot.horizon() {
            dicee::Horizon::Turn => Outlook::Turn,
            dicee::Horizon::Game => Outlook::Game(solved?),
        };
        let turn = TurnValues::solve(self.rules, self.position, outlook, self.rolls_left);
        let mut mind = SeededChance::from_seed(seed);
        let roll = (dice.config(), self.rolls_left);
        Some(match bot.decide(self.rules, outlook, self.position, &turn, roll, &mut mind) {
            Action::Score(category) => DiceeCommand::Score { category },
            Action::Keep(keep) => DiceeCommand::Roll { kept_mask: keep.mask(&dice.pips()).map(KeptMask) },
        })
    }

    /// The dice to keep for the best chance at a box.
    pub(crate) fn aim(&self, category: Category) -> Result<CategoryAim, Fault> {
        let dice = self.dice()?;
        self.check_open(category)?;
        let (keep, chance): (KeepPattern, Ratio) =
            CategoryOdds::with(self.rules, self.position, category, |odds| {
                let roll = dice.config();
                (odds.best_keep(roll, self.rolls_left), odds.best(roll.to_index(), self.rolls_left))
            });
        Ok(CategoryAim {
            category,
            kept_mask: KeptMask(keep.mask(&dice.pips()).unwrap_or_default()),
            probability: chance.value(),
            percentage: chance.percentage(),
            fraction: chance.to_string(),
        })
    }

    /// How likely each score in a box is after keeping these dice.
    pub(crate) fn distribution(
        &self,
        category: Category,
        kept: KeptMask,
    ) -> Result<ScoreDistribution, Fault> {
        let dice = self.dice()?;
        self.check_open(category)?;
        let keep = dice.kept(kept);
        let distribution = CategoryOdds::with(self.rules, self.position, category, |odds| {
            // Without a roll, or without a die to roll, the score is certain.
            if self.rolls_left == RollsLeft::NONE || keep.len() == DiceConfig::DICE {
                return Distribution::from_weights([(odds.score(dice.config().to_index()).into(), 1)]);
            }
            odds.distribution(keep, self.rolls_left)
        });
        let chance = |(points, chance): (i64, Ratio)| ScoreChance {
            points,
            probability: chance.value(),
            percentage: chance.percentage(),
            fraction: chance.to_string(),
        };
        Ok(ScoreDistribution {
            category,
            mean: distribution.mean(),
            scores: distribution.iter().map(chance).collect(),
        })
    }

    fn check_open(&self, category: Category) -> Result<(), Fault> {
        if self.position.open().contains(category) {
            return Ok(());
        }
        Err(Fault::input("category", "an open box", &format!("{category}, which is already filled")))
    }
}

impl PlayedMove {
    /// The action, with these dice on the table.
    pub(crate) fn action(self, dice: Dice) -> Action {
        match self {
            Self::Score { category } => Action::Score(category),
            Self::Keep { kept_mask } => Action::Keep(dice.kept(kept_mask)),
        }
    }
}

impl From<AudienceRequest> for Audience {
    fn from(request: AudienceRequest) -> Self {
        Self { level: request.level, depth: request.depth }
    }
}

pub(crate) fn refused(error: &AdviceError) -> Fault {
    Fault::input(error.field(), &error.expected(), &error.actual())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dice(pips: [u8; 5]) -> DiceConfig {
        DiceConfig::from_dice(&pips).unwrap()
    }

    fn moment(card: &Scorecard, pips: [u8; 5], rolls_left: u8) -> Asked {
        let scorecard = ScorecardData::from(card);
        let dice = Dice::new(pips).ok();
        MomentRequest { rules: None, scorecard, dice, rolls_left }.resolve(Rules::Standard).unwrap()
    }

    #[test]
    fn the_bonus_is_measured_against_three_of_each_filled_face() {
        let mut card = Scorecard::default();
        let course = |card: &Scorecard| {
            let bonus = UpperBonus::of(card);
            (bonus.subtotal, bonus.reachable, bonus.ahead)
        };
        assert_eq!(course(&card), (0, true, 0));
        card.score(Rules::Standard, dice([6, 6, 6, 6, 1]), Category::Sixes).unwrap();
        assert_eq!(course(&card), (24, true, 6));
        for category in [Category::Fives, Category::Fours, Category::Threes] {
            card.score(Rules::Standard, dice([1, 1, 2, 2, 6]), category).unwrap();
        }
        assert_eq!(course(&card), (24, false, 24 - 54));
    }

    #[test]
    fn a_box_is_aimed_at_with_the_best_keep_and_its_scores_are_counted() {
        let asked = moment(&Scorecard::default(), [5, 2, 5, 6, 5], 1);
        let aim = asked.aim(Category::FullHouse).unwrap();
        assert_eq!((aim.kept_mask.0, aim.fraction.as_str()), ([true, true, true, false, true], "1/6"));
        let kept = KeptMask([true, false, true, false, true]);
        let scores = asked.distribution(Category::FullHouse, kept).unwrap().scores;
        let found: Vec<_> = scores.iter().map(|score| (score.points, score.fraction.as_str())).collect();
        assert_eq!(found, [(0, "31/36"), (25, "5/36")]);
        let certain = asked.distribution(Category::Fives, KeptMask::ALL).unwrap();
        assert_eq!((certain.scores.len(), certain.scores[0].points), (1, 15));
        let mut card = Scorecard::default();
        card.score(Rules::Standard, dice([1; 5]), Category::Ones).unwrap();
        let fault = moment(&card, [5, 2, 5, 6, 5], 1).aim(Category::Ones).unwrap_err();
        assert_eq!(fault.property("field"), Some("category"));
    }

    #[test]
    fn bots_roll_first_and_then_do_what_they_do_on_the_server() {
        let solved = dicee::SolvedGame::solve(Rules::Standard);
        let mut asked = moment(&Scorecard::default(), [6, 6, 6, 6, 6], 1);
        let dicee = DiceeCommand::Score { category: Category::Dicee };
        assert_eq!(asked.bot_command(Bot::Optimal, 1, Some(&solved)), Some(dicee));
        asked.dice = None;
        let roll = Some(DiceeCommand::Roll { kept_mask: None });
        assert_eq!(asked.bot_command(Bot::Casual, 1, Some(&solved)), roll);
    }

    #[test]
    fn a_bot_that_looks_at_its_turn_alone_does_not_wait_for_the_solved_game() {
        let solved = dicee::SolvedGame::solve(Rules::Standard);
        let mut asked = moment(&Scorecard::default(), [1, 2, 2, 5, 6], 2);
        for bot in Bot::ALL {
            for seed in 0..20 {
                let (now, later) =
                    (asked.bot_command(bot, seed, None), asked.bot_command(bot, seed, Some(&solved)));
                match bot.horizon() {
                    dicee::Horizon::Turn => assert_eq!(now, later, "{bot}, seed {seed}"),
                    dicee::Horizon::Game => assert_eq!(now, None, "{bot}"),
                }
            }
        }
        asked.dice = None;
        assert_eq!(asked.bot_command(Bot::Optimal, 1, None), Some(DiceeCommand::Roll { kept_mask: None }));
    }

    #[test]
    fn a_card_that_no_play_leads_to_is_refused() {
        let mut scorecard = ScorecardData::from(&Scorecard::default());
        scorecard.grand_total = 7;
        let request = MomentRequest { rules: None, scorecard, dice: None, rolls_left: 3 };
        assert_eq!(request.resolve(Rules::Standard).unwrap_err().property("field"), Some("scorecard"));
    }
}
