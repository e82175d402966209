//! Quick rules by which the client plays: legal, not wise, and no work for the machine that is measured.

use std::cmp::Reverse;

use dicee::{Category, CategorySet, Dice, DiceeBox, DiceeCommand, KeptMask, PlayerId, Rules, TurnView};
use protocol::GameCommand;
use protocol::message::brief::{BriefPlayer, BriefState};

/// What this player does now; nothing if it is not their turn.
pub(super) fn next(state: &BriefState, me: PlayerId) -> Option<GameCommand> {
    if state.is_over() {
        return None;
    }
    if let Some(view) = &state.view {
        let own = |command: &&fortytwo::Command| {
            command.player().is_some_and(|seat| Some(ledger::Seat::from(seat).0) == state.you)
        };
        return view.moves.iter().find(own).cloned().map(GameCommand::Fortytwo);
    }
    let turn = state.current_turn.as_ref().filter(|turn| turn.player_id == me)?;
    let player = state.players.iter().find(|player| player.player_id == me)?;
    Some(GameCommand::Dicee(roll_twice(turn, player)))
}

/// Rolls, keeps the face that fell most often, rolls the others again, and takes the box that gives most.
fn roll_twice(turn: &TurnView, player: &BriefPlayer) -> DiceeCommand {
    let Some(dice) = turn.current_dice else { return DiceeCommand::Roll { kept_mask: None } };
    let kept = most_of_a_kind(dice);
    if turn.roll_number < 2 && kept != KeptMask([true; 5]) {
        return DiceeCommand::Roll { kept_mask: Some(kept) };
    }
    DiceeCommand::Score { category: best_box(dice, player) }
}

fn most_of_a_kind(dice: Dice) -> KeptMask {
    let pips = dice.pips();
    let count = |face: u8| pips.iter().filter(|&&pip| pip == face).count();
    let face = (1..=6).max_by_key(|&face| count(face)).unwrap_or(6);
    KeptMask(pips.map(|pip| pip == face))
}

fn best_box(dice: Dice, player: &BriefPlayer) -> Category {
    let card = &player.scorecard;
    let open: CategorySet = card.categories_remaining.iter().copied().collect();
    let dicee_box = match card.dicee {
        None => DiceeBox::Open,
        Some(0) => DiceeBox::Zero,
        Some(_) => DiceeBox::Fifty,
    };
    let points = |category: Category| {
        let scored = Rules::Standard.score(open, dicee_box, dice.config(), category).ok()?;
        Some((scored.points, category))
    };
    // Of equal boxes the first of the card, where a zero costs least.
    let best =
        open.iter().filter_map(points).max_by_key(|(points, category)| (*points, Reverse(category.index())));
    best.map_or(Category::Chance, |(_, category)| category)
}

/// How much of a game is played, in percent, as well as can be told.
pub(super) fn progress(state: &BriefState) -> u64 {
    if state.is_over() {
        return 100;
    }
    let turns = state.current_turn.as_ref().map(|turn| u64::from(turn.turn_number.max(1) - 1) * 100 / 13);
    let marks = state.view.as_ref().map(|view| u64::from(view.marks[0].max(view.marks[1])) * 100 / 7);
    turns.or(marks).unwrap_or(0).min(99)
}

#[cfg(test)]
mod tests {
    use chance::SeededChance;
    use dicee::{DiceSource, DiceeGame, GameMode, Settings};
    use ledger::{Game as _, Log, Seat, Source, Stamp};
    use serde_json::json;
    use uuid::Uuid;

    use super::*;

    fn shown(log: &Log<DiceeGame>) -> BriefState {
        let mut state = serde_json::to_value(log.state().view(None)).unwrap();
        for (shown, player) in
            state["players"].as_array_mut().unwrap().iter_mut().zip(log.state().table().unwrap().players())
        {
            shown["scorecard"] = json!(dicee::ScorecardData::from(player.card()));
        }
        state["version"] = log.version().into();
        state["events"] = json!([]);
        serde_json::from_value(state).unwrap()
    }

    #[test]
    fn games_of_dice_are_played_to_their_end() {
        let me = PlayerId(Uuid::from_u128(7));
        for seed in 0..200 {
            let mut luck = SeededChance::from_seed(seed);
            let mut log = Log::<DiceeGame>::default();
            let mut submit = |log: &mut Log<DiceeGame>, command: &DiceeCommand| {
                let stamp = Stamp { timestamp: 1, source: Source::Client };
                let id = log.version().to_string();
                log.submit(Seat(0), &id, None, command, &mut luck, stamp).unwrap();
            };
            let create = DiceeCommand::Create {
                game_id: dicee::GameId(Uuid::from_u128(1)),
                game_mode: GameMode::Solo,
                player_ids: vec![me],
                settings: Settings::default(),
                dice: DiceSource::Seeded { seed },
            };
            submit(&mut log, &create);
            submit(&mut log, &DiceeCommand::Start {});
            let mut moves = 0;
            while let Some(choice) = next(&shown(&log), me) {
                let GameCommand::Dicee(command) = choice else { panic!("{choice:?}") };
                submit(&mut log, &command);
                moves += 1;
            }
            assert!(shown(&log).is_over());
            assert!((26..=39).contains(&moves), "one roll or two and a box, thirteen times: {moves}");
        }
    }

    #[test]
    fn somebody_elses_turn_is_nobodys_business() {
        let (me, other) = (PlayerId(Uuid::from_u128(1)), PlayerId(Uuid::from_u128(2)));
        let state = json!({
            "version": 1, "events": [], "status": "active", "you": 0, "players": [],
            "currentTurn": { "playerId": other, "turnNumber": 1, "rollNumber": 0, "phase": "initial_roll" },
        });
        assert_eq!(next(&serde_json::from_value(state).unwrap(), me), None);
        let agree = json!({ "type": "AGREE_TO_ACTION", "player": 2, "action": "complete-trick" });
        let moves = json!([{ "type": "DISABLE_QUICKPLAY" }, agree]);
        let mut state = json!({
            "version": 1, "events": [], "status": "active", "you": 0, "view": { "marks": [0, 0], "moves": moves },
        });
        assert_eq!(next(&serde_json::from_value(state.clone()).unwrap(), me), None);
        state["you"] = 2.into();
        let choice = next(&serde_json::from_value(state).unwrap(), me).unwrap();
        assert_eq!(serde_json::to_value(choice).unwrap(), agree);
    }
}
