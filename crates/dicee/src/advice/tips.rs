//! What to remember after a mistake. Numbers in tips are checked by the tests below.

use crate::advice::{MistakeKind, SkillLevel};

impl MistakeKind {
    /// What to remember, in at most 200 characters: plain words for beginners, numbers for those who know them.
    #[must_use]
    pub const fn tip(self, level: SkillLevel) -> &'static str {
        match level {
            SkillLevel::Beginner | SkillLevel::Intermediate => plain(self),
            SkillLevel::Advanced | SkillLevel::Expert => sharp(self),
        }
    }

    /// The kind that this is the tip of, whatever the level; `None` for any other text.
    #[must_use]
    pub fn of_tip(tip: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| SkillLevel::ALL.iter().any(|&level| kind.tip(level) == tip))
    }
}

const fn plain(kind: MistakeKind) -> &'static str {
    match kind {
        MistakeKind::StoppedEarly => {
            "You still had a roll. Keep the dice that go together and throw the others: you can score afterwards."
        }
        MistakeKind::RolledOn => "When a box is well filled already, take it. Another throw can spoil it.",
        MistakeKind::GaveUpASureScore => {
            "These dice already made a box. Score it before another roll spoils it."
        }
        MistakeKind::LeftPoints => {
            "Look at every open box before you write. Another one paid more for these dice."
        }
        MistakeKind::BrokeASet => {
            "Keep dice that already belong together. They are harder to get back than they look."
        }
        MistakeKind::ChasedAStraight => {
            "A straight with a gap is hard to fill. Equal dice are often the better start."
        }
        MistakeKind::MissedAStraight => {
            "Look for runs. Three or four numbers in a row can grow into a straight worth 30 or 40."
        }
        MistakeKind::HeldExtraDice => {
            "Every extra die you keep is one you cannot throw. Keep only what you are collecting."
        }
        MistakeKind::LetGoGoodDice => {
            "You threw dice that fitted. Keep every die that helps the box you want."
        }
        MistakeKind::HeldWrongDice => {
            "Ask of each set of dice which open boxes it can still fill, and keep the one that helps most."
        }
        MistakeKind::TookPointsNow => {
            "The most points now are not always best. Save strong boxes for rolls that need them."
        }
        MistakeKind::PlayedForTheTurn => {
            "Think of the whole card. Some dice bring fewer points now but fit the boxes you still need."
        }
        MistakeKind::BurnedTheWrongBox => {
            "When you must write a zero, give up the box that would bring you least. Early on that is often Ones."
        }
        MistakeKind::WastedChance => "Chance takes any dice, so keep it for a roll that fits nothing else.",
        MistakeKind::IgnoredUpperBonus => {
            "Three or more of one number? Think of its upper box: 63 points up there bring a bonus of 35."
        }
        MistakeKind::SpentTheBetterBox => {
            "Two boxes paid the same. Fill the one that is harder to use later, and keep the easier one."
        }
    }
}

const fn sharp(kind: MistakeKind) -> &'static str {
    match kind {
        MistakeKind::StoppedEarly => {
            "An unused roll is lost. Score early only when the points now beat the average of rolling on."
        }
        MistakeKind::RolledOn => {
            "Compare the points in hand with the average after another roll, not with its best case."
        }
        MistakeKind::GaveUpASureScore => {
            "Rolling on with a finished combination pays only if what you may gain, times its chance, beats what you may lose."
        }
        MistakeKind::LeftPoints => {
            "Judge a box by how far these dice beat what it usually earns. Here another box also paid more at once."
        }
        MistakeKind::BrokeASet => {
            "Three dice thrown beside a pair bring at least one more of it 42% of the time; five fresh dice show three of a kind only 21%."
        }
        MistakeKind::ChasedAStraight => {
            "One die fills a gap inside a run 1 time in 6, and an open-ended run of four 1 time in 3. Two missing dice are rarer still."
        }
        MistakeKind::MissedAStraight => {
            "2 3 4 5 becomes a large straight 1 time in 3 with one throw of one die, and 5 times in 9 with two."
        }
        MistakeKind::HeldExtraDice => {
            "Each die you throw matches your set 1 time in 6. A side die must earn more than that where it lies."
        }
        MistakeKind::LetGoGoodDice => {
            "Two pairs become a full house 1 time in 3 with one die thrown; one pair alone 9% of the time with three."
        }
        MistakeKind::HeldWrongDice => {
            "Between two sets prefer the face whose upper box is open: it counts above and below."
        }
        MistakeKind::TookPointsNow => {
            "A box is spent as well as scored: weigh the points now against what it would earn later."
        }
        MistakeKind::PlayedForTheTurn => {
            "The best keep for one turn ignores the upper bonus and which boxes remain. Count both before you throw."
        }
        MistakeKind::BurnedTheWrongBox => {
            "A zero costs what the box would still have earned. A rare box can cost less than a common one."
        }
        MistakeKind::WastedChance => {
            "Chance is the safety net. Five fresh dice average 17.5 in it: spend it when no other box fits."
        }
        MistakeKind::IgnoredUpperBonus => {
            "Three of every face make exactly 63. A set of three or more in its upper box stays on course for the 35."
        }
        MistakeKind::SpentTheBetterBox => {
            "At equal points spend the box that would earn less from here on, and keep the one that fits more rolls."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Category, CategoryOdds, DiceConfig, Face, KeepPattern, Position, RollsLeft, Rules};

    #[test]
    fn tips_are_short_sentences_and_no_two_are_alike() {
        let mut seen = std::collections::BTreeSet::new();
        for kind in MistakeKind::ALL {
            for level in [SkillLevel::Beginner, SkillLevel::Expert] {
                let tip = kind.tip(level);
                assert!(tip.is_ascii() && tip.len() <= 200 && tip.ends_with('.'), "{tip}");
                assert!(seen.insert(tip), "{tip}");
                assert_eq!(MistakeKind::of_tip(tip), Some(kind));
            }
        }
        assert_eq!(MistakeKind::of_tip("Roll well."), None);
    }

    #[test]
    fn beginners_read_no_jargon() {
        for kind in MistakeKind::ALL {
            let tip = kind.tip(SkillLevel::Beginner).to_lowercase();
            for word in ["average", "expected", "probability", "variance", "%", "horizon"] {
                assert!(!tip.contains(word), "{tip}");
            }
        }
    }

    #[test]
    fn the_numbers_in_tips_are_the_exact_chances() {
        let chance = |keep: &[u8], category, rolls| {
            let odds = CategoryOdds::new(Rules::Standard, Position::START, category);
            odds.with_keep(KeepPattern::from_faces(keep).unwrap(), RollsLeft::parse(rolls).unwrap())
        };
        let check = |kind: MistakeKind, texts: &[String]| {
            for text in texts {
                assert!(kind.tip(SkillLevel::Expert).contains(text.as_str()), "{kind}: {text}");
            }
        };
        let one_more = 100.0 * (1.0 - (5.0f64 / 6.0).powi(3));
        let fresh = 100.0 * chance(&[], Category::ThreeOfKind, 1).value();
        check(MistakeKind::BrokeASet, &[format!("{one_more:.0}%"), format!("{fresh:.0}%")]);
        let times = |keep: &[u8]| chance(keep, Category::LargeStraight, 1).to_string();
        assert_eq!((times(&[2, 3, 5, 6]).as_str(), times(&[2, 3, 4, 5]).as_str()), ("1/6", "1/3"));
        assert!(
            chance(&[2, 3, 4], Category::LargeStraight, 1)
                < chance(&[2, 3, 5, 6], Category::LargeStraight, 1)
        );
        assert_eq!(chance(&[2, 3, 4, 5], Category::LargeStraight, 2).to_string(), "5/9");
        assert_eq!(chance(&[2, 2, 5, 5], Category::FullHouse, 1).to_string(), "1/3");
        let pair = 100.0 * chance(&[2, 2], Category::FullHouse, 1).value();
        check(MistakeKind::LetGoGoodDice, &[format!("{pair:.0}% of the time")]);
        let sum: u32 = DiceConfig::iter_all().map(|roll| u32::from(roll.sum()) * roll.multiplicity()).sum();
        check(MistakeKind::WastedChance, &[format!("{:.1}", f64::from(sum) / f64::from(DiceConfig::ROLLS))]);
        let three_of_each: u8 = Face::ALL.iter().map(|face| 3 * face.pips()).sum();
        assert_eq!(three_of_each, Rules::UPPER_GOAL);
        check(
            MistakeKind::IgnoredUpperBonus,
            &[Rules::UPPER_GOAL.to_string(), format!("the {}", Rules::UPPER_BONUS)],
        );
    }
}
