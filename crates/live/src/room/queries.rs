use ledger::{Seat, Stream};
use protocol::{ClientMessage, ErrorCode, ErrorMessage, ServerMessage};

use super::Room;
use crate::game::{Denied, LiveGame, NoteCounts, QueryAnswer};
use crate::send_queue::SendQueue;
use crate::text::Text;

/// What is remembered about queries.
pub(super) struct Queries<G: LiveGame> {
    memory: G::Memory,
    /// How many notes there are, once somebody asked.
    notes: Option<NoteCounts>,
}

impl<G: LiveGame> Default for Queries<G> {
    fn default() -> Self {
        Self { memory: G::Memory::default(), notes: None }
    }
}

impl<G: LiveGame> Queries<G> {
    /// The position is another one.
    pub(super) fn forget(&mut self) {
        self.memory = G::Memory::default();
    }
}

impl<G: LiveGame> Room<G> {
    /// Answers a query on the queue of the one who asked.
    pub(super) async fn query(&mut self, seat: Option<Seat>, queue: &SendQueue, message: &ClientMessage) {
        let answer = match G::query_of(message) {
            Some(query) => {
                let counts = self.count_notes().await;
                G::answer(&self.log, seat, query, &mut self.queries.memory, counts, &self.context)
            }
            None => {
                let message = format!("there is no {} in this game", message.name());
                Err(Denied::new(ErrorCode::InvalidRequest, message))
            }
        };
        match answer {
            Ok(QueryAnswer { message, notes }) => {
                if let Some(message) = message {
                    queue.send(Text::json(&message));
                }
                for (stream, body) in notes {
                    self.count_note(stream);
                    self.node.note(&self.id, stream, body);
                }
            }
            Err(denied) => {
                let error = ErrorMessage::new(denied.code, denied.message);
                queue.send(Text::json(&ServerMessage::Error(error)));
            }
        }
    }

    fn count_note(&mut self, stream: Stream) {
        if let Some(counts) = &mut self.queries.notes {
            match stream {
                Stream::Analysis => counts.analysis += 1,
                Stream::Telemetry => counts.telemetry += 1,
                Stream::Domain => {}
            }
        }
    }

    /// How many notes there are; those of other nodes since this room was opened are not counted.
    async fn count_notes(&mut self) -> NoteCounts {
        if let Some(counts) = self.queries.notes {
            return counts;
        }
        let store = self.node.store();
        let analysis = store.notes(&self.id, Stream::Analysis).await.map_or(0, |notes| notes.len() as u64);
        let telemetry = store.notes(&self.id, Stream::Telemetry).await.map_or(0, |notes| notes.len() as u64);
        *self.queries.notes.insert(NoteCounts { analysis, telemetry })
    }
}
