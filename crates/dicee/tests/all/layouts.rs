//! The flat arrays for other machines: what is written into them comes back, and they agree with the engine.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use chance::SeededChance;
use dicee::layout::{AimedTurn, Layout, Shapes};
use dicee::{
    Bot, Category, Counted, DiceConfig, KeepPattern, Position, RollsLeft, Rules, Scenario, TargetChances,
    TurnStart,
};

use crate::random_position::any_position;

fn scenario(start: TurnStart, counted: Counted) -> Scenario {
    Scenario { rules: Rules::Standard, position: Position::START, start, counted }
}

#[test]
fn a_turn_for_one_box_keeps_what_helps_the_box() {
    let roll = DiceConfig::from_dice(&[4, 4, 4, 4, 2]).unwrap();
    let one = RollsLeft::parse(1).unwrap();
    let counted = Counted::Achieved(Category::Dicee);
    let turn = AimedTurn::new(&scenario(TurnStart::Rolled { roll, rolls_left: one }, counted)).unwrap();
    let place = roll.to_index().as_usize();
    assert_eq!((turn.rolled, usize::from(turn.begin), turn.rolls_left), (true, place, 1));
    let fours = KeepPattern::from_faces(&[4, 4, 4, 4]).unwrap();
    for keeps in turn.keeps {
        assert_eq!(usize::from(keeps[place]), fours.to_index().as_usize());
    }
    assert_eq!(turn.achieved.iter().map(|&achieved| usize::from(achieved)).sum::<usize>(), 6, "six Dicees");
    let kept = AimedTurn::new(&scenario(TurnStart::Kept { keep: fours, rolls_left: one }, counted)).unwrap();
    assert_eq!(
        (kept.rolled, usize::from(kept.begin), kept.rolls_left),
        (false, fours.to_index().as_usize(), 1)
    );
    let fresh = AimedTurn::new(&scenario(TurnStart::Fresh, counted)).unwrap();
    assert_eq!((fresh.rolled, fresh.begin, fresh.rolls_left), (false, 0, 3));
    let points = scenario(TurnStart::Fresh, Counted::Points(Bot::Optimal));
    assert!(AimedTurn::new(&points).is_none(), "points are counted, no box is aimed at");
}

#[test]
fn a_solved_game_is_the_values_that_it_was_made_from() {
    for rules in [Rules::Classic, Rules::ForcedDicee] {
        let layout = Layout::new(rules);
        let values: Vec<f64> = (0..layout.positions.len()).map(|number| number as f64 / 8.0).collect();
        let game = layout.solved_game(&values);
        assert_eq!((game.rules(), game.standard_deviation()), (rules, None));
        assert_eq!(layout.values(&game), values);
        let last = (values.len() - 1) as f64 / 8.0;
        assert!((game.expected_score() - last).abs() < 1e-12, "the empty card is the last");
        let text = format!("{game:?}");
        assert!(
            text.starts_with("SolvedGame { rules: ") && text.contains("standard_deviation: None"),
            "{text}"
        );
        let short = layout.solved_game(&values[..10]);
        assert!(short.expected_score().abs() < 1e-12, "positions without a value are worth nothing");
    }
}

#[test]
fn target_chances_are_the_whole_numbers_that_they_were_made_from() {
    let layout = Layout::new(Rules::Classic);
    let width = 3;
    // Certain without points, a half with one, nothing with two: the same on every card but the first.
    let half = TargetChances::CERTAIN / 2;
    let mut chances = [TargetChances::CERTAIN, half, 0].repeat(layout.positions.len());
    chances[1] = 1;
    let made = layout.targets(chances.clone(), width);
    assert_eq!((made.rules(), made.highest()), (Rules::Classic, 2));
    let mut luck = SeededChance::from_seed(2);
    for boxes in [1, 5, 12] {
        let position = any_position(&mut luck, boxes);
        for (points, chance) in [(0, 1.0), (1, 0.5), (2, 0.0)] {
            assert!((made.chance(position, points).unwrap() - chance).abs() < 1e-8, "{position:?} {points}");
        }
        assert!(made.chance(position, 3).is_err());
    }
    let (row, upper) = layout.positions[0];
    assert_eq!(
        [0, 1, 2, 3].map(|points| made.whole(row.into(), upper, points)),
        [TargetChances::CERTAIN, 1, 0, 0]
    );
    assert!(made.same_chances(&layout.targets(chances.clone(), width)));
    // Zeros beyond the last chance change nothing; one other number does.
    let wider: Vec<u32> = chances.chunks(width).flat_map(|of| [of[0], of[1], of[2], 0]).collect();
    assert!(made.same_chances(&layout.targets(wider, width + 1)));
    chances[1] = 2;
    assert!(!made.same_chances(&layout.targets(chances, width)));
    let other = Layout::new(Rules::Standard);
    let standard = other.targets(vec![0; other.positions.len()], 1);
    assert!(!made.same_chances(&standard), "other rules");
    assert_eq!(format!("{made:?}"), format!("TargetChances {{ rules: Classic, bytes: {} }}", made.bytes()));
}

#[test]
fn the_shapes_lead_from_each_keep_to_the_ones_with_a_die_more_and_a_die_less() {
    let shapes = Shapes::default();
    assert_eq!((shapes.with_face.len(), shapes.without.len(), shapes.keeps.len()), (210, 462, 252));
    for (keep, larger) in shapes.with_face.iter().enumerate() {
        for &more in larger {
            assert!(shapes.without[usize::from(more)].contains(&u16::try_from(keep).unwrap()));
        }
    }
    for (face, five) in (1..).zip(shapes.fives) {
        assert_eq!(
            DiceConfig::iter_all().nth(five.into()).unwrap(),
            DiceConfig::from_dice(&[face; 5]).unwrap()
        );
    }
}
