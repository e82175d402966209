//! Hints, analysis and telemetry of the dice game: what a player may ask about the roll on the table.

use std::collections::HashMap;
use std::time::Instant;

use dicee::{Audience, Category, DiceeGame};
use ledger::{Log, PlayerId, Seat, Stream};
use protocol::contract::{EventBody, GameEvent, Moment, RollType, Stamp};
use protocol::{ClientMessage, ErrorCode, ServerMessage};

use super::dicee_predictions::{Guess, Predictions, json};
use crate::context::Context;
use crate::game::{Asker, Denied, NoteCounts, QueryAnswer, Questions};
use crate::solved_games::SolvedGames;

/// The longest look at a box that is noted, in milliseconds.
const LONGEST_HOVER: u64 = 60 * 60 * 1000;

/// What can be asked.
#[derive(Clone, Copy, Debug)]
pub enum DiceeQuery {
    /// The chances of every box.
    Analysis,
    /// Advice.
    Hint(Audience),
    /// Nothing: a player looks at a box since a moment, in milliseconds since 1970.
    Hover {
        /// The box.
        category: Category,
        /// Since when.
        since: u64,
    },
    /// How good a guess is, once the turn is over.
    Prediction(Guess),
}

/// What players looked at and asked, turn by turn, as long as the game is in memory: at most as many turns as a game
/// has, each with a bounded number of looks.
#[derive(Clone, Debug, Default)]
struct Looks {
    turns: HashMap<(PlayerId, u8), TurnLooks>,
}

/// What one player did in one turn.
#[derive(Clone, Debug, Default)]
struct TurnLooks {
    /// Whether the turn was watched from its first roll, so that what is not here did not happen.
    whole: bool,
    considered: Vec<Category>,
    /// All looks, also those that are not remembered.
    looks: u32,
    hinted: bool,
    /// How many hints there were at each roll of the turn.
    hints: [u32; 3],
}

/// Looks of one turn that are remembered.
const MOST_LOOKS: usize = 64;
/// Hints at one roll: each is noted, and what one player asks must leave room for the others.
const MOST_HINTS: u32 = 10;

impl TurnLooks {
    /// A player asks what to do at this roll of the turn, from 1, however often they put dice aside or take moves back there.
    fn hint(&mut self, roll: u8) -> Result<(), Denied> {
        let asked = self.hints.get_mut(usize::from(roll.saturating_sub(1)));
        if let Some(asked) = asked.filter(|asked| **asked < MOST_HINTS) {
            *asked += 1;
            self.hinted = true;
            return Ok(());
        }
        Err(Denied::new(ErrorCode::RateLimit, format!("at most {MOST_HINTS} hints per roll")))
    }
}

impl Looks {
    fn turn(&mut self, player: PlayerId, turn: u8) -> &mut TurnLooks {
        self.turns.entry((player, turn)).or_default()
    }
}

/// What is remembered of a game.
#[derive(Debug, Default)]
pub struct DiceeMemory {
    looks: Looks,
    predictions: Predictions,
}

impl Questions for DiceeGame {
    type Query = DiceeQuery;
    type Memory = DiceeMemory;

    /// Says what is known: a turn that was not watched from its first roll on has no such fields.
    fn annotate(event: &mut GameEvent, memory: &mut DiceeMemory) {
        let looks = &mut memory.looks;
        let (player, turn) = (event.base.player_id, event.base.turn_number);
        #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else begins or ends a turn")]
        match &mut event.body {
            EventBody::Roll(roll) if roll.roll_type == RollType::Initial => {
                *looks.turn(player, turn) = TurnLooks { whole: true, ..TurnLooks::default() };
            }
            EventBody::Score(score) if score.by_clock != Some(true) => {
                let Some(seen) = looks.turns.get(&(player, turn)).filter(|seen| seen.whole) else { return };
                let considered = &seen.considered;
                let repeated = considered.iter().enumerate();
                let repeated = repeated.filter(|(place, looked)| considered[..*place].contains(looked));
                score.backtrack_count = Some(u32::try_from(repeated.count()).unwrap_or(u32::MAX));
                score.categories_considered = Some(considered.clone());
                score.hint_requested = Some(seen.hinted);
            }
            _ => {}
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other message asks something")]
    fn query_of(message: &ClientMessage) -> Option<DiceeQuery> {
        match message {
            // A roll may ask for the analysis of what it brings.
            ClientMessage::Roll { .. } => Some(DiceeQuery::Analysis),
            ClientMessage::RequestHint { explanation_depth: depth, skill_level } => {
                let level = skill_level.unwrap_or_default();
                Some(DiceeQuery::Hint(Audience { depth: *depth, level }))
            }
            ClientMessage::Hover { category, hover_start_time } => {
                Some(DiceeQuery::Hover { category: *category, since: *hover_start_time })
            }
            ClientMessage::Prediction { category, predicted_probability, confidence_level } => {
                Some(DiceeQuery::Prediction(Guess {
                    category: *category,
                    probability: *predicted_probability,
                    confidence: *confidence_level,
                }))
            }
            _ => None,
        }
    }

    fn is_advice(query: &DiceeQuery) -> bool {
        match query {
            DiceeQuery::Analysis | DiceeQuery::Hint(_) => true,
            // The exact chance beside a guess is sent when the turn is over.
            DiceeQuery::Hover { .. } | DiceeQuery::Prediction(_) => false,
        }
    }

    fn answer(
        log: &Log<Self>,
        asker: &Asker,
        query: DiceeQuery,
        memory: &mut DiceeMemory,
        counts: NoteCounts,
        context: &Context<SolvedGames>,
    ) -> Result<QueryAnswer, Denied> {
        if let DiceeQuery::Prediction(guess) = query {
            return memory.predictions.note(log, asker, guess, counts, context);
        }
        let answer = answer(log, asker.seat, query, &mut memory.looks, counts, context);
        // Nobody waits for an answer to a look.
        if matches!(query, DiceeQuery::Hover { .. }) { Ok(answer.unwrap_or_default()) } else { answer }
    }

    fn moved_on(
        log: &Log<Self>,
        since: u64,
        memory: &mut DiceeMemory,
        names: &dyn Fn(PlayerId) -> String,
    ) -> Vec<ServerMessage> {
        memory.predictions.settle(log, since, names)
    }
}

fn answer(
    log: &Log<DiceeGame>,
    seat: Option<Seat>,
    query: DiceeQuery,
    looks: &mut Looks,
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
    let looks = looks.turn(moment.player(), moment.turn());
    // Behind the roll that it is about, whatever the clock says.
    let last = log.envelopes().last().map_or(0, |last| last.timestamp);
    let timestamp = context.now().max(last);
    let next = |count: u64| Stamp { sequence_number: count + 1, timestamp };
    let (analysis, telemetry) = (next(counts.analysis), next(counts.telemetry));
    let mut answer = QueryAnswer::default();
    match query {
        DiceeQuery::Analysis => {
            // An analysis says what to do as well, so it is a hint.
            looks.hint(moment.roll())?;
            let (time, audience) = (started.elapsed().as_secs_f64() * 1e3, Audience::default());
            let event = moment.analysis(audience, time, analysis);
            answer.notes.push((Stream::Analysis, json(&event)?));
            answer.notes.push((Stream::Telemetry, json(&moment.hint_requested(audience, telemetry))?));
            answer.message = Some(ServerMessage::Analysis { event: Box::new(event) });
        }
        DiceeQuery::Hint(audience) => {
            looks.hint(moment.roll())?;
            let recommendation = Box::new(moment.advisor().recommend(audience));
            answer.message = Some(ServerMessage::Hint { recommendation });
            answer.notes.push((Stream::Analysis, json(&moment.recommendation(audience, analysis))?));
            answer.notes.push((Stream::Telemetry, json(&moment.hint_requested(audience, telemetry))?));
        }
        DiceeQuery::Hover { category, since } => {
            let duration = context.now().saturating_sub(since).min(LONGEST_HOVER);
            if let Some(event) = moment.hover(category, duration, looks.looks + 1, telemetry) {
                looks.looks += 1;
                if looks.considered.len() < MOST_LOOKS {
                    looks.considered.push(category);
                }
                answer.notes.push((Stream::Telemetry, json(&event)?));
            }
        }
        DiceeQuery::Prediction(_) => {}
    }
    Ok(answer)
}
