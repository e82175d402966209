use std::collections::BTreeSet;

use coach::{Checked, Day, DrillRequest, Exercise, Phase, Puzzle, Tries, drill, siblings, training};
use dicee::{Action, Audience, Bot, Category, KeepPattern, MistakeKind, Quality, TurnSurvey};

use crate::sim::{Sim, TABLE};

/// Whether the exercise invites its mistake.
fn invites(exercise: &Exercise) -> bool {
    let checked = exercise.situation.check().unwrap();
    let options = TurnSurvey::new(&TABLE, checked.position).options(checked.roll, checked.rolls_left);
    options.iter().any(|option| option.mistake == Some(exercise.kind) && option.loss >= 0.3)
}

#[test]
fn there_is_a_drill_for_every_kind_and_it_invites_that_kind() {
    for kind in MistakeKind::ALL {
        let wanted = DrillRequest { kind: Some(kind), ..DrillRequest::default() };
        let exercises = drill(&TABLE, &wanted, 11, 8);
        assert_eq!(exercises.len(), 8, "{kind}");
        assert!(exercises.iter().all(|exercise| exercise.kind == kind && invites(exercise)), "{kind}");
        assert_eq!(drill(&TABLE, &wanted, 11, 8), exercises);
        assert_ne!(drill(&TABLE, &wanted, 12, 8), exercises);
    }
}

#[test]
fn a_drill_of_any_kind_has_keeps_and_boxes_from_all_over_the_game() {
    for seed in 0..5 {
        let exercises = drill(&TABLE, &DrillRequest::default(), seed, 10);
        let phases: BTreeSet<Phase> = exercises.iter().map(|e| Phase::of_turn(e.situation.turn())).collect();
        assert_eq!(phases.len(), 3, "seed {seed}");
        let best_is_a_box = |exercise: &Exercise| {
            let checked = exercise.situation.check().unwrap();
            let survey = TurnSurvey::new(&TABLE, checked.position);
            matches!(survey.options(checked.roll, checked.rolls_left)[0].action, Action::Score(_))
        };
        let boxes = exercises.iter().filter(|exercise| best_is_a_box(exercise)).count();
        assert!((2..=8).contains(&boxes), "seed {seed}: {boxes} of 10 are about a box");
    }
}

#[test]
fn drills_keep_to_their_box_and_phase() {
    let wanted = DrillRequest { category: Some(Category::Chance), phase: Some(Phase::Late), kind: None };
    let exercises = drill(&TABLE, &wanted, 3, 5);
    assert_eq!(exercises.len(), 5);
    for exercise in exercises {
        let checked = exercise.situation.check().unwrap();
        let options = TurnSurvey::new(&TABLE, checked.position).options(checked.roll, checked.rolls_left);
        assert_eq!(options[0].action, Action::Score(Category::Chance));
        assert!(exercise.situation.turn() >= 10);
    }
}

#[test]
fn training_takes_seven_in_ten_from_the_weak_kinds() {
    let profile = Sim::Planted(MistakeKind::BrokeASet, 0.3).profile(5, 5);
    assert_eq!(profile.weak_kinds(), [MistakeKind::BrokeASet]);
    let exercises = training(&TABLE, &profile, 4, 20);
    assert_eq!(exercises.len(), 20);
    let weak = exercises.iter().filter(|exercise| exercise.kind == MistakeKind::BrokeASet).count();
    assert!((14..=20).contains(&weak), "{weak}");
    // Without a profile there is nothing to go by, and still something to do.
    assert_eq!(training(&TABLE, &coach::Profile::default(), 4, 20).len(), 20);
}

#[test]
fn siblings_are_other_rolls_of_the_same_kind_on_the_same_card() {
    let profile = Sim::Bot(Bot::Casual).profile(6, 3);
    for mistake in profile.mistakes().filter(|mistake| mistake.loss >= 1.0).take(20) {
        let exercise = Exercise { situation: mistake.situation.clone(), kind: mistake.kind };
        for sibling in siblings(&TABLE, &exercise, 5).unwrap() {
            assert_eq!(sibling.situation.boxes, exercise.situation.boxes);
            assert_ne!(sibling.situation.dice, exercise.situation.dice);
            assert!(sibling.kind == exercise.kind && invites(&sibling));
        }
    }
}

#[test]
fn puzzles_are_the_same_for_ever() {
    let key = |date: &str| {
        let puzzle = Puzzle::of_day(&TABLE, date.parse().unwrap());
        assert_eq!((puzzle.version, puzzle.date.as_str()), (1, date));
        format!("{} {} {:.3}", puzzle.exercise.situation.key(), puzzle.exercise.kind, puzzle.temptation)
    };
    let found = ["2026-11-15", "2026-11-16", "2027-02-28", "2031-07-04"].map(key);
    assert_eq!(
        found,
        [
            "standard:5=18:0:33356:1 played_for_the_turn 10.189",
            "standard:3=16,6=19:0:22224:1 played_for_the_turn 18.657",
            "standard:0=2,1=4,3=16,5=18,6=24,7=0,8=25,9=30,10=40:0:33356:0 ignored_upper_bonus 14.310",
            "standard:11=50,12=24:0:11123:2 played_for_the_turn 6.809",
        ]
    );
}

#[test]
fn the_puzzles_of_a_year_are_legal_tempting_and_all_different() {
    let mut day: Day = "2026-01-01".parse().unwrap();
    let mut seen = BTreeSet::new();
    for _ in 0..60 {
        let puzzle = Puzzle::of_day(&TABLE, day);
        assert!(puzzle.temptation >= 1.0 && invites(&puzzle.exercise), "{day}");
        assert!(seen.insert(puzzle.exercise.situation.key()), "{day}");
        day = day.plus(1);
    }
}

#[test]
fn share_text_has_a_square_a_try_and_gives_nothing_away() {
    let day: Day = "2026-11-15".parse().unwrap();
    let tries = Tries { grades: vec![Quality::Poor, Quality::Good, Quality::Optimal], solved: true };
    assert_eq!(Puzzle::share_text(day, &tries), "Dicee puzzle 2026-11-15\n🟫⬜🟦 solved in 3 tries");
    let tries = Tries { grades: vec![Quality::Optimal], solved: true };
    assert_eq!(Puzzle::share_text(day, &tries), "Dicee puzzle 2026-11-15\n🟦 solved at the first try");
    let grades = vec![Quality::Suboptimal, Quality::Acceptable, Quality::Excellent];
    let tries = Tries { grades, solved: false };
    assert_eq!(Puzzle::share_text(day, &tries), "Dicee puzzle 2026-11-15\n🟧🟨🟩 not solved");
}

#[test]
fn a_move_is_graded_as_at_the_table_and_what_cannot_be_is_refused() {
    let puzzle = Puzzle::of_day(&TABLE, "2026-11-15".parse().unwrap());
    let situation = &puzzle.exercise.situation;
    let checked = situation.check().unwrap();
    for option in TurnSurvey::new(&TABLE, checked.position).options(checked.roll, checked.rolls_left) {
        let answer = situation.grade(&TABLE, option.action, Audience::default()).unwrap();
        assert!((answer.loss - option.loss).abs() < 1e-12);
        assert_eq!((answer.solved, answer.mistake), (option.loss < 0.05, option.mistake));
    }
    let mut broken = situation.clone();
    broken.dice = [7; 5];
    assert_eq!(broken.check().unwrap_err().field(), "dice");
    let mut full = situation.clone();
    full.boxes = Category::ALL.into_iter().map(|category| (category, 0)).collect();
    assert!(full.check().unwrap_err().field().starts_with("boxes"));
    let mut odd = situation.clone();
    odd.boxes.insert(Category::FullHouse, 24);
    assert_eq!(odd.check().unwrap_err().field(), "boxes");
}

#[test]
fn an_answer_is_dice_to_keep_or_a_box_and_never_both() {
    let keep = Checked::action(Some(&[5, 5, 5]), None).unwrap();
    assert_eq!(keep, Action::Keep(KeepPattern::from_faces(&[5, 5, 5]).unwrap()));
    assert_eq!(Checked::action(None, Some(Category::Chance)).unwrap(), Action::Score(Category::Chance));
    for (refused, actual) in [
        (Checked::action(Some(&[5]), Some(Category::Chance)), "both of them"),
        (Checked::action(None, None), "neither"),
    ] {
        let error = refused.unwrap_err();
        assert_eq!((error.field(), error.actual().as_str()), ("action", Some(actual)));
    }
    assert!(Checked::action(Some(&[0]), None).unwrap_err().field().starts_with("keep"));
}
