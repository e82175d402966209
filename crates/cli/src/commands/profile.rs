mod forty_two;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};

use chance::InputError;
use coach::{Origin, Patterns, PlayedGame, Profile, SetAside, Skill, Suggestions, played_games};
use dicee::{DiceSource, DiceeGame, PlayerId, Rules, SolvedGame};
use ledger::{Game as _, Log};
use pools::{Session, SessionLuck};
use serde::Serialize;

use super::session::print_luck;
use crate::failure::Failure;
use crate::game_file::{self, Loaded, PoolsTable};
use crate::output::{self, BEST, FAINT, Grid, PLAIN};
use crate::solved_games::SolverArgs;

/// How well you play: points lost per game apart from luck, your costliest habits, and what to practise
#[derive(Debug, clap::Args)]
#[command(after_help = "FILES are saved games of dice and of Forty-Two, links, or sessions of dice
pools, whose luck is reported. Games are read in the order in which they
ended; one that comes twice counts once. Tutorials, real
dice, the same seed again and turns that the clock played do not count.

Of Forty-Two every finished hand counts, once for each deal, but for games in
which somebody had tiles dealt again. A choice loses what it takes off the
chance to win the hand, times its marks, over deals that fit what the seat
could know; a hand takes about a second.

Examples:
  dicee profile ~/.local/share/dicee/games/*.json
  dicee profile game1.json game2.json --player 2
  dicee profile fortytwo1.json '?g=...'
  dicee profile games/*.json --json")]
pub(crate) struct Args {
    /// The games
    #[arg(required = true, value_name = "FILES")]
    files: Vec<String>,
    /// Which player, if several people played: the number of the seat, from 1, or an id
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
    #[command(flatten)]
    solver: SolverArgs,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    skill: Skill,
    patterns: Patterns,
    suggestions: Suggestions,
    /// Games that did not count, by reason.
    set_aside: BTreeMap<SetAside, u32>,
    /// Forty-Two, where there are hands of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    forty_two: Option<forty_two::Answer>,
    /// Sessions of dice pools, in the order in which they were named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sessions: Vec<SessionAnswer>,
}

/// A session of dice pools, where there is luck and no skill.
#[derive(Debug, Serialize)]
struct SessionAnswer {
    file: String,
    /// Absent where no roll ranks.
    #[serde(skip_serializing_if = "Option::is_none")]
    luck: Option<SessionLuck>,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let mut games = Vec::with_capacity(args.files.len());
    let mut hands = forty_two::Hands::default();
    let mut sessions = Vec::new();
    let mut seeds = BTreeSet::new();
    let player = args.player.as_deref();
    for file in &args.files {
        match game_file::load("files", file)? {
            Loaded::Dicee(log, _) => games.push(played(file, &log, player, &mut seeds)?),
            Loaded::FortyTwo(log, origin, _) => hands.add(file, &log, &origin, player)?,
            Loaded::Pools(PoolsTable { kind: Session::NAME, luck, .. }) => {
                sessions.push(SessionAnswer { file: file.clone(), luck });
            }
            Loaded::Pools(table) => {
                return Err(table.refused("files", "games of dice or of 42, or sessions of dice pools"));
            }
        }
    }
    games.sort_by_key(|game| (game.finished_at, game.id));
    let mut solved: BTreeMap<&'static str, SolvedGame> = BTreeMap::new();
    let mut profile = Profile::default();
    let mut set_aside: BTreeMap<SetAside, u32> = BTreeMap::new();
    for game in &games {
        let rules: Rules = game.record.rules();
        if !solved.contains_key(rules.name()) {
            solved.insert(rules.name(), args.solver.solved_game(rules)?.game);
        }
        if let Some(reason) = profile.add(&solved[rules.name()], game)? {
            *set_aside.entry(reason).or_default() += 1;
        }
    }
    let suggestions = Suggestions::new(&profile);
    let patterns = Patterns::new(&profile, suggestions.level);
    let forty_two = hands.judge()?;
    let answer = Answer { skill: profile.skill(), patterns, suggestions, set_aside, forty_two, sessions };
    if json { Ok(output::print_json(&answer)?) } else { Ok(print(&answer)?) }
}

/// The game of one person in a file.
fn played(
    file: &str,
    log: &Log<DiceeGame>,
    wanted: Option<&str>,
    seeds: &mut BTreeSet<u64>,
) -> Result<PlayedGame, Failure> {
    let finished_at = log.envelopes().last().map_or(0, |envelope| envelope.timestamp);
    let Some(table) = log.state().table() else {
        return Err(
            InputError::new("files", "games that were created", format!("{file}, which is empty")).into()
        );
    };
    // The same dice a second time are practice, and dice without a seed are real ones.
    let origin = match table.dice_source() {
        DiceSource::Seeded { seed } if !seeds.insert(*seed) => Origin::Repeated,
        DiceSource::Seeded { .. } | DiceSource::Fair { .. } => Origin::Drawn,
        DiceSource::Table => Origin::RealDice,
    };
    let mut played = played_games(log.events(), finished_at, |_| origin);
    let is_wanted = |seat: usize, id: PlayerId| {
        wanted.is_none_or(|wanted| *wanted == (seat + 1).to_string() || *wanted == id.to_string())
    };
    let people: Vec<PlayerId> = table
        .players()
        .iter()
        .enumerate()
        .filter(|(seat, player)| player.bot().is_none() && is_wanted(*seat, player.id()))
        .map(|(_, player)| player.id())
        .collect();
    match people[..] {
        [player] => Ok(played.remove(&player).ok_or(Failure::No)?),
        [] => {
            let actual = format!("{} in {file}", wanted.unwrap_or("bots only"));
            Err(InputError::new("player", "somebody who is no bot", actual).into())
        }
        _ => {
            let expected = "a number from 1 in seat order, or an id: several people sat at this table";
            Err(InputError::new("player", expected, format!("none, for {file}")).into())
        }
    }
}

fn print(answer: &Answer) -> io::Result<()> {
    let other = answer.forty_two.is_some() || !answer.sessions.is_empty();
    let mut parts = 0;
    let mut next_part = || {
        parts += 1;
        if parts > 1 { writeln!(output::out()) } else { Ok(()) }
    };
    if answer.skill.games > 0 || !answer.set_aside.is_empty() || !other {
        next_part()?;
        print_dice(answer)?;
    }
    if let Some(hands) = &answer.forty_two {
        next_part()?;
        forty_two::print(hands)?;
    }
    for SessionAnswer { file, luck } in &answer.sessions {
        next_part()?;
        writeln!(output::out(), "{BEST}Dice pools, {file}{BEST:#}")?;
        print_luck(luck.as_ref())?;
    }
    Ok(())
}

fn print_dice(answer: &Answer) -> io::Result<()> {
    let mut out = output::out();
    let skill = &answer.skill;
    let level = skill.level.map_or("not known before the third game", dicee::SkillLevel::name);
    writeln!(out, "{BEST}{}{BEST:#}, level: {level}", output::count(skill.games, "game"))?;
    if let Some(loss) = skill.loss_per_game {
        writeln!(
            out,
            "  {:.1} points lost a game, luck taken out (95% interval {:.1} to {:.1})",
            loss.mean, loss.low, loss.high
        )?;
        writeln!(out, "  {:.0}% of your decisions are the best there are", 100.0 * skill.optimal_share)?;
    }
    if let Some(trend) = skill.trend {
        writeln!(
            out,
            "  {:+.1} points a game in the last {} games against those before",
            trend.change.mean, trend.games
        )?;
    }
    let left_out: u32 = answer.set_aside.values().sum();
    if left_out > 0 {
        writeln!(out, "{FAINT}  {} did not count{FAINT:#}", output::count(left_out, "game"))?;
    }
    writeln!(out)?;
    for habit in &answer.patterns.habits {
        writeln!(out, "{}", output::wrapped(&habit.sentence, "  "))?;
        writeln!(out, "{FAINT}{}{FAINT:#}", output::wrapped(&habit.tip, "    "))?;
        for example in &habit.examples {
            let dice: Vec<String> = example.situation.dice.iter().map(u8::to_string).collect();
            let (dice, chosen, best) = (dice.join(" "), &example.chosen, &example.best);
            writeln!(out, "    -{:.2}  {dice}: {chosen}; better: {best}", example.loss)?;
        }
    }
    let mut kinds = Grid::new(["kind of mistake", "possible", "made", "points a game"]);
    for kind in answer.patterns.kinds.iter().filter(|kind| kind.total.wrong > 0) {
        kinds.row(
            PLAIN,
            [
                kind.title.clone(),
                kind.total.opportunities.to_string(),
                kind.total.wrong.to_string(),
                format!("{:.2}", kind.cost_per_game.mean),
            ],
        );
    }
    kinds.print(&mut out)?;
    writeln!(out, "\n{}", answer.suggestions.next)
}
