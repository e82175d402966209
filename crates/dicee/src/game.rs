//! The dice game on the ledger.
//!
//! A game is created, players join, the host starts it, and then each player in turn rolls up to three times, keeps
//! what they like between rolls, and fills a box, until every card is full. [`DiceeGame`] decides commands into
//! [`DiceeEvent`]s and folds them; [`DiceeView`] is what everybody at the table sees (this game hides nothing but
//! seeds). Luck is drawn once for the order of players and once for each roll; [`DiceSource`] says from where, and
//! [`check_dice`] draws it again.

mod command;
mod event;
mod history;
mod luck;
mod read_command;
mod read_event;
mod refusal;
mod registry;
mod settings;
mod table;
mod view;

pub use chance::{Hex, HexError};
pub use command::DiceeCommand;
pub use event::{CompletionReason, DiceeEvent, Severity};
pub use history::{DiceCheck, DiceError, check_dice, records, records_by, records_of};
pub use ledger::{GameStatus, PlayerId};
pub use luck::{DiceSource, Luck};
pub use refusal::DiceeRefusal;
pub use registry::{REGISTRY, Registered, can_read, registration, upcaster};
pub use settings::{GameId, GameMode, Settings};
pub use table::{Player, Rolled, Table, Turn};
pub use view::{DiceeView, PlayerView, TurnPhase, TurnView};

pub(crate) use event::Scores;

use std::ops::RangeInclusive;

use chance::{Chance, ServerSeed};
use ledger::{Game, Seat};

use crate::analysis::Action;
use crate::bot::Bot;
use crate::category::Category;
use crate::dice::{Dice, KeptMask};
use crate::solver::{SolvedGame, TurnValues};

/// The seat of the table itself: its clock and its cup.
pub const TABLE: Seat = Seat(u8::MAX);

/// A game as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DiceeGame {
    /// `None` until it is created.
    table: Option<Table>,
    /// The table before the last keep or score, as long as that may be taken back.
    before: Option<Box<Table>>,
    /// The seats that took back a score.
    taken_back: Vec<Seat>,
}

type Decided = Result<Vec<DiceeEvent>, DiceeRefusal>;

impl DiceeGame {
    /// The longest text that a player may mix in, and the longest of an error, in bytes.
    const LONGEST_SEED: usize = 64;
    const LONGEST_TEXT: usize = 500;
    /// How many players a lobby may see come and go.
    pub const MOST_SEATS: usize = 64;

    /// The table; `None` until the game is created.
    #[must_use]
    pub const fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// The luck of the next draw, where the game's dice can be known: for fair dice, to the holder of the secret.
    #[must_use]
    pub fn luck(&self, secret: Option<&ServerSeed>) -> Option<Luck> {
        self.table.as_ref()?.luck(secret)
    }

    /// Who may take back the last step.
    fn undo_player(&self) -> Option<PlayerId> {
        self.before.as_deref()?.current_player().ok().map(Player::id)
    }

    /// The table, if somebody may still do something at it. Where the end is due, as in a history that was cut off just
    /// before it, nothing else happens.
    fn unfinished_table(&self) -> Result<&Table, DiceeRefusal> {
        let table = self.table.as_ref().ok_or(DiceeRefusal::NotCreated)?;
        if table.must_end().is_some() { Err(DiceeRefusal::Over) } else { Ok(table) }
    }

    /// The same for players, who wait while the table plays a turn that took too long.
    fn open_table(&self) -> Result<&Table, DiceeRefusal> {
        let table = self.unfinished_table()?;
        if table.is_overtime() { Err(DiceeRefusal::Overtime) } else { Ok(table) }
    }

    fn create(
        &self,
        seat: Seat,
        game_id: GameId,
        game_mode: GameMode,
        player_ids: &[PlayerId],
        settings: Settings,
        dice: DiceSource,
    ) -> Decided {
        if self.table.is_some() {
            return Err(DiceeRefusal::AlreadyCreated);
        }
        if seat != Seat(0) {
            return Err(DiceeRefusal::WrongSeat { expected: 0, actual: seat.0 });
        }
        if let Some(seats) = settings.seats.filter(|_| !settings.seats_are_valid(game_mode)) {
            return Err(wrong_number(&game_mode.players(), seats.into()));
        }
        let fits = settings.players(game_mode);
        if player_ids.is_empty() || player_ids.len() > *fits.end() {
            return Err(wrong_number(&fits, player_ids.len()));
        }
        let repeated = (1..player_ids.len()).find(|&n| player_ids[..n].contains(&player_ids[n]));
        if let Some(repeated) = repeated {
            return Err(DiceeRefusal::AlreadySeated { player: player_ids[repeated] });
        }
        if let Some(actual) = settings.time_limit.filter(|_| !settings.time_limit_is_valid()) {
            return Err(DiceeRefusal::TimeLimit { actual });
        }
        if !dice.is_valid() {
            return Err(DiceeRefusal::Seed { field: "seed", expected: "a number up to 2^53" });
        }
        Ok(vec![DiceeEvent::GameCreated {
            game_id,
            game_mode,
            player_ids: player_ids.to_vec(),
            host_player_id: player_ids[0],
            settings,
            dice,
        }])
    }

    fn join(&self, player_id: PlayerId, bot: Option<Bot>) -> Decided {
        let table = self.open_table()?;
        table.check_waiting()?;
        // A player who left makes room, but not without end: a seat keeps its number for ever.
        let (fits, staying) = (table.fits(), table.staying().count());
        if staying >= *fits.end() || table.players().len() >= Self::MOST_SEATS {
            return Err(wrong_number(&fits, staying + 1));
        }
        if table.seat_of(player_id).is_some() {
            return Err(DiceeRefusal::AlreadySeated { player: player_id });
        }
        Ok(vec![DiceeEvent::PlayerJoined { player_id, bot }])
    }

    fn mix(&self, seat: Seat, client_seed: &str) -> Decided {
        let table = self.open_table()?;
        let player_id = table.seated(seat)?.id();
        table.check_waiting()?;
        if !matches!(table.dice_source(), DiceSource::Fair { .. }) {
            return Err(DiceeRefusal::Seed { field: "clientSeed", expected: "a game with fair dice" });
        }
        if client_seed.is_empty() || client_seed.len() > Self::LONGEST_SEED {
            return Err(DiceeRefusal::Seed { field: "clientSeed", expected: "1 to 64 bytes of text" });
        }
        if table.has_mixed(player_id) {
            return Err(DiceeRefusal::Seed { field: "clientSeed", expected: "one seed from each player" });
        }
        Ok(vec![DiceeEvent::SeedMixed { player_id, client_seed: client_seed.to_owned() }])
    }

    fn start(&self, seat: Seat, chance: &mut dyn Chance) -> Decided {
        let table = self.open_table()?;
        table.check_host(seat)?;
        table.check_waiting()?;
        let mut order: Vec<PlayerId> = table.staying().map(Player::id).collect();
        if !table.fits().contains(&order.len()) {
            return Err(wrong_number(&table.fits(), order.len()));
        }
        shuffle(&mut order, chance);
        Ok(vec![DiceeEvent::GameStarted { turn_order: order }])
    }

    fn roll(&self, seat: Seat, kept: Option<KeptMask>, chance: &mut dyn Chance) -> Decided {
        let turn = self.open_table()?.turn_of(seat)?;
        let kept = turn.check_roll(kept)?;
        let dice = match turn.dice() {
            None => Dice::roll(chance),
            Some(dice) => dice.reroll(kept, chance),
        };
        Ok(vec![DiceeEvent::Roll { dice_result: dice, kept_mask: kept }])
    }

    fn keep(&self, seat: Seat, kept_mask: KeptMask) -> Decided {
        let turn = self.open_table()?.turn_of(seat)?;
        turn.check_keep()?;
        // Nothing happens where the same dice are put aside already.
        let same = turn.held() == kept_mask;
        Ok(if same { Vec::new() } else { vec![DiceeEvent::Keep { kept_mask }] })
    }

    fn score(&self, seat: Seat, category: Category) -> Decided {
        let table = self.open_table()?;
        let turn = table.turn_of(seat)?;
        let dice = turn.dice().ok_or(DiceeRefusal::NotRolled)?;
        let position = table.current_player()?.card().position();
        let outcome = position.score(table.rules(), dice.config(), category)?;
        let score = DiceeEvent::Score { chosen_category: category, points_earned: outcome.scored.points };
        Ok(self.with_ending(vec![score]))
    }

    /// Whether a seat took back a score. The grade of a score is sent with it, so what was scored instead says nothing about
    /// how well its player plays.
    #[must_use]
    pub fn has_taken_back(&self, seat: Seat) -> bool {
        self.taken_back.contains(&seat)
    }

    /// Puts the table back as it was.
    fn take_back(&mut self, before: Table) {
        let after = self.table.replace(before);
        let Some((before, seat)) =
            self.table.as_ref().and_then(|table| Some((table, table.turn().ok()?.seat())))
        else {
            return;
        };
        let turns = |table: &Table| table.player(seat).map(|player| player.card().turns_completed());
        if after.as_ref().and_then(turns) > turns(before) && !self.taken_back.contains(&seat) {
            self.taken_back.push(seat);
        }
    }

    fn undo(&self, seat: Seat) -> Decided {
        let table = self.open_table()?;
        table.seated(seat)?;
        table.check_playing()?;
        if !table.settings().undo(table.mode()) {
            return Err(DiceeRefusal::UndoForbidden);
        }
        let before = self.before.as_deref().ok_or(DiceeRefusal::NothingToUndo)?;
        before.turn_of(seat)?;
        Ok(vec![DiceeEvent::Undo {}])
    }

    fn abandon(&self, seat: Seat) -> Decided {
        let table = self.open_table()?;
        let player_id = table.seated(seat)?.id();
        table.check_not_over()?;
        Ok(self.with_ending(vec![DiceeEvent::GameAbandoned { player_id }]))
    }

    /// Plays the turn to its end; also where a history was cut off while the table did so.
    fn expire(&self, seat: Seat, chance: &mut dyn Chance) -> Decided {
        let table = self.unfinished_table()?;
        if seat != TABLE {
            return Err(DiceeRefusal::NotTable);
        }
        table.check_playing()?;
        if table.settings().time_limit.is_none() {
            return Err(DiceeRefusal::NoTimeLimit);
        }
        let turn = table.turn()?;
        let dice = turn.dice().unwrap_or_else(|| Dice::roll(chance));
        let (category, points) = most_points(table, dice)?;
        let mut events = if table.is_overtime() { Vec::new() } else { vec![timeout()] };
        if turn.dice().is_none() {
            events.push(DiceeEvent::Roll { dice_result: dice, kept_mask: KeptMask::NONE });
        }
        events.push(DiceeEvent::Score { chosen_category: category, points_earned: points });
        Ok(self.with_ending(events))
    }

    fn reveal(&self, seat: Seat, server_seed: Hex) -> Decided {
        let table = self.open_table()?;
        if seat != TABLE {
            return Err(DiceeRefusal::NotTable);
        }
        if !table.is_over() {
            return Err(DiceeRefusal::NotOver);
        }
        let promised = matches!(table.dice_source(), DiceSource::Fair { .. });
        if !promised || table.revealed().is_some() || !table.dice_source().is_kept_by(&server_seed) {
            return Err(DiceeRefusal::Seed {
                field: "serverSeed",
                expected: "the promised seed of fair dice, once",
            });
        }
        Ok(vec![DiceeEvent::SeedRevealed { server_seed }])
    }

    /// Adds the end of the game where these events bring it about.
    fn with_ending(&self, mut events: Vec<DiceeEvent>) -> Vec<DiceeEvent> {
        let mut after = self.clone();
        events.iter().for_each(|event| after.apply(event));
        if let Some(reason) = after.table.as_ref().and_then(Table::must_end) {
            events.push(DiceeEvent::GameCompleted { reason });
        }
        events
    }

    /// The roll that was not made, then the box with the most points.
    fn admits_overtime(&self, table: &Table, event: &DiceeEvent) -> bool {
        match (event, table.turn().ok().and_then(Turn::dice)) {
            (DiceeEvent::Roll { kept_mask, .. }, None) => *kept_mask == KeptMask::NONE,
            (DiceeEvent::Score { chosen_category, points_earned }, Some(dice)) => {
                most_points(table, dice).ok() == Some((*chosen_category, *points_earned))
            }
            _ => false,
        }
    }

    /// The command of somebody that could have brought this event about, judged by the same rules.
    fn admits_from(&self, table: &Table, event: &DiceeEvent) -> bool {
        let current = table.current_seat();
        match event {
            DiceeEvent::GameCreated { .. } => false,
            DiceeEvent::PlayerJoined { player_id, bot } => self.join(*player_id, *bot).is_ok(),
            DiceeEvent::SeedMixed { player_id, client_seed } => {
                table.seat_of(*player_id).is_some_and(|seat| self.mix(seat, client_seed).is_ok())
            }
            DiceeEvent::GameStarted { turn_order } => {
                // Players are different from each other, so as many, each among them, are all of them once.
                let staying = table.staying().count();
                table.check_waiting().is_ok()
                    && turn_order.len() == staying
                    && table.staying().all(|player| turn_order.contains(&player.id()))
                    && table.fits().contains(&staying)
            }
            DiceeEvent::Roll { dice_result, kept_mask } => {
                current.and_then(|seat| table.turn_of(seat).ok()).is_some_and(|turn| {
                    turn.check_roll(Some(*kept_mask)).is_ok()
                        && turn.dice().is_none_or(|before| dice_result.follows(before, *kept_mask))
                })
            }
            DiceeEvent::Keep { kept_mask } => current.is_some_and(|seat| self.keep(seat, *kept_mask).is_ok()),
            DiceeEvent::Score { chosen_category, .. } => current
                .and_then(|seat| self.score(seat, *chosen_category).ok())
                .is_some_and(|events| events.first() == Some(event)),
            DiceeEvent::Undo {} => {
                let actor = self.before.as_deref().and_then(Table::current_seat);
                actor.is_some_and(|seat| self.undo(seat).is_ok())
            }
            DiceeEvent::Error { error_code, .. } if error_code == TIMEOUT => {
                table.turn().is_ok() && table.settings().time_limit.is_some() && *event == timeout()
            }
            DiceeEvent::Error { error_code, error_message, failed_action, recovery_action, .. } => {
                let mut texts = [error_code, error_message, failed_action].into_iter().chain(recovery_action);
                texts.all(|text| text.len() <= Self::LONGEST_TEXT && !text.contains(char::is_control))
            }
            DiceeEvent::GameAbandoned { player_id } => {
                table.seat_of(*player_id).is_some_and(|seat| self.abandon(seat).is_ok())
            }
            DiceeEvent::GameCompleted { reason } => table.must_end() == Some(*reason),
            DiceeEvent::SeedRevealed { server_seed } => self.reveal(TABLE, *server_seed).is_ok(),
        }
    }
}

impl Game for DiceeGame {
    const NAME: &'static str = "dicee";

    type Command = DiceeCommand;
    type Event = DiceeEvent;
    type Refusal = DiceeRefusal;
    type View = DiceeView;

    fn decide(&self, seat: Seat, command: &DiceeCommand, chance: &mut dyn Chance) -> Decided {
        match command {
            DiceeCommand::Create { game_id, game_mode, player_ids, settings, dice } => {
                self.create(seat, *game_id, *game_mode, player_ids, *settings, *dice)
            }
            DiceeCommand::Join { player_id } => {
                let joined = self.join(*player_id, None)?;
                let free = self.open_table()?.next_seat();
                if seat != free {
                    return Err(DiceeRefusal::WrongSeat { expected: free.0, actual: seat.0 });
                }
                Ok(joined)
            }
            DiceeCommand::AddBot { player_id, bot } => {
                self.open_table()?.check_host(seat)?;
                self.join(*player_id, Some(*bot))
            }
            DiceeCommand::Mix { client_seed } => self.mix(seat, client_seed),
            DiceeCommand::Start {} => self.start(seat, chance),
            DiceeCommand::Roll { kept_mask } => self.roll(seat, *kept_mask, chance),
            DiceeCommand::Keep { kept_mask } => self.keep(seat, *kept_mask),
            DiceeCommand::Score { category } => self.score(seat, *category),
            DiceeCommand::Undo {} => self.undo(seat),
            DiceeCommand::Abandon {} => self.abandon(seat),
            DiceeCommand::Expire {} => self.expire(seat, chance),
            DiceeCommand::Reveal { server_seed } => self.reveal(seat, *server_seed),
        }
    }

    fn admits(&self, event: &DiceeEvent) -> bool {
        match (event, &self.table) {
            (
                DiceeEvent::GameCreated { game_id, game_mode, player_ids, host_player_id, settings, dice },
                None,
            ) => {
                player_ids.contains(host_player_id)
                    && self.create(Seat(0), *game_id, *game_mode, player_ids, *settings, *dice).is_ok()
            }
            // After a turn took too long the table plays it to its end, and nothing else happens.
            (_, Some(table)) if table.is_overtime() => self.admits_overtime(table, event),
            // A game that must end does nothing else.
            (_, Some(table)) if table.must_end().is_some() => {
                matches!(event, DiceeEvent::GameCompleted { reason } if table.must_end() == Some(*reason))
            }
            (_, Some(table)) => self.admits_from(table, event),
            (_, None) => false,
        }
    }

    fn due(&self) -> Option<DiceeEvent> {
        let reason = self.table.as_ref()?.must_end()?;
        Some(DiceeEvent::GameCompleted { reason })
    }

    fn apply(&mut self, event: &DiceeEvent) {
        if let DiceeEvent::Undo {} = event {
            if let Some(before) = self.before.take() {
                self.take_back(*before);
            }
            return;
        }
        self.before = match (event, &self.table) {
            (DiceeEvent::Keep { .. } | DiceeEvent::Score { .. }, Some(table))
                if table.settings().undo(table.mode()) && !table.is_overtime() =>
            {
                Some(Box::new(table.clone()))
            }
            // What says nothing about the dice does not end the chance to take a step back.
            (DiceeEvent::Error { .. }, _) => self.before.take(),
            _ => None,
        };
        match (event, &mut self.table) {
            (
                DiceeEvent::GameCreated { game_id, game_mode, player_ids, host_player_id, settings, dice },
                None,
            ) => {
                self.table =
                    Some(Table::new(*game_id, *game_mode, player_ids, *host_player_id, *settings, *dice));
            }
            (event, Some(table)) => table.apply(event),
            (_, None) => {}
        }
    }

    fn view(&self, _viewer: Option<Seat>) -> DiceeView {
        DiceeView::new(self)
    }
}

/// The code of the error that says that a turn took too long.
const TIMEOUT: &str = "TIMEOUT";

/// The turn took too long; what the table does about it follows.
fn timeout() -> DiceeEvent {
    DiceeEvent::Error {
        error_code: TIMEOUT.into(),
        error_message: "The turn took longer than its time limit.".into(),
        severity: Severity::Warning,
        failed_action: "turn".into(),
        recovered: true,
        recovery_action: Some("the table plays the turn to its end".into()),
    }
}

/// The box in which these dice count most now; of equals the first on the card.
fn most_points(table: &Table, dice: Dice) -> Result<(Category, u8), DiceeRefusal> {
    let position = table.current_player()?.card().position();
    let scores = position.open().iter().filter_map(|category| {
        let outcome = position.score(table.rules(), dice.config(), category).ok()?;
        Some((category, outcome.scored.points))
    });
    scores.reduce(|best, next| if next.1 > best.1 { next } else { best }).ok_or(DiceeRefusal::Over)
}

/// Fisher-Yates, as [`Chance::shuffle`], which a trait object cannot offer.
fn shuffle(order: &mut [PlayerId], chance: &mut dyn Chance) {
    let mut chance = chance;
    Chance::shuffle(&mut chance, order);
}

fn wrong_number(players: &RangeInclusive<usize>, actual: usize) -> DiceeRefusal {
    let expected = if players.start() == players.end() {
        format!("{}", players.start())
    } else {
        format!("{} to {}", players.start(), players.end())
    };
    DiceeRefusal::Players { expected, actual }
}

impl Bot {
    /// What this bot does now in a game in which it is its turn; `None` when it is nobody's.
    ///
    /// # Panics
    ///
    /// Panics if the solved game has other rules than the game is played by.
    pub fn command(
        self,
        solved: &SolvedGame,
        game: &DiceeGame,
        mind: &mut impl Chance,
    ) -> Option<DiceeCommand> {
        let at = game.table()?;
        let turn = at.turn().ok()?;
        let position = at.player(turn.seat())?.card().position();
        let Some(dice) = turn.dice() else { return Some(DiceeCommand::Roll { kept_mask: None }) };
        let (rules, outlook, left) = (at.rules(), self.outlook(solved), turn.rolls_left());
        let values = TurnValues::solve(rules, position, outlook, left);
        Some(match self.decide(rules, outlook, position, &values, (dice.config(), left), mind) {
            Action::Score(category) => DiceeCommand::Score { category },
            Action::Keep(keep) => DiceeCommand::Roll { kept_mask: keep.mask(&dice.pips()).map(KeptMask) },
        })
    }
}
