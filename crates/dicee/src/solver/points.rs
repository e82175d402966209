use std::sync::LazyLock;

use crate::category::Category;
use crate::config::DiceConfig;
use crate::scores::SCORES;

/// The different numbers of points a box can score, and which of them each roll gives.
pub(crate) struct Points {
    pub(crate) distinct: Vec<u8>,
    pub(crate) of_roll: [u8; DiceConfig::COUNT],
}

pub(crate) static ALL_POINTS: LazyLock<[Points; Category::COUNT]> = LazyLock::new(|| {
    SCORES.each_ref().map(|scores| {
        let mut distinct = scores.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let class = |points: &u8| {
            let place = distinct.binary_search(points).expect("it is in the list");
            u8::try_from(place).expect("a box has few different scores")
        };
        let of_roll = scores.each_ref().map(class);
        Points { distinct, of_roll }
    })
});
