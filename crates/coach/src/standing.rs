use dicee::{Bot, Rules};
use serde::Serialize;

use crate::quantile_table::SAMPLES;
use crate::sample::Sample;

/// Where a final score stands among many games of one bot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// Who played those games.
    pub bot: Bot,
    /// The share of those games that the score beats, in percent: games with a lower score, and half of those with
    /// the same one. From 0.25 to 99.75, known to about a quarter of a percent.
    pub percentile: f64,
    /// The mean score of those games.
    pub mean: f64,
    /// How many games were played to find out.
    pub games: u32,
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
    sample(rules, bot).percentile(score)
}

/// Where a final score stands among the games of every bot, strongest first.
#[must_use]
pub fn standings(rules: Rules, score: u16) -> Vec<Standing> {
    Bot::ALL
        .map(|bot| {
            let sample = sample(rules, bot);
            Standing { bot, percentile: sample.percentile(score), mean: sample.mean, games: sample.games }
        })
        .into()
}

fn sample(rules: Rules, bot: Bot) -> &'static Sample {
    let sample = SAMPLES.iter().find(|sample| sample.rules == rules && sample.bot == bot);
    sample.expect("every bot has played by all rules, as a test checks")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_has_played_by_all_rules() {
        for rules in Rules::ALL {
            for bot in Bot::ALL {
                let sample = sample(rules, bot);
                assert!(sample.quantiles.is_sorted() && sample.games >= 100_000, "{rules} {bot}");
            }
        }
        assert_eq!(SAMPLES.len(), Rules::ALL.len() * Bot::ALL.len());
    }

    #[test]
    fn a_percentile_counts_half_of_the_equal_scores() {
        // Scores 1 to 199, each the end of one share; then one share above.
        let quantiles = std::array::from_fn(|place| u16::try_from(place + 1).expect("at most 199"));
        let sample = Sample { rules: Rules::Standard, bot: Bot::Optimal, games: 200, mean: 100.0, quantiles };
        for (score, percentile) in
            [(0, 0.25), (1, 0.5), (100, 50.0), (199, 99.5), (200, 99.75), (u16::MAX, 99.75)]
        {
            assert!((sample.percentile(score) - percentile).abs() < 1e-9, "{score}");
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
