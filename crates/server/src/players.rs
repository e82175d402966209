//! Players over HTTP: registration, tokens, profiles, export of all stored data, and erasure.

mod export;
mod name;
mod profile;

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Extension, FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Response;
use axum::routing::{delete, get, patch, post};
use chance::InputError;
use dicee::PlayerId;
use futures_util::StreamExt as _;
use futures_util::stream;
use live::{CommandInput, RoomCommand, RoomError};
use uuid::Uuid;

use self::name::DisplayName;
use crate::api::{Api, Route};
use crate::body::Checked;
use crate::clock::{iso8601, now};
use crate::error::{ApiError, Rejection};
use crate::identity::{BANNED, Caller, DeviceSecret, MaybeCaller, MaybeErased};
use crate::limit::{LimitKey, Quota};
use crate::operation::{Access, Method, Operation};
use protocol::{
    ExportedPerson, FortyTwoResults, PlayerResponse, ProfileResponse, RegisterRequest, RegisterResponse,
    RenameRequest, SecretResponse, TokenRequest, TokenResponse,
};
use store::{GameId, PlayerRecord, TableEntry, TableStatus};

/// More games than anybody plays.
const ALL: u32 = 100_000;

/// How many games an erased player leaves concurrently.
const AT_ONCE: usize = 8;

/// The operations on players.
pub(crate) fn routes() -> [Route; 7] {
    [
        (&REGISTER, post(register)),
        (&TOKEN, post(token)),
        (&SECRET, post(rotate)),
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
    summary: "Register a player; the name is optional",
    // By the hour: a class behind one address registers at once.
    quota: Some(Quota::per_hour(300).of_address()),
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
    summary: "Get a token with the device secret of a player",
    // A page keeps its token in memory alone, so every load asks for one.
    quota: Some(Quota::per_hour(600).of_secret_holder()),
    access: Access::Open,
    query: &[],
    takes: Some("TokenRequest"),
    gives: &[(200, Some("TokenResponse"))],
    errors: &[401, 500, 503],
};
static SECRET: Operation = Operation {
    name: "rotate_secret",
    method: Method::Post,
    path: "/api/v1/players/{id}/secret",
    tag: "players",
    summary: "Replace the device secret with a new one; the old one stops working",
    quota: Some(Quota::per_hour(60).of_address()),
    access: Access::Open,
    query: &[],
    takes: Some("TokenRequest"),
    gives: &[(200, Some("SecretResponse"))],
    errors: &[401, 500, 503, 507],
};
static PROFILE: Operation = Operation {
    name: "player_profile",
    method: Method::Get,
    path: "/api/v1/players/{id}/profile",
    tag: "players",
    summary: "A player's name, and results unless hidden; for the player also the quality of the decisions",
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
    summary: "Change the player's name",
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
    summary: "Export everything that is stored about the player who asks",
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
    summary: "Erase the player who asks; games keep only the player's id",
    quota: Some(Quota::per_minute(20)),
    access: Access::Player,
    query: &[],
    takes: None,
    gives: &[(204, None)],
    errors: &[403, 500, 507],
};

/// The player in the path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named(pub(crate) PlayerId);

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
pub(crate) fn own(caller: Caller, named: Named) -> Result<PlayerId, ApiError> {
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
    Extension(address): Extension<LimitKey>,
    Named(id): Named,
    Checked(request): Checked<TokenRequest>,
) -> Result<Json<TokenResponse>, Rejection> {
    let checked = check_secret(&api, id, &request).await;
    if !matches!(checked, Err(ApiError::WrongSecret)) {
        api.put_back(&TOKEN, address);
    }
    checked?;
    api.admit(&TOKEN, LimitKey::Player(id)).await?;
    check_not_banned(&api, id).await?;
    let token = api.identity.issue(id, now());
    Ok(Json(TokenResponse { token: token.text, expires_at: iso8601(token.expires_at), success: true }))
}

/// The secret of a player, if it is right. Unknown and erased players and wrong secrets get the same error.
async fn check_secret(api: &Api, id: PlayerId, request: &TokenRequest) -> Result<DeviceSecret, ApiError> {
    let hash = api.archive.player(id).await?.and_then(|person| person.secret_hash);
    let given = DeviceSecret::read(&request.device_secret);
    let (secret, _) =
        given.zip(hash).filter(|(given, hash)| given.matches(hash)).ok_or(ApiError::WrongSecret)?;
    Ok(secret)
}

/// Refuses a player who may not get a token.
async fn check_not_banned(api: &Api, id: PlayerId) -> Result<(), ApiError> {
    if api.identity.is_banned(id).await? { Err(BANNED) } else { Ok(()) }
}

async fn profile(
    State(api): State<Arc<Api>>,
    MaybeCaller(caller): MaybeCaller,
    Named(id): Named,
) -> Result<Json<ProfileResponse>, Rejection> {
    let worker = api.workers.acquire().await?;
    let person = present(&api, id).await?;
    let own = caller == Some(id);
    let response = ProfileResponse {
        player_id: id,
        display_name: person.display_name,
        created_at: own.then(|| iso8601(person.created_at)),
        results_hidden: person.results_hidden,
        games_played: None,
        games_finished: None,
        dicee: None,
        fortytwo: None,
        success: true,
    };
    if person.results_hidden && !own {
        return Ok(Json(response));
    }
    let games = api.archive.games_of(id, ALL).await?;
    let games_played = u32::try_from(games.len()).unwrap_or(u32::MAX);
    let skill = if own { Some(api.hands.profile(id, u64::MAX).await?.profile.skill()) } else { None };
    let results = profile::read_and_sum_up(&api, worker, id, games, own).await?;
    let fortytwo = FortyTwoResults { skill: skill.filter(|skill| skill.hands > 0), ..results.fortytwo };
    Ok(Json(ProfileResponse {
        games_played: Some(games_played),
        games_finished: Some(results.games_finished),
        dicee: Some(results.dicee),
        fortytwo: Some(fortytwo),
        ..response
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

async fn export(State(api): State<Arc<Api>>, caller: Caller, named: Named) -> Result<Response, Rejection> {
    let id = own(caller, named)?;
    let person = present(&api, id).await?;
    let person = ExportedPerson {
        player_id: id,
        display_name: person.display_name,
        created_at: iso8601(person.created_at),
        results_hidden: person.results_hidden,
    };
    Ok(export::stream(api, person))
}

/// Erases a player, in a task of its own: if the client disconnects, its handler is dropped, and the erasure must still complete.
pub(crate) async fn erase_player(api: &Arc<Api>, id: PlayerId) -> Result<(), Rejection> {
    let erasing = api.drain.track(erase_all(Arc::clone(api), id));
    tokio::spawn(erasing).await.map_err(|_| ApiError::Internal)?
}

/// Refuses the player from now on, leaves every running game, removes all data that links the id to a person, and
/// then ends the sockets. A failure is answered as an error and may be retried, even after the name and the secret are
/// removed: every step can be repeated.
async fn erase_all(api: Arc<Api>, id: PlayerId) -> Result<(), Rejection> {
    // First, so that nothing of theirs arrives after the removal.
    api.identity.forget(id);
    if let Err(error) = remove(&api, id).await {
        // The player may still exist.
        api.identity.look_up_again(id);
        return Err(error);
    }
    // Again: a concurrent attempt that failed may have cached the player as existing.
    api.identity.forget(id);
    api.rooms.disconnect_everywhere(id).await;
    Ok(api.judge.forget(id).await?)
}

async fn remove(api: &Arc<Api>, id: PlayerId) -> Result<(), Rejection> {
    leave_all(api, id).await?;
    // Queued notes would otherwise arrive after the removal.
    api.rooms.flush_notes().await;
    // Another node may have erased the player a moment ago; the result is the same.
    api.archive.erase(id, now()).await?;
    Ok(())
}

async fn erase(
    State(api): State<Arc<Api>>,
    MaybeErased(caller): MaybeErased,
    named: Named,
) -> Result<StatusCode, Rejection> {
    erase_player(&api, own(Caller(caller), named)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Gives up every seat of a player in running games.
pub(crate) async fn leave_all(api: &Arc<Api>, player: PlayerId) -> Result<(), Rejection> {
    let games = api.archive.games_of(player, ALL).await?;
    let leaving = games.into_iter().map(|sat| leave(api, player, sat.game));
    let mut left = stream::iter(leaving).buffer_unordered(AT_ONCE);
    while let Some(left) = left.next().await {
        left?;
    }
    Ok(())
}

/// Gives up a seat, so that nobody waits for a player who does not come back.
async fn leave(api: &Arc<Api>, player: PlayerId, game: GameId) -> Result<(), Rejection> {
    if is_over(api, &game).await? {
        return Ok(());
    }
    // A fresh id: the player may have used any other one for a command.
    let id = format!("erase-{}", Uuid::new_v4());
    match api.rooms.command(&game, player, RoomCommand::new(id, CommandInput::Leave)).await {
        // The game is over, or the player has left already.
        Ok(_) | Err(RoomError::Refused { .. } | RoomError::NotFound) => Ok(()),
        Err(error) => Err(ApiError::from(error).into()),
    }
}

/// Whether the lobby says that a game is over, and there are no events since. A table that everybody left is over, but
/// a player may have sat down again.
async fn is_over(api: &Api, game: &GameId) -> Result<bool, Rejection> {
    match api.archive.table(game).await? {
        Some(TableEntry { status: TableStatus::Over, version, .. }) => {
            Ok(api.archive.read(game, version).await?.is_empty())
        }
        Some(_) | None => Ok(false),
    }
}

async fn rotate(
    State(api): State<Arc<Api>>,
    Named(id): Named,
    Checked(request): Checked<TokenRequest>,
) -> Result<Json<SecretResponse>, Rejection> {
    let given = check_secret(&api, id, &request).await?;
    check_not_banned(&api, id).await?;
    let secret = DeviceSecret::random()?;
    // Another device may have replaced it meanwhile.
    if !api.archive.rotate_secret(id, &given.hash(), &secret.hash()).await? {
        return Err(ApiError::WrongSecret.into());
    }
    let token = api.identity.issue(id, now());
    Ok(Json(SecretResponse {
        device_secret: secret.text(),
        token: token.text,
        expires_at: iso8601(token.expires_at),
        success: true,
    }))
}

/// A person who was not erased.
pub(crate) async fn present(api: &Api, id: PlayerId) -> Result<PlayerRecord, Rejection> {
    let person = api.archive.player(id).await?.filter(|person| !person.is_erased());
    person.ok_or_else(|| ApiError::NoSuchPlayer.into())
}

#[cfg(test)]
mod tests;
