use std::io::{self, Write as _};
use std::path::PathBuf;

use pools::{Comparison, Fraction, JointOdds, OddsQuestion, OddsReport, Reach, SkillOutcome};

use crate::failure::Failure;
use crate::output::{self, BEST};
use crate::pool_args::{self, AliasArgs, DecimalArgs};
use crate::{histogram, output::PLAIN};

/// Exact odds of any dice expression: distribution, check tiers, comparison, dice needed
#[derive(Debug, clap::Args)]
#[command(after_help = "Fractions are exact, of any size. Exact odds that would take too long are
refused before they begin. The language is in docs/pools.md.
Quote expressions: > and ! mean something to the shell, too.
6d10t8b1 is 6d10>=8b1. --chance finds how many dice have at least that chance.

Examples:
  dicee odds-of '6d10>=8b1'
  dicee odds-of '6d10>=8b1' --dc 2
  dicee odds-of '6d10>=8b1' --dc 2 --chance 90%
  dicee odds-of 4d6kh3 --versus 3d6+1
  dicee odds-of '2d6+3 >= 10'
  dicee odds-of '5d10>=8b1' --joint --json
  dicee odds-of '3d6!' --csv")]
pub(crate) struct Args {
    /// What to ask about, such as 6d10>=8b1 or 4d6kh3+2
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    expression: String,
    /// A difficulty: the chance to reach it, and where successes are counted the six tiers of a check
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    dc: Option<i64>,
    /// With --dc, where successes are counted: the fewest dice that reach it with this chance, such as 0.9, 90% or 9/10
    #[arg(long, value_name = "CHANCE", requires = "dc", allow_negative_numbers = true)]
    chance: Option<String>,
    /// Compare with another expression
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    versus: Option<String>,
    /// The joint distribution of successes and botches of a plain success pool
    #[arg(long)]
    joint: bool,
    /// Explain the expression in words
    #[arg(long)]
    explain: bool,
    /// Print comma-separated values instead of bars: the distribution, or with --joint the joint one
    #[arg(long, conflicts_with_all = ["json", "dc", "versus", "explain"])]
    csv: bool,
    #[command(flatten)]
    writing: DecimalArgs,
    #[command(flatten)]
    aliases: AliasArgs,
    /// A dice-system.json for what is critical and what a critical roll makes; the expression itself says which faces
    /// count
    #[arg(long, value_name = "FILE")]
    system: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, as_json: bool) -> Result<(), Failure> {
    let question = OddsQuestion {
        expression: args.aliases.parse(&args.expression)?,
        system: pool_args::system(args.system.as_deref())?,
        dc: args.dc,
        chance: args.chance.as_deref().map(str::parse::<Fraction>).transpose()?,
        versus: args.versus.as_deref().map(|text| args.aliases.parse(text)).transpose()?,
        joint: args.joint,
        explain: args.explain,
        decimals: args.writing.decimals,
    };
    if args.system.is_some() {
        warn_of_other_counting(&question);
    }
    if as_json {
        question.check_exact()?;
    }
    let report = question.report()?;
    if as_json {
        return Ok(output::print_json(&report.answer())?);
    }
    let shown = Shown(&report);
    Ok(if args.csv { shown.print_csv() } else { shown.print() }?)
}

/// Says so where the expression counts otherwise than the system that was given.
fn warn_of_other_counting(question: &OddsQuestion) {
    let OddsQuestion { expression, system, .. } = question;
    let Some(pool) = expression.success_pool(system) else { return };
    let Ok(same) = system.pool("pool", pool.dice().into()) else { return };
    let (written, under) = (expression.written_out().to_string(), system.notation(same));
    if written != under {
        let words = format!("the expression says what counts, {written}; under this system it is {under}");
        output::warn(&words);
    }
}

/// A report as text.
struct Shown<'a>(&'a OddsReport);

impl Shown<'_> {
    fn print_csv(&self) -> io::Result<()> {
        // There may be many long lines.
        let mut out = io::BufWriter::new(output::out());
        let Some(joint) = &self.0.joint else {
            histogram::print_csv(&mut out, self.name(), self.0.odds.net())?;
            return out.flush();
        };
        writeln!(out, "successes,botches,fraction,probability")?;
        for (s, b, share) in joint.shares() {
            writeln!(out, "{s},{b},{share},{}", share.value())?;
        }
        out.flush()
    }

    /// What the values are.
    const fn name(&self) -> &'static str {
        if self.0.critical.is_some() { "net" } else { "value" }
    }

    fn print(&self) -> io::Result<()> {
        let mut out = output::out();
        let odds = self.0.odds.net();
        if let Some(words) = &self.0.explanation {
            writeln!(out, "{words}\n")?;
        }
        writeln!(
            out,
            "{BEST}{}{BEST:#}: mean {:.3}, standard deviation {:.3}, {} to {}",
            self.0.expression,
            odds.mean().value(),
            odds.standard_deviation(),
            odds.lowest(),
            odds.highest()
        )?;
        if let Some(critical) = &self.0.critical {
            let fumble = self.0.odds.fumble();
            let both = [("fumble", &fumble), ("critical", critical)].into_iter();
            let there: Vec<String> = both
                .filter(|(_, share)| !share.is_zero())
                .map(|(name, share)| format!("{name} {}", share.percentage()))
                .collect();
            if !there.is_empty() {
                writeln!(out, "{}", there.join(", "))?;
            }
        }
        writeln!(out)?;
        histogram::print(&mut out, self.name(), odds)?;
        if let Some(reach) = &self.0.reach {
            writeln!(out)?;
            print_reach(&mut out, reach)?;
        }
        if let Some((other, Comparison { higher, equal, lower })) = &self.0.versus {
            writeln!(
                out,
                "\nAgainst {other}: higher {}, equal {}, lower {}",
                higher.percentage(),
                equal.percentage(),
                lower.percentage()
            )?;
        }
        if let Some(joint) = &self.0.joint {
            writeln!(out)?;
            print_joint(&mut out, joint)?;
        }
        Ok(())
    }
}

fn print_reach(out: &mut impl io::Write, reach: &Reach) -> io::Result<()> {
    let Reach { dc, success, tiers, one_more, needed } = reach;
    writeln!(out, "Difficulty {dc}: {BEST}{}{BEST:#} = {}", success.percentage(), success.shortened())?;
    if let Some(odds) = tiers {
        let rows: Vec<(&str, Fraction)> =
            SkillOutcome::ALL.iter().map(|tier| (tier.name(), odds.tiers().probability(tier))).collect();
        histogram::print_named(out, rows.iter().map(|(name, share)| (*name, share)))?;
    }
    if let Some(more) = one_more {
        writeln!(out, "{}", output::one_more_die(&more.chance))?;
    }
    match needed {
        Some((chance, Some(dice))) => {
            writeln!(out, "At least {}: {}", chance.percentage(), output::dice(*dice))?;
        }
        Some((chance, None)) => {
            writeln!(
                out,
                "At least {}: not even {} dice do",
                chance.percentage(),
                OddsQuestion::MOST_NEEDED
            )?;
        }
        None => {}
    }
    Ok(())
}

fn print_joint(out: &mut impl io::Write, joint: &JointOdds) -> io::Result<()> {
    let mut table = output::Grid::new(["Successes, botches", "Chance", "Fraction"]);
    for (s, b, share) in joint.shares() {
        table.row(PLAIN, [format!("{s}, {b}"), share.percentage(), share.shortened()]);
    }
    table.print(out)
}
