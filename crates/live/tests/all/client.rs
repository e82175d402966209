//! A client of rooms, without a network: opens tables, sends commands, reads messages.

use std::sync::Arc;

use ledger::PlayerId;
use live::{CommandInput, RoomCommand, RoomError, Rooms, SendQueueReader, TableTerms, WatcherId, send_queue};
use protocol::{GameId, GameKind, ServerMessage};
use serde_json::Value;
use uuid::Uuid;

pub(crate) fn player(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(number))
}

pub(crate) async fn open(
    rooms: &Arc<Rooms>,
    host: PlayerId,
    kind: GameKind,
    options: Value,
    terms: TableTerms,
) -> GameId {
    let Value::Object(options) = options else { panic!("options are an object") };
    let opening = rooms.registry().read_options(&kind, options).unwrap();
    rooms.create_game(host, opening, terms).await.unwrap()
}

/// The version after a command.
pub(crate) async fn send(
    rooms: &Arc<Rooms>,
    game: &GameId,
    who: PlayerId,
    id: &str,
    command: Value,
) -> Result<u64, RoomError> {
    let Value::Object(command) = command else { panic!("a command is an object") };
    let request = RoomCommand::new(id, CommandInput::Json(command));
    Ok(rooms.command(game, who, request).await?.version)
}

/// Watches with a queue that is never full.
pub(crate) async fn watch(rooms: &Arc<Rooms>, game: &GameId, who: PlayerId) -> (WatcherId, SendQueueReader) {
    let (queue, reader) = send_queue(100_000);
    (rooms.watch(game, Some(who), 0, queue).await.unwrap(), reader)
}

/// The next message.
pub(crate) async fn message(reader: &mut SendQueueReader) -> ServerMessage {
    serde_json::from_slice(&reader.recv().await.unwrap().into_bytes()).unwrap()
}
