use std::io::{self, Write as _};

use chance::InputError;
use clap::builder::PossibleValuesParser;
use coach::{DrillRequest, drill};
use dicee::{MistakeKind, Rules};

use crate::args::seed_or_fresh;
use crate::commands::practice::{self, Tried};
use crate::failure::Failure;
use crate::output;
use crate::solved_games::SolverArgs;

/// Train one kind of mistake, or all of them, on fresh positions
#[derive(Debug, clap::Args)]
#[command(
    after_help = "What you type is what 'dicee puzzle --help' lists. With --json the exercises are printed
and nothing is asked.

Examples:
  dicee train
  dicee train --kind chased_a_straight --count 5
  dicee train --kind ignored_upper_bonus --seed 7 --json"
)]
pub(crate) struct Args {
    /// The kind of mistake [default: any]
    #[arg(long, value_name = "KIND", value_parser = PossibleValuesParser::new(MistakeKind::ALL.map(MistakeKind::name)))]
    kind: Option<String>,
    /// Number of exercises
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=1000))]
    count: u16,
    /// The same seed gives the same exercises [default: a new one]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    solver: SolverArgs,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let kind = args.kind.as_deref().map(kind_of).transpose()?;
    let solved = args.solver.solved_game(Rules::Standard)?.game;
    let wanted = DrillRequest { kind, ..DrillRequest::default() };
    let exercises = drill(&solved, &wanted, seed_or_fresh(args.seed)?, usize::from(args.count));
    if json {
        return Ok(output::print_json(&exercises)?);
    }
    let mut out = output::out();
    let mut input = io::stdin().lock();
    let (mut asked, mut solved_ones, mut loss) = (0, 0, 0.0);
    for (number, exercise) in exercises.iter().enumerate() {
        writeln!(out, "\n{} of {}", number + 1, exercises.len())?;
        practice::show(&mut out, &exercise.situation)?;
        let Tried::Answered(answer) = practice::ask(&solved, &exercise.situation, &mut input)? else { break };
        practice::tell(&mut out, &answer, true)?;
        asked += 1;
        solved_ones += u32::from(answer.solved);
        loss += answer.loss;
    }
    if asked > 0 {
        writeln!(out, "\n{solved_ones} of {asked} solved, {:.2} points lost each", loss / f64::from(asked))?;
    }
    Ok(())
}

fn kind_of(name: &str) -> Result<MistakeKind, InputError> {
    let found = MistakeKind::ALL.into_iter().find(|kind| kind.name() == name);
    let expected = || MistakeKind::ALL.map(MistakeKind::name).join(", ");
    found.ok_or_else(|| InputError::text("kind", format!("one of {}", expected()), name))
}
