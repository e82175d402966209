use std::io::{self, Write as _};
use std::time::{SystemTime, UNIX_EPOCH};

use coach::{Day, Puzzle, Tries};
use dicee::Rules;

use crate::commands::practice::{self, Tried};
use crate::failure::Failure;
use crate::output;
use crate::solved_games::SolverArgs;

/// The puzzle of the day: one decision, the same for everybody
#[derive(Debug, clap::Args)]
#[command(after_help = "You have three tries. What you type:
  keep 5 5 5      keep these and roll the others; keep none rolls all
  score chance    fill a box
  quit

The answer is never in what is printed for others. With --json the puzzle is
printed and nothing is asked.

Examples:
  dicee puzzle
  dicee puzzle --date 2026-11-15
  echo 'keep 5 5' | dicee puzzle
  dicee puzzle --json")]
pub(crate) struct Args {
    /// The day, in UTC [default: today]
    #[arg(long, value_name = "YYYY-MM-DD")]
    date: Option<String>,
    #[command(flatten)]
    solver: SolverArgs,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let day = match &args.date {
        Some(date) => date.parse()?,
        None => today(),
    };
    let solved = args.solver.solved_game(Rules::Standard)?.game;
    let puzzle = Puzzle::of_day(&solved, day);
    if json {
        return Ok(output::print_json(&puzzle)?);
    }
    let mut out = output::out();
    writeln!(out, "Puzzle of {day}: what is best for the whole game?\n")?;
    let situation = &puzzle.exercise.situation;
    practice::show(&mut out, situation)?;
    let mut input = io::stdin().lock();
    let mut tries = Tries::default();
    while tries.grades.len() < Puzzle::TRIES && !tries.solved {
        let Tried::Answered(answer) = practice::ask(&solved, situation, &mut input)? else { break };
        tries.grades.push(answer.quality);
        tries.solved = answer.solved;
        practice::tell(&mut out, &answer, answer.solved || tries.grades.len() == Puzzle::TRIES)?;
    }
    if !tries.grades.is_empty() {
        writeln!(out, "\n{}", Puzzle::share_text(day, &tries))?;
    }
    Ok(())
}

/// The day in UTC.
pub(crate) fn today() -> Day {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Day::of_time(u64::try_from(since.as_millis()).unwrap_or(0))
}
