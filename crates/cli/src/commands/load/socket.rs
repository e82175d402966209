use std::pin::Pin;

use futures_util::stream::{SplitSink, SplitStream, StreamExt as _};
use futures_util::{SinkExt as _, Stream};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, ClientRequestBuilder, Message, Utf8Bytes, http};

use super::address::Address;
use super::http::{LoadError, TIMEOUT};

/// The way to a server over one WebSocket.
pub(super) type Sender = SplitSink<WebSocketStream<TcpStream>, Message>;
/// What comes back, with the number of the socket; the last is its end.
pub(super) type Receiver = Pin<Box<dyn Stream<Item = (usize, Received)> + Send>>;

#[derive(Debug)]
pub(super) enum Received {
    Text(Utf8Bytes),
    /// The socket is closed, for this reason.
    End(String),
}

/// Opens the WebSocket of a game; without a token as a spectator. `number` comes back with every message.
pub(super) async fn open(
    address: &Address,
    game: &str,
    token: Option<&str>,
    since: u64,
    number: usize,
) -> Result<(Sender, Receiver), LoadError> {
    let url = format!("ws://{}/api/v1/games/{game}/ws?since={since}", address.host());
    let wrong =
        |error: http::uri::InvalidUri| refused(tungstenite::Error::HttpFormat(http::Error::from(error)));
    let mut request = ClientRequestBuilder::new(url.parse::<http::Uri>().map_err(wrong)?);
    if let Some(token) = token {
        request = request.with_header("Authorization", format!("Bearer {token}"));
    }
    let connect = async {
        let stream = TcpStream::connect(address.socket()).await?;
        stream.set_nodelay(true)?;
        // A buffer of this size is cleared before every read; most messages are shorter.
        let config = WebSocketConfig::default().read_buffer_size(8 << 10);
        tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await.map_err(refused)
    };
    let (socket, _) = timeout(TIMEOUT, connect).await.map_err(|_| LoadError::Slow)??;
    let (sender, receiver) = socket.split();
    let incoming = futures_util::stream::unfold(Some(receiver), async |receiver| {
        let mut receiver = receiver?;
        match receive(&mut receiver).await {
            text @ Received::Text(_) => Some((text, Some(receiver))),
            end @ Received::End(_) => Some((end, None)),
        }
    });
    Ok((sender, Box::pin(incoming.map(move |incoming| (number, incoming)))))
}

/// The next that matters.
async fn receive(receiver: &mut SplitStream<WebSocketStream<TcpStream>>) -> Received {
    loop {
        match receiver.next().await {
            Some(Ok(Message::Text(text))) => return Received::Text(text),
            Some(Ok(Message::Close(Some(frame)))) => {
                return Received::End(format!("closed {}", u16::from(frame.code)));
            }
            Some(Ok(Message::Close(None))) | None => return Received::End("closed".into()),
            Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
            Some(Err(error)) => return Received::End(format!("broken: {error}")),
        }
    }
}

/// Sends; whether that went well. If it did not, the other half will say why.
pub(super) async fn send(sender: &mut Sender, text: &str) -> bool {
    matches!(timeout(TIMEOUT, sender.send(Message::text(text))).await, Ok(Ok(())))
}

fn refused(error: tungstenite::Error) -> LoadError {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others are all about the connection")]
    match error {
        tungstenite::Error::Io(error) => LoadError::Connection(error),
        tungstenite::Error::Http(response) => LoadError::Refused {
            status: response.status().as_u16(),
            code: String::new(),
            message: "no WebSocket".into(),
        },
        other => LoadError::Connection(std::io::Error::other(other)),
    }
}
