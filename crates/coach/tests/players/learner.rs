use chance::{Chance as _, SeededChance};
use coach::Profile;
use dicee::MistakeKind;

use crate::sim::{Sim, add, players, unit};

/// Learns the kind and never the move: a player who is told of a kind and takes the tip makes it half as often from then on.
/// Half of the tips are taken.
fn losses(seed: u64, coached: bool) -> [f64; 20] {
    let luck = SeededChance::from_seed(seed);
    let mut mind = luck.stream(u64::MAX);
    // Six of the sixteen kinds, each at its own rate; the same for the learner and the control.
    let mut kinds = MistakeKind::ALL;
    mind.shuffle(&mut kinds);
    let mut rates: Vec<(MistakeKind, f64)> =
        kinds[..6].iter().map(|&kind| (kind, 0.05 + 0.25 * unit(&mut mind))).collect();
    let mut profile = Profile::default();
    std::array::from_fn(|game| {
        add(&mut profile, Sim::Habits(rates.clone()).play(&luck, game as u64));
        let told = if coached {
            profile.weak_kinds().first().copied()
        } else {
            Some(MistakeKind::ALL[mind.below(16) as usize])
        };
        if unit(&mut mind) < 0.5 {
            for (_, rate) in rates.iter_mut().filter(|(kind, _)| Some(*kind) == told) {
                *rate *= 0.5;
            }
        }
        profile.lines().last().unwrap().loss
    })
}

#[test]
fn a_coached_learner_loses_over_15_percent_less_after_20_games_than_one_told_random_kinds() {
    let mut curves = [[0.0; 20]; 2];
    for player in 0..players() {
        for (curve, coached) in curves.iter_mut().zip([true, false]) {
            let losses = losses(player, coached);
            curve.iter_mut().zip(losses).for_each(|(sum, loss)| *sum += loss / players() as f64);
        }
    }
    println!("game,coached,control");
    for (game, (coached, control)) in curves[0].iter().zip(&curves[1]).enumerate() {
        println!("{},{coached:.2},{control:.2}", game + 1);
    }
    let last = |curve: &[f64; 20]| curve[15..].iter().sum::<f64>() / 5.0;
    let (coached, control) = (last(&curves[0]), last(&curves[1]));
    assert!(coached < 0.85 * control, "{coached} against {control}");
}
