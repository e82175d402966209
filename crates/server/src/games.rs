//! Games over HTTP: the lobby, the state of a game as its viewer may know it, and commands.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use ledger::PlayerId;
use live::{CommandInput, RoomCommand, TableTerms, iso8601};
use protocol::{
    Code, CommandRequest, CommandResponse, CreateGameRequest, EventsResponse, FoundTable, GameId, GameState,
    GamesResponse, LinkResponse, OpenTable, OpenedResponse, QuickMatchRequest, ReportResponse, TableState,
};

use crate::api::{Api, Route};
use crate::body::Checked;
use crate::error::{ApiError, Rejection};
use crate::game_operations::{
    BY_CODE, COMMAND, CREATE, EVENTS, LINK, LIST, LISTED, LOG, MOST_LISTED, QUICK, REMATCH, REPORT, SOCKET,
    STATE,
};
use crate::identity::{Caller, MaybeCaller};
use crate::parameters::{InPath, Parameters, check_version, game_id};
use crate::request_ids::Ids;
use crate::socket;

type Answer<T> = Result<T, Rejection>;

/// The operations on games.
pub(crate) fn routes() -> [Route; 12] {
    [
        (&CREATE, post(create)),
        (&LIST, get(list)),
        (&QUICK, post(quick)),
        (&BY_CODE, get(by_code)),
        (&REMATCH, post(rematch)),
        (&STATE, get(state)),
        (&EVENTS, get(events)),
        (&COMMAND, post(command)),
        (&REPORT, get(report)),
        (&LINK, get(link)),
        (&LOG, get(log)),
        (&SOCKET, get(socket::open)),
    ]
}

async fn create(
    State(api): State<Arc<Api>>,
    Caller(player): Caller,
    Checked(request): Checked<CreateGameRequest>,
) -> Answer<Response> {
    let CreateGameRequest { kind, public, coach, options } = request;
    let opening = api.rooms.registry().read_options(&kind, options)?;
    let terms = TableTerms { public, coach: coach.unwrap_or(true) };
    let id = api.rooms.create_game(player, opening, terms).await?;
    opened(&api, id, player, StatusCode::CREATED).await
}

async fn opened(api: &Arc<Api>, game_id: GameId, player: PlayerId, status: StatusCode) -> Answer<Response> {
    let game_state = api.rooms.state(&game_id, Some(player), 0).await?;
    let code = game_state.table().code.clone().ok_or(ApiError::NoSuchGame)?;
    Ok((status, Json(OpenedResponse { game_id, code, game_state, success: true })).into_response())
}

async fn list(State(api): State<Arc<Api>>, parameters: Parameters) -> Answer<Json<GamesResponse>> {
    parameters.only(&["kind", "limit"])?;
    let kind = parameters.get("kind").map(|name| api.rooms.registry().kind(name)).transpose()?;
    let limit = parameters.number("limit", 1..=MOST_LISTED)?.unwrap_or(LISTED);
    let mut games = Vec::new();
    for entry in api.rooms.open_tables(kind, limit).await? {
        games.push(OpenTable {
            host_name: api.name_of(entry.host).await?,
            game_id: entry.game,
            kind: entry.kind,
            code: entry.code,
            host_player_id: entry.host,
            seats: entry.seats,
            free_seats: entry.free_seats,
            coach: entry.coach,
            options: entry.options,
            created_at: iso8601(entry.created_at),
        });
    }
    Ok(Json(GamesResponse { games, success: true }))
}

async fn quick(
    State(api): State<Arc<Api>>,
    Extension(ids): Extension<Ids>,
    Caller(player): Caller,
    Checked(request): Checked<QuickMatchRequest>,
) -> Answer<Response> {
    let (id, opened_now) = api.rooms.quick_match(player, request.kind, Some(ids.trace)).await?;
    let status = if opened_now { StatusCode::CREATED } else { StatusCode::OK };
    opened(&api, id, player, status).await
}

async fn rematch(
    State(api): State<Arc<Api>>,
    Caller(player): Caller,
    InPath(id): InPath,
) -> Answer<Response> {
    let rematch = api.rooms.rematch(&game_id(&id)?, player).await?;
    opened(&api, rematch.table.game_id, player, StatusCode::OK).await
}

async fn by_code(
    State(api): State<Arc<Api>>,
    MaybeCaller(viewer): MaybeCaller,
    InPath(code): InPath,
) -> Answer<Json<FoundTable>> {
    let code: Code = code.parse().map_err(|_| ApiError::NoSuchGame)?;
    let entry = api.archive.table_by_code(&code).await?.ok_or(ApiError::NoSuchGame)?;
    // The lobby may lag behind the game.
    let state = api.rooms.state(&entry.game, viewer, u64::MAX).await?;
    let TableState { status, free_seats, you, .. } = *state.table();
    Ok(Json(FoundTable {
        host_name: api.name_of(entry.host).await?,
        game_id: entry.game,
        kind: entry.kind,
        code: entry.code,
        host_player_id: entry.host,
        status,
        public: entry.public,
        coach: entry.coach,
        seats: entry.seats,
        free_seats,
        options: entry.options,
        you,
        can_sit: you.is_none() && free_seats > 0,
        success: true,
    }))
}

async fn state(
    State(api): State<Arc<Api>>,
    MaybeCaller(viewer): MaybeCaller,
    InPath(id): InPath,
    parameters: Parameters,
) -> Answer<Json<GameState>> {
    let since = parameters.since()?;
    Ok(Json(api.rooms.state(&game_id(&id)?, viewer, since).await?))
}

async fn events(
    State(api): State<Arc<Api>>,
    MaybeCaller(viewer): MaybeCaller,
    InPath(id): InPath,
    parameters: Parameters,
) -> Answer<Json<EventsResponse>> {
    let since = parameters.since()?;
    let mut state = api.rooms.state(&game_id(&id)?, viewer, since).await?;
    let events = state.take_events();
    Ok(Json(EventsResponse { version: state.table().version, events, success: true }))
}

async fn command(
    State(api): State<Arc<Api>>,
    Extension(ids): Extension<Ids>,
    Caller(player): Caller,
    InPath(id): InPath,
    Checked(request): Checked<CommandRequest>,
) -> Answer<Json<CommandResponse>> {
    let game = game_id(&id)?;
    let CommandRequest { command_id, expected_version, command } = request;
    expected_version.map_or(Ok(()), |version| check_version("expectedVersion", version))?;
    let request = RoomCommand {
        expected: expected_version,
        wants_events: true,
        trace: Some(ids.trace),
        ..RoomCommand::new(command_id.as_str(), CommandInput::Json(command))
    };
    let answer = api.rooms.command(&game, player, request).await?;
    Ok(Json(CommandResponse {
        command_id,
        version: answer.version,
        repeated: answer.repeated,
        events: answer.events,
        success: true,
    }))
}

async fn report(
    State(api): State<Arc<Api>>,
    MaybeCaller(viewer): MaybeCaller,
    InPath(id): InPath,
) -> Answer<Json<ReportResponse>> {
    let game_id = game_id(&id)?;
    let report = api.rooms.report(&game_id, viewer).await?;
    Ok(Json(ReportResponse { game_id, report, success: true }))
}

async fn link(
    State(api): State<Arc<Api>>,
    MaybeCaller(viewer): MaybeCaller,
    InPath(id): InPath,
) -> Answer<Json<LinkResponse>> {
    let game_id = game_id(&id)?;
    let link = api.rooms.link(&game_id, viewer).await?;
    let kind = api.archive.game(&game_id).await?.ok_or(ApiError::NoSuchGame)?.kind;
    Ok(Json(LinkResponse { game_id, kind, link, success: true }))
}

async fn log(
    State(api): State<Arc<Api>>,
    MaybeCaller(viewer): MaybeCaller,
    InPath(id): InPath,
    parameters: Parameters,
) -> Answer<Response> {
    parameters.only(&[])?;
    let game = game_id(&id)?;
    let log = api.rooms.log(&game, viewer).await?;
    let name = format!("attachment; filename=\"{game}.json\"");
    Ok(([(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_DISPOSITION, name)], log).into_response())
}
