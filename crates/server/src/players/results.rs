//! How a game went for one of its players, read from its events.

use dicee::upcaster;
use dicee::{CompletionReason, DiceeEvent, DiceeGame, PlayerId};
use fortytwo::Team;
use ledger::{Event as _, Game as _, Upcaster};
use serde::Deserialize;

use store::{Kind, StoredEvent};

/// How a game went for one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Outcome {
    /// Where they sit, from 0; `None` if they stood up again.
    pub(super) seat: Option<u8>,
    /// Whether it was played to its end, and they stayed.
    pub(super) finished: bool,
    /// Their points, in a game that counts them for each player.
    pub(super) score: Option<u16>,
    /// Whether they won, in a finished game that can be won.
    pub(super) won: Option<bool>,
}

/// How a game went. Of a game that cannot be read nothing is known.
pub(super) fn outcome(kind: &Kind, events: &[StoredEvent], player: PlayerId) -> Outcome {
    match kind.as_str() {
        "dicee" => dicee_events(events).map(|events| of_dicee(&events, player)).unwrap_or_default(),
        _ => of_seated(events, player),
    }
}

/// The events of a dice game, up to date; `None` if one of them cannot be read.
pub(crate) fn dicee_events(stored: &[StoredEvent]) -> Option<Vec<DiceeEvent>> {
    let upcaster = upcaster();
    stored.iter().map(|event| dicee_event(&upcaster, event)).collect()
}

/// One event of a dice game.
pub(crate) fn dicee_event(upcaster: &Upcaster, stored: &StoredEvent) -> Option<DiceeEvent> {
    let payload = stored.payload.clone();
    let (_, payload) = upcaster.upcast(DiceeEvent::TAG, stored.schema_version, payload).ok()?;
    serde_json::from_value(payload).ok()
}

fn of_dicee(events: &[DiceeEvent], player: PlayerId) -> Outcome {
    let mut game = DiceeGame::default();
    events.iter().for_each(|event| game.apply(event));
    let Some(table) = game.table() else { return Outcome::default() };
    let Some(seat) = table.seat_of(player) else { return Outcome::default() };
    let left = table.player(seat).is_none_or(dicee::Player::left);
    let finished = table.ended() == Some(CompletionReason::Normal) && !left;
    let several = table.order().len() > 1;
    Outcome {
        seat: Some(seat.0),
        finished,
        score: table.scores().get(&player).copied(),
        won: (finished && several).then(|| table.winners().contains(&player)),
    }
}

/// What a game of seats says about people and its end; everything else is passed over.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
enum Fact {
    PlayerSat {
        player_id: PlayerId,
        seat: u8,
    },
    PlayerStood {
        seat: u8,
    },
    /// Of Forty-Two.
    GameEnded {
        winning_team: Team,
    },
    #[serde(other)]
    Other,
}

fn of_seated(events: &[StoredEvent], player: PlayerId) -> Outcome {
    let mut outcome = Outcome::default();
    for event in events {
        match Fact::deserialize(&event.payload).unwrap_or(Fact::Other) {
            Fact::PlayerSat { player_id, seat } if player_id == player => outcome.seat = Some(seat),
            Fact::PlayerStood { seat } if outcome.seat == Some(seat) => outcome.seat = None,
            Fact::GameEnded { winning_team } => {
                let seat = outcome.seat.and_then(|seat| fortytwo::Seat::try_from(seat).ok());
                outcome.finished = seat.is_some();
                outcome.won = seat.map(|seat| seat.team() == winning_team);
            }
            Fact::PlayerSat { .. } | Fact::PlayerStood { .. } | Fact::Other => {}
        }
    }
    outcome
}
