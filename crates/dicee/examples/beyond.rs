//! Measures distributions, targets, exact fractions, win chances and play to win:
//!
//! ```sh
//! cargo run --release -p dicee --features parallel --example beyond           # what one asks for every day
//! cargo run --release -p dicee --features parallel --example beyond -- win    # playing to win, some minutes
//! ```
#![allow(clippy::print_stdout, reason = "the figures are the output")]

use std::thread;
use std::time::Instant;

use chance::{Chance as _, SeededChance, Summary};
use dicee::{
    BestReply, Category, CategorySet, DiceConfig, DiceeBox, ExactScore, Policy, PolicyTable, Position,
    RollsLeft, Rules, ScoreDistribution, ScoreOutlook, SolvedGame, TargetTable, TurnStart,
    play_optimal_games, win_chances_of,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Rules::JokerRules;
    let game = timed("solve", || SolvedGame::solve(rules));
    if std::env::args().any(|arg| arg == "win") {
        return play_to_win(&game);
    }
    distributions(&game)?;
    outlook(&game)?;
    games(&game);
    let exact = timed("exact optimum", || ExactScore::solve(rules, |_| {}));
    println!("{} / {} = {}", exact.numerator, exact.denominator, exact.decimals);
    println!("{} and {} digits", exact.numerator.len(), exact.denominator.len());
    let targets = timed("every target up to 511", || TargetTable::solve(rules, |_| {}));
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
    let policy = Policy::Expected(game);
    let mut luck = SeededChance::from_seed(2);
    let mut worst = [0.0f64; 14];
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
        if boxes <= 10 {
            let exact = ScoreDistribution::new(&policy, position, start);
            for goal in exact.lowest()..=exact.highest() {
                worst[boxes] = worst[boxes].max((exact.beaten_by(goal) - quick.beaten_by(goal)).abs());
            }
        }
    }
    for boxes in 1..14 {
        println!(
            "outlook, {boxes} open: worst error {:.6}, {}",
            worst[boxes],
            spread(std::mem::take(&mut times[boxes]))
        );
    }
    let finals: Vec<ScoreDistribution> =
        (0..8).map(|_| outlook.scores(game, any_position(&mut luck, 7), TurnStart::Fresh)).collect();
    timed("win chances of eight players", || win_chances_of(&finals));
    Ok(())
}

fn games(game: &SolvedGame) {
    let luck = SeededChance::from_seed(2026);
    let started = Instant::now();
    let cards = play_optimal_games(game, &luck, 0..1 << 16);
    println!("optimal games, one core: {:.0} a second", cards.len() as f64 / started.elapsed().as_secs_f64());
    let policy = timed("policy table", || PolicyTable::new(game));
    let started = Instant::now();
    let looked_up = policy.play_games(&luck, 0..1 << 18);
    println!("with it, one core: {:.0} a second", looked_up.len() as f64 / started.elapsed().as_secs_f64());
    println!("{} bytes, the same games: {}", policy.bytes(), looked_up[..1 << 16] == cards[..]);
}

fn play_to_win(game: &SolvedGame) -> Result<(), Box<dyn std::error::Error>> {
    let rules = game.rules();
    let others = ScoreDistribution::before_turn(&Policy::Expected(game), Position::START);
    for players in [2, 10_000] {
        let worth = BestReply::worth_among(players, &others);
        let reply = timed(&format!("best reply among {players}"), || {
            BestReply::solve(rules, CategorySet::ALL, &worth, |_| {})
        });
        let share = reply.share(Position::START, 0)?;
        let usual: f64 =
            others.iter().map(|(score, chance)| chance * worth[usize::from(score).min(1023)]).sum();
        let scores = simulate(&reply, 400_000);
        println!(
            "{players} players: wins {share:.6} instead of {usual:.6}; mean {:.2}, deviation {:.2} over {} games",
            scores.mean(),
            scores.standard_deviation(),
            scores.count()
        );
    }
    Ok(())
}

fn simulate(reply: &BestReply, games: u64) -> Summary {
    let luck = SeededChance::from_seed(2026);
    let threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    thread::scope(|scope| {
        let play = |first| {
            let luck = &luck;
            let numbers = (first..games).step_by(usize::try_from(threads).unwrap_or(1));
            scope.spawn(move || {
                let score = |number| f64::from(reply.play_game(&mut luck.stream(number)).grand_total());
                numbers.map(score).collect::<Summary>()
            })
        };
        let workers: Vec<_> = (0..threads).map(play).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).fold(Summary::default(), Summary::merge)
    })
}
