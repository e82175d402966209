use std::io::{self, Write as _};

use ::fortytwo::GameReview;
use chance::InputError;
use coach::{GameReport, WinCurve};
use dicee::{Bot, DiceeView, GameRecord, PlayerId, WinForecaster, records};
use ledger::Game as _;
use serde::Serialize;

use crate::board;
use crate::commands::fortytwo;
use crate::failure::Failure;
use crate::game_file::{self, Loaded};
use crate::output::{self, BEST, FAINT, Grid, PLAIN};
use crate::solved_games::SolverArgs;

/// What a game was worth: luck, losses, the biggest mistakes, and what to do instead
#[derive(Debug, clap::Args)]
#[command(
    after_help = "SOURCE is a saved game of dice or of Texas 42, a list of events, a link ('?g=...'), or - for standard
input. Of Texas 42 every finished hand is reviewed. Without --player, everybody who is not a bot is reported on.

Examples:
  dicee report game.json
  dicee report game.json --mistakes 10
  dicee report '?g=...' --json"
)]
pub(crate) struct Args {
    /// The game
    source: String,
    /// Only this player: the number of the seat, from 1, or an id
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
    /// Number of mistakes to show; JSON has all of them
    #[arg(long, value_name = "N", default_value_t = 3, allow_negative_numbers = true)]
    mistakes: usize,
    #[command(flatten)]
    solver: SolverArgs,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    players: Vec<PlayerReport>,
    /// Everybody's chance to win after every roll and decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    win_curve: Option<WinCurve>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PlayerReport {
    player_id: PlayerId,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    bot: Option<Bot>,
    #[serde(flatten)]
    report: GameReport,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let log = match game_file::load("source", &args.source)? {
        Loaded::Dicee(log, _) => log,
        Loaded::FortyTwo(..) if args.player.is_some() => {
            let expected = "a game of dice to choose a player of";
            return Err(InputError::new("player", expected, "a game of Texas 42").into());
        }
        Loaded::Pools(table) => return Err(table.refused("source", "a game of dice or of 42")),
        Loaded::FortyTwo(log, ..) => {
            return fortytwo::review::show(&log, "source", None, GameReview::DEALS, json);
        }
    };
    let Some(table) = log.state().table() else {
        return Err(InputError::new("source", "a game that was created", "one without events").into());
    };
    let view = log.state().view(None);
    let records = records(log.events());
    let everybody = table.players();
    let wanted = |seat: usize, id: PlayerId| match &args.player {
        Some(player) => *player == (seat + 1).to_string() || *player == id.to_string(),
        None => everybody[seat].bot().is_none(),
    };
    let chosen: Vec<&GameRecord> = everybody
        .iter()
        .enumerate()
        .filter(|(seat, player)| wanted(*seat, player.id()))
        .filter_map(|(_, player)| records.get(&player.id()))
        .collect();
    if chosen.is_empty() {
        let expected = format!("a number from 1 to {}, or the id of a player", everybody.len());
        return Err(InputError::new(
            "player",
            expected,
            args.player.clone().unwrap_or_else(|| "bots only".into()),
        )
        .into());
    }
    let solved = args.solver.solved_game(table.rules())?.game;
    let mut players = Vec::new();
    for (seat, player) in everybody.iter().enumerate().filter(|(seat, player)| wanted(*seat, player.id())) {
        let record = records.get(&player.id()).ok_or(Failure::No)?;
        players.push(PlayerReport {
            player_id: player.id(),
            name: board::name(&view, everybody[seat].id()),
            bot: player.bot(),
            report: GameReport::new(&solved, record)?,
        });
    }
    let win_curve = WinCurve::new(log.events(), &mut WinForecaster::quick(&solved));
    if json {
        return Ok(output::print_json(&Report { players, win_curve })?);
    }
    for player in &players {
        print(player, args.mistakes)?;
    }
    Ok(win_curve.map_or(Ok(()), |curve| print_deciding_roll(&curve, &view))?)
}

/// The roll that decided the game, in a sentence.
fn print_deciding_roll(curve: &WinCurve, view: &DiceeView) -> io::Result<()> {
    let Some(roll) = &curve.decided_by else { return Ok(()) };
    let line = format!(
        "The roll that decided it: {} in turn {}, roll {} by {}. The chance of {} to win went from {:.1}% to {:.1}%.",
        roll.dice,
        roll.turn,
        roll.roll_number,
        board::name(view, roll.player_id),
        board::name(view, roll.winner_id),
        100.0 * roll.before,
        100.0 * roll.after
    );
    let mut out = output::out();
    writeln!(out, "{}", output::wrapped(&line, ""))?;
    writeln!(out, "{FAINT}{}{FAINT:#}", output::wrapped(curve.basis, ""))
}

fn print(player: &PlayerReport, mistakes: usize) -> io::Result<()> {
    let mut out = output::out();
    let report = &player.report;
    writeln!(out, "{BEST}{}{BEST:#}, {} rules", player.name, report.rules)?;
    for line in &report.summary {
        writeln!(out, "{}", output::wrapped(line, "  "))?;
    }
    writeln!(out)?;
    let mut turns = Grid::new(["turn", "box", "points", "luck", "loss"]);
    for turn in &report.turns {
        let points = match turn.bonus {
            0 => turn.points.to_string(),
            bonus => format!("{} + {bonus}", turn.points),
        };
        turns.row(
            PLAIN,
            [
                turn.turn.to_string(),
                turn.category.title().to_owned(),
                points,
                format!("{:+.2}", turn.luck),
                if turn.loss < 0.005 { "-".into() } else { format!("{:.2}", turn.loss) },
            ],
        );
    }
    turns.print(&mut out)?;
    let totals = &report.totals;
    writeln!(
        out,
        "\n{:.2} optimum {} {:.2} luck - {:.2} loss = {} scored{}",
        totals.optimum,
        if totals.luck < 0.0 { '-' } else { '+' },
        totals.luck.abs(),
        totals.loss,
        totals.score,
        if report.finished { String::new() } else { format!(" + {:.2} to come", totals.to_come) }
    )?;
    if !report.mistakes.is_empty() && mistakes > 0 {
        writeln!(out, "\nMost expensive decisions")?;
    }
    for mistake in report.mistakes.iter().take(mistakes) {
        let dice: Vec<String> = mistake.dice.iter().map(u8::to_string).collect();
        writeln!(
            out,
            "  {BEST}-{:.2}{BEST:#}  turn {}, roll {}: {} on the table, chosen: {}",
            mistake.loss,
            mistake.turn,
            mistake.roll_number,
            dice.join(" "),
            mistake.chosen
        )?;
        writeln!(out, "{}", output::wrapped(&mistake.instead, "         "))?;
        writeln!(out, "{FAINT}{}{FAINT:#}", output::wrapped(&mistake.tip, "         "))?;
    }
    if !report.standings.is_empty() {
        writeln!(out)?;
        let mut standings = Grid::new(["among games of", "mean", "this score beats"]);
        for standing in &report.standings {
            let beats = format!("{:.1}%", standing.percentile);
            standings.row(PLAIN, [standing.bot.to_string(), format!("{:.1}", standing.mean), beats]);
        }
        standings.print(&mut out)?;
    }
    writeln!(out)
}
