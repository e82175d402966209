//! Opening a game: what every table has, and the options of each game of this repository.

#[cfg(feature = "schema")]
mod schema;

use chance::InputError;
use dicee::{Bot, DiceSource, GameMode, Settings};
use fortytwo::{HouseRules, Skill};
use pools::{DiceSystem, ExtendedTerms, TableAlias};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::fortytwo_options::FortyTwoOptions;
use crate::ids::{GameId, GameKind};

/// `POST /api/v1/games`: what to open. The options are read by the game of that kind: [`OpenDicee`], [`OpenFortyTwo`],
/// [`OpenExtendedCheck`], [`OpenRollTable`], or those of a game that a server registered beside them.
///
/// ```
/// use protocol::{CreateGameRequest, GameKind, OpenDicee};
///
/// let options = OpenDicee { start: Some(false), ..OpenDicee::default() };
/// let request = CreateGameRequest { public: true, ..CreateGameRequest::new(GameKind::DICEE, options) };
/// assert_eq!(serde_json::to_string(&request)?, r#"{"kind":"dicee","public":true,"start":false}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateGameRequest {
    /// Which game; `dicee` when left out.
    #[serde(default = "dicee_kind")]
    pub kind: GameKind,
    /// Whether the table is listed, so that strangers may sit down.
    #[serde(default)]
    pub public: bool,
    /// Whether hints and analysis are given at this table, to everybody or to nobody; true when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coach: Option<bool>,
    /// What the game takes.
    #[serde(flatten)]
    pub options: Map<String, Value>,
}

/// The options of a dice game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenDicee {
    /// Whether to start at once; when left out, where nobody else is waited for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<bool>,
    /// Who plays; when left out `multiplayer` with bots, else `solo`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<GameMode>,
    /// What is agreed.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "chance::optional_object")]
    pub settings: Option<Settings>,
    /// For one player: a seed, from which every roll follows. Fair dice when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(max = ledger::LARGEST_EXACT)))]
    pub seed: Option<u64>,
    /// Bots that play as well, at most 7.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(length(max = 7)))]
    pub bots: Option<Vec<Bot>>,
}

/// The options of a game of Forty-Two.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenFortyTwo {
    /// Whether to start at once, with bots on the other seats; by `START_GAME` of the host when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<bool>,
    /// How seats without a person are played; `strong` when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bots: Option<Skill>,
    /// Whether a bot plays for a person who is gone for a minute, until they are back; true when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<bool>,
    /// The rules beyond straight 42.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "chance::optional_object")]
    pub house: Option<HouseRules>,
    /// A finished game of which the player who asks was one: its deals come again, as in duplicate, with this player on the next
    /// seat. The house rules are those of that game. Not for public tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_deals_as: Option<GameId>,
    /// The clock.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "chance::optional_object")]
    pub settings: Option<ClockSettings>,
}

/// How long a move may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockSettings {
    /// Seconds for each move of a person, from 5 to 86400; none when left out. Then a bot moves for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 5, max = 86400)))]
    pub time_limit: Option<u32>,
}

/// The options of an extended check.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenExtendedCheck {
    /// What to set out to do; then it starts at once.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "chance::optional_object")]
    pub terms: Option<ExtendedTerms>,
}

/// The options of a shared roll log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenRollTable {
    /// What differs from the standard system; the host may change it later by `SET_TABLE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<Box<DiceSystem>>,
    /// Names for expressions, each of which may use those before it.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "chance::optional_objects")]
    pub aliases: Option<Vec<TableAlias>>,
}

/// `POST /api/v1/games/quick`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuickMatchRequest {
    /// Which game; `dicee` when left out.
    #[serde(default = "dicee_kind")]
    pub kind: GameKind,
}

const fn dicee_kind() -> GameKind {
    GameKind::DICEE
}

impl CreateGameRequest {
    /// A table that is not listed, with a coach. `options` must be those of that game.
    ///
    /// # Panics
    ///
    /// If the options are not written as a JSON object.
    #[must_use]
    pub fn new(kind: GameKind, options: impl Serialize) -> Self {
        let Ok(Value::Object(options)) = serde_json::to_value(options) else {
            panic!("the options of a game are an object");
        };
        Self { kind, public: false, coach: None, options }
    }
}

impl OpenDicee {
    /// The most bots beside the host.
    pub const MOST_BOTS: usize = 7;

    /// A table for two who do not know each other: a minute a turn, because neither can ask where the other one is.
    #[must_use]
    pub fn for_strangers() -> Self {
        let settings = Settings { seats: Some(2), time_limit: Some(60), ..Settings::default() };
        Self { mode: Some(GameMode::Multiplayer), settings: Some(settings), ..Self::default() }
    }

    /// Who plays.
    #[must_use]
    pub fn mode(&self) -> GameMode {
        let bots = self.bots.as_ref().is_some_and(|bots| !bots.is_empty());
        self.mode.unwrap_or(if bots { GameMode::Multiplayer } else { GameMode::Solo })
    }

    /// Whether play begins at once.
    #[must_use]
    pub fn starts(&self) -> bool {
        let bots = self.bots.as_ref().is_some_and(|bots| !bots.is_empty());
        self.start.unwrap_or(self.mode() != GameMode::Multiplayer || bots)
    }

    /// Checks what one field says about another.
    ///
    /// # Errors
    ///
    /// [`InputError`] for the first field that is wrong.
    pub fn check(&self) -> Result<(), InputError> {
        check_time_limit(self.settings.and_then(|settings| settings.time_limit))?;
        let bots = self.bots.as_ref().map_or(0, Vec::len);
        if bots > Self::MOST_BOTS {
            return Err(InputError::new("bots", "at most 7", bots));
        }
        let several = self.mode() == GameMode::Multiplayer;
        let settings = self.settings.unwrap_or_default();
        if let Some(seats) = settings.seats {
            if !several {
                return Err(InputError::new("settings.seats", "nothing in a game for one", seats));
            }
            if !settings.seats_are_valid(self.mode()) {
                return Err(InputError::new("settings.seats", "2 to 8", seats));
            }
            if bots >= usize::from(seats) {
                let expected = format!("at most {} bots beside you", seats - 1);
                return Err(InputError::new("bots", expected, bots));
            }
        }
        if self.seed.is_some() && several {
            return Err(InputError::new("seed", "nothing where others play: it tells every roll", "a seed"));
        }
        if self.seed.is_some_and(|seed| seed > DiceSource::LARGEST_SEED) {
            return Err(InputError::new("seed", "a number up to 2^53", "a larger one"));
        }
        if !several && bots > 0 {
            return Err(InputError::new("bots", "nothing in a game for one", "bots"));
        }
        Ok(())
    }
}

impl OpenFortyTwo {
    /// What the table agrees on, where its deals are its own.
    ///
    /// # Errors
    ///
    /// [`InputError`] if the clock is out of bounds.
    pub fn options(&self) -> Result<FortyTwoOptions, InputError> {
        let time_limit = self.settings.and_then(|settings| settings.time_limit);
        check_time_limit(time_limit)?;
        let (bots, house) = (self.bots.unwrap_or_default(), self.house.unwrap_or_default());
        let stand_in = self.stand_in.unwrap_or(true);
        Ok(FortyTwoOptions { bots, house, time_limit, stand_in, same_deals_as: None })
    }
}

fn check_time_limit(limit: Option<u32>) -> Result<(), InputError> {
    match limit.filter(|limit| !Settings::TIME_LIMITS.contains(limit)) {
        Some(limit) => Err(InputError::new("settings.timeLimit", "5 to 86400 seconds", limit)),
        None => Ok(()),
    }
}
