//! A report in a few sentences.

use dicee::{Bot, Category, Quality};

use super::GameReport;

/// What happened, how much of it was luck, how good the decisions were, what cost most, and where the score stands.
pub(crate) fn lines(report: &GameReport) -> Vec<String> {
    if report.decisions.is_empty() {
        return vec![format!(
            "No turn has been played yet. Perfect play expects {:.2} points.",
            report.totals.optimum
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
            "{} points. Perfect play expects {:.2} before the first roll.",
            totals.score, totals.optimum
        );
    }
    format!(
        "{} points after {} of {} turns, and {:.2} to come with perfect play from here.",
        totals.score,
        report.turns.len(),
        Category::COUNT,
        totals.to_come
    )
}

fn luck_and_loss(report: &GameReport) -> String {
    let totals = &report.totals;
    let direction = if totals.luck < 0.0 { "fewer" } else { "more" };
    format!(
        "The dice brought {:.2} points {direction} than average. Decisions gave away {:.2}; without that, {:.2} would \
         be expected.",
        totals.luck.abs(),
        totals.loss,
        totals.without_mistakes
    )
}

fn decisions(report: &GameReport) -> String {
    let accuracy = &report.accuracy;
    let best = accuracy.count(Quality::Optimal);
    match accuracy.count(Quality::Poor) {
        _ if best == accuracy.decisions => format!("All {best} decisions were the best there was."),
        0 => format!("{best} of {} decisions were the best there was.", accuracy.decisions),
        poor => {
            format!("{best} of {} decisions were the best there was, and {poor} poor.", accuracy.decisions)
        }
    }
}

fn biggest_mistake(report: &GameReport) -> Option<String> {
    let mistake = report.mistakes.first()?;
    Some(format!(
        "The most expensive decision: turn {}, roll {}, {:.2} points. {}",
        mistake.turn, mistake.roll_number, mistake.loss, mistake.instead
    ))
}

fn standing(report: &GameReport) -> Option<String> {
    let share = |bot: Bot| {
        let standing = report.standings.iter().find(|standing| standing.bot == bot)?;
        Some(format!("{:.0}%", standing.percentile))
    };
    Some(format!(
        "The score beats {} of perfect games, {} of skilled, {} of casual and {} of beginners' ones.",
        share(Bot::Optimal)?,
        share(Bot::Skilled)?,
        share(Bot::Casual)?,
        share(Bot::Beginner)?
    ))
}
