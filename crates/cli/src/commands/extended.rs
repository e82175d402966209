use std::io::{self, Write as _};

use pools::{
    Counted as _, DiceAsked, DiceSystem, ExtendedAnswer, ExtendedStatus, ExtendedTerms, Fraction,
    RoundNumbers, Seed,
};

use crate::failure::Failure;
use crate::histogram;
use crate::output::{self, BEST, FAINT, Grid, PLAIN};
use crate::pool_args::{self, TrialArgs};

/// An extended check: the odds round by round, and the rolls
#[derive(Debug, clap::Args)]
#[command(after_help = "Net successes add up; a fumble takes two away, never below 0; three fumbles
in a row are a catastrophe. A pool of 0 or less rolls one die.

Examples:
  dicee extended --pool 6 --target 10 --rounds 5
  dicee extended --pool 6 --target 10 --rounds 5 --roll
  dicee extended --pool '6d10!10>=8b1' --target 10 --rounds 5
  dicee extended --pool 8 --target 12 --rounds 6 --seed 7 --json")]
pub(crate) struct Args {
    /// Dice of each round: a number, or an expression such as 6d10!10>=8b1
    #[arg(long, value_name = "DICE", value_parser = pool_args::asked, allow_hyphen_values = true)]
    pool: DiceAsked,
    /// Net successes to reach
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    target: i64,
    /// The most rounds
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    rounds: i64,
    /// Print comma-separated values, a row for each round, instead of a table
    #[arg(long, conflicts_with_all = ["json", "roll", "seed"])]
    csv: bool,
    #[command(flatten)]
    trial: TrialArgs,
}

pub(crate) fn run(args: &Args, as_json: bool) -> Result<(), Failure> {
    let system = args.trial.system()?;
    let dice = pool_args::resolve(&args.pool, "pool", &system, &args.trial.aliases()?, 0)?;
    let terms = ExtendedTerms::with_dice(&system, dice, args.target, args.rounds)?;
    let seed = args.trial.seed()?;
    if as_json && !args.trial.decimals() {
        ExtendedAnswer::check_exact(&terms)?;
    }
    let answer = ExtendedAnswer::new(&terms, seed)?;
    if as_json {
        let answer = if args.trial.decimals() { answer.decimals_only() } else { answer };
        return Ok(output::print_json(&answer)?);
    }
    Ok(print(args, &system, &answer)?)
}

fn print(args: &Args, system: &DiceSystem, answer: &ExtendedAnswer) -> io::Result<()> {
    let odds = &answer.exact;
    let mut out = output::out();
    if args.csv {
        writeln!(
            out,
            "round,cum_success,cum_catastrophic,ongoing,cum_success_fraction,cum_catastrophic_fraction,ongoing_fraction"
        )?;
        for RoundNumbers { round, cum_success, cum_catastrophic, ongoing } in &odds.by_round {
            let values = [cum_success.value(), cum_catastrophic.value(), ongoing.value()];
            writeln!(
                out,
                "{round},{},{},{},{cum_success},{cum_catastrophic},{ongoing}",
                values[0], values[1], values[2]
            )?;
        }
        return Ok(());
    }
    let (dice, target, rounds) = (pool_args::dice(&answer.pool, &args.pool), answer.target, answer.rounds);
    writeln!(
        out,
        "{dice} a round, {target} net success{} in at most {rounds} round{}",
        if target == 1 { "" } else { "es" },
        if rounds == 1 { "" } else { "s" }
    )?;
    if let Some(die) = pool_args::die(system, &[&answer.pool]) {
        writeln!(out, "{FAINT}{die}{FAINT:#}")?;
    }
    writeln!(out)?;
    let totals = [("success", &odds.success), ("failed", &odds.failed), ("catastrophic", &odds.catastrophic)];
    histogram::print_named(&mut out, totals)?;
    writeln!(out)?;
    let mut table = Grid::new(["Round", "Success so far", "Catastrophe so far", "Unfinished"]);
    for round in &odds.by_round {
        let cells = [&round.cum_success, &round.cum_catastrophic, &round.ongoing].map(Fraction::percentage);
        let [success, catastrophe, ongoing] = cells;
        table.row(PLAIN, [round.round.to_string(), success, catastrophe, ongoing]);
    }
    table.print(&mut out)?;
    if let Some((Seed(seed), progress)) = answer.seed.zip(answer.roll.as_ref()) {
        writeln!(out)?;
        let mut sum = 0;
        for (number, roll) in (1..).zip(&progress.rolls) {
            let (before, cost) = (sum, i64::from(system.fumble_cost()));
            sum = if roll.is_fumble() { (sum - cost).max(0) } else { sum + roll.net().max(0) };
            let change = sum - before;
            writeln!(out, "Round {number}: {}  {change:+}, {sum} of {target}", output::counted(roll))?;
        }
        let end = match progress.status {
            ExtendedStatus::Succeeded => "succeeded",
            ExtendedStatus::CatastrophicFailure => "ended in catastrophe",
            ExtendedStatus::Failed | ExtendedStatus::Abandoned | ExtendedStatus::InProgress => "failed",
        };
        writeln!(out, "{BEST}{end}{BEST:#} with {} of {target}", progress.accumulated)?;
        if let Some(as_well) = &odds.as_well {
            writeln!(out, "{} of all such checks end as well or better", as_well.percentage())?;
        }
        writeln!(out, "{FAINT}seed {seed}{FAINT:#}")?;
    }
    Ok(())
}
