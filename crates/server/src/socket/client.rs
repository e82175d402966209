use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use ledger::PlayerId;
use live::{Ack, Rematch, RoomCommand, RoomError, SendQueue, Text, WatcherId, WatcherRequest};
use protocol::{ClientMessage, CommandId, GameId, RematchTable, ServerMessage, StateUpdate};
use tokio::time::Instant;
use uuid::Uuid;

use super::pace::{BURST, Pace};
use super::read::{Inbound, command_id, read};
use super::send::CloseReason;
use crate::api::Api;
use crate::clock::now;
use crate::error::ApiError;
use crate::game_operations::{REMATCH, STATE};
use crate::limit::LimitKey;
use crate::listen::ConnectionSlot;

/// The other end of a socket.
pub(super) struct Client {
    api: Arc<Api>,
    game: GameId,
    viewer: Option<PlayerId>,
    watcher: WatcherId,
    queue: SendQueue,
    opening: Opening,
    /// The command that is being carried out.
    carrying: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
    /// Those that wait behind it, at most [`MOST_WAITING`].
    waiting: VecDeque<QueuedCommand>,
    pace: Pace,
}

/// Commands of one socket that may wait.
const MOST_WAITING: usize = 2 * BURST as usize;

/// What the request that opened a socket brought.
pub(super) struct Opening {
    /// Its trace.
    pub(super) trace: Uuid,
    /// Where it came from: the client of a spectator.
    pub(super) address: LimitKey,
    /// When its token is over, the grace period included.
    pub(super) ends_at: Option<Instant>,
    pub(super) slot: Slot,
}

/// A slot for a socket.
pub(super) enum Slot {
    /// Among the sockets of its address, or of its player once that is known.
    Kept { _slot: ConnectionSlot },
    /// Spectators have taken all slots of the address. A page says only on the socket whose it is, so it may open one, and
    /// has until the first heartbeat to do so.
    Lent { _slot: ConnectionSlot },
}

/// A command, who sends it, and what is asked about it afterwards.
struct QueuedCommand {
    player: PlayerId,
    request: RoomCommand,
    then: Option<ClientMessage>,
}

impl Slot {
    /// A slot for one more socket; `None` if the client has its share.
    pub(super) fn take(api: &Api, viewer: Option<PlayerId>, address: LimitKey) -> Option<Self> {
        match viewer {
            Some(player) => Self::keep(api, LimitKey::Player(player)),
            None => Self::keep(api, address)
                .or_else(|| api.lent_sockets.enter(address).map(|slot| Self::Lent { _slot: slot })),
        }
    }

    fn keep(api: &Api, client: LimitKey) -> Option<Self> {
        api.sockets.enter(client).map(|slot| Self::Kept { _slot: slot })
    }
}

/// How long a socket stays after its token ended: enough for a client to get another one.
const GRACE: Duration = Duration::from_secs(5 * 60);

/// What could not be done, and the command it is about.
type Problem = (ApiError, Option<CommandId>);

impl Client {
    /// A client that has sent nothing yet.
    pub(super) fn new(
        api: Arc<Api>,
        game: GameId,
        viewer: Option<PlayerId>,
        watcher: WatcherId,
        queue: SendQueue,
        opening: Opening,
    ) -> Self {
        let (carrying, waiting, pace) = (None, VecDeque::new(), Pace::new());
        Self { api, game, viewer, watcher, queue, opening, carrying, waiting, pace }
    }

    /// Carries out the commands, one after the other, as long as it is polled: reading goes on meanwhile. It returns after
    /// each; without any it waits for ever. Nothing is lost when it is dropped.
    pub(super) async fn run_commands(&mut self) {
        let Some(carrying) = &mut self.carrying else { return std::future::pending().await };
        carrying.await;
        self.carrying = None;
        if let Some(next) = self.waiting.pop_front() {
            self.carry_out(next);
        }
    }

    fn carry_out(&mut self, command: QueuedCommand) {
        let (api, game, queue) = (Arc::clone(&self.api), self.game.clone(), self.queue.clone());
        self.carrying = Some(Box::pin(carry_out(api, game, self.watcher, command, queue)));
    }

    /// Whether the token ended longer ago than the grace period; a client sends `authenticate` with a new one before.
    pub(super) fn token_expired(&self) -> bool {
        self.opening.ends_at.is_some_and(|ends_at| ends_at < Instant::now())
    }

    /// Whether it may stay: a slot that was lent must be given back, unless one has become free.
    pub(super) fn may_stay(&mut self) -> bool {
        if let Slot::Kept { .. } = self.opening.slot {
            return true;
        }
        let free = Slot::keep(&self.api, self.opening.address);
        free.map(|slot| self.opening.slot = slot).is_some()
    }

    /// Admits a ping or a pong. Each is read and a ping is answered, so they are paced as messages are.
    pub(super) fn admit_frame(&mut self) -> Result<(), CloseReason> {
        self.pace.admit()
    }

    /// Handles a message. What cannot be done is answered with an error, and too many bad messages end the socket.
    pub(super) async fn receive(&mut self, message: &str) -> Result<(), CloseReason> {
        self.pace.admit()?;
        let done = match read(message) {
            Ok(inbound) => self.act(inbound).await,
            Err(refusal) => {
                self.pace.count_bad()?;
                Err((refusal, None))
            }
        };
        if let Err((refusal, command)) = done {
            self.queue.send(error_text(&refusal, command));
        }
        Ok(())
    }

    async fn act(&mut self, inbound: Inbound) -> Result<(), Problem> {
        match inbound {
            Inbound::Command { request, then } => self.enqueue(request, then),
            Inbound::Join { player, request } if self.viewer != Some(player) => {
                let problem = "playerId must be your own";
                Err((ApiError::Forbidden { problem }, command_id(&request)))
            }
            Inbound::Join { request, .. } => self.enqueue(request, None),
            Inbound::Watcher(request) => {
                self.admit(&request).await.map_err(|refusal| (refusal, None))?;
                self.tell(request)
            }
            Inbound::Authenticate { token } => {
                self.authenticate(&token).await.map_err(|refusal| (refusal, None))
            }
            Inbound::Rematch => self.rematch().await.map_err(|refusal| (refusal, None)),
            Inbound::Nothing => Ok(()),
        }
    }

    fn enqueue(&mut self, mut request: RoomCommand, then: Option<ClientMessage>) -> Result<(), Problem> {
        let Some(player) = self.viewer else {
            let problem = "send `authenticate` first";
            return Err((ApiError::Unauthorized { problem }, command_id(&request)));
        };
        request.trace = Some(self.opening.trace);
        // This client sends commands faster than they are carried out.
        if self.waiting.len() >= MOST_WAITING {
            return Err((ApiError::RoomBusy, command_id(&request)));
        }
        let command = QueuedCommand { player, request, then };
        match self.carrying {
            Some(_) => self.waiting.push_back(command),
            None => self.carry_out(command),
        }
        Ok(())
    }

    /// A player who was erased meanwhile sends nothing more; and a state counts as it does over HTTP.
    async fn admit(&mut self, request: &WatcherRequest) -> Result<(), ApiError> {
        if let Some(player) = self.viewer {
            self.api.identity.check_there(player, now()).await?;
        }
        if matches!(request, WatcherRequest::Resume { .. }) {
            let client = self.viewer.map_or(self.opening.address, LimitKey::Player);
            self.api.admit(&STATE, client).await?;
        }
        Ok(())
    }

    fn tell(&self, request: WatcherRequest) -> Result<(), Problem> {
        self.api.rooms.tell(&self.game, self.watcher, request).map_err(|error| (error.into(), None))
    }

    /// The room sends the new table to everybody; a player who asks again is answered alone.
    async fn rematch(&mut self) -> Result<(), ApiError> {
        let player_id = self.viewer.ok_or(ApiError::Unauthorized { problem: "send `authenticate` first" })?;
        self.api.identity.check_there(player_id, now()).await?;
        self.api.admit(&REMATCH, LimitKey::Player(player_id)).await?;
        let Rematch { table, repeated, .. } = self.api.rooms.rematch(&self.game, player_id).await?;
        if repeated {
            let RematchTable { game_id, code } = table;
            self.queue.send(Text::json(&ServerMessage::Rematch { game_id, code, player_id }));
        }
        Ok(())
    }

    /// Authenticates the socket; with a newer token of the same player it extends the session.
    async fn authenticate(&mut self, token: &str) -> Result<(), ApiError> {
        let player = self.api.identity.recognise(token, now()).await?;
        if self.viewer.is_some_and(|known| known != player) {
            return Err(ApiError::Unauthorized { problem: "this socket belongs to another player" });
        }
        let ends_at = self.api.identity.ends_at(token, now()).map(end_of_grace);
        if self.viewer == Some(player) {
            self.opening.ends_at = ends_at;
            self.queue.send(Text::json(&ServerMessage::Authenticated { player_id: player }));
            return Ok(());
        }
        // From now on it counts among the sockets of the player, not of the address that many share.
        let slot = Slot::keep(&self.api, LimitKey::Player(player)).ok_or(ApiError::TooManySockets)?;
        // A busy room refuses: the client stays a spectator until the room knows them, and has to authenticate again.
        self.tell(WatcherRequest::Identify(player)).map_err(|(refusal, _)| refusal)?;
        self.viewer = Some(player);
        (self.opening.slot, self.opening.ends_at) = (slot, ends_at);
        Ok(())
    }
}

/// When a socket ends whose token ends then, in milliseconds since 1970.
pub(super) fn end_of_grace(token_ends_at: u64) -> Instant {
    Instant::now() + Duration::from_millis(token_ends_at.saturating_sub(now())) + GRACE
}

/// Carries out a command; a refusal is queued for the sender.
async fn carry_out(
    api: Arc<Api>,
    game: GameId,
    watcher: WatcherId,
    command: QueuedCommand,
    queue: SendQueue,
) {
    let QueuedCommand { player, mut request, then } = command;
    let id = command_id(&request);
    // A player who was erased meanwhile plays no more; and the budget is the one of commands over HTTP.
    let admitted = match api.identity.check_there(player, now()).await {
        Ok(()) => api.admit_command(player).await,
        Err(refusal) => Err(refusal),
    };
    if let Err(refusal) = admitted {
        queue.send(error_text(&refusal, id));
        return;
    }
    request.ack = id.clone().map(|command_id| Ack { queue: queue.clone(), command_id });
    match api.rooms.command(&game, player, request).await {
        // The room has acknowledged it.
        Ok(_) => {
            if let Some(message) = then {
                // A busy room owes no analysis.
                let _ = api.rooms.tell(&game, watcher, WatcherRequest::Query(message));
            }
        }
        Err(error) => {
            if let RoomError::Conflict { state, .. } = &error {
                let update = StateUpdate::Whole { game_state: (**state).clone(), timestamp: now() };
                queue.send(Text::json(&ServerMessage::StateUpdate(update)));
            }
            queue.send(error_text(&error.into(), id));
        }
    }
}

fn error_text(refusal: &ApiError, command: Option<CommandId>) -> Text {
    Text::json(&ServerMessage::Error(refusal.message().about(command)))
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use live::{SendQueueReader, TableTerms, send_queue};
    use protocol::GameKind;
    use serde_json::{Value, json};
    use store::PlayerRecord;

    use super::*;
    use crate::testing::{send_to, with};

    /// A player at a game of their own, and what they are sent.
    async fn at_a_game(api: &Arc<Api>, player: PlayerId) -> (Client, SendQueueReader) {
        api.archive.register(PlayerRecord::new(player, "Ann", [1; 32], 1)).await.unwrap();
        let opening = api.rooms.registry().options_for_strangers(&GameKind::DICEE).unwrap();
        let game = api.rooms.create_game(player, opening, TableTerms::default()).await.unwrap();
        let (queue, outgoing) = send_queue(1000);
        let watcher = api.rooms.watch(&game, Some(player), 0, queue.clone()).await.unwrap();
        let address = LimitKey::at([192, 0, 2, 1].into());
        let slot = Slot::take(api, Some(player), address).unwrap();
        let opening = Opening { trace: Uuid::nil(), address, ends_at: None, slot };
        let client = Client::new(Arc::clone(api), game, Some(player), watcher, queue, opening);
        (client, outgoing)
    }

    #[tokio::test]
    async fn commands_on_a_socket_and_over_http_have_one_budget() {
        let api = with(true, None);
        let ann = PlayerId(Uuid::from_u128(1));
        let (mut client, mut outgoing) = at_a_game(&api, ann).await;
        let path = format!("/api/v1/games/{}/commands", client.game);
        let bearer = format!("Bearer {}", api.identity.issue(ann, now()).text);
        let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
        // 3600 an hour. What is refused for other reasons counts too. On a busy machine the bucket wins places back meanwhile.
        while send_to(&api, "POST", &path, &headers, Body::from("{}")).await.status != 429 {}
        // It may win back one more, never twenty.
        for number in 0..20 {
            let command = json!({ "type": "command", "commandId": number.to_string(), "command": {} });
            client.receive(&command.to_string()).await.unwrap();
        }
        let refused = async {
            loop {
                let message = tokio::select! {
                    message = outgoing.recv() => message.unwrap(),
                    () = client.run_commands() => continue,
                };
                let message: Value = serde_json::from_slice(&message.into_bytes()).unwrap();
                if message["errorCode"] == "ERR_RATE_LIMIT" {
                    return;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(30), refused).await.expect("one of them is refused");
    }
}
