use std::io::{self, Write as _};
use std::path::PathBuf;

use pools::{Fraction, RollAnswer, Seeding, SeriesAnswer};

use crate::args::seed_or_fresh;
use crate::failure::Failure;
use crate::output::{self, BEST, FAINT};
use crate::pool_args::{self, AliasArgs, DecimalArgs, rng_rules};

/// Roll any dice expression, and see how the roll ranks
#[derive(Debug, clap::Args)]
#[command(after_help = "8* is a success, 10** counts double, 1- counts against, (3) was dropped,
2>5 was rolled again, +6 exploded from another die. The percentile is the
share of lower results and half the share of equal ones. The language is in
docs/pools.md.
Quote expressions: > and ! mean something to the shell, too.
6d10t8b1 is 6d10>=8b1.

Examples:
  dicee roll '6d10>=8b1'
  dicee roll 4d6kh3+2 --seed 7
  dicee roll '3x(2d6!)' --explain
  dicee roll '7d10>=8b1' --context Combat:Attack --seed 99
  dicee roll 4d6kh3 -n 6
  dicee roll '@sword' --define sword=2d6+3 --json")]
pub(crate) struct Args {
    /// What to roll, such as 6d10>=8b1 or 4d6kh3+2
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    expression: String,
    /// Number of rolls; more than one also gives the sum and how it ranks
    #[arg(short = 'n', long = "times", value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    times: i64,
    /// Seed: the same seed gives the same dice [default: a new one, which is shown]
    #[arg(long, value_name = "S", value_parser = pool_args::seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Random stream: combat, exploration, crafting, dialogue, default, or a label such as Combat:Attack; each has its own dice
    #[arg(long, value_name = "C")]
    context: Option<String>,
    /// An rng-contexts.json to use instead of the built-in rules
    #[arg(long, value_name = "FILE")]
    contexts: Option<PathBuf>,
    /// Explain the expression in words
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    writing: DecimalArgs,
    #[command(flatten)]
    aliases: AliasArgs,
}

pub(crate) fn run(args: &Args, as_json: bool) -> Result<(), Failure> {
    let expression = args.aliases.parse(&args.expression)?;
    let rules = rng_rules(args.contexts.as_deref())?;
    let seed = seed_or_fresh(args.seed)?;
    if args.times != 1 {
        let source = (seed, args.context.as_deref(), rules);
        let answer = SeriesAnswer::new((&expression, args.times), source, u64::MAX)?;
        if as_json {
            let answer = if args.writing.decimals { answer.decimals_only() } else { answer };
            return Ok(output::print_json(&answer)?);
        }
        if args.explain {
            writeln!(output::out(), "{}\n", expression.explain())?;
        }
        return Ok(print_series(&answer)?);
    }
    let mut answer = RollAnswer::new(&expression, seed, args.context.as_deref(), rules, u64::MAX)?;
    if args.explain {
        answer = answer.explained(&expression);
    }
    if as_json {
        let answer = if args.writing.decimals { answer.decimals_only() } else { answer };
        return Ok(output::print_json(&answer)?);
    }
    Ok(print(&answer)?)
}

fn print_series(answer: &SeriesAnswer) -> io::Result<()> {
    let mut out = output::out();
    let times = answer.rolls.len();
    writeln!(out, "{times} rolls of {}", answer.expression)?;
    for (number, roll) in (1..).zip(&answer.rolls) {
        let dice: Vec<String> = roll.pools.iter().map(output::rolled).collect();
        let fumble =
            if roll.pools.iter().any(|pool| pool.is_fumble == Some(true)) { ", a fumble" } else { "" };
        let rank =
            roll.percentile.map(|rank| format!("  percentile {:.1}", 100.0 * rank)).unwrap_or_default();
        writeln!(
            out,
            "{number:>4}: {BEST}{}{BEST:#}  {}{fumble}{FAINT}{rank}{FAINT:#}",
            roll.total,
            dice.join(" | ")
        )?;
    }
    let SeriesAnswer { sum, average, deviation, lowest, highest, .. } = answer;
    writeln!(
        out,
        "Sum {BEST}{sum}{BEST:#}, average {average:.3}, deviation {deviation:.3}, {lowest} to {highest}"
    )?;
    if let Some(mean) = &answer.exact.mean {
        writeln!(out, "An average of {:.3} is to be expected", mean.value())?;
    }
    if let Some((at_least, percentile)) = answer.exact.at_least.as_ref().zip(answer.exact.percentile.as_ref())
    {
        let words = rank(at_least, percentile).replace("of all rolls", "of all such sums");
        writeln!(out, "{words}")?;
    }
    writeln!(out, "{FAINT}seed {}{}{FAINT:#}", answer.seed.0, locked(answer.seeding))
}

/// How the dice replay, in words.
const fn locked(seeding: Option<Seeding>) -> &'static str {
    match seeding {
        Some(Seeding::LockedPerEncounter) => ", locked for the encounter",
        Some(Seeding::LockedPerSession) => ", locked for the session",
        Some(Seeding::FreshOnLoad) | None => "",
    }
}

fn print(answer: &RollAnswer) -> io::Result<()> {
    let mut out = output::out();
    if let Some(words) = &answer.explanation {
        writeln!(out, "{words}\n")?;
    }
    writeln!(out, "{} = {BEST}{}{BEST:#}", answer.expression, answer.total)?;
    for pool in &answer.pools {
        let fumble = if pool.is_fumble == Some(true) { ", a fumble" } else { "" };
        writeln!(out, "  {}: {} = {}{fumble}", pool.notation, output::rolled(pool), pool.value)?;
    }
    match answer.exact.at_least.as_ref().zip(answer.exact.percentile.as_ref()) {
        Some((at_least, percentile)) => writeln!(out, "{}", rank(at_least, percentile))?,
        None => writeln!(out, "exact odds of this would take too long")?,
    }
    writeln!(out, "{FAINT}seed {}{}{FAINT:#}", answer.seed.0, locked(answer.seeding))
}

/// How a roll ranks, in words.
pub(crate) fn rank(at_least: &Fraction, percentile: &Fraction) -> String {
    format!(
        "{} of all rolls are lower, {} as high or higher; percentile {:.1}",
        Fraction::one().minus(at_least).percentage(),
        at_least.percentage(),
        100.0 * percentile.value()
    )
}
