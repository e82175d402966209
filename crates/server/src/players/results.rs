//! How a game went for one of its players, read from its events.

use dicee::{CompletionReason, DiceSource, DiceeEvent, DiceeGame, GameMode, PlayerId};
use fortytwo::Team;
use ledger::Game as _;
use serde::Deserialize;

use crate::stored_dicee::dicee_events;
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
    /// Whether it was practice, which counts in no results: a chosen seed, or a tutorial.
    pub(super) practice: bool,
}

/// How a game went. Of a game that cannot be read nothing is known.
pub(super) fn outcome(kind: &Kind, events: &[StoredEvent], player: PlayerId) -> Outcome {
    match kind.as_str() {
        "dicee" => dicee_events(events).map(|events| of_dicee(&events, player)).unwrap_or_default(),
        _ => of_seated(events, player),
    }
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
        practice: table.mode() == GameMode::Tutorial
            || matches!(table.dice_source(), DiceSource::Seeded { .. }),
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
    /// Of Forty-Two: the deals were promised.
    SeedCommitted {},
    /// Of Forty-Two: with a seed that somebody chose, where the deals were promised.
    GameStarted {
        seed: Option<u32>,
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
    let mut promised = false;
    for event in events {
        match Fact::deserialize(&event.payload).unwrap_or(Fact::Other) {
            Fact::PlayerSat { player_id, seat } if player_id == player => outcome.seat = Some(seat),
            Fact::PlayerStood { seat } if outcome.seat == Some(seat) => outcome.seat = None,
            Fact::SeedCommitted {} => promised = true,
            Fact::GameStarted { seed } => outcome.practice = promised && seed.is_some(),
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
