//! What many games need: nodes, databases, memory, and which bottleneck comes first.

mod measured;
mod model;

use std::io::{self, Write};
use std::path::PathBuf;

use serde::Serialize;

use self::measured::{Comparison, Run};
use self::model::{Costs, Demand, Limit, Machine, Need};
use crate::failure::Failure;
use crate::output::{self, BEST, FAINT, Grid, PLAIN, WARNING};

/// Estimate the hardware for many concurrent games from measurements
#[derive(Debug, clap::Args)]
#[command(after_help = "The costs are those of docs/scaling.md, or of your own run of `dicee load --json`.
--check compares the model with what such a run took.

Examples:
  dicee capacity --games 1000000
  dicee load --games 1000 --serve --watchers 1 --json > run.json
  dicee capacity --games 50000 --costs run.json --cores 16 --memory 64
  dicee capacity --check run.json")]
pub(crate) struct Args {
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    games: u32,
    /// Seconds from one move of a game's player to the next
    #[arg(long, value_name = "S", default_value_t = 8.0, value_parser = positive)]
    seconds_per_move: f64,
    /// Sockets in each game that only watch
    #[arg(long, value_name = "W", default_value_t = 0.2, value_parser = not_negative)]
    watchers: f64,
    /// Cores of a node
    #[arg(long, value_name = "N", default_value_t = 16.0, value_parser = positive)]
    cores: f64,
    /// Memory of a node, in GiB
    #[arg(long, value_name = "GIB", default_value_t = 64.0, value_parser = positive)]
    memory: f64,
    /// Sockets that a node may hold
    #[arg(long, value_name = "N", default_value_t = 200_000.0, value_parser = positive)]
    sockets: f64,
    /// Maximum load of a node's processors, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.6, value_parser = positive)]
    busy: f64,
    /// Take the costs from this run of `dicee load --json`
    #[arg(long, value_name = "FILE")]
    costs: Option<PathBuf>,
    /// Compare the model with this run of `dicee load --serve --json`
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
}

/// As it was measured on 2 cores (docs/scaling.md says how).
const MEASURED: Costs = Costs {
    move_ms: 0.47,
    events_per_move: 2.37,
    sent_per_move: 9_250.0,
    stored_per_event: 660.0,
    game_kib: 37.5,
    socket_kib: 28.0,
    hint_us: 5.0,
    follow_us: 15.0,
    database_appends: 8_380.0,
};

/// The answer, for programs.
#[derive(Debug, Serialize)]
struct Answer {
    demand: Demand,
    machine: Machine,
    costs: Costs,
    /// Absent where no number of nodes is enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    need: Option<Need>,
    /// Bottlenecks, from the smallest number of games on.
    limits: Vec<Limit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<Vec<Comparison>>,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let costs = match &args.costs {
        Some(file) => Run::read(file)?.costs(MEASURED),
        None => MEASURED,
    };
    let (games, seconds_per_move, watchers) = (f64::from(args.games), args.seconds_per_move, args.watchers);
    let demand = Demand { games, seconds_per_move, watchers };
    let machine = Machine {
        cores: args.cores,
        memory_gib: args.memory,
        sockets: args.sockets,
        busy: args.busy.min(1.0),
    };
    let check = args.check.as_ref().map(|file| Ok::<_, Failure>(Run::read(file)?.compare(&costs)));
    let answer = Answer {
        demand,
        machine,
        costs,
        need: costs.need(&demand, &machine),
        limits: costs.limits(&demand, &machine),
        check: check.transpose()?,
    };
    if json {
        output::print_json(&answer)?;
    } else {
        answer.print(&mut output::out())?;
    }
    Ok(())
}

impl Answer {
    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { demand, machine, .. } = self;
        writeln!(
            out,
            "{BEST}{} games{BEST:#}, a move every {} s in each, {} watchers, on nodes of {} cores and {} GiB",
            whole(demand.games),
            demand.seconds_per_move,
            demand.watchers,
            machine.cores,
            machine.memory_gib
        )?;
        match &self.need {
            Some(need) => print_need(out, need)?,
            None => writeln!(
                out,
                "{WARNING}no number of such nodes is enough{WARNING:#}: each would be busy with hints about the others"
            )?,
        }
        writeln!(out)?;
        let mut limits = Grid::new(["Bottleneck", "at games", "then it takes"]);
        for Limit { what, games, then } in &self.limits {
            limits.row(PLAIN, [(*what).to_owned(), whole(*games), (*then).to_owned()]);
        }
        limits.print(out)?;
        let Some(check) = &self.check else { return Ok(()) };
        writeln!(out)?;
        let mut grid = Grid::new(["Beside a run", "model", "measured", "ratio"]);
        for Comparison { what, model, measured } in check {
            let ratio = format!("{:.2}", model / measured);
            grid.row(PLAIN, [(*what).to_owned(), format!("{model:.3}"), format!("{measured:.3}"), ratio]);
        }
        grid.print(out)?;
        writeln!(out, "{FAINT}A ratio above 1 means that the model asks for more than was needed.{FAINT:#}")
    }
}

fn print_need(out: &mut impl Write, need: &Need) -> io::Result<()> {
    let mut grid = Grid::new(["What it takes", ""]);
    for (what, number) in [
        ("moves of people a second", whole(need.moves_per_second)),
        ("appends a second", whole(need.appends_per_second)),
        ("nodes", whole(need.nodes)),
        ("cores that are busy, all together", format!("{:.1}", need.cores)),
        ("memory for games, GiB", format!("{:.1}", need.memory_gib)),
        ("sockets", whole(need.sockets)),
        ("sent to clients, Mbit/s", whole(need.sent_megabits)),
        ("databases that share the appends", whole(need.databases)),
        ("stored in a day, GiB", whole(need.stored_gib_per_day)),
        ("hints that the bus delivers a second", whole(need.bus_deliveries)),
    ] {
        grid.row(PLAIN, [what.to_owned(), number]);
    }
    grid.print(out)
}

/// A whole number in groups of three digits.
fn whole(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "expected a number above 0".to_owned())
}

fn not_negative(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a number, at least 0".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_groups_of_three() {
        for (number, text) in [(0.4, "0"), (999.0, "999"), (1000.0, "1,000"), (1_234_567.8, "1,234,568")] {
            assert_eq!(whole(number), text);
        }
    }

    #[test]
    fn a_million_games_need_more_than_one_database() {
        let machine = Machine { cores: 16.0, memory_gib: 64.0, sockets: 200_000.0, busy: 0.6 };
        let demand = Demand { games: 1e6, seconds_per_move: 8.0, watchers: 0.2 };
        let first = &MEASURED.limits(&demand, &machine)[0];
        assert!(first.games < 1e6, "{first:?}");
    }
}
