use chance::{Ratio, fixed, rank_of, sort_by_rank};

use crate::advice::Advisor;
use crate::category::Category;
use crate::keep::KeepPattern;
use crate::odds::CategoryOdds;
use crate::rolls_left::RollsLeft;

/// A box that a keep makes likelier or fuller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Aim {
    pub(super) category: Category,
    /// The chance of achieving it when every later keep is chosen for it.
    pub(super) chance: Ratio,
    /// Expected points in it when the rest of the turn is played for them.
    pub(super) points: f64,
    /// How much more that is than with five fresh dice.
    lift: f64,
}

/// What each of these keeps is good for: the boxes in which it brings more points than five fresh dice would,
/// most first. Boxes that are certain already are no aim; Chance is one, and less than half a point counts, only
/// where there is nothing else.
pub(super) fn aims<const N: usize>(advisor: &Advisor, keeps: [Option<KeepPattern>; N]) -> [Vec<Aim>; N] {
    let mut aims = [const { Vec::new() }; N];
    let analysis = advisor.analysis();
    let rolls = analysis.rolls_left;
    if rolls == RollsLeft::NONE || keeps.iter().all(Option::is_none) {
        return aims;
    }
    for category in advisor.position().open().iter() {
        CategoryOdds::with(analysis.rules, advisor.position(), category, |odds| {
            let fresh = odds.expected_with_keep(KeepPattern::NOTHING, rolls);
            for (aims, keep) in aims.iter_mut().zip(keeps) {
                let Some(keep) = keep else { continue };
                let (chance, points) = (odds.with_keep(keep, rolls), odds.expected_with_keep(keep, rolls));
                let lift = points - fresh;
                if lift > 1e-9 && (is_counted(category) || !chance.is_one()) {
                    aims.push(Aim { category, chance, points, lift });
                }
            }
        });
    }
    for aims in &mut aims {
        keep_some(aims, |aim| aim.category != Category::Chance);
        keep_some(aims, |aim| aim.lift > 0.5);
        // Stable: card order decides between equals.
        sort_by_rank(aims, |aim| !rank_of(aim.lift));
    }
    aims
}

/// Chances of the boxes a keep aims at, or its mean points where the box counts dice.
pub(super) fn chances(aims: &[Aim]) -> Option<String> {
    let chances: Vec<String> = aims
        .iter()
        .take(3)
        .map(|aim| match is_counted(aim.category) {
            true => format!("{} {} on average", aim.category.title(), fixed(aim.points, 2)),
            false => format!("{} {}", aim.category.title(), aim.chance.percentage()),
        })
        .collect();
    (!chances.is_empty()).then(|| format!("Aims: {}.", chances.join(", ")))
}

/// The box as something to wish for.
pub(super) fn hope(aim: &Aim) -> String {
    match aim.category {
        Category::Ones
        | Category::Twos
        | Category::Threes
        | Category::Fours
        | Category::Fives
        | Category::Sixes => format!("more {}", aim.category.name()),
        Category::ThreeOfKind | Category::FourOfKind => aim.category.title().to_owned(),
        Category::FullHouse | Category::SmallStraight | Category::LargeStraight | Category::Dicee => {
            format!("a {}", aim.category.title())
        }
        Category::Chance => "a high total".to_owned(),
    }
}

/// Boxes that every matching die adds to, so that their chance of more than 0 says little.
pub(super) const fn is_counted(category: Category) -> bool {
    category.face().is_some() || matches!(category, Category::Chance)
}

/// Keeps those that pass, unless none does.
fn keep_some(aims: &mut Vec<Aim>, pass: fn(&Aim) -> bool) {
    if aims.iter().any(pass) {
        aims.retain(pass);
    }
}
