use chance::{rank_of, sort_by_rank};
use dicee::{Action, Category, DiceConfig, Horizon, KeepPattern, MistakeKind, Quality, SurveyedOption};

/// A way to go wrong that has nothing to do with kinds of mistakes. A player is said to have a pattern only where none of
/// these explains the errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Noise {
    /// Any legal option, all equally likely.
    Uniform,
    /// Sees each option with this probability and takes the best of those it saw, as our bots do.
    Overlooks(Horizon, f64),
    /// The more an option costs, the rarer it is: `exp(-loss / points)`.
    Careless(f64),
}

/// All of them. Stored tallies have one expectation for each, so the order is permanent within a
/// [`Profile::VERSION`](crate::Profile::VERSION).
pub(crate) const NOISES: [Noise; 11] = [
    Noise::Uniform,
    Noise::Overlooks(Horizon::Game, 0.95),
    Noise::Overlooks(Horizon::Game, 0.85),
    Noise::Overlooks(Horizon::Game, 0.7),
    Noise::Overlooks(Horizon::Game, 0.5),
    Noise::Overlooks(Horizon::Turn, 1.0),
    Noise::Overlooks(Horizon::Turn, 0.9),
    Noise::Overlooks(Horizon::Turn, 0.75),
    Noise::Overlooks(Horizon::Turn, 0.5),
    Noise::Careless(1.0),
    Noise::Careless(4.0),
];

/// For each kind of mistake and each noise: the chance that the noise makes it here.
pub(crate) type NoiseChances = [[f64; NOISES.len()]; MistakeKind::ALL.len()];

/// Adds the chances of one decision. `options` are best first.
pub(crate) fn add_chances(options: &[SurveyedOption], chances: &mut NoiseChances) {
    let mut by_turn: Vec<&SurveyedOption> = options.iter().collect();
    sort_by_rank(&mut by_turn, |option| bot_order(option.action));
    sort_by_rank(&mut by_turn, |option| !rank_of(option.turn_value));
    for (place, noise) in NOISES.into_iter().enumerate() {
        let mut add = |option: &SurveyedOption, chance: f64| {
            if let Some(kind) = costly_kind(option) {
                chances[kind as usize][place] += chance;
            }
        };
        match noise {
            Noise::Uniform => {
                let chance = 1.0 / options.len() as f64;
                options.iter().for_each(|option| add(option, chance));
            }
            Noise::Overlooks(Horizon::Game, sees) => ranked(options.iter(), sees, add),
            Noise::Overlooks(Horizon::Turn, sees) => ranked(by_turn.iter().copied(), sees, add),
            Noise::Careless(points) => {
                let weight = |option: &SurveyedOption| (-option.loss / points).exp();
                let sum: f64 = options.iter().map(weight).sum();
                options.iter().for_each(|option| add(option, weight(option) / sum));
            }
        }
    }
}

/// The kind of an option that is a mistake worth counting.
pub(crate) fn costly_kind(option: &SurveyedOption) -> Option<MistakeKind> {
    option.mistake.filter(|_| option.loss >= Quality::TRIFLE)
}

/// The best option is taken if it was seen, the second if it alone was missed, and so on.
fn ranked<'o>(
    options: impl Iterator<Item = &'o SurveyedOption>,
    sees: f64,
    mut add: impl FnMut(&SurveyedOption, f64),
) {
    let mut missed = 1.0;
    for option in options {
        add(option, missed * sees);
        missed *= 1.0 - sees;
        if missed < 1e-9 {
            break;
        }
    }
}

/// The order in which a bot looks at options; of equals it takes the first.
fn bot_order(action: Action) -> i64 {
    let place = match action {
        Action::Score(category) => category.index(),
        Action::Keep(keep) => {
            let fewer = DiceConfig::DICE - keep.len();
            Category::COUNT + fewer * KeepPattern::COUNT + keep.to_index().as_usize()
        }
    };
    place as i64
}
