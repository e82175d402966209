//! Bots, and the account of what luck and decisions were worth.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use chance::{SeededChance, Summary};
use dicee::{
    Account, Action, Bot, GameRecord, Outlook, Quality, Rules, SolvedGame, TurnAnalysis, play_optimal_game,
};

fn play(bot: Bot, table: &SolvedGame, game: u64) -> GameRecord {
    let luck = SeededChance::from_seed(11);
    bot.play(table, &mut luck.stream(2 * game), &mut luck.stream(2 * game + 1))
}

#[test]
fn score_is_optimum_plus_luck_less_losses_in_every_game() {
    for rules in Rules::ALL {
        let table = SolvedGame::solve_values(rules, |_| {});
        for bot in Bot::ALL {
            for game in 0..200 {
                let record = play(bot, &table, game);
                let account = Account::new(&table, &record);
                let expected = account.optimum + account.total_luck() - account.total_loss();
                assert!((f64::from(account.score) - expected).abs() < 1e-6, "{rules} {bot} game {game}");
                assert!(account.to_come.abs() < 1e-12);
                if bot == Bot::Optimal {
                    assert!(account.total_loss() < 1e-9, "{rules} game {game}: {}", account.total_loss());
                }
            }
        }
    }
}

#[test]
fn the_account_of_a_running_game_counts_what_is_still_to_come() {
    let table = SolvedGame::solve_values(Rules::JokerRules, |_| {});
    let whole = play(Bot::Beginner, &table, 3);
    let mut running = GameRecord::new(whole.rules());
    for turn in whole.turns() {
        running.push(turn.clone()).unwrap();
        let account = Account::new(&table, &running);
        let expected = account.optimum + account.total_luck() - account.total_loss();
        assert!((f64::from(account.score) + account.to_come - expected).abs() < 1e-6);
    }
}

#[test]
fn losses_are_those_of_the_graded_decisions() {
    let table = SolvedGame::solve_values(Rules::Standard, |_| {});
    let record = play(Bot::Casual, &table, 5);
    let account = Account::new(&table, &record);
    for (decision, loss) in record.decisions().into_iter().zip(&account.losses) {
        let analysis = TurnAnalysis::new(
            record.rules(),
            decision.position,
            Outlook::Game(&table),
            decision.roll,
            decision.rolls_left,
        );
        let evaluation = analysis.evaluate(decision.action).unwrap();
        assert!((evaluation.loss - loss).abs() < 1e-9, "{decision:?}");
        assert_eq!(evaluation.quality == Quality::Optimal, *loss < 1e-9);
    }
}

#[test]
fn the_same_luck_gives_the_same_game() {
    let table = SolvedGame::solve_values(Rules::ForcedDicee, |_| {});
    for bot in Bot::ALL {
        assert_eq!(play(bot, &table, 1), play(bot, &table, 1), "{bot}");
        assert_eq!(bot.name().parse(), Ok(bot));
    }
    assert_ne!(play(Bot::Beginner, &table, 1), play(Bot::Beginner, &table, 2));
}

#[test]
fn the_optimal_bot_plays_the_optimal_game() {
    let table = SolvedGame::solve_values(Rules::JokerRules, |_| {});
    let luck = SeededChance::from_seed(11);
    for game in 0..100 {
        let card = play_optimal_game(&table, &mut luck.stream(2 * game));
        assert_eq!(*play(Bot::Optimal, &table, game).card(), card, "game {game}");
    }
}

#[test]
fn stronger_bots_score_more() {
    let table = SolvedGame::solve_values(Rules::Standard, |_| {});
    let means: Vec<f64> = Bot::ALL
        .into_iter()
        .map(|bot| {
            let scores = (0..2000).map(|game| f64::from(play(bot, &table, game).card().grand_total()));
            scores.collect::<Summary>().mean()
        })
        .collect();
    assert!(means.is_sorted_by(|a, b| a > b), "{means:?}");
}

#[test]
fn greedy_takes_the_most_points_of_each_turn() {
    let table = SolvedGame::solve_values(Rules::Classic, |_| {});
    let record = play(Bot::Greedy, &table, 9);
    for decision in record.decisions() {
        let analysis = TurnAnalysis::new(
            record.rules(),
            decision.position,
            Outlook::Turn,
            decision.roll,
            decision.rolls_left,
        );
        let loss = analysis.evaluate(decision.action).unwrap().loss;
        assert!(loss < 1e-9, "{decision:?} loses {loss}");
        assert!(matches!(decision.action, Action::Keep(_) | Action::Score(_)));
    }
}
