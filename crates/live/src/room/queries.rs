use ledger::{PlayerId, Stream};
use protocol::{ClientMessage, ErrorCode, ErrorMessage, ServerMessage};

use super::Room;
use crate::game::{Asker, Denied, LateAnswer, LiveGame, NoteCounts, QueryAnswer};
use crate::send_queue::SendQueue;
use crate::text::Text;

/// Notes that one game may have: a full game of eight with an analysis of every roll and forty looks in every turn.
const MOST_ANALYSES: u64 = 1_000;
const MOST_TELEMETRY: u64 = 5_000;

/// What is remembered about queries.
pub(super) struct Queries<G: LiveGame> {
    memory: G::Memory,
    /// How many notes there are, once somebody asked.
    notes: Option<NoteCounts>,
    /// The version up to which the memory knows the game.
    upto: u64,
}

impl<G: LiveGame> Default for Queries<G> {
    fn default() -> Self {
        Self { memory: G::Memory::default(), notes: None, upto: 0 }
    }
}

impl<G: LiveGame> Queries<G> {
    /// What is remembered.
    pub(super) fn memory(&mut self) -> &mut G::Memory {
        &mut self.memory
    }
}

impl<G: LiveGame> Room<G> {
    /// The position is another one: what everybody is told about what was asked before.
    pub(super) fn answer_late(&mut self) -> Vec<ServerMessage> {
        let since = std::mem::replace(&mut self.queries.upto, self.log.version());
        G::moved_on(&self.log, since, &mut self.queries.memory)
    }

    /// Answers a query on the queue of the one who asked.
    pub(super) async fn query(
        &mut self,
        player: Option<PlayerId>,
        queue: &SendQueue,
        message: &ClientMessage,
    ) {
        let name = player.map_or_else(String::new, |player| self.names.of(player));
        let asker = Asker { seat: self.seat(player), player, name };
        let answer = match G::query_of(message) {
            Some(query) if G::is_advice(&query) && !self.has_coach() => {
                Err(Denied::new(ErrorCode::CoachOff, "hints are off at this table, for everybody"))
            }
            Some(query) => {
                let counts = self.count_notes().await;
                self.node.metrics.calculations.inc();
                G::answer(&self.log, &asker, query, &mut self.queries.memory, counts, &self.context)
            }
            None => Err(Denied::no_message(message)),
        };
        match answer {
            Ok(QueryAnswer { message, later, everybody, notes }) => {
                if let Some(message) = message {
                    queue.send(Text::json(&message));
                }
                if let Some(LateAnswer(compute)) = later {
                    let queue = queue.clone();
                    // Nobody waits for it: it sends its answer itself.
                    drop(tokio::task::spawn_blocking(move || {
                        let nothing = || ErrorMessage::new(ErrorCode::Internal, "no answer was found").into();
                        queue.send(Text::json(&compute().unwrap_or_else(nothing)));
                    }));
                }
                everybody.into_iter().for_each(|message| self.tell_everybody(message));
                for (stream, body) in notes {
                    // A game has so many notes at most; the answer is given all the same.
                    if self.count_note(stream) {
                        self.node.note(&self.id, stream, body);
                    }
                }
            }
            Err(denied) => {
                queue.send(Text::json(&ServerMessage::Error(denied.into())));
            }
        }
    }

    /// Counts a note; `false` if the game has as many as it may have.
    fn count_note(&mut self, stream: Stream) -> bool {
        let Some(counts) = &mut self.queries.notes else { return false };
        let (count, most) = match stream {
            Stream::Analysis => (&mut counts.analysis, MOST_ANALYSES),
            Stream::Telemetry => (&mut counts.telemetry, MOST_TELEMETRY),
            Stream::Domain => return false,
        };
        let has_room = *count < most;
        *count += u64::from(has_room);
        has_room
    }

    /// How many notes there are; those of other nodes since this room was opened are not counted.
    async fn count_notes(&mut self) -> NoteCounts {
        if let Some(counts) = self.queries.notes {
            return counts;
        }
        let store = self.node.store();
        let analysis = store.count_notes(&self.id, Stream::Analysis).await.unwrap_or(0);
        let telemetry = store.count_notes(&self.id, Stream::Telemetry).await.unwrap_or(0);
        *self.queries.notes.insert(NoteCounts { analysis, telemetry })
    }
}
