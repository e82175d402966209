//! Sorting by a number. Every type that `sort_by` sorts is four kilobytes of code, which browser modules have no room for:
//! here the numbers are sorted, once for all types.

/// Puts items in the order of their ranks, lowest first; equals stay in their order.
///
/// ```
/// use chance::{rank_of, sort_by_rank};
///
/// let mut costs = [("keep", 0.5), ("score", -0.25), ("roll", 0.5)];
/// sort_by_rank(&mut costs, |&(_, cost)| rank_of(cost));
/// assert_eq!(costs.map(|(name, _)| name), ["score", "keep", "roll"]);
/// // `!` turns the order around.
/// sort_by_rank(&mut costs, |&(_, cost)| !rank_of(cost));
/// assert_eq!(costs.map(|(name, _)| name), ["keep", "roll", "score"]);
/// ```
pub fn sort_by_rank<T: Clone>(items: &mut [T], rank: impl FnMut(&T) -> i64) {
    let mut places: Vec<(i64, usize)> = items.iter().map(rank).zip(0..).collect();
    sort(&mut places);
    let sorted: Vec<T> = places.into_iter().map(|(_, place)| items[place].clone()).collect();
    items.clone_from_slice(&sorted);
}

/// Ranks with the places where they stand: no two are equal.
fn sort(places: &mut [(i64, usize)]) {
    places.sort_unstable();
}

/// A rank in the order of [`f64::total_cmp`].
#[must_use]
pub const fn rank_of(value: f64) -> i64 {
    let bits = value.to_bits().cast_signed();
    // Negative numbers have their bits in descending order.
    bits ^ ((bits >> 63).cast_unsigned() >> 1).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_in_the_order_of_the_numbers() {
        let numbers = [f64::NEG_INFINITY, -2.5, -1e-300, -0.0, 0.0, 1e-300, 0.1, 2.5, 1e300, f64::INFINITY];
        for (one, other) in numbers.iter().flat_map(|one| numbers.iter().map(move |other| (one, other))) {
            assert_eq!(rank_of(*one).cmp(&rank_of(*other)), one.total_cmp(other), "{one} {other}");
            assert_eq!((!rank_of(*one)).cmp(&!rank_of(*other)), other.total_cmp(one), "{one} {other}");
        }
    }

    #[test]
    fn equals_stay_in_their_order() {
        let mut items: Vec<(i64, usize)> = (0..100).map(|place| ((place * 37 % 7) as i64, place)).collect();
        let mut wanted = items.clone();
        wanted.sort_by_key(|(rank, _)| *rank);
        sort_by_rank(&mut items, |(rank, _)| *rank);
        assert_eq!(items, wanted);
        sort_by_rank::<u8>(&mut [], |_| 0);
    }
}
