//! Simulated players.

use chance::{Chance, SeededChance};
use coach::{PlayedGame, Profile, play_with};
use dicee::{Action, Bot, GameId, GameRecord, MistakeKind, Quality, Rules, SolvedGame, SurveyedOption};
use std::sync::LazyLock;

pub(crate) static TABLE: LazyLock<SolvedGame> =
    LazyLock::new(|| SolvedGame::solve_values(Rules::Standard, |_| {}));

/// Who plays the games of a simulation.
#[derive(Clone, Debug)]
pub(crate) enum Sim {
    /// One of ours.
    Bot(Bot),
    /// Any legal option, all equally likely, at this share of the decisions.
    Uniform(f64),
    /// At this share of the opportunities, the cheapest mistake of one kind.
    Planted(MistakeKind, f64),
    /// At these shares of the opportunities, the cheapest mistake of each kind.
    Habits(Vec<(MistakeKind, f64)>),
}

impl Sim {
    pub(crate) fn play(&self, luck: &SeededChance, game: u64) -> GameRecord {
        let (mut dice, mut mind) = (luck.stream(2 * game), luck.stream(2 * game + 1));
        match self {
            Self::Bot(bot) => bot.play(&TABLE, &mut dice, &mut mind),
            Self::Uniform(share) => play_with(&TABLE, &mut dice, |survey, roll, left| {
                let options = survey.options(roll, left);
                let place = if unit(&mut mind) < *share {
                    mind.below(u32::try_from(options.len()).unwrap()) as usize
                } else {
                    0
                };
                options[place].action
            }),
            Self::Planted(kind, rate) => habits(&[(*kind, *rate)], &mut dice, &mut mind),
            Self::Habits(rates) => habits(rates, &mut dice, &mut mind),
        }
    }

    /// A profile after so many games.
    pub(crate) fn profile(&self, seed: u64, games: u64) -> Profile {
        let luck = SeededChance::from_seed(seed);
        let mut profile = Profile::default();
        for game in 0..games {
            add(&mut profile, self.play(&luck, game));
        }
        profile
    }
}

pub(crate) fn add(profile: &mut Profile, record: GameRecord) {
    let number = u64::from(profile.games() + profile.set_aside());
    let id = GameId(uuid::Uuid::from_u128(u128::from(number) + 1));
    assert_eq!(profile.add(&TABLE, &PlayedGame::new(id, number, record)).unwrap(), None);
}

fn habits(rates: &[(MistakeKind, f64)], dice: &mut SeededChance, mind: &mut SeededChance) -> GameRecord {
    play_with(&TABLE, dice, |survey, roll, left| {
        let options = survey.options(roll, left);
        let mut at = unit(mind);
        for &(kind, rate) in rates {
            if let Some(option) = cheapest(&options, kind) {
                at -= rate;
                if at < 0.0 {
                    return option;
                }
            }
        }
        options[0].action
    })
}

fn cheapest(options: &[SurveyedOption], kind: MistakeKind) -> Option<Action> {
    let mut of_kind =
        options.iter().filter(|option| option.mistake == Some(kind) && option.loss >= Quality::TRIFLE);
    of_kind.next().map(|option| option.action)
}

pub(crate) fn unit(luck: &mut SeededChance) -> f64 {
    f64::from(luck.next_word()) / (f64::from(u32::MAX) + 1.0)
}

/// How many players of each sort are simulated.
pub(crate) fn players() -> u64 {
    if std::env::var_os("DICEE_FULL").is_some() { 1_000 } else { 100 }
}
