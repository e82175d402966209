//! Hints for the seats of a table.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use ledger::{Log, Seat};
use protocol::{ClientMessage, ErrorCode, ServerMessage};

use super::{Seated, TableGame};
use crate::context::Context;
use crate::game::{Asker, Denied, LateAnswer, NoteCounts, QueryAnswer, Questions};

/// The only question at these tables: what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HintRequest;

/// The last hint of each seat. It is computed once for a version, however often it is asked for.
#[derive(Debug, Default)]
pub struct Hints(HashMap<Seat, (u64, Computed)>);

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
        _context: &Context<()>,
    ) -> Result<QueryAnswer, Denied> {
        let seat = asker.seat.ok_or_else(|| Denied::forbidden("hints are for the players at this table"))?;
        let version = log.version();
        let nothing = || Denied::new(ErrorCode::InvalidTurn, "there is nothing to choose now");
        let LateAnswer(compute) = log.state().game.hint(seat, version).ok_or_else(nothing)?;
        if let Some((_, hint)) = memory.0.get(&seat).filter(|(asked, _)| *asked == version) {
            // Who asked first has it as soon as it is there; a further thread would only wait for the first one.
            let computing =
                || Denied::new(ErrorCode::RateLimit, "the hint for this position is being computed");
            let known = hint.get().ok_or_else(computing)?;
            return Ok(QueryAnswer {
                message: Some(known.clone().ok_or_else(nothing)?),
                ..QueryAnswer::default()
            });
        }
        let hint = Computed::default();
        memory.0.insert(seat, (version, Arc::clone(&hint)));
        let later = LateAnswer(Box::new(move || hint.get_or_init(compute).clone()));
        Ok(QueryAnswer { later: Some(later), ..QueryAnswer::default() })
    }
}
