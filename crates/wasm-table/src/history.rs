use dicee::{Category, Dice, DiceeEvent, DiceeGame, KeptMask, Turn};
use ledger::Game as _;
use serde::Serialize;

/// One event of a game, as a scrubber and a report need it. The i-th roll of a seat is the i-th decision of its report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HistoryEntry {
    /// How many events there are after it.
    pub version: u64,
    /// What happened.
    pub kind: &'static str,
    /// Whose turn it was; absent before the start and after the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// Which of their thirteen turns, from 1; 0 where it was nobody's.
    pub turn: u8,
    /// The rolls made in this turn, this one included; 0 before the first.
    pub roll: u8,
    /// The dice after a roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<Dice>,
    /// Which dice were kept, for a roll or a keep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept_mask: Option<KeptMask>,
    /// The box, for a score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<Category>,
    /// Points that went into the box, for a score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
}

/// Every event of a history with the turn it belongs to.
#[must_use]
pub fn history<'a>(events: impl IntoIterator<Item = &'a DiceeEvent>) -> Vec<HistoryEntry> {
    let mut game = DiceeGame::default();
    let mut entries = Vec::new();
    for (event, version) in events.into_iter().zip(1..) {
        let table = game.table();
        let turn: Option<Turn> = table.and_then(|table| table.turn().ok().cloned());
        let card = turn.as_ref().and_then(|turn| Some(*table?.player(turn.seat())?.card()));
        let made = turn.as_ref().map_or(0, |turn| u8::try_from(turn.rolls().len()).unwrap_or(u8::MAX));
        let (mut dice, mut kept_mask, mut category, mut points) = (None, None, None, None);
        match event {
            DiceeEvent::Roll { dice_result, kept_mask: kept } => {
                (dice, kept_mask) = (Some(*dice_result), Some(*kept));
            }
            DiceeEvent::Keep { kept_mask: kept } => kept_mask = Some(*kept),
            DiceeEvent::Score { chosen_category, points_earned } => {
                (category, points) = (Some(*chosen_category), Some(*points_earned));
            }
            DiceeEvent::GameCreated { .. }
            | DiceeEvent::PlayerJoined { .. }
            | DiceeEvent::SeedMixed { .. }
            | DiceeEvent::GameStarted { .. }
            | DiceeEvent::Undo {}
            | DiceeEvent::Error { .. }
            | DiceeEvent::GameAbandoned { .. }
            | DiceeEvent::GameCompleted { .. }
            | DiceeEvent::SeedRevealed { .. } => {}
        }
        entries.push(HistoryEntry {
            version,
            kind: event.kind(),
            seat: turn.as_ref().map(|turn| turn.seat().0),
            turn: card.map_or(0, |card| (card.turns_completed() + 1).min(13)),
            roll: made + u8::from(dice.is_some()),
            dice,
            kept_mask,
            category,
            points,
        });
        game.apply(event);
    }
    entries
}
