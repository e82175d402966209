//! Hints, analysis and telemetry of the dice game: what a player may ask about the roll on the table.

use std::time::Instant;

use dicee::{Audience, Category, DiceeGame, ExplanationDepth, SkillLevel};
use ledger::{Log, Seat, Stream};
use protocol::contract::{Moment, Stamp};
use protocol::{ClientMessage, ErrorCode, ServerMessage};
use serde::Serialize;
use serde_json::Value;

use crate::context::Context;
use crate::game::{Denied, NoteCounts, QueryAnswer, Questions};
use crate::solved_games::SolvedGames;

/// The longest look at a box that is noted, in milliseconds.
const LONGEST_HOVER: u64 = 60 * 60 * 1000;

/// What can be asked.
#[derive(Clone, Copy, Debug)]
pub enum DiceeQuery {
    /// The chances of every box.
    Analysis,
    /// Advice.
    Hint(ExplanationDepth),
    /// Nothing: a player looks at a box since a moment, in milliseconds since 1970.
    Hover {
        /// The box.
        category: Category,
        /// Since when.
        since: u64,
    },
}

/// How often somebody looked at a box since the last event.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hovers(u32);

impl Questions for DiceeGame {
    type Query = DiceeQuery;
    type Memory = Hovers;

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other message asks something")]
    fn query_of(message: &ClientMessage) -> Option<DiceeQuery> {
        match message {
            // A roll may ask for the analysis of what it brings.
            ClientMessage::Roll { .. } => Some(DiceeQuery::Analysis),
            ClientMessage::RequestHint { explanation_depth } => Some(DiceeQuery::Hint(*explanation_depth)),
            ClientMessage::Hover { category, hover_start_time } => {
                Some(DiceeQuery::Hover { category: *category, since: *hover_start_time })
            }
            _ => None,
        }
    }

    fn answer(
        log: &Log<Self>,
        seat: Option<Seat>,
        query: DiceeQuery,
        hovers: &mut Hovers,
        counts: NoteCounts,
        context: &Context<SolvedGames>,
    ) -> Result<QueryAnswer, Denied> {
        let answer = answer(log, seat, query, hovers, counts, context);
        // Nobody waits for an answer to a look.
        if matches!(query, DiceeQuery::Hover { .. }) { Ok(answer.unwrap_or_default()) } else { answer }
    }
}

fn answer(
    log: &Log<DiceeGame>,
    seat: Option<Seat>,
    query: DiceeQuery,
    hovers: &mut Hovers,
    counts: NoteCounts,
    context: &Context<SolvedGames>,
) -> Result<QueryAnswer, Denied> {
    let nothing = |message: &str| Denied::new(ErrorCode::InvalidTurn, message);
    let table = log.state().table().ok_or_else(|| nothing("there is no game yet"))?;
    let turn = table.turn().map_err(|refusal| Denied::new((&refusal).into(), refusal.to_string()))?;
    if seat != Some(turn.seat()) {
        return Err(Denied::new(ErrorCode::NotYourTurn, "this is for the player whose turn it is"));
    }
    let started = Instant::now();
    let moment = Moment::now(log, context.services().outlook(table.rules()));
    let moment = moment.ok_or_else(|| nothing("roll the dice first"))?;
    let timestamp = context.now();
    let next = |count: u64| Stamp { sequence_number: count + 1, timestamp };
    let (analysis, telemetry) = (next(counts.analysis), next(counts.telemetry));
    let audience = |depth| Audience { depth, level: SkillLevel::default() };
    let mut answer = QueryAnswer::default();
    match query {
        DiceeQuery::Analysis => {
            let time = started.elapsed().as_secs_f64() * 1e3;
            let event = moment.analysis(audience(ExplanationDepth::default()), time, analysis);
            answer.notes.push((Stream::Analysis, json(&event)?));
            answer.message = Some(ServerMessage::Analysis { event: Box::new(event) });
        }
        DiceeQuery::Hint(depth) => {
            let audience = audience(depth);
            let recommendation = Box::new(moment.advisor().recommend(audience));
            answer.message = Some(ServerMessage::Hint { recommendation });
            answer.notes.push((Stream::Analysis, json(&moment.recommendation(audience, analysis))?));
            answer.notes.push((Stream::Telemetry, json(&moment.hint_requested(audience, telemetry))?));
        }
        DiceeQuery::Hover { category, since } => {
            hovers.0 += 1;
            let duration = context.now().saturating_sub(since).min(LONGEST_HOVER);
            if let Some(event) = moment.hover(category, duration, hovers.0, telemetry) {
                answer.notes.push((Stream::Telemetry, json(&event)?));
            }
        }
    }
    Ok(answer)
}

fn json(event: &impl Serialize) -> Result<Value, Denied> {
    serde_json::to_value(event).map_err(|error| Denied::new(ErrorCode::Internal, error.to_string()))
}
