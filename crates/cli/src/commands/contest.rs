use std::io::Write as _;

use pools::{ContestAnswer, ContestedOutcome, DiceAsked, Seed};

use crate::failure::Failure;
use crate::histogram;
use crate::output::{self, BEST, FAINT};
use crate::pool_args::{self, TrialArgs};

/// A contest of two pools: who wins how often, and the rolls
#[derive(Debug, clap::Args)]
#[command(after_help = "The higher net wins; a fumble loses against no fumble; a tie gives the
initiator a minor advantage. A pool of 0 or less rolls one die.

Examples:
  dicee contest 6 4
  dicee contest 6 4 --roll
  dicee contest '6d10!10>=8b1' '2d6+3'
  dicee contest 6 4 --seed 7 --json")]
pub(crate) struct Args {
    /// Dice of the initiator: a number, or an expression
    #[arg(value_name = "INITIATOR", value_parser = pool_args::asked, allow_hyphen_values = true)]
    initiator: DiceAsked,
    /// Dice of the defender: a number, or an expression
    #[arg(value_name = "DEFENDER", value_parser = pool_args::asked, allow_hyphen_values = true)]
    defender: DiceAsked,
    /// Print comma-separated values instead of bars
    #[arg(long, conflicts_with_all = ["json", "roll", "seed"])]
    csv: bool,
    #[command(flatten)]
    trial: TrialArgs,
}

pub(crate) fn run(args: &Args, as_json: bool) -> Result<(), Failure> {
    let (system, aliases) = (args.trial.system()?, args.trial.aliases()?);
    let initiator = pool_args::resolve(&args.initiator, "initiator", &system, &aliases, 0)?;
    let defender = pool_args::resolve(&args.defender, "defender", &system, &aliases, 0)?;
    let seed = args.trial.seed()?;
    let answer = ContestAnswer::new(&system, &initiator, &defender, seed)?;
    if as_json {
        let answer = if args.trial.decimals() { answer.decimals_only() } else { answer };
        return Ok(output::print_json(&answer)?);
    }
    let odds = &answer.exact;
    let totals = [
        ("initiator_wins", &odds.initiator_wins),
        ("defender_wins", &odds.defender_wins),
        ("tie", &odds.tie),
        ("both_fumble", &odds.both_fumble),
    ];
    let parts = [
        ("initiator_on_net", &odds.initiator_on_net),
        ("initiator_by_defender_fumble", &odds.initiator_by_defender_fumble),
        ("defender_on_net", &odds.defender_on_net),
        ("defender_by_initiator_fumble", &odds.defender_by_initiator_fumble),
    ];
    let mut out = output::out();
    if args.csv {
        return Ok(histogram::print_named_csv(&mut out, totals.into_iter().chain(parts))?);
    }
    let (first, second) = (
        pool_args::dice(&answer.initiator, &args.initiator),
        pool_args::dice(&answer.defender, &args.defender),
    );
    writeln!(out, "{first} against {second}")?;
    if let Some(die) = pool_args::die(&system, &[&initiator, &defender]) {
        writeln!(out, "{FAINT}{die}{FAINT:#}")?;
    }
    writeln!(out)?;
    histogram::print_named(&mut out, totals)?;
    writeln!(out, "\nof which")?;
    histogram::print_named(&mut out, parts)?;
    if let Some((Seed(seed), contest)) = answer.seed.zip(answer.roll.as_ref()) {
        writeln!(out, "\nInitiator rolled {}", output::counted(&contest.initiator))?;
        writeln!(out, "Defender rolled {}", output::counted(&contest.defender))?;
        let end = match contest.outcome {
            ContestedOutcome::InitiatorWins => "the initiator wins",
            ContestedOutcome::DefenderWins => "the defender wins",
            ContestedOutcome::Tie => "a tie, with a minor advantage for the initiator",
            ContestedOutcome::BothFumble => "both fumble, and nobody wins",
            ContestedOutcome::InitiatorFumble => "the initiator fumbles, and the defender wins",
            ContestedOutcome::DefenderFumble => "the defender fumbles, and the initiator wins",
        };
        writeln!(out, "{BEST}{end}{BEST:#}, margin {}", contest.margin)?;
        if let Some((as_well, percentile)) = odds.as_well.as_ref().zip(odds.percentile.as_ref()) {
            writeln!(
                out,
                "{} of all contests end as well for the initiator or better; percentile {:.1}",
                as_well.percentage(),
                100.0 * percentile.value()
            )?;
        }
        writeln!(out, "{FAINT}seed {seed}{FAINT:#}")?;
    }
    Ok(())
}
