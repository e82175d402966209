//! A game in the terminal. [`Session`] holds the log and sends commands; `input` reads what people type.

mod input;
mod session;

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use std::path::PathBuf;

use anyhow::Context as _;
use chance::InputError;
use clap::builder::PossibleValuesParser;
use dicee::{
    Audience, Bot, Category, Dice, DiceeCommand, ExplanationDepth, GameMode, GameStatus, KeepPattern,
    KeptMask, PlayerId, Rules, Settings, SkillLevel, WinChance,
};
use serde::Serialize;

use crate::args::rules_parser;
use crate::board;
use crate::failure::{ErrorAnswer, Failure, Message};
use crate::game_file;
use crate::output::{self, BEST, ERROR, FAINT};
use crate::solved_games::SolverArgs;
use input::Input;
use session::{Graded, Session, WinChances};

/// Play a game in the terminal, against bots or alone, with advice when you ask for it
#[derive(Debug, clap::Args)]
#[command(after_help = "The game is saved after every move. What you type:
  roll            roll the dice; after the first roll, roll all five again
  keep 5 5 5      keep these and roll the others; keep none rolls all
  score chance    fill a box; short names work: 3k 4k fh ss ls d c, 1 to 6
  advice, why     what is best here, and why
  undo, card, link, help, quit

The line `wins` is everybody's chance to win if all play for the highest expected score from here on;
a shared win counts in parts.

With --json the table is printed as a line of JSON, and again after each line of
standard input, which is such a command; or an error.

Examples:
  dicee play
  dicee play --bot optimal --bot beginner --rules joker_rules
  dicee play --solo --seed 7 --save game.json
  dicee play --resume game.json")]
pub(crate) struct Args {
    /// A bot to play against; may be given several times [default: skilled]
    #[arg(long, value_name = "BOT", value_parser = PossibleValuesParser::new(Bot::ALL.map(Bot::name)))]
    bot: Vec<String>,
    /// Play alone
    #[arg(long, conflicts_with = "bot")]
    solo: bool,
    /// Play alone with advice before every decision, and take scores back
    #[arg(long, conflicts_with_all = ["bot", "solo"])]
    tutorial: bool,
    /// Rule variant
    #[arg(long, default_value = Rules::Standard.name(), value_parser = rules_parser())]
    rules: String,
    /// Seed of the dice; the same seed and moves give the same game [default: a new one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=dicee::DiceSource::LARGEST_SEED))]
    seed: Option<u64>,
    /// Allow undo: the last score may be taken back until the next roll
    #[arg(long)]
    undo: bool,
    /// Do not show after each decision what it cost
    #[arg(long)]
    no_grades: bool,
    /// Where to save [default: a new file in dicee/games in the user's data directory]
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    save: Option<PathBuf>,
    /// Continue a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["bot", "solo", "tutorial", "seed", "undo", "rules"])]
    resume: Option<PathBuf>,
    #[command(flatten)]
    solver: SolverArgs,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let mut session = match &args.resume {
        Some(file) => Session::resume(file, &args.solver)?,
        None => begin(args)?,
    };
    if json { by_line(&mut session) } else { by_hand(&mut session, !args.no_grades) }
}

fn begin(args: &Args) -> Result<Session, Failure> {
    let rules: Rules = args.rules.parse()?;
    let mut bots = args.bot.iter().map(|bot| bot.parse()).collect::<Result<Vec<Bot>, _>>()?;
    if bots.is_empty() {
        bots.push(Bot::Skilled);
    }
    let mode = match (args.solo, args.tutorial) {
        (true, _) => GameMode::Solo,
        (_, true) => GameMode::Tutorial,
        (false, false) => GameMode::Multiplayer,
    };
    let most = GameMode::Multiplayer.players().end() - 1;
    if mode == GameMode::Multiplayer && bots.len() > most {
        return Err(InputError::new("bot", format!("at most {most} bots"), bots.len().to_string()).into());
    }
    let bots = if mode == GameMode::Multiplayer { bots } else { Vec::new() };
    let settings =
        Settings { rules_variant: Some(rules), allow_undo: args.undo.then_some(true), ..Settings::default() };
    Session::begin(mode, settings, &bots, args.seed, args.save.clone(), &args.solver)
}

/// The answer to `link`, for programs.
#[derive(Serialize)]
struct LinkAnswer {
    link: String,
}

/// Commands and tables, a line each, for programs.
fn by_line(session: &mut Session) -> Result<(), Failure> {
    session.let_bots_play(|_| ())?;
    output::print_json(&session.state())?;
    while let Some(line) = read_line()? {
        let done = match input::parse(&line) {
            Ok(Input::Quit) => break,
            Ok(Input::Advice) => match session.advice(Audience::default()) {
                Some(advice) => {
                    output::print_json(&advice)?;
                    continue;
                }
                None => Err("there is nothing to advise on".to_owned()),
            },
            Ok(Input::Link) => {
                let link = format!("?{}", game_file::query(session.log())?);
                output::print_json(&LinkAnswer { link })?;
                continue;
            }
            Ok(Input::Card | Input::Help) => Ok(()),
            Ok(wanted) => command(session, wanted).and_then(|command| {
                session.send(&command).map(|_| ()).map_err(|failure| failure.to_string())
            }),
            Err(message) => Err(message),
        };
        match done {
            Ok(()) => {
                session.let_bots_play(|_| ())?;
                output::print_json(&session.state())?;
            }
            Err(message) => output::print_json(&ErrorAnswer { error: Message { message } })?,
        }
    }
    Ok(())
}

fn by_hand(session: &mut Session, grades: bool) -> Result<(), Failure> {
    let mut out = output::out();
    writeln!(out, "{FAINT}saved in {}{FAINT:#}", session.file().display())?;
    writeln!(out, "{FAINT}type help at any time{FAINT:#}\n")?;
    let tutorial = session.view().mode == GameMode::Tutorial;
    let mut shown = None;
    loop {
        session.let_bots_play(|line| drop(writeln!(output::out(), "{line}")))?;
        let view = session.view();
        if view.status != GameStatus::Active {
            break;
        }
        let version = session.log().version();
        if shown != Some(version) {
            show_turn(session)?;
            if tutorial && view.current_turn.is_some_and(|turn| turn.roll_number > 0) {
                advise(session, ExplanationDepth::Standard)?;
            }
            shown = Some(version);
        }
        write!(out, "{}", prompt(session))?;
        out.flush()?;
        let Some(line) = read_line()? else {
            writeln!(out)?;
            break;
        };
        if !io::stdin().is_terminal() {
            writeln!(out, "{}", line.trim())?;
        }
        match input::parse(&line) {
            Ok(Input::Quit) => break,
            Ok(Input::Help) => writeln!(out, "{}", input::HELP)?,
            Ok(Input::Advice) => advise(session, ExplanationDepth::Detailed)?,
            Ok(Input::Card) => board::cards(&mut out, &view, session.possible().as_deref())?,
            Ok(Input::Link) => writeln!(out, "?{}", game_file::query(session.log())?)?,
            Ok(wanted) => match command(session, wanted)
                .and_then(|command| session.send(&command).map_err(|failure| failure.to_string()))
            {
                Ok(graded) => {
                    if let Some(graded) = graded.filter(|_| grades) {
                        writeln!(out, "{}", grade_line(&graded))?;
                    }
                }
                Err(message) => writeln!(out, "{ERROR}{message}{ERROR:#}")?,
            },
            Err(message) => writeln!(out, "{ERROR}{message}{ERROR:#}")?,
        }
    }
    end(session)
}

/// The next line of standard input, whatever its bytes; `None` at the end.
fn read_line() -> anyhow::Result<Option<String>> {
    let mut line = Vec::new();
    let read = io::stdin().lock().read_until(b'\n', &mut line).context("reading standard input")?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}

/// The command that was meant, for the dice on the table.
fn command(session: &Session, wanted: Input) -> Result<DiceeCommand, String> {
    Ok(match wanted {
        Input::Roll => DiceeCommand::Roll { kept_mask: session.dice().map(|_| KeptMask::NONE) },
        Input::Keep(keep) => {
            let dice = session.dice().ok_or("roll the dice first")?;
            DiceeCommand::Roll { kept_mask: Some(mask(dice, keep)?) }
        }
        Input::Score(category) => DiceeCommand::Score { category },
        Input::Undo => DiceeCommand::Undo {},
        Input::Advice | Input::Card | Input::Link | Input::Help | Input::Quit => {
            return Err("that is no move".to_owned());
        }
    })
}

fn mask(dice: Dice, keep: KeepPattern) -> Result<KeptMask, String> {
    keep.mask(&dice.pips()).map(KeptMask).ok_or_else(|| {
        let (wanted, there) = (keep.counts(), dice.config().counts());
        let missing = (0..6).filter(|&face| wanted[face] > there[face]).map(|face| (face + 1).to_string());
        format!("there are not enough dice of {} among {dice}", missing.collect::<Vec<_>>().join(" and "))
    })
}

fn show_turn(session: &Session) -> io::Result<()> {
    let mut out = output::out();
    let view = session.view();
    let Some(turn) = view.current_turn else { return Ok(()) };
    match turn.current_dice {
        None => {
            writeln!(out)?;
            board::cards(&mut out, &view, None)?;
            writeln!(out)?;
            show_chances(session)?;
            writeln!(out, "Turn {} of 13. Roll when you are ready.", turn.turn_number)
        }
        Some(dice) => {
            writeln!(out)?;
            board::dice(&mut out, dice)?;
            let mut best: Vec<(Category, u8)> = session.possible().unwrap_or_default();
            best.sort_by_key(|&(_, points)| std::cmp::Reverse(points));
            let scores: Vec<String> = best
                .iter()
                .filter(|(_, points)| *points > 0)
                .map(|(category, points)| format!("{} {points}", category.title()))
                .collect();
            let line = if scores.is_empty() { "nothing above 0".to_owned() } else { scores.join(", ") };
            writeln!(out, "  {FAINT}now: {line}{FAINT:#}")?;
            show_chances(session)
        }
    }
}

/// Everybody's chance to win, in a line.
fn show_chances(session: &Session) -> io::Result<()> {
    let Some(WinChances { player_ids, forecast }) = session.win_chances() else { return Ok(()) };
    let view = session.view();
    let about = if forecast.exact { "" } else { "about " };
    let chance = |(&id, chance): (&PlayerId, &WinChance)| {
        format!("{} {about}{:.1}%", board::name(&view, id), 100.0 * chance.share)
    };
    let chances: Vec<String> = player_ids.iter().zip(&forecast.chances).map(chance).collect();
    let line = format!("wins: {}, if all play for the highest expected score", chances.join(", "));
    writeln!(output::out(), "{FAINT}{}{FAINT:#}", output::wrapped(&line, "  "))
}

fn prompt(session: &Session) -> &'static str {
    match session.view().current_turn.map(|turn| turn.roll_number) {
        Some(0) => "roll> ",
        Some(1) => "keep, roll or score (2 rolls left)> ",
        Some(2) => "keep, roll or score (1 roll left)> ",
        _ => "score> ",
    }
}

fn advise(session: &Session, depth: ExplanationDepth) -> io::Result<()> {
    let mut out = output::out();
    let audience = Audience { level: SkillLevel::Intermediate, depth };
    let Some(advice) = session.advice(audience) else {
        return writeln!(out, "  Advice is about the dice on the table: roll first.");
    };
    writeln!(out, "{BEST}{}{BEST:#}", output::wrapped(&advice.reasoning, "  "))?;
    if depth == ExplanationDepth::Detailed {
        for other in advice.alternatives.iter().take(3) {
            let title = other.category.title();
            let line = format!("-{:.2}  {title}: {}", other.ev_difference, other.reasoning);
            writeln!(out, "{FAINT}{}{FAINT:#}", output::wrapped(&line, "  "))?;
        }
    }
    Ok(())
}

fn grade_line(graded: &Graded) -> String {
    if graded.loss < 0.005 {
        return format!("  {FAINT}best{FAINT:#}");
    }
    format!("  {FAINT}-{:.2} points: {}{FAINT:#}", graded.loss, graded.instead)
}

fn end(session: &Session) -> Result<(), Failure> {
    let mut out = output::out();
    let view = session.view();
    let file = session.file().display();
    if view.status == GameStatus::Active {
        writeln!(out, "Saved. Go on with: dicee play --resume {}", output::shell_quoted(&file.to_string()))?;
        return Ok(());
    }
    writeln!(out)?;
    board::print(&mut out, &view)?;
    if let Some(account) = session.account() {
        writeln!(
            out,
            "\nYour {} points: {:.1} that perfect play expects, {:+.1} luck, -{:.1} from {} decisions.",
            account.score,
            account.optimum,
            account.total_luck(),
            account.total_loss(),
            account.losses.len()
        )?;
    }
    writeln!(out, "\nLook at it again: dicee report {}", output::shell_quoted(&file.to_string()))?;
    writeln!(out, "Share it, for dicee replay or report: ?{}", game_file::query(session.log())?)?;
    Ok(())
}
