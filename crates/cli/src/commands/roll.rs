use std::io::{self, Write as _};
use std::path::PathBuf;

use pools::{Fraction, RollAnswer, Seeding};

use crate::args::seed_or_fresh;
use crate::failure::Failure;
use crate::paper::{self, BEST, FAINT};
use crate::pool_args::{self, AliasArgs, rng_rules};

/// Roll any dice expression, and see how the roll ranks
#[derive(Debug, clap::Args)]
#[command(after_help = "8* is a success, 1- counts against, (3) was dropped, 2>5 was rolled again,
+6 exploded from another die. The percentile is the share of lower results
and half the share of equal ones. The language is in docs/pools.md.
Quote expressions: > and ! mean something to the shell, too.
6d10t8b1 is 6d10>=8b1.

Examples:
  dicee roll '6d10>=8b1'
  dicee roll 4d6kh3+2 --seed 7
  dicee roll '3x(2d6!)' --explain
  dicee roll '7d10>=8b1' --context Combat:Attack --seed 99
  dicee roll '@sword' --define sword=2d6+3 --json")]
pub(crate) struct Args {
    /// What to roll, such as 6d10>=8b1 or 4d6kh3+2
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    expression: String,
    /// The same seed, the same dice [default: a fresh one, which is shown]
    #[arg(long, value_name = "S", value_parser = pool_args::seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// What it is for: combat, exploration, crafting, dialogue, default, or a label such as Combat:Attack; each has
    /// dice of its own
    #[arg(long, value_name = "C")]
    context: Option<String>,
    /// An rng-contexts.json to go by instead of the built-in rules
    #[arg(long, value_name = "FILE")]
    contexts: Option<PathBuf>,
    /// Say in words what is rolled
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    aliases: AliasArgs,
}

pub(crate) fn run(args: &Args, as_json: bool) -> Result<(), Failure> {
    let expression = args.aliases.parse(&args.expression)?;
    let rules = rng_rules(args.contexts.as_deref())?;
    let seed = seed_or_fresh(args.seed)?;
    let mut answer = RollAnswer::new(&expression, seed, args.context.as_deref(), rules, u64::MAX)?;
    if args.explain {
        answer = answer.explained(&expression);
    }
    if as_json {
        return Ok(paper::print_json(&answer)?);
    }
    Ok(print(&answer)?)
}

fn print(answer: &RollAnswer) -> io::Result<()> {
    let mut out = paper::out();
    if let Some(words) = &answer.explanation {
        writeln!(out, "{words}\n")?;
    }
    writeln!(out, "{} = {BEST}{}{BEST:#}", answer.expression, answer.total)?;
    for pool in &answer.pools {
        let dice: Vec<String> = pool.dice.iter().map(ToString::to_string).collect();
        let fumble = if pool.is_fumble == Some(true) { ", a fumble" } else { "" };
        writeln!(out, "  {}: {} = {}{fumble}", pool.notation, dice.join(" "), pool.value)?;
    }
    match answer.exact.at_least.as_ref().zip(answer.exact.percentile.as_ref()) {
        Some((at_least, percentile)) => writeln!(out, "{}", rank(at_least, percentile))?,
        None => writeln!(out, "exact odds of this would take too long")?,
    }
    let locked = match answer.seeding {
        Some(Seeding::LockedPerEncounter) => ", locked for the encounter",
        Some(Seeding::LockedPerSession) => ", locked for the session",
        Some(Seeding::FreshOnLoad) | None => "",
    };
    writeln!(out, "{FAINT}seed {}{locked}{FAINT:#}", answer.seed.0)
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
