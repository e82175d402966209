use std::io::Write as _;

use pools::{CheckAnswer, DiceAsked, InputError, Seed, SkillCheck};

use crate::commands::roll::rank;
use crate::failure::Failure;
use crate::histogram;
use crate::output::{self, BEST, FAINT};
use crate::pool_args::{self, TrialArgs};

/// A skill check: the odds of its six tiers, and the roll
#[derive(Debug, clap::Args)]
#[command(after_help = "The pool is attribute + skill + modifier, at least one die; or any dice, of
which the result is compared with the difficulty.

Examples:
  dicee check --attribute 4 --skill 3 --modifier -1 --dc 2
  dicee check --pool 6 --dc 2 --roll
  dicee check --pool '6d10!10>=8b1' --dc 2
  dicee check --pool 6 --dc 2 --seed 7 --json")]
pub(crate) struct Args {
    /// The attribute
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    attribute: Option<i64>,
    /// The rank of the skill, with the attribute
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    skill: Option<i64>,
    /// Dice added or removed by circumstances
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    modifier: i64,
    /// The dice instead of attribute and skill: a number, or an expression such as 6d10!10>=8b1
    #[arg(long, value_name = "DICE", value_parser = pool_args::asked, allow_hyphen_values = true, conflicts_with_all = ["attribute", "skill"])]
    pool: Option<DiceAsked>,
    /// The difficulty: net successes needed
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    dc: i64,
    /// Print comma-separated values instead of bars
    #[arg(long, conflicts_with_all = ["json", "roll", "seed"])]
    csv: bool,
    #[command(flatten)]
    trial: TrialArgs,
}

pub(crate) fn run(args: &Args, as_json: bool) -> Result<(), Failure> {
    let system = args.trial.system()?;
    let asked = match (&args.pool, args.attribute) {
        (Some(pool), _) => pool.clone(),
        (None, Some(attribute)) => DiceAsked::Pool(attribute.saturating_add(args.skill.unwrap_or(0))),
        (None, None) => {
            return Err(InputError::new("pool", "--pool with the dice, or --attribute", "nothing").into());
        }
    };
    let dice = pool_args::resolve(&asked, "pool", &system, &args.trial.aliases()?, args.modifier)?;
    let difficulty = SkillCheck { attribute: 0, rank: 0, modifiers: 0, difficulty: args.dc }.difficulty()?;
    let seed = args.trial.seed()?;
    let answer = CheckAnswer::new(&system, &dice, difficulty, seed)?;
    if as_json {
        let answer = if args.trial.decimals() { answer.decimals_only() } else { answer };
        return Ok(output::print_json(&answer)?);
    }
    let odds = &answer.exact;
    let mut out = output::out();
    if args.csv {
        return Ok(histogram::print_named_csv(&mut out, odds.tiers.iter())?);
    }
    let asked = match asked {
        DiceAsked::Pool(asked) => DiceAsked::Pool(asked.saturating_add(args.modifier)),
        DiceAsked::Expression(text) => DiceAsked::Expression(text),
    };
    writeln!(
        out,
        "{} against difficulty {difficulty}: {BEST}{}{BEST:#} = {}",
        pool_args::dice(&answer.pool, &asked),
        odds.success.percentage(),
        odds.success.shortened()
    )?;
    if let Some(die) = pool_args::die(&system, &[&dice]) {
        writeln!(out, "{FAINT}{die}{FAINT:#}")?;
    }
    writeln!(out)?;
    histogram::print_named(&mut out, odds.tiers.iter())?;
    if let Some(more) = &odds.one_more_die {
        writeln!(out, "{}", output::one_more_die(&more.chance))?;
    }
    if let Some((Seed(seed), result)) = answer.seed.zip(answer.roll.as_ref()) {
        writeln!(
            out,
            "\nRolled {}: {BEST}{}{BEST:#}, margin {:+}",
            output::counted(&result.roll),
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
