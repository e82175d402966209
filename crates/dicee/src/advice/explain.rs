//! Advice in words: templates with the real numbers in them, never more than 200 characters.

use chance::fixed;

use crate::advice::aim::{Aim, chances, hope, is_counted};
use crate::advice::mistake::{open_faces, upper_bonus_is_open};
use crate::advice::{Advisor, ExplanationDepth};
use crate::analysis::{Action, Choice};
use crate::category::Category;
use crate::face::Face;
use crate::grade::{Evaluation, Quality};
use crate::horizon::Horizon;
use crate::keep::KeepPattern;
use crate::odds::CategoryOdds;
use crate::position::Position;
use crate::rolls_left::RollsLeft;
use crate::rules::Rules;

/// The longest text.
pub(super) const LONGEST: usize = 200;

/// Sentences, most important first. One that would make the text too long is left out, so no text ever is.
#[derive(Debug, Default)]
struct Text(String);

impl Text {
    fn with(mut self, sentence: impl Into<Option<String>>) -> Self {
        if let Some(sentence) = sentence.into() {
            let blank = usize::from(!self.0.is_empty());
            if self.0.len() + blank + sentence.len() <= LONGEST {
                self.0.extend(std::iter::repeat_n(' ', blank));
                self.0.push_str(&sentence);
            }
        }
        self
    }
}

/// Why the best option is the best.
pub(super) fn recommendation(advisor: &Advisor, aims: &[Aim], depth: ExplanationDepth) -> String {
    let best = advisor.analysis().best;
    let lead = advisor.analysis().instruction(best.action);
    let text = match depth {
        ExplanationDepth::Minimal => {
            Text::default().with(format!("{lead}.")).with(plain_reason(advisor, best.action, aims))
        }
        ExplanationDepth::Standard => Text::default()
            .with(format!("{lead}: worth {}.", worth(advisor, best.value)))
            .with(next_best(advisor))
            .with(scoring_now(advisor)),
        ExplanationDepth::Detailed => Text::default()
            .with(format!("{lead}: {}{}.", worth(advisor, best.value), later(advisor, best)))
            .with(chances(aims))
            .with(next_best(advisor))
            .with(pace(advisor, best.action, aims))
            .with(scoring_now(advisor)),
    };
    text.0
}

/// Why to roll on, in the data contract's `rerollReason`: the boxes it aims at, or that nothing is worth keeping.
pub(super) fn reroll_reason(advisor: &Advisor, aims: &[Aim], depth: ExplanationDepth) -> String {
    match (depth, chances(aims)) {
        (ExplanationDepth::Minimal, _) | (_, None) => {
            plain_reason(advisor, advisor.analysis().best.action, aims)
        }
        (_, Some(chances)) => chances,
    }
}

/// What there is to say before the first roll.
pub(super) fn before_first_roll(
    position: Position,
    horizon: Horizon,
    value: f64,
    depth: ExplanationDepth,
) -> String {
    let text = Text::default();
    let text = match depth {
        ExplanationDepth::Minimal => text.with("Roll all five dice to begin your turn.".to_owned()),
        ExplanationDepth::Standard | ExplanationDepth::Detailed => {
            text.with(format!("Roll all five dice: {} points expected {}.", fixed(value, 2), until(horizon)))
        }
    };
    match depth {
        ExplanationDepth::Detailed => {
            let boxes = match position.open().len() {
                1 => "One box is open".to_owned(),
                open => format!("{open} boxes are open"),
            };
            text.with(format!("{boxes}.")).with(bonus_course(position)).0
        }
        ExplanationDepth::Minimal | ExplanationDepth::Standard => text.0,
    }
}

/// What scoring another box than the best option says would mean.
pub(super) fn score_alternative(advisor: &Advisor, category: Category, option: &Choice) -> String {
    let now = advisor.points_now(category);
    let behind = behind(option.loss);
    if advisor.analysis().horizon == Horizon::Turn {
        return format!("Brings {now} now: {behind}.");
    }
    let until = by(Horizon::Game);
    let best_now = match advisor.analysis().best.action {
        Action::Score(best) => Some((best, advisor.points_now(best))),
        Action::Keep(_) => None,
    };
    match best_now {
        _ if now == 0 => format!("A zero here is {behind} {until}."),
        Some((best, points)) if now > points => {
            format!("Brings {} more now than {}, but is {behind} {until}.", now - points, best.title())
        }
        _ => {
            let later = fixed(option.value - f64::from(now), 2);
            format!("Brings {now} now and {later} later: {behind} {until}.")
        }
    }
}

/// What another keep than the best option would mean.
pub(super) fn keep_alternative(advisor: &Advisor, aims: &[Aim], option: &Choice) -> String {
    let until = by(advisor.analysis().horizon);
    let behind = capitalised(format!("{} {until}.", behind(option.loss)));
    Text::default().with(behind).with(chances(aims)).0
}

/// The grade in a sentence.
pub(super) fn verdict(advisor: &Advisor, graded: &Evaluation) -> String {
    let tier = match graded.quality {
        Quality::Optimal => return "Optimal: nothing was better.".to_owned(),
        Quality::Excellent => "Excellent",
        Quality::Good => "Good",
        Quality::Acceptable => "Acceptable",
        Quality::Suboptimal => "Suboptimal",
        Quality::Poor => "Poor",
    };
    let until = by(advisor.analysis().horizon);
    format!("{tier}: {} {until} than the best choice.", behind(graded.loss))
}

/// Why a choice got its grade.
pub(super) fn feedback(
    advisor: &Advisor,
    graded: &Evaluation,
    chosen_aims: &[Aim],
    best_aims: &[Aim],
    depth: ExplanationDepth,
) -> String {
    if graded.quality == Quality::Optimal {
        return praise(advisor, graded, chosen_aims, depth);
    }
    let mut better = advisor.analysis().instruction(graded.best);
    if let Some(first) = better.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    let done = capitalised(gerund(advisor, graded.chosen));
    let text = match depth {
        ExplanationDepth::Minimal => Text::default().with(format!("Better: {better}.")),
        ExplanationDepth::Standard | ExplanationDepth::Detailed => Text::default()
            .with(format!("Better: {better}, worth {}.", worth(advisor, graded.best_value)))
            .with(format!("{done} is worth {}, {}.", fixed(graded.chosen_value, 2), behind(graded.loss))),
    };
    match depth {
        ExplanationDepth::Minimal => text.with(plain_reason(advisor, graded.best, best_aims)).0,
        ExplanationDepth::Standard => text.0,
        ExplanationDepth::Detailed => {
            text.with(comparison(advisor, graded, best_aims)).with(pace(advisor, graded.best, best_aims)).0
        }
    }
}

/// Why a choice was right.
fn praise(advisor: &Advisor, graded: &Evaluation, aims: &[Aim], depth: ExplanationDepth) -> String {
    let done = capitalised(gerund(advisor, graded.chosen));
    let worth = worth(advisor, graded.chosen_value);
    let rest = advisor.analysis().options.iter().find(|option| option.loss >= Quality::NOTHING);
    let rest = rest.map(|option| {
        format!("The best of the rest, {}, is {}.", gerund(advisor, option.action), behind(option.loss))
    });
    let text = Text::default();
    let text = match depth {
        ExplanationDepth::Minimal => {
            text.with(format!("{done} was right.")).with(plain_reason(advisor, graded.chosen, aims))
        }
        ExplanationDepth::Standard => text.with(format!("{done} was right: worth {worth}.")).with(rest),
        ExplanationDepth::Detailed => {
            text.with(format!("{done} was right: worth {worth}.")).with(chances(aims)).with(rest)
        }
    };
    text.0
}

/// The chance or the points of one box, with the best and with what was done.
fn comparison(advisor: &Advisor, graded: &Evaluation, best_aims: &[Aim]) -> Option<String> {
    let analysis = advisor.analysis();
    let with_keep = |category: Category, keep: KeepPattern| {
        CategoryOdds::with(analysis.rules, advisor.position(), category, |odds| {
            (odds.with_keep(keep, analysis.rolls_left), odds.expected_with_keep(keep, analysis.rolls_left))
        })
    };
    match (graded.chosen, graded.best) {
        (Action::Keep(chosen), Action::Keep(_)) => {
            let pairs = best_aims.iter().map(|aim| (aim, with_keep(aim.category, chosen)));
            // The box in which the two keeps differ most.
            let (aim, (chance, points)) = pairs
                .filter(|(aim, (_, points))| aim.points - points > 0.005)
                .max_by(|(a, (_, x)), (b, (_, y))| (a.points - x).total_cmp(&(b.points - y)))?;
            let title = aim.category.title();
            Some(if is_counted(aim.category) || aim.chance <= chance {
                format!("{title}: {} points instead of {}.", fixed(aim.points, 2), fixed(points, 2))
            } else {
                format!("{title}: {} instead of {}.", aim.chance.percentage(), chance.percentage())
            })
        }
        (Action::Score(_), Action::Keep(_)) => chances(best_aims),
        (Action::Keep(keep), Action::Score(best)) => {
            let (after, _) = with_keep(best, keep);
            (!is_counted(best) && advisor.points(best) > 0 && !after.is_one())
                .then(|| format!("{} is certain now, {} after that keep.", best.title(), after.percentage()))
        }
        (Action::Score(_), Action::Score(_)) if analysis.horizon == Horizon::Turn => None,
        (Action::Score(chosen), Action::Score(best)) => {
            let split = |category, value: f64| {
                let now = advisor.points_now(category);
                format!("{now} now and {} later", fixed(value - f64::from(now), 2))
            };
            let (best, chosen) = (split(best, graded.best_value), split(chosen, graded.chosen_value));
            Some(format!("That is {best}, against {chosen}."))
        }
    }
}

/// A reason without decimals or percentages.
fn plain_reason(advisor: &Advisor, action: Action, aims: &[Aim]) -> String {
    let category = match action {
        Action::Keep(keep) if keep.is_empty() => {
            return "None of these dice helps enough to keep it.".to_owned();
        }
        Action::Keep(_) => {
            let hopes: Vec<String> = aims.iter().take(2).map(hope).collect();
            return match hopes.as_slice() {
                [] => "New dice for the others should do better.".to_owned(),
                hopes => format!("That aims for {}.", hopes.join(" or ")),
            };
        }
        Action::Score(category) => category,
    };
    let analysis = advisor.analysis();
    let others_pay = analysis.categories.iter().any(|entry| entry.score.is_some_and(|points| points > 0));
    let reason = if analysis.options.len() == 1 {
        "It is the only box you may use."
    } else if advisor.points_now(category) == 0 && others_pay {
        "Losing this box is better than spending a good one on these dice."
    } else if advisor.points_now(category) == 0 && analysis.horizon == Horizon::Game {
        "No open box fits, and this one is the cheapest to lose."
    } else if advisor.points_now(category) == 0 {
        "No open box fits these dice."
    } else if earns_upper_bonus(advisor, category) {
        "That wins the bonus of 35 for the upper boxes."
    } else if analysis.rolls_left > RollsLeft::NONE {
        "Rolling again would not bring more on average."
    } else if analysis.horizon == Horizon::Game && stays_on_course(advisor, category) {
        "You stay on course for the bonus of 35."
    } else if analysis.horizon == Horizon::Game {
        "It is the best use of these dice for your whole card."
    } else {
        "No other box brings more for these dice."
    };
    reason.to_owned()
}

fn earns_upper_bonus(advisor: &Advisor, category: Category) -> bool {
    after(advisor, category).is_some_and(|next| {
        advisor.position().upper() < Rules::UPPER_GOAL && next.upper() == Rules::UPPER_GOAL
    })
}

fn stays_on_course(advisor: &Advisor, category: Category) -> bool {
    category.face().is_some()
        && after(advisor, category).is_some_and(|next| upper_bonus_is_open(next) && next.upper() >= par(next))
}

/// The card after scoring a box now.
fn after(advisor: &Advisor, category: Category) -> Option<Position> {
    let analysis = advisor.analysis();
    Some(advisor.position().score(analysis.rules, analysis.roll, category).ok()?.next)
}

/// What the filled upper boxes hold with three of each face; with all six filled it is 63.
fn par(position: Position) -> u8 {
    Rules::UPPER_GOAL - open_faces(position).map(|face| 3 * face.pips()).sum::<u8>()
}

/// How far the upper bonus is: after scoring an upper box, or before rolling for one.
fn pace(advisor: &Advisor, action: Action, aims: &[Aim]) -> Option<String> {
    if advisor.analysis().horizon == Horizon::Turn {
        return None;
    }
    match action {
        Action::Score(category) if category.face().is_some() => bonus_course(after(advisor, category)?),
        Action::Keep(_) if aims.iter().take(3).any(|aim| aim.category.face().is_some()) => {
            bonus_course(advisor.position())
        }
        Action::Score(_) | Action::Keep(_) => None,
    }
}

/// The subtotal against three of each face in the filled boxes, while the bonus can still be won.
fn bonus_course(position: Position) -> Option<String> {
    let (upper, par) = (position.upper(), par(position));
    if !upper_bonus_is_open(position) || Face::ALL.len() == open_faces(position).count() {
        return None;
    }
    let course = match upper.abs_diff(par) {
        0 => "on course".to_owned(),
        points if upper > par => format!("{points} ahead"),
        points => format!("{points} behind"),
    };
    Some(format!("Upper bonus: {upper} of {} points, {course}.", Rules::UPPER_GOAL))
}

fn next_best(advisor: &Advisor) -> String {
    let Some(next) = advisor.analysis().options.get(1) else {
        return "It is all that the rules allow.".to_owned();
    };
    format!("Next best: {}, {}.", gerund(advisor, next.action), behind(next.loss))
}

/// The best score, where rolling is better and the next best is another keep.
fn scoring_now(advisor: &Advisor) -> Option<String> {
    let options = &advisor.analysis().options;
    let score = options.iter().find(|option| matches!(option.action, Action::Score(_)))?;
    matches!((options.first()?.action, options.get(1)?.action), (Action::Keep(_), Action::Keep(_)))
        .then(|| format!("{} now is {}.", capitalised(gerund(advisor, score.action)), behind(score.loss)))
}

/// Where points now are only part of the value, what is still to come.
fn later(advisor: &Advisor, choice: Choice) -> String {
    match (choice.action, advisor.analysis().horizon) {
        (Action::Score(category), Horizon::Game) => {
            let now = f64::from(advisor.points_now(category));
            format!(", {} of them later", fixed(choice.value - now, 2))
        }
        _ => String::new(),
    }
}

fn worth(advisor: &Advisor, value: f64) -> String {
    format!("{} points {}", fixed(value, 2), until(advisor.analysis().horizon))
}

const fn until(horizon: Horizon) -> &'static str {
    match horizon {
        Horizon::Turn => "this turn",
        Horizon::Game => "to the end of the game",
    }
}

const fn by(horizon: Horizon) -> &'static str {
    match horizon {
        Horizon::Turn => "this turn",
        Horizon::Game => "by the end of the game",
    }
}

fn behind(loss: f64) -> String {
    if loss < Quality::NOTHING {
        "just as good".to_owned()
    } else if loss < 0.005 {
        "less than 0.01 points worse".to_owned()
    } else {
        format!("{} points worse", fixed(loss, 2))
    }
}

fn gerund(advisor: &Advisor, action: Action) -> String {
    match action {
        Action::Score(category) => match (advisor.points(category), advisor.bonus(category)) {
            (0, 0) => format!("a zero in {}", category.title()),
            (points, 0) => format!("scoring {} for {points}", category.title()),
            (points, bonus) => format!("scoring {} for {points} and {bonus} bonus", category.title()),
        },
        Action::Keep(keep) if keep.is_empty() => "rolling all five dice".to_owned(),
        Action::Keep(keep) => format!("keeping {keep}"),
    }
}

fn capitalised(mut text: String) -> String {
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}
