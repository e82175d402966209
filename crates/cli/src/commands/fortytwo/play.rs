use std::io::{self, BufRead, IsTerminal as _, Write};
use std::path::PathBuf;

use anyhow::Context as _;
use chance::{InputError, SeededChance};
use clap::builder::PossibleValuesParser;
use fortytwo::{
    Bot, ByTeam, Command, CompletedTrick, FortyTwo, Hint, Phase, PlayerType, Refusal, Seat, Skill, Solver,
    TargetMarks, Team, Tile, View, share,
};
use ledger::{Game as _, Log, SubmitError};
use serde::Serialize;

use super::prompt::{self, Input, help, offers};
use super::table;
use super::words::{self, Names};
use super::{hint, house};
use crate::args::seed_or_fresh;
use crate::failure::Failure;
use crate::files;
use crate::game_file;
use crate::output::{self, BEST, FAINT};

/// Play against three bots, with the bot across as your partner
#[derive(Debug, clap::Args)]
#[command(after_help = "At each prompt the legal answers are listed; help explains them. Commands are
read line by line, so a script can play as well. With --json each prompt is a
line with your view of the table, and the commands in its list of moves can be
sent back as they are.

Examples:
  dicee fortytwo play
  dicee fortytwo play --seed 42 --marks 1 --quick
  dicee fortytwo play --house nello,splash,plunge,sevens,forced-bid
  dicee fortytwo play --save game.json     start or continue the game there
  dicee fortytwo play --from game.json --at 60     continue after event 60")]
pub(crate) struct Args {
    /// Seed of the deals; the same seed and commands give the same game [default: by chance]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    seed: Option<u32>,
    /// The marks that win [default: 7]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(1..=i64::from(TargetMarks::MAX)))]
    marks: Option<u8>,
    /// House rules, separated by commas
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = house::names())]
    house: Vec<String>,
    /// Save the game to this file at every prompt; if it exists, continue its game
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Continue a game from its log or its link
    #[arg(long, value_name = "FILE|LINK", conflicts_with = "save")]
    from: Option<String>,
    /// Continue after this many events of that game, and drop the rest
    #[arg(long, value_name = "EVENTS", allow_negative_numbers = true)]
    at: Option<u64>,
    /// How well the bots play [default: as in the game that is continued; strong in a new one]
    #[arg(long, value_parser = PossibleValuesParser::new(Skill::ALL.map(Skill::name)))]
    skill: Option<String>,
    /// Do not ask before turning tricks over, counting hands and playing a forced tile
    #[arg(long)]
    quick: bool,
}

/// How a bot chooses: from its own view, and nothing else.
type Choose<'a> = &'a mut dyn FnMut(&View) -> Option<Command>;

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let mut session = Session::open(args, json)?;
    let mut input = io::stdin().lock();
    let mut bot = Bot::new(session.skill, session.log.state().deck().first_seed().unwrap_or(0).into());
    session.play(&mut input, &mut |view| bot.choose(view))
}

/// A line of the answer, for programs.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Line<'a> {
    View(&'a View),
    Error(&'a InputError),
    Help(String),
    Hint(Option<Command>),
    Odds(Option<Hint>),
    LastTrick(Option<&'a CompletedTrick>),
    Link(String),
    Result(EndResult),
}

/// How the game stands when the program ends.
#[derive(Serialize)]
struct EndResult {
    over: bool,
    winner: Option<Team>,
    marks: ByTeam<u8>,
    seed: Option<u32>,
    events: u64,
    link: String,
}

/// A game at the terminal.
struct Session {
    log: Log<FortyTwo>,
    /// How well the bots play.
    skill: Skill,
    me: Seat,
    save: Option<PathBuf>,
    luck: SeededChance,
    quick: bool,
    json: bool,
    /// Whether to print the commands as well, because no keyboard shows them.
    echo: bool,
    out: Box<dyn Write>,
}

impl Session {
    fn open(args: &Args, json: bool) -> Result<Self, Failure> {
        let saved = args.save.as_deref().filter(|file| file.exists());
        let old = match (saved, &args.from) {
            (Some(file), _) => Some(game_file::fortytwo("save", game_file::load_file("save", file)?)?),
            (None, Some(game)) => Some(game_file::fortytwo("from", game_file::load("from", game)?)?),
            (None, None) => None,
        };
        let field = if saved.is_some() { "save" } else { "from" };
        let setting = [
            ("seed", args.seed.is_some()),
            ("marks", args.marks.is_some()),
            ("house", !args.house.is_empty()),
        ];
        if let (Some(_), Some((name, _))) = (&old, setting.iter().find(|(_, given)| *given)) {
            let actual = format!("--{name} beside a game that has begun");
            return Err(InputError::new(*name, "a new game to set it for", actual).into());
        }
        let seed = match args.seed {
            Some(seed) => seed,
            // A fresh seed has 64 bits; a deal takes 32.
            None => u32::try_from(seed_or_fresh(None)? >> 32).unwrap_or(0),
        };
        let (old, kept) = old.unzip();
        let skill = match &args.skill {
            Some(skill) => skill.parse()?,
            None => kept.unwrap_or_default(),
        };
        let mut session = Self {
            log: Log::default(),
            skill,
            echo: !io::stdin().is_terminal(),
            me: Seat::ALL[0],
            save: args.save.clone(),
            luck: SeededChance::from_seed(seed.into()),
            quick: args.quick,
            json,
            out: Box::new(output::out()),
        };
        match old {
            Some(mut log) if log.version() > 0 => {
                if let Some(at) = args.at {
                    go_back(&mut log, at)?;
                }
                let players = log.state().players().by_seat();
                let mut people = players.iter().filter(|(_, kind)| **kind == PlayerType::Human);
                let (Some((me, _)), None) = (people.next(), people.next()) else {
                    let actual = format!("{} people", log.state().players().people());
                    return Err(InputError::new(field, "a game of one person and three bots", actual).into());
                };
                (session.me, session.log) = (me, log);
                session.greet()?;
            }
            Some(_) | None => {
                if let Some(at) = args.at {
                    return Err(InputError::new(
                        "at",
                        "a game to go on with, by --from or --save",
                        at.to_string(),
                    )
                    .into());
                }
                let start = Command::StartGame {
                    seed: Some(seed),
                    player_types: None,
                    dealer: None,
                    house: house::rules(&args.house, args.marks)?,
                };
                session.greet()?;
                session.submit(session.me, &start)?;
            }
        }
        Ok(session)
    }

    fn names(&self) -> Names {
        Names { me: Some(self.me) }
    }

    fn view(&self) -> View {
        self.log.state().view(Some(self.me.into()))
    }

    /// Until the game is over or the player leaves.
    fn play(&mut self, input: &mut impl BufRead, choose: Choose<'_>) -> Result<(), Failure> {
        loop {
            self.let_bots_act(choose)?;
            self.store()?;
            if self.log.state().phase() == Phase::GameOver {
                return self.finish(true);
            }
            let view = self.view();
            let agreement = view.moves.iter().find(|c| matches!(c, Command::AgreeToAction { .. }));
            // Where there is nothing to choose, nobody is asked.
            let only = match &view.moves[..] {
                [only @ Command::PlayDomino { .. }] => Some(only),
                _ => agreement,
            };
            if let Some(command) = only.filter(|_| self.quick) {
                self.submit(self.me, &command.clone())?;
                continue;
            }
            self.show(&view)?;
            // One prompt, answered until it leads to something.
            loop {
                let mut line = Vec::new();
                if input.read_until(b'\n', &mut line).context("reading a command")? == 0 {
                    return self.finish(false);
                }
                let line = String::from_utf8_lossy(&line);
                if self.echo && !self.json {
                    writeln!(self.out, "{}", line.trim())?;
                }
                match prompt::parse(&line, &view) {
                    Ok(Input::Command(command)) => match self.try_submit(self.me, &command)? {
                        None => break,
                        Some(refusal) => {
                            self.refuse(&prompt::refused(&view, &command, &refusal), &view)?;
                        }
                    },
                    Ok(Input::Help) => self.help(&view)?,
                    Ok(Input::Hint) => self.hint(&view, choose)?,
                    Ok(Input::Odds) => self.odds(&view)?,
                    Ok(Input::Table) => self.show(&view)?,
                    Ok(Input::LastTrick) => self.last_trick(&view)?,
                    Ok(Input::Undo) => {
                        if self.undo() {
                            break;
                        }
                        let nothing = InputError::new("undo", "a choice of yours to take back", "none");
                        self.refuse(&nothing, &view)?;
                    }
                    Ok(Input::Link) => self.link()?,
                    Ok(Input::Quit) => return self.finish(false),
                    Err(problem) => self.refuse(&problem, &view)?,
                }
            }
        }
    }

    /// Sends a command that the rules allow.
    fn submit(&mut self, seat: Seat, command: &Command) -> Result<(), Failure> {
        match self.try_submit(seat, command)? {
            None => Ok(()),
            Some(refusal) => Err(anyhow::anyhow!("{command} of seat {seat} was refused: {refusal}").into()),
        }
    }

    /// Sends a command and tells what came of it, or gives back why it was refused.
    fn try_submit(&mut self, seat: Seat, command: &Command) -> Result<Option<Refusal>, Failure> {
        let id = format!("cli-{}", self.log.version());
        let receipt =
            match self.log.submit(seat.into(), &id, None, command, &mut self.luck, game_file::stamp()) {
                Ok(receipt) => receipt,
                Err(SubmitError::Refused(refusal)) => return Ok(Some(refusal)),
                Err(other @ (SubmitError::Conflict { .. } | SubmitError::Storage(_))) => {
                    return Err(anyhow::anyhow!("{other}").into());
                }
            };
        if !self.json {
            let names = self.names();
            for envelope in &self.log.envelopes()[receipt.events] {
                if let Some(line) = worth_telling(names, &envelope.payload) {
                    writeln!(self.out, "{FAINT}  {line}{FAINT:#}")?;
                }
            }
        }
        Ok(None)
    }

    fn let_bots_act(&mut self, choose: Choose<'_>) -> Result<(), Failure> {
        loop {
            let game = self.log.state();
            let bots = Seat::ALL.into_iter().filter(|seat| *seat != self.me);
            let next = bots
                .filter(|seat| !game.moves(*seat).is_empty())
                .find_map(|seat| choose(&game.view(Some(seat.into()))).map(|command| (seat, command)));
            let Some((seat, command)) = next else { return Ok(()) };
            self.submit(seat, &command)?;
        }
    }

    /// Saves the game, if that was asked for.
    fn store(&self) -> Result<(), Failure> {
        if let Some(file) = &self.save {
            let json = share::saved(&self.log, self.skill).map_err(anyhow::Error::from)?;
            files::replace(file, json.as_bytes())?;
        }
        Ok(())
    }

    fn print(&mut self, line: &Line<'_>) -> io::Result<()> {
        writeln!(self.out, "{}", serde_json::to_string(line)?)
    }

    fn greet(&mut self) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        writeln!(
            self.out,
            "{BEST}Texas 42{BEST:#}: you sit South, North is your partner. help explains, quit leaves."
        )
    }

    fn show(&mut self, view: &View) -> io::Result<()> {
        if self.json {
            return self.print(&Line::View(view));
        }
        let names = self.names();
        table::draw(&mut self.out, view, names, None)?;
        table::draw_hand(&mut self.out, view)?;
        self.ask(view)
    }

    fn ask(&mut self, view: &View) -> io::Result<()> {
        let question = match view.phase {
            Phase::Bidding => format!("Bid ({}): ", offers(view)),
            Phase::TrumpSelection => format!("Name trumps ({}): ", offers(view)),
            Phase::Playing if view.consensus.is_none() => format!("Play ({}): ", offers(view)),
            Phase::Playing => {
                let tiles: Vec<Tile> = view.trick.iter().map(|play| play.domino).collect();
                let winner = view.trump.and_then(|trump| trump.winner(&tiles)).map(|place| view.trick[place]);
                let won = winner
                    .map(|play| format!("{} with {}. ", self.names().does(play.player, "win"), play.domino));
                format!("{}Enter turns the trick over: ", won.unwrap_or_default())
            }
            Phase::Scoring => "Enter counts the hand: ".to_owned(),
            Phase::Waiting | Phase::GameOver => String::new(),
        };
        write!(self.out, "{BEST}{question}{BEST:#}")?;
        self.out.flush()
    }

    fn refuse(&mut self, problem: &InputError, view: &View) -> io::Result<()> {
        if self.json {
            return self.print(&Line::Error(problem));
        }
        writeln!(self.out, "{problem}")?;
        self.ask(view)
    }

    fn help(&mut self, view: &View) -> io::Result<()> {
        if self.json {
            return self.print(&Line::Help(help(view)));
        }
        writeln!(self.out, "{}", help(view))?;
        self.ask(view)
    }

    /// What a bot would do. People are shown the odds as well; programs ask for them.
    fn hint(&mut self, view: &View, choose: Choose<'_>) -> io::Result<()> {
        let hint = choose(view);
        if self.json {
            return self.print(&Line::Hint(hint));
        }
        let text = hint.map_or_else(|| "nothing to do".to_owned(), |command| command.to_string());
        writeln!(self.out, "a bot in your seat would: {BEST}{text}{BEST:#}")?;
        self.odds(view)
    }

    /// How often each choice works, and how sure that is.
    fn odds(&mut self, view: &View) -> io::Result<()> {
        let odds = match hint::odds(view, &mut Solver::new()) {
            Ok(odds) => odds,
            Err(problem) => return self.refuse(&problem, view),
        };
        if self.json {
            return self.print(&Line::Odds(odds));
        }
        if let Some(odds) = odds {
            hint::draw(&mut self.out, view, &odds)?;
        }
        self.ask(view)
    }

    /// Goes back to before the player's last choice; says whether there was one.
    fn undo(&mut self) -> bool {
        let own = |event: &fortytwo::Event| chooser(event) == Some(self.me);
        let events: Vec<&fortytwo::Event> = self.log.events().collect();
        let Some(place) = events.into_iter().rposition(own) else { return false };
        self.log.reset_to(place as u64);
        true
    }

    fn last_trick(&mut self, view: &View) -> io::Result<()> {
        let last = view.completed_tricks.last();
        if self.json {
            return self.print(&Line::LastTrick(last));
        }
        match last {
            Some(trick) => {
                let names = self.names();
                let plays: Vec<String> = trick
                    .plays
                    .iter()
                    .map(|play| format!("{} {}", names.of(play.player), play.domino))
                    .collect();
                let points = output::count(trick.points, "point");
                writeln!(self.out, "{}; {}, {points}", plays.join(", "), names.does(trick.winner, "win"))?;
            }
            None => writeln!(self.out, "no trick was turned over in this hand yet")?,
        }
        self.ask(view)
    }

    fn link(&mut self) -> Result<(), Failure> {
        let query =
            share::query(&self.log, self.skill, &share::LinkNotes::default()).map_err(anyhow::Error::from)?;
        if self.json {
            return Ok(self.print(&Line::Link(query))?);
        }
        writeln!(self.out, "{query}")?;
        let view = self.view();
        Ok(self.ask(&view)?)
    }

    fn finish(&mut self, over: bool) -> Result<(), Failure> {
        let query =
            share::query(&self.log, self.skill, &share::LinkNotes::default()).map_err(anyhow::Error::from)?;
        let view = self.view();
        let (own, other) = (self.me.team(), self.me.team().opponents());
        if self.json {
            let result = EndResult {
                over,
                winner: view.winner,
                marks: view.marks,
                seed: self.log.state().deck().first_seed(),
                events: self.log.version(),
                link: query,
            };
            return Ok(self.print(&Line::Result(result))?);
        }
        if over {
            let result = if view.winner == Some(own) { "You win" } else { "You lose" };
            let (mine, theirs) = (view.marks[own], view.marks[other]);
            writeln!(
                self.out,
                "\n{BEST}{result}{BEST:#}, {} to {theirs}. All deals came from seed {}.",
                output::count(mine, "mark"),
                self.log.state().deck().first_seed().unwrap_or(0)
            )?;
            writeln!(self.out, "The whole game: dicee fortytwo replay {}", words::shell_word(&query))?;
        } else {
            let (saved, option, game) = match &self.save {
                Some(file) => ("Saved. ", "save", file.display().to_string()),
                None => ("", "from", query),
            };
            let game = words::shell_word(&game);
            writeln!(self.out, "\n{saved}Go on with: dicee fortytwo play --{option} {game}")?;
        }
        Ok(())
    }
}

/// Goes back to after so many events, or to where the game rests before that: nobody stops within a command.
fn go_back(log: &mut Log<FortyTwo>, at: u64) -> Result<(), InputError> {
    let expected = format!("2 to {} events", log.version());
    if at < 2 || at > log.version() {
        return Err(InputError::new("at", expected, at.to_string()));
    }
    let rests = (2..=at).rev().find(|version| log.state_at(*version).due().is_none());
    log.reset_to(rests.unwrap_or(2));
    Ok(())
}

/// Whose choice an event was, other than to agree.
#[expect(clippy::wildcard_enum_match_arm, reason = "everything else is no choice of a seat")]
const fn chooser(event: &fortytwo::Event) -> Option<Seat> {
    use fortytwo::Event;
    match event {
        Event::BidPlaced { player, .. }
        | Event::PlayerPassed { player }
        | Event::TrumpSelected { player, .. }
        | Event::DominoPlayed { player, .. } => Some(*player),
        _ => None,
    }
}

/// What the player did not see coming; the rest is on the table anyway.
fn worth_telling(names: Names, event: &fortytwo::Event) -> Option<String> {
    use fortytwo::Event;
    let hidden = matches!(
        event,
        Event::HandsDealt { .. }
            | Event::ConsensusRequested { .. }
            | Event::PlayerAgreed { .. }
            | Event::ConsensusReached { .. }
            | Event::GameTargetReached { .. }
    );
    (!hidden).then(|| names.tell(event))
}
