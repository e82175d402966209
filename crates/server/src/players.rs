//! Players over HTTP: registration, tokens, profiles, and what the law gives everybody: to see all that is kept about
//! them, and to be erased.

mod name;
mod profile;
mod results;

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::routing::{delete, get, patch, post};
use chance::InputError;
use dicee::PlayerId;
use ledger::Stream;
use live::{CommandInput, CommandRequest};
use uuid::Uuid;

use self::name::DisplayName;
pub(crate) use self::name::is_shown;
use self::profile::LOOKED_AT;
use self::results::Outcome;
pub(crate) use self::results::dicee_event;
use crate::api::{Api, Route};
use crate::body::Checked;
use crate::clock::{iso8601, now};
use crate::error::{ApiError, Rejection};
use crate::identity::{Caller, DeviceSecret, MaybeCaller};
use crate::limit::Quota;
use crate::operation::{Access, Method, Operation};
use protocol::{
    ExportResponse, ExportedGame, ExportedNote, ExportedPerson, PlayerResponse, ProfileResponse,
    RegisterRequest, RegisterResponse, RenameRequest, TokenRequest, TokenResponse,
};
use store::{GameId, Kind, StoredEvent};
use store::{PlayerRecord, SeatTaken};

/// More games than anybody plays.
const ALL: u32 = 100_000;

/// How many of the newest games somebody leaves who is erased.
const LEFT: u32 = 100;

/// The operations on players.
pub(crate) fn routes() -> [Route; 6] {
    [
        (&REGISTER, post(register)),
        (&TOKEN, post(token)),
        (&PROFILE, get(profile)),
        (&RENAME, patch(rename)),
        (&EXPORT, get(export)),
        (&ERASE, delete(erase)),
    ]
}

static REGISTER: Operation = Operation {
    name: "register_player",
    method: Method::Post,
    path: "/api/v1/players",
    tag: "players",
    summary: "Become a player; nothing is asked but a name, and not even that",
    quota: Some(Quota::per_minute(20)),
    access: Access::Open,
    query: &[],
    takes: Some("RegisterRequest"),
    gives: &[(201, Some("RegisterResponse"))],
    errors: &[500, 503, 507],
};
static TOKEN: Operation = Operation {
    name: "player_token",
    method: Method::Post,
    path: "/api/v1/players/{id}/token",
    tag: "players",
    summary: "Another token for a device that holds the player's secret",
    quota: Some(Quota::per_minute(30)),
    access: Access::Open,
    query: &[],
    takes: Some("TokenRequest"),
    gives: &[(200, Some("TokenResponse"))],
    errors: &[401, 500, 503],
};
static PROFILE: Operation = Operation {
    name: "player_profile",
    method: Method::Get,
    path: "/api/v1/players/{id}/profile",
    tag: "players",
    summary: "A player's name and results; for the player also how good the decisions were",
    quota: Some(Quota::per_minute(30)),
    access: Access::Known,
    query: &[],
    takes: None,
    gives: &[(200, Some("ProfileResponse"))],
    errors: &[404, 500, 504],
};
static RENAME: Operation = Operation {
    name: "rename_player",
    method: Method::Patch,
    path: "/api/v1/players/{id}",
    tag: "players",
    summary: "Take another name",
    quota: Some(Quota::per_minute(20)),
    access: Access::Player,
    query: &[],
    takes: Some("RenameRequest"),
    gives: &[(200, Some("PlayerResponse"))],
    errors: &[403, 404, 500, 507],
};
static EXPORT: Operation = Operation {
    name: "export_player",
    method: Method::Get,
    path: "/api/v1/players/{id}/export",
    tag: "players",
    summary: "All that is kept about the player who asks",
    quota: Some(Quota::per_minute(5)),
    access: Access::Player,
    query: &[],
    takes: None,
    gives: &[(200, Some("ExportResponse"))],
    errors: &[403, 404, 500, 504],
};
static ERASE: Operation = Operation {
    name: "erase_player",
    method: Method::Delete,
    path: "/api/v1/players/{id}",
    tag: "players",
    summary: "Erase the player who asks: their games stay, without anybody behind the id",
    quota: Some(Quota::per_minute(20)),
    access: Access::Player,
    query: &[],
    takes: None,
    gives: &[(204, None)],
    errors: &[403, 500, 507],
};

/// The player in the path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named(PlayerId);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Rejection> {
        let path: Result<Path<String>, PathRejection> = Path::from_request_parts(parts, state).await;
        let text = path.map_or_else(|_| String::from("something that is no text"), |Path(text)| text);
        text.parse().map(Self).map_err(|_| {
            let shown: String = text.chars().take(80).collect();
            ApiError::Field(InputError::new("id", "a UUID", shown)).into()
        })
    }
}

/// Only for oneself.
fn own(caller: Caller, named: Named) -> Result<PlayerId, ApiError> {
    let Caller(player) = caller;
    if player != named.0 {
        return Err(ApiError::Forbidden { problem: "only the player themselves may do that" });
    }
    Ok(player)
}

async fn register(
    State(api): State<Arc<Api>>,
    Checked(request): Checked<RegisterRequest>,
) -> Result<(StatusCode, Json<RegisterResponse>), Rejection> {
    let id = PlayerId(Uuid::new_v4());
    let name =
        request.display_name.map_or_else(|| Ok(DisplayName::of(id)), |name| DisplayName::read(&name))?;
    let (secret, now) = (DeviceSecret::random()?, now());
    api.archive.register(PlayerRecord::new(id, name.as_str(), secret.hash(), now)).await?;
    let token = api.identity.issue(id, now);
    let response = RegisterResponse {
        player_id: id,
        display_name: name.as_str().to_owned(),
        device_secret: secret.text(),
        token: token.text,
        expires_at: iso8601(token.expires_at),
        success: true,
    };
    Ok((StatusCode::CREATED, Json(response)))
}

async fn token(
    State(api): State<Arc<Api>>,
    Named(id): Named,
    Checked(request): Checked<TokenRequest>,
) -> Result<Json<TokenResponse>, Rejection> {
    let person = api.archive.player(id).await?;
    let hash = person.and_then(|person| person.secret_hash);
    let given = DeviceSecret::read(&request.device_secret);
    // Who is unknown, who was erased and who has the wrong secret all hear the same.
    let known = given.zip(hash).is_some_and(|(given, hash)| given.matches(&hash));
    if !known {
        return Err(ApiError::WrongSecret.into());
    }
    let token = api.identity.issue(id, now());
    Ok(Json(TokenResponse { token: token.text, expires_at: iso8601(token.expires_at), success: true }))
}

async fn profile(
    State(api): State<Arc<Api>>,
    MaybeCaller(caller): MaybeCaller,
    Named(id): Named,
) -> Result<Json<ProfileResponse>, Rejection> {
    let worker = api.workers.acquire().await?;
    let person = present(&api, id).await?;
    let own = caller == Some(id);
    let games = api.archive.games_of(id, ALL).await?;
    let games_played = u32::try_from(games.len()).unwrap_or(u32::MAX);
    let mut read: Vec<(Kind, Vec<StoredEvent>)> = Vec::new();
    for SeatTaken { game, kind, .. } in games.into_iter().take(LOOKED_AT as usize) {
        read.push((kind, api.archive.read(&game, 0).await?));
    }
    let shared = Arc::clone(&api);
    let results =
        worker.run_blocking(move || profile::sum_up(id, &read, own.then_some(&shared.solved))).await?;
    Ok(Json(ProfileResponse {
        player_id: id,
        display_name: person.display_name,
        created_at: own.then(|| iso8601(person.created_at)),
        games_played,
        games_finished: results.games_finished,
        dicee: results.dicee,
        fortytwo: results.fortytwo,
        success: true,
    }))
}

async fn rename(
    State(api): State<Arc<Api>>,
    caller: Caller,
    named: Named,
    Checked(request): Checked<RenameRequest>,
) -> Result<Json<PlayerResponse>, Rejection> {
    let id = own(caller, named)?;
    let name = DisplayName::read(&request.display_name)?;
    if !api.archive.rename(id, name.as_str()).await? {
        return Err(ApiError::NoSuchPlayer.into());
    }
    api.rooms.renamed(id);
    let display_name = name.as_str().to_owned();
    Ok(Json(PlayerResponse { player_id: id, display_name, success: true }))
}

async fn export(
    State(api): State<Arc<Api>>,
    caller: Caller,
    named: Named,
) -> Result<Json<ExportResponse>, Rejection> {
    let id = own(caller, named)?;
    let _worker = api.workers.acquire().await?;
    let person = present(&api, id).await?;
    let (mut games, mut notes) = (Vec::new(), Vec::new());
    for sat in api.archive.games_of(id, ALL).await? {
        games.push(exported_game(&api, id, &sat).await?);
        notes.extend(exported_notes(&api, id, &sat.game).await?);
    }
    let person = ExportedPerson {
        player_id: id,
        display_name: person.display_name,
        created_at: iso8601(person.created_at),
    };
    Ok(Json(ExportResponse { exported_at: iso8601(now()), person, games, notes, success: true }))
}

async fn erase(State(api): State<Arc<Api>>, caller: Caller, named: Named) -> Result<StatusCode, Rejection> {
    let id = own(caller, named)?;
    // Somebody may have done so a moment ago, on another node; they are erased either way.
    api.archive.erase(id, now()).await?;
    api.identity.forget(id);
    api.rooms.renamed(id);
    // Nobody should wait for somebody who does not come back.
    let games = api.archive.games_of(id, LEFT).await?;
    let rooms = Arc::clone(&api.rooms);
    tokio::spawn(async move {
        for sat in games {
            let command = CommandInput::Leave;
            let request =
                CommandRequest { id: "erased".into(), expected: None, command, wants_events: false };
            // A game that is over needs no goodbye, and refuses it.
            let _ = rooms.command(&sat.game, id, request).await;
        }
    });
    Ok(StatusCode::NO_CONTENT)
}

/// A person who was not erased.
async fn present(api: &Api, id: PlayerId) -> Result<PlayerRecord, Rejection> {
    let person = api.archive.player(id).await?.filter(|person| !person.is_erased());
    person.ok_or_else(|| ApiError::NoSuchPlayer.into())
}

async fn exported_game(api: &Api, id: PlayerId, sat: &SeatTaken) -> Result<ExportedGame, Rejection> {
    let events = api.archive.read(&sat.game, 0).await?;
    let Outcome { seat, finished, score, won } = results::outcome(&sat.kind, &events, id);
    Ok(ExportedGame {
        game_id: sat.game.to_string().parse()?,
        kind: sat.kind.to_string().parse()?,
        sat_at: iso8601(sat.at),
        seat,
        finished,
        score,
        won,
    })
}

async fn exported_notes(api: &Api, id: PlayerId, game: &GameId) -> Result<Vec<ExportedNote>, Rejection> {
    let mut exported = Vec::new();
    let game_id: protocol::GameId = game.to_string().parse()?;
    for (stream, name) in [(Stream::Analysis, "analysis"), (Stream::Telemetry, "telemetry")] {
        let notes = api.archive.notes(game, stream).await?;
        let about = |body: &serde_json::Value| {
            let named = body.get("playerId").and_then(serde_json::Value::as_str);
            named.is_some_and(|named| named.parse() == Ok(id))
        };
        exported.extend(notes.iter().filter(|note| about(note.body())).map(|note| ExportedNote {
            game_id: game_id.clone(),
            stream: String::from(name),
            noted_at: iso8601(note.timestamp()),
            body: note.body().clone(),
        }));
    }
    Ok(exported)
}

#[cfg(test)]
mod tests;
