//! A WebSocket at a live game: messages in, messages out, and an end with a reason.
//!
//! * `read.rs` parses messages, `pace.rs` limits them.
//! * `client.rs` does what a message asks; commands are carried out in the order in which they came.
//! * `send.rs` writes to the network, within bounds.

mod client;
mod pace;
mod read;
mod send;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, Extension, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::StreamExt as _;
use ledger::PlayerId;
use live::{RoomError, send_queue};
use protocol::GameId;
use tokio::time::Instant;

use self::client::Client;
use self::read::LARGEST;
use self::send::{End, close, send, text};
use crate::api::Api;
use crate::error::{ApiError, Rejection};
use crate::identity::MaybeCaller;
use crate::limit;
use crate::listen::Place;
use crate::parameters::{InPath, game_id, since_of};

/// How much is read at once. Each socket holds a buffer of this size, which is cleared before every read; clients send
/// short messages.
const READ_AT_ONCE: usize = 4 << 10;
/// How often a silent socket is pinged, and how long it may stay silent.
const HEARTBEAT: Duration = Duration::from_secs(25);
const SILENCE: Duration = Duration::from_secs(70);

/// The WebSocket of a game.
pub(crate) async fn open(
    State(api): State<Arc<Api>>,
    InPath(id): InPath,
    Query(query): Query<Vec<(String, String)>>,
    MaybeCaller(caller): MaybeCaller,
    connection: Option<Extension<ConnectInfo<SocketAddr>>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Rejection> {
    let game = game_id(&id)?;
    let since = since_of(&query, &["token"])?;
    let mut viewer = caller;
    for (_, token) in query.iter().filter(|(name, _)| name == "token") {
        let named = api.identity.recognise(token, crate::clock::now()).await?;
        if viewer.replace(named).is_some_and(|other| other != named) {
            return Err(ApiError::Unauthorized { problem: "there is more than one" }.into());
        }
    }
    if !api.origins.may_open_socket(&headers) {
        let problem = "pages of other origins may not open sockets here";
        return Err(ApiError::Forbidden { problem }.into());
    }
    let address = connection.map_or_else(|| SocketAddr::from(([0, 0, 0, 0], 0)), |info| info.0.0);
    let place = api.sockets.enter(limit::Client::at(address.ip())).ok_or(ApiError::TooManySockets)?;
    let upgrade = upgrade.map_err(|_| ApiError::UpgradeRequired)?;
    // A game that is not there is answered by HTTP, before there is a socket.
    api.rooms.state(&game, viewer, u64::MAX).await?;
    let upgrade = upgrade.max_message_size(LARGEST).max_frame_size(LARGEST).read_buffer_size(READ_AT_ONCE);
    let drain = api.drain.clone();
    Ok(upgrade
        .on_upgrade(move |socket| Box::pin(drain.track(serve(api, socket, game, viewer, since, place)))))
}

async fn serve(
    api: Arc<Api>,
    socket: WebSocket,
    game: GameId,
    viewer: Option<PlayerId>,
    since: u64,
    _place: Place,
) {
    api.metrics.websocket_connections.inc();
    attend(&api, socket, game, viewer, since).await;
    api.metrics.websocket_connections.dec();
}

/// Moves messages both ways until one side ends it.
async fn attend(api: &Arc<Api>, socket: WebSocket, game: GameId, viewer: Option<PlayerId>, since: u64) {
    let (mut sink, mut stream) = socket.split();
    let (queue, mut outgoing) = send_queue(api.rooms.send_queue_capacity());
    let watcher = match api.rooms.watch(&game, viewer, since, queue.clone()).await {
        Ok(watcher) => watcher,
        Err(RoomError::NotFound) => return close(&mut sink, End::NoGame).await,
        Err(_) => return close(&mut sink, End::TryAgain).await,
    };
    let (mut client, carrying) = Client::new(Arc::clone(api), game.clone(), viewer, watcher, queue);
    let mut heartbeat = tokio::time::interval(HEARTBEAT);
    heartbeat.reset();
    let mut last_heard = Instant::now();
    let end = loop {
        tokio::select! {
            message = outgoing.recv() => match message {
                Some(message) => {
                    if !send(&mut sink, text(message)).await {
                        break None;
                    }
                }
                None if outgoing.was_slow() => break Some(End::Resync),
                None => break Some(End::Away),
            },
            message = stream.next() => {
                last_heard = Instant::now();
                let done = match message {
                    None | Some(Ok(Message::Close(_))) => break None,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                    Some(Ok(Message::Text(message))) => client.receive(message.as_str()).await,
                    Some(Ok(Message::Binary(bytes))) => client.receive(&String::from_utf8_lossy(&bytes)).await,
                    Some(Err(error)) => {
                        let large = error.to_string().to_lowercase().contains("too l");
                        break large.then_some(End::TooLarge);
                    }
                };
                if let Err(end) = done {
                    break Some(end);
                }
            },
            _ = heartbeat.tick() => {
                if last_heard.elapsed() > SILENCE || !send(&mut sink, Message::Ping(Vec::new().into())).await {
                    break None;
                }
            },
            () = api.drain.begun() => break Some(End::Away),
        }
    };
    carrying.abort();
    api.rooms.leave(&game, watcher).await;
    if let Some(end) = end {
        if matches!(end, End::Resync | End::Policy | End::TooLarge) {
            api.metrics.sockets_cut.inc();
        }
        close(&mut sink, end).await;
    }
}
