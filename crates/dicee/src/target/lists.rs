//! The chances of every position, as whole numbers or as `f64`.

use super::fixed::to_share;
use super::solve::ChanceMap;
use crate::rules::Rules;
use crate::solver::RowIndex;

/// For every position, the chance for each number of points needed.
#[derive(Clone, PartialEq)]
pub(crate) enum ChanceLists {
    /// Half as large, and the same bits everywhere: what targets need.
    Whole(ChanceMap<u32>),
    /// Chances of a billionth and less are told apart: what playing against many needs.
    Fine(ChanceMap<f64>),
}

impl ChanceLists {
    pub(crate) const fn rules(&self) -> Rules {
        match self {
            Self::Whole(map) => map.rules(),
            Self::Fine(map) => map.rules(),
        }
    }

    /// The bytes it holds.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Whole(map) => map.bytes(),
            Self::Fine(map) => map.bytes(),
        }
    }

    /// Whether a position is there.
    pub(crate) fn has(&self, row: RowIndex, upper: u8) -> bool {
        match self {
            Self::Whole(map) => map.has(row, upper),
            Self::Fine(map) => map.has(row, upper),
        }
    }

    /// The chance of a position; `upper` is settled.
    #[inline]
    pub(crate) fn at(&self, row: RowIndex, upper: u8, points: u16) -> f64 {
        let points = usize::from(points);
        match self {
            Self::Whole(map) => map.of(row, upper).get(points).map_or(0.0, |&chance| to_share(chance)),
            Self::Fine(map) => map.of(row, upper).get(points).copied().unwrap_or(0.0),
        }
    }

    /// The whole numbers of a position, by the points needed; none where the chances are none.
    pub(crate) fn whole(&self, row: RowIndex, upper: u8) -> &[u32] {
        match self {
            Self::Whole(map) => map.of(row, upper),
            Self::Fine(_) => &[],
        }
    }
}
