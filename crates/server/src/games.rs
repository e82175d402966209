//! Games over HTTP: the lobby, the state of a game as its viewer may know it, and commands.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use ledger::{LARGEST_EXACT, PlayerId};
use live::{CommandInput, RoomCommand, TableTerms, iso8601};
use protocol::{
    Code, CommandRequest, CommandResponse, CreateGameRequest, EventsResponse, FoundTable, GameId, GameState,
    GamesResponse, LinkResponse, OpenTable, OpenedResponse, QuickMatchRequest, ReportResponse, TableState,
};

use crate::api::{Api, Route};
use crate::body::Checked;
use crate::error::{ApiError, Rejection};
use crate::identity::{Caller, MaybeCaller};
use crate::limit::{PLAY, PLAYING, Quota};
use crate::operation::{Access, Method, Operation, Parameter, Takes};
use crate::parameters::{InPath, Parameters, check_version, game_id};
use crate::request_ids::Ids;
use crate::socket;

type Answer<T> = Result<T, Rejection>;

/// How many open tables are listed, and how many may be.
const LISTED: u32 = 50;
const MOST_LISTED: u32 = 200;

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

const SINCE: Parameter = Parameter {
    name: "since",
    about: "The version that is known already; only later events are told",
    takes: Takes::Integer { least: 0, most: LARGEST_EXACT },
};

const LOOKING: Quota = Quota::per_minute(120);

const fn operation(
    (name, method, path, summary): (&'static str, Method, &'static str, &'static str),
    access: Access,
    quota: Quota,
    gives: &'static [(u16, Option<&'static str>)],
) -> Operation {
    Operation {
        name,
        method,
        path,
        tag: "games",
        summary,
        quota: Some(quota),
        access,
        query: &[],
        takes: None,
        gives,
        errors: &[404, 500, 503],
    }
}

static CREATE: Operation = Operation {
    takes: Some("CreateGameRequest"),
    errors: &[409, 500, 503, 507],
    ..operation(
        ("create_game", Method::Post, "/api/v1/games", "Open a game and sit down at it"),
        Access::Player,
        Quota::per_minute(30),
        &[(201, Some("OpenedResponse"))],
    )
};
static LIST: Operation = Operation {
    query: &[
        Parameter { name: "kind", about: "Only games of this kind", takes: Takes::GameKind },
        Parameter {
            name: "limit",
            about: "How many at most; 50 when left out",
            takes: Takes::Integer { least: 1, most: MOST_LISTED as u64 },
        },
    ],
    errors: &[500, 503],
    ..operation(
        (
            "list_games",
            Method::Get,
            "/api/v1/games",
            "Open tables at which anybody may sit down, newest first",
        ),
        Access::Open,
        LOOKING,
        &[(200, Some("GamesResponse"))],
    )
};
static QUICK: Operation = Operation {
    takes: Some("QuickMatchRequest"),
    errors: &[409, 500, 503, 507],
    ..operation(
        (
            "quick_match",
            Method::Post,
            "/api/v1/games/quick",
            "Sit down at an open table, or open one for others",
        ),
        Access::Player,
        Quota::per_minute(30),
        &[(200, Some("OpenedResponse")), (201, Some("OpenedResponse"))],
    )
};
static BY_CODE: Operation = operation(
    ("game_by_code", Method::Get, "/api/v1/games/code/{code}", "The game behind a short code"),
    Access::Known,
    // A code is one of 729 million: nobody finds one by trying, and a class may come at once.
    Quota::per_minute(240),
    &[(200, Some("FoundTable"))],
);
static REMATCH: Operation = Operation {
    errors: &[403, 404, 409, 500, 503, 507],
    ..operation(
        (
            "rematch",
            Method::Post,
            "/api/v1/games/{id}/rematch",
            "Play again with the same people once a game is over: the first who asks opens the table, the others sit down",
        ),
        Access::Player,
        Quota::per_minute(30),
        &[(200, Some("OpenedResponse"))],
    )
};
static STATE: Operation = Operation {
    query: &[SINCE],
    ..operation(
        ("game_state", Method::Get, "/api/v1/games/{id}", "How a game stands, as the caller may know it"),
        Access::Known,
        LOOKING,
        &[(200, Some("GameState"))],
    )
};
static EVENTS: Operation = Operation {
    query: &[SINCE],
    ..operation(
        ("game_events", Method::Get, "/api/v1/games/{id}/events", "What happened, as the caller may know it"),
        Access::Known,
        LOOKING,
        &[(200, Some("EventsResponse"))],
    )
};
static COMMAND: Operation = Operation {
    takes: Some("CommandRequest"),
    errors: &[403, 404, 409, 500, 503, 507],
    ..operation(
        (PLAY, Method::Post, "/api/v1/games/{id}/commands", "Do something in a game, once"),
        Access::Player,
        PLAYING,
        &[(200, Some("CommandResponse"))],
    )
};
static REPORT: Operation = Operation {
    errors: &[403, 404, 409, 500, 503],
    ..operation(
        (
            "game_report",
            Method::Get,
            "/api/v1/games/{id}/report",
            "What was well played, what was not, and what was luck",
        ),
        Access::Known,
        Quota::per_minute(30),
        &[(200, Some("ReportResponse"))],
    )
};
static LINK: Operation = Operation {
    errors: &[403, 404, 409, 500, 503],
    ..operation(
        (
            "game_link",
            Method::Get,
            "/api/v1/games/{id}/link",
            "A game that is over as the parameters of a link, for its replay",
        ),
        Access::Known,
        Quota::per_minute(30),
        &[(200, Some("LinkResponse"))],
    )
};
static LOG: Operation = Operation {
    errors: &[403, 404, 500, 503],
    ..operation(
        (
            "game_log",
            Method::Get,
            "/api/v1/games/{id}/log",
            "The whole history as it is stored, for `dicee verify`: for its players, and for all once a public table is over",
        ),
        Access::Known,
        Quota::per_minute(30),
        &[(200, Some("LogResponse"))],
    )
};
static SOCKET: Operation = Operation {
    query: &[SINCE],
    errors: &[403, 404, 426, 500, 503],
    ..operation(
        (
            "game_socket",
            Method::Get,
            "/api/v1/games/{id}/ws",
            "A WebSocket at a live game; docs/live.md has its messages",
        ),
        Access::Known,
        LOOKING,
        &[(101, None)],
    )
};

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
