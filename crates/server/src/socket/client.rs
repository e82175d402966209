use std::sync::Arc;

use ledger::PlayerId;
use live::{CommandRequest, RoomError, SendQueue, Text, WatcherId, WatcherRequest};
use protocol::{ClientMessage, CommandId, ErrorMessage, GameId, ServerMessage, StateUpdate};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::pace::{BURST, Pace};
use super::read::{Inbound, command_id, read};
use super::send::End;
use crate::api::Api;
use crate::clock::now;
use crate::error::ApiError;

/// The other end of a socket.
pub(super) struct Client {
    api: Arc<Api>,
    game: GameId,
    viewer: Option<PlayerId>,
    watcher: WatcherId,
    queue: SendQueue,
    /// Commands on their way to the task that carries them out.
    commands: mpsc::Sender<QueuedCommand>,
    pace: Pace,
}

/// A command, who sends it, and what is asked about it afterwards.
struct QueuedCommand {
    player: PlayerId,
    request: CommandRequest,
    then: Option<ClientMessage>,
}

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
            tokio::spawn(carry_out(Arc::clone(&api), game.clone(), watcher, waiting, queue.clone()));
        let pace = Pace::new(api.limits_clients());
        (Self { api, game, viewer, watcher, queue, commands, pace }, carrying)
    }

    /// Takes a message. What cannot be done is answered, and too much of it ends the socket.
    pub(super) async fn receive(&mut self, message: &str) -> Result<(), End> {
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
            Inbound::Watcher(request) => self.tell(request),
            Inbound::Authenticate { token } => {
                self.authenticate(&token).await.map_err(|refusal| (refusal, None))
            }
            Inbound::Nothing => Ok(()),
        }
    }

    fn enqueue(&self, request: CommandRequest, then: Option<ClientMessage>) -> Result<(), Problem> {
        let Some(player) = self.viewer else {
            let problem = "a spectator has no token";
            return Err((ApiError::Unauthorized { problem }, command_id(&request)));
        };
        // A full queue means that this client sends faster than games go.
        let sent = self.commands.try_send(QueuedCommand { player, request, then });
        sent.map_err(|full| (ApiError::Crowded, command_id(&full.into_inner().request)))
    }

    fn tell(&self, request: WatcherRequest) -> Result<(), Problem> {
        self.api.rooms.tell(&self.game, self.watcher, request).map_err(|error| (error.into(), None))
    }

    async fn authenticate(&mut self, token: &str) -> Result<(), ApiError> {
        let player = self.api.identity.recognise(token, now()).await?;
        if self.viewer.is_some_and(|known| known != player) {
            return Err(ApiError::Unauthorized { problem: "there is more than one" });
        }
        self.viewer = Some(player);
        self.tell(WatcherRequest::Identify(player)).map_err(|(refusal, _)| refusal)
    }
}

/// Carries out the commands of one socket, one after the other, and says how each went.
async fn carry_out(
    api: Arc<Api>,
    game: GameId,
    watcher: WatcherId,
    mut waiting: mpsc::Receiver<QueuedCommand>,
    queue: SendQueue,
) {
    while let Some(QueuedCommand { player, request, then }) = waiting.recv().await {
        let id = command_id(&request);
        // A player who was erased meanwhile plays no more.
        if let Err(refusal) = api.identity.check_there(player, now()).await {
            queue.send(error_text(&refusal, id));
            continue;
        }
        let message = match api.rooms.command(&game, player, request).await {
            Ok(answer) => {
                if let Some(message) = then {
                    // A busy room owes no analysis.
                    let _ = api.rooms.tell(&game, watcher, WatcherRequest::Query(message));
                }
                let Some(command_id) = id else { continue };
                let (version, repeated) = (answer.version, answer.repeated);
                Text::json(&ServerMessage::Ack { command_id, version, repeated })
            }
            Err(error) => {
                if let RoomError::Conflict { state, .. } = &error {
                    let update = StateUpdate::Whole { game_state: (**state).clone(), timestamp: now() };
                    queue.send(Text::json(&ServerMessage::StateUpdate(update)));
                }
                error_text(&error.into(), id)
            }
        };
        if !queue.send(message) {
            return;
        }
    }
}

fn error_text(refusal: &ApiError, command: Option<CommandId>) -> Text {
    let (code, message) = refusal.said();
    Text::json(&ServerMessage::Error(ErrorMessage::new(code, message).about(command)))
}
