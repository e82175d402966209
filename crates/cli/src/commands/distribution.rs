use std::io::{self, Write as _};

use clap::builder::PossibleValuesParser;
use dicee::{
    Bot, CategorySet, DiceConfig, DistributionReport, InputError, KeepPattern, PartialDice, Policy, Position,
    RollsLeft, ScoreDistribution, TargetChances, TurnStart, input,
};

use crate::args::{self, PositionArgs};
use crate::failure::Failure;
use crate::histogram;
use crate::output::{self, BEST, Grid, PLAIN};
use crate::solved_games::SolverArgs;

/// The exact distribution of the points still to come: mean, spread, quantiles, every score
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Nothing is sampled: the chances are counted forward over every position. From the empty
card that takes a second or two. With --dice the turn is in progress; with --keep those
dice are kept and the rest is in the cup.

Examples:
  dicee distribution
  dicee distribution --score 300 --score 400 --rules joker_rules
  dicee distribution --open sixes,chance,dicee --upper 45 --dice 6,6,6,2,1 --rolls-left 1
  dicee distribution --bot greedy --json
  dicee distribution --open sixes,fives,chance --upper 40 --target 70"
)]
pub(crate) struct Args {
    /// Also the chance to make at least so many points from here on; may be given several times
    #[arg(long, value_name = "POINTS", value_parser = clap::value_parser!(u16).range(0..=2000))]
    score: Vec<u16>,
    /// Who plays; bots that overlook options take a minute from the empty card
    #[arg(long, default_value = Bot::Optimal.name(), value_parser = PossibleValuesParser::new(Bot::ALL.map(Bot::name)))]
    bot: String,
    /// Play for the highest chance of at least so many points instead of the highest mean
    #[arg(long, value_name = "POINTS", conflicts_with = "bot", value_parser = clap::value_parser!(u16))]
    target: Option<u16>,
    #[command(flatten)]
    turn: TurnArgs,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    solver: SolverArgs,
}

/// A turn in progress.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Turn (before its first roll when left out)")]
pub(crate) struct TurnArgs {
    /// The five dice on the table, such as 5,5,5,2,6
    #[arg(long, value_name = "FACES", allow_hyphen_values = true, requires = "rolls_left")]
    dice: Option<String>,
    /// Rolls still to come, 0 to 3
    #[arg(long, value_name = "N", allow_negative_numbers = true, requires = "dice")]
    rolls_left: Option<i64>,
    /// The dice that are kept, such as 5,5,5; the rest is in the cup
    #[arg(long, value_name = "FACES", allow_hyphen_values = true, requires = "dice")]
    keep: Option<String>,
}

impl TurnArgs {
    /// The roll on the table and the rolls left.
    pub(crate) fn rolled(&self) -> Result<Option<(DiceConfig, RollsLeft)>, InputError> {
        let (Some(dice), Some(rolls)) = (&self.dice, self.rolls_left) else { return Ok(None) };
        let roll = DiceConfig::parse(&args::faces("dice", dice)?)?;
        Ok(Some((roll, RollsLeft::parse(rolls)?)))
    }

    /// Where the turn stands.
    pub(crate) fn start(&self) -> Result<TurnStart, InputError> {
        let Some((roll, rolls_left)) = self.rolled()? else { return Ok(TurnStart::Fresh) };
        let Some(keep) = &self.keep else { return Ok(TurnStart::Rolled { roll, rolls_left }) };
        let keep = KeepPattern::parse("keep", &args::faces("keep", keep)?)?;
        let kept = PartialDice::new(roll, keep)?;
        if kept.to_roll() > 0 && rolls_left == RollsLeft::NONE {
            return Err(InputError::new("rolls_left", "at least 1, because dice are in the cup", 0));
        }
        Ok(TurnStart::Kept { keep, rolls_left })
    }
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let (rules, position) = args.position.request().resolve()?;
    let start = args.turn.start()?;
    let bot: Bot = args.bot.parse()?;
    if let Some(target) = args.target.filter(|target| *target > TargetChances::HIGHEST) {
        return Err(input::target_score(TargetChances::HIGHEST, target.into()).at("target").into());
    }
    let solved = args.solver.solved_game(rules)?.game;
    let pool = args.solver.pool()?;
    let scores = match args.target {
        None => {
            let policy = Policy::of_bot(bot, &solved);
            pool.install(|| ScoreDistribution::new(&policy, position, start))
        }
        Some(points) => {
            let bar = output::progress_bar("solving targets");
            let chances = pool.install(|| {
                TargetChances::solve_from(rules, position, points, |progress| {
                    bar.set_length(progress.total as u64);
                    bar.set_position(progress.done as u64);
                })
            })?;
            bar.finish_and_clear();
            let policy = Policy::Target { chances: &chances, points, then: &solved };
            pool.install(|| ScoreDistribution::new(&policy, position, start))
        }
    };
    let policy = args.target.map_or_else(|| bot.name().to_owned(), |points| format!("target {points}"));
    let report = DistributionReport::new(&scores, rules, policy, position, &args.score);
    if json {
        return Ok(output::print_json(&report)?);
    }
    Ok(print(&report, &scores, position)?)
}

fn print(report: &DistributionReport, scores: &ScoreDistribution, position: Position) -> io::Result<()> {
    let mut out = output::out();
    let boxes = if position.open() == CategorySet::ALL {
        "all boxes".to_owned()
    } else {
        position.open().to_string()
    };
    writeln!(out, "Points to come with {boxes} open, {} rules, policy {}", report.rules, report.policy)?;
    writeln!(out, "  mean                {BEST}{:.6}{BEST:#}", report.mean)?;
    writeln!(out, "  standard deviation  {:.4}", report.standard_deviation)?;
    writeln!(out, "  lowest, highest     {}, {}", report.lowest, report.highest)?;
    for entry in &report.at_least {
        writeln!(out, "  at least {:<10} {BEST}{}{BEST:#}", entry.points, percentage(entry.probability))?;
    }
    writeln!(out)?;
    let mut quantiles = Grid::new(["Percent", "Points"]);
    for (percent, points) in &report.quantiles {
        quantiles.row(PLAIN, [percent.to_string(), points.to_string()]);
    }
    quantiles.print(&mut out)?;
    writeln!(out)?;
    histogram::print_chances(&mut out, "points", scores)
}

/// A chance for people, with as many digits as it takes to see that it is not 0 or 1.
pub(crate) fn percentage(chance: f64) -> String {
    if chance > 0.0 && chance < 1e-4 {
        format!("{:.2e}%", 100.0 * chance)
    } else {
        format!("{:.4}%", 100.0 * chance)
    }
}
