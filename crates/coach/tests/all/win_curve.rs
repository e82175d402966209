//! Everybody's chance to win along a game, and the roll that decided it.

use chance::SeededChance;
use coach::{WinCurve, WinStep};
use dicee::{
    Bot, DiceSource, DiceeCommand, DiceeGame, GameId, GameMode, PlayerId, Rules, Settings, SolvedGame,
    WinForecaster,
};
use ledger::{Log, Seat, Source, Stamp};

const ANN: PlayerId = PlayerId(uuid::Uuid::from_u128(1));
const BOT: PlayerId = PlayerId(uuid::Uuid::from_u128(2));

fn submit(log: &mut Log<DiceeGame>, seat: Seat, command: &DiceeCommand) {
    let stamp = Stamp { timestamp: 0, source: Source::Client };
    let id = log.version().to_string();
    match log.state().luck(None) {
        Some(mut luck) => log.submit(seat, &id, None, command, &mut luck, stamp).unwrap(),
        None => log.submit(seat, &id, None, command, &mut SeededChance::from_seed(0), stamp).unwrap(),
    };
}

/// A game that bots play in both seats.
fn game(table: &SolvedGame, seed: u64, bots: &[Bot]) -> Log<DiceeGame> {
    let mut log = Log::default();
    let create = DiceeCommand::Create {
        game_id: GameId(uuid::Uuid::from_u128(9)),
        game_mode: if bots.is_empty() { GameMode::Solo } else { GameMode::Multiplayer },
        player_ids: vec![ANN],
        settings: Settings { rules_variant: Some(table.rules()), ..Settings::default() },
        dice: DiceSource::Seeded { seed },
    };
    submit(&mut log, Seat(0), &create);
    for &bot in bots {
        submit(&mut log, Seat(0), &DiceeCommand::AddBot { player_id: BOT, bot });
    }
    submit(&mut log, Seat(0), &serde_json::from_str(r#"{"type":"start"}"#).unwrap());
    while let Some(seat) = log.state().table().and_then(dicee::Table::current_seat) {
        let mut mind = SeededChance::from_seed(log.version());
        let command = Bot::Optimal.command(table, log.state(), &mut mind).unwrap();
        submit(&mut log, seat, &command);
    }
    log
}

#[test]
fn chances_go_from_even_to_certain_and_the_deciding_roll_moved_the_winners_most() {
    let table = SolvedGame::solve_values(Rules::Classic, |_| {});
    let log = game(&table, 4, &[Bot::Greedy]);
    let curve = WinCurve::new(log.events(), &mut WinForecaster::quick(&table)).unwrap();
    assert_eq!(curve.player_ids, [ANN, BOT]);
    for moment in &curve.moments {
        assert!((moment.chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{moment:?}");
    }
    assert!(curve.moments.is_sorted_by_key(|moment| moment.version));
    let first = &curve.moments[0];
    assert_eq!(first.after, WinStep::Start {});
    assert!((first.chances[0] - 0.5).abs() < 1e-9, "both stand at the start");
    let winner = log.state().table().unwrap().winners()[0];
    let place = curve.player_ids.iter().position(|id| *id == winner).unwrap();
    let last = curve.moments.last().unwrap();
    assert!(last.exact && (last.chances[place] - 1.0).abs() < 1e-9, "{last:?}");
    let decided = curve.decided_by.as_ref().unwrap();
    assert_eq!(decided.winner_id, winner);
    assert!((1..=13).contains(&decided.turn) && (1..=3).contains(&decided.roll_number));
    let rise = decided.after - decided.before;
    let rolls = curve.moments.windows(2).filter(|pair| matches!(pair[1].after, WinStep::Roll { .. }));
    let greatest = rolls.map(|pair| pair[1].chances[place] - pair[0].chances[place]).fold(0.0, f64::max);
    assert!(rise > 0.05 && (rise - greatest).abs() < 1e-12, "{rise} {greatest}");
}

#[test]
fn nobody_wins_alone_at_the_table() {
    let table = SolvedGame::solve_values(Rules::Classic, |_| {});
    let log = game(&table, 5, &[]);
    assert_eq!(WinCurve::new(log.events(), &mut WinForecaster::quick(&table)), None);
}
