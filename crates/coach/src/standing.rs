use dicee::{Bot, Rules};
use serde::Serialize;

use crate::curve::Curve;
use crate::curves::CURVES;

/// Where a final score stands among all games of one bot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// Who plays those games.
    pub bot: Bot,
    /// The share of those games that the score beats, in percent: games with a lower score, and half of those with
    /// the same one. From the exact distribution of the bot's final scores, to a tenth of a percentage point.
    pub percentile: f64,
    /// The mean score of those games.
    pub mean: f64,
}

/// The share of a bot's games that this score beats, in percent; see [`Standing::percentile`].
///
/// ```
/// use dicee::{Bot, Rules};
///
/// // A middling score for perfect play is far beyond most beginners.
/// assert!((40.0..60.0).contains(&coach::percentile(Rules::Standard, Bot::Optimal, 247)));
/// assert!(coach::percentile(Rules::Standard, Bot::Beginner, 247) > 98.0);
/// ```
#[must_use]
pub fn percentile(rules: Rules, bot: Bot, score: u16) -> f64 {
    curve(rules, bot).percentile(score)
}

/// Where a final score stands among the games of every bot, strongest first.
#[must_use]
pub fn standings(rules: Rules, score: u16) -> Vec<Standing> {
    Bot::ALL
        .map(|bot| {
            let curve = curve(rules, bot);
            Standing { bot, percentile: curve.percentile(score), mean: curve.mean }
        })
        .into()
}

fn curve(rules: Rules, bot: Bot) -> &'static Curve {
    let curve = CURVES.iter().find(|curve| curve.rules == rules && curve.bot == bot);
    curve.expect("every bot has a curve under all rules, as a test checks")
}

#[cfg(test)]
mod tests {
    use dicee::{Policy, Position, ScoreDistribution, SolvedGame};

    use super::*;

    #[test]
    fn every_bot_has_a_curve_under_all_rules() {
        for rules in Rules::ALL {
            for bot in Bot::ALL {
                let scores = ScoreDistribution::from_curve(curve(rules, bot).knots);
                let total: f64 = scores.iter().map(|(_, chance)| chance).sum();
                assert!((total - 1.0).abs() < 1e-9, "{rules} {bot}");
                assert!((scores.mean() - curve(rules, bot).mean).abs() < 1.0, "{rules} {bot}");
            }
        }
        assert_eq!(CURVES.len(), Rules::ALL.len() * Bot::ALL.len());
    }

    #[test]
    fn percentiles_are_those_of_the_exact_distribution() {
        let solved = SolvedGame::solve_values(Rules::Classic, |_| {});
        for bot in [Bot::Optimal, Bot::Greedy] {
            let exact = ScoreDistribution::before_turn(&Policy::of_bot(bot, &solved), Position::START);
            for score in 0..400 {
                let error = percentile(Rules::Classic, bot, score) - 100.0 * exact.beaten_by(score);
                assert!(error.abs() < 0.1, "{bot} {score}: {error}");
            }
            assert!((curve(Rules::Classic, bot).mean - exact.mean()).abs() < 1e-4, "{bot}");
        }
    }

    #[test]
    fn a_higher_score_never_stands_lower_and_beats_weaker_bots_more_often() {
        for rules in Rules::ALL {
            for score in 5..400 {
                for (higher, lower) in standings(rules, score + 1).iter().zip(standings(rules, score)) {
                    assert!(higher.percentile >= lower.percentile, "{rules} {score}");
                }
            }
            let means: Vec<f64> = standings(rules, 0).iter().map(|standing| standing.mean).collect();
            assert!(means.is_sorted_by(|a, b| a > b), "{means:?}");
        }
    }
}
