use crate::InputError;
use crate::category::{Category, CategorySet};
use crate::config::{ConfigIndex, DiceConfig};
use crate::face::Face;
use crate::input;
use crate::rules::{DiceeBox, Rules, ScoreRefusal, Scored};
use crate::scores::SCORES;

/// All that matters of a scorecard for the rest of the game: which boxes are open, how far the upper bonus
/// is, and what the Dicee box holds.
///
/// Two cards with the same position have the same future, whatever their totals. The upper subtotal is
/// capped at 63, because more brings nothing more.
///
/// ```
/// use dicee::{Category, CategorySet, DiceeBox, Position};
///
/// let open = CategorySet::from_slice(&[Category::Ones, Category::Chance]);
/// let position = Position::new(open, 60, DiceeBox::Fifty)?;
/// assert_eq!(position.upper(), 60);
///
/// let error = Position::new(CategorySet::ALL, 60, DiceeBox::Open).unwrap_err();
/// assert_eq!(error.field(), "upper");
/// # Ok::<(), dicee::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    open: CategorySet,
    /// Invariant: at most 63, and reachable with the filled upper boxes.
    upper: u8,
    /// Invariant: `Open` exactly when `open` has the Dicee box.
    dicee_box: DiceeBox,
}

/// What a score brings and where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Box points and Dicee bonus.
    pub scored: Scored,
    /// The upper bonus if this score reaches 63, else 0.
    pub upper_bonus: u8,
    /// The card afterwards; it may be full.
    pub next: Position,
}

impl Outcome {
    /// All points this score brings.
    #[must_use]
    pub const fn points(&self) -> u16 {
        self.scored.points as u16 + self.bonus()
    }

    /// What it brings beside the points in the box.
    #[must_use]
    pub const fn bonus(&self) -> u16 {
        self.scored.dicee_bonus as u16 + self.upper_bonus as u16
    }
}

impl Position {
    /// The empty card.
    pub const START: Self = Self { open: CategorySet::ALL, upper: 0, dicee_box: DiceeBox::Open };

    /// A position with something left to play.
    ///
    /// An `upper` of exactly 63 stands for 63 or more.
    ///
    /// # Errors
    ///
    /// [`InputError`] if no box is open, if no play reaches that subtotal with the upper boxes that are
    /// filled, or if `dicee_box` contradicts `open`.
    pub fn new(open: CategorySet, upper: i64, dicee_box: DiceeBox) -> Result<Self, InputError> {
        if open.is_empty() {
            return Err(input::no_open_category());
        }
        let dicee_open = open.contains(Category::Dicee);
        if dicee_open != (dicee_box == DiceeBox::Open) {
            return Err(input::dicee_box(dicee_box.name(), dicee_open));
        }
        let goal = i64::from(Rules::UPPER_GOAL);
        let totals = UPPER_TOTALS[filled_upper(open)];
        let reachable = match upper {
            63 => totals >> goal != 0,
            0..=105 => totals >> upper & 1 == 1,
            _ => false,
        };
        if !reachable {
            return Err(upper_unreachable(upper, open));
        }
        let upper = u8::try_from(upper.min(goal)).expect("checked to be from 0 to 105");
        Ok(Self { open, upper, dicee_box })
    }

    /// The upper subtotals that play can reach while these boxes are open, ascending.
    pub fn upper_totals(open: CategorySet) -> impl Iterator<Item = u8> {
        let totals = UPPER_TOTALS[filled_upper(open)];
        (0..=105).filter(move |total| totals >> total & 1 == 1)
    }

    /// The open boxes.
    #[must_use]
    pub const fn open(self) -> CategorySet {
        self.open
    }

    /// The upper subtotal, capped at 63.
    #[must_use]
    pub const fn upper(self) -> u8 {
        self.upper
    }

    /// What the Dicee box holds.
    #[must_use]
    pub const fn dicee_box(self) -> DiceeBox {
        self.dicee_box
    }

    /// Whether the game is over.
    #[must_use]
    pub const fn is_full(self) -> bool {
        self.open.is_empty()
    }

    /// Scores a roll.
    ///
    /// # Errors
    ///
    /// As [`Rules::score`].
    pub fn score(self, rules: Rules, roll: DiceConfig, category: Category) -> Result<Outcome, ScoreRefusal> {
        let scored = rules.score(self.open, self.dicee_box, roll, category)?;
        let (next, upper_bonus) = self.fill(category, scored.points);
        Ok(Outcome { scored, upper_bonus, next })
    }

    /// As [`Self::score`], for a box that is allowed and a roll by its index.
    pub(crate) fn score_allowed(self, rules: Rules, roll: ConfigIndex, category: Category) -> Outcome {
        let points = |category: Category| SCORES[category.index()][roll.as_usize()];
        let scored = if points(Category::Dicee) == 0 {
            // Only five equal dice are more than what the box says.
            Scored { points: points(category), dicee_bonus: 0 }
        } else {
            let roll = DiceConfig::from_index(roll);
            rules.score(self.open, self.dicee_box, roll, category).expect("the box is allowed")
        };
        let (next, upper_bonus) = self.fill(category, scored.points);
        Outcome { scored, upper_bonus, next }
    }

    /// The card after these points went into this open box, and the upper bonus that they earned.
    pub(crate) fn fill(self, category: Category, points: u8) -> (Self, u8) {
        let mut next = Self { open: self.open.without(category), ..self };
        if category == Category::Dicee {
            next.dicee_box = DiceeBox::holding(points);
        }
        let mut bonus = 0;
        if category.face().is_some() {
            (next.upper, bonus) = Rules::reach(self.upper, points);
        }
        (next, bonus)
    }

    /// Some total order, for bringing positions with the same future together.
    pub(crate) fn future_key(self) -> u32 {
        let upper = settled(self.open, self.upper);
        u32::from(self.open.bits()) << 16 | u32::from(upper) << 8 | self.dicee_box as u32
    }
}

/// The upper subtotal, with one number for all that bring no bonus any more: because it was earned, or because the open
/// boxes cannot reach it. Positions that differ in nothing else have the same future. Two thirds of the
/// reachable positions are left.
pub(crate) fn settled(open: CategorySet, upper: u8) -> u8 {
    settle(upper, reach(open))
}

/// As [`settled`], where what the open boxes can add is known.
pub(crate) const fn settle(upper: u8, reach: u8) -> u8 {
    let over = upper >= Rules::UPPER_GOAL || upper + reach < Rules::UPPER_GOAL;
    match over {
        false => upper,
        // 0 is among those that cannot reach it, if any can not.
        true if reach < Rules::UPPER_GOAL => 0,
        true => Rules::UPPER_GOAL,
    }
}

/// The most that the open upper boxes can add.
pub(crate) const fn reach(open: CategorySet) -> u8 {
    // Of all sets, because simulations ask it in every turn of every game.
    const REACH: [u8; 64] = {
        let mut reach = [0; 64];
        let mut open = 1usize;
        while open < 64 {
            // Take out the lowest box.
            let face = Face::ALL[open.trailing_zeros() as usize];
            reach[open] = reach[open & (open - 1)] + 5 * face.pips();
            open += 1;
        }
        reach
    };
    REACH[open.upper().bits() as usize]
}

/// The subtotals (capped at 63) that play can reach with these upper boxes filled, one bit each.
pub(crate) fn reachable_upper(filled: usize) -> u64 {
    capped(UPPER_TOTALS[filled])
}

/// The same from a subtotal on, with these upper boxes filled since.
pub(crate) fn reachable_from(upper: u8, filled: usize) -> u64 {
    capped(u128::from(reachable_upper(filled)) << upper)
}

/// Subtotals, one bit each, with one bit for all from 63 on.
fn capped(totals: u128) -> u64 {
    let below = u64::try_from(totals & ((1 << 63) - 1)).expect("63 bits are left");
    if totals >> 63 == 0 { below } else { below | 1 << 63 }
}

/// The highest subtotal (capped at 63) that play can reach with these upper boxes filled.
pub(crate) fn highest_upper(filled: usize) -> usize {
    reachable_upper(filled).ilog2() as usize
}

const fn filled_upper(open: CategorySet) -> usize {
    open.complement().upper().bits() as usize
}

/// For each set of filled upper boxes, the subtotals they can hold, one bit each (0 to 105).
const UPPER_TOTALS: [u128; 64] = {
    let mut totals = [1u128; 64];
    let mut filled = 1usize;
    while filled < 64 {
        // Take out the lowest box: its face can have come zero to five times.
        let face = filled.trailing_zeros() + 1;
        let rest = totals[filled & (filled - 1)];
        let mut sum = 0;
        let mut count = 0;
        while count <= 5 {
            sum |= rest << (face * count);
            count += 1;
        }
        totals[filled] = sum;
        filled += 1;
    }
    totals
};

/// An upper subtotal that no play can reach with the upper boxes that are filled.
#[must_use]
pub fn upper_unreachable(actual: i64, open: CategorySet) -> InputError {
    let filled = open.complement().upper();
    let expected = if filled.is_empty() {
        "0, because no upper box is filled".into()
    } else {
        format!("a subtotal that {filled} can add up to, such as {}", nearest(open, actual))
    };
    InputError::new("upper", expected, actual.to_string())
}

/// The reachable subtotals on both sides of one that is not.
fn nearest(open: CategorySet, upper: i64) -> String {
    let totals: Vec<u8> = Position::upper_totals(open).collect();
    let above = totals.partition_point(|&total| i64::from(total) < upper);
    let near = &totals[above.saturating_sub(1)..(above + 1).min(totals.len())];
    near.iter().map(u8::to_string).collect::<Vec<_>>().join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use Category::*;

    #[test]
    fn there_are_2794_reachable_pairs_of_upper_boxes_and_subtotals() {
        let pairs: u32 = (0..64).map(|filled| reachable_upper(filled).count_ones()).sum();
        assert_eq!(pairs, 2794);
    }

    #[test]
    fn only_subtotals_that_play_can_reach_are_accepted() {
        for (open, upper, accepted) in [
            (CategorySet::ALL, 0, true),
            (CategorySet::ALL, 1, false),
            (CategorySet::ALL.without(Fours), 12, true),
            (CategorySet::ALL.without(Fours), 13, false),
            (CategorySet::ALL.without(Fours), -4, false),
            // Threes, fours and sixes reach 62 and 65 but not 63 itself: 63 means 63 or more.
            (CategorySet::ALL.without(Threes).without(Fours).without(Sixes), 63, true),
            (CategorySet::ALL.without(Threes).without(Fours).without(Sixes), 64, false),
            (CategorySet::ALL.without(Threes).without(Fours).without(Sixes), 65, true),
            (CategorySet::from_slice(&[Dicee]), 105, true),
            (CategorySet::from_slice(&[Dicee]), 104, true),
            (CategorySet::from_slice(&[Dicee]), 106, false),
            (CategorySet::from_slice(&[Dicee]), i64::MAX, false),
            (CategorySet::from_slice(&[Dicee]), i64::MIN, false),
        ] {
            let result = Position::new(open, upper, DiceeBox::Open);
            assert_eq!(result.is_ok(), accepted, "{open} {upper}");
        }
    }

    #[test]
    fn reachable_subtotals_are_those_that_are_accepted() {
        for open in
            [CategorySet::ALL, CategorySet::ALL.without(Fours).without(Sixes), CategorySet::EMPTY.with(Dicee)]
        {
            let accepted = (0..=120).filter(|&upper| Position::new(open, upper, DiceeBox::Open).is_ok());
            let listed = Position::upper_totals(open).map(i64::from);
            // 63 is also accepted where only more than 63 can be reached.
            assert!(listed.eq(accepted), "{open}");
        }
    }

    #[test]
    fn the_dicee_box_must_agree_with_the_open_boxes() {
        let open = CategorySet::from_slice(&[Chance]);
        assert!(Position::new(open, 0, DiceeBox::Open).is_err());
        assert!(Position::new(open, 0, DiceeBox::Zero).is_ok());
        assert!(Position::new(CategorySet::ALL, 0, DiceeBox::Fifty).is_err());
        assert_eq!(Position::new(CategorySet::EMPTY, 0, DiceeBox::Zero), Err(input::no_open_category()));
    }

    #[test]
    fn the_upper_bonus_comes_once_and_at_63() {
        let open = CategorySet::from_slice(&[Ones, Twos, Dicee]);
        let roll = |dice| DiceConfig::from_dice(&dice).unwrap();
        let position = Position::new(open, 61, DiceeBox::Open).unwrap();
        let outcome = position.score(Rules::Standard, roll([1, 1, 3, 4, 5]), Ones).unwrap();
        assert_eq!((outcome.points(), outcome.next.upper()), (37, 63));
        let outcome = outcome.next.score(Rules::Standard, roll([2, 2, 3, 4, 5]), Twos).unwrap();
        assert_eq!((outcome.points(), outcome.next.upper()), (4, 63));
        let outcome = position.score(Rules::Standard, roll([1, 2, 3, 4, 5]), Ones).unwrap();
        assert_eq!((outcome.points(), outcome.next.upper()), (1, 62));
    }

    #[test]
    fn lower_boxes_leave_the_upper_subtotal_alone() {
        let roll = DiceConfig::from_dice(&[6; 5]).unwrap();
        let outcome = Position::START.score(Rules::Standard, roll, Dicee).unwrap();
        assert_eq!(outcome.next.upper(), 0);
        assert_eq!(outcome.next.dicee_box(), DiceeBox::Fifty);
        assert!(!outcome.next.open().contains(Dicee));
    }
}
