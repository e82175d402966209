use std::io::{self, Write as _};
use std::str::FromStr as _;

use clap::builder::PossibleValuesParser;
use dicee::{
    Action, AnalyzeRequest, Choice, Horizon, Outlook, Question, TargetOptionData, TargetReport, TurnAnalysis,
};
use serde::Serialize;

use crate::args::{self, PositionArgs};
use crate::commands::target::solve_turn;
use crate::failure::Failure;
use crate::output::{self, BEST, FAINT, Grid, PLAIN};
use crate::solved_games::SolverArgs;

/// What a roll is worth: every keep, every box, and the best action
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  dicee analyze --dice 5,5,5,2,6 --rolls-left 1
  dicee analyze --dice 1,2,3,4,6 --rolls-left 2 --horizon turn
  dicee analyze --dice 6,6,6,2,1 --rolls-left 1 --open sixes,full_house,chance --upper 45 --dicee-box 50 --all
  dicee analyze --dice 6,6,6,2,1 --rolls-left 1 --open sixes,full_house,chance --upper 45 --target 90
  dicee analyze --dice 33345 --rolls-left 0 --rules joker_rules --json")]
pub(crate) struct Args {
    /// The five dice, such as 5,5,5,2,6
    #[arg(long, value_name = "FACES", allow_hyphen_values = true)]
    dice: String,
    /// Rolls still to come, 0 to 3
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    rolls_left: i64,
    /// Maximise the points of this turn, or the final score
    #[arg(long, default_value = Horizon::Game.name(), value_parser = PossibleValuesParser::new(["turn", "game"]))]
    horizon: String,
    /// Also the chance of every option to make at least so many points from here on, up to 511; solving that takes a
    /// second with 7 open boxes and a minute with 13
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    target: Option<i64>,
    /// List every option instead of the best ten
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    solver: SolverArgs,
}

/// Options shown unless all are asked for.
const SHOWN: usize = 10;

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let card = args.position.request();
    let request = AnalyzeRequest {
        rules: card.rules,
        open: card.open,
        upper: card.upper,
        dicee_box: card.dicee_box,
        dice: args::faces("dice", &args.dice)?,
        rolls_left: args.rolls_left,
        target: args.target,
    };
    let Question { rules, position, roll, rolls_left, target } = request.resolve()?;
    let analysis = match Horizon::from_str(&args.horizon)? {
        Horizon::Turn => TurnAnalysis::new(rules, position, Outlook::Turn, roll, rolls_left),
        Horizon::Game => {
            let solved = args.solver.solved_game(rules)?;
            TurnAnalysis::new(rules, position, Outlook::Game(&solved.game), roll, rolls_left)
        }
    };
    let target = match target {
        Some(points) => {
            let chances = solve_turn(&args.solver, rules, position, points)?;
            Some(TargetReport::new(&chances, position, points, Some((roll, rolls_left)))?)
        }
        None => None,
    };
    let answer = Answer { analysis, target };
    if json {
        return Ok(output::print_json(&answer)?);
    }
    Ok(print(&answer, if args.all { usize::MAX } else { SHOWN })?)
}

/// What is printed.
#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    analysis: TurnAnalysis,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<TargetReport>,
}

fn print(Answer { analysis, target }: &Answer, shown: usize) -> io::Result<()> {
    let mut out = output::out();
    let rolls = output::rolls(analysis.rolls_left);
    writeln!(out, "{} with {rolls}, {} rules, {} horizon", analysis.roll, analysis.rules, analysis.horizon)?;
    writeln!(out, "{BEST}{}{BEST:#}", analysis.explanation())?;
    if let Some(target) = target {
        writeln!(out, "{}", target.text)?;
    }
    writeln!(out)?;

    let listed = analysis.options.iter().take(shown).enumerate();
    let listed = listed.map(|(place, option)| (if place == 0 { BEST } else { PLAIN }, option));
    match target {
        None => {
            let mut options = Grid::new(["Option", "Value", "Loss"]);
            listed.for_each(|(style, option)| options.row(style, cells(option)));
            options.print(&mut out)?;
        }
        Some(target) => {
            let mut options = Grid::new(["Option", "Value", "Loss", "Target"]);
            listed.for_each(|(style, option)| {
                let [name, value, loss] = cells(option);
                options.row(style, [name, value, loss, reach(target, option)]);
            });
            options.print(&mut out)?;
        }
    }
    if analysis.options.len() > shown {
        writeln!(out, "{FAINT}and {} more: --all lists them{FAINT:#}", analysis.options.len() - shown)?;
    }

    writeln!(out)?;
    let mut boxes = Grid::new(["Box", "Now", "Value", "Chance", "Fraction", "Aiming for it"]);
    for entry in &analysis.categories {
        let style = if analysis.recommended_category() == Some(entry.category) {
            BEST
        } else if entry.probability.is_zero() {
            FAINT
        } else {
            PLAIN
        };
        let (score, value) = match (entry.score, entry.value) {
            (Some(score), Some(value)) if entry.bonus > 0 => {
                (format!("{score}+{}", entry.bonus), format!("{value:.3}"))
            }
            (Some(score), Some(value)) => (score.to_string(), format!("{value:.3}")),
            _ => ("not allowed".to_owned(), "-".to_owned()),
        };
        boxes.row(
            style,
            [
                entry.category.title().to_owned(),
                score,
                value,
                entry.probability.percentage(),
                entry.probability.to_string(),
                format!("{:.2}", entry.expected_score),
            ],
        );
    }
    boxes.print(&mut out)
}

/// The chance to reach the target after an option.
fn reach(target: &TargetReport, option: &Choice) -> String {
    target.option(option.action).map_or("-", TargetOptionData::percentage).to_owned()
}

fn cells(option: &Choice) -> [String; 3] {
    let loss = if option.loss < 1e-9 { "-".to_owned() } else { format!("{:.3}", option.loss) };
    [name(option), format!("{:.3}", option.value), loss]
}

fn name(option: &Choice) -> String {
    match option.action {
        Action::Score(category) => format!("score {}", category.title()),
        Action::Keep(keep) if keep.is_empty() => "roll all five".to_owned(),
        Action::Keep(keep) => format!("keep {keep}"),
    }
}
