use dicee::{
    Action, Advisor, Category, DiceSource, DiceeEvent, DiceeGame, GameId, KeptMask, Outlook, Player,
    PlayerId, Rules, Scorecard, ScorecardData, SkillLevel, TABLE, Table, registration,
};
use ledger::{Envelope, Game as _, Log};
use uuid::Uuid;

use super::base::{BaseGameEvent, derived_uuid, event_uuid};
use super::event::{
    ErrorReport, EventBody, GameCompleted, GameCreated, GameEvent, GameStarted, Keep, PlayerJoined, Roll,
    RollType, ScoreDecision, SeedMixed, SeedRevealed,
};

/// A game's history in the words of the contract. Scores are graded by `outlook`.
///
/// # Panics
///
/// Panics if the outlook is a game under other rules.
#[must_use]
pub fn events(log: &Log<DiceeGame>, outlook: Outlook<'_>) -> Vec<GameEvent> {
    let Some(game_id) = log.state().table().map(Table::id) else { return Vec::new() };
    let mut writer = EventWriter::new(game_id);
    log.envelopes().iter().map(|envelope| writer.write(envelope, outlook)).collect()
}

/// Writes a history in the words of the contract, one event after the other: for a game that goes on.
///
/// Give it every envelope of a log, in order: to [`Self::write`] those that are to be written, to [`Self::skip`] the others.
#[derive(Clone, Debug)]
pub struct EventWriter {
    game_id: GameId,
    /// The state before the event at hand.
    game: DiceeGame,
    clock: Times,
    /// The id of the event before.
    last: Option<Uuid>,
}

/// What is known about time so far.
#[derive(Clone, Debug, Default)]
struct Times {
    started: Option<u64>,
    previous: Option<u64>,
    last_roll: Option<u64>,
    /// Whether that roll still waits for a decision.
    undecided: bool,
    /// Number and sum of the times from a roll to what was done with it.
    decisions: (u64, u64),
}

/// Whose event it is, and when in their game.
struct Actor {
    player: PlayerId,
    turn: u8,
    roll: u8,
}

impl EventWriter {
    /// Before the first event of a game.
    #[must_use]
    pub fn new(game_id: GameId) -> Self {
        Self { game_id, game: DiceeGame::default(), clock: Times::default(), last: None }
    }

    /// The rules of the game so far; `standard` before it is created.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.game.table().map_or_else(Rules::default, Table::rules)
    }

    /// Goes on past an event without writing it.
    pub fn skip(&mut self, envelope: &Envelope<DiceeEvent>) {
        self.game.apply(&envelope.payload);
        self.last = Some(event_uuid(self.game_id, envelope));
        self.clock.observe(&envelope.payload, envelope.timestamp);
    }

    /// The next event. A score is graded by `outlook`.
    ///
    /// # Panics
    ///
    /// Panics if the outlook is a game under other rules, or if events were left out.
    pub fn write(&mut self, envelope: &Envelope<DiceeEvent>, outlook: Outlook<'_>) -> GameEvent {
        let event = &envelope.payload;
        let mut after = self.game.clone();
        after.apply(event);
        let registered = registration(event.kind()).expect("every kind is registered");
        let id = event_uuid(self.game_id, envelope);
        let actor = self.actor(event, &after);
        let base = BaseGameEvent {
            id,
            event_version: registered.version,
            sequence_number: envelope.position + 1,
            stream_type: registered.stream,
            event_source: registered.source,
            trace_id: envelope.trace_id.unwrap_or_else(|| {
                // No request brought it: bots, clocks, games from files.
                derived_uuid(self.game_id, &format!("trace:{}", envelope.correlation_id))
            }),
            causal_chain: self.last.into_iter().collect(),
            timestamp: envelope.timestamp,
            game_id: self.game_id,
            player_id: actor.player,
            turn_number: actor.turn,
            roll_number: actor.roll,
        };
        let body = self.body(envelope, &after, outlook);
        self.game = after;
        self.last = Some(id);
        self.clock.observe(event, envelope.timestamp);
        GameEvent { base, body }
    }

    /// Lifecycle events have turn and roll 0.
    fn actor(&self, event: &DiceeEvent, after: &DiceeGame) -> Actor {
        let host = self.game.table().or(after.table()).map_or(PlayerId(Uuid::nil()), Table::host);
        let outside = |player| Actor { player, turn: 0, roll: 0 };
        let within = |game: &DiceeGame, rolls_more: u8| {
            let acting = game.table().and_then(|table| Some((table.turn().ok()?, table)));
            acting.and_then(|(turn, table)| {
                let player = table.player(turn.seat())?;
                let rolls = u8::try_from(turn.rolls().len()).ok()?;
                let number = (player.card().turns_completed() + 1).min(13);
                Some(Actor { player: player.id(), turn: number, roll: rolls + rolls_more })
            })
        };
        match event {
            DiceeEvent::GameCreated { .. }
            | DiceeEvent::GameStarted { .. }
            | DiceeEvent::GameCompleted { .. }
            | DiceeEvent::SeedRevealed { .. } => outside(host),
            DiceeEvent::PlayerJoined { player_id, .. }
            | DiceeEvent::SeedMixed { player_id, .. }
            | DiceeEvent::GameAbandoned { player_id } => outside(*player_id),
            DiceeEvent::Roll { .. } => within(&self.game, 1).unwrap_or_else(|| outside(host)),
            DiceeEvent::Keep { .. } | DiceeEvent::Score { .. } | DiceeEvent::Error { .. } => {
                within(&self.game, 0).unwrap_or_else(|| outside(host))
            }
            // The turn that goes on again.
            DiceeEvent::Undo {} => within(after, 0).unwrap_or_else(|| outside(host)),
        }
    }

    fn body(&self, envelope: &Envelope<DiceeEvent>, after: &DiceeGame, outlook: Outlook<'_>) -> EventBody {
        let (event, now) = (&envelope.payload, envelope.timestamp);
        let by_clock = envelope.correlation_id.seat() == Some(TABLE);
        let dice = self.game.table().and_then(|table| table.turn().ok()?.dice());
        match event {
            DiceeEvent::GameCreated { game_mode, player_ids, host_player_id, settings, dice, .. } => {
                EventBody::GameCreated(GameCreated {
                    game_mode: *game_mode,
                    player_ids: player_ids.clone(),
                    settings: *settings,
                    host_player_id: *host_player_id,
                    dice: Some(*dice).filter(DiceSource::is_checkable),
                })
            }
            DiceeEvent::PlayerJoined { bot, .. } => EventBody::PlayerJoined(PlayerJoined { bot: *bot }),
            DiceeEvent::SeedMixed { client_seed, .. } => {
                EventBody::SeedMixed(SeedMixed { client_seed: client_seed.clone() })
            }
            DiceeEvent::GameStarted { turn_order } => EventBody::GameStarted(GameStarted {
                turn_order: turn_order.clone(),
                first_player_id: turn_order.first().copied().unwrap_or(PlayerId(Uuid::nil())),
                initial_scorecards: turn_order
                    .iter()
                    .map(|&player| (player, ScorecardData::from(&Scorecard::default())))
                    .collect(),
            }),
            DiceeEvent::Roll { dice_result, kept_mask } => {
                let kept = dice.map(|dice| Action::Keep(dice.kept(*kept_mask)));
                let grade = kept.and_then(|kept| self.advisor(outlook).grade(kept).ok());
                EventBody::Roll(Roll {
                    roll_type: if dice.is_none() { RollType::Initial } else { RollType::Reroll },
                    dice_result: *dice_result,
                    kept_mask: *kept_mask,
                    pre_roll_dice: dice,
                    analysis_id: None,
                    time_from_previous_action: now.saturating_sub(self.clock.previous.unwrap_or(now)),
                    expected_value: grade.map(|grade| grade.chosen_value),
                    optimal_ev: grade.map(|grade| grade.best_value),
                    ev_difference: grade.map(|grade| grade.loss),
                    decision_quality: grade.map(|grade| grade.quality),
                    horizon: grade.map(|_| outlook.horizon()),
                })
            }
            DiceeEvent::Keep { kept_mask } => EventBody::Keep(Keep { kept_mask: *kept_mask }),
            DiceeEvent::Score { chosen_category, points_earned } => {
                let mut score = self.score(*chosen_category, *points_earned, after, now, outlook);
                score.by_clock = by_clock.then_some(true);
                EventBody::Score(Box::new(score))
            }
            DiceeEvent::Undo {} => EventBody::Undo {},
            DiceeEvent::Error {
                error_code,
                error_message,
                severity,
                failed_action,
                recovered,
                recovery_action,
            } => EventBody::Error(ErrorReport {
                error_code: error_code.clone(),
                error_message: error_message.clone(),
                severity: *severity,
                failed_action: failed_action.clone(),
                recovered: *recovered,
                recovery_action: recovery_action.clone(),
            }),
            DiceeEvent::GameAbandoned { .. } => EventBody::GameAbandoned {},
            DiceeEvent::GameCompleted { reason } => {
                let table = after.table().expect("a completed game was created");
                let (count, sum) = self.clock.decisions;
                EventBody::GameCompleted(GameCompleted {
                    final_scores: table.scores(),
                    winner_ids: table.winners(),
                    total_turns: table.turns_played(),
                    game_duration_ms: now.saturating_sub(self.clock.started.unwrap_or(now)),
                    average_decision_time_ms: sum.checked_div(count).unwrap_or(0),
                    reason: *reason,
                })
            }
            DiceeEvent::SeedRevealed { server_seed } => {
                EventBody::SeedRevealed(SeedRevealed { server_seed: *server_seed })
            }
        }
    }

    /// The dice on the table, with everything that can be done with them.
    fn advisor(&self, outlook: Outlook<'_>) -> Advisor {
        let table = self.game.table().expect("dice are on a table");
        let turn = table.turn().expect("dice are on the table in a turn");
        let player = table.player(turn.seat()).expect("a turn belongs to a player");
        let dice = turn.dice().expect("there are dice on the table").pips();
        let advisor = Advisor::new(table.rules(), player.card().position(), outlook, dice, turn.rolls_left());
        advisor.expect("a player with dice on the table has something to decide")
    }

    /// The choice of a box, graded among everything that could have been done: stopping early is part of it.
    fn score(
        &self,
        category: Category,
        points: u8,
        after: &DiceeGame,
        now: u64,
        outlook: Outlook<'_>,
    ) -> ScoreDecision {
        let table = self.game.table().expect("a box is filled at a table");
        let turn = table.turn().expect("a box is filled in a turn");
        let player = table.player(turn.seat()).expect("a turn belongs to a player");
        let advisor = self.advisor(outlook);
        let chosen = Action::Score(category);
        let grade = advisor.grade(chosen).expect("the rules allowed the box");
        let tip = advisor.mistake(chosen).expect("the rules allowed the box");
        let best_box = advisor.analysis().options.iter().find_map(|option| match option.action {
            Action::Score(category) => Some(category),
            Action::Keep(_) => None,
        });
        let dice = turn.dice().map(|dice| dice.pips());
        let better = match grade.best {
            Action::Keep(keep) => dice.and_then(|dice| keep.mask(&dice)).map(KeptMask),
            Action::Score(_) => None,
        };
        let updated = after.table().and_then(|table| table.player(turn.seat())).map(Player::card);
        ScoreDecision {
            chosen_category: category,
            points_earned: points,
            expected_value: grade.chosen_value,
            optimal_category: best_box.unwrap_or(category),
            optimal_kept_mask: better,
            optimal_ev: grade.best_value,
            ev_difference: grade.loss,
            decision_quality: grade.quality,
            previous_scorecard: player.card().into(),
            updated_scorecard: updated.unwrap_or(player.card()).into(),
            time_to_decision: now.saturating_sub(self.clock.last_roll.unwrap_or(now)),
            categories_considered: None,
            backtrack_count: None,
            hint_requested: None,
            by_clock: None,
            learning_tip: tip.map(|kind| kind.tip(SkillLevel::default()).to_owned()),
            horizon: Some(outlook.horizon()),
            concepts_applied: tip.map(|kind| vec![kind.category().name().to_owned()]),
        }
    }
}

impl Times {
    fn observe(&mut self, event: &DiceeEvent, now: u64) {
        let (rolled, scored) =
            (matches!(event, DiceeEvent::Roll { .. }), matches!(event, DiceeEvent::Score { .. }));
        if matches!(event, DiceeEvent::GameStarted { .. }) {
            self.started = Some(now);
        }
        if let Some(roll) = self.last_roll.filter(|_| self.undecided && (rolled || scored)) {
            self.decisions =
                (self.decisions.0 + 1, self.decisions.1.saturating_add(now.saturating_sub(roll)));
        }
        if rolled || scored {
            self.undecided = rolled;
        }
        if rolled {
            self.last_roll = Some(now);
        }
        self.previous = Some(now);
    }
}

/// The id under which the analysis of a roll is kept.
#[must_use]
pub fn analysis_uuid(game: GameId, roll: Uuid) -> Uuid {
    derived_uuid(game, &format!("analysis:{roll}"))
}
