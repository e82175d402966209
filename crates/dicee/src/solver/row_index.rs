use crate::category::{Category, CategorySet};
use crate::position::reachable_upper;
use crate::rules::{DiceeBox, Rules};

/// States in a row: the upper subtotals 0 to 62, and 63 or more.
pub(crate) const ROW: usize = 64;

/// The place of a row: first by what the Dicee box holds, then by the other twelve open boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RowIndex(usize);

impl RowIndex {
    const SETS: usize = 1 << (Category::COUNT - 1);
    const BOXES: [DiceeBox; 3] = [DiceeBox::Open, DiceeBox::Zero, DiceeBox::Fifty];

    pub(crate) fn of(rules: Rules, open: CategorySet, dicee_box: DiceeBox) -> Self {
        let bits = usize::from(open.bits());
        // Close the gap that the Dicee box leaves between the large straight and chance.
        let below = bits & ((1 << Category::Dicee.index()) - 1);
        let above = bits >> (Category::Dicee.index() + 1) << Category::Dicee.index();
        let layer = match dicee_box {
            DiceeBox::Open => 0,
            DiceeBox::Zero => 1,
            // Where nothing follows from a filled Dicee box, both fillings share their rows.
            DiceeBox::Fifty => Self::layers(rules) - 1,
        };
        Self(layer * Self::SETS + (below | above))
    }

    const fn layers(rules: Rules) -> usize {
        if rules.has_dicee_bonus() || rules.has_joker() { 3 } else { 2 }
    }

    pub(crate) const fn count(rules: Rules) -> usize {
        Self::layers(rules) * Self::SETS
    }

    pub(crate) fn all(rules: Rules) -> impl Iterator<Item = Self> {
        (0..Self::count(rules)).map(Self)
    }

    pub(crate) const fn dicee_box(self) -> DiceeBox {
        Self::BOXES[self.0 / Self::SETS]
    }

    pub(crate) fn open(self) -> CategorySet {
        let bits = self.0 % Self::SETS;
        let below = bits & ((1 << Category::Dicee.index()) - 1);
        let above = bits >> Category::Dicee.index() << (Category::Dicee.index() + 1);
        let bits = u16::try_from(below | above).expect("thirteen bits");
        let open = CategorySet::from_bits(bits).expect("thirteen bits");
        if matches!(self.dicee_box(), DiceeBox::Open) { open.with(Category::Dicee) } else { open }
    }

    /// For indexing arrays.
    pub(crate) const fn as_usize(self) -> usize {
        self.0
    }

    /// The upper subtotals that play can reach with these boxes filled.
    pub(super) fn reachable_uppers(self) -> impl Iterator<Item = usize> {
        let reachable = reachable_upper(self.filled_upper());
        (0..ROW).filter(move |upper| reachable >> upper & 1 == 1)
    }

    pub(crate) fn filled_upper(self) -> usize {
        usize::from(self.open().complement().upper().bits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_positions_are_inverse() {
        for rules in Rules::ALL {
            for row in RowIndex::all(rules) {
                assert_eq!(RowIndex::of(rules, row.open(), row.dicee_box()), row, "{rules} {row:?}");
            }
        }
    }
}
