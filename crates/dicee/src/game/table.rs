use std::ops::RangeInclusive;

use chance::ServerSeed;
use ledger::{PlayerId, Seat};

use super::Scores;
use super::event::{CompletionReason, DiceeEvent};
use chance::Hex;

use super::luck::{DiceSource, Luck};
use super::refusal::DiceeRefusal;
use super::settings::{GameId, GameMode, Settings};
use crate::bot::Bot;
use crate::dice::{Dice, KeptMask};
use crate::rolls_left::RollsLeft;
use crate::rules::Rules;
use crate::scorecard::Scorecard;

/// A created game: who sits where, what is on the cards, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    id: GameId,
    mode: GameMode,
    host: PlayerId,
    settings: Settings,
    dice: DiceSource,
    /// What players mixed in, in the order in which they did.
    seeds: Vec<(PlayerId, String)>,
    revealed: Option<Hex>,
    /// How often luck was drawn: once for the order, once for each roll.
    draws: u64,
    players: Vec<Player>,
    phase: Phase,
    /// Whether the turn took too long and the table has not played it to its end yet.
    overtime: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Phase {
    Waiting,
    Playing { order: Vec<Seat>, turn: Turn },
    Over { order: Vec<Seat>, reason: CompletionReason },
}

/// Somebody at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    id: PlayerId,
    bot: Option<Bot>,
    card: Scorecard,
    left: bool,
}

/// A turn that is going on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    seat: Seat,
    /// Invariant: at most three.
    rolls: Vec<Rolled>,
    held: KeptMask,
}

/// One roll of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// What lay on the table after it.
    pub dice: Dice,
    /// What had been kept.
    pub kept: KeptMask,
}

impl Table {
    pub(super) fn new(
        id: GameId,
        mode: GameMode,
        player_ids: &[PlayerId],
        host: PlayerId,
        settings: Settings,
        dice: DiceSource,
    ) -> Self {
        Self {
            id,
            mode,
            host,
            settings,
            dice,
            seeds: Vec::new(),
            revealed: None,
            draws: 0,
            players: player_ids.iter().map(|&id| Player::new(id, None)).collect(),
            phase: Phase::Waiting,
            overtime: false,
        }
    }

    /// The game's name.
    #[must_use]
    pub const fn id(&self) -> GameId {
        self.id
    }

    /// Who plays.
    #[must_use]
    pub const fn mode(&self) -> GameMode {
        self.mode
    }

    /// Who may start it.
    #[must_use]
    pub const fn host(&self) -> PlayerId {
        self.host
    }

    /// What was agreed.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.settings.rules()
    }

    /// Where the dice come from.
    #[must_use]
    pub const fn dice_source(&self) -> &DiceSource {
        &self.dice
    }

    /// The secret seed, once it is shown.
    #[must_use]
    pub const fn revealed(&self) -> Option<&Hex> {
        self.revealed.as_ref()
    }

    /// How many players it takes to start, and how many fit.
    #[must_use]
    pub fn fits(&self) -> RangeInclusive<usize> {
        self.settings.players(self.mode)
    }

    /// Everybody, in seat order; also those who left.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Those who did not leave.
    pub fn staying(&self) -> impl Iterator<Item = &Player> {
        self.players.iter().filter(|player| !player.left)
    }

    /// The player in a seat, also if they left.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.players.get(usize::from(seat.0))
    }

    /// Where somebody sits.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let place = self.players.iter().position(|other| other.id == player)?;
        u8::try_from(place).ok().map(Seat)
    }

    /// The seat that the next player takes.
    #[must_use]
    pub fn next_seat(&self) -> Seat {
        Seat(u8::try_from(self.players.len()).unwrap_or(u8::MAX))
    }

    /// Who plays when; empty before the start.
    #[must_use]
    pub fn order(&self) -> &[Seat] {
        match &self.phase {
            Phase::Waiting => &[],
            Phase::Playing { order, .. } | Phase::Over { order, .. } => order,
        }
    }

    /// The turn that is going on.
    ///
    /// # Errors
    ///
    /// [`DiceeRefusal::NotStarted`] or [`DiceeRefusal::Over`] if there is none.
    pub const fn turn(&self) -> Result<&Turn, DiceeRefusal> {
        match &self.phase {
            Phase::Waiting => Err(DiceeRefusal::NotStarted),
            Phase::Playing { turn, .. } => Ok(turn),
            Phase::Over { .. } => Err(DiceeRefusal::Over),
        }
    }

    /// Whose turn it is.
    #[must_use]
    pub fn current_seat(&self) -> Option<Seat> {
        self.turn().ok().map(|turn| turn.seat)
    }

    pub(super) fn current_player(&self) -> Result<&Player, DiceeRefusal> {
        let seat = self.turn()?.seat;
        self.player(seat).ok_or(DiceeRefusal::NotSeated { seat: seat.0 })
    }

    /// Whether the game is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over { .. })
    }

    /// Why it ended, once it has.
    #[must_use]
    pub const fn ended(&self) -> Option<CompletionReason> {
        match self.phase {
            Phase::Over { reason, .. } => Some(reason),
            Phase::Waiting | Phase::Playing { .. } => None,
        }
    }

    /// How many turns were played, by all players together.
    #[must_use]
    pub fn turns_played(&self) -> u32 {
        self.players.iter().map(|player| u32::from(player.card.turns_completed())).sum()
    }

    /// The score of everybody who was in the order of play.
    #[must_use]
    pub fn scores(&self) -> Scores {
        self.order()
            .iter()
            .filter_map(|&seat| self.player(seat))
            .map(|player| (player.id, player.card.grand_total()))
            .collect()
    }

    /// Who has most points among those who stayed, or among all if nobody did.
    #[must_use]
    pub fn winners(&self) -> Vec<PlayerId> {
        let playing = || self.order().iter().filter_map(|&seat| self.player(seat));
        let staying: Vec<&Player> = playing().filter(|player| !player.left).collect();
        let candidates = if staying.is_empty() { playing().collect() } else { staying };
        let best = candidates.iter().map(|player| player.card.grand_total()).max();
        candidates
            .iter()
            .filter(|player| Some(player.card.grand_total()) == best)
            .map(|player| player.id)
            .collect()
    }

    pub(super) fn luck(&self, secret: Option<&ServerSeed>) -> Option<Luck> {
        let seeds: Vec<&str> = self.seeds.iter().map(|(_, seed)| seed.as_str()).collect();
        self.dice.luck(secret, &seeds, &self.id.text(), self.draws)
    }

    pub(super) const fn is_overtime(&self) -> bool {
        self.overtime
    }

    pub(super) fn has_mixed(&self, player: PlayerId) -> bool {
        self.seeds.iter().any(|(other, _)| *other == player)
    }

    pub(super) fn seated(&self, seat: Seat) -> Result<&Player, DiceeRefusal> {
        let player = self.player(seat).filter(|player| !player.left);
        player.ok_or(DiceeRefusal::NotSeated { seat: seat.0 })
    }

    /// The turn, if it is this seat's.
    pub(super) fn turn_of(&self, seat: Seat) -> Result<&Turn, DiceeRefusal> {
        self.seated(seat)?;
        let turn = self.turn()?;
        if turn.seat != seat {
            return Err(DiceeRefusal::NotYourTurn { current: self.current_player()?.id });
        }
        Ok(turn)
    }

    pub(super) fn check_host(&self, seat: Seat) -> Result<(), DiceeRefusal> {
        if self.seated(seat)?.id == self.host { Ok(()) } else { Err(DiceeRefusal::NotHost) }
    }

    pub(super) const fn check_waiting(&self) -> Result<(), DiceeRefusal> {
        match self.phase {
            Phase::Waiting => Ok(()),
            Phase::Playing { .. } => Err(DiceeRefusal::AlreadyStarted),
            Phase::Over { .. } => Err(DiceeRefusal::Over),
        }
    }

    pub(super) fn check_playing(&self) -> Result<(), DiceeRefusal> {
        self.turn().map(|_| ())
    }

    pub(super) const fn check_not_over(&self) -> Result<(), DiceeRefusal> {
        if self.is_over() { Err(DiceeRefusal::Over) } else { Ok(()) }
    }

    /// Why the game must end now, if it must: every card of those who stay is full, or too few stay. Bots alone do
    /// not play on.
    pub(super) fn must_end(&self) -> Option<CompletionReason> {
        let people = self.staying().filter(|player| player.bot.is_none()).count();
        match &self.phase {
            Phase::Over { .. } => None,
            Phase::Waiting => {
                let host_left = self.staying().all(|player| player.id != self.host);
                (people == 0 || host_left).then_some(CompletionReason::Abandoned)
            }
            Phase::Playing { .. } => {
                let too_few = people == 0 || self.staying().count() < *self.mode.players().start();
                let full = self.staying().all(|player| player.card.open().is_empty());
                match (too_few, full) {
                    (true, _) => Some(CompletionReason::Abandoned),
                    (false, true) => Some(CompletionReason::Normal),
                    (false, false) => None,
                }
            }
        }
    }

    pub(super) fn apply(&mut self, event: &DiceeEvent) {
        match event {
            DiceeEvent::GameCreated { .. } | DiceeEvent::Undo {} => {}
            DiceeEvent::Error { error_code, .. } => self.overtime |= error_code == super::TIMEOUT,
            DiceeEvent::PlayerJoined { player_id, bot } => self.players.push(Player::new(*player_id, *bot)),
            DiceeEvent::SeedMixed { player_id, client_seed } => {
                self.seeds.push((*player_id, client_seed.clone()));
            }
            DiceeEvent::GameStarted { turn_order } => {
                self.draws += 1;
                let order: Vec<Seat> = turn_order.iter().filter_map(|&player| self.seat_of(player)).collect();
                if let Some(&first) = order.first() {
                    self.phase = Phase::Playing { order, turn: Turn::new(first) };
                }
            }
            DiceeEvent::Roll { dice_result, kept_mask } => {
                self.draws += 1;
                if let Phase::Playing { turn, .. } = &mut self.phase {
                    turn.rolls.push(Rolled { dice: *dice_result, kept: *kept_mask });
                    turn.held = KeptMask::NONE;
                }
            }
            DiceeEvent::Keep { kept_mask } => {
                if let Phase::Playing { turn, .. } = &mut self.phase {
                    turn.held = *kept_mask;
                }
            }
            DiceeEvent::Score { chosen_category, .. } => self.score(*chosen_category),
            DiceeEvent::GameAbandoned { player_id } => self.leave(*player_id),
            DiceeEvent::GameCompleted { reason } => {
                self.phase = Phase::Over { order: self.order().to_vec(), reason: *reason };
            }
            DiceeEvent::SeedRevealed { server_seed } => self.revealed = Some(*server_seed),
        }
    }

    fn score(&mut self, category: crate::Category) {
        let rules = self.rules();
        self.overtime = false;
        let Phase::Playing { turn, .. } = &self.phase else { return };
        let (seat, dice) = (turn.seat, turn.dice());
        if let (Some(dice), Some(player)) = (dice, self.players.get_mut(usize::from(seat.0))) {
            // It happened, so the rules allowed it; a forged event was refused before it came here.
            let _ = player.card.score(rules, dice.config(), category);
        }
        self.next_turn();
    }

    fn leave(&mut self, player_id: PlayerId) {
        for player in &mut self.players {
            player.left |= player.id == player_id;
        }
        if self.current_player().is_ok_and(|player| player.left) {
            self.next_turn();
        }
    }

    /// Passes the cup to the next player in the order who still has a box to fill; if there is none, the game is
    /// about to end and the turn stays where it is, without dice.
    fn next_turn(&mut self) {
        let Phase::Playing { order, turn } = &self.phase else { return };
        let place = order.iter().position(|&seat| seat == turn.seat).unwrap_or(0);
        let following = order[place + 1..].iter().chain(&order[..=place]);
        let next = following.copied().find(|&seat| {
            self.player(seat).is_some_and(|player| !player.left && !player.card.open().is_empty())
        });
        let next = Turn::new(next.unwrap_or(turn.seat));
        if let Phase::Playing { turn, .. } = &mut self.phase {
            *turn = next;
        }
    }
}

impl Player {
    fn new(id: PlayerId, bot: Option<Bot>) -> Self {
        Self { id, bot, card: Scorecard::default(), left: false }
    }

    /// The player.
    #[must_use]
    pub const fn id(&self) -> PlayerId {
        self.id
    }

    /// How it plays, if it is a bot.
    #[must_use]
    pub const fn bot(&self) -> Option<Bot> {
        self.bot
    }

    /// Their card.
    #[must_use]
    pub const fn card(&self) -> &Scorecard {
        &self.card
    }

    /// Whether they left.
    #[must_use]
    pub const fn left(&self) -> bool {
        self.left
    }
}

impl Turn {
    fn new(seat: Seat) -> Self {
        Self { seat, rolls: Vec::with_capacity(3), held: KeptMask::NONE }
    }

    /// Whose it is.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The rolls so far.
    #[must_use]
    pub fn rolls(&self) -> &[Rolled] {
        &self.rolls
    }

    /// The dice on the table; `None` before the first roll.
    #[must_use]
    pub fn dice(&self) -> Option<Dice> {
        self.rolls.last().map(|rolled| rolled.dice)
    }

    /// What is put aside for the next roll.
    #[must_use]
    pub const fn held(&self) -> KeptMask {
        self.held
    }

    /// Rolls still to come.
    #[must_use]
    pub fn rolls_left(&self) -> RollsLeft {
        let made = i64::try_from(self.rolls.len()).unwrap_or(i64::MAX);
        RollsLeft::parse(i64::from(RollsLeft::MAX.get()).saturating_sub(made)).unwrap_or(RollsLeft::NONE)
    }

    /// What a roll would keep, if it is allowed (data contract 9.1.1, 9.3.1).
    pub(super) fn check_roll(&self, kept: Option<KeptMask>) -> Result<KeptMask, DiceeRefusal> {
        let kept = kept.unwrap_or(self.held);
        if self.rolls_left() == RollsLeft::NONE {
            return Err(DiceeRefusal::NoRollLeft);
        }
        if self.rolls.is_empty() && kept != KeptMask::NONE {
            return Err(DiceeRefusal::NothingToKeep { actual: kept });
        }
        if kept == KeptMask::ALL {
            return Err(DiceeRefusal::NothingToRoll);
        }
        Ok(kept)
    }

    pub(super) fn check_keep(&self) -> Result<(), DiceeRefusal> {
        if self.rolls.is_empty() {
            return Err(DiceeRefusal::NotRolled);
        }
        if self.rolls_left() == RollsLeft::NONE {
            return Err(DiceeRefusal::NoRollLeft);
        }
        Ok(())
    }
}
