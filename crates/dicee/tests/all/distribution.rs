//! Exact distributions against a plain recursion, published figures and the solver.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, HashMap};

use chance::{Chance as _, SeededChance};
use dicee::{
    Bot, Counted, DiceConfig, KeepPattern, Outcome, Outlook, PartialDice, Policy, Position, RollsLeft, Rules,
    Scenario, ScoreDistribution, SolvedGame, TurnStart, TurnValues,
};

use crate::random_position::any_position;

type Points = BTreeMap<u16, f64>;

/// The distribution of the points to come, straight from the definition: every roll, what the bot does with it, and
/// every roll after that. Decisions come from [`TurnValues`], as those of the bots do.
struct Brute<'t> {
    outlook: Outlook<'t>,
    rules: Rules,
    known: HashMap<Position, Points>,
}

impl Brute<'_> {
    fn before_turn(&mut self, position: Position) -> Points {
        if position.is_full() {
            return Points::from([(0, 1.0)]);
        }
        if let Some(known) = self.known.get(&position) {
            return known.clone();
        }
        let turn = TurnValues::solve(self.rules, position, self.outlook, RollsLeft::AFTER_FIRST);
        let mut rolled: HashMap<DiceConfig, f64> =
            rolls_after(PartialDice::reroll_all()).into_iter().collect();
        for rolls in [2, 1] {
            let mut next = HashMap::new();
            for (roll, chance) in rolled {
                let (keep, _) = turn.best_keep(roll, RollsLeft::parse(rolls).unwrap());
                for (roll, share) in rolls_after(PartialDice::from_kept(KeepPattern::from_index(keep))) {
                    *next.entry(roll).or_default() += chance * share;
                }
            }
            rolled = next;
        }
        let mut sum = Points::new();
        for (roll, chance) in rolled {
            let outcomes = position.open().iter().filter_map(|c| position.score(self.rules, roll, c).ok());
            let worth = |o: &Outcome| f64::from(o.points()) + self.outlook.future(o.next);
            let best = outcomes.reduce(|best, rival| if worth(&rival) > worth(&best) { rival } else { best });
            let best = best.unwrap();
            for (points, share) in self.before_turn(best.next) {
                *sum.entry(points + best.points()).or_default() += share * chance;
            }
        }
        self.known.insert(position, sum.clone());
        sum
    }
}

/// Every roll that can follow, by rolling each die in turn.
fn rolls_after(partial: PartialDice) -> Vec<(DiceConfig, f64)> {
    let mut rolls: HashMap<[u8; 6], f64> = HashMap::from([(partial.kept().counts(), 1.0)]);
    for _ in 0..partial.to_roll() {
        let mut next: HashMap<[u8; 6], f64> = HashMap::new();
        for (counts, chance) in rolls {
            for face in 0..6 {
                let mut counts = counts;
                counts[face] += 1;
                *next.entry(counts).or_default() += chance / 6.0;
            }
        }
        rolls = next;
    }
    rolls.into_iter().map(|(counts, chance)| (DiceConfig::from_counts(counts).unwrap(), chance)).collect()
}

#[test]
fn endgames_equal_the_plain_recursion_for_both_policies_and_all_rules() {
    let mut luck = SeededChance::from_seed(17);
    for rules in Rules::ALL {
        let table = SolvedGame::solve_values(rules, |_| {});
        for (policy, outlook) in
            [(Policy::Expected(&table), Outlook::Game(&table)), (Policy::Greedy(rules), Outlook::Turn)]
        {
            let mut brute = Brute { outlook, rules, known: HashMap::new() };
            for boxes in [1, 2, 2, 3] {
                let position = any_position(&mut luck, boxes);
                let expected = brute.before_turn(position);
                let exact = ScoreDistribution::before_turn(&policy, position);
                for (points, chance) in &expected {
                    assert!((exact.chance(*points) - chance).abs() < 1e-12, "{rules} {position:?} {points}");
                }
                let total: f64 = exact.iter().map(|(_, chance)| chance).sum();
                assert!((total - 1.0).abs() < 1e-12, "{rules} {position:?}");
            }
        }
    }
}

#[test]
fn a_turn_in_progress_is_the_average_of_what_its_next_roll_leads_to() {
    let table = SolvedGame::solve_values(Rules::JokerRules, |_| {});
    let policy = Policy::Expected(&table);
    let mut luck = SeededChance::from_seed(3);
    for boxes in [1, 2, 4] {
        let position = any_position(&mut luck, boxes);
        let roll = DiceConfig::from_dice(&std::array::from_fn(|_| luck.die())).unwrap();
        let keep = KeepPattern::from_faces(&roll.faces()[..2]).unwrap();
        for rolls in [1, 2] {
            let rolls_left = RollsLeft::parse(rolls).unwrap();
            let after = rolls_left.after_roll().unwrap();
            let kept = ScoreDistribution::new(&policy, position, TurnStart::Kept { keep, rolls_left });
            let mut sum = 0.0;
            let mut reach = 0.0;
            let goal = kept.quantile(0.5);
            for (roll, chance) in rolls_after(PartialDice::from_kept(keep)) {
                let start = TurnStart::Rolled { roll, rolls_left: after };
                let rolled = ScoreDistribution::new(&policy, position, start);
                sum += chance * rolled.mean();
                reach += chance * rolled.at_least(goal);
            }
            assert!((kept.mean() - sum).abs() < 1e-9, "{position:?} {keep}");
            assert!((kept.at_least(goal) - reach).abs() < 1e-9, "{position:?} {keep}");
        }
    }
}

#[test]
fn whole_games_have_the_published_distribution() {
    let table = SolvedGame::solve(Rules::JokerRules);
    let scores = ScoreDistribution::before_turn(&Policy::Expected(&table), Position::START);
    let total: f64 = scores.iter().map(|(_, chance)| chance).sum();
    assert!((total - 1.0).abs() < 1e-12, "{total}");
    assert!((scores.mean() - 254.589_609_482).abs() < 1e-9);
    assert!((scores.mean() - table.expected_score()).abs() < 1e-9);
    assert!((scores.standard_deviation() - 59.61).abs() < 0.01);
    assert!((scores.standard_deviation() - table.standard_deviation().unwrap()).abs() < 1e-3);
    for (percent, score) in [(1, 151), (5, 180), (25, 217), (50, 248), (75, 272), (95, 388), (99, 474)] {
        let quantile = scores.quantile(f64::from(percent) / 100.0);
        assert!(
            quantile.abs_diff(score) <= u16::from(percent == 25 || percent == 75),
            "{percent}%: {quantile}"
        );
    }
    for (points, chance) in [
        (100, 0.999985889),
        (150, 0.991230387),
        (200, 0.863583601),
        (240, 0.592976402),
        (254, 0.449911655),
        (280, 0.203275019),
        (320, 0.095377401),
        (400, 0.038351499),
        (500, 0.007192183),
    ] {
        assert!((scores.at_least(points) - chance).abs() < 1e-3, "{points}: {}", scores.at_least(points));
    }
    assert_eq!(scores.lowest(), 12);
    assert_eq!(scores.highest(), 1575);
}

#[test]
fn means_of_all_rules_are_the_solvers() {
    let mut luck = SeededChance::from_seed(4);
    for rules in Rules::ALL {
        let table = SolvedGame::solve_values(rules, |_| {});
        let positions = [any_position(&mut luck, 7), any_position(&mut luck, 6)];
        let classic = (rules == Rules::Classic).then_some(Position::START);
        for position in positions.into_iter().chain(classic) {
            let scores = ScoreDistribution::before_turn(&Policy::Expected(&table), position);
            let total: f64 = scores.iter().map(|(_, chance)| chance).sum();
            assert!((total - 1.0).abs() < 1e-12, "{rules} {position:?}: {total}");
            assert!((scores.mean() - table.value(position)).abs() < 1e-9, "{rules} {position:?}");
            if position == Position::START {
                assert!((scores.mean() - 245.87).abs() < 0.005, "{}", scores.mean());
                assert!((scores.standard_deviation() - 39.82).abs() < 0.005);
            }
        }
    }
}

#[test]
fn bots_that_overlook_options_have_the_distribution_of_their_games() {
    const GAMES: u32 = 20_000;
    let rules = Rules::JokerRules;
    let table = SolvedGame::solve_values(rules, |_| {});
    let mut luck = SeededChance::from_seed(21);
    for bot in [Bot::Expert, Bot::Skilled, Bot::Casual, Bot::Beginner] {
        for boxes in [1, 3] {
            let position = any_position(&mut luck, boxes);
            let scores = ScoreDistribution::before_turn(&Policy::of_bot(bot, &table), position);
            let total: f64 = scores.iter().map(|(_, chance)| chance).sum();
            assert!((total - 1.0).abs() < 1e-12, "{bot} {position:?}: {total}");
            let start = TurnStart::Fresh;
            let scenario = Scenario { rules, position, start, counted: Counted::Points(bot) };
            let played = scenario.points(bot, &table, &SeededChance::from_seed(5), 0..GAMES.into());
            let games = f64::from(GAMES);
            let mean = played.iter().copied().map(f64::from).sum::<f64>() / games;
            let sigma = scores.standard_deviation() / games.sqrt();
            assert!((mean - scores.mean()).abs() <= 4.0 * sigma, "{bot} {position:?}: {mean}");
            for share in [0.2, 0.5, 0.9] {
                let goal = scores.quantile(share);
                let chance = scores.at_least(goal);
                let reached = played.iter().filter(|points| **points >= goal).count() as f64 / games;
                let sigma = (chance * (1.0 - chance) / games).sqrt();
                assert!((reached - chance).abs() <= 4.0 * sigma + 1e-12, "{bot} {position:?}: {reached}");
            }
        }
    }
}

#[test]
fn a_full_card_brings_nothing_more() {
    let position = any_position(&mut SeededChance::from_seed(1), 1);
    let roll = DiceConfig::from_dice(&[1, 2, 3, 4, 6]).unwrap();
    let full = position.score(Rules::Classic, roll, position.open().iter().next().unwrap()).unwrap().next;
    let nothing = ScoreDistribution::before_turn(&Policy::Greedy(Rules::Classic), full);
    assert_eq!(nothing, ScoreDistribution::certain(0));
}
