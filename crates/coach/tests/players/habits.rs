use coach::{Patterns, Profile};
use dicee::{Bot, MistakeKind, SkillLevel};

use crate::sim::{Sim, players};

/// A player who makes one kind of mistake only: at this share of its opportunities, over so many games.
///
/// Every rate costs at least a point a game. Dear kinds come so often that there are about ten mistakes in twenty games:
/// two or three errors say nothing about anybody. `rolled_on` is rarer than that at every opportunity, and has games enough
/// for twenty of them.
fn planted(kind: MistakeKind) -> (f64, u64) {
    match kind {
        MistakeKind::StoppedEarly => (0.022, 20),
        MistakeKind::RolledOn => (1.0, 175),
        MistakeKind::GaveUpASureScore => (0.25, 20),
        MistakeKind::LeftPoints => (0.04, 20),
        MistakeKind::BrokeASet => (0.028, 20),
        MistakeKind::ChasedAStraight => (0.06, 20),
        MistakeKind::MissedAStraight => (0.13, 20),
        MistakeKind::HeldExtraDice => (0.045, 20),
        MistakeKind::LetGoGoodDice => (0.085, 20),
        MistakeKind::HeldWrongDice => (0.065, 20),
        MistakeKind::TookPointsNow => (0.16, 20),
        MistakeKind::PlayedForTheTurn => (0.1, 20),
        MistakeKind::BurnedTheWrongBox => (0.5, 20),
        MistakeKind::WastedChance => (0.5, 20),
        MistakeKind::IgnoredUpperBonus => (0.15, 20),
        MistakeKind::SpentTheBetterBox => (0.6, 20),
    }
}

fn habits(profile: &Profile) -> Vec<MistakeKind> {
    Patterns::new(profile, SkillLevel::Expert).habits.iter().map(|habit| habit.kind).collect()
}

fn check_planted(kinds: &[MistakeKind]) {
    for &kind in kinds {
        let (rate, games) = planted(kind);
        let (mut named, mut loss, mut wrong) = (0, 0.0, 0);
        for player in 0..players() {
            let profile = Sim::Planted(kind, rate).profile(player, games);
            named += u64::from(habits(&profile) == [kind]);
            loss += profile.lines().map(|line| line.loss).sum::<f64>() / profile.lines().len() as f64;
            wrong += profile.mistakes().filter(|mistake| mistake.kind == kind).count();
        }
        let count = players() as f64;
        let (loss, share) = (loss / count, 100.0 * named as f64 / count);
        println!(
            "{kind}: rate {rate}, {games} games, {loss:.2} a game, {:.1} mistakes, named {share:.0}%",
            wrong as f64 / count
        );
        assert!(share >= 80.0, "{kind} was named for {share} %");
        assert!(loss >= 1.0 || kind == MistakeKind::RolledOn, "{kind} costs {loss} a game");
    }
}

#[test]
fn a_player_with_one_habit_of_when_to_stop_is_named() {
    use MistakeKind::*;
    check_planted(&[StoppedEarly, RolledOn, GaveUpASureScore, LeftPoints]);
}

#[test]
fn a_player_with_one_habit_of_what_to_keep_is_named() {
    use MistakeKind::*;
    check_planted(&[
        BrokeASet,
        ChasedAStraight,
        MissedAStraight,
        HeldExtraDice,
        LetGoGoodDice,
        HeldWrongDice,
    ]);
}

#[test]
fn a_player_with_one_habit_of_strategy_is_named() {
    use MistakeKind::*;
    check_planted(&[
        TookPointsNow,
        PlayedForTheTurn,
        BurnedTheWrongBox,
        WastedChance,
        IgnoredUpperBonus,
        SpentTheBetterBox,
    ]);
}

fn check_not_accused(sims: &[Sim]) {
    for sim in sims {
        let (mut accused, mut loss) = (0, 0.0);
        for player in 0..players() {
            let profile = sim.profile(player, 20);
            accused += u64::from(!habits(&profile).is_empty());
            loss += profile.lines().map(|line| line.loss).sum::<f64>() / 20.0;
        }
        let share = 100.0 * accused as f64 / players() as f64;
        println!("{sim:?}: {:.1} a game, accused {share:.1}%", loss / players() as f64);
        assert!(share <= 5.0, "{sim:?} is accused in {share} %");
    }
}

#[test]
fn bots_whose_errors_follow_no_kind_are_not_accused() {
    check_not_accused(&Bot::ALL.map(Sim::Bot));
}

#[test]
fn noise_of_10_25_and_45_points_a_game_is_not_accused() {
    check_not_accused(&[Sim::Uniform(0.024), Sim::Uniform(0.062), Sim::Uniform(0.118)]);
}
