//! Kinds of mistakes at the table of Forty-Two in words.

use fortytwo::Misplay;

use crate::tally::Count;

/// A kind as a heading.
pub(super) const fn title(kind: Misplay) -> &'static str {
    match kind {
        Misplay::Overbid => "Bidding too much",
        Misplay::Underbid => "Passing good hands",
        Misplay::WrongTrumps => "Naming the wrong trumps",
        Misplay::BadLead => "Leading the wrong tile",
        Misplay::TrumpWasted => "Wasting a trump",
        Misplay::TrumpHeldBack => "Holding a trump back",
        Misplay::CountGivenAway => "Giving count away",
        Misplay::CountHeldBack => "Holding count back",
        Misplay::WrongTile => "Following with the wrong tile",
    }
}

/// What the player does, after "you".
const fn deed(kind: Misplay) -> &'static str {
    match kind {
        Misplay::Overbid => "bid more than the hand was worth",
        Misplay::Underbid => "passed a hand that was worth a bid",
        Misplay::WrongTrumps => "named trumps that made the bid less often than others",
        Misplay::BadLead => "led a tile where another was better",
        Misplay::TrumpWasted => "trumped where another tile was better",
        Misplay::TrumpHeldBack => "kept a trump that would have won more",
        Misplay::CountGivenAway => "gave count to a trick that should not have had it",
        Misplay::CountHeldBack => "kept count that the trick should have had",
        Misplay::WrongTile => "followed with the wrong one of like tiles",
    }
}

/// What to do instead.
pub(super) const fn tip(kind: Misplay) -> &'static str {
    match kind {
        Misplay::Overbid => {
            "Count what can go wrong: each tile that is no trump and no double may lose a trick, with count on it."
        }
        Misplay::Underbid => {
            "Three trumps with the double and two more doubles make 30 more often than not; the other team bids if you do not."
        }
        Misplay::WrongTrumps => {
            "The longest suit with its double is usually best; look which tiles it leaves that cannot win."
        }
        Misplay::BadLead => {
            "With the bid, lead trumps until the others have none, then doubles; against it, lead what your partner can take."
        }
        Misplay::TrumpWasted => {
            "A trump on a trick that your side wins anyway, or cannot win, is missing later."
        }
        Misplay::TrumpHeldBack => "A trick with count on it is what trumps are for.",
        Misplay::CountGivenAway => "Give count to tricks your partner has won for certain, and to no other.",
        Misplay::CountHeldBack => {
            "When your partner has the trick for certain, five or ten points belong on it."
        }
        Misplay::WrongTile => {
            "Ask which of your tiles can still win a later trick: keep that one and play the other."
        }
    }
}

/// A habit in a sentence.
pub(super) fn habit(kind: Misplay, count: Count, per_hand: f64, hands: u32) -> String {
    format!(
        "In {hands} hands you {} {} of {} times. That costs {per_hand:.2} marks a hand, and is no accident.",
        deed(kind),
        count.wrong,
        count.opportunities,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_fits_in_200_characters_and_no_two_titles_are_alike() {
        let mut titles = std::collections::BTreeSet::new();
        for kind in Misplay::ALL {
            let count = Count { opportunities: 1888, wrong: 888, cost: 1.0 };
            for text in [habit(kind, count, 1.25, 500), tip(kind).to_owned()] {
                assert!(text.len() <= 200 && text.ends_with('.'), "{text}");
            }
            assert!(titles.insert(title(kind)), "{kind}");
        }
    }
}
