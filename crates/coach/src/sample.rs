use dicee::{Bot, Rules};

/// Many games of one bot, boiled down.
#[derive(Debug)]
pub(crate) struct Sample {
    pub(crate) rules: Rules,
    pub(crate) bot: Bot,
    pub(crate) games: u32,
    pub(crate) mean: f64,
    /// The scores that part the games into equal shares, ascending.
    pub(crate) quantiles: [u16; Self::SHARES - 1],
}

impl Sample {
    /// Into how many equal shares the games are parted.
    const SHARES: usize = 200;

    /// See [`Standing::percentile`](crate::Standing::percentile).
    pub(crate) fn percentile(&self, score: u16) -> f64 {
        // The share below lies between `lower` and `lower + 1` parts, the share up to the score likewise, and the
        // answer between the two means; take the middle of it.
        let lower = self.quantiles.partition_point(|&quantile| quantile < score);
        let upper = self.quantiles.partition_point(|&quantile| quantile <= score);
        100.0 * (lower + upper + 1) as f64 / (2 * Self::SHARES) as f64
    }
}
