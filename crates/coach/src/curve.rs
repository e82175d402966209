use dicee::{Bot, Rules, ScoreDistribution};

/// The final scores of all games of one bot, as [`ScoreDistribution::to_curve`] writes them.
#[derive(Debug)]
pub(crate) struct Curve {
    pub(crate) rules: Rules,
    pub(crate) bot: Bot,
    pub(crate) mean: f64,
    pub(crate) knots: &'static [u8],
}

impl Curve {
    /// See [`Standing::percentile`](crate::Standing::percentile).
    pub(crate) fn percentile(&self, score: u16) -> f64 {
        100.0 * ScoreDistribution::from_curve(self.knots).beaten_by(score)
    }
}
