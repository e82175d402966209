use std::io::{self, Write as _};

use chance::{Distribution, Ratio};
use dicee::{
    Category, CategoryOdds, DiceConfig, InputError, KeepPattern, PartialDice, Position, RollsLeft, Rules,
    input,
};
use serde::Serialize;

use crate::args::{self, PositionArgs};
use crate::failure::Failure;
use crate::output::{self, BEST, FAINT, Grid, PLAIN};

/// Exact chances of the boxes: for the dice you keep, or for the best you can do
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without --keep, every box is given its own best play. A box counts as achieved when it scores more
than 0; expected points assume that the rest of the turn is played for that box alone.

Examples:
  dicee odds --dice 5,5,5,2,6 --keep 5,5,5 --rolls-left 1 --category full_house
  dicee odds --dice 1,2,3,4,6 --rolls-left 2
  dicee odds --dice 5,5,5,2,6 --keep none --rolls-left 2 --json"
)]
pub(crate) struct Args {
    /// The five dice, such as 5,5,5,2,6
    #[arg(long, value_name = "FACES", allow_hyphen_values = true)]
    dice: String,
    /// The dice to keep, such as 5,5,5; `none` to roll all five [default: the best ones for each box]
    #[arg(long, value_name = "FACES", allow_hyphen_values = true)]
    keep: Option<String>,
    /// Rolls still to come, 0 to 3
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    rolls_left: i64,
    /// Only this box, with the distribution of its score
    #[arg(long, value_name = "BOX")]
    category: Option<String>,
    #[command(flatten)]
    position: PositionArgs,
}

/// A roll on a card, and what is kept of it.
struct Question {
    rules: Rules,
    position: Position,
    roll: DiceConfig,
    keep: Option<KeepPattern>,
    rolls: RollsLeft,
}

#[derive(Debug, Serialize)]
struct Entry {
    category: Category,
    /// The keep that is asked about, or the one with the best chance.
    #[serde(serialize_with = "as_faces")]
    keep: KeepPattern,
    #[serde(flatten)]
    chance: Shown,
    expected_score: f64,
    /// The keep that is asked about, or the one with the most points.
    #[serde(serialize_with = "as_faces")]
    expected_keep: KeepPattern,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    distribution: Vec<Point>,
}

#[derive(Debug, Serialize)]
struct Point {
    score: i64,
    #[serde(flatten)]
    chance: Shown,
}

/// A probability in the forms people read.
#[derive(Debug, Serialize)]
struct Shown {
    fraction: String,
    probability: f64,
    percentage: String,
    odds: String,
}

impl From<Ratio> for Shown {
    fn from(ratio: Ratio) -> Self {
        let (fraction, probability) = (ratio.to_string(), ratio.value());
        Self { fraction, probability, percentage: ratio.percentage(), odds: ratio.odds() }
    }
}

fn as_faces<S: serde::Serializer>(keep: &KeepPattern, serializer: S) -> Result<S::Ok, S::Error> {
    keep.faces().serialize(serializer)
}

#[derive(Debug, Serialize)]
struct Report<T> {
    rules: Rules,
    dice: Vec<u8>,
    rolls_left: u8,
    #[serde(flatten)]
    answer: T,
}

#[derive(Debug, Serialize)]
struct All {
    categories: Vec<Entry>,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let question = question(args)?;
    if let Some(name) = &args.category {
        let category: Category = name.parse()?;
        let open = question.position.open();
        if !open.contains(category) {
            return Err(input::category_not_open(category, open).into());
        }
        let entry = question.entry(category, true);
        if json {
            return Ok(output::print_json(&question.report(entry))?);
        }
        question.print_one(&entry)?;
    } else {
        let categories: Vec<Entry> =
            question.position.open().iter().map(|category| question.entry(category, false)).collect();
        if json {
            return Ok(output::print_json(&question.report(All { categories }))?);
        }
        question.print_all(&categories)?;
    }
    Ok(())
}

fn question(args: &Args) -> Result<Question, InputError> {
    let roll = DiceConfig::parse(&args::faces("dice", &args.dice)?)?;
    let keep = match args.keep.as_deref() {
        None => None,
        Some("none") => Some(KeepPattern::NOTHING),
        Some(faces) => Some(KeepPattern::parse("keep", &args::faces("keep", faces)?)?),
    };
    if let Some(keep) = keep {
        PartialDice::new(roll, keep)?;
    }
    let rolls = RollsLeft::parse(args.rolls_left)?;
    // Without a roll left all dice stay, whatever was to be kept.
    let keep = if rolls == RollsLeft::NONE { Some(KeepPattern::all_of(roll)) } else { keep };
    let (rules, position) = args.position.request().resolve()?;
    Ok(Question { rules, position, roll, keep, rolls })
}

impl Question {
    fn entry(&self, category: Category, with_distribution: bool) -> Entry {
        let odds = CategoryOdds::new(self.rules, self.position, category);
        let (roll, rolls) = (self.roll, self.rolls);
        let keep = self.keep.unwrap_or_else(|| odds.best_keep(roll, rolls));
        let expected_keep = self.keep.unwrap_or_else(|| odds.best_points_keep(roll, rolls));
        let (ratio, scores) = if rolls == RollsLeft::NONE {
            let score = odds.score(roll.to_index());
            (odds.best(roll.to_index(), rolls), Distribution::from_weights([(score.into(), 1)]))
        } else {
            (odds.with_keep(keep, rolls), odds.distribution(expected_keep, rolls))
        };
        let points = scores.iter().filter(|_| with_distribution);
        let distribution = points.map(|(score, ratio)| Point { score, chance: ratio.into() }).collect();
        Entry {
            category,
            keep,
            chance: ratio.into(),
            expected_score: scores.mean(),
            expected_keep,
            distribution,
        }
    }

    fn report<T>(&self, answer: T) -> Report<T> {
        Report { rules: self.rules, dice: self.roll.faces(), rolls_left: self.rolls.get(), answer }
    }

    fn headline(&self) -> String {
        let rolls = output::rolls(self.rolls);
        match self.keep {
            Some(keep) if self.rolls > RollsLeft::NONE => format!("{} keeping {keep}, {rolls}", self.roll),
            _ => format!("{} with {rolls}", self.roll),
        }
    }

    fn print_one(&self, entry: &Entry) -> io::Result<()> {
        let mut out = output::out();
        writeln!(out, "{}\n", self.headline())?;
        let Shown { fraction, percentage, odds, .. } = &entry.chance;
        let by = |keep: KeepPattern| {
            if self.keep.is_none() { format!(" by keeping {keep}") } else { String::new() }
        };
        let title = entry.category.title();
        writeln!(out, "{BEST}{title}: {fraction} = {percentage} ({odds}){BEST:#}{}", by(entry.keep))?;
        writeln!(
            out,
            "Played for points: {:.3} expected{}\n",
            entry.expected_score,
            by(entry.expected_keep)
        )?;
        let mut table = Grid::new(["Score", "Chance", "Fraction"]);
        for Point { score, chance } in &entry.distribution {
            table.row(PLAIN, [score.to_string(), chance.percentage.clone(), chance.fraction.clone()]);
        }
        table.print(&mut out)
    }

    fn print_all(&self, entries: &[Entry]) -> io::Result<()> {
        let mut out = output::out();
        writeln!(out, "{}\n", self.headline())?;
        let mut table = Grid::new(["Box", "Chance", "Fraction", "Odds", "Keep", "Points", "Keep"]);
        for entry in entries {
            let style = match entry.chance.probability {
                p if p <= 0.0 => FAINT,
                p if p >= 1.0 => BEST,
                _ => PLAIN,
            };
            table.row(
                style,
                [
                    entry.category.title().to_owned(),
                    entry.chance.percentage.clone(),
                    entry.chance.fraction.clone(),
                    entry.chance.odds.clone(),
                    entry.keep.to_string(),
                    format!("{:.2}", entry.expected_score),
                    entry.expected_keep.to_string(),
                ],
            );
        }
        table.print(&mut out)
    }
}
