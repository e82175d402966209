use std::io::Write as _;

use dicee::{CategorySet, Rules};
use serde::Serialize;

use crate::args::PositionArgs;
use crate::failure::Failure;
use crate::output::{self, BEST};
use crate::solved_games::SolverArgs;

/// Expected further points from a position, before its turn begins
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  dicee value
  dicee value --open ones,chance --upper 60 --dicee-box 50
  dicee value --open large_straight --upper 63 --dicee-box 0 --rules forced_dicee --json")]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    solver: SolverArgs,
}

#[derive(Debug, Serialize)]
struct Report {
    rules: Rules,
    open: Vec<dicee::Category>,
    upper: u8,
    dicee_box: dicee::DiceeBox,
    value: f64,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let (rules, position) = args.position.request().resolve()?;
    let value = args.solver.solved_game(rules)?.game.value(position);
    if json {
        let open = position.open().iter().collect();
        let report = Report { rules, open, upper: position.upper(), dicee_box: position.dicee_box(), value };
        return Ok(output::print_json(&report)?);
    }
    let mut out = output::out();
    let open = position.open();
    let boxes = if open == CategorySet::ALL { "all boxes".to_owned() } else { open.to_string() };
    writeln!(out, "{BEST}{value:.6}{BEST:#} points to come with {boxes} open")?;
    writeln!(
        out,
        "  under {rules} rules, upper subtotal {}, Dicee box {}",
        position.upper(),
        position.dicee_box().name()
    )?;
    Ok(())
}
