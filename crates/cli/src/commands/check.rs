use std::io::Write as _;

use pools::{
    CheckAnswer, CheckOdds, DiceRoll, PoolOdds, SeededProvider, SkillCheck, SkillCheckResult, SkillOutcome,
};

use crate::commands::roll::rank_words;
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
    if as_json {
        return Ok(paper::print_json(&CheckAnswer::new(&system, pool, difficulty, seed))?);
    }
    let pool_odds = PoolOdds::new(&system, pool);
    let odds = CheckOdds::of_pool(&pool_odds, difficulty);
    let roll = seed.map(|seed| {
        let roll = DiceRoll::roll(&system, pool, &mut SeededProvider::new(seed));
        (seed, SkillCheckResult::judge(&system, roll, difficulty))
    });
    let one_more = pool_odds.one_more_die(args.dc);
    let mut out = paper::out();
    let rows: Vec<_> =
        SkillOutcome::ALL.iter().map(|tier| (tier.name(), odds.tiers().probability(tier))).collect();
    if args.csv {
        return Ok(histogram::print_named_csv(&mut out, &rows)?);
    }
    let success = odds.success();
    writeln!(
        out,
        "{} against difficulty {difficulty}: {BEST}{}{BEST:#} = {success}\n",
        pool_args::dice(pool, check.attribute.saturating_add(check.rank).saturating_add(check.modifiers)),
        success.percentage()
    )?;
    histogram::print_named(&mut out, &rows)?;
    if let Some(more) = &one_more {
        writeln!(out, "{}", paper::one_more_die(more))?;
    }
    if let Some((seed, result)) = roll {
        writeln!(
            out,
            "\nRolled {}: {BEST}{}{BEST:#}, margin {:+}",
            paper::counted(&result.roll),
            result.outcome,
            result.margin
        )?;
        let (lower, percentile) = (pool_odds.lower(&result.roll), pool_odds.percentile(&result.roll));
        writeln!(out, "{}", rank_words(&lower, &percentile))?;
        writeln!(out, "{FAINT}seed {seed}{FAINT:#}")?;
    }
    Ok(())
}
