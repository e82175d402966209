mod words;

use std::fs;
use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use chance::{InputError, SeededChance};
use ledger::{Log, Seat, Source, Stamp, SubmitError, Upcaster};
use pools::{
    ExtendedStatus, Luck, Session, SessionCommand, SessionEntry, SessionLuck, SessionRefusal, SessionResult,
    SessionView,
};

use crate::args::seed_or_fresh;
use crate::failure::Failure;
use crate::output::{self, BEST, FAINT, HEAD};
use crate::{files, pool_args};
use words::Line;

/// A play session in a file: characters, rolls, checks, encounters, and a log that replays
#[derive(Debug, clap::Args)]
#[command(after_help = "Commands come from the arguments, one each, or else from standard input, one
per line; help lists them. The file is created if missing, and written after
every command. Encounters and locked contexts continue with the same dice when
a session is resumed; others get new ones. With --json the session is printed
at the end.

Examples:
  dicee session friday.json
  dicee session friday.json 'pool mira stealth 6' 'check mira stealth 2'
  dicee session friday.json 'log Combat: 5' --json")]
pub(crate) struct Args {
    /// The session file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Commands, one per argument; from standard input when left out
    #[arg(value_name = "LINE")]
    lines: Vec<String>,
    /// Seed of a new session, or of the new dice of a resumed one
    #[arg(long, value_name = "S", value_parser = pool_args::seed, allow_negative_numbers = true)]
    seed: Option<u64>,
}

/// The largest file that is read.
const LARGEST: u64 = 64 << 20;

pub(crate) fn run(args: &Args, as_json: bool) -> Result<(), Failure> {
    let mut table = Table::open(&args.file, seed_or_fresh(args.seed)?)?;
    if !args.lines.is_empty() {
        for line in &args.lines {
            if table.line(line, as_json)? == Next::Quit {
                break;
            }
        }
    } else {
        table.listen(as_json)?;
    }
    if as_json {
        output::print_json(&table.view())?;
    }
    Ok(())
}

#[derive(Debug, PartialEq, Eq)]
enum Next {
    Line,
    Quit,
}

/// A session with its file.
struct Table {
    file: PathBuf,
    log: Log<Session>,
    luck: SeededChance,
    /// What the last `log` line asked for.
    shown: (Option<String>, usize),
}

impl Table {
    /// Opens a session, or takes up the one in the file.
    fn open(file: &Path, seed: u64) -> Result<Self, Failure> {
        let luck = SeededChance::from_seed(seed);
        let shown = (None, SessionView::SHOWN);
        let new = !file.exists();
        let folder = files::folder_of(file);
        if new && !folder.exists() {
            anstream::eprintln!("{FAINT}the folder {} is new{FAINT:#}", folder.display());
        }
        let log = if new { Log::default() } else { load(file)? };
        let mut table = Self { file: file.to_owned(), log, luck, shown };
        let seed = Some(pools::Seed(seed));
        let begin = if new { SessionCommand::Open { seed } } else { SessionCommand::Resume { seed } };
        table.submit(&begin)?;
        Ok(table)
    }

    fn view(&self) -> SessionView {
        self.log.state().look(self.shown.0.as_deref(), self.shown.1)
    }

    /// Reads lines until there are no more. A line that is wrong is said so, and the next one read.
    fn listen(&mut self, as_json: bool) -> Result<(), Failure> {
        let prompts = io::stdin().is_terminal() && !as_json;
        if prompts {
            writeln!(
                output::out(),
                "{} rolls so far; help lists what to type",
                self.log.state().look(None, 0).rolled
            )?;
        }
        loop {
            if prompts {
                write!(output::out(), "> ")?;
                io::stdout().flush()?;
            }
            let mut line = String::new();
            let read = io::stdin().lock().read_line(&mut line).map_err(anyhow::Error::new)?;
            if read == 0 {
                return Ok(());
            }
            if line.trim().is_empty() {
                continue;
            }
            match self.line(line.trim(), as_json) {
                Ok(Next::Quit) => return Ok(()),
                Ok(Next::Line) => {}
                Err(Failure::Input(error)) if prompts => anstream::eprintln!("{error}"),
                Err(failure) => return Err(failure),
            }
        }
    }

    fn line(&mut self, line: &str, as_json: bool) -> Result<Next, Failure> {
        match words::read(line)? {
            Line::Quit => return Ok(Next::Quit),
            Line::Help if !as_json => writeln!(output::out(), "{}", words::HELP)?,
            Line::Show if !as_json => print_session(&self.view())?,
            Line::Luck if !as_json => print_luck(self.view().luck.as_ref())?,
            Line::Log { prefix, most } => {
                self.shown = (prefix, most);
                if !as_json {
                    print_log(&self.view())?;
                }
            }
            Line::Save(file) => {
                files::replace(Path::new(&file), self.log.to_json().map_err(anyhow::Error::new)?.as_bytes())?
            }
            Line::Do(command) => {
                let before = self.log.state().look(None, 0).rolled;
                self.submit(&command)?;
                let view = self.log.state().look(None, 1);
                if !as_json && view.rolled > before {
                    print_log(&view)?;
                    print_checks(&view, &command)?;
                }
            }
            Line::Help | Line::Show | Line::Luck => {}
        }
        Ok(Next::Line)
    }

    /// Carries a command out, and writes the file.
    fn submit(&mut self, command: &SessionCommand) -> Result<(), Failure> {
        let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let timestamp = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
        let stamp = Stamp { timestamp, source: Source::Client };
        let id = format!("{}", self.log.version() + 1);
        self.log.submit(Seat(0), &id, None, command, &mut self.luck, stamp).map_err(|error| match error {
            SubmitError::Refused(SessionRefusal::Input(error)) => Failure::from(error),
            SubmitError::Refused(refusal) => Failure::from(
                InputError::new("line", "something that can be done now", refusal.to_string())
                    .saying(&refusal),
            ),
            error @ (SubmitError::Conflict { .. } | SubmitError::Storage(_)) => {
                Failure::from(anyhow::anyhow!("{error}"))
            }
        })?;
        Ok(files::replace(&self.file, self.log.to_json().map_err(anyhow::Error::new)?.as_bytes())?)
    }
}

fn load(file: &Path) -> Result<Log<Session>, Failure> {
    let wrong =
        |actual: String| InputError::new("file", "the file of a session", actual).found_in(file.display());
    let size = fs::metadata(file).map_err(|error| wrong(error.to_string()))?.len();
    if size > LARGEST {
        return Err(wrong(format!("{size} bytes")).into());
    }
    let text = fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    Log::from_json(&text, &Upcaster::default()).map_err(|error| wrong(error.to_string()).into())
}

fn print_log(view: &SessionView) -> io::Result<()> {
    let mut out = output::out();
    for entry in &view.log {
        let SessionEntry { roll, label, actor, target, percentile, .. } = entry;
        let mut who = actor.clone().unwrap_or_default();
        if let Some(target) = target {
            who.push_str(&format!(" against {target}"));
        }
        let what = label.as_deref().unwrap_or_default();
        let separate = if who.is_empty() || what.is_empty() { "" } else { ", " };
        let colon = if who.is_empty() && what.is_empty() { "" } else { ": " };
        let rank = percentile.map(|rank| format!("  percentile {:.0}", 100.0 * rank)).unwrap_or_default();
        writeln!(
            out,
            "{FAINT}{roll:>4}{FAINT:#}  {who}{separate}{what}{colon}{}{FAINT}{rank}{FAINT:#}",
            words_of(&entry.result)
        )?;
    }
    Ok(())
}

/// A result in words.
fn words_of(result: &SessionResult) -> String {
    match result {
        SessionResult::Roll { expression, total, pools, .. } => {
            let dice: Vec<String> = pools.iter().map(output::rolled).collect();
            format!("{expression} = {BEST}{total}{BEST:#}  {}", dice.join(" | "))
        }
        SessionResult::Check { result, .. } => format!(
            "{} against {}: {BEST}{}{BEST:#}",
            output::counted(&result.roll),
            result.difficulty,
            result.outcome
        ),
        SessionResult::Contest { result, .. } => format!(
            "{} against {}: {BEST}{}{BEST:#}, margin {}",
            output::counted(&result.initiator),
            output::counted(&result.defender),
            result.outcome.name().replace('_', " "),
            result.margin
        ),
        SessionResult::Attack { result, .. } => format!(
            "{}: {BEST}{}{BEST:#}, damage {}",
            output::counted(&result.attack),
            result.quality,
            result.damage
        ),
        SessionResult::Round { check, roll, .. } => format!("{check}: {}", output::counted(roll)),
    }
}

/// How the check stands whose round was rolled.
fn print_checks(view: &SessionView, command: &SessionCommand) -> io::Result<()> {
    let SessionCommand::RollRound { check } = command else { return Ok(()) };
    view.checks.iter().filter(|known| known.check == *check).try_for_each(print_check)
}

fn print_check(check: &pools::SessionCheck) -> io::Result<()> {
    let progress = &check.view.progress;
    let stands = match progress.status {
        ExtendedStatus::InProgress => format!("{} rounds left", check.view.rounds_remaining),
        ExtendedStatus::Succeeded => "succeeded".to_owned(),
        ExtendedStatus::Failed => "failed".to_owned(),
        ExtendedStatus::CatastrophicFailure => "ended in catastrophe".to_owned(),
        ExtendedStatus::Abandoned => "given up".to_owned(),
    };
    let chance = check.view.odds.as_ref().filter(|_| progress.status == ExtendedStatus::InProgress);
    let chance = chance.map(|odds| format!(", {} to succeed", odds.success.fraction.percentage()));
    writeln!(
        output::out(),
        "      {}: {} of {}, {stands}{}",
        check.check,
        progress.accumulated,
        progress.terms.target(),
        chance.unwrap_or_default()
    )
}

fn print_session(view: &SessionView) -> io::Result<()> {
    let mut out = output::out();
    if !view.characters.is_empty() {
        writeln!(out, "{HEAD}Characters{HEAD:#}")?;
    }
    for (character, pools) in view.characters.iter() {
        let pools: Vec<String> = pools
            .iter()
            .map(|(name, dice)| {
                format!(
                    "{name} {}",
                    serde_json::to_value(dice).map_or_else(
                        |_| String::new(),
                        |dice| dice.as_str().map_or_else(|| dice.to_string(), str::to_owned)
                    )
                )
            })
            .collect();
        writeln!(out, "  {character}: {}", pools.join(", "))?;
    }
    for (name, expression) in view.aliases.iter() {
        writeln!(out, "  @{name}: {expression}")?;
    }
    let locked: Vec<String> = view
        .contexts
        .iter()
        .filter(|context| context.locked)
        .map(|context| format!("{} to {}", context.context, context.seed.0))
        .collect();
    let locks = if locked.is_empty() { "none".to_owned() } else { locked.join(", ") };
    writeln!(out, "Context: {}; locked: {locks}", view.context)?;
    view.checks.iter().try_for_each(print_check)?;
    writeln!(out, "{} rolls", view.rolled)
}

/// How lucky everybody was, against all nights with the same dice.
pub(crate) fn print_luck(luck: Option<&SessionLuck>) -> io::Result<()> {
    let mut out = output::out();
    let Some(luck) = luck else { return writeln!(out, "No roll so far that ranks") };
    let words = |luck: &Luck| {
        let percent = 100.0 * luck.percentile;
        let (kind, share) = if percent < 50.0 { ("worse", 100.0 - percent) } else { ("better", percent) };
        format!("{} rolls, {kind} than {share:.0}% of such nights", luck.rolls)
    };
    writeln!(out, "Everybody: {}", words(&luck.all))?;
    luck.characters.iter().try_for_each(|(name, luck)| writeln!(out, "{name}: {}", words(luck)))
}
