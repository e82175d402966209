use dicee::{
    Category, Contender, Dice, DiceeEvent, DiceeGame, KeptMask, PlayerId, RollsLeft, Table, TurnStart,
    WinForecaster, largest_gain,
};
use ledger::Game as _;
use serde::Serialize;

/// Everybody's chance to win after every roll and every decision of a game, and the roll that decided it.
///
/// The chances assume that everybody plays for the highest expected score from there on; a shared win counts in parts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WinCurve {
    /// The players, in seat order.
    pub player_ids: Vec<PlayerId>,
    /// Every moment, from the start of the game on.
    pub moments: Vec<WinMoment>,
    /// The roll that changed the winner's chance most for the better; while the game runs, anybody's chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<DecidingRoll>,
    /// What the chances assume, in a sentence.
    pub basis: &'static str,
}

/// Everybody's chance to win at one moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WinMoment {
    /// After how many events of the game.
    pub version: u64,
    /// What led to it.
    pub after: WinStep,
    /// The expected share of the win of each player, in the order of `playerIds`; 0 for somebody who left.
    pub chances: Vec<f64>,
    /// Whether the chances are exact; else each is within half a percentage point.
    pub exact: bool,
}

/// What leads from one moment to the next.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum WinStep {
    /// The game began.
    Start {},
    /// A player decided what to keep.
    Keep {
        /// Who.
        player_id: PlayerId,
        /// Which dice.
        kept_mask: KeptMask,
    },
    /// Dice fell.
    Roll {
        /// Whose.
        player_id: PlayerId,
        /// What lay on the table.
        dice: Dice,
    },
    /// A box was filled.
    Score {
        /// By whom.
        player_id: PlayerId,
        /// Which one.
        category: Category,
    },
    /// A player left, or a move was taken back.
    Other {},
}

/// The roll that decided a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DecidingRoll {
    /// After how many events of the game.
    pub version: u64,
    /// Who rolled.
    pub player_id: PlayerId,
    /// Which of their turns, 1 to 13.
    pub turn: u8,
    /// Which roll of the turn, 1 to 3.
    pub roll_number: u8,
    /// What lay on the table.
    pub dice: Dice,
    /// Whose chance it changed most.
    pub winner_id: PlayerId,
    /// That chance before the dice fell.
    pub before: f64,
    /// That chance after it.
    pub after: f64,
}

/// A roll, and which moment it led to.
struct RollOf {
    moment: usize,
    player: PlayerId,
    turn: u8,
    number: u8,
    dice: Dice,
}

impl WinCurve {
    /// Follows the events of a game; `None` for a game of fewer than two, or that has not begun.
    #[must_use]
    pub fn new<'e>(
        events: impl IntoIterator<Item = &'e DiceeEvent>,
        forecaster: &mut WinForecaster<'_>,
    ) -> Option<Self> {
        let mut game = DiceeGame::default();
        let mut curve = Self::empty();
        let mut rolls = Vec::new();
        for (event, version) in events.into_iter().zip(1..) {
            let step = game.table().and_then(|table| step(table, event));
            if let (Some(table), DiceeEvent::Roll { kept_mask, .. }) = (game.table(), event) {
                curve.keep(table, *kept_mask, version, forecaster);
            }
            game.apply(event);
            let Some(table) = game.table().filter(|table| !table.order().is_empty()) else { continue };
            if curve.player_ids.is_empty() {
                let mut seats = table.order().to_vec();
                seats.sort_unstable();
                curve.player_ids = seats.iter().filter_map(|&seat| Some(table.player(seat)?.id())).collect();
            }
            let Some(after) = step else { continue };
            rolls.extend(RollOf::new(table, &after, curve.moments.len()));
            curve.push(version, after, Contender::at(table), forecaster);
        }
        let table = game.table().filter(|_| curve.player_ids.len() > 1)?;
        let winners = if table.is_over() { table.winners() } else { curve.player_ids.clone() };
        curve.decided_by = curve.deciding_roll(&winners, &rolls);
        Some(curve)
    }

    const fn empty() -> Self {
        let basis = dicee::WinChance::ASSUMPTION;
        Self { player_ids: Vec::new(), moments: Vec::new(), decided_by: None, basis }
    }

    /// The decision to keep dice, before the others fall.
    fn keep(&mut self, table: &Table, kept: KeptMask, version: u64, forecaster: &mut WinForecaster<'_>) {
        let Ok(turn) = table.turn() else { return };
        let (Some(dice), Some(player)) = (turn.dice(), table.player(turn.seat())) else { return };
        if turn.rolls_left() == RollsLeft::NONE {
            return;
        }
        let start = TurnStart::Kept { keep: dice.kept(kept), rolls_left: turn.rolls_left() };
        let mut contenders = Contender::at(table);
        for (id, contender) in &mut contenders {
            if *id == player.id() {
                contender.ahead = contender.ahead.map(|(position, _)| (position, start));
            }
        }
        let after = WinStep::Keep { player_id: player.id(), kept_mask: kept };
        self.push(version - 1, after, contenders, forecaster);
    }

    fn push(
        &mut self,
        version: u64,
        after: WinStep,
        contenders: Vec<(PlayerId, Contender)>,
        forecaster: &mut WinForecaster<'_>,
    ) {
        let (ids, contenders): (Vec<PlayerId>, Vec<Contender>) = contenders.into_iter().unzip();
        let forecast = forecaster.forecast(&contenders);
        let share = |player: &PlayerId| {
            let place = ids.iter().position(|id| id == player);
            place.map_or(0.0, |place| forecast.chances[place].share)
        };
        let chances = self.player_ids.iter().map(share).collect();
        self.moments.push(WinMoment { version, after, chances, exact: forecast.exact });
    }

    /// The roll that changed the chance of one of these most for the better.
    fn deciding_roll(&self, winners: &[PlayerId], rolls: &[RollOf]) -> Option<DecidingRoll> {
        let places = self.player_ids.iter().enumerate().filter(|(_, id)| winners.contains(id));
        let changes = places.flat_map(|(place, &winner)| {
            rolls.iter().filter_map(move |roll| {
                let before = self.moments.get(roll.moment.checked_sub(1)?)?.chances[place];
                Some((roll, winner, before, self.moments[roll.moment].chances[place]))
            })
        });
        let changes: Vec<_> = changes.collect();
        let place = largest_gain(changes.iter().map(|&(_, _, before, after)| (before, after)))?;
        let (roll, winner_id, before, after) = changes[place];
        Some(DecidingRoll {
            version: self.moments[roll.moment].version,
            player_id: roll.player,
            turn: roll.turn,
            roll_number: roll.number,
            dice: roll.dice,
            winner_id,
            before,
            after,
        })
    }
}

impl RollOf {
    fn new(table: &Table, step: &WinStep, moment: usize) -> Option<Self> {
        let WinStep::Roll { player_id, dice } = *step else { return None };
        let turn = table.turn().ok()?;
        let number = u8::try_from(turn.rolls().len()).ok()?;
        let played = table.player(turn.seat())?.card().turns_completed();
        Some(Self { moment, player: player_id, turn: played + 1, number, dice })
    }
}

/// What an event is to the chances; nothing where it changes none.
fn step(table: &Table, event: &DiceeEvent) -> Option<WinStep> {
    let player = || Some(table.player(table.current_seat()?)?.id());
    match event {
        DiceeEvent::GameStarted { .. } => Some(WinStep::Start {}),
        DiceeEvent::Roll { dice_result, .. } => {
            Some(WinStep::Roll { player_id: player()?, dice: *dice_result })
        }
        DiceeEvent::Score { chosen_category, .. } => {
            Some(WinStep::Score { player_id: player()?, category: *chosen_category })
        }
        DiceeEvent::Undo {} | DiceeEvent::GameAbandoned { .. } => Some(WinStep::Other {}),
        DiceeEvent::GameCreated { .. }
        | DiceeEvent::PlayerJoined { .. }
        | DiceeEvent::SeedMixed { .. }
        | DiceeEvent::Keep { .. }
        | DiceeEvent::Error { .. }
        | DiceeEvent::GameCompleted { .. }
        | DiceeEvent::SeedRevealed { .. } => None,
    }
}
