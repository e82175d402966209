//! A WebSocket at a live game: messages in, messages out, and an end with a reason.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, Extension, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use chance::InputError;
use dicee::PlayerId;
use futures_util::stream::SplitSink;
use futures_util::{SinkExt as _, StreamExt as _};
use protocol::{ClientMessage, ErrorCode};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};
use uuid::Uuid;

use crate::api::Api;
use crate::error::{Refusal, Rejection};
use crate::games::{InPath, game_id, since_of};
use crate::identity::MaybeCaller;
use crate::listen::Place;
use crate::live::{Asked, CommandRequest, Trouble, error_message, outbox, text};
use crate::players::is_shown;
use crate::{body, limit};
use store::GameId;

/// The largest message that is read.
const LARGEST: usize = 64 << 10;
/// How much is read at once. Each socket holds a buffer of this size, which is cleared before every read; what clients
/// say is short.
const READ_AT_ONCE: usize = 4 << 10;
/// How often a silent socket is asked for a sign of life, and how long it may stay silent.
const HEARTBEAT: Duration = Duration::from_secs(25);
const SILENCE: Duration = Duration::from_secs(70);
/// How long a message may take to be taken by the network.
const PATIENCE: Duration = Duration::from_secs(10);
/// Messages in a row, and how fast the right to another one comes back.
const BURST: u32 = 60;
const PACE: Duration = Duration::from_millis(50);
/// Messages that cannot be read, after which nobody goes on reading.
const BAD: u32 = 20;
/// The longest line of chat, in characters.
const LINE: usize = 500;

/// Why a socket ends, as its client is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The server goes down.
    Away,
    /// Too many messages that cannot be read.
    Policy,
    /// A message that is too large.
    TooLarge,
    /// Too slow, or too fast: come again, from the version that is known.
    Resync,
    /// There is no such game.
    NoGame,
    /// The store cannot be reached.
    TryAgain,
}

impl End {
    const fn code(self) -> u16 {
        match self {
            Self::Away => 1001,
            Self::Policy => 1008,
            Self::TooLarge => 1009,
            Self::TryAgain => 1013,
            Self::Resync => 4000,
            Self::NoGame => 4004,
        }
    }

    const fn reason(self) -> &'static str {
        match self {
            Self::Away => "the server goes down: connect again",
            Self::Policy => "too many messages that cannot be read",
            Self::TooLarge => "a message may have at most 65536 bytes",
            Self::TryAgain => "not now: connect again a little later",
            Self::Resync => "resync: connect again with since",
            Self::NoGame => "there is no such game",
        }
    }
}

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
            return Err(Refusal::Unauthorized { problem: "there is more than one" }.into());
        }
    }
    if !api.origins.may_open_socket(&headers) {
        let problem = "pages of other origins may not open sockets here";
        return Err(Refusal::Forbidden { problem }.into());
    }
    let address = connection.map_or_else(|| SocketAddr::from(([0, 0, 0, 0], 0)), |info| info.0.0);
    let place = api.sockets.enter(limit::Client::at(address.ip())).ok_or(Refusal::TooManySockets)?;
    let upgrade = upgrade.map_err(|_| Refusal::UpgradeRequired)?;
    // Whoever asks for a game that is not there is told so by HTTP, before anything else.
    api.house.look(&game, viewer, u64::MAX).await?;
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

async fn attend(api: &Arc<Api>, socket: WebSocket, game: GameId, viewer: Option<PlayerId>, since: u64) {
    let (mut sink, mut stream) = socket.split();
    let (outbox, mut inbox) = outbox(api.house.outbox());
    let watching = api.house.watch(&game, viewer, since, outbox.clone()).await;
    let watcher = match watching {
        Ok(watcher) => watcher,
        Err(Trouble::NotFound) => return close(&mut sink, End::NoGame).await,
        Err(_) => return close(&mut sink, End::TryAgain).await,
    };
    // Commands are carried out in the order in which they came, and reading goes on meanwhile.
    let (commands, waiting) = mpsc::channel(2 * BURST as usize);
    let carrying =
        tokio::spawn(carry_out(Arc::clone(api), game.clone(), viewer, watcher, waiting, outbox.clone()));
    let mut client = Client {
        api: Arc::clone(api),
        game: game.clone(),
        viewer,
        watcher,
        commands,
        bad: 0,
        full_at: Instant::now(),
    };
    drop(outbox);
    let mut heartbeat = tokio::time::interval(HEARTBEAT);
    heartbeat.reset();
    let mut heard = Instant::now();
    let end = loop {
        tokio::select! {
            message = inbox.recv() => match message {
                Some(message) => {
                    if !send(&mut sink, Message::Text(message)).await {
                        break None;
                    }
                }
                None if inbox.was_slow() => break Some(End::Resync),
                None => break Some(End::Away),
            },
            message = stream.next() => {
                heard = Instant::now();
                match message {
                    None | Some(Ok(Message::Close(_))) => break None,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Text(message))) => {
                        if let Err(end) = client.hear(message.as_str(), &mut sink).await {
                            break Some(end);
                        }
                    }
                    Some(Ok(Message::Binary(bytes))) => {
                        let message = String::from_utf8_lossy(&bytes);
                        if let Err(end) = client.hear(&message, &mut sink).await {
                            break Some(end);
                        }
                    }
                    Some(Err(error)) => {
                        let large = error.to_string().to_lowercase().contains("too l");
                        break large.then_some(End::TooLarge);
                    }
                }
            },
            _ = heartbeat.tick() => {
                if heard.elapsed() > SILENCE || !send(&mut sink, Message::Ping(Vec::new().into())).await {
                    break None;
                }
            },
            () = api.drain.begun() => break Some(End::Away),
        }
    };
    carrying.abort();
    api.house.leave(&game, watcher).await;
    if let Some(end) = end {
        if matches!(end, End::Resync | End::Policy | End::TooLarge) {
            api.metrics.sockets_cut.inc();
        }
        close(&mut sink, end).await;
    }
}

type Sink = SplitSink<WebSocket, Message>;

async fn send(sink: &mut Sink, message: Message) -> bool {
    matches!(timeout(PATIENCE, sink.send(message)).await, Ok(Ok(())))
}

async fn close(sink: &mut Sink, end: End) {
    let frame = CloseFrame { code: end.code(), reason: end.reason().into() };
    send(sink, Message::Close(Some(frame))).await;
}

/// The one at the other end.
struct Client {
    api: Arc<Api>,
    game: GameId,
    viewer: Option<PlayerId>,
    watcher: u64,
    commands: mpsc::Sender<Ordered>,
    /// How many messages could not be read.
    bad: u32,
    /// When the whole burst of messages is there again.
    full_at: Instant,
}

impl Client {
    /// Takes a message; what cannot be done is answered, and too much of it is the end.
    async fn hear(&mut self, message: &str, sink: &mut Sink) -> Result<(), End> {
        let now = Instant::now();
        self.full_at = self.full_at.max(now) + PACE;
        if self.api.limits_clients() && self.full_at > now + PACE * BURST {
            return Err(End::Resync);
        }
        let problem = match read(message) {
            Ok(heard) => self.act(heard),
            Err(refusal) => {
                self.bad += 1;
                if self.bad >= BAD {
                    return Err(End::Policy);
                }
                Some((refusal, None))
            }
        };
        if let Some((refusal, command)) = problem {
            let (code, words) = refusal.said();
            let message = error_message(code.as_str(), &words, command.as_deref());
            send(sink, Message::Text(text(&message))).await;
        }
        Ok(())
    }

    fn act(&self, heard: Heard) -> Option<(Refusal, Option<String>)> {
        let order = match heard {
            Heard::Command(ordered) => {
                if self.viewer.is_none() {
                    let problem = "a spectator has no token";
                    return Some((Refusal::Unauthorized { problem }, Some(ordered.request.id)));
                }
                // A full queue means that this client sends faster than games go.
                return match self.commands.try_send(ordered) {
                    Ok(()) => None,
                    Err(full) => Some((Refusal::Crowded, Some(full.into_inner().request.id))),
                };
            }
            Heard::Join { player, id } => {
                if self.viewer != Some(player) {
                    let problem = "playerId must be your own";
                    return Some((Refusal::Forbidden { problem }, Some(id)));
                }
                let command = json!({ "type": "join", "playerId": player });
                let request = CommandRequest { id, expected: None, command, wants_events: false };
                return match self.commands.try_send(Ordered { request, analyse: false }) {
                    Ok(()) => None,
                    Err(full) => Some((Refusal::Crowded, Some(full.into_inner().request.id))),
                };
            }
            Heard::Chat(line) => self.api.house.say(&self.game, self.watcher, line),
            Heard::Mute { player, muted } => self.api.house.mute(&self.game, self.watcher, player, muted),
            Heard::Asked(asked) => self.api.house.remark(&self.game, self.watcher, asked),
            Heard::Nothing => Ok(()),
        };
        order.err().map(|trouble| (trouble.into(), None))
    }
}

/// A command, and whether an analysis is wanted after it.
struct Ordered {
    request: CommandRequest,
    analyse: bool,
}

/// A message that could be read.
enum Heard {
    Command(Ordered),
    Join {
        player: PlayerId,
        id: String,
    },
    Chat(String),
    Mute {
        player: PlayerId,
        muted: bool,
    },
    Asked(Asked),
    /// There is nothing to do.
    Nothing,
}

/// Reads a message of any kind.
fn read(message: &str) -> Result<Heard, Refusal> {
    let value: Value =
        serde_json::from_str(message).map_err(|error| Refusal::NotJson { problem: error.to_string() })?;
    let fresh = |command| CommandRequest {
        id: Uuid::new_v4().to_string(),
        expected: None,
        command,
        wants_events: false,
    };
    let command = |command| Heard::Command(Ordered { request: fresh(command), analyse: false });
    Ok(match body::read_value(value, "message").map_err(Refusal::Field)? {
        ClientMessage::Join { player_id, reconnect: false, .. } => {
            Heard::Join { player: player_id, id: format!("join-{player_id}") }
        }
        // Whoever was here before has a seat, and the state was sent already.
        ClientMessage::Join { reconnect: true, .. } => Heard::Nothing,
        ClientMessage::Roll { kept_mask, request_probabilities } => {
            let mut roll = json!({ "type": "roll" });
            if let Some(kept) = kept_mask {
                roll["keptMask"] = serde_json::to_value(kept).unwrap_or_default();
            }
            Heard::Command(Ordered { request: fresh(roll), analyse: request_probabilities })
        }
        ClientMessage::Score { category } => command(json!({ "type": "score", "category": category })),
        ClientMessage::RequestHint { explanation_depth } => Heard::Asked(Asked::Hint(explanation_depth)),
        ClientMessage::Hover { category, hover_start_time } => {
            Heard::Asked(Asked::Hover { category, since: hover_start_time, count: 0 })
        }
        ClientMessage::Command { command_id, expected_version, command } => {
            let (id, command) = (command_id.into_string(), Value::Object(command));
            let request = CommandRequest { id, expected: expected_version, command, wants_events: false };
            Heard::Command(Ordered { request, analyse: false })
        }
        ClientMessage::Chat { text } => Heard::Chat(line(&text)?),
        ClientMessage::Mute { player_id, muted } => Heard::Mute { player: player_id, muted },
        ClientMessage::Authenticate { .. }
        | ClientMessage::Resume { .. }
        | ClientMessage::Prediction { .. }
        | ClientMessage::RequestWinChance {}
        | ClientMessage::Cursor { .. }
        | ClientMessage::Rematch {} => {
            let message = String::from("this server does not take this message yet");
            return Err(Refusal::Rules { code: ErrorCode::Unsupported, message, details: None });
        }
    })
}

/// A line of chat, trimmed, without what would break a screen.
fn line(text: &str) -> Result<String, Refusal> {
    let line = text.trim();
    if (1..=LINE).contains(&line.chars().count()) && line.chars().all(is_shown) {
        return Ok(line.to_owned());
    }
    let shown: String = line.chars().take(80).collect();
    let expected = "1 to 500 characters, none of them a control character";
    Err(Refusal::Field(InputError::new("text", expected, shown)))
}

/// Carries out the commands of one socket, one after the other, and says how each went.
async fn carry_out(
    api: Arc<Api>,
    game: GameId,
    viewer: Option<PlayerId>,
    watcher: u64,
    mut waiting: mpsc::Receiver<Ordered>,
    outbox: crate::live::Outbox,
) {
    let Some(player) = viewer else { return };
    while let Some(Ordered { request, analyse }) = waiting.recv().await {
        let id = request.id.clone();
        // Somebody who was erased meanwhile plays no more.
        if let Err(refusal) = api.identity.check_there(player, crate::clock::now()).await {
            let (code, words) = refusal.said();
            outbox.send(text(&error_message(code.as_str(), &words, Some(&id))));
            continue;
        }
        let message = match api.house.command(&game, player, request).await {
            Ok(answer) => {
                if analyse {
                    let _ = api.house.remark(&game, watcher, Asked::Analysis);
                }
                json!({
                "type": "ack", "commandId": id, "version": answer.version, "repeated": answer.repeated,
                })
            }
            Err(trouble) => {
                let mut conflict = None;
                if let Trouble::Conflict { state, .. } = &trouble {
                    conflict = Some(state.clone());
                }
                let (code, words) = Refusal::from(trouble).said();
                let message = error_message(code.as_str(), &words, Some(&id));
                if let Some(state) = conflict {
                    let update = json!({
                        "type": "state_update", "gameState": state, "timestamp": crate::clock::now(),
                    });
                    outbox.send(text(&update));
                }
                message
            }
        };
        if !outbox.send(text(&message)) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_message_makes_reading_panic(message in ".{0,200}") {
            let _ = read(&message);
        }

        #[test]
        fn no_json_makes_reading_panic(
            kind in prop::sample::select(vec!["join", "roll", "score", "command", "chat", "mute", "hover", "x"]),
            field in "[a-zA-Z]{0,12}",
            number in any::<i64>(),
            words in ".{0,40}",
        ) {
            for value in [json!(number), json!(words), json!([number]), json!({ "type": words }), json!(null)] {
                let message = json!({ "type": kind, field.clone(): value, "command": { "type": words } });
                let _ = read(&message.to_string());
            }
        }
    }
}
