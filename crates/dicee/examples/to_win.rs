//! Playing to win, measured: the best reply to expected-score play, fixed at the start of the game, and one that looks at
//! the other card before every turn.
//!
//! ```sh
//! cargo run --release -p dicee --features parallel --example to_win -- classic
//! ```
//!
//! Some minutes on 16 cores, and 4 GiB. With numbers of players behind the rules, only the replies among so many.
#![allow(clippy::print_stdout, reason = "the figures are the output")]

use std::collections::HashMap;
use std::thread;

use chance::{SeededChance, Summary};
use dicee::{
    BestReply, Category, CategorySet, DiceConfig, KeepPattern, Policy, Position, RollsLeft, Rules,
    ScoreDistribution, ScoreOutlook, Scorecard, SolvedGame, TargetChances, TurnStart, TurnValues,
};

/// Games of two players.
const GAMES: u64 = 50_000;
/// Replies to replies.
const REPLIES: usize = 3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules: Rules = std::env::args().nth(1).map_or(Ok(Rules::Classic), |name| name.parse())?;
    let game = SolvedGame::solve(rules);
    let usual = ScoreDistribution::before_turn(&Policy::Expected(&game), Position::START);
    println!("{rules}: expected-score play {:.2} +- {:.2}", usual.mean(), usual.standard_deviation());
    let arguments: Vec<String> = std::env::args().skip(2).collect();
    let numbers = arguments.iter().map(|players| players.parse()).collect::<Result<Vec<u32>, _>>()?;
    for &players in if numbers.is_empty() { &[2, 10_000] } else { numbers.as_slice() } {
        fixed(&game, players, &usual)?;
    }
    if numbers.is_empty() {
        looking(&game);
    }
    Ok(())
}

/// The best reply to the distribution at the start, played without looking at the others: first to expected-score play, then
/// to itself, and so on.
fn fixed(
    game: &SolvedGame,
    players: u32,
    usual: &ScoreDistribution,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut others = usual.clone();
    for round in 0..if players > 2 { REPLIES } else { 1 } {
        let worth = BestReply::worth_among(players, &others);
        let reply = BestReply::solve(game.rules(), CategorySet::ALL, &worth, |_| {});
        let share = reply.share(Position::START, 0)?;
        let scores = ScoreDistribution::before_turn(&reply.policy(game), Position::START);
        let wins = |scores: &ScoreDistribution| -> f64 {
            scores.iter().map(|(score, chance)| chance * worth[usize::from(score).min(worth.len() - 1)]).sum()
        };
        println!(
            "reply {round} among {players}: wins {:.4}% ({:.4}% counted) instead of {:.4}%; {:.2} +- {:.2} points",
            100.0 * share,
            100.0 * wins(&scores),
            100.0 * wins(&others),
            scores.mean(),
            scores.standard_deviation()
        );
        others = scores;
    }
    Ok(())
}

/// Two players take turns. The first looks at both cards before each of its turns and plays for the win; the second plays
/// for the expected score. Who begins alternates.
fn looking(game: &SolvedGame) {
    let rules = game.rules();
    let outlook = ScoreOutlook::new(game, |_| {});
    let targets = TargetChances::solve(rules, |_| {});
    let played: Vec<(f64, f64)> = {
        let play = |number: u64| {
            let luck = SeededChance::from_seed(99);
            let (mut mine, mut theirs) = (luck.stream(2 * number), luck.stream(2 * number + 1));
            let (mut me, mut other) = (Scorecard::default(), Scorecard::default());
            for _ in 0..Category::COUNT {
                let first = number.is_multiple_of(2);
                if !first {
                    turn_for_points(game, &mut other, &mut theirs);
                }
                let opponent = match other.to_play() {
                    Ok(position) => {
                        outlook.scores(game, position, TurnStart::Fresh).plus(other.grand_total())
                    }
                    Err(_) => ScoreDistribution::certain(other.grand_total()),
                };
                turn_to_win(rules, &targets, &opponent, &mut me, &mut mine);
                if first {
                    turn_for_points(game, &mut other, &mut theirs);
                }
            }
            let (mine, theirs) = (me.grand_total(), other.grand_total());
            let won = if mine == theirs { 0.5 } else { f64::from(u8::from(mine > theirs)) };
            (won, f64::from(mine))
        };
        collect_on_all_cores(GAMES, play)
    };
    let wins: Summary = played.iter().map(|(won, _)| *won).collect();
    let scores: Summary = played.iter().map(|(_, score)| *score).collect();
    let (low, high) = wins.interval(Summary::Z95);
    println!(
        "looking reply against one: wins {:.2}% ({:.2} to {:.2}); {:.2} +- {:.2} points over {} games",
        100.0 * wins.mean(),
        100.0 * low,
        100.0 * high,
        scores.mean(),
        scores.standard_deviation(),
        scores.count()
    );
}

/// Plays for the highest sum, over the opponent's final scores, of the highest chance to pass each: more than any one
/// policy reaches, so it is a guide and no promise.
fn turn_to_win(
    rules: Rules,
    targets: &TargetChances,
    opponent: &ScoreDistribution,
    card: &mut Scorecard,
    luck: &mut SeededChance,
) {
    let (position, scored) = (card.position(), card.grand_total());
    let mut known: HashMap<(Position, u16), f64> = HashMap::new();
    let mut worth = |next: Position, points: u16| {
        *known.entry((next, points)).or_insert_with(|| {
            let have = scored + points;
            let reach = |goal: u16| {
                let lacking = goal.saturating_sub(have);
                targets.chance(next, lacking.min(TargetChances::HIGHEST)).unwrap_or(0.0)
            };
            opponent.iter().map(|(score, chance)| chance * (reach(score) + reach(score + 1)) / 2.0).sum()
        })
    };
    let rolls: Vec<DiceConfig> = DiceConfig::iter_all().collect();
    let standing: [f64; DiceConfig::COUNT] = std::array::from_fn(|index| {
        let roll = rolls[index];
        let outcomes =
            position.open().iter().filter_map(|category| position.score(rules, roll, category).ok());
        outcomes.map(|outcome| worth(outcome.next, outcome.points())).fold(0.0, f64::max)
    });
    let turn = TurnValues::from_standing(standing, RollsLeft::AFTER_FIRST);
    let roll = roll_out(&turn, luck);
    let best = position
        .open()
        .iter()
        .filter_map(|category| {
            let outcome = position.score(rules, roll, category).ok()?;
            Some((category, worth(outcome.next, outcome.points())))
        })
        .reduce(|best, rival| if rival.1 > best.1 { rival } else { best });
    let (category, _) = best.expect("some open box is always allowed");
    card.score(rules, roll, category).expect("the box is allowed");
}

fn roll_out(turn: &TurnValues, luck: &mut SeededChance) -> DiceConfig {
    let mut roll = KeepPattern::NOTHING.complete(luck);
    let mut left = RollsLeft::AFTER_FIRST;
    while let Some(after) = left.after_roll() {
        let (keep, _) = turn.best_keep(roll, left);
        if keep == roll.to_index().keep_all() {
            break;
        }
        roll = KeepPattern::from_index(keep).complete(luck);
        left = after;
    }
    roll
}

fn turn_for_points(game: &SolvedGame, card: &mut Scorecard, luck: &mut SeededChance) {
    dicee::play_optimal_turn(game, card, luck);
}

fn collect_on_all_cores<T: Send>(games: u64, play: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    thread::scope(|scope| {
        let play = &play;
        let worker = |first: u64| {
            scope.spawn(move || {
                (first..games).step_by(usize::try_from(threads).unwrap_or(1)).map(play).collect()
            })
        };
        let workers: Vec<thread::ScopedJoinHandle<'_, Vec<T>>> = (0..threads).map(worker).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    })
}
