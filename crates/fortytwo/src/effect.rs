use chance::Fields;
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::consensus_action::ConsensusAction;
use crate::seat::Seat;

/// Something that an AI seat does by itself after a while. It is also the key of its timer: a seat has at most one
/// timer for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
pub enum Effect {
    /// It bids, names trumps or plays.
    AiTurn {
        /// The seat.
        player: Seat,
    },
    /// It agrees with the others.
    AiAgree {
        /// The seat.
        player: Seat,
        /// To what.
        action: ConsensusAction,
    },
}

/// By hand, as [events](crate::Event) are.
impl<'de> Deserialize<'de> for Effect {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Fields::of(Value::deserialize(deserializer)?).and_then(effect).map_err(D::Error::custom)
    }
}

fn effect(mut fields: Fields) -> Result<Effect, serde_json::Error> {
    let kind: String = fields.take("type")?;
    let effect = match kind.as_str() {
        "AI_TURN" => Effect::AiTurn { player: fields.take("player")? },
        "AI_AGREE" => Effect::AiAgree { player: fields.take("player")?, action: fields.take("action")? },
        other => return Err(Error::custom(format_args!("unknown variant `{other}` of `type`"))),
    };
    fields.end(effect)
}

impl Effect {
    /// Whose it is.
    #[must_use]
    pub const fn player(&self) -> Seat {
        match self {
            Self::AiTurn { player } | Self::AiAgree { player, .. } => *player,
        }
    }
}
