use chance::Chance;

use crate::Horizon;
use crate::category::Category;
use crate::config::{ConfigIndex, DiceConfig};
use crate::face::Face;
use crate::keep::{KeepIndex, KeepPattern, keeps_of};
use crate::lattice::{self, Cell, GRID, Grid, ROLLS};
use crate::position::Position;
use crate::rolls_left::RollsLeft;
use crate::rules::Rules;
use crate::scores::{SCORES, five_of};
use crate::solver::SolvedGame;

/// What counts beyond the points of this turn.
#[derive(Clone, Copy, Debug)]
pub enum Outlook<'t> {
    /// Nothing: most points this turn.
    Turn,
    /// The rest of the game: highest expected final score.
    Game(&'t SolvedGame),
}

impl Outlook<'_> {
    /// Its name.
    #[must_use]
    pub const fn horizon(self) -> Horizon {
        match self {
            Self::Turn => Horizon::Turn,
            Self::Game(_) => Horizon::Game,
        }
    }

    /// What is still to come once a turn has ended in this position.
    #[must_use]
    pub fn future(self, next: Position) -> f64 {
        match self {
            Self::Turn => 0.0,
            Self::Game(solved) => solved.value(next),
        }
    }
}

/// One turn, solved: the value of every roll and of every keep, by rolls left.
///
/// ```
/// use dicee::{KeepPattern, Outlook, Position, RollsLeft, Rules, TurnValues};
///
/// let turn = TurnValues::solve(Rules::Standard, Position::START, Outlook::Turn, RollsLeft::AFTER_FIRST);
/// let nothing = turn.keep_value(KeepPattern::NOTHING.to_index(), RollsLeft::AFTER_FIRST);
/// let two_sixes = turn.keep_value(KeepPattern::from_faces(&[6, 6])?.to_index(), RollsLeft::AFTER_FIRST);
/// assert!(two_sixes > nothing);
/// # Ok::<(), dicee::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TurnValues {
    /// The best score of every roll when no roll is left.
    standing: [f64; DiceConfig::COUNT],
    /// For one roll left, two, three: the value of every keep.
    keeps: Vec<Grid<f64>>,
}

impl TurnValues {
    /// Solves a turn for at most this many rolls.
    ///
    /// # Panics
    ///
    /// Panics if the card is full, or if the outlook is a game under other rules.
    #[must_use]
    pub fn solve(rules: Rules, position: Position, outlook: Outlook<'_>, rolls: RollsLeft) -> Self {
        assert!(!position.is_full(), "a full card has no turn left");
        if let Outlook::Game(solved) = outlook {
            assert_eq!(solved.rules(), rules, "the game was solved for other rules");
        }
        Self::from_standing(standing_values(rules, position, outlook), rolls)
    }

    /// Solves a turn whose rolls are worth this when they are scored.
    #[must_use]
    pub fn from_standing(standing: [f64; DiceConfig::COUNT], rolls: RollsLeft) -> Self {
        let mut grid: Grid<f64> = [0.0; GRID];
        grid[ROLLS..KeepPattern::COUNT].copy_from_slice(&standing);
        let mut keeps = Vec::with_capacity(rolls.as_usize());
        for level in 0..rolls.as_usize() {
            if level > 0 {
                lattice::choose(&mut grid);
            }
            lattice::average(&mut grid);
            keeps.push(grid);
        }
        Self { standing, keeps }
    }

    /// What a roll is worth when it must be scored now.
    #[must_use]
    pub fn standing_value(&self, roll: ConfigIndex) -> f64 {
        self.standing[roll.as_usize()]
    }

    /// What keeping these dice and rolling the rest is worth, with `rolls` left before that roll.
    ///
    /// # Panics
    ///
    /// Panics if there is no roll left or if the turn was solved for fewer rolls.
    #[must_use]
    pub fn keep_value(&self, keep: KeepIndex, rolls: RollsLeft) -> f64 {
        self.level(rolls)[keep.as_usize()]
    }

    /// What a roll is worth to the best player.
    ///
    /// # Panics
    ///
    /// Panics if the turn was solved for fewer rolls.
    #[must_use]
    pub fn value(&self, roll: DiceConfig, rolls: RollsLeft) -> f64 {
        match rolls {
            RollsLeft::NONE => self.standing_value(roll.to_index()),
            _ => self.best_keep(roll, rolls).1,
        }
    }

    /// The best keep of a roll and its value. Keeping all five dice stands for scoring now or, where that
    /// ties, for waiting; among equals the one that keeps most dice wins.
    ///
    /// # Panics
    ///
    /// Panics if there is no roll left or if the turn was solved for fewer rolls.
    #[must_use]
    pub fn best_keep(&self, roll: DiceConfig, rolls: RollsLeft) -> (KeepIndex, f64) {
        let (level, roll) = (self.level(rolls), roll.to_index());
        let mut best = roll.keep_all();
        let mut value = level[best.as_usize()];
        for &keep in keeps_of(roll) {
            if level[keep.as_usize() % GRID] > value {
                (best, value) = (keep, level[keep.as_usize() % GRID]);
            }
        }
        (best, value)
    }

    /// Rolls with the best keeps until the turn stands, from a roll with so many rolls left: the last roll.
    pub(crate) fn play(
        &self,
        (mut roll, mut left): (DiceConfig, RollsLeft),
        luck: &mut impl Chance,
    ) -> DiceConfig {
        while let Some(after) = left.after_roll() {
            let (keep, _) = self.best_keep(roll, left);
            if keep == roll.to_index().keep_all() {
                break;
            }
            roll = KeepPattern::from_index(keep).complete(luck);
            left = after;
        }
        roll
    }

    fn level(&self, rolls: RollsLeft) -> &Grid<f64> {
        let level = rolls.as_usize().checked_sub(1).expect("keeping dice needs a roll");
        self.keeps.get(level).expect("solved for that many rolls")
    }
}

/// The value of scoring every roll at once in its best category.
fn standing_values(rules: Rules, position: Position, outlook: Outlook<'_>) -> [f64; DiceConfig::COUNT] {
    let mut best = [f64::NEG_INFINITY; DiceConfig::COUNT];
    for category in position.open().iter() {
        let worth = |points: u8| {
            let (next, bonus) = position.fill(category, points);
            f64::from(points) + f64::from(bonus) + outlook.future(next)
        };
        let scores = &SCORES[category.index()];
        if category.face().is_some() || category == Category::Dicee {
            // Where the points decide what comes next, there are only a few different ones.
            let mut by_points = [0.0; 64];
            // What five alike or less of a face bring; the table of all rolls would be two kilobytes of a browser module.
            let few = category
                .face()
                .map_or([0, 50, 0, 0, 0, 0], |face| [0, 1, 2, 3, 4, 5].map(|n| n * face.pips()));
            for points in few {
                by_points[usize::from(points)] = worth(points);
            }
            for (best, &points) in best.iter_mut().zip(scores) {
                best.improve(&by_points[usize::from(points) % 64]);
            }
        } else {
            let future = worth(0);
            for (best, &points) in best.iter_mut().zip(scores) {
                best.improve(&(f64::from(points) + future));
            }
        }
    }
    if rules.favours_further_dicee(position.dicee_box()) {
        for face in Face::ALL {
            let roll = five_of(face);
            let value = rules
                .allowed(position.open(), position.dicee_box(), roll)
                .iter()
                .filter_map(|category| position.score(rules, roll, category).ok())
                .map(|outcome| f64::from(outcome.points()) + outlook.future(outcome.next))
                .fold(f64::NEG_INFINITY, f64::max);
            best[roll.to_index().as_usize()] = value;
        }
    }
    best
}
