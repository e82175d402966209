use std::sync::Arc;

use ledger::PlayerId;
use live::{Ack, Rematch, RoomCommand, RoomError, SendQueue, Text, WatcherId, WatcherRequest};
use protocol::{ClientMessage, CommandId, GameId, RematchTable, ServerMessage, StateUpdate};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use uuid::Uuid;

use super::pace::{BURST, Pace};
use super::read::{Inbound, command_id, read};
use super::send::CloseReason;
use crate::api::Api;
use crate::clock::now;
use crate::error::ApiError;
use crate::limit;
use crate::listen::ConnectionSlot;

/// The other end of a socket.
pub(super) struct Client {
    api: Arc<Api>,
    game: GameId,
    viewer: Option<PlayerId>,
    watcher: WatcherId,
    queue: SendQueue,
    /// The trace of the request that opened the socket.
    trace: Option<Uuid>,
    /// When the token ends, in milliseconds since 1970.
    ends_at: Option<u64>,
    /// Its slot among the sockets of its address, or of its player once that is known.
    slot: Option<ConnectionSlot>,
    /// Commands on their way to the task that carries them out.
    commands: mpsc::Sender<QueuedCommand>,
    pace: Pace,
}

/// A command, who sends it, and what is asked about it afterwards.
struct QueuedCommand {
    player: PlayerId,
    request: RoomCommand,
    then: Option<ClientMessage>,
}

/// How long a socket stays after its token ended, in milliseconds: enough for a client to get another one.
const GRACE: u64 = 5 * 60 * 1000;

/// What could not be done, and the command it is about.
type Problem = (ApiError, Option<CommandId>);

impl Client {
    /// A client, and the task that carries out its commands one after the other: reading goes on meanwhile.
    pub(super) fn new(
        api: Arc<Api>,
        game: GameId,
        viewer: Option<PlayerId>,
        watcher: WatcherId,
        queue: SendQueue,
    ) -> (Self, JoinHandle<()>) {
        let (commands, waiting) = mpsc::channel(2 * BURST as usize);
        let carrying =
            tokio::spawn(run_commands(Arc::clone(&api), game.clone(), watcher, waiting, queue.clone()));
        let (trace, ends_at, slot, pace) = (None, None, None, Pace::new());
        (Self { api, game, viewer, watcher, queue, trace, ends_at, slot, commands, pace }, carrying)
    }

    /// What the request that opened the socket brought.
    pub(super) fn belongs_to(&mut self, trace: Uuid, ends_at: Option<u64>, slot: ConnectionSlot) {
        (self.trace, self.ends_at, self.slot) = (Some(trace), ends_at, Some(slot));
    }

    /// Whether the token ended longer ago than the grace period; a client sends `authenticate` with a new one before.
    pub(super) fn is_signed_out(&self) -> bool {
        is_over(self.ends_at, now())
    }

    /// Takes a message. What cannot be done is answered, and too much of it ends the socket.
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
                // A player who was erased meanwhile says nothing more.
                if let Some(player) = self.viewer {
                    let there = self.api.identity.check_there(player, now()).await;
                    there.map_err(|refusal| (refusal, None))?;
                }
                self.tell(request)
            }
            Inbound::Authenticate { token } => {
                self.authenticate(&token).await.map_err(|refusal| (refusal, None))
            }
            Inbound::Rematch => self.rematch().await.map_err(|refusal| (refusal, None)),
            Inbound::Nothing => Ok(()),
        }
    }

    fn enqueue(&self, mut request: RoomCommand, then: Option<ClientMessage>) -> Result<(), Problem> {
        let Some(player) = self.viewer else {
            let problem = "a spectator has no token";
            return Err((ApiError::Unauthorized { problem }, command_id(&request)));
        };
        request.trace = self.trace;
        // A full queue means that this client sends faster than games go.
        let sent = self.commands.try_send(QueuedCommand { player, request, then });
        sent.map_err(|full| (ApiError::RoomBusy, command_id(&full.into_inner().request)))
    }

    fn tell(&self, request: WatcherRequest) -> Result<(), Problem> {
        self.api.rooms.tell(&self.game, self.watcher, request).map_err(|error| (error.into(), None))
    }

    /// Everybody is told by the room; who asks again is told alone.
    async fn rematch(&self) -> Result<(), ApiError> {
        let player_id = self.viewer.ok_or(ApiError::Unauthorized { problem: "a spectator has no token" })?;
        self.api.identity.check_there(player_id, now()).await?;
        let Rematch { table, repeated, .. } = self.api.rooms.rematch(&self.game, player_id).await?;
        if repeated {
            let RematchTable { game_id, code } = table;
            self.queue.send(Text::json(&ServerMessage::Rematch { game_id, code, player_id }));
        }
        Ok(())
    }

    /// Says who this is; sent again, with a newer token, it goes on for as long as that is good.
    async fn authenticate(&mut self, token: &str) -> Result<(), ApiError> {
        let player = self.api.identity.recognise(token, now()).await?;
        if self.viewer.is_some_and(|known| known != player) {
            return Err(ApiError::Unauthorized { problem: "there is more than one" });
        }
        let ends_at = self.api.identity.ends_at(token, now());
        if self.viewer == Some(player) {
            self.ends_at = ends_at;
            self.queue.send(Text::json(&ServerMessage::Authenticated { player_id: player }));
            return Ok(());
        }
        // From now on it counts among the sockets of the player, not of the address that many share.
        let slot = self.api.sockets.enter(limit::LimitKey::Player(player)).ok_or(ApiError::TooManySockets)?;
        // A busy room refuses: the client is nobody until the room knows them, and says it again.
        self.tell(WatcherRequest::Identify(player)).map_err(|(refusal, _)| refusal)?;
        (self.slot, self.ends_at, self.viewer) = (Some(slot), ends_at, Some(player));
        Ok(())
    }
}

/// Whether a token that ends then is over, the grace period included.
fn is_over(ends_at: Option<u64>, now: u64) -> bool {
    ends_at.is_some_and(|ends_at| ends_at.saturating_add(GRACE) < now)
}

/// Carries out the commands of one socket, one after the other, and says how each went.
async fn run_commands(
    api: Arc<Api>,
    game: GameId,
    watcher: WatcherId,
    mut waiting: mpsc::Receiver<QueuedCommand>,
    queue: SendQueue,
) {
    while let Some(QueuedCommand { player, mut request, then }) = waiting.recv().await {
        let id = command_id(&request);
        // A player who was erased meanwhile plays no more; and the budget is the one of commands over HTTP.
        let admitted = match api.identity.check_there(player, now()).await {
            Ok(()) => api.admit_command(player).await,
            Err(refusal) => Err(refusal),
        };
        if let Err(refusal) = admitted {
            queue.send(error_text(&refusal, id));
            continue;
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
                if !queue.send(error_text(&error.into(), id)) {
                    return;
                }
            }
        }
    }
}

fn error_text(refusal: &ApiError, command: Option<CommandId>) -> Text {
    Text::json(&ServerMessage::Error(refusal.message().about(command)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_socket_outlives_its_token_by_the_grace_period_alone() {
        let ends_at = Some(1_000_000);
        assert!(!is_over(ends_at, 1_000_000 + GRACE));
        assert!(is_over(ends_at, 1_000_001 + GRACE));
        assert!(!is_over(None, u64::MAX), "a spectator has no token");
    }
}
