use dicee::Bot;

use crate::sim::{Sim, players};

/// Whose true loss is the mean over all games of all of its players.
#[test]
fn the_interval_after_20_games_holds_the_true_loss_in_90_to_97_of_100() {
    let sims = [
        Sim::Bot(Bot::Expert),
        Sim::Bot(Bot::Skilled),
        Sim::Bot(Bot::Greedy),
        Sim::Bot(Bot::Casual),
        Sim::Bot(Bot::Beginner),
        Sim::Uniform(0.024),
        Sim::Uniform(0.118),
    ];
    let (mut covered, mut all) = (0, 0);
    for sim in sims {
        let profiles: Vec<_> = (0..players()).map(|player| sim.profile(player, 20)).collect();
        let losses = profiles.iter().flat_map(|profile| profile.lines().map(|line| line.loss));
        let truth = losses.sum::<f64>() / (20 * players()) as f64;
        let holds = |profile: &&coach::Profile| profile.skill().loss_per_game.unwrap().contains(truth);
        let here = profiles.iter().filter(holds).count();
        println!("{sim:?}: true loss {truth:.2}, covered {:.1}%", 100.0 * here as f64 / players() as f64);
        covered += here;
        all += profiles.len();
    }
    let share = 100.0 * covered as f64 / all as f64;
    assert!((90.0..=97.0).contains(&share), "{share} %");
}

#[test]
fn after_20_games_the_bots_stand_in_their_order_99_times_of_100() {
    // As `Bot::ALL` has them; the beginner comes last.
    let mut right = 0_u32;
    for player in 0..players() {
        let loss = |bot| {
            let profile = Sim::Bot(bot).profile(player + 5_000, 20);
            profile.skill().loss_per_game.unwrap().mean
        };
        let losses = Bot::ALL.map(loss);
        if losses.is_sorted() {
            right += 1;
        } else {
            println!("{player}: {losses:.1?}");
        }
    }
    // Two standard errors below 99 of 100: a hundred players say no more.
    let count = players() as f64;
    let least = 0.99 * count - 2.0 * (count * 0.99 * 0.01).sqrt();
    println!("{right} of {count} in order");
    assert!(f64::from(right) >= least, "{right} of {count}");
}
