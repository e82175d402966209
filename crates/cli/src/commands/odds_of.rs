use std::io::{self, Write as _};

use pools::{
    CheckOdds, Comparison, DiceSystem, Expression, Fraction, JointOdds, Odds, OneMoreDie, PoolOdds,
    SkillCheck, SkillOutcome,
};
use serde_json::Value;

use crate::answer::{Answer, json};
use crate::failure::Failure;
use crate::paper::{self, BEST};
use crate::pool_args::{AliasArgs, SystemArgs};
use crate::{histogram, paper::PLAIN};

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
    /// A difficulty: the chance to reach it, and for a success pool the six tiers of a check
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    dc: Option<i64>,
    /// With --dc and a success pool: the fewest dice that reach it with this chance, such as 0.9, 90% or 9/10
    #[arg(long, value_name = "CHANCE", requires = "dc", allow_negative_numbers = true)]
    chance: Option<String>,
    /// Compare with another expression
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    versus: Option<String>,
    /// The joint distribution of successes and botches of a success pool
    #[arg(long)]
    joint: bool,
    /// Say in words what is rolled
    #[arg(long)]
    explain: bool,
    /// Print comma-separated values instead of bars: the distribution, or with --joint the joint one
    #[arg(long, conflicts_with_all = ["json", "dc", "versus", "explain"])]
    csv: bool,
    #[command(flatten)]
    aliases: AliasArgs,
    #[command(flatten)]
    system: SystemArgs,
}

/// An expression with everything that was asked about it.
struct Report {
    expression: Expression,
    odds: Odds,
    /// Fumble and critical, where successes are counted.
    counted: Option<(Fraction, Fraction)>,
    pool: Option<PoolOdds>,
    /// If it was asked for.
    joint: Option<JointOdds>,
    check: Option<Check>,
    versus: Option<(Expression, Comparison)>,
}

struct Check {
    difficulty: i64,
    success: Fraction,
    tiers: Option<CheckOdds>,
    one_more: Option<OneMoreDie>,
    /// What was asked for, and the dice for it.
    needed: Option<(Fraction, Option<u32>)>,
}

pub(crate) fn run(args: &Args, as_json: bool) -> Result<(), Failure> {
    let system = args.system.system()?;
    let report = report(args, &system)?;
    if as_json {
        return Ok(report.print_json(args)?);
    }
    if args.csv {
        return Ok(report.print_csv()?);
    }
    Ok(report.print(args)?)
}

fn report(args: &Args, system: &DiceSystem) -> Result<Report, Failure> {
    let expression = args.aliases.parse(&args.expression)?;
    let exact = expression.odds().map_err(pools::InputError::from)?;
    let odds = exact.values().clone();
    let counted = expression.counts_successes().then(|| {
        let fumble = exact.fumble().cloned().unwrap_or_else(Fraction::zero);
        (fumble, odds.at_least(system.critical_net().into()))
    });
    let pool = expression.success_pool(system);
    for (asked, field) in [(args.joint, "joint"), (args.chance.is_some(), "chance")] {
        if asked && pool.is_none() {
            return Err(pools::InputError::NoSuccessPool { field, actual: expression.to_string() }.into());
        }
    }
    let joint = pool.as_ref().filter(|_| args.joint).map(PoolOdds::joint).transpose()?;
    let check = args.dc.map(|difficulty| check(args, difficulty, &odds, pool.as_ref())).transpose()?;
    let versus = match &args.versus {
        None => None,
        Some(text) => {
            let other = args.aliases.parse(text)?;
            let others = other.odds().map_err(pools::InputError::from)?;
            let comparison = odds.compare(others.values());
            Some((other, comparison))
        }
    };
    Ok(Report { expression, odds, counted, pool, joint, check, versus })
}

fn check(args: &Args, dc: i64, odds: &Odds, pool: Option<&PoolOdds>) -> Result<Check, Failure> {
    let chance = args.chance.as_deref().map(str::parse::<Fraction>).transpose()?;
    let Some(pool) = pool else {
        return Ok(Check {
            difficulty: dc,
            success: odds.at_least(dc),
            tiers: None,
            one_more: None,
            needed: None,
        });
    };
    let difficulty = SkillCheck { attribute: 0, rank: 0, modifiers: 0, difficulty: dc }.difficulty()?;
    let tiers = CheckOdds::of_pool(pool, difficulty);
    let needed = chance.map(|chance| {
        let dice = pool.dice_needed(dc, &chance, MOST_NEEDED).map(|found| found.dice());
        (chance, dice)
    });
    let success = tiers.success();
    Ok(Check { difficulty: dc, success, tiers: Some(tiers), one_more: pool.one_more_die(dc), needed })
}

/// The largest pool that is tried when dice are looked for.
const MOST_NEEDED: u32 = 300;

impl Report {
    fn values(&self) -> Vec<(String, Fraction)> {
        self.odds.iter().map(|(value, share)| (value.to_string(), share)).collect()
    }

    fn print_json(&self, args: &Args) -> io::Result<()> {
        let odds = &self.odds;
        let mut answer = Answer::default().say("expression", self.expression.to_string());
        if let Some((fumble, critical)) = &self.counted {
            answer = answer.put("fumble", fumble).put("critical", critical);
        }
        answer = answer
            .maybe(self.pool.as_ref(), |answer, pool| {
                answer.say("dice", pool.dice()).put("plain_failure", &pool.plain_failure())
            })
            .put("mean", &odds.mean())
            .put("variance", &odds.variance())
            .say("standard_deviation", odds.standard_deviation())
            .say("lowest", odds.lowest())
            .say("highest", odds.highest())
            .put_all(if self.counted.is_some() { "net" } else { "values" }, self.values())
            .put_all("at_least", odds.tails().into_iter().map(|(value, share)| (value.to_string(), share)))
            .say("quantiles", quantiles(odds));
        if let Some(check) = &self.check {
            answer = answer
                .say("dc", check.difficulty)
                .put("success", &check.success)
                .maybe(check.tiers.as_ref(), |answer, odds| answer.put_all("tiers", tiers(odds)))
                .one_more_die(check.one_more.as_ref())
                .maybe(check.needed.as_ref(), |answer, (chance, dice)| {
                    answer.put("chance", chance).say("dice_needed", json(dice))
                });
        }
        if let Some((other, Comparison { higher, equal, lower })) = &self.versus {
            let all = [("higher", higher), ("equal", equal), ("lower", lower)];
            answer = answer
                .say("versus", other.to_string())
                .put_all("comparison", all.map(|(name, share)| (name.to_owned(), share.clone())));
        }
        if let Some(joint) = &self.joint {
            let entry = |(s, b, share): (u32, u32, Fraction)| {
                serde_json::json!({
                    "successes": s,
                    "botches": b,
                    "fraction": share.to_string(),
                    "probability": share.value(),
                })
            };
            answer = answer.say("joint", joint.shares().map(entry).collect::<Vec<Value>>());
        }
        answer
            .maybe(args.explain.then(|| self.expression.explain()), |a, words| a.say("explanation", words))
            .print()
    }

    fn print_csv(&self) -> io::Result<()> {
        // There may be many long lines.
        let mut out = io::BufWriter::new(paper::out());
        let Some(joint) = &self.joint else {
            histogram::print_csv(&mut out, self.name(), &self.odds)?;
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
        if self.counted.is_some() { "net" } else { "value" }
    }

    fn print(&self, args: &Args) -> io::Result<()> {
        let mut out = paper::out();
        let odds = &self.odds;
        if args.explain {
            writeln!(out, "{}\n", self.expression.explain())?;
        }
        writeln!(
            out,
            "{BEST}{}{BEST:#}: mean {:.3}, standard deviation {:.3}, {} to {}",
            self.expression,
            odds.mean().value(),
            odds.standard_deviation(),
            odds.lowest(),
            odds.highest()
        )?;
        if let Some((fumble, critical)) = &self.counted {
            let both = [("fumble", fumble), ("critical", critical)].into_iter();
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
        if let Some(check) = &self.check {
            writeln!(out)?;
            check.print(&mut out)?;
        }
        if let Some((other, Comparison { higher, equal, lower })) = &self.versus {
            writeln!(
                out,
                "\nAgainst {other}: higher {}, equal {}, lower {}",
                higher.percentage(),
                equal.percentage(),
                lower.percentage()
            )?;
        }
        if let Some(joint) = &self.joint {
            writeln!(out)?;
            print_joint(&mut out, joint)?;
        }
        Ok(())
    }
}

impl Check {
    fn print(&self, out: &mut impl io::Write) -> io::Result<()> {
        let Self { difficulty, success, .. } = self;
        writeln!(out, "Difficulty {difficulty}: {BEST}{}{BEST:#} = {success}", success.percentage())?;
        if let Some(odds) = &self.tiers {
            let rows: Vec<(&str, Fraction)> =
                SkillOutcome::ALL.iter().map(|tier| (tier.name(), odds.tiers().probability(tier))).collect();
            histogram::print_named(out, &rows)?;
        }
        if let Some(more) = &self.one_more {
            writeln!(out, "{}", paper::one_more_die(more))?;
        }
        match &self.needed {
            Some((chance, Some(dice))) => {
                writeln!(out, "At least {}: {}", chance.percentage(), paper::dice(*dice))?;
            }
            Some((chance, None)) => {
                writeln!(out, "At least {}: not even {MOST_NEEDED} dice do", chance.percentage())?;
            }
            None => {}
        }
        Ok(())
    }
}

fn print_joint(out: &mut impl io::Write, joint: &JointOdds) -> io::Result<()> {
    let mut table = paper::Table::new(["Successes, botches", "Chance", "Fraction"]);
    for (s, b, share) in joint.shares() {
        table.row(PLAIN, [format!("{s}, {b}"), share.percentage(), share.to_string()]);
    }
    table.print(out)
}

/// The six tiers by name.
pub(crate) fn tiers(odds: &CheckOdds) -> Vec<(String, Fraction)> {
    SkillOutcome::ALL.iter().map(|tier| (tier.name().to_owned(), odds.tiers().probability(tier))).collect()
}

fn quantiles(odds: &Odds) -> Value {
    let of =
        |percent: i64| (format!("p{percent:02}"), Value::from(odds.quantile(&Fraction::new(percent, 100))));
    Value::Object([5, 25, 50, 75, 95].map(of).into_iter().collect())
}
