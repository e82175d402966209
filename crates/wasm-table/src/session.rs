use std::collections::BTreeMap;

use chance::{Chance, ServerSeed};
use dicee::{
    Bot, DiceCheck, DiceSource, DiceeCommand, DiceeEvent, DiceeGame, DiceeRefusal, DiceeView, GameRecordData,
    Player, check_dice, records, upcaster,
};
use ledger::link::{self, Readable};
use ledger::{Game as _, Log, Seat, Source, Stamp, SubmitError};
use wasm_edge::Fault;

use crate::luck::EnteredDice;
use crate::request::{BotTurn, DiceVerdict, Receipt, TableRequest};

/// One game on this device: its log, and the secret of its dice where that is known.
#[derive(Clone, Debug)]
pub struct Session {
    log: Log<DiceeGame>,
    /// The revealed seed of a game that was forked, so that its dice go on.
    secret: Option<ServerSeed>,
}

impl Session {
    /// Opens a table, seats everybody and starts the game.
    ///
    /// # Errors
    ///
    /// An `InputError` if seat 0 is a bot, a `Refusal` if the rules do not allow the table.
    pub fn create(request: &TableRequest, now: u64, device: &mut dyn Chance) -> Result<Self, Fault> {
        let Some((host, guests)) = request.players.split_first() else {
            return Err(Fault::input("players", "at least one player", "none"));
        };
        if host.bot.is_some() {
            return Err(Fault::input("players[0]", "a person, who opens the table", "a bot"));
        }
        let mut session = Self { log: Log::default(), secret: None };
        let open = DiceeCommand::Create {
            game_id: request.game_id,
            game_mode: request.mode,
            player_ids: vec![host.player_id],
            settings: request.settings,
            dice: request.dice,
        };
        session.submit(0, "create", &open, None, now, device)?;
        for (guest, seat) in guests.iter().zip(1..) {
            let player_id = guest.player_id;
            let (seat, command) = match guest.bot {
                Some(bot) => (0, DiceeCommand::AddBot { player_id, bot }),
                None => (seat, DiceeCommand::Join { player_id }),
            };
            session.submit(seat, &format!("join-{player_id}"), &command, None, now, device)?;
        }
        session.submit(0, "start", &DiceeCommand::Start {}, None, now, device)?;
        Ok(session)
    }

    /// The game that a link holds: a URL, a query or fragment, or the bare value of `g`.
    ///
    /// # Errors
    ///
    /// A `LinkError` if the link is cut off, damaged or foreign, or holds what cannot have happened.
    pub fn from_link(text: &str, now: u64) -> Result<Self, Fault> {
        let events =
            link::decode_game::<DiceeGame>(&link_parameters(text)).map_err(|error| bad_link(&error))?;
        Self::from_link_events(events, now)
    }

    /// The beginning of the game that a damaged link holds: all that could be read of it.
    ///
    /// # Errors
    ///
    /// As [`Self::from_link`], if not even the first event can be read.
    pub fn from_damaged_link(text: &str, now: u64) -> Result<Self, Fault> {
        let Readable { events, problem } = link::decode_readable::<DiceeGame>(&link_parameters(text));
        match problem {
            Some(problem) if events.is_empty() => Err(bad_link(&problem)),
            _ => Self::from_link_events(events, now),
        }
    }

    fn from_link_events(events: Vec<DiceeEvent>, now: u64) -> Result<Self, Fault> {
        let log = Log::from_events(events, "link", stamp(now)).map_err(|error| bad_link(&error))?;
        Ok(Self { log, secret: None })
    }

    /// The game that a log holds, every id and seal checked.
    ///
    /// # Errors
    ///
    /// A `LogError` that says which event does not hold, and why.
    pub fn from_log(json: &str) -> Result<Self, Fault> {
        let log = Log::from_json(json, &upcaster())
            .map_err(|error| Fault::new("LogError", error.to_string()).with("code", "ERR_INVALID_LOG"))?;
        Ok(Self { log, secret: None })
    }

    /// The game as it stood after `version` events, to be played on from there with the same dice to come.
    ///
    /// # Errors
    ///
    /// A `LogError` if the events cannot be written down again, which no log of ours is.
    pub fn fork(&self, version: u64, now: u64) -> Result<Self, Fault> {
        let count = usize::try_from(version).unwrap_or(usize::MAX);
        let events = self.log.events().take(count).cloned();
        let log = Log::from_events(events, "fork", stamp(now))
            .map_err(|error| Fault::new("LogError", error.to_string()).with("code", "ERR_INVALID_LOG"))?;
        let revealed = self.log.state().table().and_then(dicee::Table::revealed);
        Ok(Self {
            log,
            secret: revealed.map(|seed| ServerSeed::from_bytes(seed.0)).or_else(|| self.secret.clone()),
        })
    }

    /// Carries out a command, at most once for each seat and command id. `faces` are those of real dice; without them
    /// the dice follow from the game's seed, or from `device` where it has none.
    ///
    /// # Errors
    ///
    /// A `Refusal` with its code and field if the rules do not allow it, an `InputError` if the faces do not fit.
    pub fn submit(
        &mut self,
        seat: u8,
        command_id: &str,
        command: &DiceeCommand,
        faces: Option<&[u8]>,
        now: u64,
        device: &mut dyn Chance,
    ) -> Result<Receipt, Fault> {
        let game = self.log.state();
        let receipt = match (faces, game.luck(self.secret.as_ref())) {
            (Some(faces), _) => {
                let mut entered = EnteredDice::new(game, command, faces, device)?;
                self.log.submit(Seat(seat), command_id, None, command, &mut entered, stamp(now))
            }
            (None, Some(mut luck)) => {
                self.log.submit(Seat(seat), command_id, None, command, &mut luck, stamp(now))
            }
            (None, None) => self.log.submit(Seat(seat), command_id, None, command, device, stamp(now)),
        };
        let receipt = receipt.map_err(refused)?;
        Ok(Receipt { version: receipt.version, repeated: receipt.repeated })
    }

    /// How many events there are.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.log.version()
    }

    /// The events, oldest first.
    pub fn events(&self) -> impl ExactSizeIterator<Item = &DiceeEvent> + Clone {
        self.log.events()
    }

    /// What a seat sees, or a spectator; after `at` events, or all of them.
    #[must_use]
    pub fn view(&self, seat: Option<u8>, at: Option<u64>) -> DiceeView {
        match at.filter(|&at| at < self.version()) {
            Some(at) => self.log.state_at(at).view(seat.map(Seat)),
            None => self.log.state().view(seat.map(Seat)),
        }
    }

    /// The bot whose turn it is; none where a person plays or nobody does.
    #[must_use]
    pub fn bot(&self) -> Option<BotTurn> {
        let table = self.log.state().table()?;
        let seat = table.turn().ok()?.seat();
        let bot: Bot = table.player(seat).and_then(Player::bot)?;
        Some(BotTurn { seat: seat.0, bot, seed: self.version() })
    }

    /// The whole game as the parameters of a link: `g=...`, or `g1=...&g2=...` where it is long.
    ///
    /// # Errors
    ///
    /// A `LogError` if an event cannot be written as JSON, which no event of ours is.
    pub fn link(&self) -> Result<String, Fault> {
        let parameters = link::encode_game::<DiceeGame>(self.log.events())
            .map_err(|error| Fault::new("LogError", error.to_string()))?;
        Ok(link::query(&parameters))
    }

    /// The log as JSON.
    ///
    /// # Errors
    ///
    /// As [`Self::link`].
    pub fn log(&self) -> Result<String, Fault> {
        self.log.to_json().map_err(|error| Fault::new("LogError", error.to_string()))
    }

    /// What a seat's player rolled and did in finished turns, for a report; `None` for a seat without a player.
    #[must_use]
    pub fn record(&self, seat: u8) -> Option<GameRecordData> {
        let player = self.log.state().table()?.player(Seat(seat))?.id();
        records(self.log.events()).get(&player).map(GameRecordData::from)
    }

    /// The seed that every roll follows from, where there is one: another game with it has the same dice.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        match self.log.state().table()?.dice_source() {
            DiceSource::Seeded { seed } => Some(*seed),
            DiceSource::Table | DiceSource::Fair { .. } => None,
        }
    }

    /// Draws every roll again from the game's seeds.
    #[must_use]
    pub fn verify(&self) -> DiceVerdict {
        match check_dice(self.log.events()) {
            Ok(DiceCheck::Unpromised) => DiceVerdict::Unpromised,
            Ok(DiceCheck::NotRevealed) => DiceVerdict::NotRevealed,
            Ok(DiceCheck::Fair { rolls }) => DiceVerdict::Fair { rolls },
            Err(error) => DiceVerdict::Broken { message: error.to_string() },
        }
    }
}

/// A fragment may hold the parameters in place of the query.
fn link_parameters(text: &str) -> BTreeMap<String, String> {
    let fragment = text.rsplit_once('#').map(|(_, fragment)| fragment);
    link::parameters(fragment.filter(|fragment| fragment.contains('=')).unwrap_or(text))
}

fn bad_link(error: &dyn std::error::Error) -> Fault {
    Fault::new("LinkError", error.to_string()).with("code", "ERR_INVALID_LINK")
}

const fn stamp(now: u64) -> Stamp {
    Stamp { timestamp: now, source: Source::Client }
}

fn refused(error: SubmitError<DiceeRefusal>) -> Fault {
    match error {
        SubmitError::Refused(refusal) => Fault::refusal(&refusal, refusal.code(), refusal.field()),
        SubmitError::Conflict { .. } => Fault::refusal(&error, "ERR_CONFLICT", None),
        SubmitError::Storage(message) => Fault::new("LogError", message),
    }
}
