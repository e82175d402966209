//! What many games, many trials and whole distributions come to.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::ops::ControlFlow;

use chance::{Chance as _, SeededChance, Summary};
use dicee::layout::Layout;
use dicee::{
    Action, Bot, Category, CategorySet, Counted, DiceConfig, DiceeBox, DistributionReport, KeepPattern,
    Outlook, PartialDice, Policy, Position, RollsLeft, Rules, Scenario, ScoreDistribution, SolvedGame, Tally,
    TargetChances, TargetReport, TransitionTable, TurnAnalysis, TurnSolver, TurnStart, TurnState, TurnSurvey,
    play_optimal_games,
};

/// A game with values that nobody solved: what is compared plays by the same ones, and they are there at once.
fn guessed(rules: Rules) -> SolvedGame {
    let layout = Layout::new(rules);
    let value = |&(row, upper): &(u16, u8)| {
        f64::from(layout.open[usize::from(row)].count_ones() * 17) + f64::from(upper) / 4.0
    };
    layout.solved_game(&layout.positions.iter().map(value).collect::<Vec<f64>>())
}

fn position(open: &[Category]) -> Position {
    let open = CategorySet::from_slice(open);
    let dicee_box = if open.contains(Category::Dicee) { DiceeBox::Open } else { DiceeBox::Zero };
    Position::new(open, 30, dicee_box).unwrap()
}

#[test]
fn a_tally_of_games_is_that_of_the_cards_whatever_range_they_are_played_in() {
    let table = guessed(Rules::Standard);
    let luck = SeededChance::from_seed(5);
    for bot in [Bot::Optimal, Bot::Casual] {
        let all = Tally::of_games(bot, &table, &luck, 3..9);
        assert_eq!(all.games(), 6);
        let parts = [3..5, 5..9].map(|part| Tally::of_games(bot, &table, &luck, part));
        let [first, second] = parts;
        assert_eq!(first.merge(second), all, "{bot}");
    }
    let mut optimal = Tally::default();
    play_optimal_games(&table, &luck, 3..9).iter().for_each(|card| optimal.add(card));
    assert_eq!(Tally::of_games(Bot::Optimal, &table, &luck, 3..9), optimal);
    let mut casual = Tally::default();
    for game in 3..9u64 {
        // The high half of the streams belongs to minds.
        let mut mind = luck.stream(game | 1 << 63);
        casual.add(Bot::Casual.play(&table, &mut luck.stream(game), &mut mind).card());
    }
    assert_eq!(Tally::of_games(Bot::Casual, &table, &luck, 3..9), casual);
}

#[test]
fn a_tally_can_be_made_from_counts_and_names_its_percentiles() {
    let mut scores = vec![0; 301];
    scores[100] = 30;
    scores[200] = 60;
    scores[300] = 10;
    let mut points = [0; 13];
    points[Category::Chance.index()] = 2200;
    let mut zeros = [0; 13];
    zeros[Category::Dicee.index()] = 75;
    let tally = Tally::from_counts(&scores, 40, points, zeros);
    assert_eq!(tally.games(), 100);
    assert!((tally.upper_bonus_rate() - 0.4).abs() < 1e-12);
    assert!((tally.mean_of(Category::Chance) - 22.0).abs() < 1e-12);
    assert!((tally.zero_rate_of(Category::Dicee) - 0.75).abs() < 1e-12);
    assert!((tally.summary().mean() - 180.0).abs() < 1e-9);
    let expected = [
        ("p01", 100),
        ("p05", 100),
        ("p10", 100),
        ("p25", 100),
        ("p50", 200),
        ("p75", 200),
        ("p90", 200),
        ("p95", 300),
        ("p99", 300),
    ];
    assert_eq!(tally.percentiles(), expected.map(|(name, score)| (name.to_owned(), score)).into());
}

#[test]
fn trials_of_a_bot_lie_where_the_exact_mean_says() {
    let table = guessed(Rules::JokerRules);
    let roll = DiceConfig::from_dice(&[6, 6, 3, 3, 1]).unwrap();
    let rolled = TurnStart::Rolled { roll, rolls_left: RollsLeft::AFTER_FIRST };
    let card = position(&[Category::FullHouse, Category::Chance]);
    for (bot, start) in [(Bot::Greedy, TurnStart::Fresh), (Bot::Greedy, rolled), (Bot::Optimal, rolled)] {
        let counted = Counted::Points(bot);
        let scenario = Scenario { rules: Rules::JokerRules, position: card, start, counted };
        let luck = SeededChance::from_seed(9);
        let parts: Vec<Summary> =
            [0..500, 500..2000].map(|trials| scenario.run(Some(&table), &luck, trials)).into();
        let answer = scenario.answer(Some(&table), &parts, 9, 0.99);
        let exact = ScoreDistribution::new(&Policy::of_bot(bot, &table), card, start).mean();
        assert!((answer.exact.unwrap() - exact).abs() < 1e-12, "{bot}");
        let [low, high] = answer.interval;
        let slack = (high - low) / 2.0;
        assert!((low - slack..=high + slack).contains(&exact), "{bot} {start:?}: {answer:?}");
        assert_eq!((answer.trials, answer.seed, answer.rules), (2000, 9, Rules::JokerRules));
        let trials: Vec<u64> = answer.convergence.iter().map(|known| known.trials).collect();
        assert_eq!(trials, [500, 2000]);
        let last = answer.convergence[1];
        assert_eq!((last.estimate, last.interval), (answer.estimate, answer.interval));
        let surer = scenario.answer(None, &parts, 9, 0.95);
        assert_eq!(surer.exact, None, "without a solved game nothing is exact");
        assert!(surer.interval[0] > low && surer.interval[1] < high, "less sure is narrower");
    }
}

#[test]
fn perfect_play_from_the_start_of_a_turn_is_worth_what_the_solved_game_says() {
    let table = guessed(Rules::Standard);
    let counted = Counted::Points(Bot::Optimal);
    let scenario = |position, start| Scenario { rules: Rules::Standard, position, start, counted };
    let start = scenario(Position::START, TurnStart::Fresh);
    assert_eq!(start.exact(Some(&table)), Some(table.expected_score()));
    let roll = DiceConfig::from_dice(&[1, 2, 3, 4, 6]).unwrap();
    let rolled = TurnStart::Rolled { roll, rolls_left: RollsLeft::NONE };
    assert_eq!(scenario(Position::START, rolled).exact(Some(&table)), None, "thirteen boxes take too long");
    let last = position(&[Category::Chance]);
    let full = last.score(Rules::Standard, roll, Category::Chance).unwrap().next;
    let luck = SeededChance::from_seed(1);
    let over = scenario(full, TurnStart::Fresh);
    assert_eq!(over.points(Bot::Optimal, &table, &luck, 0..3), [0, 0, 0], "a full card brings nothing");
    assert_eq!(scenario(last, rolled).points(Bot::Optimal, &table, &luck, 0..2), [16, 16]);
}

#[test]
fn a_proportion_of_trials_has_a_wider_interval_the_surer_it_is() {
    let keep = KeepPattern::from_faces(&[5, 5, 5]).unwrap();
    let start = TurnStart::Kept { keep, rolls_left: RollsLeft::parse(1).unwrap() };
    let counted = Counted::Achieved(Category::FullHouse);
    let scenario = Scenario { rules: Rules::Standard, position: Position::START, start, counted };
    let trials = [scenario.run(None, &SeededChance::from_seed(2), 0..5000)];
    let [sure, surer] = [0.95, 0.99].map(|confidence| scenario.answer(None, &trials, 2, confidence));
    assert!((sure.exact.unwrap() - 5.0 / 36.0).abs() < 1e-12, "one pair of five faces in 36");
    assert!(surer.interval[0] < sure.interval[0] && surer.interval[1] > sure.interval[1]);
    assert!((surer.interval[0]..=surer.interval[1]).contains(&(5.0 / 36.0)), "{surer:?}");
    let [low, high] = dicee::proportion_interval(0.3, 0, Summary::Z95);
    assert!(low.abs() < 1e-12 && (high - 1.0).abs() < 1e-12, "no trials say nothing");
}

#[test]
fn a_report_writes_down_the_one_box_that_is_left() {
    let card = position(&[Category::Dicee]);
    let scores = ScoreDistribution::before_turn(&Policy::Greedy(Rules::Classic), card);
    let report = DistributionReport::new(&scores, Rules::Classic, "greedy", card, &[1, 51]);
    // A Dicee in three rolls comes with 4.6 %.
    let dicee = 347_897.0 / 7_558_272.0;
    assert_eq!((report.rules, report.policy.as_str()), (Rules::Classic, "greedy"));
    assert_eq!((report.open.as_slice(), report.upper), (&[Category::Dicee][..], 30));
    assert_eq!(report.dicee_box, DiceeBox::Open);
    assert_eq!((report.lowest, report.highest), (0, 50));
    assert!((report.mean - 50.0 * dicee).abs() < 1e-9, "{}", report.mean);
    let deviation = 50.0 * (dicee * (1.0 - dicee)).sqrt();
    assert!((report.standard_deviation - deviation).abs() < 1e-9);
    assert_eq!((report.quantiles[&95], report.quantiles[&99]), (0, 50));
    assert_eq!(report.quantiles.len(), DistributionReport::PERCENT.len());
    let points: Vec<u16> = report.distribution.iter().map(|entry| entry.points).collect();
    assert_eq!(points, [0, 50], "only points that can come");
    assert_eq!(report.at_least.iter().map(|asked| asked.points).collect::<Vec<_>>(), [1, 51]);
    assert!((report.at_least[0].probability - dicee).abs() < 1e-12);
    assert!(report.at_least[1].probability.abs() < 1e-15);
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!((&json["dicee_box"], &json["quantiles"]["50"]), (&"open".into(), &0.into()));
}

#[test]
fn a_curve_is_nowhere_off_by_more_than_its_tolerance() {
    let card = position(&[Category::Ones, Category::LargeStraight, Category::Chance]);
    let scores = ScoreDistribution::before_turn(&Policy::Greedy(Rules::Standard), card);
    for tolerance in [0.0005, 0.0015, 0.005] {
        let curve = scores.to_curve(tolerance);
        let read = ScoreDistribution::from_curve(&curve);
        for points in 0..=scores.highest() + 1 {
            let error = (scores.at_least(points) - read.at_least(points)).abs();
            assert!(error <= tolerance + 1e-4, "{tolerance} {points}: {error}");
        }
    }
    assert!(scores.to_curve(0.005).len() < scores.to_curve(0.0005).len(), "a coarser curve is shorter");
}

#[test]
fn the_best_option_of_a_survey_is_worth_the_roll_and_loses_nothing() {
    let table = guessed(Rules::ForcedDicee);
    let card = position(&[Category::Twos, Category::FullHouse, Category::Chance]);
    let survey = TurnSurvey::new(&table, card);
    assert_eq!((survey.position(), survey.rules()), (card, Rules::ForcedDicee));
    let mut luck = SeededChance::from_seed(6);
    for _ in 0..20 {
        let roll = DiceConfig::from_dice(&std::array::from_fn(|_| luck.die())).unwrap();
        for rolls in [RollsLeft::NONE, RollsLeft::AFTER_FIRST] {
            let options = survey.options(roll, rolls);
            assert!((options[0].value - survey.value(roll, rolls)).abs() < 1e-9, "{roll}");
            assert_eq!((options[0].loss, options[0].mistake), (0.0, None));
            assert!(options.is_sorted_by(|a, b| a.loss <= b.loss + 1e-12));
        }
    }
}

#[test]
fn a_box_of_an_analysis_is_written_alone_as_it_is_written_in_the_whole() {
    let roll = DiceConfig::from_dice(&[2, 2, 3, 4, 5]).unwrap();
    let one = RollsLeft::parse(1).unwrap();
    let analysis = TurnAnalysis::new(Rules::Standard, Position::START, Outlook::Turn, roll, one);
    let whole = serde_json::to_value(&analysis).unwrap();
    for (place, entry) in analysis.categories.iter().enumerate() {
        assert_eq!(serde_json::to_value(entry).unwrap(), whole["categories"][place], "{}", entry.category);
    }
    let straight = &whole["categories"][Category::SmallStraight.index()];
    assert_eq!((&straight["score"], &straight["probability"]), (&30.into(), &1.0.into()));
}

#[test]
fn what_can_follow_a_keep_is_counted_exactly() {
    let roll = DiceConfig::from_dice(&[4, 4, 4, 4, 2]).unwrap();
    let fours = PartialDice::new(roll, KeepPattern::from_faces(&[4, 4, 4, 4]).unwrap()).unwrap();
    let five = DiceConfig::from_dice(&[4; 5]).unwrap().to_index();
    let other = DiceConfig::from_dice(&[1; 5]).unwrap().to_index();
    let table = TransitionTable::global();
    assert!((table.probability(fours, five) - 1.0 / 6.0).abs() < 1e-15);
    assert!(table.probability(fours, other).abs() < 1e-15, "kept dice stay");
    let state = TurnState {
        config: five,
        rolls_remaining: RollsLeft::NONE,
        available: CategorySet::EMPTY.with(Category::Dicee),
    };
    assert_eq!(TurnSolver::new().evaluate(state), Ok(50.0));
    let none = TurnState { available: CategorySet::EMPTY, ..state };
    assert_eq!(TurnSolver::new().evaluate(none).unwrap_err().field(), "open");
}

#[test]
fn a_target_option_is_found_by_its_action_and_shows_its_chance() {
    let open = CategorySet::from_slice(&[Category::Sixes, Category::Chance]);
    let card = position(&[Category::Sixes, Category::Chance]);
    let chances =
        TargetChances::solve_turn(Rules::Standard, open, 60, |_| ControlFlow::Continue(())).unwrap().unwrap();
    assert_eq!((chances.highest(), chances.rules()), (60, Rules::Standard));
    let roll = DiceConfig::from_dice(&[6, 6, 6, 6, 1]).unwrap();
    let rolled = Some((roll, RollsLeft::parse(1).unwrap()));
    let report = TargetReport::new(&chances, card, 29, rolled).unwrap();
    // 24 in sixes, and chance brings at least five.
    let best = &report.options[0];
    assert_eq!((best.percentage(), report.percentage.as_str()), ("100%", "100%"));
    let sixes = KeepPattern::from_faces(&[6, 6, 6, 6]).unwrap();
    let kept = report.option(Action::Keep(sixes)).unwrap();
    assert_eq!(kept.text(), "Keep 6 6 6 6 and roll one die");
    let box_ = report.option(Action::Score(Category::Sixes)).unwrap();
    assert_eq!((box_.text(), box_.percentage()), ("Score Sixes for 24", "100%"));
    assert!(report.option(Action::Score(Category::Ones)).is_none(), "no such box is open");
    let none = TargetReport::new(&chances, card, 55, rolled).unwrap();
    let chance_box = none.option(Action::Score(Category::Chance)).unwrap();
    assert!(chance_box.chance() < 1.0 && chance_box.percentage() != "100%");
}
