//! What is wrong with a choice, by name.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;
use std::sync::LazyLock;

use chance::SeededChance;
use dicee::{
    Action, Advisor, Bot, Category, CategorySet, DiceeBox, Horizon, KeepPattern, MistakeKind, Outlook,
    Position, RollsLeft, Rules, SkillLevel, SolvedGame,
};

static TABLE: LazyLock<SolvedGame> = LazyLock::new(|| SolvedGame::solve_values(Rules::Standard, |_| {}));

#[test]
fn every_kind_of_mistake_is_made_by_somebody() {
    let mut made = BTreeSet::new();
    let luck = SeededChance::from_seed(8);
    for game in 0..250 {
        for bot in [Bot::Greedy, Bot::Beginner] {
            let record = bot.play(&TABLE, &mut luck.stream(game), &mut luck.stream(game | 1 << 63));
            for decision in record.decisions() {
                let dice = decision.roll.faces().try_into().unwrap();
                let advisor = Advisor::new(
                    Rules::Standard,
                    decision.position,
                    Outlook::Game(&TABLE),
                    dice,
                    decision.rolls_left,
                );
                made.extend(advisor.unwrap().mistake(decision.action).unwrap());
            }
        }
    }
    let missing: Vec<_> = MistakeKind::ALL.into_iter().filter(|kind| !made.contains(kind)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_roll_tempts_to_the_mistakes_that_its_options_are_and_the_first_wanted_one_is_named() {
    let luck = SeededChance::from_seed(5);
    for game in 0..3 {
        let record = Bot::Casual.play(&TABLE, &mut luck.stream(game), &mut luck.stream(game | 1 << 63));
        for decision in record.decisions() {
            for outlook in [Outlook::Turn, Outlook::Game(&TABLE)] {
                let dice = decision.roll.faces().try_into().unwrap();
                let advisor =
                    Advisor::new(Rules::Standard, decision.position, outlook, dice, decision.rolls_left)
                        .unwrap();
                let costly = advisor.analysis().options.iter().filter(|option| option.loss >= 0.05);
                let possible: BTreeSet<_> =
                    costly.filter_map(|option| advisor.mistake(option.action).unwrap()).collect();
                for kind in MistakeKind::ALL {
                    let expected = possible.contains(&kind).then_some(kind);
                    assert_eq!(advisor.tempting(&[kind]), expected, "{dice:?}");
                }
                let mut wanted = MistakeKind::ALL;
                wanted.reverse();
                assert_eq!(advisor.tempting(&wanted), possible.last().copied(), "{dice:?}");
                assert_eq!(advisor.tempting(&[]), None);
            }
        }
    }
}

/// A choice on a card with these open boxes, and what is wrong with it.
fn check_mistake(
    open: &[Category],
    upper: i64,
    horizon: Horizon,
    dice: [u8; 5],
    rolls: i64,
    chosen: Action,
    expected: Option<MistakeKind>,
) {
    let open = if open.is_empty() { CategorySet::ALL } else { CategorySet::from_slice(open) };
    let dicee_box = if open.contains(Category::Dicee) { DiceeBox::Open } else { DiceeBox::Zero };
    let position = Position::new(open, upper, dicee_box).unwrap();
    let outlook = match horizon {
        Horizon::Turn => Outlook::Turn,
        Horizon::Game => Outlook::Game(&TABLE),
    };
    let advisor =
        Advisor::new(Rules::Standard, position, outlook, dice, RollsLeft::parse(rolls).unwrap()).unwrap();
    let best = advisor.analysis().best;
    assert_eq!(advisor.mistake(chosen).unwrap(), expected, "{chosen:?} of {dice:?}, best {best:?}");
}

#[test]
fn mistakes_are_named_by_what_was_done_and_what_was_best() {
    use Category::*;
    use Horizon::{Game, Turn};
    use MistakeKind as Kind;
    let keep = |faces: &[u8]| Action::Keep(KeepPattern::from_faces(faces).unwrap());
    for (open, upper, horizon, dice, rolls, chosen, expected) in [
        (&[][..], 0, Game, [5, 5, 5, 2, 6], 0, Action::Score(Fives), None),
        (&[], 0, Turn, [5, 5, 5, 2, 6], 0, Action::Score(Fives), Some(Kind::LeftPoints)),
        (&[], 0, Turn, [5, 5, 5, 2, 6], 0, Action::Score(Chance), None),
        (&[], 0, Turn, [5, 5, 5, 2, 6], 0, Action::Score(ThreeOfKind), None),
        (&[], 0, Game, [5, 5, 5, 2, 6], 0, Action::Score(Chance), Some(Kind::IgnoredUpperBonus)),
        (&[], 0, Game, [5, 5, 5, 2, 6], 0, Action::Score(Sixes), Some(Kind::LeftPoints)),
        (&[], 0, Game, [1, 1, 4, 6, 6], 0, Action::Score(Chance), Some(Kind::WastedChance)),
        (&[], 0, Game, [1, 1, 4, 6, 6], 0, Action::Score(Sixes), Some(Kind::TookPointsNow)),
        (
            &[ThreeOfKind, Chance],
            0,
            Game,
            [6, 6, 6, 5, 5],
            0,
            Action::Score(Chance),
            Some(Kind::WastedChance),
        ),
        (
            &[ThreeOfKind, FourOfKind],
            0,
            Game,
            [6, 6, 6, 6, 5],
            0,
            Action::Score(ThreeOfKind),
            Some(Kind::SpentTheBetterBox),
        ),
        (
            &[Ones, LargeStraight],
            0,
            Game,
            [2, 2, 4, 4, 6],
            0,
            Action::Score(LargeStraight),
            Some(Kind::BurnedTheWrongBox),
        ),
        (&[], 0, Game, [5, 5, 5, 2, 6], 2, Action::Score(Fives), Some(Kind::StoppedEarly)),
        (&[], 0, Game, [2, 3, 4, 5, 6], 2, keep(&[3, 4, 5, 6]), Some(Kind::GaveUpASureScore)),
        (&[SmallStraight], 0, Game, [1, 1, 3, 4, 6], 1, keep(&[1, 1]), Some(Kind::MissedAStraight)),
        (&[], 0, Game, [6, 6, 6, 4, 5], 1, keep(&[4, 5, 6]), Some(Kind::ChasedAStraight)),
        (&[], 0, Game, [6, 6, 6, 4, 1], 1, keep(&[6, 6]), Some(Kind::BrokeASet)),
        (&[], 0, Game, [6, 6, 6, 4, 1], 1, keep(&[6, 6, 6, 4]), Some(Kind::HeldExtraDice)),
        (&[FullHouse], 0, Game, [6, 6, 4, 4, 1], 1, keep(&[6, 6]), Some(Kind::LetGoGoodDice)),
        (&[Sixes, Chance], 0, Game, [6, 6, 4, 4, 1], 1, keep(&[4, 4]), Some(Kind::HeldWrongDice)),
        (&[], 0, Game, [1, 2, 2, 4, 5], 2, keep(&[2, 4, 5]), Some(Kind::PlayedForTheTurn)),
        (&[Chance], 0, Game, [6, 6, 6, 6, 5], 1, keep(&[6, 6, 6, 6]), Some(Kind::RolledOn)),
    ] {
        check_mistake(open, upper, horizon, dice, rolls, chosen, expected);
    }
}

#[test]
fn the_document_lists_every_mistake_with_its_family_and_its_tip() {
    let document = include_str!("../../../../docs/advice.md");
    for kind in MistakeKind::ALL {
        let row = format!("| `{kind}` | `{}` | {} |", kind.category(), kind.tip(SkillLevel::Beginner));
        assert!(document.lines().any(|line| line == row), "{row}");
    }
}
