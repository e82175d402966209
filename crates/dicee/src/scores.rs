//! Tables of [`Category::score`], the base of every solver.

use crate::category::Category;
use crate::config::DiceConfig;
use crate::face::Face;

/// What each roll is worth in each category by itself.
pub(crate) static SCORES: [[u8; DiceConfig::COUNT]; Category::COUNT] = {
    let mut table = [[0; DiceConfig::COUNT]; Category::COUNT];
    let mut category = 0;
    while category < Category::COUNT {
        let mut roll = 0;
        while roll < DiceConfig::COUNT {
            table[category][roll] = Category::ALL[category].score(DiceConfig::at(roll));
            roll += 1;
        }
        category += 1;
    }
    table
};

/// The roll of five equal dice of this face.
pub(crate) fn five_of(face: Face) -> DiceConfig {
    let mut counts = [0; 6];
    counts[face.index()] = 5;
    DiceConfig::from_counts(counts).expect("five dice")
}
