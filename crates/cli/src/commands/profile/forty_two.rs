//! The part of a profile that is about Forty-Two.

use std::collections::BTreeSet;
use std::io::{self, Write as _};

use chance::InputError;
use coach::{
    FortyTwoMistake, FortyTwoPatterns, FortyTwoProfile, FortyTwoSkill, PlayedHand, TableEvent, played_hands,
};
use fortytwo::{Choice, Event, FortyTwo, JudgedHand, PlayerType, Seat, Solver};
use ledger::Log;
use rayon::prelude::*;
use serde::Serialize;

use crate::commands::fortytwo::named;
use crate::failure::Failure;
use crate::game_file::Origin;
use crate::output::{self, BEST, FAINT, Grid, PLAIN};

/// How somebody plays Forty-Two.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Answer {
    skill: FortyTwoSkill,
    patterns: FortyTwoPatterns,
    /// Hands of a deal that was there before.
    repeated: u32,
}

/// The hands of one person, in the order in which their games ended.
#[derive(Debug, Default)]
pub(super) struct Hands {
    games: Vec<Game>,
    /// Of tables whose deals were played before elsewhere.
    repeated: u32,
}

#[derive(Debug)]
struct Game {
    finished_at: u64,
    file: String,
    seat: Seat,
    hands: Vec<PlayedHand>,
}

impl Hands {
    /// Adds the finished hands of a game.
    pub(super) fn add(
        &mut self,
        file: &str,
        log: &Log<FortyTwo>,
        origin: &Origin,
        wanted: Option<&str>,
    ) -> Result<(), Failure> {
        let seat = seat(file, log, wanted)?;
        let own = log.envelopes().last().map_or(0, |envelope| envelope.timestamp);
        let (finished_at, by_table, repeats) = match origin {
            Origin::Live { at, by_table, repeats, .. } => (*at, by_table.as_slice(), *repeats),
            Origin::Ledger | Origin::Link | Origin::Contract(_) => (own, &[][..], false),
        };
        let by_table = by_table.iter().copied().chain(std::iter::repeat(false));
        let events = log.events().zip(by_table);
        let events = events.map(|(event, by_table)| TableEvent { event, by_table, hinted: false });
        let hands = played_hands(events, seat);
        if repeats {
            self.repeated += u32::try_from(hands.len()).unwrap_or(u32::MAX);
            return Ok(());
        }
        self.games.push(Game { finished_at, file: file.to_owned(), seat, hands });
        Ok(())
    }

    /// Judges every hand, each deal once; `None` if there are none.
    pub(super) fn judge(mut self) -> Result<Option<Answer>, Failure> {
        self.games.sort_by(|a, b| (a.finished_at, &a.file).cmp(&(b.finished_at, &b.file)));
        let (mut seen, mut repeated, mut fresh) = (BTreeSet::new(), self.repeated, Vec::new());
        for game in &self.games {
            for hand in &game.hands {
                // The same tiles again are practice.
                if seen.insert(hand.deal()) {
                    fresh.push((game, hand));
                } else {
                    repeated += 1;
                }
            }
        }
        if fresh.is_empty() && repeated == 0 {
            return Ok(None);
        }
        let bar = output::progress_bar("judging hands");
        bar.set_length(fresh.len() as u64);
        let judged: Result<Vec<JudgedHand>, InputError> = fresh
            .par_iter()
            .map_init(Solver::new, |solver, (game, hand)| {
                let judged = hand.judge(game.seat, solver);
                bar.inc(1);
                judged
            })
            .collect();
        bar.finish_and_clear();
        let mut profile = FortyTwoProfile::default();
        for ((game, ..), hand) in fresh.iter().zip(&judged?) {
            profile.add(&game.file, hand);
        }
        Ok(Some(Answer { skill: profile.skill(), patterns: profile.patterns(), repeated }))
    }
}

/// The seat that is asked for: by its number from 1, or that of the one person at the table.
fn seat(file: &str, log: &Log<FortyTwo>, wanted: Option<&str>) -> Result<Seat, Failure> {
    if let Some(wanted) = wanted {
        let seat =
            Seat::ALL.into_iter().zip(1..).find(|(_, number): &(Seat, u8)| number.to_string() == wanted);
        let expected = "a seat of Forty-Two, 1 to 4";
        return Ok(seat.ok_or_else(|| InputError::quoted("player", expected, wanted))?.0);
    }
    let types = log.events().find_map(|event| {
        if let Event::GameStarted { player_types, .. } = event { Some(*player_types) } else { None }
    });
    let is_person = |seat: &Seat| types.is_some_and(|types| types[*seat] == PlayerType::Human);
    let people: Vec<Seat> = Seat::ALL.into_iter().filter(is_person).collect();
    match people[..] {
        [seat] => Ok(seat),
        [] => Err(unnamed("a seat, 1 to 4: nobody at this table is a person", file)),
        _ => Err(unnamed("a seat, 1 to 4: several people sat at this table", file)),
    }
}

fn unnamed(expected: &str, file: &str) -> Failure {
    InputError::new("player", expected, format!("none, for {file}")).into()
}

pub(super) fn print(answer: &Answer) -> io::Result<()> {
    let mut out = output::out();
    let skill = &answer.skill;
    let level = skill.level.map_or("not known before the third hand", dicee::SkillLevel::name);
    writeln!(out, "{BEST}Forty-Two, {}{BEST:#}, level: {level}", hands(skill.hands))?;
    if let Some(loss) = skill.loss_per_hand {
        writeln!(
            out,
            "  {:.2} marks lost a hand by what you could know (95% interval {:.2} to {:.2})",
            loss.mean, loss.low, loss.high
        )?;
        writeln!(out, "  {:.0}% of your choices are the best there are", 100.0 * skill.optimal_share)?;
    }
    if let Some(trend) = skill.trend {
        writeln!(
            out,
            "  {:+.2} marks a hand in the last {} hands against those before",
            trend.change.mean, trend.games
        )?;
    }
    if answer.repeated > 0 {
        writeln!(
            out,
            "{FAINT}  {} of deals that were there before did not count{FAINT:#}",
            hands(answer.repeated)
        )?;
    }
    writeln!(out)?;
    for habit in &answer.patterns.habits {
        writeln!(out, "{}", output::wrapped(&habit.sentence, "  "))?;
        writeln!(out, "{FAINT}{}{FAINT:#}", output::wrapped(&habit.tip, "    "))?;
        for FortyTwoMistake { game, hand, trick, chosen, best, loss, .. } in &habit.examples {
            let trick = trick.map_or_else(String::new, |trick| format!(", trick {trick}"));
            writeln!(
                out,
                "    -{loss:.2}  {game}, hand {hand}{trick}: {}; better: {}",
                said(*chosen),
                said(*best)
            )?;
        }
    }
    let mut kinds = Grid::new(["kind of mistake", "possible", "made", "marks a hand"]);
    for kind in answer.patterns.kinds.iter().filter(|kind| kind.total.wrong > 0) {
        let per_hand = kind.total.cost / f64::from(answer.patterns.hands.max(1));
        kinds.row(
            PLAIN,
            [
                kind.title.clone(),
                kind.total.opportunities.to_string(),
                kind.total.wrong.to_string(),
                format!("{per_hand:.3}"),
            ],
        );
    }
    kinds.print(&mut out)
}

/// A choice in words.
fn said(choice: Choice) -> String {
    match choice {
        Choice::Call(None) => "pass".to_owned(),
        Choice::Call(Some(bid)) => format!("bid {bid}"),
        Choice::Declaration(declaration) => format!("name {}", named(declaration)),
        Choice::Play(tile) => format!("play {tile}"),
    }
}

fn hands(count: u32) -> String {
    if count == 1 { "1 hand".to_owned() } else { format!("{count} hands") }
}
