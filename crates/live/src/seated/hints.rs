//! Hints for the seats of a table.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use ledger::{Log, Seat, Stream};
use protocol::{ClientMessage, ErrorCode, ErrorMessage, HintAsked, ServerMessage};

use super::{Seated, SeatedEvent, TableGame};
use crate::context::Context;
use crate::game::{Asker, Denied, LateAnswer, NoteCounts, QueryAnswer, Questions};

/// The only question at these tables: what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HintRequest;

/// The last hint of each seat, with the place of the last move before it. It is computed once for a position, however
/// often it is asked for and whatever else happens at the table.
#[derive(Debug, Default)]
pub struct Hints(HashMap<Seat, (Option<usize>, Computed)>);

/// A hint, once it is computed.
type Computed = Arc<OnceLock<Option<ServerMessage>>>;

impl<G: TableGame> Questions for Seated<G> {
    type Query = HintRequest;
    type Memory = Hints;

    fn query_of(message: &ClientMessage) -> Option<HintRequest> {
        (G::HINTS && matches!(message, ClientMessage::RequestHint { .. })).then_some(HintRequest)
    }

    fn answer(
        log: &Log<Self>,
        asker: &Asker,
        _query: HintRequest,
        memory: &mut Hints,
        _counts: NoteCounts,
        context: &Context<()>,
    ) -> Result<QueryAnswer, Denied> {
        let seat = asker.seat.ok_or_else(|| Denied::forbidden("hints are for the players at this table"))?;
        let version = log.version();
        let nothing = || Denied::new(ErrorCode::InvalidTurn, "there is nothing to choose now");
        let LateAnswer(compute) = log.state().game.hint(seat, version).ok_or_else(nothing)?;
        let position = log.envelopes().iter().rposition(|envelope| is_move::<G>(&envelope.payload));
        // One that was refused after all, because it could not be noted, is computed by nobody.
        let is_known = |(asked, hint): &&(Option<usize>, Computed)| {
            *asked == position && (hint.get().is_some() || Arc::weak_count(hint) > 0)
        };
        if let Some((_, hint)) = memory.0.get(&seat).filter(is_known) {
            // Who asked first has it as soon as it is there; a further thread would only wait for the first one.
            let computing =
                || Denied::new(ErrorCode::RateLimit, "the hint for this position is being computed");
            let known = hint.get().ok_or_else(computing)?;
            let mut message = known.clone().ok_or_else(nothing)?;
            // The position is the same, but the table may have another version.
            if let ServerMessage::PlayHint { version: shown, .. } = &mut message {
                *shown = version;
            }
            return Ok(QueryAnswer { message: Some(message), ..QueryAnswer::default() });
        }
        let hint = Computed::default();
        let wanted = Arc::downgrade(&hint);
        memory.0.insert(seat, (position, hint));
        let later = LateAnswer(Box::new(move || {
            // A seat that asked for another position while this one waited for a thread needs no answer.
            let hint = wanted.upgrade()?;
            let none = || ErrorMessage::new(ErrorCode::Internal, "no answer was found").into();
            Some(hint.get_or_init(compute).clone().unwrap_or_else(none))
        }));
        // What is learned about a player leaves out choices that had help. Behind the moment it is about, whatever the clock says.
        let last = log.envelopes().last().map_or(0, |last| last.timestamp);
        let note = asker.player.map(|player| HintAsked::new(player, version, context.now().max(last)));
        let note = note.map(serde_json::to_value).transpose();
        let note = note.map_err(|error| Denied::new(ErrorCode::Internal, error.to_string()))?;
        let notes = note.into_iter().map(|note| (Stream::Telemetry, note)).collect();
        Ok(QueryAnswer { later: Some(later), notes, ..QueryAnswer::default() })
    }
}

/// Who sits where changes nobody's choice.
fn is_move<G: TableGame>(event: &SeatedEvent<G::Event, G::Options>) -> bool {
    matches!(event, SeatedEvent::Game(event) if G::is_move(event))
}
