//! Kinds of mistakes and habits in words.

use chance::fixed;
use dicee::MistakeKind;

use crate::tally::Count;

/// A kind as a heading.
pub(crate) const fn title(kind: MistakeKind) -> &'static str {
    match kind {
        MistakeKind::StoppedEarly => "Stopping early",
        MistakeKind::RolledOn => "Rolling on",
        MistakeKind::GaveUpASureScore => "Giving up a sure score",
        MistakeKind::LeftPoints => "Leaving points",
        MistakeKind::BrokeASet => "Breaking a set",
        MistakeKind::ChasedAStraight => "Chasing a straight",
        MistakeKind::MissedAStraight => "Missing a straight",
        MistakeKind::HeldExtraDice => "Holding extra dice",
        MistakeKind::LetGoGoodDice => "Letting go of good dice",
        MistakeKind::HeldWrongDice => "Holding the wrong dice",
        MistakeKind::TookPointsNow => "Taking points now",
        MistakeKind::PlayedForTheTurn => "Playing for the turn",
        MistakeKind::BurnedTheWrongBox => "A zero in the wrong box",
        MistakeKind::WastedChance => "Wasting Chance",
        MistakeKind::IgnoredUpperBonus => "Ignoring the upper bonus",
        MistakeKind::SpentTheBetterBox => "Spending the better box",
    }
}

/// The same inside a sentence; the box Chance keeps its name.
pub(crate) fn phrase(kind: MistakeKind) -> String {
    let mut text = title(kind).to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    text
}

/// What the player does, after "You".
const fn deed(kind: MistakeKind) -> &'static str {
    match kind {
        MistakeKind::StoppedEarly => "scored although another roll was worth more",
        MistakeKind::RolledOn => "rolled on although scoring was worth more",
        MistakeKind::GaveUpASureScore => "rolled on with a finished full house, straight or Dicee",
        MistakeKind::LeftPoints => "filled a box that paid less than the best one",
        MistakeKind::BrokeASet => "broke up equal dice that belonged together",
        MistakeKind::ChasedAStraight => "kept a run where something else was better",
        MistakeKind::MissedAStraight => "gave up a run that was the best hope",
        MistakeKind::HeldExtraDice => "kept dice beside the right ones",
        MistakeKind::LetGoGoodDice => "threw some of the right dice",
        MistakeKind::HeldWrongDice => "kept other dice than the right ones",
        MistakeKind::TookPointsNow => "took the points of a box that was worth more later",
        MistakeKind::PlayedForTheTurn => "kept what was best for the turn but not for the game",
        MistakeKind::BurnedTheWrongBox => "wrote a zero into a box that was worth more",
        MistakeKind::WastedChance => "used up Chance where another box was better",
        MistakeKind::IgnoredUpperBonus => "left a set out of the upper section with the bonus in reach",
        MistakeKind::SpentTheBetterBox => "used the better of two boxes that paid the same",
    }
}

/// A habit in a sentence.
pub(crate) fn habit(kind: MistakeKind, count: Count, per_game: f64, games: u32) -> String {
    format!(
        "In {games} {} you {} {} of {} times. That costs {} points a game, and is no accident.",
        if games == 1 { "game" } else { "games" },
        deed(kind),
        count.wrong,
        count.opportunities,
        fixed(per_game, 1),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sentence_fits_in_200_characters_and_no_two_titles_are_alike() {
        let mut titles = std::collections::BTreeSet::new();
        for kind in MistakeKind::ALL {
            let count = Count { opportunities: 1888, wrong: 888, cost: 1.0 };
            let text = habit(kind, count, 48.8, 50);
            assert!(text.len() <= 200 && text.ends_with('.'), "{text}");
            assert!(titles.insert(title(kind)), "{kind}");
        }
    }

    #[test]
    fn a_title_inside_a_sentence_keeps_the_name_of_a_box() {
        assert_eq!(phrase(MistakeKind::LeftPoints), "leaving points");
        assert_eq!(phrase(MistakeKind::WastedChance), "wasting Chance");
    }
}
