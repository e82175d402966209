use std::io::Write as _;

use pools::{CheckAnswer, Seed, SkillCheck};

use crate::commands::roll::rank;
use crate::failure::Failure;
use crate::histogram;
use crate::paper::{self, BEST, FAINT};
use crate::pool_args::{self, RollArgs, SystemArgs};

/// A skill check: the odds of its six tiers, and the roll
#[derive(Debug, clap::Args)]
#[command(after_help = "The pool is attribute + skill + modifier, at least one die.

Examples:
  dicee check --attribute 4 --skill 3 --modifier -1 --dc 2
  dicee check --pool 6 --dc 2 --roll
  dicee check --pool 6 --dc 2 --seed 7 --json")]
pub(crate) struct Args {
    /// The attribute
    #[arg(long, value_name = "N", allow_negative_numbers = true, required_unless_present = "pool")]
    attribute: Option<i64>,
    /// The rank of the skill
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    skill: i64,
    /// Dice that circumstances add or take away
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    modifier: i64,
    /// The pool, instead of attribute and skill
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with_all = ["attribute", "skill"])]
    pool: Option<i64>,
    /// The difficulty: net successes that are needed
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    dc: i64,
    /// Print comma-separated values instead of bars
    #[arg(long, conflicts_with_all = ["json", "roll", "seed"])]
    csv: bool,
    #[command(flatten)]
    rolling: RollArgs,
    #[command(flatten)]
    system: SystemArgs,
}

pub(crate) fn run(args: &Args, as_json: bool) -> Result<(), Failure> {
    let system = args.system.system()?;
    let check = SkillCheck {
        attribute: args.pool.or(args.attribute).unwrap_or(0),
        rank: args.skill,
        modifiers: args.modifier,
        difficulty: args.dc,
    };
    let (pool, difficulty) = (check.pool(&system)?, check.difficulty()?);
    let seed = args.rolling.seed()?;
    let answer = CheckAnswer::new(&system, pool, difficulty, seed);
    if as_json {
        return Ok(paper::print_json(&answer)?);
    }
    let odds = &answer.exact;
    let mut out = paper::out();
    if args.csv {
        return Ok(histogram::print_named_csv(&mut out, odds.tiers.iter())?);
    }
    let asked = check.attribute.saturating_add(check.rank).saturating_add(check.modifiers);
    writeln!(
        out,
        "{} against difficulty {difficulty}: {BEST}{}{BEST:#} = {}\n",
        pool_args::dice(answer.pool, asked),
        odds.success.percentage(),
        odds.success
    )?;
    histogram::print_named(&mut out, odds.tiers.iter())?;
    if let Some(more) = &odds.one_more_die {
        writeln!(out, "{}", paper::one_more_die(&more.chance))?;
    }
    if let Some((Seed(seed), result)) = answer.seed.zip(answer.roll.as_ref()) {
        writeln!(
            out,
            "\nRolled {}: {BEST}{}{BEST:#}, margin {:+}",
            paper::counted(&result.roll),
            result.outcome,
            result.margin
        )?;
        if let Some((at_least, percentile)) = odds.at_least.as_ref().zip(odds.percentile.as_ref()) {
            writeln!(out, "{}", rank(at_least, percentile))?;
        }
        writeln!(out, "{FAINT}seed {seed}{FAINT:#}")?;
    }
    Ok(())
}
