use coach::{StatsProfile, Suggestions};
use dicee::{Bot, ExplanationDepth, MistakeKind, SkillLevel};

use crate::sim::Sim;

#[test]
fn what_costs_most_is_what_to_practise_next() {
    let habits = vec![(MistakeKind::BrokeASet, 0.3), (MistakeKind::WastedChance, 0.2)];
    let profile = Sim::Habits(habits).profile(21, 20);
    let suggestions = Suggestions::new(&profile);
    assert_eq!(suggestions.practise, profile.weak_kinds());
    assert_eq!(suggestions.practise[0], MistakeKind::BrokeASet);
    assert_eq!(suggestions.next, "Practise next: avoid breaking a set.");
}

#[test]
fn perfect_players_get_every_number_and_another_aim() {
    let suggestions = Suggestions::new(&Sim::Bot(Bot::Optimal).profile(22, 20));
    assert_eq!((suggestions.level, suggestions.depth), (SkillLevel::Expert, ExplanationDepth::Detailed));
    assert_eq!(suggestions.profile, StatsProfile::Expert);
    assert!(suggestions.practise.is_empty() && suggestions.next.contains("Play for the target"));
}

#[test]
fn explanations_grow_with_the_level() {
    for (bot, level, depth) in [
        (Bot::Beginner, SkillLevel::Beginner, ExplanationDepth::Minimal),
        (Bot::Greedy, SkillLevel::Intermediate, ExplanationDepth::Standard),
        (Bot::Expert, SkillLevel::Advanced, ExplanationDepth::Detailed),
    ] {
        let suggestions = Suggestions::new(&Sim::Bot(bot).profile(23, 20));
        assert_eq!((suggestions.level, suggestions.depth), (level, depth), "{bot}");
        assert!(!suggestions.practise.is_empty() && suggestions.practise.len() <= 3, "{bot}");
    }
}
