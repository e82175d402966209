use std::io::Write as _;

use pools::{ContestAnswer, ContestedOutcome, Seed};

use crate::failure::Failure;
use crate::histogram;
use crate::paper::{self, BEST, FAINT};
use crate::pool_args::{self, RollArgs, SystemArgs};

/// A contest of two pools: who wins how often, and the rolls
#[derive(Debug, clap::Args)]
#[command(after_help = "The higher net wins; who fumbles loses to who does not; a tie gives the
initiator a minor advantage. A pool of 0 or less rolls one die.

Examples:
  dicee contest 6 4
  dicee contest 6 4 --roll
  dicee contest 6 4 --seed 7 --json")]
pub(crate) struct Args {
    /// Dice of the initiator
    #[arg(value_name = "INITIATOR", allow_negative_numbers = true)]
    initiator: i64,
    /// Dice of the defender
    #[arg(value_name = "DEFENDER", allow_negative_numbers = true)]
    defender: i64,
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
    let (initiator, defender) =
        (system.pool("initiator", args.initiator)?, system.pool("defender", args.defender)?);
    let seed = args.rolling.seed()?;
    let answer = ContestAnswer::new(&system, initiator, defender, seed);
    if as_json {
        return Ok(paper::print_json(&answer)?);
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
    let mut out = paper::out();
    if args.csv {
        return Ok(histogram::print_named_csv(&mut out, totals.into_iter().chain(parts))?);
    }
    let (first, second) =
        (pool_args::dice(answer.initiator, args.initiator), pool_args::dice(answer.defender, args.defender));
    writeln!(out, "{first} against {second}\n")?;
    histogram::print_named(&mut out, totals)?;
    writeln!(out, "\nof which")?;
    histogram::print_named(&mut out, parts)?;
    if let Some((Seed(seed), contest)) = answer.seed.zip(answer.roll.as_ref()) {
        writeln!(out, "\nInitiator rolled {}", paper::counted(&contest.initiator))?;
        writeln!(out, "Defender rolled {}", paper::counted(&contest.defender))?;
        let end = match contest.outcome {
            ContestedOutcome::InitiatorWins => "the initiator wins",
            ContestedOutcome::DefenderWins => "the defender wins",
            ContestedOutcome::Tie => "a tie, with a minor advantage for the initiator",
            ContestedOutcome::BothFumble => "both fumble, and nobody wins",
            ContestedOutcome::InitiatorFumble => "the initiator fumbles, and the defender wins",
            ContestedOutcome::DefenderFumble => "the defender fumbles, and the initiator wins",
        };
        writeln!(out, "{BEST}{end}{BEST:#}, margin {}", contest.margin)?;
        writeln!(out, "{FAINT}seed {seed}{FAINT:#}")?;
    }
    Ok(())
}
