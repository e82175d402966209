use dicee::{
    Advisor, Audience, Category, Dice, DiceeEvent, DiceeGame, GameId, Outlook, PlayerId, Scorecard,
    registration,
};
use ledger::{Game as _, Log};
use uuid::Uuid;

use super::analysis::{AnalysisBody, AnalysisComputed, AnalysisEvent, GameStateSnapshot, Recommendation};
use super::base::{BaseGameEvent, derived_uuid, event_uuid};
use super::telemetry::{
    ConfidenceLevel, HintRequested, HintType, Hover, Prediction, TelemetryBody, TelemetryEvent,
};
use super::write::analysis_uuid;

/// A player with dice on the table: what analysis and telemetry are about. Analysis and telemetry events are functions of
/// the moments in a history, so they can be made again at any time.
#[derive(Clone, Debug)]
pub struct Moment {
    game: GameId,
    player: PlayerId,
    turn: u8,
    roll: u8,
    /// The roll that led here.
    cause: Uuid,
    card: Scorecard,
    dice: Dice,
    advisor: Advisor,
}

/// What lies outside of the game: where an event stands in its stream, and when it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Its place in its stream of this game, from 1.
    pub sequence_number: u64,
    /// Milliseconds since 1970.
    pub timestamp: u64,
}

impl Moment {
    /// Every roll of a history, with the time at which it fell. Values look as far as `outlook` does.
    ///
    /// # Panics
    ///
    /// Panics if the outlook is a game under other rules.
    #[must_use]
    pub fn all(log: &Log<DiceeGame>, outlook: Outlook<'_>) -> Vec<(Self, u64)> {
        let mut game = DiceeGame::default();
        let mut moments = Vec::new();
        for envelope in log.envelopes() {
            game.apply(&envelope.payload);
            if matches!(envelope.payload, DiceeEvent::Roll { .. }) {
                let cause = game.table().map(|table| event_uuid(table.id(), envelope));
                moments.extend(
                    cause
                        .and_then(|cause| Self::of(&game, cause, outlook))
                        .map(|moment| (moment, envelope.timestamp)),
                );
            }
        }
        moments
    }

    /// The dice on the table now; `None` before the first roll of a turn.
    ///
    /// # Panics
    ///
    /// As [`Self::all`].
    #[must_use]
    pub fn now(log: &Log<DiceeGame>, outlook: Outlook<'_>) -> Option<Self> {
        let table = log.state().table()?;
        let mut envelopes = log.envelopes().iter().rev();
        let roll = envelopes.find(|envelope| matches!(envelope.payload, DiceeEvent::Roll { .. }))?;
        Self::of(log.state(), event_uuid(table.id(), roll), outlook)
    }

    fn of(game: &DiceeGame, cause: Uuid, outlook: Outlook<'_>) -> Option<Self> {
        let table = game.table()?;
        let turn = table.turn().ok()?;
        let (player, dice) = (table.player(turn.seat())?, turn.dice()?);
        let position = player.card().position();
        let advisor = Advisor::new(table.rules(), position, outlook, dice.pips(), turn.rolls_left());
        Some(Self {
            game: table.id(),
            player: player.id(),
            turn: player.card().turns_completed() + 1,
            roll: u8::try_from(turn.rolls().len()).ok()?,
            cause,
            card: *player.card(),
            dice,
            advisor: advisor.expect("a player with dice on the table has something to decide"),
        })
    }

    /// Who has the dice.
    #[must_use]
    pub const fn player(&self) -> PlayerId {
        self.player
    }

    /// Their turn, from 1.
    #[must_use]
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// The roll of that turn, from 1.
    #[must_use]
    pub const fn roll(&self) -> u8 {
        self.roll
    }

    /// What the engine says about it.
    #[must_use]
    pub const fn advisor(&self) -> &Advisor {
        &self.advisor
    }

    /// The analysis of the roll (data contract 5.4).
    #[must_use]
    pub fn analysis(&self, audience: Audience, computation_time_ms: f64, stamp: Stamp) -> AnalysisEvent {
        let probabilities = self.advisor.probabilities(computation_time_ms);
        let body = AnalysisBody::AnalysisComputed(Box::new(AnalysisComputed {
            analysis_id: analysis_uuid(self.game, self.cause),
            source_event_id: self.cause,
            computation_method: probabilities.computation_method,
            confidence: probabilities.confidence,
            cache_hit: probabilities.cache_hit,
            probabilities,
            recommendations: vec![self.advisor.recommend(audience)],
        }));
        AnalysisEvent { base: self.base(body.kind(), stamp), body }
    }

    /// The advice that was given (data contract 5.4).
    #[must_use]
    pub fn recommendation(&self, audience: Audience, stamp: Stamp) -> AnalysisEvent {
        let body = AnalysisBody::Recommendation(Box::new(Recommendation {
            game_state_snapshot: GameStateSnapshot {
                dice_result: self.dice,
                scorecard: (&self.card).into(),
                rolls_remaining: self.advisor.analysis().rolls_left.get(),
            },
            recommendation: self.advisor.recommend(audience),
            player_skill_level: audience.level,
            pedagogy_strategy: audience.depth.name().to_owned(),
        }));
        AnalysisEvent { base: self.base(body.kind(), stamp), body }
    }

    /// A look at a box (data contract 5.5); `None` if it is not open. `hover_sequence` counts the looks of the turn from 1.
    #[must_use]
    pub fn hover(
        &self,
        category: Category,
        hover_duration: u64,
        hover_sequence: u32,
        stamp: Stamp,
    ) -> Option<TelemetryEvent> {
        let analysis = self.advisor.analysis();
        let entry = analysis.categories.iter().find(|entry| entry.category == category)?;
        let body = TelemetryBody::Hover(Hover {
            category_hovered: category,
            hover_duration,
            would_score: entry.score.unwrap_or(0),
            current_ev: entry.expected_score,
            is_optimal: analysis.recommended_category() == Some(category),
            hover_sequence,
        });
        Some(TelemetryEvent { base: self.base(body.kind(), stamp), body })
    }

    /// A guess of anybody who looks on at the chance of a box (data contract 5.5); `None` if it is not open or the guess is
    /// no chance. A perfect guess earns 100, and the square of what is left of certainty otherwise.
    #[must_use]
    pub fn prediction(
        &self,
        player: PlayerId,
        category: Category,
        predicted_probability: f64,
        confidence_level: ConfidenceLevel,
        stamp: Stamp,
    ) -> Option<TelemetryEvent> {
        if !(0.0..=1.0).contains(&predicted_probability) {
            return None;
        }
        let analysis = self.advisor.analysis();
        let entry = analysis.categories.iter().find(|entry| entry.category == category)?;
        let actual_probability = entry.probability.value();
        let accuracy_delta = (predicted_probability - actual_probability).abs();
        let body = TelemetryBody::Prediction(Prediction {
            predicted_category: category,
            predicted_probability,
            confidence_level,
            actual_probability,
            accuracy_delta,
            prediction_score: (100.0 * (1.0 - accuracy_delta).powi(2)).round(),
        });
        let base = BaseGameEvent { player_id: player, ..self.base(body.kind(), stamp) };
        Some(TelemetryEvent { base, body })
    }

    /// A hint that was asked for, and what it said (data contract 5.5).
    #[must_use]
    pub fn hint_requested(&self, audience: Audience, stamp: Stamp) -> TelemetryEvent {
        let advice = self.advisor.recommend(audience);
        let hint_type = match advice.recommended_category {
            Some(_) => HintType::OptimalCategory,
            None => HintType::RerollStrategy,
        };
        let body = TelemetryBody::HintRequested(HintRequested {
            current_dice: self.dice,
            available_categories: self.card.open().iter().collect(),
            hint_type,
            hint_content: advice.reasoning,
            player_skill_level: audience.level,
            concepts_introduced: hint_type.concepts().iter().map(|&concept| concept.to_owned()).collect(),
        });
        TelemetryEvent { base: self.base(body.kind(), stamp), body }
    }

    fn base(&self, kind: &str, stamp: Stamp) -> BaseGameEvent {
        let registered = registration(kind).expect("every kind is registered");
        let name = format!("{kind}:{}:{}", self.cause, stamp.sequence_number);
        BaseGameEvent {
            id: derived_uuid(self.game, &name),
            event_version: registered.version,
            sequence_number: stamp.sequence_number,
            stream_type: registered.stream,
            event_source: registered.source,
            trace_id: derived_uuid(self.game, &format!("trace:{name}")),
            causal_chain: vec![self.cause],
            timestamp: stamp.timestamp,
            game_id: self.game,
            player_id: self.player,
            turn_number: self.turn,
            roll_number: self.roll,
        }
    }
}
