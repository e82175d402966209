mod scenario;

use std::io::{self, Write as _};
use std::ops::Range;
use std::time::Instant;

use chance::{SeededChance, Summary};
use clap::builder::PossibleValuesParser;
use dicee::{Bot, Category, Counted, Position, Rules, Scenario, Tally, TurnStart, input};
use rayon::prelude::*;
use serde::Serialize;

use crate::args::PositionArgs;
use crate::commands::distribution::TurnArgs;
#[cfg(feature = "gpu")]
use crate::device::Device;
use crate::device::DeviceArgs;
use crate::failure::Failure;
use crate::output::{self, BEST, Grid, PLAIN};
use crate::solved_games::SolverArgs;

/// Play many games with a bot, or try one situation many times
#[derive(Debug, clap::Args)]
#[command(after_help = "Bots, strongest first:
  optimal   perfect play for the final score
  expert    plays for the final score, overlooks one option in twenty
  skilled   plays for the final score, overlooks three options in twenty
  greedy    perfect play for the points of each turn
  casual    plays for the turn, overlooks one option in four
  beginner  plays for the turn, overlooks every other option

Game number n of a seed is the same game whatever the number of games, threads and the device.
With a card, dice or a category, that situation is tried many times instead: the estimate, its
interval, how it converged, and the exact value beside it.

Examples:
  dicee simulate --games 100000
  dicee simulate --games 20000 --bot casual --seed 7 --rules joker_rules --json
  dicee simulate --dice 55526 --rolls-left 1 --keep 555 --category full_house --games 100000
  dicee simulate --open sixes,chance --upper 45 --bot skilled
  dicee simulate --games 10000000 --device gpu")]
pub(crate) struct Args {
    /// Number of games, or of trials
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(30..=100_000_000))]
    games: u64,
    /// Who plays
    #[arg(long, default_value = Bot::Optimal.name(), value_parser = PossibleValuesParser::new(Bot::ALL.map(Bot::name)))]
    bot: String,
    /// Count how often the turn achieves this box, when every keep is chosen for it
    #[arg(long, value_name = "BOX", conflicts_with = "bot")]
    category: Option<String>,
    /// Seed of the dice
    #[arg(long, default_value_t = 2026)]
    seed: u64,
    #[command(flatten)]
    turn: TurnArgs,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    device: DeviceArgs,
    #[command(flatten)]
    solver: SolverArgs,
}

/// Games or trials from which a GPU pays.
const LARGE: u64 = 1_000_000;

/// The fewest and the most games that one thread plays at a time. Optimal games are faster in large groups.
const CHUNK: (u64, u64) = (1 << 10, 1 << 15);

#[derive(Debug, Serialize)]
struct Report {
    rules: Rules,
    bot: Bot,
    seed: u64,
    games: u64,
    mean: f64,
    /// The 99% confidence interval of the mean.
    mean_interval_99: [f64; 2],
    standard_deviation: f64,
    percentiles: std::collections::BTreeMap<String, u16>,
    lowest: u16,
    highest: u16,
    upper_bonus_rate: f64,
    categories: Vec<CategoryReport>,
    games_per_second: f64,
    device: String,
}

#[derive(Debug, Serialize)]
struct CategoryReport {
    category: Category,
    mean: f64,
    zero_rate: f64,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let (rules, position) = args.position.request().resolve()?;
    let bot: Bot = args.bot.parse()?;
    let start = args.turn.start()?;
    let category: Option<Category> = args.category.as_deref().map(str::parse).transpose()?;
    if category.is_some() || start != TurnStart::Fresh || position != Position::START {
        return simulate_scenario(args, (rules, position, start), (bot, category), json);
    }
    let solved = args.solver.solved_game(rules)?.game;
    let device = args.device.open(bot == Bot::Optimal && args.games >= LARGE)?;
    #[cfg(feature = "gpu")]
    if let Device::Gpu(gpu) = &device {
        if bot != Bot::Optimal {
            return Err(input::random_bot(bot).saying("device: only optimal play runs on a GPU").into());
        }
        let started = Instant::now();
        let players = gpu.players(&solved).map_err(anyhow::Error::from)?;
        let tally = gpu.play(&players, args.seed, 0..args.games).map_err(anyhow::Error::from)?.result;
        let report = report(&tally, rules, bot, args.seed, started.elapsed().as_secs_f64(), device.name());
        return Ok(if json { output::print_json(&report) } else { print(&report) }?);
    }
    let luck = SeededChance::from_seed(args.seed);
    let pool = args.solver.pool()?;
    let chunk = (args.games / (4 * pool.current_num_threads() as u64)).clamp(CHUNK.0, CHUNK.1);
    let chunks: Vec<Range<u64>> =
        (0..args.games.div_ceil(chunk)).map(|n| n * chunk..((n + 1) * chunk).min(args.games)).collect();
    let bar = output::progress_bar(&format!("{bot} plays"));
    bar.set_length(args.games);
    let started = Instant::now();
    let tally = pool.install(|| {
        let play = |chunk: &Range<u64>| {
            let tally = Tally::of_games(bot, &solved, &luck, chunk.clone());
            bar.inc(chunk.end - chunk.start);
            tally
        };
        let tallies: Vec<Tally> = chunks.par_iter().map(play).collect();
        tallies.into_iter().reduce(Tally::merge).unwrap_or_default()
    });
    bar.finish_and_clear();
    let report = report(&tally, rules, bot, args.seed, started.elapsed().as_secs_f64(), device.name());
    if json {
        return Ok(output::print_json(&report)?);
    }
    Ok(print(&report)?)
}

/// Tries one situation many times.
fn simulate_scenario(
    args: &Args,
    (rules, position, start): (Rules, Position, TurnStart),
    (bot, category): (Bot, Option<Category>),
    json: bool,
) -> Result<(), Failure> {
    if let Some(category) = category.filter(|category| !position.open().contains(*category)) {
        return Err(input::category_not_open(category, position.open()).into());
    }
    let counted = category.map_or(Counted::Points(bot), Counted::Achieved);
    let scenario = Scenario { rules, position, start, counted };
    let device = args.device.open(category.is_some() && args.games >= LARGE)?;
    let game = match counted {
        Counted::Achieved(_) => None,
        Counted::Points(_) => Some(args.solver.solved_game(rules)?.game),
    };
    let pool = args.solver.pool()?;
    scenario::run(&scenario, game.as_ref(), (args.games, args.seed), &device, &pool, json)
}

fn report(tally: &Tally, rules: Rules, bot: Bot, seed: u64, seconds: f64, device: String) -> Report {
    let summary = tally.summary();
    let (low, high) = summary.interval(Summary::Z99);
    Report {
        rules,
        bot,
        seed,
        games: tally.games(),
        mean: summary.mean(),
        mean_interval_99: [low, high],
        standard_deviation: summary.standard_deviation(),
        percentiles: tally.percentiles(),
        lowest: tally.percentile(0),
        highest: tally.percentile(100),
        upper_bonus_rate: tally.upper_bonus_rate(),
        categories: Category::ALL
            .map(|category| CategoryReport {
                category,
                mean: tally.mean_of(category),
                zero_rate: tally.zero_rate_of(category),
            })
            .into(),
        games_per_second: tally.games() as f64 / seconds,
        device,
    }
}

fn print(report: &Report) -> io::Result<()> {
    let mut out = output::out();
    let [low, high] = report.mean_interval_99;
    writeln!(
        out,
        "{} games of {} under {} rules, seed {}",
        report.games, report.bot, report.rules, report.seed
    )?;
    writeln!(
        out,
        "  mean score          {BEST}{:.2}{BEST:#}  (99% confidence: {low:.2} to {high:.2})",
        report.mean
    )?;
    writeln!(out, "  standard deviation  {:.2}", report.standard_deviation)?;
    writeln!(out, "  upper bonus         {:.1}% of the games", 100.0 * report.upper_bonus_rate)?;
    writeln!(out, "  lowest, highest     {}, {}", report.lowest, report.highest)?;
    writeln!(out, "  {:.0} games a second\n", report.games_per_second)?;
    let mut scores = Grid::new(["Percentile", "Score"]);
    for (name, score) in &report.percentiles {
        scores.row(PLAIN, [name.trim_start_matches(['p', '0']).to_owned(), score.to_string()]);
    }
    scores.print(&mut out)?;
    writeln!(out)?;
    let mut boxes = Grid::new(["Box", "Mean", "Zeros"]);
    for entry in &report.categories {
        let zeros = format!("{:.1}%", 100.0 * entry.zero_rate);
        boxes.row(PLAIN, [entry.category.title().to_owned(), format!("{:.2}", entry.mean), zeros]);
    }
    boxes.print(&mut out)
}
