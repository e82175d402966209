//! Solved games, made in the background.

use std::sync::{OnceLock, Weak};

use dicee::{Category, CategoryOdds, Outlook, Position, Rules, SolvedGame};

use crate::api::Api;

/// The solved game of every variant, as soon as there is one.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    solved: [OnceLock<SolvedGame>; Rules::ALL.len()],
}

impl Tables {
    /// The solved game, unless it is still being solved.
    pub(crate) fn get(&self, rules: Rules) -> Option<&SolvedGame> {
        self.place(rules)?.get()
    }

    /// The furthest that can be looked ahead now: the game, or while that is being solved the turn.
    pub(crate) fn outlook(&self, rules: Rules) -> Outlook<'_> {
        self.get(rules).map_or(Outlook::Turn, Outlook::Game)
    }

    /// How many are solved.
    pub(crate) fn ready(&self) -> usize {
        self.solved.iter().filter(|table| table.get().is_some()).count()
    }

    pub(crate) fn solve(&self, rules: Rules) {
        if let Some(place) = self.place(rules) {
            place.get_or_init(|| SolvedGame::solve_values(rules, |_| {}));
        }
    }

    fn place(&self, rules: Rules) -> Option<&OnceLock<SolvedGame>> {
        self.solved.get(Rules::ALL.iter().position(|&known| known == rules)?)
    }
}

/// Solves all variants on the threads for long work, the default first, until the server is gone. What is asked
/// meanwhile is answered for the turn.
pub(crate) fn solve_in_background(api: &Weak<Api>) {
    let Some(strong) = api.upgrade() else { return };
    let api = api.clone();
    strong.simulator.spawn(move || {
        // The counts behind all odds are made once, at the first question.
        CategoryOdds::with(Rules::Standard, Position::START, Category::Chance, |_| {});
        for rules in Rules::ALL {
            let Some(api) = api.upgrade() else { return };
            api.tables.solve(rules);
        }
    });
}
