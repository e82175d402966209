use std::io::Write as _;

use pools::{Attack, AttackAnswer, DiceAsked, Seed};

use crate::commands::roll::rank;
use crate::failure::Failure;
use crate::histogram;
use crate::output::{self, BEST, FAINT};
use crate::pool_args::{self, TrialArgs};

/// An attack: the odds of each quality of hit and of the damage, and the rolls
#[derive(Debug, clap::Args)]
#[command(after_help = "Net successes make the hit: 1 glances (two damage dice fewer, at least one),
2 hit solidly, 3 and 4 strongly (one die more), 5 critically (twice the dice,
past armour). Damage is the sum of its dice less armour.
With a seed, the dice are those of combat, locked for the encounter.

Examples:
  dicee attack --pool 7 --damage 3
  dicee attack --pool 7 --damage 3 --armour 4 --roll
  dicee attack --pool 7 --damage 3 --seed 7 --json")]
pub(crate) struct Args {
    /// Dice of the attack: a number (0 or less rolls one die) or an expression
    #[arg(long, value_name = "DICE", value_parser = pool_args::asked, allow_hyphen_values = true)]
    pool: DiceAsked,
    /// Dice of the damage, with the sides of the system; 0 rolls one
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    damage: i64,
    /// Damage absorbed by armour
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    armour: i64,
    /// Print the damage as comma-separated values instead of bars
    #[arg(long, conflicts_with_all = ["json", "roll", "seed"])]
    csv: bool,
    #[command(flatten)]
    trial: TrialArgs,
}

pub(crate) fn run(args: &Args, as_json: bool) -> Result<(), Failure> {
    let system = args.trial.system()?;
    let dice = pool_args::resolve(&args.pool, "pool", &system, &args.trial.aliases()?, 0)?;
    let plan = Attack { pool: 1, damage: args.damage, armour: args.armour }.plan(&system)?;
    let seed = args.trial.seed()?;
    if as_json && !args.trial.decimals() {
        AttackAnswer::check_exact(&system, &dice, plan)?;
    }
    let answer = AttackAnswer::new(&system, &dice, plan, seed)?;
    if as_json {
        let answer = if args.trial.decimals() { answer.decimals_only() } else { answer };
        return Ok(output::print_json(&answer)?);
    }
    let (odds, damage) = (&answer.exact, &answer.damage_odds);
    let mut out = output::out();
    if args.csv {
        return Ok(histogram::print_csv(&mut out, "damage", damage)?);
    }
    writeln!(
        out,
        "{}, {}d{} of damage, armour {}: {BEST}{:.2}{BEST:#} damage expected, standard deviation {:.2}\n",
        pool_args::dice(&answer.pool, &args.pool),
        answer.damage_dice,
        system.sides(),
        answer.armour,
        odds.mean_damage.value(),
        damage.standard_deviation()
    )?;
    histogram::print_named(&mut out, odds.qualities.iter())?;
    writeln!(out)?;
    histogram::print(&mut out, "damage", damage)?;
    if let Some((Seed(seed), result)) = answer.seed.zip(answer.roll.as_ref()) {
        writeln!(out, "\nRolled {}: {BEST}{}{BEST:#}", output::counted(&result.attack), result.quality)?;
        if let Some(roll) = &result.damage_roll {
            let faces: Vec<String> = roll.dice.iter().map(ToString::to_string).collect();
            writeln!(
                out,
                "Damage dice {} = {}, dealt {BEST}{}{BEST:#}",
                faces.join(" "),
                roll.raw_total,
                result.damage
            )?;
        }
        if let Some((at_least, percentile)) = odds.at_least.as_ref().zip(odds.percentile.as_ref()) {
            writeln!(out, "{}", rank(at_least, percentile))?;
        }
        writeln!(out, "{FAINT}seed {seed}{FAINT:#}")?;
    }
    Ok(())
}
