//! Games that were played on a device, brought together with those played here: each is read, replayed and its dice drawn
//! again before it is kept.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chance::InputError;
use coach::{Moment, Origin, PlayedGame, played_games};
use dicee::{CompletionReason, DiceSource, DiceeEvent, DiceeGame, PlayerId, check_dice};
use ledger::{Game as _, Seat, link};
use protocol::{GameId, UploadRequest, UploadResponse, UploadedGame, UploadedResult};
use store::{PlayedEntry, StoreError};

use super::Answer;
use crate::api::Api;
use crate::body::Checked;
use crate::clock::now;
use crate::error::{ApiError, Rejection};
use crate::identity::Caller;
use crate::learner::entry;
use crate::players::{Named, own, present};

/// Games in one request.
const MOST_AT_ONCE: usize = 20;

/// Games of devices that are kept for one player.
const MOST_KEPT: u64 = 5_000;

/// Keeps the games that are new; one that was sent before changes nothing. If one is refused, none is kept.
pub(super) async fn upload(
    State(api): State<Arc<Api>>,
    caller: Caller,
    named: Named,
    Checked(request): Checked<UploadRequest>,
) -> Answer<UploadResponse> {
    let id = own(caller, named)?;
    let UploadRequest { games } = request;
    if games.is_empty() || games.len() > MOST_AT_ONCE {
        let expected = format!("1 to {MOST_AT_ONCE} games");
        return Err(wrong("games".into(), &expected, &games.len().to_string()));
    }
    let worker = api.workers.acquire().await?;
    present(&api, id).await?;
    let kept = api.archive.count_uploaded(id).await?;
    if kept + games.len() as u64 > MOST_KEPT {
        let expected = format!("at most {MOST_KEPT} games of devices in all");
        return Err(wrong("games".into(), &expected, &format!("{kept} before")));
    }
    let latest = now();
    let read = worker.run_blocking(move || read_all(&games, id, latest)).await??;
    for (place, Read { game_id, .. }) in read.iter().enumerate() {
        if api.archive.game(game_id).await?.is_some() {
            let expected = "a game that was played on a device";
            return Err(wrong(format!("games[{place}].link"), expected, "one that was played here"));
        }
    }
    let mut results = Vec::with_capacity(read.len());
    for Read { game_id, origin, entry } in read {
        let new = api.archive.record_played(vec![entry]).await? > 0;
        results.push(UploadedResult { game_id, new, origin });
    }
    Ok(Json(UploadResponse { player_id: id, games: results, success: true }))
}

/// A game that was read and can be kept.
struct Read {
    game_id: GameId,
    origin: Origin,
    entry: PlayedEntry,
}

fn read_all(games: &[UploadedGame], player: PlayerId, latest: u64) -> Result<Vec<Read>, Rejection> {
    games.iter().enumerate().map(|(place, game)| read(game, place, player, latest)).collect()
}

fn read(game: &UploadedGame, place: usize, player: PlayerId, latest: u64) -> Result<Read, Rejection> {
    let field = |name: &str| format!("games[{place}].{name}");
    let decided = |moment: &Moment| (1..=13).contains(&moment.turn) && (1..=3).contains(&moment.roll);
    if let Some(Moment { turn, roll }) = game.aided.iter().find(|moment| !decided(moment)) {
        let actual = format!("turn {turn}, roll {roll}");
        return Err(wrong(field("aided"), "turns from 1 to 13 and rolls from 1 to 3", &actual));
    }
    let bad_link = |actual: String| wrong(field("link"), "the link of a finished dice game", &actual);
    let events: Vec<DiceeEvent> = link::decode_game::<DiceeGame>(&link::parameters(&game.link))
        .map_err(|error| bad_link(error.to_string()))?;
    check_dice(&events).map_err(|error| bad_link(error.to_string()))?;
    let mut state = DiceeGame::default();
    events.iter().for_each(|event| state.apply(event));
    let table = state.table().ok_or_else(|| bad_link("nothing".into()))?;
    if table.ended() != Some(CompletionReason::Normal) {
        return Err(bad_link("one that is not over".into()));
    }
    let seated = table.player(Seat(game.seat)).filter(|seated| seated.bot().is_none());
    let expected = "the seat of a person, from 0";
    let seated = seated.ok_or_else(|| wrong(field("seat"), expected, &game.seat.to_string()))?.id();
    // Real dice may be any dice, and a promised seed belongs to the server that promised it.
    let origin = |dice: &DiceSource| match dice {
        DiceSource::Seeded { .. } => game.origin,
        DiceSource::Table => Origin::RealDice,
        DiceSource::Fair { .. } => Origin::Repeated,
    };
    // A clock that is ahead does not put a game behind those to come.
    let finished_at = game.finished_at.min(latest);
    let mut played: BTreeMap<PlayerId, PlayedGame> = played_games(&events, finished_at, origin);
    let mut played = played.remove(&seated).ok_or_else(|| bad_link("one without turns".into()))?;
    played.aided.extend(game.aided.iter().copied());
    let game_id: GameId = played.id.to_string().parse().map_err(|_| ApiError::Internal)?;
    let entry = entry(player, &game_id, &played, true).map_err(|error: StoreError| ApiError::from(error))?;
    Ok(Read { game_id, origin: played.origin, entry })
}

fn wrong(field: String, expected: &str, actual: &str) -> Rejection {
    let actual: String = actual.chars().take(200).collect();
    ApiError::Field(InputError::new(field, expected, actual)).into()
}

#[cfg(test)]
mod tests;
