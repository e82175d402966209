use std::sync::OnceLock;

use dicee::{Category, CategoryOdds, Outlook, Position, Rules, SolvedGame};

/// The solved dice game of every rules variant, each as soon as it is solved.
#[derive(Debug, Default)]
pub struct SolvedGames {
    solved: [OnceLock<SolvedGame>; Rules::ALL.len()],
}

impl SolvedGames {
    /// The solved game, unless it is still being solved.
    #[must_use]
    pub fn get(&self, rules: Rules) -> Option<&SolvedGame> {
        self.cell(rules)?.get()
    }

    /// The furthest horizon that is known now: the game, or while that is being solved the turn.
    #[must_use]
    pub fn outlook(&self, rules: Rules) -> Outlook<'_> {
        self.get(rules).map_or(Outlook::Turn, Outlook::Game)
    }

    /// How many are solved.
    #[must_use]
    pub fn ready(&self) -> usize {
        self.solved.iter().filter(|solved| solved.get().is_some()).count()
    }

    /// Solves a variant, unless it is solved. Blocks for a second or so.
    pub fn solve(&self, rules: Rules) {
        if let Some(cell) = self.cell(rules) {
            cell.get_or_init(|| SolvedGame::solve_values(rules, |_| {}));
        }
    }

    fn cell(&self, rules: Rules) -> Option<&OnceLock<SolvedGame>> {
        let place = Rules::ALL.iter().position(|known| *known == rules)?;
        self.solved.get(place)
    }

    /// Solves every variant, the default first, until `stop` says so. The counts behind all odds come before them, so
    /// that the first question does not wait for them. Blocks for some seconds.
    pub fn solve_all(&self, stop: impl Fn() -> bool) {
        CategoryOdds::with(Rules::Standard, Position::START, Category::Chance, |_| {});
        for rules in Rules::ALL.into_iter().take_while(|_| !stop()) {
            self.solve(rules);
        }
    }
}
