use std::io;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::SinkExt as _;
use futures_util::stream::SplitSink;
use live::{SendQueueReader, Text};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite;

use super::read::LARGEST;

/// How long the network may take to accept a message.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// Messages that are sent together; the client's messages are read in between.
const MOST_AT_ONCE: usize = 16;

/// Why a socket is closed: the code and reason that its client gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CloseReason {
    /// The server shuts down.
    Away,
    /// Too many messages that cannot be read.
    Policy,
    /// A message that is too large.
    TooLarge,
    /// Too slow, or too fast: connect again, from the version that is known.
    Resync,
    /// There is no such game.
    NoGame,
    /// Not now: the store cannot be reached, or the slot was lent and its time is over.
    TryAgain,
    /// The token has expired, or the player was erased or banned.
    SignedOut,
}

impl CloseReason {
    const fn code(self) -> u16 {
        match self {
            Self::Away => 1001,
            Self::Policy => 1008,
            Self::TooLarge => 1009,
            Self::TryAgain => 1013,
            Self::Resync => 4000,
            Self::SignedOut => 4001,
            Self::NoGame => 4004,
        }
    }

    fn reason(self) -> String {
        let reason = match self {
            Self::Away => "the server shuts down: connect again",
            Self::Policy => "too many invalid messages",
            Self::TooLarge => return format!("a message may have at most {LARGEST} bytes"),
            Self::TryAgain => "busy: connect again a little later",
            Self::Resync => "resync: connect again with since",
            Self::SignedOut => "your token has expired, or you may not be here: connect again with a new one",
            Self::NoGame => "there is no such game",
        };
        reason.to_owned()
    }
}

pub(super) type Sink = SplitSink<WebSocket, Message>;

/// A message of a room as a frame; the bytes are shared with all other receivers.
fn text(message: Text) -> Message {
    let bytes = message.into_bytes();
    Message::Text(Utf8Bytes::try_from(bytes).expect("JSON is UTF-8"))
}

/// Why nothing more can be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SendError {
    /// The client does not read what it is sent.
    Slow,
    /// The connection is gone.
    Gone,
}

pub(super) async fn send(sink: &mut Sink, message: Message) -> Result<(), SendError> {
    in_time(sink.send(message)).await
}

/// Waits until the network took something, within bounds. The connection itself has a bound as well, which may be shorter.
async fn in_time(sending: impl Future<Output = Result<(), axum::Error>>) -> Result<(), SendError> {
    let Ok(sent) = timeout(SEND_TIMEOUT, sending).await else { return Err(SendError::Slow) };
    sent.map_err(|error| match error.into_inner().downcast_ref() {
        Some(tungstenite::Error::Io(error)) if error.kind() == io::ErrorKind::TimedOut => SendError::Slow,
        _ => SendError::Gone,
    })
}

/// Sends a message, and with it what waits behind it: the network is called once for all of them.
pub(super) async fn send_waiting(
    sink: &mut Sink,
    first: Text,
    waiting: &mut SendQueueReader,
) -> Result<(), SendError> {
    let sending = async {
        sink.feed(text(first)).await?;
        for _ in 1..MOST_AT_ONCE {
            let Some(message) = waiting.try_recv() else { break };
            sink.feed(text(message)).await?;
        }
        sink.flush().await
    };
    in_time(sending).await
}

pub(super) async fn close(sink: &mut Sink, end: CloseReason) {
    let frame = CloseFrame { code: end.code(), reason: end.reason().into() };
    // The client may be gone already.
    let _ = send(sink, Message::Close(Some(frame))).await;
}
