//! What an operator can do about players and tables: ban, erase on request, close.
//!
//! Whoever holds the operator's token may; every use is logged, with the id it is about and nothing else.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{delete, get, post};
use protocol::{BannedPlayer, ClosedTable, SanctionsResponse};
use store::Sanction;

use crate::api::{Api, Route};
use crate::clock::{iso8601, now};
use crate::error::Rejection;
use crate::identity::Operator;
use crate::limit::Quota;
use crate::operation::{Access, Method, Operation};
use crate::parameters::{InPath, game_id};
use crate::players::{Named, erase_player, leave_all, present};

/// Sanctions that are shown.
const SHOWN: u32 = 1000;

/// The operations of operators.
pub(crate) fn routes() -> [Route; 5] {
    [
        (&SANCTIONS, get(sanctions)),
        (&BAN, post(ban)),
        (&UNBAN, delete(unban)),
        (&ERASE, delete(erase)),
        (&CLOSE, post(close)),
    ]
}

const fn operation(
    (name, method, path, summary): (&'static str, Method, &'static str, &'static str),
    gives: &'static [(u16, Option<&'static str>)],
    errors: &'static [u16],
) -> Operation {
    Operation {
        name,
        method,
        path,
        tag: "operator",
        summary,
        quota: Some(Quota::per_minute(60)),
        access: Access::Operator,
        query: &[],
        takes: None,
        gives,
        errors,
    }
}

static SANCTIONS: Operation = operation(
    (
        "sanctions",
        Method::Get,
        "/api/v1/operator/sanctions",
        "Who is banned and which tables are closed, newest first",
    ),
    &[(200, Some("SanctionsResponse"))],
    &[500, 503],
);
static BAN: Operation = operation(
    (
        "ban_player",
        Method::Post,
        "/api/v1/operator/players/{id}/ban",
        "Ban a player: they leave their games, their sockets end, and they get no token",
    ),
    &[(204, None)],
    &[500, 503, 507],
);
static UNBAN: Operation = operation(
    ("unban_player", Method::Delete, "/api/v1/operator/players/{id}/ban", "Lift the ban of a player"),
    &[(204, None)],
    &[500, 503, 507],
);
static ERASE: Operation = operation(
    (
        "erase_on_request",
        Method::Delete,
        "/api/v1/operator/players/{id}",
        "Erase a player who asked for it and cannot do it themselves",
    ),
    &[(204, None)],
    &[500, 503, 507],
);
static CLOSE: Operation = operation(
    (
        "close_table",
        Method::Post,
        "/api/v1/operator/games/{id}/close",
        "Close a table: everybody leaves it, and nobody can play there any more",
    ),
    &[(204, None)],
    &[500, 503, 507],
);

async fn sanctions(
    State(api): State<Arc<Api>>,
    _operator: Operator,
) -> Result<Json<SanctionsResponse>, Rejection> {
    let mut response = SanctionsResponse { banned: Vec::new(), closed: Vec::new(), success: true };
    for (sanction, at) in api.archive.sanctions(SHOWN).await? {
        match sanction {
            Sanction::Banned(player_id) => response.banned.push(BannedPlayer {
                player_id,
                display_name: api.name_of(player_id).await?,
                banned_at: iso8601(at),
            }),
            Sanction::Closed(game_id) => {
                response.closed.push(ClosedTable { game_id, closed_at: iso8601(at) });
            }
        }
    }
    Ok(Json(response))
}

/// The ban is stored first: whatever fails behind it, the player stays out, and the operator may ask again.
async fn ban(
    State(api): State<Arc<Api>>,
    _operator: Operator,
    Named(player): Named,
) -> Result<StatusCode, Rejection> {
    present(&api, player).await?;
    api.archive.set_sanction(Sanction::Banned(player), Some(now())).await?;
    tracing::info!(%player, "banned by the operator");
    api.identity.note_ban(player, true, now());
    leave_all(&api, player).await?;
    api.rooms.sign_out(player).await;
    Ok(StatusCode::NO_CONTENT)
}

async fn unban(
    State(api): State<Arc<Api>>,
    _operator: Operator,
    Named(player): Named,
) -> Result<StatusCode, Rejection> {
    present(&api, player).await?;
    api.archive.set_sanction(Sanction::Banned(player), None).await?;
    tracing::info!(%player, "ban lifted by the operator");
    api.identity.note_ban(player, false, now());
    Ok(StatusCode::NO_CONTENT)
}

async fn erase(
    State(api): State<Arc<Api>>,
    _operator: Operator,
    Named(player): Named,
) -> Result<StatusCode, Rejection> {
    present(&api, player).await?;
    tracing::info!(%player, "erased by the operator");
    erase_player(&api, player).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn close(
    State(api): State<Arc<Api>>,
    _operator: Operator,
    InPath(id): InPath,
) -> Result<StatusCode, Rejection> {
    let game = game_id(&id)?;
    api.rooms.close_table(&game).await?;
    tracing::info!(%game, "table closed by the operator");
    Ok(StatusCode::NO_CONTENT)
}
