//! Grids of text for people: aligned, coloured on a terminal, plain elsewhere.

use std::io::{self, BufWriter, Write};

use anstyle::{AnsiColor, Style};
use dicee::RollsLeft;
use indicatif::{ProgressBar, ProgressStyle};
use pools::{CountedRoll, DiceRoll, Fraction, RolledPool};

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const HEAD: Style = Style::new().bold().underline();
pub(crate) const BEST: Style = AnsiColor::Green.on_default().bold();
pub(crate) const FAINT: Style = Style::new().dimmed();
pub(crate) const PLAIN: Style = Style::new();

/// Rows under a heading; every column is as wide as its widest cell. The first is flush left, the others right.
#[derive(Debug)]
pub(crate) struct Grid<const N: usize> {
    head: [&'static str; N],
    rows: Vec<(Style, [String; N])>,
}

impl<const N: usize> Grid<N> {
    pub(crate) fn new(head: [&'static str; N]) -> Self {
        Self { head, rows: Vec::new() }
    }

    pub(crate) fn row(&mut self, style: Style, cells: [String; N]) {
        self.rows.push((style, cells));
    }

    pub(crate) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|(_, cells)| cells[column].chars().count());
            cells.chain([self.head[column].chars().count()]).max().unwrap_or(0)
        };
        let widths: [usize; N] = std::array::from_fn(width);
        print_row(out, HEAD, &self.head.map(str::to_owned), &widths)?;
        self.rows.iter().try_for_each(|(style, cells)| print_row(out, *style, cells, &widths))
    }
}

fn print_row<const N: usize>(
    out: &mut impl Write,
    style: Style,
    cells: &[String; N],
    widths: &[usize; N],
) -> io::Result<()> {
    let mut line = String::new();
    for (column, (cell, &width)) in cells.iter().zip(widths).enumerate() {
        let text = if column == 0 { format!("{cell:<width$}") } else { format!("  {cell:>width$}") };
        line.push_str(&text);
    }
    writeln!(out, "{style}{}{style:#}", line.trim_end())
}

/// Standard output: coloured on a terminal, plain elsewhere. Writing to it can fail, and then the command fails.
pub(crate) fn out() -> impl Write {
    anstream::stdout()
}

/// The rolls left, in words.
pub(crate) fn rolls(left: RollsLeft) -> String {
    match left.get() {
        0 => "no roll left".to_owned(),
        1 => "1 roll left".to_owned(),
        rolls => format!("{rolls} rolls left"),
    }
}

/// `1 game`, `2 games`.
pub(crate) fn count(number: impl Into<u64>, what: &str) -> String {
    let number = number.into();
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// So many dice, in words.
pub(crate) fn dice(count: u32) -> String {
    if count == 1 { "1 die".to_owned() } else { format!("{count} dice") }
}

/// The dice of a roll and what they count.
pub(crate) fn counted(roll: &CountedRoll) -> String {
    match roll {
        CountedRoll::Pool(roll) => counted_pool(roll),
        CountedRoll::Expression(roll) => {
            let dice: Vec<String> = roll.pools.iter().map(rolled).collect();
            let flag = match (roll.is_fumble, roll.is_critical) {
                (true, _) => ", a fumble",
                (false, true) => ", a critical roll",
                (false, false) => "",
            };
            format!("{} ({} in all{flag})", dice.join(" | "), roll.total)
        }
    }
}

fn counted_pool(roll: &DiceRoll) -> String {
    let faces: Vec<String> = roll.dice.iter().map(ToString::to_string).collect();
    let words = if roll.is_fumble {
        "a fumble".to_owned()
    } else {
        let success = if roll.successes == 1 { "success" } else { "successes" };
        let botch = if roll.botches == 1 { "botch" } else { "botches" };
        let critical = if roll.is_critical { ", a critical roll" } else { "" };
        format!("{} net: {} {success}, {} {botch}{critical}", roll.net, roll.successes, roll.botches)
    };
    format!("{} ({words})", faces.join(" "))
}

/// Dice of one kind as they fell, with their marks.
pub(crate) fn rolled(pool: &RolledPool) -> String {
    let dice: Vec<String> = pool.dice.iter().map(ToString::to_string).collect();
    dice.join(" ")
}

/// What one more die changes, in points of a percentage.
pub(crate) fn one_more_die(chance: &Fraction) -> String {
    format!("One more die: {:+.1} points of chance", 100.0 * chance.value())
}

/// A line on standard error that is not an error.
pub(crate) fn warn(message: &str) {
    let style = WARNING;
    anstream::eprintln!("{style}warning{style:#}: {message}");
}

/// A progress bar on standard error; hidden by itself where that is no terminal.
pub(crate) fn progress_bar(what: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {percent:>3}% {eta:>4}");
    ProgressBar::new(0).with_style(style.expect("the template is valid")).with_message(what.to_owned())
}

/// Prints JSON on one line, as it is written: exact answers can have a hundred megabytes.
pub(crate) fn print_json(value: &impl serde::Serialize) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    serde_json::to_writer(&mut out, value)?;
    writeln!(out)?;
    out.flush()
}

/// Text in lines of at most 96 characters, broken between words, each after the indent.
pub(crate) fn wrapped(text: &str, indent: &str) -> String {
    const WIDTH: usize = 96;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("{indent}{word}")),
        }
    }
    lines.join("\n")
}

/// A word for a shell: quoted where it has to be.
pub(crate) fn shell_quoted(word: &str) -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || "/._-+:@%".contains(character);
    if !word.is_empty() && word.chars().all(plain) && !word.starts_with('-') {
        return word.to_owned();
    }
    let path = if word.starts_with('-') { format!("./{word}") } else { word.to_owned() };
    format!("'{}'", path.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_keep_their_indent() {
        let text = "word ".repeat(50);
        let lines = wrapped(&text, "  ");
        assert!(lines.lines().count() > 1);
        assert!(lines.lines().all(|line| line.starts_with("  word") && line.len() <= 96));
    }

    #[test]
    fn what_a_shell_would_split_is_quoted() {
        for (word, quoted) in [
            ("games/a.json", "games/a.json"),
            ("sp ace.json", "'sp ace.json'"),
            ("it's", r"'it'\''s'"),
            ("-x.json", "'./-x.json'"),
        ] {
            assert_eq!(shell_quoted(word), quoted);
        }
    }
}
