use coach::FortyTwoProfile;
use fortytwo::{Bot, BySeat, HouseRules, JudgedHand, Seat, Skill, Solver, deal, play_hand};

/// Hands of each bot.
fn hands() -> u32 {
    if std::env::var_os("DICEE_FULL").is_some() { 200 } else { 10 }
}

/// How a bot plays at seat 0, with sensible ones around it.
fn profile(skill: Skill) -> FortyTwoProfile {
    let [me, ..] = Seat::ALL;
    let mut profile = FortyTwoProfile::default();
    let mut solver = Solver::new();
    for seed in 0..hands() {
        let around = |seat: Seat| if seat == me { skill } else { Skill::Heuristic };
        let mut bots = BySeat(Seat::ALL.map(|seat| Bot::new(around(seat), u64::from(seed))));
        let dealer = Seat::ALL[seed as usize % 4];
        let record = play_hand(deal(seed), dealer, HouseRules::default(), &mut bots).unwrap();
        profile.add("bots", &JudgedHand::new(seed, &record, me, &mut solver).unwrap());
    }
    profile
}

#[test]
fn the_better_a_bot_of_forty_two_the_less_it_gives_away() {
    let mut losses = Vec::new();
    for skill in Skill::ALL {
        let started = std::time::Instant::now();
        let profile = profile(skill);
        let (skills, patterns) = (profile.skill(), profile.patterns());
        let loss = skills.loss_per_hand.unwrap();
        println!(
            "{skill}: {} hands, {:.3} marks a hand ({:.3} to {:.3}), {:.0}% best, level {:?}, {:.1} s",
            skills.hands,
            loss.mean,
            loss.low,
            loss.high,
            100.0 * skills.optimal_share,
            skills.level,
            started.elapsed().as_secs_f64(),
        );
        for kind in &patterns.kinds {
            let habit = patterns.habits.iter().any(|habit| habit.kind == kind.kind);
            let per_hand = kind.total.cost / f64::from(patterns.hands);
            println!(
                "  {}: {} of {}, {per_hand:.3} a hand{}",
                kind.kind,
                kind.total.wrong,
                kind.total.opportunities,
                if habit { ", a habit" } else { "" }
            );
        }
        losses.push(loss.mean);
    }
    let [random, heuristic, strong] = losses[..] else { panic!("three bots") };
    assert!(random > heuristic && random > strong, "{losses:?}");
    // A few hands do not tell the better two apart.
    assert!(hands() < 100 || heuristic > strong, "{losses:?}");
}
