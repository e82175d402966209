//! Distributions in a terminal: bars, and rows for a spreadsheet.

use std::io::{self, Write};

use dicee::ScoreDistribution;
use pools::{Fraction, Odds};

use crate::output::{FAINT, HEAD};

/// Columns of the longest bar.
const LONGEST: f64 = 36.0;
/// Rows up to which every value has its own.
const ROWS: usize = 40;
/// Rows of a distribution with more values than that.
const CLASSES: i64 = 24;
/// The same, for points.
const CLASSES_OF_POINTS: u16 = 24;

/// Bars of the values, or of classes of values where there are many. A lowest value that is likely by itself, as no
/// damage is, keeps a row of its own.
pub(crate) fn print(out: &mut impl Write, name: &str, odds: &Odds) -> io::Result<()> {
    let rows = rows(odds);
    let width =
        rows.iter().map(|row| row.label.chars().count()).chain([name.chars().count()]).max().unwrap_or(0);
    let highest = rows.iter().map(|row| row.share.value()).fold(f64::MIN_POSITIVE, f64::max);
    writeln!(out, "{HEAD}{name:>width$}  {:>8}  {:>8}{HEAD:#}", "chance", "or more")?;
    for Row { label, share, at_least } in &rows {
        let bar = spaced(&bar(share.value() / highest * LONGEST));
        let (share, at_least) = (short(share), short(at_least));
        writeln!(out, "{label:>width$}  {share:>8}  {FAINT}{at_least:>8}{FAINT:#}{bar}")?;
    }
    Ok(())
}

/// Bars of a distribution of points, in classes.
pub(crate) fn print_chances(out: &mut impl Write, name: &str, scores: &ScoreDistribution) -> io::Result<()> {
    let (low, high) = (scores.quantile(0.001), scores.quantile(0.999));
    let step = (high - low + 1).div_ceil(CLASSES_OF_POINTS).max(1);
    let mut rows = Vec::new();
    let mut first = low;
    while first <= high {
        // The tails beyond one in a thousand go into the first and the last class.
        let from = if first == low { scores.lowest() } else { first };
        let last = first + step > high;
        let to = if last { scores.highest() } else { first + step - 1 };
        let above = if last { 0.0 } else { scores.at_least(to + 1) };
        let label = if from == to { from.to_string() } else { format!("{from} to {to}") };
        rows.push((label, scores.at_least(from) - above, scores.at_least(from)));
        first += step;
    }
    let width = rows.iter().map(|(label, ..)| label.len()).chain([name.len()]).max().unwrap_or(0);
    let highest = rows.iter().map(|(_, share, _)| *share).fold(f64::MIN_POSITIVE, f64::max);
    writeln!(out, "{HEAD}{name:>width$}  {:>8}  {:>8}{HEAD:#}", "chance", "or more")?;
    for (label, share, at_least) in &rows {
        let bar = spaced(&bar(share / highest * LONGEST));
        let (share, at_least) = (100.0 * share, 100.0 * at_least);
        writeln!(out, "{label:>width$}  {share:>7.3}%  {FAINT}{at_least:>7.3}%{FAINT:#}{bar}")?;
    }
    Ok(())
}

/// Values as comma-separated rows.
pub(crate) fn print_csv(out: &mut impl Write, name: &str, odds: &Odds) -> io::Result<()> {
    writeln!(out, "{name},fraction,probability,at_least")?;
    for ((value, share), (_, at_least)) in odds.iter().zip(odds.tails()) {
        writeln!(out, "{value},{share},{},{}", share.value(), at_least.value())?;
    }
    Ok(())
}

/// Named chances as comma-separated rows.
pub(crate) fn print_named_csv<'a>(
    out: &mut impl Write,
    rows: impl IntoIterator<Item = (&'a str, &'a Fraction)>,
) -> io::Result<()> {
    writeln!(out, "outcome,fraction,probability")?;
    rows.into_iter().try_for_each(|(name, share)| writeln!(out, "{name},{share},{}", share.value()))
}

/// Bars of named chances.
pub(crate) fn print_named<'a>(
    out: &mut impl Write,
    rows: impl IntoIterator<Item = (&'a str, &'a Fraction)>,
) -> io::Result<()> {
    let rows: Vec<_> = rows.into_iter().collect();
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, share) in rows {
        let bar = spaced(&bar(share.value() * LONGEST));
        writeln!(out, "{:<width$}  {:>8}{bar}", name.replace('_', " "), short(share))?;
    }
    Ok(())
}

/// A chance in a column: the percentage, cut down where it is long.
fn short(share: &Fraction) -> String {
    let text = share.percentage();
    if text.len() <= 8 {
        text
    } else if share.value() > 0.5 {
        ">99.999%".to_owned()
    } else {
        format!("{:.0e}%", 100.0 * share.value())
    }
}

struct Row {
    label: String,
    share: Fraction,
    at_least: Fraction,
}

fn rows(odds: &Odds) -> Vec<Row> {
    if odds.weights().len() <= ROWS {
        let row = |(value, share): (&i64, Fraction)| Row {
            label: value.to_string(),
            share,
            at_least: odds.at_least(*value),
        };
        return odds.iter().map(row).collect();
    }
    let mut rows = Vec::new();
    let (lowest, highest) = (odds.lowest(), odds.highest());
    let mut start = lowest;
    let share = odds.probability(&lowest);
    if let Some((&next, next_share)) = odds.iter().nth(1)
        && share > Fraction::new(1, 1000)
        && share > next_share.times(&Fraction::new(2, 1))
    {
        rows.push(Row { label: lowest.to_string(), share, at_least: Fraction::one() });
        start = next;
    }
    // The tails beyond one in a thousand go into the first and the last class.
    let low = odds.quantile(&Fraction::new(1, 1000)).max(start);
    let high = odds.quantile(&Fraction::new(999, 1000));
    let step = ((high - low + 1 + CLASSES - 1) / CLASSES).max(1);
    let mut first = low;
    while first <= high {
        let from = if first == low { start } else { first };
        let to = if first + step > high { highest } else { first + step - 1 };
        let label = if from == to { from.to_string() } else { format!("{from} to {to}") };
        let share = odds.chance_that(|value| (from..=to).contains(value));
        rows.push(Row { label, share, at_least: odds.at_least(from) });
        first += step;
    }
    rows
}

/// A bar with two blanks before it; nothing at all where there is no bar.
fn spaced(bar: &str) -> String {
    if bar.is_empty() { String::new() } else { format!("  {bar}") }
}

/// A bar of so many columns, to an eighth of a column.
fn bar(columns: f64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 36 columns")]
    let eighths = (columns * 8.0).round().clamp(0.0, 8.0 * LONGEST) as usize;
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_drawn_to_an_eighth() {
        assert_eq!(bar(0.0), "");
        assert_eq!(bar(0.5), "▌");
        assert_eq!(bar(2.125), "██▏");
    }

    #[test]
    fn many_values_share_rows_that_cover_everything() {
        let odds = Odds::from_weights((0..1000).map(|value| (value, 1u32)));
        let rows = rows(&odds);
        assert!(rows.len() <= 25);
        let sum = rows.iter().fold(Fraction::zero(), |sum, row| sum.plus(&row.share));
        assert_eq!(sum, Fraction::one());
        let labels: Vec<&str> = rows.iter().map(|row| row.label.as_str()).collect();
        assert_eq!((labels[0], labels[1], *labels.last().unwrap()), ("0 to 41", "42 to 83", "966 to 999"));
    }

    #[test]
    fn a_likely_lowest_value_has_a_row_of_its_own() {
        let odds = Odds::from_weights((0..100).map(|value| (value, if value == 0 { 100u32 } else { 1 })));
        let rows = rows(&odds);
        assert_eq!((rows[0].label.as_str(), rows[0].share.clone()), ("0", Fraction::new(100, 199)));
        assert_eq!(rows[1].label, "1 to 5");
        assert_eq!(rows[1].at_least, Fraction::new(99, 199));
    }
}
