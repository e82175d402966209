//! Measures distributions, targets, exact fractions and win chances:
//!
//! ```sh
//! cargo run --release -p dicee --features parallel --example beyond           # what one asks for every day
//! cargo run --release -p dicee --features parallel --example beyond -- accuracy    # of win chances, some minutes
//! cargo run --release -p dicee --features parallel --example beyond -- games       # played by perfect play, alone
//! ```
#![allow(clippy::print_stdout, reason = "the figures are the output")]

use std::sync::LazyLock;
use std::time::Instant;

use chance::{Chance as _, SeededChance};
use dicee::{
    Category, CategorySet, Contender, DiceConfig, DiceeBox, ExactScore, InputError, Policy, PolicyMap,
    Position, RollsLeft, Rules, ScoreDistribution, ScoreOutlook, SolvedGame, TargetChances, TurnStart,
    WinForecaster, play_optimal_games, win_chances, win_chances_of,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Rules::JokerRules;
    let game = timed("solve", || SolvedGame::solve(rules));
    if std::env::args().any(|arg| arg == "accuracy") {
        accuracy(&game)?;
        return Ok(());
    }
    if std::env::args().any(|arg| arg == "games") {
        games(&game);
        memory();
        return Ok(());
    }
    distributions(&game)?;
    outlook(&game)?;
    games(&game);
    let exact = timed("exact optimum", || ExactScore::solve(rules, |_| {}));
    println!("{} / {} = {}", exact.numerator, exact.denominator, exact.decimals);
    println!("{} and {} digits", exact.numerator.len(), exact.denominator.len());
    let targets = timed("every target up to 511", || TargetChances::solve(rules, |_| {}));
    println!("{} bytes, 254 points: {}", targets.bytes(), targets.chance(Position::START, 254)?);
    memory();
    Ok(())
}

fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = work();
    println!("{what}: {:.3} ms", started.elapsed().as_secs_f64() * 1000.0);
    result
}

fn memory() {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().filter(|line| line.starts_with("VmHWM")).for_each(|line| println!("{line}"));
}

fn any_position(luck: &mut SeededChance, boxes: usize) -> Position {
    loop {
        let mut open = CategorySet::EMPTY;
        while open.len() < boxes {
            open = open.with(Category::ALL[luck.below(13) as usize]);
        }
        let dicee_box = match luck.below(2) {
            _ if open.contains(Category::Dicee) => DiceeBox::Open,
            0 => DiceeBox::Zero,
            _ => DiceeBox::Fifty,
        };
        if let Ok(position) = Position::new(open, i64::from(luck.below(64)), dicee_box) {
            return position;
        }
    }
}

fn distributions(game: &SolvedGame) -> Result<(), Box<dyn std::error::Error>> {
    let policy = Policy::Expected(game);
    for _ in 0..2 {
        let scores =
            timed("distribution, empty card", || ScoreDistribution::before_turn(&policy, Position::START));
        println!("mean {} deviation {}", scores.mean(), scores.standard_deviation());
    }
    memory();
    for rules in [Rules::Standard, Rules::ForcedDicee, Rules::Classic] {
        let game = SolvedGame::solve_values(rules, |_| {});
        let scores = ScoreDistribution::before_turn(&Policy::Expected(&game), Position::START);
        let quantiles = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99].map(|share| scores.quantile(share));
        println!(
            "{rules}: mean {} deviation {} quantiles {quantiles:?}",
            scores.mean(),
            scores.standard_deviation()
        );
    }
    let mut luck = SeededChance::from_seed(1);
    for boxes in [5, 8] {
        let times: Vec<f64> = (0..21)
            .map(|_| {
                let position = any_position(&mut luck, boxes);
                let started = Instant::now();
                let scores = ScoreDistribution::before_turn(&policy, position);
                assert!((scores.mean() - game.value(position)).abs() < 1e-9);
                started.elapsed().as_secs_f64() * 1000.0
            })
            .collect();
        println!("distribution, {boxes} open boxes: {}", spread(times));
    }
    Ok(())
}

fn spread(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    format!("median {:.3} ms, most {:.3} ms", times[times.len() / 2], times[times.len() - 1])
}

fn outlook(game: &SolvedGame) -> Result<(), Box<dyn std::error::Error>> {
    let outlook = timed("outlook of every position", || ScoreOutlook::new(game, |_| {}));
    println!("{} bytes", outlook.bytes());
    let mut luck = SeededChance::from_seed(2);
    let mut times = vec![Vec::new(); 14];
    for _ in 0..1000 {
        let boxes = 1 + luck.below(13) as usize;
        let position = any_position(&mut luck, boxes);
        let roll = DiceConfig::from_dice(&std::array::from_fn(|_| luck.die()))?;
        let start = match luck.below(3) {
            0 => TurnStart::Fresh,
            rolls => TurnStart::Rolled { roll, rolls_left: RollsLeft::parse(rolls.into())? },
        };
        let started = Instant::now();
        let quick = outlook.scores(game, position, start);
        times[boxes].push(started.elapsed().as_secs_f64() * 1000.0);
        assert!((quick.mean() - game.value(position)).abs() < 200.0);
    }
    for (boxes, times) in times.into_iter().enumerate().skip(1) {
        println!("outlook, {boxes} open: {}", spread(times));
    }
    let finals: Vec<ScoreDistribution> =
        (0..8).map(|_| outlook.scores(game, any_position(&mut luck, 7), TurnStart::Fresh)).collect();
    timed("win chances of eight players", || win_chances_of(&finals));
    Ok(())
}

/// Win chances beside exact ones: against an opponent who is finished at any score, and against one who is as far.
fn accuracy(game: &SolvedGame) -> Result<(), InputError> {
    let outlook = ScoreOutlook::new(game, |_| {});
    let policy = Policy::Expected(game);
    let mut luck = SeededChance::from_seed(2);
    let mut worst = [[0.0f64; 3]; 14];
    let mut others: Vec<Option<(Contender, ScoreDistribution)>> = vec![None; 14];
    for _ in 0..1000 {
        let boxes = 1 + luck.below(13) as usize;
        let position = any_position(&mut luck, boxes);
        let roll = DiceConfig::from_dice(&std::array::from_fn(|_| luck.die()))?;
        let start = match luck.below(3) {
            0 => TurnStart::Fresh,
            rolls => TurnStart::Rolled { roll, rolls_left: RollsLeft::parse(rolls.into())? },
        };
        let exact = ScoreDistribution::new(&policy, position, start);
        let quick = outlook.scores(game, position, start);
        for goal in exact.lowest()..=exact.highest() {
            worst[boxes][0] = worst[boxes][0].max((exact.beaten_by(goal) - quick.beaten_by(goal)).abs());
        }
        // As many points as bring both to about the same end.
        let level = exact.quantile(0.4 + 0.2 * f64::from(luck.below(100)) / 100.0);
        let me = Contender { points: 600 - level.min(600), ahead: Some((position, start)) };
        if let Some((other, theirs)) = others[boxes].take() {
            let truth = win_chances(&[exact.clone().plus(me.points), theirs.plus(other.points)])[0].share;
            let looked_up =
                WinForecaster::with_outlook(game, &outlook).forecast(&[me, other]).chances[0].share;
            let played = WinForecaster::quick(game).forecast(&[me, other]).chances[0].share;
            worst[boxes][1] = worst[boxes][1].max((looked_up - truth).abs());
            worst[boxes][2] = worst[boxes][2].max((played - truth).abs());
        }
        others[boxes] = Some((me, exact));
    }
    for (boxes, [finished, looked_up, played]) in worst.into_iter().enumerate().skip(1) {
        println!(
            "{boxes} open: worst error {:.4} points against a finished opponent; against one as far {:.4}, and {:.4} \
             without the table",
            100.0 * finished,
            100.0 * looked_up,
            100.0 * played
        );
    }
    Ok(())
}

fn games(game: &SolvedGame) {
    let luck = SeededChance::from_seed(2026);
    let cards = games_a_second("optimal games", 1 << 18, || play_optimal_games(game, &luck, 0..1 << 18));
    let policy = timed("policy table", || PolicyMap::new(game));
    let looked_up = games_a_second("with the policy table", 1 << 20, || policy.play_games(&luck, 0..1 << 20));
    println!("{} bytes, the same games: {}", policy.bytes(), looked_up[..1 << 18] == cards[..]);
}

/// Best of three, by the time that this thread was on a core.
fn games_a_second<T>(what: &str, games: u32, play: impl Fn() -> T) -> T {
    let (result, seconds) = (0..3)
        .map(|_| {
            let before = time_on_core();
            let result = play();
            (result, time_on_core() - before)
        })
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .expect("three rounds");
    println!("{what}, one core: {:.0} a second", f64::from(games) / seconds);
    result
}

/// Seconds that this thread was on a core: on Linux, where others may share it, that is not the time that passed.
fn time_on_core() -> f64 {
    static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);
    let read = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = read.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| STARTED.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}
