use chance::SeededChance;
use coach::{Mistake, Moment, Origin, PlayedGame, PlayedGameData, Profile, SetAside};
use dicee::{Bot, GameId, GameRecord, GameRecordData, Rules, SolvedGame};

use crate::sim::{Sim, TABLE, add};

fn game(number: u64) -> PlayedGame {
    let record = Sim::Bot(Bot::Casual).play(&SeededChance::from_seed(9), number);
    PlayedGame::new(GameId(uuid::Uuid::from_u128(u128::from(number) + 1)), number, record)
}

#[test]
fn a_profile_that_was_stored_between_games_is_the_same_profile() {
    let (mut straight, mut stored) = (Profile::default(), Profile::default());
    for number in 0..60 {
        // On the way a game becomes JSON too, as it does between a table in the browser and the module that folds it.
        let game = game(number);
        let data = PlayedGameData {
            id: game.id,
            finished_at: game.finished_at,
            record: GameRecordData::from(&game.record),
            origin: game.origin,
            aided: Vec::new(),
        };
        let read: PlayedGameData = serde_json::from_str(&serde_json::to_string(&data).unwrap()).unwrap();
        assert_eq!(straight.add(&TABLE, &game).unwrap(), None);
        stored = Profile::from_json(&stored.to_json()).unwrap();
        assert_eq!(stored.add(&TABLE, &read.game().unwrap()).unwrap(), None);
    }
    assert_eq!(straight, stored);
    assert!(straight.to_json().len() < 200_000, "{}", straight.to_json().len());
}

#[test]
fn games_that_say_nothing_about_their_player_do_not_count() {
    let mut profile = Profile::default();
    let whole = game(0);
    let mut short = GameRecord::new(Rules::Standard);
    short.push(whole.record.turns()[0].clone()).unwrap();
    let every = |turns: std::ops::RangeInclusive<u8>| {
        turns.flat_map(|turn| (1..=3).map(move |roll| Moment { turn, roll })).collect()
    };
    for (game, reason) in [
        (PlayedGame { origin: Origin::Typed, ..whole.clone() }, SetAside::Practice),
        (PlayedGame { origin: Origin::Repeated, ..whole.clone() }, SetAside::Practice),
        (PlayedGame { origin: Origin::Forked, ..whole.clone() }, SetAside::Practice),
        (PlayedGame { origin: Origin::RealDice, ..whole.clone() }, SetAside::Practice),
        (PlayedGame { origin: Origin::Tutorial, ..whole.clone() }, SetAside::Practice),
        (PlayedGame { record: short, ..whole.clone() }, SetAside::Unfinished),
        (PlayedGame { aided: every(1..=9), ..whole.clone() }, SetAside::Aided),
    ] {
        assert_eq!(profile.add(&TABLE, &game).unwrap(), Some(reason));
    }
    assert_eq!((profile.games(), profile.set_aside()), (0, 7));
    assert_eq!(profile.add(&TABLE, &whole).unwrap(), None);
    assert_eq!(profile.add(&TABLE, &whole).unwrap(), Some(SetAside::Known));
    assert_eq!((profile.games(), profile.set_aside()), (1, 7));
    let other = SolvedGame::solve_values(Rules::Classic, |_| {});
    assert_eq!(profile.add(&other, &game(1)).unwrap_err().field(), "rules");
}

#[test]
fn mistakes_to_practise_are_those_of_the_profile_and_those_made_in_spite_of_a_hint() {
    let whole = game(3);
    let mut profile = Profile::default();
    profile.add(&TABLE, &whole).unwrap();
    let own: Vec<Mistake> = profile.mistakes().cloned().collect();
    assert!(own.len() > 5);
    assert_eq!(Mistake::all_of(&TABLE, &whole).unwrap(), own);
    let every = (1..=13).flat_map(|turn| (1..=3).map(move |roll| Moment { turn, roll })).collect();
    for coached in
        [PlayedGame { aided: every, ..whole.clone() }, PlayedGame { origin: Origin::RealDice, ..whole }]
    {
        let mut profile = Profile::default();
        assert!(profile.add(&TABLE, &coached).unwrap().is_some());
        assert_eq!((profile.games(), profile.mistakes().len()), (0, 0));
        assert_eq!(Mistake::all_of(&TABLE, &coached).unwrap(), own);
    }
}

#[test]
fn decisions_after_a_hint_are_left_out_and_the_loss_is_scaled_to_a_whole_game() {
    let whole = game(3);
    let mut all = Profile::default();
    all.add(&TABLE, &whole).unwrap();
    let mut less = Profile::default();
    let aided = all.mistakes().map(|mistake| mistake.moment).take(5).collect();
    less.add(&TABLE, &PlayedGame { aided, ..whole }).unwrap();
    let (line, rest) = (all.lines().next().unwrap(), less.lines().next().unwrap());
    assert_eq!(rest.decisions, line.decisions - 5);
    assert_eq!((rest.luck, rest.score), (line.luck, line.score));
    let own: f64 = all.mistakes().skip(5).map(|mistake| mistake.loss).sum();
    let scaled = own * f64::from(line.decisions) / f64::from(rest.decisions);
    // Losses below 0.05 points are no mistakes, but count.
    assert!((rest.loss - scaled).abs() < 1.0, "{} {scaled}", rest.loss);
    assert_eq!(less.mistakes().len(), all.mistakes().len() - 5);
}

#[test]
fn score_is_optimum_plus_luck_less_loss_in_every_line() {
    let profile = Sim::Bot(Bot::Skilled).profile(4, 10);
    for line in profile.lines() {
        let sum = TABLE.expected_score() + line.luck - line.loss;
        assert!((sum - f64::from(line.score)).abs() < 1e-6, "{line:?}");
    }
}

#[test]
#[ignore = "a measurement: 100,000 games in a minute"]
fn a_hundred_thousand_games_are_folded_in_a_minute() {
    let games: Vec<GameRecord> = (0..1_000).map(|number| game(number).record).collect();
    let start = processor_seconds();
    let mut profile = Profile::default();
    for _ in 0..100 {
        games.iter().for_each(|record| add(&mut profile, record.clone()));
    }
    let seconds = processor_seconds() - start;
    println!("100,000 games in {seconds:.1} s of one core");
    assert!(seconds < 60.0, "{seconds} s");
}

/// What this thread has had of a core, whatever else the machine does; zero where the system does not say. Hundredths of a
/// second are what Linux counts in.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap_or_default();
    // The name of the thread, in brackets, may hold anything.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}
