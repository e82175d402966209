//! The plays of the strong player: it imagines worlds that fit what was called and played, solves them, and does what
//! works in most of them.

use chance::Chance;

use super::heuristic;
use super::inference::Inference;
use super::reading::signal;
use super::rollout::Rollout;
use crate::sight::Sight;
use crate::solver::{Goal, Solver};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// Worlds solved for a play, by tricks left, from none to seven.
const PLAY_WORLDS: [usize; 8] = [0, 0, 72, 135, 126, 87, 60, 45];
/// What a world counts in which a play works by rule of thumb, beside one in which it works with all tiles face up. Most
/// plays are equal face up, where everybody knows what to do later; the rule of thumb tells them apart.
const THUMB: f64 = 0.3;
/// No play is given up before it was tried in so many worlds.
const TRIED: usize = 10;

/// The play after which the contract is made, or set, in most worlds; among equals the one that tells the partner
/// something.
pub(super) fn play(sight: &Sight, luck: &mut impl Chance, solver: &mut Solver) -> Option<Tile> {
    let contract = sight.contract()?;
    let rule_of_thumb = heuristic::play(sight);
    let goal = Goal::of(&contract, sight.tally());
    let ours = contract.bidder.team() == sight.seat().team();
    let Ok(inference) = Inference::new(sight) else { return rule_of_thumb };
    let number = PLAY_WORLDS[sight.hand().len().min(7)];
    let mut race: Vec<Runner> = sight.legal().iter().map(|tile| Runner { tile, wins: 0.0 }).collect();
    let mut tried = 0;
    for (world, weight) in inference.sample(number, luck) {
        let Ok(layout) = sight.layout(world) else { continue };
        let tiles: TileSet = race.iter().map(|runner| runner.tile).collect();
        let rollout = Rollout::of(sight, contract, world);
        let solved = solver.plays_among(&layout, goal, tiles);
        for (runner, (tile, made)) in race.iter_mut().zip(solved) {
            runner.wins += if made == ours { weight } else { 0.0 };
            runner.wins += if rollout.makes_after(tile, solver) == ours { THUMB * weight } else { 0.0 };
        }
        tried += 1;
        drop_hopeless(&mut race, tried, number);
        if race.len() == 1 {
            break;
        }
    }
    // Weights are sums of fractions: a millionth is no difference.
    let value = |runner: &Runner| (1e6 * runner.wins).round();
    let tells = |runner: &Runner| signal(sight, contract.declaration, runner.tile);
    let usual = |runner: &Runner| Some(runner.tile) == rule_of_thumb;
    let better = |one: &&Runner, other: &&Runner| {
        let by_value = value(one).total_cmp(&value(other));
        by_value.then(tells(one).cmp(&tells(other))).then(usual(one).cmp(&usual(other)))
    };
    race.iter().max_by(better).map(|runner| runner.tile)
}

/// A play, and the weight of the worlds in which it works.
#[derive(Clone, Copy, Debug)]
struct Runner {
    tile: Tile,
    wins: f64,
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
