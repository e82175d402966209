//! A WebSocket at a live game: messages in, messages out, and an end with a reason.
//!
//! * `read.rs` parses messages, `pace.rs` limits them.
//! * `client.rs` handles messages; commands are carried out in the order in which they arrived.
//! * `send.rs` writes to the network, within bounds.

mod client;
mod pace;
mod read;
mod send;

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::http::request::Parts;
use axum::response::Response;
use futures_util::StreamExt as _;
use ledger::PlayerId;
use live::{RoomError, send_queue};
use protocol::GameId;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite;

use self::client::{Client, Opening, Slot, end_of_grace};
use self::read::LARGEST;
use self::send::{CloseReason, SendError, close, send, send_waiting};
use crate::api::Api;
use crate::clock::now;
use crate::error::{ApiError, Rejection};
use crate::identity::{MaybeCaller, bearer};
use crate::limit::LimitKey;
use crate::parameters::{InPath, Parameters, game_id, wrong};
use crate::request_ids::Ids;

/// How much is read at once. Each socket holds a buffer of this size, which is cleared before every read; clients send
/// short messages.
const READ_AT_ONCE: usize = 1 << 10;
/// The size at which buffered messages are written to the network without a flush: more than a move takes. The buffer of each
/// socket does not shrink.
const WRITE_AT_ONCE: usize = 4 << 10;
/// How often a silent socket is pinged, and how long it may stay silent.
const HEARTBEAT: Duration = Duration::from_secs(25);
const SILENCE: Duration = Duration::from_secs(70);

/// The WebSocket of a game.
pub(crate) async fn open(
    State(api): State<Arc<Api>>,
    InPath(id): InPath,
    parameters: Parameters,
    MaybeCaller(caller): MaybeCaller,
    Extension(ids): Extension<Ids>,
    request: Parts,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Rejection> {
    let game = game_id(&id)?;
    // Proxies and browsers log addresses.
    if parameters.get("token").is_some() {
        let expected =
            "no token in the address: it comes as the header Authorization or in the message authenticate";
        return Err(wrong("token", expected, "one that is not repeated here"));
    }
    let since = parameters.since()?;
    let viewer = caller;
    let ends_at = bearer(&request.headers)?.and_then(|token| api.identity.ends_at(token, now()));
    let ends_at = ends_at.map(end_of_grace);
    if !api.origins.may_open_socket(&request.headers) {
        let problem = "pages of other origins may not open sockets here";
        return Err(ApiError::Forbidden { problem }.into());
    }
    let address = LimitKey::of_address(&request.extensions);
    let slot = Slot::take(&api, viewer, address).ok_or(ApiError::TooManySockets)?;
    let upgrade = upgrade.map_err(|_| ApiError::UpgradeRequired)?;
    // A game that is not there is answered by HTTP, before there is a socket.
    api.rooms.state(&game, viewer, u64::MAX).await?;
    let upgrade = upgrade.max_message_size(LARGEST).max_frame_size(LARGEST);
    let upgrade = upgrade.read_buffer_size(READ_AT_ONCE).write_buffer_size(WRITE_AT_ONCE);
    let drain = api.drain.clone();
    Ok(upgrade.on_upgrade(move |socket| {
        let opening = Opening { trace: ids.trace, address, ends_at, slot };
        let attending = Attending { game, viewer, since, opening };
        Box::pin(drain.track(serve(api, socket, attending)))
    }))
}

/// The game and the viewer of a socket.
struct Attending {
    game: GameId,
    viewer: Option<PlayerId>,
    /// The version that is known already.
    since: u64,
    opening: Opening,
}

async fn serve(api: Arc<Api>, socket: WebSocket, attending: Attending) {
    api.metrics.websocket_connections.inc();
    attend(&api, socket, attending).await;
    api.metrics.websocket_connections.dec();
}

/// Moves messages both ways until one side ends it.
async fn attend(api: &Arc<Api>, socket: WebSocket, attending: Attending) {
    let Attending { game, viewer, since, opening } = attending;
    let (mut sink, mut stream) = socket.split();
    let (queue, mut outgoing) = send_queue(api.rooms.send_queue_capacity());
    let watcher = match api.rooms.watch(&game, viewer, since, queue.clone()).await {
        Ok(watcher) => watcher,
        Err(RoomError::NotFound) => return close(&mut sink, CloseReason::NoGame).await,
        Err(_) => return close(&mut sink, CloseReason::TryAgain).await,
    };
    let mut client = Client::new(Arc::clone(api), game.clone(), viewer, watcher, queue, opening);
    let mut heartbeat = tokio::time::interval(HEARTBEAT);
    heartbeat.reset();
    let mut last_received = Instant::now();
    let mut drained = pin!(api.drain.begun());
    let end = loop {
        tokio::select! {
            message = outgoing.recv() => match message {
                Some(message) => {
                    if let Err(error) = send_waiting(&mut sink, message, &mut outgoing).await {
                        count_slow(api, error);
                        break None;
                    }
                }
                None if outgoing.was_slow() => break Some(CloseReason::Resync),
                None if outgoing.was_revoked() => break Some(CloseReason::SignedOut),
                None => break Some(CloseReason::Away),
            },
            message = stream.next() => {
                last_received = Instant::now();
                let done = match message {
                    None | Some(Ok(Message::Close(_))) => break None,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => client.admit_frame(),
                    Some(Ok(Message::Text(message))) => client.receive(message.as_str()).await,
                    Some(Ok(Message::Binary(bytes))) => client.receive(&String::from_utf8_lossy(&bytes)).await,
                    Some(Err(error)) => {
                        break is_too_large(error).then_some(CloseReason::TooLarge);
                    }
                };
                if let Err(end) = done {
                    break Some(end);
                }
            },
            _ = heartbeat.tick() => {
                if client.token_expired() {
                    break Some(CloseReason::SignedOut);
                }
                if !client.may_stay() {
                    break Some(CloseReason::TryAgain);
                }
                if last_received.elapsed() > SILENCE {
                    break None;
                }
                if let Err(error) = send(&mut sink, Message::Ping(Vec::new().into())).await {
                    count_slow(api, error);
                    break None;
                }
            },
            () = client.run_commands() => {}
            () = &mut drained => break Some(CloseReason::Away),
        }
    };
    api.rooms.leave(&game, watcher).await;
    if let Some(end) = end {
        if matches!(end, CloseReason::Resync | CloseReason::Policy | CloseReason::TooLarge) {
            api.metrics.sockets_cut.inc();
        }
        close(&mut sink, end).await;
    }
}

/// Counts a client that was cut off because it does not read.
fn count_slow(api: &Api, error: SendError) {
    if error == SendError::Slow {
        api.metrics.sockets_cut.inc();
    }
}

/// Whether a message could not be read because it is larger than one may be.
fn is_too_large(error: axum::Error) -> bool {
    let error = error.into_inner();
    matches!(
        error.downcast_ref(),
        Some(tungstenite::Error::Capacity(tungstenite::error::CapacityError::MessageTooLong { .. }))
    )
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use uuid::Uuid;

    use super::*;
    use crate::game_operations::SOCKET;
    use crate::testing::{send_to, with};

    #[tokio::test]
    async fn a_school_behind_one_address_opens_its_sockets_at_once() {
        let api = with(true, None);
        // A browser sends no token along. That these ask for no upgrade is found out behind the budget.
        for number in 0..500 {
            let reply = send_to(&api, "GET", "/api/v1/games/game/ws", &[], Body::empty()).await;
            assert_eq!(reply.status, 426, "{number}");
        }
        let quota = SOCKET.quota.unwrap().of_client(LimitKey::Player(PlayerId(Uuid::nil())));
        assert_eq!(quota.to_string(), "120 times a minute", "for one player");
    }

    #[test]
    fn a_message_is_too_large_by_the_kind_of_the_error_not_by_its_words() {
        let capacity = tungstenite::error::CapacityError::MessageTooLong { size: 2, max_size: 1 };
        let slow = std::io::Error::other("the network took too long");
        for (error, large) in
            [(tungstenite::Error::Capacity(capacity), true), (tungstenite::Error::Io(slow), false)]
        {
            assert_eq!(is_too_large(axum::Error::new(error)), large);
        }
    }
}
