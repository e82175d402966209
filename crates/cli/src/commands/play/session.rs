use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, anyhow, bail};
use chance::{InputError, SeededChance};
use dicee::{
    Account, Action, Audience, Bot, Category, Contender, DecisionRecommendation, Dice, DiceSource,
    DiceeCommand, DiceeGame, DiceeRefusal, DiceeView, GameId, GameMode, KnownScores, Outlook, PlayerId,
    Settings, SolvedGame, Table, WinForecast, WinForecaster, records,
};
use ledger::{Game as _, Log, Seat, Source, Stamp, SubmitError};
use protocol::contract::{self, Moment};
use serde::Serialize;
use uuid::{Builder, Uuid};

use crate::args::seed_or_fresh;
use crate::board;
use crate::failure::Failure;
use crate::files;
use crate::game_file::{self, Origin};
use crate::solved_games::SolverArgs;

/// A game that is being played here: one person, any number of bots, and a file.
#[derive(Debug)]
pub(crate) struct Session {
    log: Log<DiceeGame>,
    solved: SolvedGame,
    file: PathBuf,
    /// What the file holds, as far as this session knows.
    saved: Option<String>,
    /// The points to come of those who did not move since chances to win were last shown.
    known: RefCell<KnownScores>,
}

/// What a decision cost.
#[derive(Clone, Debug)]
pub(crate) struct Graded {
    pub(crate) loss: f64,
    /// What was better.
    pub(crate) instead: String,
}

/// The table as programs see it.
#[derive(Debug, Serialize)]
pub(crate) struct State {
    version: u64,
    file: PathBuf,
    view: DiceeView,
    /// Everybody's chance to win; absent for one player, and before the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    win_chances: Option<WinChances>,
}

/// Everybody's chance to win.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WinChances {
    /// In seat order, as the forecast has them.
    pub(crate) player_ids: Vec<PlayerId>,
    #[serde(flatten)]
    pub(crate) forecast: WinForecast,
}

const PLAYER: Seat = Seat(0);

impl Session {
    pub(crate) fn begin(
        mode: GameMode,
        settings: Settings,
        bots: &[Bot],
        seed: Option<u64>,
        file: Option<PathBuf>,
        solver: &SolverArgs,
    ) -> Result<Self, Failure> {
        // A fresh seed has 64 bits; a game keeps 53 of them.
        let seed =
            seed.map_or_else(|| Ok(seed_or_fresh(None)? & (DiceSource::LARGEST_SEED - 1)), Ok::<_, Failure>)?;
        let game_id = GameId(uuid()?);
        let file = match file {
            Some(file) if file.exists() => {
                let expected = "a file that does not exist yet; go on with a saved game by --resume";
                return Err(InputError::new("save", expected, file.display().to_string()).into());
            }
            Some(file) if !files::folder_of(&file).is_dir() => {
                let expected = "a file in a folder that exists";
                return Err(InputError::new("save", expected, file.display().to_string()).into());
            }
            Some(file) => file,
            None => files::data_folder()
                .context("no folder for saved games: give one with --save")?
                .join(format!("dicee/games/{game_id}.json")),
        };
        let solved = solver.solved_game(settings.rules())?.game;
        let mut session = Self { log: Log::default(), solved, file, saved: None, known: RefCell::default() };
        let create = DiceeCommand::Create {
            game_id,
            game_mode: mode,
            player_ids: vec![PlayerId(uuid()?)],
            settings,
            dice: DiceSource::Seeded { seed },
        };
        session.submit(PLAYER, &create).map_err(|refusal| anyhow!(refusal))?;
        for &bot in bots {
            let add = DiceeCommand::AddBot { player_id: PlayerId(uuid()?), bot };
            session.submit(PLAYER, &add).map_err(|refusal| anyhow!(refusal))?;
        }
        session.submit(PLAYER, &DiceeCommand::Start {}).map_err(|refusal| anyhow!(refusal))?;
        session.save()?;
        Ok(session)
    }

    pub(crate) fn resume(file: &Path, solver: &SolverArgs) -> Result<Self, Failure> {
        let saved = fs::read_to_string(file).ok().map(|text| text.trim_end().to_owned());
        let (log, origin) = game_file::dicee("resume", game_file::load_file("resume", file)?)?;
        let refuse = |expected, actual: &str| Err(InputError::new("resume", expected, actual).into());
        if !matches!(origin, Origin::Ledger) {
            return refuse("a file that dicee play saved", "a list of events or a link");
        }
        let Some(game) = log.state().table() else {
            return refuse("a game that was created", "an empty file");
        };
        if !matches!(game.dice_source(), DiceSource::Seeded { .. }) {
            return refuse("a game with dice of its own", "one whose dice lie elsewhere");
        }
        let others = game.players().iter().skip(1).any(|player| player.bot().is_none());
        if others || game.order().is_empty() {
            return refuse("a game of one person that has begun", "another one");
        }
        let solved = solver.solved_game(game.rules())?.game;
        // A link to a file stays a link.
        let file = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        let mut session = Self { log, solved, file, saved, known: RefCell::default() };
        session.finish()?;
        Ok(session)
    }

    pub(crate) const fn log(&self) -> &Log<DiceeGame> {
        &self.log
    }

    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    pub(crate) fn view(&self) -> DiceeView {
        self.log.state().view(None)
    }

    pub(crate) fn state(&self) -> State {
        State {
            version: self.log.version(),
            file: self.file.clone(),
            view: self.view(),
            win_chances: self.win_chances(),
        }
    }

    /// Everybody's chance to win from here on; nothing for one player, and before the start.
    pub(crate) fn win_chances(&self) -> Option<WinChances> {
        let (player_ids, contenders): (Vec<PlayerId>, Vec<Contender>) =
            Contender::at(self.game()).into_iter().unzip();
        if contenders.len() < 2 {
            return None;
        }
        let mut forecaster = WinForecaster::quick(&self.solved).remembering(self.known.take());
        let forecast = forecaster.forecast(&contenders);
        self.known.replace(forecaster.into_known());
        Some(WinChances { player_ids, forecast })
    }

    /// The dice on the table.
    pub(crate) fn dice(&self) -> Option<Dice> {
        self.game().turn().ok()?.dice()
    }

    fn game(&self) -> &Table {
        self.log.state().table().expect("a session begins with a game")
    }

    /// What the dice would score now in each open box.
    pub(crate) fn possible(&self) -> Option<Vec<(Category, u8)>> {
        let turn = self.game().turn().ok()?;
        let (dice, card) = (turn.dice()?, self.game().player(turn.seat())?.card());
        let position = card.position();
        let score =
            |category| Some((category, position.score(self.game().rules(), dice.config(), category).ok()?));
        let scores = position.open().iter().filter_map(score);
        Some(scores.map(|(category, outcome)| (category, outcome.scored.points)).collect())
    }

    /// What to do now.
    pub(crate) fn advice(&self, audience: Audience) -> Option<DecisionRecommendation> {
        let outlook = Outlook::Game(&self.solved);
        if let Some(moment) = Moment::now(&self.log, outlook) {
            return Some(moment.advisor().recommend(audience));
        }
        let player = self.game().player(self.game().turn().ok()?.seat())?;
        let position = player.card().to_play().ok()?;
        DecisionRecommendation::before_first_roll(self.game().rules(), position, outlook, audience).ok()
    }

    /// Where the points of the person came from.
    pub(crate) fn account(&self) -> Option<Account> {
        let id = self.game().player(PLAYER)?.id();
        Some(Account::new(&self.solved, records(self.log.events()).get(&id)?))
    }

    /// Carries out a command of the person, saves, and says what it cost if it was a decision.
    pub(crate) fn send(&mut self, command: &DiceeCommand) -> Result<Option<Graded>, PlayError> {
        let (graded, version) = (self.grade(command), self.log.version());
        self.submit(PLAYER, command)?;
        if let Err(error) = self.save() {
            // What is not saved did not happen.
            self.log.reset_to(version);
            return Err(PlayError::Machinery(error));
        }
        Ok(graded)
    }

    /// Adds what must follow, to a file that was cut off before it.
    fn finish(&mut self) -> Result<(), Failure> {
        while let Some(event) = self.log.state().due() {
            let stamp = self.stamp();
            let name = format!("finish-{}", self.log.version());
            self.log.admit(event, &name, stamp).map_err(|error| anyhow!("{error}"))?;
            self.save()?;
        }
        Ok(())
    }

    fn grade(&self, command: &DiceeCommand) -> Option<Graded> {
        let moment = Moment::now(&self.log, Outlook::Game(&self.solved))?;
        let action = match command {
            DiceeCommand::Score { category } => Action::Score(*category),
            DiceeCommand::Roll { kept_mask } => {
                Action::Keep(self.dice()?.kept(kept_mask.unwrap_or_default()))
            }
            DiceeCommand::Create { .. }
            | DiceeCommand::Join { .. }
            | DiceeCommand::AddBot { .. }
            | DiceeCommand::Mix { .. }
            | DiceeCommand::Start {}
            | DiceeCommand::Keep { .. }
            | DiceeCommand::Undo {}
            | DiceeCommand::Abandon {}
            | DiceeCommand::Expire {}
            | DiceeCommand::Reveal { .. } => return None,
        };
        let grade = moment.advisor().grade(action).ok()?;
        let instead = match grade.best {
            Action::Score(category) => format!("scoring {} was better", category.title()),
            Action::Keep(keep) => format!("keeping {keep} was better"),
        };
        Some(Graded { loss: grade.loss, instead })
    }

    /// Lets bots play until it is the person's turn or the game is over; `tell` gets what they did.
    pub(crate) fn let_bots_play(&mut self, mut tell: impl FnMut(String)) -> Result<(), Failure> {
        while let Some((seat, bot)) = self.bot_to_play() {
            let mut mind = SeededChance::from_seed(self.log.version()).stream(u64::from(seat.0) + 1);
            let Some(command) = bot.command(&self.solved, self.log.state(), &mut mind) else { break };
            self.submit(seat, &command).map_err(|error| anyhow!(error))?;
            if matches!(command, DiceeCommand::Score { .. }) {
                self.save()?;
                let events = contract::events(&self.log, Outlook::Turn);
                let score = events.iter().rev().find(|event| event.body.kind() == "score");
                let view = self.view();
                if let Some(contract::EventBody::Score(score)) = score.map(|event| &event.body) {
                    let who = score_name(&view, seat);
                    let (title, points) = (score.chosen_category.title(), score.points_earned);
                    tell(format!(
                        "  {who} scored {title} for {points}, total {}",
                        score.updated_scorecard.grand_total
                    ));
                }
            }
        }
        Ok(())
    }

    fn bot_to_play(&self) -> Option<(Seat, Bot)> {
        let seat = self.game().current_seat()?;
        Some((seat, self.game().player(seat)?.bot()?))
    }

    fn stamp(&self) -> Stamp {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        // A clock that was set back does not make the game run backwards.
        let latest = self.log.envelopes().last().map_or(0, |envelope| envelope.timestamp);
        let now = u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX).max(latest);
        Stamp { timestamp: now, source: Source::Client }
    }

    fn submit(&mut self, seat: Seat, command: &DiceeCommand) -> Result<(), PlayError> {
        let stamp = self.stamp();
        let id = format!("{}-{}", command.name(), self.log.version());
        // Before the game is created there is nothing to draw.
        let mut nothing = SeededChance::from_seed(0);
        let sent = match self.log.state().luck(None) {
            Some(mut luck) => self.log.submit(seat, &id, None, command, &mut luck, stamp),
            None => self.log.submit(seat, &id, None, command, &mut nothing, stamp),
        };
        let receipt = sent.map_err(|error| match error {
            SubmitError::Refused(refusal) => PlayError::Refused(refusal),
            other @ (SubmitError::Conflict { .. } | SubmitError::Storage(_)) => {
                PlayError::Machinery(anyhow!("{other}"))
            }
        })?;
        if receipt.repeated {
            // A file from elsewhere may hold any command ids; taking one for ours would lose the move.
            return Err(PlayError::Machinery(anyhow!(
                "the file already holds an answer to {id}: it was changed by hand"
            )));
        }
        Ok(())
    }

    /// Writes the game so that readers see the old file or the new one, never half of it. A file that somebody else
    /// changed meanwhile is left alone.
    fn save(&mut self) -> anyhow::Result<()> {
        let json = self.log.to_named_json().context("writing the game")?;
        match &self.saved {
            None => files::create(&self.file, json.as_bytes())?,
            Some(saved) => {
                let found = fs::read_to_string(&self.file).unwrap_or_default();
                if found.trim_end() != saved {
                    bail!(
                        "{} was changed by somebody else; this game is not saved there",
                        self.file.display()
                    );
                }
                files::replace(&self.file, json.as_bytes())?;
            }
        }
        self.saved = Some(json);
        Ok(())
    }
}

/// Why a move did not happen.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PlayError {
    /// The rules do not allow it.
    #[error("{0}")]
    Refused(DiceeRefusal),
    /// It could not be carried out.
    #[error("{0:#}")]
    Machinery(anyhow::Error),
}

fn score_name(view: &DiceeView, seat: Seat) -> String {
    view.players
        .get(usize::from(seat.0))
        .map_or_else(String::new, |player| board::name(view, player.player_id))
}

fn uuid() -> Result<Uuid, Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| anyhow!("no randomness from the system: {error}"))?;
    Ok(Builder::from_random_bytes(bytes).into_uuid())
}
