//! What players do about each other: blocking, and telling the operator.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::routing::{get, post};
use chance::InputError;
use ledger::PlayerId;
use live::{ALL_SHOWN, is_shown};
use protocol::{
    BlockRequest, BlockedPlayer, BlocksResponse, ComplaintRequest, ComplaintResponse, ComplaintsResponse,
    ErrorCode, GameId, ShownComplaint,
};
use store::{Block, Complaint};

use crate::api::{Api, Route};
use crate::body::Checked;
use crate::clock::{iso8601, now};
use crate::error::{ApiError, Rejection};
use crate::identity::{Caller, Operator};
use crate::limit::Quota;
use crate::operation::{Access, Method, Operation};
use crate::players::{Named, present};

type Answer<T> = Result<Json<T>, Rejection>;

/// Players that one may block.
const MOST_BLOCKED: usize = 500;
/// Complaints of one player that are kept.
const MOST_COMPLAINTS: u32 = 50;
/// Complaints that the operator is shown.
const SHOWN: u32 = 1000;
/// The longest text of a complaint, in characters.
const LONGEST: usize = 500;

/// The operations about conduct.
pub(crate) fn routes() -> [Route; 4] {
    [(&BLOCK, post(block)), (&BLOCKS, get(blocks)), (&REPORT, post(report)), (&COMPLAINTS, get(complaints))]
}

static BLOCK: Operation = Operation {
    name: "block_player",
    method: Method::Post,
    path: "/api/v1/players/{id}/block",
    tag: "players",
    summary: "Block a player, or no longer: their chat does not reach you, and quick match keeps you apart",
    quota: Some(Quota::per_minute(60)),
    access: Access::Player,
    query: &[],
    takes: Some("BlockRequest"),
    gives: &[(200, Some("BlocksResponse"))],
    errors: &[404, 409, 500, 503, 507],
};
static BLOCKS: Operation = Operation {
    name: "blocked_players",
    method: Method::Get,
    path: "/api/v1/blocks",
    tag: "players",
    summary: "The players whom the caller blocked",
    quota: Some(Quota::per_minute(60)),
    access: Access::Player,
    query: &[],
    takes: None,
    gives: &[(200, Some("BlocksResponse"))],
    errors: &[500, 503],
};
static REPORT: Operation = Operation {
    name: "report_player",
    method: Method::Post,
    path: "/api/v1/players/{id}/reports",
    tag: "players",
    summary: "Report a player from a game you both played",
    quota: Some(Quota::per_minute(10)),
    access: Access::Player,
    query: &[],
    takes: Some("ComplaintRequest"),
    gives: &[(200, Some("ComplaintResponse"))],
    errors: &[403, 404, 500, 503, 507],
};
static COMPLAINTS: Operation = Operation {
    name: "reports",
    method: Method::Get,
    path: "/api/v1/operator/reports",
    tag: "operator",
    summary: "Reports by players, newest first",
    quota: Some(Quota::per_minute(10)),
    access: Access::Operator,
    query: &[],
    takes: None,
    gives: &[(200, Some("ComplaintsResponse"))],
    errors: &[500, 503],
};

async fn block(
    State(api): State<Arc<Api>>,
    Caller(player): Caller,
    Named(other): Named,
    Checked(request): Checked<BlockRequest>,
) -> Answer<BlocksResponse> {
    if other == player {
        return Err(InputError::new("id", "another player", "your own").into());
    }
    if request.blocked {
        present(&api, other).await?;
        let before = api.archive.blocks_of(player).await?;
        if before.len() >= MOST_BLOCKED && !before.contains(&other) {
            let message = format!("you blocked {} players already", before.len());
            return Err(ApiError::Rules { code: ErrorCode::Conflict, message, details: None }.into());
        }
    }
    api.archive.set_block(Block { player, other }, request.blocked).await?;
    api.rooms.blocked(player);
    shown_blocks(&api, player).await
}

async fn blocks(State(api): State<Arc<Api>>, Caller(player): Caller) -> Answer<BlocksResponse> {
    shown_blocks(&api, player).await
}

async fn shown_blocks(api: &Api, player: PlayerId) -> Answer<BlocksResponse> {
    let mut blocked = Vec::new();
    for player_id in api.archive.blocks_of(player).await? {
        blocked.push(BlockedPlayer { player_id, display_name: api.name_of(player_id).await? });
    }
    Ok(Json(BlocksResponse { blocked, success: true }))
}

async fn report(
    State(api): State<Arc<Api>>,
    Caller(reporter): Caller,
    Named(player): Named,
    Checked(request): Checked<ComplaintRequest>,
) -> Answer<ComplaintResponse> {
    let ComplaintRequest { game_id, reason, text } = request;
    let text = text.unwrap_or_default();
    if text.chars().count() > LONGEST || !text.chars().all(is_shown) {
        let expected = format!("at most {LONGEST} characters, {ALL_SHOWN}");
        return Err(InputError::new("text", expected, text.chars().take(80).collect::<String>()).into());
    }
    present(&api, player).await?;
    if player == reporter || !met(&api, &game_id, [reporter, player]).await? {
        let problem = "a report is about somebody else who sits at the same table";
        return Err(ApiError::Forbidden { problem }.into());
    }
    let complaint = Complaint { reporter, player, game: game_id, reason, text, at: now() };
    let kept = api.archive.report(complaint, MOST_COMPLAINTS).await?;
    Ok(Json(ComplaintResponse { kept, success: true }))
}

/// Whether both took a seat in this game.
async fn met(api: &Api, game: &GameId, players: [PlayerId; 2]) -> Result<bool, Rejection> {
    for player in players {
        if !api.archive.has_sat(player, game).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn complaints(State(api): State<Arc<Api>>, _operator: Operator) -> Answer<ComplaintsResponse> {
    let mut reports = Vec::new();
    for Complaint { reporter, player, game, reason, text, at } in api.archive.complaints(SHOWN).await? {
        reports.push(ShownComplaint {
            reporter_id: reporter,
            player_id: player,
            display_name: api.name_of(player).await?,
            game_id: game,
            reason,
            text,
            reported_at: iso8601(at),
        });
    }
    Ok(Json(ComplaintsResponse { reports, success: true }))
}
