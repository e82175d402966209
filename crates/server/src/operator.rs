//! What an operator can do about players and tables: ban, erase on request, close.
//!
//! Anyone with the operator's token may; every use is logged, with the id it is about and nothing else.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{delete, get, post};
use ledger::PlayerId;
use protocol::{BannedPlayer, ClosedTable, SanctionsResponse};
use store::Sanction;

use crate::api::{Api, Route};
use crate::clock::{iso8601, now};
use crate::error::{ApiError, Rejection};
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

async fn ban(
    State(api): State<Arc<Api>>,
    _operator: Operator,
    Named(player): Named,
) -> Result<StatusCode, Rejection> {
    present(&api, player).await?;
    let banning = api.drain.track(ban_all(Arc::clone(&api), player));
    // Also when the operator goes away meanwhile: half of it would never be done.
    tokio::spawn(banning).await.map_err(|_| ApiError::Internal)??;
    Ok(StatusCode::NO_CONTENT)
}

/// The ban is stored first, and the sockets end before games are left, which may fail: the player stays out either way, and
/// the operator may ask again.
async fn ban_all(api: Arc<Api>, player: PlayerId) -> Result<(), Rejection> {
    api.archive.set_sanction(Sanction::Banned(player), Some(now())).await?;
    tracing::info!(%player, "banned by the operator");
    api.identity.note_ban(player, true, now());
    api.rooms.disconnect_everywhere(player).await;
    leave_all(&api, player).await
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
    // Who is erased already may be erased again: the first time may not have come to its end.
    api.archive.player(player).await?.ok_or(ApiError::NoSuchPlayer)?;
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

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use live::{TableTerms, send_queue};
    use protocol::GameId;
    use serde_json::Map;
    use store::{PlayerRecord, StoredEvent};
    use uuid::Uuid;

    use super::*;
    use crate::testing::{keep, send_to, with};

    const OPERATOR: &str = "operator-operator";
    const ANN: PlayerId = PlayerId(Uuid::from_u128(1));

    async fn with_ann() -> Arc<Api> {
        let api = with(false, Some(OPERATOR));
        api.archive.register(PlayerRecord::new(ANN, "Ann", [1; 32], 1)).await.unwrap();
        api
    }

    /// A table at which Ann sits.
    async fn table(api: &Arc<Api>) -> GameId {
        let opening = api.rooms.registry().read_options(&"dicee".parse().unwrap(), Map::new()).unwrap();
        api.rooms.create_game(ANN, opening, TableTerms::default()).await.unwrap()
    }

    async fn ban_ann(api: &Arc<Api>) -> u16 {
        let (path, bearer) = (format!("/api/v1/operator/players/{ANN}/ban"), format!("Bearer {OPERATOR}"));
        send_to(api, "POST", &path, &[("authorization", &bearer)], Body::empty()).await.status
    }

    #[tokio::test]
    async fn a_ban_ends_the_sockets_also_where_a_game_cannot_be_left() {
        let api = with_ann().await;
        let damaged = "damaged".parse().unwrap();
        let golden = include_str!("../../dicee/tests/golden/fair-standard.json");
        let mut events: Vec<StoredEvent> = serde_json::from_str(golden).unwrap();
        events[0].schema_version.major += 1;
        keep(&api, &damaged, "dicee", &events).await;
        api.archive.record_seat(ANN, &damaged, 5).await.unwrap();
        let game = table(&api).await;
        let (queue, outgoing) = send_queue(64);
        api.rooms.watch(&game, Some(ANN), 0, queue).await.unwrap();
        assert_eq!(ban_ann(&api).await, 500);
        testbed::eventually("her socket ends", async || outgoing.was_revoked().then_some(())).await;
    }

    #[tokio::test]
    async fn a_ban_comes_to_its_end_when_the_operator_goes_away() {
        let api = with_ann().await;
        let mut games = Vec::new();
        // More than are left at once.
        for _ in 0..20 {
            games.push(table(&api).await);
        }
        let begun = async {
            while api.identity.check_there(ANN, now()).await.is_ok() {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            biased;
            () = begun => {}
            status = ban_ann(&api) => panic!("nobody went away: {status}"),
        }
        for game in games {
            testbed::eventually("she left the game", async || {
                let events = api.archive.read(&game, 0).await.unwrap();
                events.iter().any(|event| event.payload["eventType"] == "game_abandoned").then_some(())
            })
            .await;
        }
    }
}
