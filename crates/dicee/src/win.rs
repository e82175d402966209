//! Who wins: every player's chance, from the distributions of all final scores.

mod forecast;
mod outlook;

use serde::Serialize;

use crate::distribution::ScoreDistribution;

pub use forecast::{Contender, KnownScores, WinForecast, WinForecaster};
pub use outlook::ScoreOutlook;

/// One player's chance to win.
///
/// It assumes that everybody plays for the highest expected score from here on, independently of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WinChance {
    /// The chance to have more points than everybody else.
    pub alone: f64,
    /// The chance to share the highest score with somebody.
    pub shared: f64,
    /// The expected share of the win: a win shared by two counts half. Over all players these add up to 1.
    pub share: f64,
}

impl WinChance {
    /// What the numbers assume, to be said beside them.
    pub const ASSUMPTION: &'static str =
        "Assumes that everybody plays for the highest expected score from here on.";

    /// The most players of one game.
    pub const PLAYERS: usize = 8;
}

/// Every player's chance to win, from the distributions of their final scores; ties share the win.
///
/// ```
/// use dicee::{ScoreDistribution, win_chances};
///
/// let finals = [200, 180, 200].map(ScoreDistribution::certain);
/// let chances = win_chances(&finals);
/// assert_eq!(chances.map(|chance| chance.share), [0.5, 0.0, 0.5]);
/// ```
#[must_use]
pub fn win_chances<const N: usize>(finals: &[ScoreDistribution; N]) -> [WinChance; N] {
    let chances = win_chances_of(finals);
    std::array::from_fn(|player| chances[player])
}

/// Which of some changes of a chance, from before to after, raised it most; `None` if none did. Of the rolls of a game and
/// the chance of its winner, that is the roll that decided it.
///
/// ```
/// assert_eq!(dicee::largest_gain([(0.5, 0.6), (0.6, 0.9), (0.9, 0.2)]), Some(1));
/// assert_eq!(dicee::largest_gain([(0.5, 0.4)]), None);
/// ```
#[must_use]
pub fn largest_gain(changes: impl IntoIterator<Item = (f64, f64)>) -> Option<usize> {
    let gains = changes.into_iter().map(|(before, after)| after - before).enumerate();
    let (place, _) = gains.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, gain)| *gain > 0.0)?;
    Some(place)
}

/// As [`win_chances`], for any number of players.
#[must_use]
pub fn win_chances_of(finals: &[ScoreDistribution]) -> Vec<WinChance> {
    let Some(highest) = finals.iter().map(ScoreDistribution::highest).max() else { return Vec::new() };
    let lowest = finals.iter().map(ScoreDistribution::lowest).max().unwrap_or(0);
    let mut chances = vec![WinChance::default(); finals.len()];
    // Nobody wins with less than the most that somebody has for certain.
    let mut below: Vec<f64> = finals.iter().map(|scores| 1.0 - scores.at_least(lowest)).collect();
    // How likely so many of the others have exactly this score while the rest has less.
    let mut equal = vec![0.0; finals.len()];
    for score in lowest..=highest {
        let here: Vec<f64> = finals.iter().map(|scores| scores.chance(score)).collect();
        for (player, chance) in chances.iter_mut().enumerate().filter(|(player, _)| here[*player] > 0.0) {
            equal.fill(0.0);
            equal[0] = here[player];
            for other in (0..finals.len()).filter(|other| *other != player) {
                for count in (0..finals.len()).rev() {
                    let fewer = if count > 0 { equal[count - 1] } else { 0.0 };
                    equal[count] = equal[count] * below[other] + fewer * here[other];
                }
            }
            chance.alone += equal[0];
            chance.shared += equal[1..].iter().sum::<f64>();
            chance.share +=
                equal.iter().zip(1u32..).map(|(chance, sharers)| chance / f64::from(sharers)).sum::<f64>();
        }
        for (below, here) in below.iter_mut().zip(here) {
            *below += here;
        }
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(first: usize, chances: &[f64]) -> ScoreDistribution {
        ScoreDistribution::from_chances(first, chances.to_vec())
    }

    #[test]
    fn chances_are_those_of_all_combinations() {
        let players =
            [scores(10, &[0.5, 0.25, 0.25]), scores(9, &[0.2, 0.3, 0.5]), scores(11, &[0.9, 0.0, 0.1])];
        let mut expected = [WinChance::default(); 3];
        for (a, p) in players[0].iter() {
            for (b, q) in players[1].iter() {
                for (c, r) in players[2].iter() {
                    let finals = [a, b, c];
                    let best = a.max(b).max(c);
                    let winners = finals.iter().filter(|score| **score == best).count();
                    for player in (0..3).filter(|player| finals[*player] == best) {
                        let chance = p * q * r;
                        expected[player].share += chance / winners as f64;
                        let place = &mut expected[player];
                        *(if winners == 1 { &mut place.alone } else { &mut place.shared }) += chance;
                    }
                }
            }
        }
        for (chance, expected) in win_chances(&players).iter().zip(expected) {
            assert!((chance.alone - expected.alone).abs() < 1e-12);
            assert!((chance.shared - expected.shared).abs() < 1e-12);
            assert!((chance.share - expected.share).abs() < 1e-12);
        }
    }

    #[test]
    fn one_player_wins_alone_and_nobody_is_nobody() {
        assert_eq!(win_chances_of(&[]), []);
        let alone = win_chances(&[scores(5, &[0.5, 0.5])])[0];
        assert!((alone.alone - 1.0).abs() < 1e-12 && alone.shared == 0.0);
    }
}
