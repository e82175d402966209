//! A report in a few sentences.

use chance::fixed;
use dicee::{Bot, Category, Quality};

use super::GameReport;

/// What happened, how much of it was luck, how good the decisions were, what cost most, and where the score stands.
pub(crate) fn lines(report: &GameReport) -> Vec<String> {
    if report.decisions.is_empty() {
        return vec![format!(
            "No turn has been played yet. Perfect play expects {} points.",
            fixed(report.totals.optimum, 2)
        )];
    }
    let mut lines = vec![points(report), luck_and_loss(report), decisions(report)];
    lines.extend(biggest_mistake(report));
    lines.extend(standing(report));
    lines
}

fn points(report: &GameReport) -> String {
    let totals = &report.totals;
    if report.finished {
        return format!(
            "{} points. Perfect play expects {} before the first roll.",
            totals.score,
            fixed(totals.optimum, 2)
        );
    }
    format!(
        "{} points after {} of {} turns, and {} to come with perfect play from here.",
        totals.score,
        report.turns.len(),
        Category::COUNT,
        fixed(totals.to_come, 2)
    )
}

fn luck_and_loss(report: &GameReport) -> String {
    let (totals, luck) = (&report.totals, shown_luck(report));
    let direction = if luck < 0.0 { "fewer" } else { "more" };
    format!(
        "The dice brought {} points {direction} than average. Decisions gave away {}; without that, {} would \
         be expected.",
        fixed(luck.abs(), 1),
        losses(report),
        fixed(tenths(totals.optimum) + luck, 1)
    )
}

/// What the player gave away, and beside it what the clock did: that is nobody's mistake.
fn losses(report: &GameReport) -> String {
    let by_clock = || report.decisions.iter().filter(|decision| decision.by_clock);
    if by_clock().next().is_none() {
        return fixed(report.totals.loss, 1);
    }
    let clock = tenths(by_clock().map(|decision| decision.loss).sum());
    let own = (tenths(report.totals.loss) - clock).max(0.0);
    format!("{}, and what the clock chose {}", fixed(own, 1), fixed(clock, 1))
}

/// Luck to a tenth, so that what is shown adds up as what is known does: perfect play, plus luck, less losses, is the
/// score. The rounding of the others goes into it.
fn shown_luck(report: &GameReport) -> f64 {
    let totals = &report.totals;
    let end = f64::from(totals.score) + if report.finished { 0.0 } else { tenths(totals.to_come) };
    tenths(end - tenths(totals.optimum) + tenths(totals.loss))
}

fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

fn decisions(report: &GameReport) -> String {
    let accuracy = &report.accuracy;
    let best = accuracy.count(Quality::Optimal);
    if accuracy.decisions == 0 {
        return "The clock made every decision.".to_owned();
    }
    if best == accuracy.decisions {
        return format!("All {best} decisions were the best there was.");
    }
    let serious = report.mistakes.iter().filter(|mistake| mistake.loss >= GameReport::SERIOUS).count();
    let rest = match (report.mistakes.len(), serious) {
        (0, _) => "the others cost next to nothing".to_owned(),
        (1, 0) => "1 was a mistake".to_owned(),
        (1, _) => "1 was a mistake, and a serious one".to_owned(),
        (mistakes, 0) => format!("{mistakes} were mistakes"),
        (mistakes, serious) => format!("{mistakes} were mistakes, {serious} of them serious"),
    };
    format!("{best} of {} decisions were the best there was; {rest}.", accuracy.decisions)
}

fn biggest_mistake(report: &GameReport) -> Option<String> {
    let mistake = report.mistakes.first()?;
    Some(format!(
        "The most expensive decision: turn {}, roll {}, {} points. {}",
        mistake.turn,
        mistake.roll_number,
        fixed(mistake.loss, 2),
        mistake.instead
    ))
}

/// Against whom the score holds; bots that it beats in less than one game of two hundred are left out.
fn standing(report: &GameReport) -> Option<String> {
    const NAMES: [(Bot, &str); 4] = [
        (Bot::Optimal, "Optimal's"),
        (Bot::Skilled, "Skilled's"),
        (Bot::Casual, "Casual's"),
        (Bot::Beginner, "Beginner's"),
    ];
    let share =
        |bot| report.standings.iter().find(|standing| standing.bot == bot).map(|found| found.percentile);
    let beaten: Vec<String> = NAMES
        .iter()
        .filter_map(|&(bot, name)| Some((share(bot).filter(|share| *share >= 0.5)?, name)))
        .map(|(share, name)| format!("{}% of {name}", fixed(share, 0)))
        .collect();
    let (last, rest) = beaten.split_last()?;
    let list = if rest.is_empty() { last.clone() } else { format!("{} and {last}", rest.join(", ")) };
    Some(format!("Among games of the bots the score beats {list}."))
}
