use std::collections::BTreeMap;

use dicee::{DiceSource, DiceeEvent, DiceeGame, GameMode, PlayerId, Severity, records};
use ledger::Game as _;

use crate::played::{Moment, Origin, PlayedGame};

/// What every person at a table played, read from the events of a game. Bots are left out, and turns that the clock played are
/// marked as aided.
///
/// `origin_of` says where dice come from: a plain seed was drawn by an app that keeps its own games, and typed where anybody
/// may choose; a table that says no more about its dice is a server, or real dice. Tutorials are known as such.
#[must_use]
pub fn played_games<'a, I>(
    events: I,
    finished_at: u64,
    origin_of: impl Fn(&DiceSource) -> Origin,
) -> BTreeMap<PlayerId, PlayedGame>
where
    I: IntoIterator<Item = &'a DiceeEvent> + Clone,
{
    let mut game = DiceeGame::default();
    let mut by_clock: BTreeMap<PlayerId, Vec<Moment>> = BTreeMap::new();
    let mut expired = false;
    for event in events.clone() {
        // Nothing else in a running game is a warning that was recovered from.
        if matches!(event, DiceeEvent::Error { severity: Severity::Warning, recovered: true, .. }) {
            expired = true;
        } else if matches!(event, DiceeEvent::Score { .. }) && std::mem::take(&mut expired) {
            let moments =
                current(&game).map(|(player, moment)| (by_clock.entry(player).or_default(), moment));
            if let Some((moments, moment)) = moments {
                moments.push(moment);
            }
        }
        game.apply(event);
    }
    let Some(table) = game.table() else { return BTreeMap::new() };
    let origin = match table.mode() {
        GameMode::Tutorial => Origin::Tutorial,
        GameMode::Solo | GameMode::Multiplayer => origin_of(table.dice_source()),
    };
    let mut records = records(events);
    let people = table.players().iter().filter(|player| player.bot().is_none());
    people
        .filter_map(|player| {
            let aided = by_clock.remove(&player.id()).unwrap_or_default().into_iter().collect();
            let record = records.remove(&player.id())?;
            Some((player.id(), PlayedGame { id: table.id(), finished_at, record, origin, aided }))
        })
        .collect()
}

/// Who is to decide, and about which roll of which turn.
fn current(game: &DiceeGame) -> Option<(PlayerId, Moment)> {
    let table = game.table()?;
    let turn = table.turn().ok()?;
    let player = table.player(turn.seat())?;
    let roll = u8::try_from(turn.rolls().len().max(1)).ok()?;
    Some((player.id(), Moment { turn: player.card().turns_completed() + 1, roll }))
}
