use std::io::{self, Write as _};
use std::time::Instant;

use anyhow::Context as _;
use chance::{Summary, derive_seed};
use clap::builder::PossibleValuesParser;
use fortytwo::{
    Bot, BySeat, ByTeam, HandInPlay, HandRecord, HouseRules, InputError, Proportion, Seat, Skill, Team, deal,
};
use rayon::prelude::*;
use serde::Serialize;

use super::house;
use crate::failure::Failure;
use crate::output::{self, BEST, Grid, PLAIN};

/// Compare two kinds of bots over mirrored deals, with the confidence of the result
#[derive(Debug, clap::Args)]
#[command(after_help = "Every deal is played twice, with A in seats 0 and 2 and then in seats 1 and 3,
so that both hold the same tiles. The side with more marks over both plays wins
the deal; with equal marks it is not decided. The interval is the 95% one of
A's share of the decided deals, the p-value that of a two-sided sign test.

Bots:
  strong     imagines the hidden tiles by calls and plays, solves, does what
             most often makes it; bids every contract of the house rules
  strong1    the strong one of the first release: straight bids, reads calls
  heuristic  bids by trumps, doubles and offs, leads trumps, walks doubles
  random     any legal call and play

Deal number n of a seed is the same for any number of deals and threads.

Examples:
  dicee fortytwo match --a heuristic --b random
  dicee fortytwo match --a strong --b strong1 --house all
  dicee fortytwo match --a strong --b heuristic --deals 1000 --seed 1 --json")]
pub(crate) struct Args {
    /// One kind of bot
    #[arg(long, default_value = Skill::Strong.name(), value_parser = players())]
    a: String,
    /// The other
    #[arg(long, default_value = Skill::Heuristic.name(), value_parser = players())]
    b: String,
    /// House rules, separated by commas; `all` for all of them
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = house::names())]
    house: Vec<String>,
    /// Number of deals, each played twice
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    deals: u32,
    /// Seed of the deals
    #[arg(long, default_value_t = 1, allow_negative_numbers = true)]
    seed: u32,
    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

fn players() -> PossibleValuesParser {
    PossibleValuesParser::new(Skill::ALL.map(Skill::name).into_iter().chain([STRONG1]))
}

/// The word for the strong bot of the first release, which plays in matches alone.
const STRONG1: &str = "strong1";

/// A bot that can be put to the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Player {
    Skill(Skill),
    Strong1,
}

impl Player {
    fn parse(name: &str) -> Result<Self, InputError> {
        if name == STRONG1 { Ok(Self::Strong1) } else { name.parse().map(Self::Skill) }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Skill(skill) => skill.name(),
            Self::Strong1 => STRONG1,
        }
    }

    fn bot(self, seed: u64) -> Bot {
        match self {
            Self::Skill(skill) => Bot::new(skill, seed),
            Self::Strong1 => Bot::strong1(seed),
        }
    }
}

#[derive(Debug, Serialize)]
struct Report {
    a: &'static str,
    b: &'static str,
    house: HouseRules,
    seed: u32,
    deals: u32,
    /// Deals in which A, and B, got more marks over both plays.
    a_wins: u64,
    b_wins: u64,
    undecided: u64,
    /// A's share of the decided deals, and its 95% interval.
    share: f64,
    interval: [f64; 2],
    p_value: f64,
    /// Marks of A and B.
    marks: [u64; 2],
    /// Bids won and made by A and B.
    contracts: [Proportion; 2],
    passed_out: u64,
    /// What a choice of A and B costs on average, those aside that are made without a search.
    cost: [Cost; 2],
    hands_per_second: f64,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Cost {
    /// Plays searched: work in a unit that is the same on every machine.
    plays: f64,
    /// Processor time on Linux, elsewhere by the clock.
    milliseconds: f64,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let players = [Player::parse(&args.a)?, Player::parse(&args.b)?];
    let [a, b] = players.map(Player::name);
    let house = house::rules(&args.house, None)?;
    let threads = args.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("starting threads")?;
    let bar = output::progress_bar(&format!("{a} meets {b}"));
    bar.set_length(args.deals.into());
    let started = Instant::now();
    let results: Result<Vec<Deal>, InputError> = pool.install(|| {
        let play = |number| {
            let result = play_deal(players, house, args.seed, number);
            bar.inc(1);
            result
        };
        (0..args.deals).into_par_iter().map(play).collect()
    });
    bar.finish_and_clear();
    let results = results.map_err(|error| anyhow::anyhow!("a bot broke a rule: {error}"))?;
    let hands_per_second = 2.0 * f64::from(args.deals) / started.elapsed().as_secs_f64();
    let mut report = Report {
        a,
        b,
        house,
        seed: args.seed,
        deals: args.deals,
        a_wins: 0,
        b_wins: 0,
        undecided: 0,
        share: 0.0,
        interval: [0.0, 1.0],
        p_value: 1.0,
        marks: [0; 2],
        contracts: [Proportion::default(); 2],
        passed_out: 0,
        cost: [Cost::default(); 2],
        hands_per_second,
    };
    let mut effort = [Effort::default(); 2];
    for deal in &results {
        report.add(deal);
        effort.iter_mut().zip(deal.effort).for_each(|(sum, effort)| sum.add(effort));
    }
    report.cost = effort.map(|effort| effort.mean());
    let decided = Proportion { hits: report.a_wins, trials: report.a_wins + report.b_wins };
    report.share = decided.share();
    report.interval = decided.interval(Summary::Z95).into();
    report.p_value = sign_test(report.a_wins, report.b_wins);
    if json {
        return Ok(output::print_json(&report)?);
    }
    Ok(print(&report)?)
}

/// Both plays of a deal, A being the even team in the first and the odd team in the second.
struct Deal {
    records: [HandRecord; 2],
    /// Of A and B.
    effort: [Effort; 2],
}

/// What choices cost, those aside that left no choice.
#[derive(Clone, Copy, Debug, Default)]
struct Effort {
    choices: u64,
    /// Plays searched: work in a unit that is the same on every machine.
    plays: u64,
    seconds: f64,
}

impl Effort {
    fn add(&mut self, other: Self) {
        self.choices += other.choices;
        self.plays += other.plays;
        self.seconds += other.seconds;
    }

    /// For one choice.
    fn mean(&self) -> Cost {
        let choices = self.choices.max(1) as f64;
        Cost { plays: self.plays as f64 / choices, milliseconds: 1_000.0 * self.seconds / choices }
    }
}

fn play_deal([a, b]: [Player; 2], house: HouseRules, seed: u32, number: u32) -> Result<Deal, InputError> {
    let seed = derive_seed(seed, number, "match");
    let dealer = Seat::ALL[number as usize % 4];
    let mut effort = [Effort::default(); 2];
    let mut play = |players: ByTeam<Player>, a: Team| {
        let mut bots = BySeat(Seat::ALL.map(|seat| players[seat.team()].bot(seed.into())));
        let mut hand = HandInPlay::new(deal(seed), dealer, house)?;
        while let Some(seat) = hand.turn() {
            let (before, started) = (bots[seat].work(), thread_seconds());
            hand.step(&mut bots)?;
            let plays = bots[seat].work() - before;
            if plays > 0 {
                let seconds = thread_seconds() - started;
                effort[usize::from(seat.team() != a)].add(Effort { choices: 1, plays, seconds });
            }
        }
        Ok::<_, InputError>(hand.record().clone())
    };
    let records = [play(ByTeam([a, b]), Team::Even)?, play(ByTeam([b, a]), Team::Odd)?];
    Ok(Deal { records, effort })
}

/// Processor time of this thread.
#[cfg(target_os = "linux")]
fn thread_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

/// Time by the clock, where the processor time of a thread is not known.
#[cfg(not(target_os = "linux"))]
fn thread_seconds() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64()
}

impl Report {
    fn add(&mut self, deal: &Deal) {
        let mut marks = [0u64; 2];
        for (record, a) in deal.records.iter().zip(Team::ALL) {
            let side = |team: Team| usize::from(team != a);
            let (Some(contract), Some((team, worth))) = (record.contract, record.award()) else {
                self.passed_out += 1;
                continue;
            };
            marks[side(team)] += u64::from(worth);
            self.contracts[side(contract.bidder.team())].add(team == contract.bidder.team());
        }
        let [a, b] = marks;
        self.marks[0] += a;
        self.marks[1] += b;
        match a.cmp(&b) {
            std::cmp::Ordering::Greater => self.a_wins += 1,
            std::cmp::Ordering::Less => self.b_wins += 1,
            std::cmp::Ordering::Equal => self.undecided += 1,
        }
    }
}

/// How likely a split at least this uneven is if both are equally good: the two tails of the binomial distribution
/// with probability one half, summed term by term.
fn sign_test(one: u64, other: u64) -> f64 {
    let (few, all) = (one.min(other), one + other);
    // The term for k successes, as a logarithm, so that long matches do not underflow on the way.
    let mut term = -(all as f64) * std::f64::consts::LN_2;
    let mut tail = 0.0;
    for k in 0..=few {
        tail += term.exp();
        term += ((all - k) as f64).ln() - ((k + 1) as f64).ln();
    }
    (2.0 * tail).min(1.0)
}

fn print(report: &Report) -> io::Result<()> {
    let mut out = output::out();
    let Report { a, b, deals, a_wins, b_wins, undecided, share, interval, p_value, .. } = report;
    let [low, high] = interval.map(|bound| 100.0 * bound);
    writeln!(
        out,
        "{a} against {b}, {deals} deals, each played twice with teams swapped, seed {}\n",
        report.seed
    )?;
    let mut table = Grid::new(["", "Deals won", "Marks", "Bids won", "Made"]);
    for (skill, wins, side) in [(a, a_wins, 0), (b, b_wins, 1)] {
        let bids = report.contracts[side];
        let made = format!("{:.1}%", 100.0 * bids.share());
        let cells = [
            skill.to_string(),
            wins.to_string(),
            report.marks[side].to_string(),
            bids.trials.to_string(),
            made,
        ];
        table.row(PLAIN, cells);
    }
    table.print(&mut out)?;
    writeln!(out, "\n{undecided} deals were not decided, {} plays passed out", report.passed_out)?;
    if a_wins + b_wins > 0 {
        writeln!(
            out,
            "{a} wins {BEST}{:.1}%{BEST:#} of the decided deals (95% confidence: {low:.1} to {high:.1}%; p = {p_value:.2e})",
            100.0 * share
        )?;
    }
    for (player, cost) in [(a, report.cost[0]), (b, report.cost[1])] {
        if cost.plays > 0.0 {
            let Cost { plays, milliseconds } = cost;
            writeln!(
                out,
                "a choice of {player}: {milliseconds:.1} ms of processor time, {plays:.0} plays searched"
            )?;
        }
    }
    writeln!(out, "{:.1} hands a second", report.hands_per_second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_test_sums_both_tails() {
        let check = |one, other, expected: f64| {
            let p = sign_test(one, other);
            assert!((p - expected).abs() < 1e-12, "{one} to {other}: {p}");
        };
        check(0, 0, 1.0);
        check(5, 5, 1.0);
        check(6, 0, 2.0 / 64.0);
        check(1, 6, 2.0 * 8.0 / 128.0);
        assert!(sign_test(3000, 2000) < 1e-40);
    }
}
