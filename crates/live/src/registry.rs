use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use chance::InputError;
use ledger::{Log, LogError, PlayerId};
use protocol::{GameId, GameKind};
use serde_json::{Map, Value};
use store::{StoredEvent, TableStatus};
use tokio::sync::mpsc;

use crate::game::{LiveGame, Outcome};
use crate::listing::{Listing, NewTable, shown_options};
use crate::node::Node;
use crate::request::{RoomError, RoomRequest};
use crate::room::Room;

type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The games that can be played, one row each.
///
/// ```
/// use live::{GameRegistry, SolvedGames, games};
///
/// let registry = games(SolvedGames::default().into());
/// assert!(registry.kinds().any(|kind| kind.as_str() == "dicee"));
/// ```
#[derive(Default)]
pub struct GameRegistry {
    rows: BTreeMap<GameKind, Arc<dyn Row>>,
}

/// The options of a game to be created, parsed and not yet judged by the rules.
pub struct Opening {
    kind: GameKind,
    options: Box<dyn Any + Send>,
    /// The options as the lobby shows them.
    shown: Map<String, Value>,
    /// Whether the luck of another game is repeated.
    repeats: bool,
}

impl GameRegistry {
    /// Adds a game under its name ([`Game::NAME`](ledger::Game::NAME)), which is stored with every game and must never
    /// change. `services` are shared by its rooms. A game that was registered under the name before is replaced.
    ///
    /// # Panics
    ///
    /// If the name is not 1 to 64 letters, digits, `-` or `_`, or if the game cannot be hosted, as when one of its commands
    /// has a name that [`Seated`](crate::Seated) needs: see [`Hosted::check_definition`](crate::Hosted::check_definition).
    #[must_use]
    pub fn with<G: LiveGame>(mut self, services: Arc<G::Services>) -> Self {
        let kind: GameKind = G::NAME.parse().expect("the name of a game is plain");
        if let Err(problem) = G::check_definition() {
            panic!("the game {kind} cannot be registered: {problem}");
        }
        let row = RowOf::<G> { kind: kind.clone(), services };
        self.rows.insert(kind, Arc::new(row));
        self
    }

    /// The names of all games.
    pub fn kinds(&self) -> impl Iterator<Item = &GameKind> {
        self.rows.keys()
    }

    /// Reads the options of a game, as they stand in a request beside `kind`, `public` and `coach`.
    ///
    /// # Errors
    ///
    /// The field that is wrong; `kind` if no such game is registered.
    pub fn read_options(&self, kind: &GameKind, options: Map<String, Value>) -> Result<Opening, InputError> {
        self.row(kind)?.read_options(options)
    }

    /// The options of a table for strangers.
    ///
    /// # Errors
    ///
    /// `kind` if no such game is registered.
    pub fn options_for_strangers(&self, kind: &GameKind) -> Result<Opening, InputError> {
        Ok(self.row(kind)?.options_for_strangers())
    }

    /// The game of this name.
    ///
    /// # Errors
    ///
    /// `kind` if no such game is registered.
    pub fn kind(&self, name: &str) -> Result<GameKind, InputError> {
        let known = self.kinds().find(|kind| kind.as_str() == name);
        known.cloned().ok_or_else(|| self.unknown(name))
    }

    /// Replays stored events: every id, position and hash chain is checked, and that the rules of the game admit each event.
    /// Returns the status of the game; `None` if no such game is registered.
    ///
    /// # Errors
    ///
    /// The first event that does not hold.
    pub fn replay(&self, kind: &GameKind, events: Vec<StoredEvent>) -> Option<Result<TableStatus, LogError>> {
        self.find(kind).map(|row| row.replay(events))
    }

    /// The result of a stored game for a player; empty for a game that is not registered or cannot be read.
    #[must_use]
    pub fn outcome(&self, kind: &GameKind, events: &[StoredEvent], player: PlayerId) -> Outcome {
        self.find(kind).and_then(|row| row.outcome(events, player)).unwrap_or_default()
    }

    pub(crate) fn find(&self, kind: &GameKind) -> Option<&Arc<dyn Row>> {
        self.rows.get(kind)
    }

    fn row(&self, kind: &GameKind) -> Result<&Arc<dyn Row>, InputError> {
        self.find(kind).ok_or_else(|| self.unknown(kind.as_str()))
    }

    fn unknown(&self, name: &str) -> InputError {
        let names: Vec<&str> = self.kinds().map(GameKind::as_str).collect();
        let expected = match names.split_last() {
            Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
            _ => names.concat(),
        };
        InputError::text("kind", expected, name)
    }
}

impl Opening {
    /// The kind of game.
    #[must_use]
    pub const fn kind(&self) -> &GameKind {
        &self.kind
    }

    /// The options as the lobby shows them: what the request says, without when play begins.
    pub(crate) fn shown(&self) -> Map<String, Value> {
        self.shown.clone()
    }

    /// Whether the luck of another game is repeated, so that some players may know it.
    pub(crate) const fn repeats(&self) -> bool {
        self.repeats
    }
}

impl fmt::Debug for GameRegistry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.kinds()).finish()
    }
}

impl fmt::Debug for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opening").field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// A game of the registry, without its type.
pub(crate) trait Row: Send + Sync {
    fn read_options(&self, options: Map<String, Value>) -> Result<Opening, InputError>;

    fn options_for_strangers(&self) -> Opening;

    /// Replays stored events. Returns the status of the game.
    fn replay(&self, events: Vec<StoredEvent>) -> Result<TableStatus, LogError>;

    fn outcome(&self, events: &[StoredEvent], player: PlayerId) -> Option<Outcome>;

    /// Stores the first events of a game.
    fn create(
        &self,
        node: Arc<Node>,
        id: GameId,
        host: PlayerId,
        opening: Opening,
    ) -> BoxFuture<'_, Result<NewTable, RoomError>>;

    /// Runs the room of a game until nobody needs it; the requests that came too late.
    fn run(
        &self,
        node: Arc<Node>,
        id: GameId,
        requests: mpsc::Receiver<RoomRequest>,
    ) -> BoxFuture<'static, Vec<RoomRequest>>;
}

struct RowOf<G: LiveGame> {
    kind: GameKind,
    services: Arc<G::Services>,
}

impl<G: LiveGame> RowOf<G> {
    fn opening(&self, options: G::Options) -> Opening {
        let shown = shown_options(&options);
        let repeats = G::repeats(&options).is_some();
        Opening { kind: self.kind.clone(), options: Box::new(options), shown, repeats }
    }
}

impl<G: LiveGame> Row for RowOf<G> {
    fn read_options(&self, options: Map<String, Value>) -> Result<Opening, InputError> {
        protocol::read::value(Value::Object(options), "").map(|options| self.opening(options))
    }

    fn options_for_strangers(&self) -> Opening {
        self.opening(G::options_for_strangers())
    }

    fn replay(&self, events: Vec<StoredEvent>) -> Result<TableStatus, LogError> {
        let mut log = Log::<G>::default();
        log.extend(events, &G::upcaster())?;
        Ok(Listing::of(log.state()).status)
    }

    fn outcome(&self, events: &[StoredEvent], player: PlayerId) -> Option<Outcome> {
        let (mut game, upcaster) = (G::default(), G::upcaster());
        for event in events {
            game.apply(&upcaster.read(event).ok()?);
        }
        Some(game.outcome(player))
    }

    fn create(
        &self,
        node: Arc<Node>,
        id: GameId,
        host: PlayerId,
        opening: Opening,
    ) -> BoxFuture<'_, Result<NewTable, RoomError>> {
        Box::pin(async move {
            let (secret, services) = (node.context.fresh_secret(), Arc::clone(&self.services));
            let options = *opening.options.downcast::<G::Options>().map_err(|_| RoomError::NotFound)?;
            Room::<G>::create(secret, node, services, self.kind.clone(), id, host, options).await
        })
    }

    fn run(
        &self,
        node: Arc<Node>,
        id: GameId,
        requests: mpsc::Receiver<RoomRequest>,
    ) -> BoxFuture<'static, Vec<RoomRequest>> {
        let (services, kind) = (Arc::clone(&self.services), self.kind.clone());
        Box::pin(async move {
            match Room::<G>::open(node, services, kind, id).await {
                Ok(room) => room.run(requests).await,
                Err(error) => {
                    refuse_all(requests, &error);
                    Vec::new()
                }
            }
        })
    }
}

/// Answers everybody who waits at a room that cannot be opened.
pub(crate) fn refuse_all(mut requests: mpsc::Receiver<RoomRequest>, error: &RoomError) {
    requests.close();
    while let Ok(request) = requests.try_recv() {
        request.refuse(error.clone());
    }
}
