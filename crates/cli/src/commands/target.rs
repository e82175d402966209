use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::time::Instant;

use dicee::{Position, Rules, TargetChances, TargetOptionData, TargetReport, input};
use serde::Serialize;

use crate::args::PositionArgs;
use crate::commands::distribution::{TurnArgs, percentage};
use crate::device::{Device, DeviceArgs};
use crate::failure::Failure;
use crate::output::{self, BEST, FAINT, Grid, PLAIN};
use crate::solved_games::SolverArgs;

/// The highest chance of reaching a score, and how to get it
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The score counts the points still to come: on a card that holds 180 already, 300 in the end
means --score 120. Without --score, the chances of every score are listed.

Examples:
  dicee target --score 300
  dicee target --score 60 --open sixes,chance,dicee --upper 45
  dicee target --score 60 --open sixes,chance,dicee --upper 45 --dice 66621 --rolls-left 1
  dicee target --rules joker_rules --json"
)]
pub(crate) struct Args {
    /// Points wanted from here on, at most 511
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    score: Option<i64>,
    /// List every option instead of the best ten
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    turn: TurnArgs,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    device: DeviceArgs,
    #[command(flatten)]
    solver: SolverArgs,
}

/// Open boxes up to which the CPU is done before a GPU has started.
const FEW: usize = 9;
/// Options shown unless all are asked for.
const SHOWN: usize = 10;

/// Every target of a position.
#[derive(Debug, Serialize)]
struct AllTargets {
    rules: Rules,
    /// By the points wanted, from 0: the highest chance.
    chances: Vec<f64>,
    bytes: usize,
    elapsed_ms: f64,
    device: String,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let (rules, position) = args.position.request().resolve()?;
    let rolled = args.turn.rolled()?;
    let score = match args.score {
        None => None,
        Some(score) => {
            let wanted = u16::try_from(score).ok().filter(|wanted| *wanted <= TargetChances::HIGHEST);
            Some(wanted.ok_or_else(|| input::target_score(TargetChances::HIGHEST, score))?)
        }
    };
    let started = Instant::now();
    let device = args.device.open(position.open().len() > FEW)?;
    let chances = match &device {
        Device::Cpu => solve_turn(&args.solver, rules, position, score.unwrap_or(TargetChances::HIGHEST))?,
        #[cfg(feature = "gpu")]
        Device::Gpu(gpu) => gpu.targets(rules).map_err(anyhow::Error::from)?.result,
    };
    let elapsed_ms = started.elapsed().as_secs_f64() * 1000.0;
    let Some(score) = score else {
        return Ok(all_targets(&chances, position, (elapsed_ms, device.name()), json)?);
    };
    let report = TargetReport::new(&chances, position, score, rolled)?;
    if json {
        return Ok(output::print_json(&report)?);
    }
    Ok(print(&report, if args.all { usize::MAX } else { SHOWN })?)
}

/// Solves the targets of one turn, with a bar.
pub(crate) fn solve_turn(
    solver: &SolverArgs,
    rules: Rules,
    position: Position,
    highest: u16,
) -> Result<TargetChances, Failure> {
    let bar = output::progress_bar("solving targets");
    let chances = solver.pool()?.install(|| {
        TargetChances::solve_turn_of(rules, position, highest, |progress| {
            bar.set_length(progress.total as u64);
            bar.set_position(progress.done as u64);
            ControlFlow::Continue(())
        })
    })?;
    bar.finish_and_clear();
    Ok(chances.expect("nothing breaks it off"))
}

fn all_targets(
    chances: &TargetChances,
    position: Position,
    (elapsed_ms, device): (f64, String),
    json: bool,
) -> io::Result<()> {
    let of = |points| chances.chance(position, points).expect("solved up to the highest");
    let report = AllTargets {
        rules: chances.rules(),
        chances: (0..=TargetChances::HIGHEST).map(of).collect(),
        bytes: chances.bytes(),
        elapsed_ms,
        device,
    };
    if json {
        return output::print_json(&report);
    }
    let mut out = output::out();
    writeln!(out, "Highest chance to make at least so many points, {} rules", report.rules)?;
    writeln!(
        out,
        "  {} MiB of chances solved in {elapsed_ms:.0} ms on {}\n",
        report.bytes >> 20,
        report.device
    )?;
    let mut table = Grid::new(["Points", "Chance"]);
    for (points, &chance) in
        report.chances.iter().enumerate().step_by(10).filter(|(_, chance)| **chance > 0.0)
    {
        table.row(PLAIN, [points.to_string(), percentage(chance)]);
    }
    table.print(&mut out)
}

fn print(report: &TargetReport, shown: usize) -> io::Result<()> {
    let mut out = output::out();
    writeln!(
        out,
        "{BEST}{}{BEST:#}: highest chance of at least {} points to come, {} rules",
        percentage(report.chance),
        report.score,
        report.rules
    )?;
    if report.options.is_empty() {
        return Ok(());
    }
    writeln!(out, "{}\n", report.text)?;
    let mut options = Grid::new(["Option", "Chance"]);
    for (place, option) in report.options.iter().take(shown).enumerate() {
        let name = match option {
            TargetOptionData::Score { category, .. } => format!("score {}", category.title()),
            TargetOptionData::Keep { keep, .. } if keep.is_empty() => "roll all five".to_owned(),
            TargetOptionData::Keep { keep, .. } => {
                let faces: Vec<String> = keep.iter().map(u8::to_string).collect();
                format!("keep {}", faces.join(" "))
            }
        };
        options.row(if place == 0 { BEST } else { PLAIN }, [name, percentage(option.chance())]);
    }
    options.print(&mut out)?;
    if report.options.len() > shown {
        writeln!(out, "{FAINT}and {} more: --all lists them{FAINT:#}", report.options.len() - shown)?;
    }
    Ok(())
}
