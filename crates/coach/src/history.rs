use std::collections::{BTreeMap, BTreeSet};

use dicee::{DiceSource, DiceeEvent, DiceeGame, GameMode, PlayerId, Severity, records};
use ledger::Game as _;

use crate::played::{Moment, Origin, PlayedGame};

/// What every person at a table played, read from the events of a game. Bots are left out. Marked as aided are turns that the
/// clock played, and decisions that were made again after the first one was taken back: its grade, which everybody is sent,
/// had told what was best.
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
    let mut aided: BTreeMap<PlayerId, BTreeSet<Moment>> = BTreeMap::new();
    let (mut expired, mut scored) = (false, None);
    for event in events.clone() {
        // Nothing else in a running game is a warning that was recovered from.
        if matches!(event, DiceeEvent::Error { severity: Severity::Warning, recovered: true, .. }) {
            expired = true;
        } else if matches!(event, DiceeEvent::Score { .. }) {
            scored = current(&game);
            if std::mem::take(&mut expired) {
                aided_at(&mut aided, scored);
            }
        } else if matches!(event, DiceeEvent::Undo {}) {
            aided_at(&mut aided, scored.take());
        } else if !matches!(event, DiceeEvent::Error { .. }) {
            scored = None;
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
            let aided = aided.remove(&player.id()).unwrap_or_default();
            let record = records.remove(&player.id())?;
            Some((player.id(), PlayedGame { id: table.id(), finished_at, record, origin, aided }))
        })
        .collect()
}

fn aided_at(aided: &mut BTreeMap<PlayerId, BTreeSet<Moment>>, decision: Option<(PlayerId, Moment)>) {
    if let Some((player, moment)) = decision {
        aided.entry(player).or_default().insert(moment);
    }
}

/// Who is to decide, and about which roll of which turn.
fn current(game: &DiceeGame) -> Option<(PlayerId, Moment)> {
    let table = game.table()?;
    let turn = table.turn().ok()?;
    let player = table.player(turn.seat())?;
    let roll = u8::try_from(turn.rolls().len().max(1)).ok()?;
    Some((player.id(), Moment { turn: player.card().turns_completed() + 1, roll }))
}

#[cfg(test)]
mod tests {
    use chance::SeededChance;
    use dicee::{Category, DiceeCommand, GameId, Settings};
    use ledger::{Log, Seat, Source, Stamp};

    use super::*;

    #[test]
    fn a_score_that_replaces_one_that_was_taken_back_is_aided() {
        let ann = PlayerId(uuid::Uuid::from_u128(1));
        let create = DiceeCommand::Create {
            game_id: GameId(uuid::Uuid::from_u128(2)),
            game_mode: GameMode::Solo,
            player_ids: vec![ann],
            settings: Settings { allow_undo: Some(true), ..Settings::default() },
            dice: DiceSource::Table,
        };
        let roll = || DiceeCommand::Roll { kept_mask: None };
        let score = |category| DiceeCommand::Score { category };
        let mut commands = vec![create, DiceeCommand::Start {}];
        // The first turn is scored at once, the second taken back after its second roll, the third left as it is.
        commands.extend([roll(), score(Category::Ones), roll(), roll(), score(Category::Twos)]);
        commands.extend([DiceeCommand::Undo {}, score(Category::Chance), roll(), score(Category::Threes)]);
        let (mut log, mut luck) = (Log::<DiceeGame>::default(), SeededChance::from_seed(1));
        let stamp = Stamp { timestamp: 0, source: Source::Server };
        for (number, command) in commands.iter().enumerate() {
            log.submit(Seat(0), &number.to_string(), None, command, &mut luck, stamp).unwrap();
        }
        let events: Vec<DiceeEvent> = log.events().cloned().collect();
        let played = played_games(&events, 1, |_| Origin::Drawn).remove(&ann).unwrap();
        assert_eq!(Vec::from_iter(played.aided), [Moment { turn: 2, roll: 2 }]);
        assert_eq!(played.record.turns().len(), 3);
    }
}
