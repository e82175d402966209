use chance::SeededChance;
use coach::{Interval, Move, Patterns, Profile, Situation, Twin};
use dicee::{Action, Bot, KeepPattern, MistakeKind, Rules, SkillLevel, TurnSurvey};

use crate::sim::{Sim, TABLE, add};

/// How many games each twin plays.
const GAMES: u64 = 400;

#[test]
fn a_twin_loses_what_its_player_loses_also_by_kind() {
    let habits = vec![
        (MistakeKind::BrokeASet, 0.1),
        (MistakeKind::StoppedEarly, 0.1),
        (MistakeKind::WastedChance, 0.7),
    ];
    for sim in [Sim::Bot(Bot::Casual), Sim::Bot(Bot::Skilled), Sim::Bot(Bot::Greedy), Sim::Habits(habits)] {
        let player = sim.profile(77, 50);
        let twin = Twin::of(&TABLE, &player);
        let luck = SeededChance::from_seed(78);
        // Profiles of as many games as are counted together, so that none is forgotten.
        let profiles: Vec<Profile> = (0..GAMES / 50)
            .map(|stretch| {
                let mut profile = Profile::default();
                for game in 50 * stretch..50 * (stretch + 1) {
                    let (mut dice, mut mind) = (luck.stream(2 * game), luck.stream(2 * game + 1));
                    add(&mut profile, twin.play(&TABLE, &mut dice, &mut mind));
                }
                profile
            })
            .collect();
        let losses = profiles.iter().flat_map(|profile| profile.lines().map(|line| line.loss));
        let loss = losses.sum::<f64>() / GAMES as f64;
        let expected = player.skill().loss_per_game.unwrap();
        println!("{sim:?}: {expected:?}, twin {loss:.2}");
        assert!(expected.contains(loss), "{sim:?}: {loss} {expected:?}");
        let patterns: Vec<Patterns> =
            profiles.iter().map(|profile| Patterns::new(profile, SkillLevel::Expert)).collect();
        for kind in &Patterns::new(&player, SkillLevel::Expert).kinds {
            let of_kind = |patterns: &Patterns| {
                let own = patterns.kinds.iter().find(|own| own.kind == kind.kind);
                own.map_or(0.0, |own| own.cost_per_game.mean)
            };
            let costs: Vec<f64> = patterns.iter().map(of_kind).collect();
            let count = costs.len() as f64;
            let cost = costs.iter().sum::<f64>() / count;
            let variance = costs.iter().map(|own| (own - cost).powi(2)).sum::<f64>() / (count - 1.0);
            // What is not known about the twin, from eight stretches of fifty games.
            let own = 2.36 * (variance / count).sqrt();
            println!("  {}: {:?}, twin {cost:.2} +- {own:.2}", kind.kind, kind.cost_per_game);
            let Interval { low, high, .. } = kind.cost_per_game;
            assert!((low - own..=high + own).contains(&cost), "{sim:?} {}: {cost}", kind.kind);
        }
    }
}

#[test]
fn the_twin_of_nobody_takes_the_best_option_and_no_situation_of_other_rules() {
    let twin = Twin::of(&TABLE, &Profile::default());
    let mut mind = SeededChance::from_seed(80);
    for mistake in Sim::Bot(Bot::Casual).profile(79, 2).mistakes() {
        let checked = mistake.situation.check().unwrap();
        let best = TurnSurvey::new(&TABLE, checked.position).options(checked.roll, checked.rolls_left)[0];
        let decided = twin.decide_in(&TABLE, &mistake.situation, &mut mind).unwrap();
        let same = match (&decided, best.action) {
            (Move::Score { category, .. }, Action::Score(best)) => *category == best,
            (Move::Keep { dice }, Action::Keep(best)) => KeepPattern::from_faces(dice).unwrap() == best,
            _ => false,
        };
        assert!(same, "{decided:?} {:?}", mistake.situation);
        let elsewhere = Situation { rules: Rules::Classic, ..mistake.situation.clone() };
        assert!(twin.decide_in(&TABLE, &elsewhere, &mut mind).is_err());
    }
}
