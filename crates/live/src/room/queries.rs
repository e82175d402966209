use std::collections::HashMap;

use ledger::{PlayerId, Stream};
use protocol::{ClientMessage, ErrorCode, ServerMessage};
use serde_json::Value;
use store::StoreError;

use super::Room;
use crate::game::{Asker, Denied, LateAnswer, LiveGame, NoteCounts, QueryAnswer};
use crate::send_queue::SendQueue;
use crate::text::Text;

/// Players whose notes a game has room for, whatever each of them does.
const PLAYERS: u64 = 8;

/// Notes that one game may have: a full game of eight with an analysis of every roll and 38 looks in every turn. Looks leave
/// room for hints, which are not given where they cannot be noted: ten at each of the 39 rolls of a player.
const MOST_ANALYSES: u64 = 1_000;
const MOST_LOOKS: u64 = 4_000;
const MOST_TELEMETRY: u64 = MOST_LOOKS + 390 * PLAYERS;

/// What is remembered about queries.
pub(super) struct Queries<G: LiveGame> {
    memory: G::Memory,
    /// How many notes there are, once somebody asked.
    notes: Option<NoteCounts>,
    /// How many optional notes are about each player, since this room was opened.
    by_player: HashMap<PlayerId, NoteCounts>,
    /// The version up to which the memory knows the game.
    upto: u64,
}

impl<G: LiveGame> Default for Queries<G> {
    fn default() -> Self {
        Self { memory: G::Memory::default(), notes: None, by_player: HashMap::new(), upto: 0 }
    }
}

impl<G: LiveGame> Queries<G> {
    /// What is remembered.
    pub(super) fn memory(&mut self) -> &mut G::Memory {
        &mut self.memory
    }

    /// Remembers how many notes there are. A count that failed is none: it is counted again the next time.
    fn remember(
        &mut self,
        analysis: Result<u64, StoreError>,
        telemetry: Result<u64, StoreError>,
    ) -> Option<NoteCounts> {
        let counted = analysis.ok().zip(telemetry.ok());
        self.notes = counted.map(|(analysis, telemetry)| NoteCounts { analysis, telemetry });
        self.notes
    }
}

impl<G: LiveGame> Room<G> {
    /// The game has moved on: settles earlier queries, such as guesses about a turn that is over, and returns the messages about
    /// them to everybody.
    pub(super) fn settle_queries(&mut self) -> Vec<ServerMessage> {
        let since = std::mem::replace(&mut self.queries.upto, self.log.version());
        let names = |player| self.names.of(player);
        G::moved_on(&self.log, since, &mut self.queries.memory, &names)
    }

    /// Answers a query on the sender's queue.
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
            Some(query) => self.ask(&asker, query).await,
            None => Err(Denied::no_message(message)),
        };
        match answer {
            Ok(QueryAnswer { message, later, everybody, notes }) => {
                if let Some(message) = message {
                    queue.send(Text::json(&message));
                }
                if let Some(LateAnswer(compute)) = later {
                    let queue = queue.clone();
                    // The room does not wait: the answer is sent from there.
                    self.node.long_work.run(move || {
                        if let Some(message) = compute() {
                            queue.send(Text::json(&message));
                        }
                    });
                }
                everybody.into_iter().for_each(|message| self.broadcast(message));
                for (stream, body) in notes {
                    // The number of notes per game is bounded; beyond it the answer is still sent.
                    self.note_if_there_is_room(player, stream, body);
                }
            }
            Err(denied) => {
                queue.send(Text::json(&ServerMessage::Error(denied.into())));
            }
        }
    }

    /// The answer to a query. Advice is given only once it is noted: a decision that was aided must never look unaided.
    async fn ask(&mut self, asker: &Asker, query: G::Query) -> Result<QueryAnswer, Denied> {
        let is_advice = G::is_advice(&query);
        let counts = match self.count_notes().await {
            Some(counts) => counts,
            None if is_advice => {
                let message = "the notes of this game cannot be counted now, so no hint is given; ask again";
                return Err(Denied::new(ErrorCode::ServiceDown, message));
            }
            // What is not counted is not noted either.
            None => NoteCounts::default(),
        };
        if is_advice && counts.telemetry >= MOST_TELEMETRY {
            let message =
                format!("this game has {MOST_TELEMETRY} notes, and no hint is given that cannot be noted");
            return Err(Denied::new(ErrorCode::Forbidden, message));
        }
        self.node.metrics.calculations.inc();
        let mut answer = G::answer(&self.log, asker, query, &mut self.queries.memory, counts, &self.context)?;
        if is_advice {
            let said = |(stream, _): &(Stream, Value)| *stream == Stream::Telemetry;
            let (hints, others) = answer.notes.into_iter().partition::<Vec<_>, _>(said);
            answer.notes = others;
            for (stream, body) in hints {
                if !self.node.keep_note(&self.id, stream, body).await {
                    let message = "the hint cannot be noted now, so it is not given; ask again";
                    return Err(Denied::new(ErrorCode::ServiceDown, message));
                }
                self.count_note(stream);
            }
        }
        Ok(answer)
    }

    /// Keeps an optional note about a player if there is room: within the bound of the game and within the player's share of it,
    /// so that one player cannot use up the notes of the others.
    pub(super) fn note_if_there_is_room(&mut self, about: Option<PlayerId>, stream: Stream, body: Value) {
        let Some(player) = about else { return };
        let of_player = self.queries.by_player.entry(player).or_default();
        let (own, most) = match stream {
            Stream::Analysis => (&mut of_player.analysis, MOST_ANALYSES),
            Stream::Telemetry => (&mut of_player.telemetry, MOST_LOOKS),
            Stream::Domain => return,
        };
        let all = self.queries.notes.map(|counts| counts.of(stream));
        if *own >= most / PLAYERS || all.is_none_or(|all| all >= most) {
            return;
        }
        *own += 1;
        self.count_note(stream);
        self.node.note(&self.id, stream, body);
    }

    fn count_note(&mut self, stream: Stream) {
        let Some(counts) = &mut self.queries.notes else { return };
        match stream {
            Stream::Analysis => counts.analysis += 1,
            Stream::Telemetry => counts.telemetry += 1,
            Stream::Domain => {}
        }
    }

    /// How many notes there are, if the store says; those of other nodes since this room was opened are not counted.
    pub(super) async fn count_notes(&mut self) -> Option<NoteCounts> {
        if self.queries.notes.is_some() {
            return self.queries.notes;
        }
        let store = self.node.store();
        let analysis = store.count_notes(&self.id, Stream::Analysis).await;
        let telemetry = store.count_notes(&self.id, Stream::Telemetry).await;
        self.queries.remember(analysis, telemetry)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ledger::{PlayerId, Stream};
    use protocol::{ClientMessage, ErrorCode, GameKind, ServerMessage};
    use serde_json::{Map, Value, json};
    use store::{Memory, Note, Store as _, StoreError};
    use uuid::Uuid;

    use super::Queries;
    use crate::game::NoteCounts;
    use crate::{
        Bus, Clock as _, CommandInput, LiveMetrics, LiveSettings, RoomCommand, Rooms, SendQueueReader,
        SolvedGames, SystemClock, TableTerms, WatcherRequest, games, send_queue,
    };

    /// The next thing that the watcher is sent and that is looked for.
    async fn heard<T>(reader: &mut SendQueueReader, wanted: impl Fn(ServerMessage) -> Option<T>) -> T {
        loop {
            let message = serde_json::from_slice(&reader.recv().await.unwrap().into_bytes()).unwrap();
            if let Some(found) = wanted(message) {
                return found;
            }
        }
    }

    #[test]
    fn notes_that_could_not_be_counted_are_counted_again() {
        let mut queries = Queries::<dicee::DiceeGame>::default();
        let failed = || Err(StoreError::Unavailable { reason: "away".into() });
        for (analysis, telemetry) in [(failed(), Ok(1)), (Ok(1), failed()), (failed(), failed())] {
            assert_eq!(queries.remember(analysis, telemetry), None);
            assert_eq!(queries.notes, None);
        }
        let counts = Some(NoteCounts { analysis: 3, telemetry: 5_000 });
        assert_eq!(queries.remember(Ok(3), Ok(5_000)), counts);
        assert_eq!(queries.notes, counts);
    }

    /// A hint without a note would leave a decision that looks like the player's own.
    #[tokio::test]
    async fn a_hint_is_noted_before_it_is_given_and_not_given_where_it_cannot_be_noted() {
        let solved = Arc::new(SolvedGames::default());
        // Notes that are there, how many hints are given then, and why not one more.
        for (before, most, refusal) in [
            (0_u64, 10_u64, ErrorCode::RateLimit),
            (4_000, 10, ErrorCode::RateLimit),
            (7_119, 1, ErrorCode::Forbidden),
            (7_120, 0, ErrorCode::Forbidden),
        ] {
            let (archive, settings) = (Arc::new(Memory::default()), LiveSettings::new([7; 32]));
            let games = games(Arc::clone(&solved));
            let rooms =
                Rooms::new(games, Arc::clone(&archive) as _, Bus::local(), LiveMetrics::default(), settings);
            let (rooms, ann) = (Arc::new(rooms), PlayerId(Uuid::from_u128(1)));
            rooms.start();
            let opening = rooms.registry().read_options(&GameKind::DICEE, Map::new()).unwrap();
            let game = rooms.create_game(ann, opening, TableTerms::default()).await.unwrap();
            let look = || {
                let body = json!({ "eventType": "category_hover" });
                // Of now: older ones expire.
                Note::new(game.clone(), Stream::Telemetry, SystemClock.now(), body).unwrap()
            };
            archive.note((0..before).map(|_| look()).collect()).await.unwrap();
            let noted = || async { archive.count_notes(&game, Stream::Telemetry).await.unwrap() };
            let (queue, mut reader) = send_queue(1000);
            let watcher = rooms.watch(&game, Some(ann), 0, queue).await.unwrap();
            let tell = |message: Value| {
                let message: ClientMessage = serde_json::from_value(message).unwrap();
                rooms.tell(&game, watcher, WatcherRequest::Query(message)).unwrap();
            };
            let play = async |id: &str, command: Value| {
                let Value::Object(command) = command else { panic!("a command is an object") };
                rooms.command(&game, ann, RoomCommand::new(id, CommandInput::Json(command))).await.unwrap();
            };
            play("1", json!({ "type": "roll" })).await;
            for asked in 0..=most {
                tell(json!({ "type": "request_hint", "explanationDepth": "minimal" }));
                let refused = heard(&mut reader, |message| {
                    if let ServerMessage::Error(error) = message {
                        return Some(Some(error.error_code));
                    }
                    matches!(message, ServerMessage::Hint { .. }).then_some(None)
                });
                let expected = (asked == most).then_some(refusal);
                assert_eq!(refused.await, expected, "hint {asked} after {before} notes");
                assert_eq!(
                    noted().await,
                    before + (asked + 1).min(most),
                    "hint {asked} after {before} notes"
                );
            }
            // Looks stop before hints do.
            tell(json!({ "type": "hover", "category": "ones", "hoverStartTime": 1 }));
            play("2", json!({ "type": "score", "category": "chance" })).await;
            let hinted = heard(&mut reader, |message| {
                let ServerMessage::Events { events, .. } = message else { return None };
                let events = events.iter().map(|event| serde_json::to_value(event).unwrap());
                let mut scores = events.filter(|event| event["eventType"] == "score");
                scores.next().map(|score| score["hintRequested"].clone())
            });
            assert_eq!(hinted.await, most > 0, "after {before} notes");
            rooms.close().await;
            assert_eq!(
                noted().await,
                before + most + u64::from(before + most < 4_000),
                "after {before} notes"
            );
        }
    }
}
