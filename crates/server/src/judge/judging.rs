use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use dicee::{DiceeEvent, PlayerId, upcaster};
use ledger::Stream;
use live::SolvedGames;
use store::{Archive, GameId, Note, StoreError, StoredEvent};
use tokio::runtime::Handle;

const DAY: u64 = 24 * 60 * 60 * 1000;

/// How long a hint is known, in milliseconds: a day less than its note is kept, because a fold takes a while and the clocks
/// of nodes differ.
const HINTS_KNOWN: u64 = 29 * DAY;

/// The turns of a game in which something told a player what was best, the turns counted from 1.
pub(super) type HintedTurns = BTreeSet<(PlayerId, u8)>;

/// A dice game as it is judged.
pub(super) struct PlayedGame {
    pub(super) moments: Vec<Moment>,
    /// The turns in which somebody asked for a hint.
    pub(super) hinted: HintedTurns,
    /// Hints up to this time may be forgotten, in milliseconds since 1970.
    pub(super) hints_since: u64,
}

/// Something that happened in a game.
pub(super) struct Moment {
    /// In milliseconds since 1970.
    pub(super) at: u64,
    /// The seat it came from; `None` if that cannot be read.
    pub(super) seat: Option<u8>,
    pub(super) event: DiceeEvent,
}

impl Moment {
    pub(super) fn of(stored: &StoredEvent) -> Result<Self, StoreError> {
        let seat = stored.correlation_id.seat().map(|seat| seat.0);
        let event = upcaster().read(stored).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        Ok(Self { at: stored.timestamp, seat, event })
    }
}

/// What it takes to judge games: where they are, how good a decision is, and since when hints are known.
pub(crate) struct Judging {
    archive: Arc<dyn Archive>,
    solved: Arc<SolvedGames>,
    runtime: Handle,
    hints_since: u64,
    judged: Mutex<BTreeSet<PlayerId>>,
}

impl Judging {
    /// Judges at this time, in milliseconds since 1970; at 0 all hints count as known.
    pub(super) fn at(now: u64, archive: Arc<dyn Archive>, solved: Arc<SolvedGames>, runtime: Handle) -> Self {
        let hints_since = now.saturating_sub(HINTS_KNOWN);
        Self { archive, solved, runtime, hints_since, judged: Mutex::default() }
    }

    pub(super) fn solved(&self) -> &SolvedGames {
        &self.solved
    }

    /// Reads a game and its hints. Blocks, on a thread that is not the runtime's.
    pub(super) fn read(&self, game: &GameId) -> Result<PlayedGame, StoreError> {
        let (archive, game) = (Arc::clone(&self.archive), game.clone());
        let (reply, answer) = mpsc::sync_channel::<Result<_, StoreError>>(1);
        self.runtime.spawn(async move {
            let read = async {
                let stored = archive.read(&game, 0).await?;
                Ok((stored, archive.notes(&game, Stream::Telemetry).await?))
            };
            // The caller may be gone.
            let _ = reply.send(read.await);
        });
        let stopped = |_| StoreError::Unavailable { reason: "the server stops".into() };
        let (stored, notes) = answer.recv().map_err(stopped)??;
        Ok(PlayedGame {
            moments: stored.iter().map(Moment::of).collect::<Result<_, _>>()?,
            hinted: notes.iter().filter_map(hinted_turn).collect(),
            hints_since: self.hints_since,
        })
    }

    /// Remembers who was judged.
    pub(super) fn note_judged(&self, players: BTreeSet<PlayerId>) {
        self.judged.lock().unwrap_or_else(PoisonError::into_inner).extend(players);
    }

    /// Who was judged.
    pub(super) fn into_judged(self) -> BTreeSet<PlayerId> {
        self.judged.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The turn in which a player asked for a hint, if the note says that they did.
fn hinted_turn(note: &Note) -> Option<(PlayerId, u8)> {
    let body = note.body();
    let turn = u8::try_from(body["turnNumber"].as_u64()?).ok()?;
    Some((note.player()?, turn)).filter(|_| body["eventType"] == "hint_requested")
}
