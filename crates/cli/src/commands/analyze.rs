use std::io::{self, Write as _};
use std::str::FromStr as _;

use clap::builder::PossibleValuesParser;
use dicee::{Action, AnalyzeRequest, Choice, Horizon, Outlook, Question, TurnAnalysis};

use crate::args::{self, PositionArgs};
use crate::failure::Failure;
use crate::output::{self, BEST, FAINT, Grid, PLAIN};
use crate::solved_games::SolverArgs;

/// What a roll is worth: every keep, every box, and the best thing to do
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  dicee analyze --dice 5,5,5,2,6 --rolls-left 1
  dicee analyze --dice 1,2,3,4,6 --rolls-left 2 --horizon turn
  dicee analyze --dice 6,6,6,2,1 --rolls-left 1 --open sixes,full_house,chance --upper 45 --dicee-box 50 --all
  dicee analyze --dice 33345 --rolls-left 0 --rules joker_rules --json")]
pub(crate) struct Args {
    /// The five dice, such as 5,5,5,2,6
    #[arg(long, value_name = "FACES", allow_hyphen_values = true)]
    dice: String,
    /// Rolls still to come, 0 to 3
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    rolls_left: i64,
    /// Judge by the points of this turn, or by the final score
    #[arg(long, default_value = Horizon::Game.name(), value_parser = PossibleValuesParser::new(["turn", "game"]))]
    horizon: String,
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
    };
    let Question { rules, position, roll, rolls_left } = request.resolve()?;
    let analysis = match Horizon::from_str(&args.horizon)? {
        Horizon::Turn => TurnAnalysis::new(rules, position, Outlook::Turn, roll, rolls_left),
        Horizon::Game => {
            let solved = args.solver.solved_game(rules)?;
            TurnAnalysis::new(rules, position, Outlook::Game(&solved.game), roll, rolls_left)
        }
    };
    if json {
        return Ok(output::print_json(&analysis)?);
    }
    Ok(print(&analysis, if args.all { usize::MAX } else { SHOWN })?)
}

fn print(analysis: &TurnAnalysis, shown: usize) -> io::Result<()> {
    let mut out = output::out();
    let rolls = output::rolls(analysis.rolls_left);
    writeln!(out, "{} with {rolls}, {} rules, {} horizon", analysis.roll, analysis.rules, analysis.horizon)?;
    writeln!(out, "{BEST}{}{BEST:#}\n", analysis.explanation())?;

    let mut options = Grid::new(["Option", "Value", "Loss"]);
    for (place, option) in analysis.options.iter().take(shown).enumerate() {
        let style = if place == 0 { BEST } else { PLAIN };
        let loss = if option.loss < 1e-9 { "-".to_owned() } else { format!("{:.3}", option.loss) };
        options.row(style, [name(option), format!("{:.3}", option.value), loss]);
    }
    options.print(&mut out)?;
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

fn name(option: &Choice) -> String {
    match option.action {
        Action::Score(category) => format!("score {}", category.title()),
        Action::Keep(keep) if keep.is_empty() => "roll all five".to_owned(),
        Action::Keep(keep) => format!("keep {keep}"),
    }
}
