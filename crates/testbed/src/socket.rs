use futures_util::{SinkExt as _, StreamExt as _};
use protocol::{GameState, ServerMessage, StateUpdate};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{ClientRequestBuilder, Message};

use crate::DEADLINE;
use crate::http::Http;
use crate::player::Player;
use crate::spoken;

/// A WebSocket at a table.
#[derive(Debug)]
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    /// The game by the updates so far.
    state: Option<GameState>,
}

/// The socket is closed, with the code that the server gave, if it gave one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closed(pub Option<u16>);

impl Socket {
    /// Sits down at a game, or looks on without a player; hears what happened from version `since` on.
    ///
    /// # Panics
    ///
    /// If the server does not open it.
    pub async fn open(node: Http, game: &str, player: Option<&Player>, since: u64) -> Self {
        let addr = node.addr();
        let url = format!("ws://{addr}/api/v1/games/{game}/ws?since={since}");
        let mut request = ClientRequestBuilder::new(url.parse().unwrap());
        if let Some(player) = player {
            request = request.with_header("Authorization", format!("Bearer {}", player.token));
        }
        let connection = TcpStream::connect(addr).await.unwrap();
        connection.set_nodelay(true).unwrap();
        let opened = timeout(DEADLINE, tokio_tungstenite::client_async(request, connection)).await;
        Self { stream: opened.expect("the server answers").unwrap().0, state: None }
    }

    /// Says something.
    ///
    /// # Errors
    ///
    /// When the socket is closed.
    pub async fn say(&mut self, message: &Value) -> Result<(), Closed> {
        self.stream.send(Message::text(message.to_string())).await.map_err(|_| Closed(None))
    }

    /// The next message.
    ///
    /// # Errors
    ///
    /// When the socket is closed.
    ///
    /// # Panics
    ///
    /// If there is none for half a minute, it is no message of `protocol`, or its changes do not fit the state before.
    pub async fn hear(&mut self) -> Result<Value, Closed> {
        loop {
            let message = timeout(DEADLINE, self.stream.next()).await.expect("something is said");
            match message {
                Some(Ok(Message::Text(text))) => {
                    let message = serde_json::from_str(&text).unwrap();
                    if let ServerMessage::StateUpdate(update) = spoken::check_message(&message) {
                        self.follow(update);
                    }
                    return Ok(message);
                }
                Some(Ok(Message::Close(frame))) => return Err(Closed(frame.map(|frame| frame.code.into()))),
                Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                Some(Err(_)) | None => return Err(Closed(None)),
            }
        }
    }

    /// The game by the updates so far, whole or in changes.
    #[must_use]
    pub const fn state(&self) -> Option<&GameState> {
        self.state.as_ref()
    }

    fn follow(&mut self, update: StateUpdate) {
        self.state = Some(match update {
            StateUpdate::Whole { game_state, .. } => game_state,
            StateUpdate::Changes { changes, .. } => {
                let before = self.state.take().expect("changes come after a whole state");
                assert_eq!(
                    changes.since,
                    before.table().version,
                    "changes are against the state that was sent last"
                );
                changes.apply_to(&before).unwrap()
            }
        });
    }

    /// The next message of this type; others are passed over.
    ///
    /// # Errors
    ///
    /// When the socket is closed.
    pub async fn hear_a(&mut self, kind: &str) -> Result<Value, Closed> {
        loop {
            let message = self.hear().await?;
            if message["type"] == kind {
                return Ok(message);
            }
        }
    }
}
