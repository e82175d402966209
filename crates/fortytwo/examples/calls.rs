//! What the calls of the strong bot come to: `cargo run --release -p fortytwo --example calls -- strong1 200 1000`.
//!
//! Two strong bots meet two others (`strong1`, `heuristic` or `strong`) over so many deals from this seed; a last word `all`
//! plays every house rule. At each call of the strong ones the hand is played to its end after every bid that they thought
//! about and after a pass. Printed is what both came to in marks, by the chance that the bot gave the bid. With `raw` as
//! the last word, every such call is a line instead.
#![allow(clippy::print_stdout, reason = "it prints what it measured")]

use std::collections::BTreeMap;
use std::env;

use chance::{InputError, Summary, derive_seed};
use fortytwo::{
    Bid, Bot, BySeat, Declaration, HandInPlay, HandRecord, HouseRules, Proportion, Prospect, Seat, Skill,
    Team, deal,
};

/// Prospects that the bot gives a smaller chance are not played.
const LEAST: f64 = 0.15;

fn main() -> Result<(), InputError> {
    let words: Vec<String> = env::args().skip(1).collect();
    let opponents = words.first().map_or("strong1", String::as_str);
    let number =
        |place: usize, usual: u32| words.get(place).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let says = |word: &str| words.iter().any(|said| said == word);
    let house = if says("all") { HouseRules::EVERYTHING } else { HouseRules::default() };
    let mut study = Study { raw: says("raw"), rows: BTreeMap::new() };
    if study.raw {
        println!("kind,bid,before,spoken,face_up,by_thumb,chance,after_bid,after_pass,won,made");
    }
    for number_of_deal in 0..number(1, 100) {
        let seed = derive_seed(number(2, 1000), number_of_deal, "match");
        let bot = |seat: Seat| match (seat.team(), opponents) {
            (Team::Even, _) => Ok(Bot::new(Skill::Strong, seed.into())),
            (Team::Odd, "strong1") => Ok(Bot::strong1(seed.into())),
            (Team::Odd, name) => Ok(Bot::new(name.parse()?, seed.into())),
        };
        let [a, b, c, d] = Seat::ALL;
        let mut bots = BySeat([bot(a)?, bot(b)?, bot(c)?, bot(d)?]);
        let dealer = Seat::ALL[number_of_deal as usize % 4];
        study.deal(HandInPlay::new(deal(seed), dealer, house)?, &mut bots)?;
    }
    study.print();
    Ok(())
}

/// What bids of one kind, at one stage of the auction, with about one chance came to.
#[derive(Default)]
struct Row {
    calls: u32,
    after_bid: f64,
    after_pass: f64,
    made: Proportion,
}

struct Study {
    raw: bool,
    /// By kind of bid, who bid before, and tenths of the chance.
    rows: BTreeMap<(&'static str, &'static str, usize), Row>,
}

impl Study {
    fn deal(&mut self, mut hand: HandInPlay, bots: &mut BySeat<Bot>) -> Result<(), InputError> {
        while let Some(seat) = hand.record().auction.next() {
            if seat.team() == Team::Even {
                let mut prospects = bots[seat].prospects(hand.sight(seat));
                prospects.retain(|prospect| prospect.chance >= LEAST);
                // Of several trumps for one bid the bot would choose the best.
                prospects.sort_by(|one, other| other.chance.total_cmp(&one.chance));
                let mut tried: Vec<&str> = Vec::new();
                for prospect in prospects {
                    if !tried.contains(&kind(&prospect)) {
                        tried.push(kind(&prospect));
                        self.call(&hand, seat, &prospect, bots)?;
                    }
                }
            }
            hand.step(bots)?;
        }
        Ok(())
    }

    fn call(
        &mut self,
        hand: &HandInPlay,
        seat: Seat,
        prospect: &Prospect,
        bots: &mut BySeat<Bot>,
    ) -> Result<(), InputError> {
        let mut play_on = |call: Option<Bid>| -> Result<HandRecord, InputError> {
            let mut hand = hand.clone();
            hand.call(call)?;
            while hand.step(bots)? {}
            Ok(hand.record().clone())
        };
        let (bid, pass) = (play_on(Some(prospect.bid))?, play_on(None));
        // A dealer may have to bid.
        let Ok(pass) = pass else { return Ok(()) };
        let (after_bid, after_pass) = (marks(&bid), marks(&pass));
        let won = bid.contract.is_some_and(|contract| contract.bidder == seat);
        let made = won && after_bid > 0.0;
        let (kind, auction) = (kind(prospect), hand.record().auction);
        let before = match auction.high() {
            None => "none",
            Some((bidder, _)) if bidder.team() == seat.team() => "ours",
            Some(_) => "theirs",
        };
        let spoken = auction.calls().count();
        let Prospect { face_up, by_thumb, chance, .. } = *prospect;
        if self.raw {
            println!(
                "{kind},{},{before},{spoken},{face_up:.3},{by_thumb:.3},{chance:.3},{after_bid},{after_pass},{won},{made}",
                prospect.bid
            );
        }
        let tenth = (1..10).filter(|tenth| chance >= f64::from(*tenth) / 10.0).count();
        let row = self.rows.entry((kind, before, tenth)).or_default();
        row.calls += 1;
        row.after_bid += after_bid;
        row.after_pass += after_pass;
        if won {
            row.made.add(made);
        }
        Ok(())
    }

    fn print(&self) {
        if self.raw {
            return;
        }
        println!("bid      before   chance      calls   marks after it   after a pass   won and made");
        for ((kind, before, tenth), row) in &self.rows {
            let (from, calls) = (10 * tenth, f64::from(row.calls));
            let (low, high) = row.made.interval(Summary::Z95);
            println!(
                "{kind:8} {before:8} {from:3}-{:3} % {:8} {:+16.2} {:+14.2}   {} of {} ({:.0} %, {:.0} to {:.0})",
                from + 10,
                row.calls,
                row.after_bid / calls,
                row.after_pass / calls,
                row.made.hits,
                row.made.trials,
                100.0 * row.made.share(),
                100.0 * low,
                100.0 * high
            );
        }
    }
}

fn kind(prospect: &Prospect) -> &'static str {
    match (prospect.declaration, prospect.bid) {
        (Declaration::Nello, bid) if bid.marks() < 2 => "nello",
        (Declaration::Nello, _) => "nello 2",
        (Declaration::Sevens, bid) if bid.marks() < 2 => "sevens",
        (Declaration::Sevens, _) => "sevens 2",
        (_, Bid::Points(_)) => "points",
        (_, Bid::Marks(_)) => "marks",
        (_, Bid::Splash(_)) => "splash",
        (_, Bid::Plunge(_)) => "plunge",
    }
}

/// Marks of the strong team, less those of the others.
fn marks(record: &HandRecord) -> f64 {
    record
        .award()
        .map_or(0.0, |(team, marks)| if team == Team::Even { f64::from(marks) } else { -f64::from(marks) })
}
