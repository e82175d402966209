//! Exercises in the terminal: showing one, reading a move, saying how good it was.

use std::io::{self, BufRead, Write};

use coach::{Answer, Situation};
use dicee::{Action, Audience, Category, InputError, KeepPattern, SolvedGame};

use crate::args::faces;
use crate::output::{self, BEST, ERROR, FAINT};

/// What came of an exercise.
pub(crate) enum Tried {
    /// A move and its grade.
    Answered(Answer),
    /// Nothing more to read.
    Ended,
}

/// The card and the dice.
pub(crate) fn show(out: &mut impl Write, situation: &Situation) -> io::Result<()> {
    let filled = |category: &Category| situation.boxes.get(category).copied();
    for pair in Category::ALL[..6].iter().zip(&Category::ALL[6..12]) {
        let cell = |category: &Category| {
            let points = filled(category).map_or_else(|| ".".to_owned(), |points| points.to_string());
            format!("{:<16}{points:>4}", category.title())
        };
        writeln!(out, "  {}    {}", cell(pair.0), cell(pair.1))?;
    }
    let chance = filled(&Category::Chance).map_or_else(|| ".".to_owned(), |points| points.to_string());
    writeln!(out, "  {:<20}    {:<16}{chance:>4}", "", Category::Chance.title())?;
    let dice: Vec<String> = situation.dice.iter().map(u8::to_string).collect();
    let rolls = match situation.rolls_left {
        0 => "no roll left".to_owned(),
        1 => "1 roll left".to_owned(),
        rolls => format!("{rolls} rolls left"),
    };
    writeln!(out, "\n  {BEST}{}{BEST:#}   turn {}, {rolls}", dice.join(" "), situation.turn())
}

/// Reads moves until one is legal, and grades it.
pub(crate) fn ask(
    solved: &SolvedGame,
    situation: &Situation,
    input: &mut impl BufRead,
) -> anyhow::Result<Tried> {
    let mut out = output::out();
    loop {
        write!(out, "> ")?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 || line.trim() == "quit" {
            writeln!(out)?;
            return Ok(Tried::Ended);
        }
        let answer = read(&line).and_then(|action| situation.grade(solved, action, Audience::default()));
        match answer {
            Ok(answer) => return Ok(Tried::Answered(answer)),
            Err(error) => {
                writeln!(out, "{ERROR}{error}{ERROR:#}")?;
                writeln!(out, "{FAINT}Type keep 5 5 5, keep none, score chance, or quit.{FAINT:#}")?;
            }
        }
    }
}

/// How good a move was; what was better is said only where `spoil`.
pub(crate) fn tell(out: &mut impl Write, answer: &Answer, spoil: bool) -> io::Result<()> {
    let style = if answer.solved { BEST } else { ERROR };
    let verdict = if answer.solved { "Solved".to_owned() } else { format!("-{:.2}", answer.loss) };
    writeln!(out, "  {style}{verdict}{style:#}  {}", answer.chosen)?;
    if spoil {
        writeln!(out, "{}", output::wrapped(&answer.reasoning, "  "))?;
    }
    if let Some(tip) = &answer.tip {
        writeln!(out, "{FAINT}{}{FAINT:#}", output::wrapped(tip, "  "))?;
    }
    Ok(())
}

/// `keep 5 5`, `keep none`, `score chance`, or just a box.
fn read(line: &str) -> Result<Action, InputError> {
    let line = line.trim();
    let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
    match verb {
        "keep" | "k" if rest.trim().is_empty() => {
            Err(InputError::new("keep", "the dice to keep, such as 5 5 5, or none", "nothing"))
        }
        "keep" | "k" if rest.trim() == "none" => Ok(Action::Keep(KeepPattern::NOTHING)),
        "keep" | "k" => Ok(Action::Keep(KeepPattern::parse("keep", &faces("keep", rest)?)?)),
        "score" | "s" => Ok(Action::Score(rest.trim().replace(' ', "_").parse()?)),
        _ => line
            .replace(' ', "_")
            .parse()
            .map(Action::Score)
            .map_err(|_| InputError::text("move", "keep and dice, or score and a box", line)),
    }
}
