//! The plays of the strong player: it imagines worlds that fit what was called and played, solves them, and does what
//! works in most of them.

use chance::Chance;

use super::heuristic;
use super::inference::Inference;
use super::reading::signal;
use crate::declaration::Declaration;
use crate::sight::Sight;
use crate::solver::{Goal, Solver};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// Worlds solved for a play, by tricks left, from none to seven.
const PLAY_WORLDS: [usize; 8] = [0, 0, 48, 90, 84, 58, 40, 30];
/// Plays so many worlds behind the best are as good as far as can be told; points in some worlds tell them apart, each
/// of them worth so much of a chance: with more to spare a mistake costs less.
const CLOSE: f64 = 1.5;
const TIE_WORLDS: usize = 10;
const POINT: f64 = 0.01;
/// No play is given up before it was tried in so many worlds.
const TRIED: usize = 10;

/// The play after which the contract is made, or set, in most worlds; among equals the one with the most points, then
/// the one that tells the partner something.
pub(super) fn play(sight: &Sight, luck: &mut impl Chance, solver: &mut Solver) -> Option<Tile> {
    let contract = sight.contract()?;
    let rule_of_thumb = heuristic::play(sight);
    let goal = Goal::of(&contract, sight.tally());
    let ours = contract.bidder.team() == sight.seat().team();
    let Ok(inference) = Inference::new(sight) else { return rule_of_thumb };
    let number = PLAY_WORLDS[sight.hand().len().min(7)];
    let mut race: Vec<Runner> = sight.legal().iter().map(Runner::new).collect();
    let mut layouts = Vec::new();
    for (world, weight) in inference.sample(number, luck) {
        let Ok(layout) = sight.layout(world) else { continue };
        let tiles: TileSet = race.iter().map(|runner| runner.tile).collect();
        for (runner, (_, made)) in race.iter_mut().zip(solver.plays_among(&layout, goal, tiles)) {
            runner.wins += if made == ours { weight } else { 0.0 };
        }
        layouts.push((layout, weight));
        drop_hopeless(&mut race, layouts.len(), number);
        if race.len() == 1 {
            break;
        }
    }
    let most = race.iter().map(|runner| runner.wins).fold(0.0, f64::max);
    race.retain(|runner| runner.wins > most - CLOSE / number as f64);
    if let [only] = race[..] {
        return Some(only.tile);
    }
    let team = sight.seat().team();
    let (layouts, tiles): (_, TileSet) =
        (&layouts[..layouts.len().min(TIE_WORLDS)], race.iter().map(|runner| runner.tile).collect());
    let looked: f64 = layouts.iter().map(|(_, weight)| weight).sum();
    for (layout, weight) in layouts {
        let values = solver.plays(layout, goal.stake, team);
        let values = values.into_iter().filter(|(tile, _)| tiles.contains(*tile));
        for (runner, (_, value)) in race.iter_mut().zip(values) {
            runner.points += weight / looked * f64::from(value);
        }
    }
    let sign = if contract.declaration == Declaration::Nello { -1.0 } else { 1.0 };
    // Weights are sums of fractions: a millionth is no difference.
    let value = |runner: &Runner| (1e6 * (runner.wins + sign * POINT * runner.points)).round();
    let tells = |runner: &Runner| signal(sight, contract.declaration, runner.tile);
    let usual = |runner: &Runner| Some(runner.tile) == rule_of_thumb;
    let better = |one: &&Runner, other: &&Runner| {
        let by_value = value(one).total_cmp(&value(other));
        by_value.then(tells(one).cmp(&tells(other))).then(usual(one).cmp(&usual(other)))
    };
    race.iter().max_by(better).map(|runner| runner.tile)
}

/// A play, and what was learned about it.
#[derive(Clone, Copy, Debug)]
struct Runner {
    tile: Tile,
    /// The weight of the worlds in which it works.
    wins: f64,
    points: f64,
}

impl Runner {
    const fn new(tile: Tile) -> Self {
        Self { tile, wins: 0.0, points: 0.0 }
    }
}

/// Gives up the plays that are behind by more than luck explains, so that the work goes into the others: two standard
/// deviations of the difference, taking each world to differ with a chance of one half.
fn drop_hopeless(race: &mut Vec<Runner>, tried: usize, number: usize) {
    if tried < TRIED {
        return;
    }
    let most = race.iter().map(|runner| runner.wins).fold(0.0, f64::max);
    let behind = 1.4 * (tried as f64).sqrt() / number as f64;
    race.retain(|runner| runner.wins > most - behind);
}
