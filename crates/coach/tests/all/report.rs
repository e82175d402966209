//! Reports on games of every bot under all rules.

use std::sync::OnceLock;

use chance::SeededChance;
use coach::{GameReport, Move, percentile};
use dicee::{Bot, GameRecord, Quality, Rules, Scorecard, SolvedGame, play_optimal_games};

/// Solved when a test first asks for these rules: each test is a process of its own.
fn table(rules: Rules) -> &'static SolvedGame {
    static SOLVED: [OnceLock<SolvedGame>; 4] = [const { OnceLock::new() }; 4];
    let place = Rules::ALL.into_iter().position(|known| known == rules).unwrap();
    SOLVED[place].get_or_init(|| SolvedGame::solve_values(rules, |_| {}))
}

fn play(rules: Rules, bot: Bot, seed: u64, game: u64) -> GameRecord {
    let luck = SeededChance::from_seed(seed);
    bot.play(table(rules), &mut luck.stream(game), &mut luck.stream(game | 1 << 63))
}

fn assert_sums(report: &GameReport) {
    let totals = &report.totals;
    let reached = f64::from(totals.score) + totals.to_come;
    assert!((reached - (totals.optimum + totals.luck - totals.loss)).abs() < 1e-6, "{totals:?}");
    assert!((totals.without_mistakes - (reached + totals.loss)).abs() < 1e-6);
    let luck: f64 = report.decisions.iter().map(|decision| decision.luck).sum();
    let loss: f64 = report.decisions.iter().map(|decision| decision.loss).sum();
    assert!((luck - totals.luck).abs() < 1e-6 && (loss - totals.loss).abs() < 1e-6);
    let luck: f64 = report.turns.iter().map(|turn| turn.luck).sum();
    let points: u16 = report.turns.iter().map(|turn| u16::from(turn.points) + turn.bonus).sum();
    assert!((luck - totals.luck).abs() < 1e-6 && points == totals.score);
}

#[test]
fn score_and_what_is_to_come_are_optimum_plus_luck_less_loss() {
    for rules in Rules::ALL {
        for bot in Bot::ALL {
            for game in 0..10 {
                let report = GameReport::new(table(rules), &play(rules, bot, 4, game)).unwrap();
                assert_sums(&report);
                assert!(report.finished && report.turns.len() == 13 && report.totals.to_come.abs() < 1e-12);
            }
        }
        let whole = play(rules, Bot::Beginner, 4, 11);
        let mut running = GameRecord::new(rules);
        for turn in whole.turns() {
            let report = GameReport::new(table(rules), &running).unwrap();
            assert_sums(&report);
            assert!(!report.finished && report.standings.is_empty());
            running.push(turn.clone()).unwrap();
        }
    }
}

#[test]
fn mistakes_come_most_expensive_first_with_what_to_do_instead() {
    for game in 0..20 {
        let report =
            GameReport::new(table(Rules::Standard), &play(Rules::Standard, Bot::Casual, 4, game)).unwrap();
        assert!(report.mistakes.is_sorted_by(|a, b| a.loss >= b.loss));
        let costly = report.decisions.iter().filter(|decision| decision.loss >= 0.05).count();
        assert_eq!(report.mistakes.len(), costly);
        for mistake in &report.mistakes {
            assert_ne!(mistake.chosen, mistake.best);
            assert!(mistake.instead.starts_with("Better: ") && mistake.instead.len() <= 200);
            assert!(mistake.tip.len() <= 200);
            assert_eq!(mistake.category, mistake.kind.category());
        }
        for decision in &report.decisions {
            assert_eq!(decision.mistake.is_none(), decision.quality == Quality::Optimal);
            assert!((1..=3).contains(&decision.roll_number) && (1..=13).contains(&decision.turn));
        }
    }
}

#[test]
fn perfect_play_is_reported_as_perfect() {
    let report = GameReport::new(table(Rules::Classic), &play(Rules::Classic, Bot::Optimal, 4, 0)).unwrap();
    assert!(report.mistakes.is_empty() && report.totals.loss < 1e-9);
    assert!((report.accuracy.optimal_share - 1.0).abs() < 1e-12);
    assert_eq!(report.accuracy.count(Quality::Optimal), report.decisions.len());
    assert!(report.summary.iter().any(|line| line.starts_with("All ")), "{:?}", report.summary);
}

#[test]
fn a_game_without_turns_has_an_empty_report() {
    let report = GameReport::new(table(Rules::Standard), &GameRecord::new(Rules::Standard)).unwrap();
    assert_eq!(report.summary, ["No turn has been played yet. Perfect play expects 253.97 points."]);
    assert!(report.decisions.is_empty());
    assert_eq!(report.accuracy.tiers.iter().map(|tier| tier.count).sum::<usize>(), 0);
}

#[test]
fn a_table_of_other_rules_is_refused() {
    let error = GameReport::new(table(Rules::Classic), &GameRecord::new(Rules::Standard)).unwrap_err();
    assert_eq!(error.field(), "rules");
}

#[test]
fn the_wire_shape_is_camel_case() {
    let report =
        GameReport::new(table(Rules::Standard), &play(Rules::Standard, Bot::Beginner, 4, 1)).unwrap();
    let json = serde_json::to_value(&report).unwrap();
    for field in
        ["rules", "finished", "totals", "accuracy", "turns", "decisions", "mistakes", "standings", "summary"]
    {
        assert!(json.get(field).is_some(), "{field}");
    }
    for field in ["optimum", "luck", "loss", "score", "toCome", "withoutMistakes"] {
        assert!(json["totals"].get(field).is_some(), "{field}");
    }
    let first = &json["decisions"][0];
    assert_eq!((&first["turn"], &first["rollNumber"]), (&1.into(), &1.into()));
    assert!(first["bestValue"].is_f64());
    assert_eq!(json["standings"][0]["bot"], "optimal");
    let action = &first["chosen"]["action"];
    match report.decisions[0].chosen {
        Move::Keep { .. } => assert_eq!(action, "keep"),
        Move::Score { .. } => assert_eq!(action, "score"),
    }
}

/// Fresh games, from a seed that the table was not made with.
fn fresh_scores(rules: Rules, bot: Bot) -> Vec<u16> {
    let luck = SeededChance::from_seed(77);
    if bot == Bot::Optimal {
        return play_optimal_games(table(rules), &luck, 0..4000).iter().map(Scorecard::grand_total).collect();
    }
    (0..2000).map(|game| play(rules, bot, 77, game).card().grand_total()).collect()
}

#[test]
fn percentiles_agree_with_fresh_games() {
    for (rules, bot) in [
        (Rules::Standard, Bot::Optimal),
        (Rules::JokerRules, Bot::Optimal),
        (Rules::ForcedDicee, Bot::Optimal),
        (Rules::Classic, Bot::Optimal),
        (Rules::Standard, Bot::Expert),
        (Rules::JokerRules, Bot::Skilled),
        (Rules::ForcedDicee, Bot::Greedy),
        (Rules::Classic, Bot::Casual),
        (Rules::Standard, Bot::Beginner),
    ] {
        let scores = fresh_scores(rules, bot);
        let games = scores.len() as f64;
        for score in (100..400).step_by(20) {
            let below = scores.iter().filter(|&&other| other < score).count();
            let equal = scores.iter().filter(|&&other| other == score).count();
            let share = (below as f64 + equal as f64 / 2.0) / games;
            let told = percentile(rules, bot, score) / 100.0;
            // Five standard errors of the fresh sample, and the tenth of a percent that the curve leaves open.
            let tolerance = 5.0 * (told * (1.0 - told) / games).sqrt() + 0.001;
            assert!(
                (share - told).abs() < tolerance,
                "{rules} {bot} {score}: {share} in play, {told} in the table"
            );
        }
    }
}

#[test]
fn the_mean_of_perfect_games_is_what_the_solver_says() {
    for rules in Rules::ALL {
        let standing = coach::standings(rules, 0)[0];
        assert!((standing.mean - table(rules).expected_score()).abs() < 1e-4, "{rules}: {}", standing.mean);
    }
}
