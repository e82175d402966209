use chance::Ratio;
use dicee::{
    Category, CategoryOdds, DiceConfig, InputError, KeepPattern, PartialDice, Position, RollsLeft, Rules,
};
use serde::Serialize;

use crate::args::{self, PositionArgs};
use crate::failure::Failure;
use crate::paper::{self, BEST, FAINT, PLAIN, Table};

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
    #[arg(long, value_name = "FACES")]
    dice: String,
    /// The dice to keep, such as 5,5,5; `none` to roll all five [default: the best ones for each box]
    #[arg(long, value_name = "FACES")]
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
    /// The keep that is asked about, or the best one.
    #[serde(serialize_with = "as_faces")]
    keep: KeepPattern,
    #[serde(flatten)]
    chance: Shown,
    expected_score: f64,
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
            return Err(InputError::CategoryNotOpen { category, open }.into());
        }
        let entry = question.entry(category, true);
        if json {
            return Ok(paper::print_json(&question.report(entry))?);
        }
        question.print_one(&entry);
    } else {
        let categories: Vec<Entry> =
            question.position.open().iter().map(|category| question.entry(category, false)).collect();
        if json {
            return Ok(paper::print_json(&question.report(All { categories }))?);
        }
        question.print_all(&categories);
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
    let (rules, position) = args.position.request().resolve()?;
    Ok(Question { rules, position, roll, keep, rolls })
}

impl Question {
    fn entry(&self, category: Category, with_distribution: bool) -> Entry {
        let odds = CategoryOdds::new(self.rules, self.position, category);
        let keep = self.keep.unwrap_or_else(|| odds.best_keep(self.roll, self.rolls));
        let index = self.roll.to_index();
        let (ratio, expected_score) = match (self.keep, self.rolls) {
            // Without a roll left nothing can be rolled, whatever is kept.
            (None, rolls) | (_, rolls @ RollsLeft::NONE) => {
                (odds.best(index, rolls), odds.best_expected(index, rolls))
            }
            (Some(keep), rolls) => (odds.with_keep(keep, rolls), odds.expected_with_keep(keep, rolls)),
        };
        let mut distribution = Vec::new();
        if with_distribution && self.rolls > RollsLeft::NONE {
            let scores = odds.distribution(keep, self.rolls);
            distribution.extend(scores.iter().map(|(score, ratio)| Point { score, chance: ratio.into() }));
        }
        Entry { category, keep, chance: ratio.into(), expected_score, distribution }
    }

    fn report<T>(&self, answer: T) -> Report<T> {
        Report { rules: self.rules, dice: self.roll.faces(), rolls_left: self.rolls.get(), answer }
    }

    fn headline(&self) -> String {
        let rolls = paper::rolls(self.rolls);
        match self.keep {
            Some(keep) => format!("{} keeping {keep}, {rolls}", self.roll),
            None => format!("{} with the best keep for each box, {rolls}", self.roll),
        }
    }

    fn print_one(&self, entry: &Entry) {
        anstream::println!("{}", self.headline());
        let Shown { fraction, percentage, odds, .. } = &entry.chance;
        anstream::println!("{BEST}{}: {fraction} = {percentage} ({odds}){BEST:#}", entry.category.title());
        if self.keep.is_none() {
            anstream::println!("by keeping {}", entry.keep);
        }
        anstream::println!("{:.3} points expected when playing for it", entry.expected_score);
        if !entry.distribution.is_empty() {
            anstream::println!();
            let mut table = Table::new(["Score", "Chance", "Fraction"]);
            for Point { score, chance } in &entry.distribution {
                table.row(PLAIN, [score.to_string(), chance.percentage.clone(), chance.fraction.clone()]);
            }
            table.print();
        }
    }

    fn print_all(&self, entries: &[Entry]) {
        anstream::println!("{}\n", self.headline());
        let mut table = Table::new(["Box", "Chance", "Fraction", "Odds", "Expected", "Keep"]);
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
                    format!("{:.2}", entry.expected_score),
                    entry.keep.to_string(),
                ],
            );
        }
        table.print();
    }
}
