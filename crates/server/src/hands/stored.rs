//! A game of Forty-Two as it is stored, read back with what is known of its seats.

use std::collections::BTreeSet;

use coach::{PlayedHand, TableEvent, played_hands};
use dicee::PlayerId;
use fortytwo::{Event, FortyTwo, Seat};
use ledger::{Game as _, Sender, Upcaster};
use live::{SeatedEvent, SeatingEvent};
use protocol::{FortyTwoOptions, HintAsked};
use serde_json::Value;
use store::{Note, Recorded, StoredEvent};

/// The type of the event with which a game of Forty-Two ends.
pub(super) const FORTYTWO_END: &str = "GAME_ENDED";

/// Whether a game of Forty-Two ends with this event.
pub(super) fn ends_fortytwo(recorded: &Recorded) -> bool {
    let name = recorded.event.payload.get("type").and_then(Value::as_str);
    recorded.kind.as_str() == FortyTwo::NAME && name == Some(FORTYTWO_END)
}

/// What was played, and by whom.
pub(super) struct StoredHands {
    /// The events of the game, each with its place in the log and whether the table brought it about.
    events: Vec<(u64, Event, bool)>,
    /// Who sat where when it began: from then on a seat is its owner's.
    people: [Option<PlayerId>; 4],
    /// Whether the deals were played before at another table.
    repeated: bool,
}

impl StoredHands {
    /// `None` if an event cannot be read.
    pub(super) fn read(stored: &[StoredEvent]) -> Option<Self> {
        let upcaster = Upcaster::default();
        let (mut events, mut people, mut sitting) = (Vec::new(), [None; 4], [None; 4]);
        let mut repeated = false;
        for (place, stored) in (0..).zip(stored) {
            match upcaster.read::<SeatedEvent<Event, FortyTwoOptions>>(stored).ok()? {
                SeatedEvent::Seating(SeatingEvent::TableOpened { options, .. }) => {
                    repeated = options.same_deals_as.is_some();
                }
                SeatedEvent::Seating(SeatingEvent::PlayerSat { player_id, seat }) => {
                    sitting
                        .iter_mut()
                        .filter(|seated| **seated == Some(player_id))
                        .for_each(|seated| *seated = None);
                    *sitting.get_mut(usize::from(seat))? = Some(player_id);
                }
                SeatedEvent::Seating(SeatingEvent::PlayerStood { seat }) => {
                    *sitting.get_mut(usize::from(seat))? = None;
                }
                SeatedEvent::Game(event) => {
                    if matches!(event, Event::GameStarted { .. }) {
                        people = sitting;
                    }
                    let by_table = matches!(stored.correlation_id.by(), Some(Sender::Seat(_)));
                    events.push((place, event, by_table));
                }
            }
        }
        Some(Self { events, people, repeated })
    }

    /// Everybody who played.
    pub(super) fn people(&self) -> impl Iterator<Item = (Seat, PlayerId)> {
        Seat::ALL.into_iter().zip(self.people).filter_map(|(seat, player)| Some((seat, player?)))
    }

    /// The finished hands of somebody, without the choices that had help.
    pub(super) fn hands(&self, seat: Seat, player: PlayerId, notes: &[Note]) -> Vec<PlayedHand> {
        if self.repeated {
            return Vec::new();
        }
        let asked: BTreeSet<u64> = notes.iter().filter_map(|note| asked_at(note, player)).collect();
        let mut after = 0;
        let events: Vec<TableEvent<'_>> = self
            .events
            .iter()
            .map(|(place, event, by_table)| {
                // A hint at a version was given before the event in that place, or before the next one of the game.
                let hinted = asked.range(after..=*place).next().is_some();
                after = place + 1;
                TableEvent { event, by_table: *by_table, hinted }
            })
            .collect();
        played_hands(events, seat)
    }
}

/// At which version a player asked for a hint, if the note says that they did.
fn asked_at(note: &Note, player: PlayerId) -> Option<u64> {
    let asked: HintAsked = serde_json::from_value(note.body().clone()).ok()?;
    (asked.event_type == HintAsked::NAME && asked.player_id == player).then_some(asked.version)
}
