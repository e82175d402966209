//! The operations on games, of `games` and of the sockets, with their limits.

use ledger::LARGEST_EXACT;

use crate::limit::{PLAY, PLAYING, Quota};
use crate::operation::{Access, Method, Operation, Parameter, Takes};

/// How many open tables are listed, and how many may be.
pub(crate) const LISTED: u32 = 50;
pub(crate) const MOST_LISTED: u32 = 200;

const SINCE: Parameter = Parameter {
    name: "since",
    about: "The version that is known already; only later events are returned",
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

pub(crate) static CREATE: Operation = Operation {
    takes: Some("CreateGameRequest"),
    errors: &[409, 500, 503, 507],
    ..operation(
        ("create_game", Method::Post, "/api/v1/games", "Open a game and sit down at it"),
        Access::Player,
        Quota::per_minute(30),
        &[(201, Some("OpenedResponse"))],
    )
};
pub(crate) static LIST: Operation = Operation {
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
        ("list_games", Method::Get, "/api/v1/games", "Open tables that anybody may join, newest first"),
        Access::Open,
        LOOKING,
        &[(200, Some("GamesResponse"))],
    )
};
pub(crate) static QUICK: Operation = Operation {
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
pub(crate) static BY_CODE: Operation = operation(
    ("game_by_code", Method::Get, "/api/v1/games/code/{code}", "The game behind a short code"),
    Access::Known,
    // A code is one of 729 million: nobody finds one by trying, and a class may come at once.
    Quota::per_minute(240),
    &[(200, Some("FoundTable"))],
);
pub(crate) static REMATCH: Operation = Operation {
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
pub(crate) static STATE: Operation = Operation {
    query: &[SINCE],
    ..operation(
        ("game_state", Method::Get, "/api/v1/games/{id}", "How a game stands, as the caller may know it"),
        Access::Known,
        LOOKING,
        &[(200, Some("GameState"))],
    )
};
pub(crate) static EVENTS: Operation = Operation {
    query: &[SINCE],
    ..operation(
        ("game_events", Method::Get, "/api/v1/games/{id}/events", "What happened, as the caller may know it"),
        Access::Known,
        LOOKING,
        &[(200, Some("EventsResponse"))],
    )
};
pub(crate) static COMMAND: Operation = Operation {
    takes: Some("CommandRequest"),
    errors: &[403, 404, 409, 500, 503, 507],
    ..operation(
        (PLAY, Method::Post, "/api/v1/games/{id}/commands", "Do something in a game, once"),
        Access::Player,
        PLAYING,
        &[(200, Some("CommandResponse"))],
    )
};
pub(crate) static REPORT: Operation = Operation {
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
pub(crate) static LINK: Operation = Operation {
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
pub(crate) static LOG: Operation = Operation {
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
pub(crate) static SOCKET: Operation = Operation {
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
        // A browser cannot send its token along, so the address pays; after a restart a whole school comes back at once. How
        // many an address may hold that do not say whose they are is bounded by itself.
        LOOKING.per_address(1200),
        &[(101, None)],
    )
};
