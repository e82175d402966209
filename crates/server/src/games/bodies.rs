use dicee::{Bot, GameMode, Settings};
use fortytwo::{HouseRules, Skill};
use pools::ExtendedTerms;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::wrong;
use crate::body;
use crate::error::{Refusal, Rejection};
use crate::live::{FortyTwoOptions, Kind, Opening};

/// `POST /api/v1/games`
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CreateGameRequest {
    /// Which game; `dicee` when left out.
    #[serde(default = "dicee_kind")]
    pub(crate) kind: Kind,
    /// Whether strangers may find the table in the lobby.
    #[serde(default)]
    pub(crate) public: bool,
    /// Whether to start at once; when left out, where nobody else is waited for.
    #[serde(default)]
    pub(crate) start: Option<bool>,
    /// Of `dicee`: who plays; when left out `multiplayer` with bots, else `solo`.
    #[serde(default)]
    pub(crate) mode: Option<GameMode>,
    /// Of `dicee`: what is agreed. Of `fortytwo`: `timeLimit` alone.
    #[serde(default, deserialize_with = "protocol::read::optional_object")]
    pub(crate) settings: Option<Settings>,
    /// Of `dicee` for one: a seed, from which every roll follows. Fair dice when left out.
    #[serde(default)]
    pub(crate) seed: Option<u64>,
    /// Of `dicee`: a list of bots. Of `fortytwo`: how the bots on empty seats play.
    #[serde(default)]
    pub(crate) bots: Option<Value>,
    /// Of `fortytwo`: house rules.
    #[serde(default, deserialize_with = "protocol::read::optional_object")]
    pub(crate) house: Option<HouseRules>,
    /// Of `extended_check`: what to set out to do; then it starts at once.
    #[serde(default, deserialize_with = "protocol::read::optional_object")]
    pub(crate) terms: Option<ExtendedTerms>,
}

/// Beside whoever opens the game.
const MOST_BOTS: usize = 7;

const fn dicee_kind() -> Kind {
    Kind::Dicee
}

impl CreateGameRequest {
    /// What is asked for, without anything that does not belong to the game.
    pub(super) fn opening(self) -> Result<Opening, Rejection> {
        let Self { kind, public: _, start, mode, settings, seed, bots, house, terms } = self;
        let foreign = |field: &str, given: bool| {
            let expected = format!("nothing in a game of {}", kind.name());
            if given { Err(wrong(field, &expected, "something")) } else { Ok(()) }
        };
        if kind != Kind::Dicee {
            foreign("mode", mode.is_some())?;
            let time_alone =
                Settings { time_limit: settings.and_then(|set| set.time_limit), ..Settings::default() };
            let fits = kind == Kind::Fortytwo && settings == Some(time_alone);
            foreign("settings", settings.is_some() && !fits)?;
            foreign("seed", seed.is_some())?;
        }
        if let Some(limit) = settings.and_then(|set| set.time_limit)
            && !Settings::TIME_LIMITS.contains(&limit)
        {
            let expected = "5 to 86400 seconds";
            return Err(wrong("settings.timeLimit", expected, &limit.to_string()));
        }
        if matches!(kind, Kind::ExtendedCheck | Kind::RollTable) {
            foreign("start", start.is_some())?;
        }
        if kind != Kind::Fortytwo {
            foreign("house", house.is_some())?;
        }
        if kind != Kind::ExtendedCheck {
            foreign("terms", terms.is_some())?;
        }
        let read = |bots: Option<Value>| bots.filter(|bots| !bots.is_null());
        Ok(match kind {
            Kind::Dicee => {
                let bots: Vec<Bot> = read(bots).map(list).transpose()?.unwrap_or_default();
                if bots.len() > MOST_BOTS {
                    return Err(wrong("bots", "at most 7", &bots.len().to_string()));
                }
                let alone = if bots.is_empty() { GameMode::Solo } else { GameMode::Multiplayer };
                let mode = mode.unwrap_or(alone);
                if seed.is_some() && mode == GameMode::Multiplayer {
                    return Err(wrong("seed", "nothing where others play: it tells every roll", "a seed"));
                }
                if seed.is_some_and(|seed| seed > dicee::DiceSource::LARGEST_SEED) {
                    return Err(wrong("seed", "a number up to 2^53", "a larger one"));
                }
                if mode != GameMode::Multiplayer && !bots.is_empty() {
                    return Err(wrong("bots", "nothing in a game for one", "bots"));
                }
                let start = start.unwrap_or(mode != GameMode::Multiplayer || !bots.is_empty());
                Opening::Dicee { mode, settings: settings.unwrap_or_default(), seed, bots, start }
            }
            Kind::Fortytwo => {
                let bots: Skill = read(bots).map(list).transpose()?.unwrap_or_default();
                let time_limit = settings.and_then(|set| set.time_limit);
                let options = FortyTwoOptions { bots, house: house.unwrap_or_default(), time_limit };
                Opening::FortyTwo { options, start: start.unwrap_or(false) }
            }
            Kind::ExtendedCheck => {
                foreign("bots", read(bots).is_some())?;
                Opening::ExtendedCheck { terms }
            }
            Kind::RollTable => {
                foreign("bots", read(bots).is_some())?;
                Opening::RollTable
            }
        })
    }
}

fn list<T: serde::de::DeserializeOwned>(bots: Value) -> Result<T, Refusal> {
    body::read_value(bots, "bots").map_err(Refusal::Field)
}

/// `POST /api/v1/games/quick`
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct QuickMatchRequest {
    /// Which game; `dicee` when left out.
    #[serde(default = "dicee_kind")]
    pub(crate) kind: Kind,
}

/// `POST /api/v1/games/{id}/commands`
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CommandBody {
    /// Names the command for its sender: sent again under the same name, it is carried out once.
    pub(crate) command_id: String,
    /// Only if the game is still at this version.
    #[serde(default)]
    pub(crate) expected_version: Option<u64>,
    /// What to do: an object with a `type`. Of `dicee` a `DiceeCommand`; docs/live.md has the others.
    pub(crate) command: Map<String, Value>,
}

/// A game that was opened, or at which the caller sat down.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OpenedResponse {
    pub(crate) game_id: String,
    /// For others, to sit down as well.
    pub(crate) code: String,
    pub(crate) game_state: Value,
    pub(crate) success: bool,
}

/// `GET /api/v1/games`
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GamesResponse {
    pub(crate) games: Vec<OpenTable>,
    pub(crate) success: bool,
}

/// A table at which anybody may sit down.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OpenTable {
    pub(crate) game_id: String,
    pub(crate) kind: String,
    pub(crate) code: String,
    pub(crate) host_name: String,
    pub(crate) free_seats: u8,
    pub(crate) created_at: String,
}

/// `GET /api/v1/games/code/{code}`
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FoundTable {
    pub(crate) game_id: String,
    pub(crate) kind: String,
    pub(crate) code: String,
    pub(crate) host_name: String,
    pub(crate) free_seats: u8,
    pub(crate) success: bool,
}

/// `GET /api/v1/games/{id}/events`
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventsResponse {
    /// How many events there are in all: what to ask for next time.
    pub(crate) version: u64,
    pub(crate) events: Vec<Value>,
    pub(crate) success: bool,
}

/// What a command brought about.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CommandResponse {
    pub(crate) command_id: String,
    /// The version after it.
    pub(crate) version: u64,
    /// Whether it had been carried out before.
    pub(crate) repeated: bool,
    /// Its events, as the sender may know them.
    pub(crate) events: Vec<Value>,
    pub(crate) success: bool,
}

/// `GET /api/v1/games/{id}/report`
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportResponse {
    pub(crate) game_id: String,
    /// `players` of a game of `dicee`, `hands` of a game of `fortytwo`.
    pub(crate) report: Value,
    pub(crate) success: bool,
}
