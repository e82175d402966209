//! Commands as they were written, read by hand for the reason that `read_event.rs` gives.

use chance::Fields;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::Value;

use super::command::{DiceeCommand, unnamed};

impl<'de> Deserialize<'de> for DiceeCommand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Fields::read(Value::deserialize(deserializer)?, command).map_err(D::Error::custom)
    }
}

fn command(fields: &mut Fields) -> Result<DiceeCommand, serde_json::Error> {
    let kind: String = fields.take("type")?;
    Ok(match kind.as_str() {
        "create" => DiceeCommand::Create {
            game_id: fields.take("gameId")?,
            game_mode: fields.take("gameMode")?,
            player_ids: fields.take("playerIds")?,
            settings: fields.object_or_default("settings")?,
            dice: fields.or_default("dice")?,
        },
        "join" => DiceeCommand::Join { player_id: fields.take("playerId")? },
        "add_bot" => {
            DiceeCommand::AddBot { player_id: fields.or("playerId", unnamed)?, bot: fields.take("bot")? }
        }
        "mix" => DiceeCommand::Mix { client_seed: fields.take("clientSeed")? },
        "start" => DiceeCommand::Start {},
        "roll" => DiceeCommand::Roll { kept_mask: fields.optional("keptMask")? },
        "keep" => DiceeCommand::Keep { kept_mask: fields.take("keptMask")? },
        "score" => DiceeCommand::Score { category: fields.take("category")? },
        "undo" => DiceeCommand::Undo {},
        "abandon" => DiceeCommand::Abandon {},
        "expire" => DiceeCommand::Expire {},
        "reveal" => DiceeCommand::Reveal { server_seed: fields.take("serverSeed")? },
        other => return Err(Error::custom(format_args!("unknown variant `{other}` of `type`"))),
    })
}
