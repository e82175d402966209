//! Live games: one task for each, which alone touches its log.
//!
//! The way of a command: [`House::command`] finds the room of the game, or opens it from the store (`house.rs`, with
//! the one `match` that picks the game); the room's task ([`room`]) reads the command, asks whether this player may send
//! it ([`hosted::Hosted::authorise`]), lets the rules decide, appends the events at the version it knows, and only when
//! they are durable tells everybody who watches what they may know of it. Whoever else appended in between is read back
//! first, and the command judged anew.
//!
//! * [`hosted`] is what a game has to say about the people around it; `dicee_table.rs`, `fortytwo_table.rs` and
//!   `pools_tables.rs` say it. `seated.rs` puts chairs around games whose rules know seats only.
//! * `watch.rs` holds those who watch: what they are sent, and when they are cut off.

mod dicee_table;
mod fortytwo_table;
mod hosted;
mod house;
mod pools_tables;
mod room;
mod seated;
mod watch;

pub(crate) use fortytwo_table::FortyTwoOptions;
pub(crate) use hosted::{Asked, Kind};
pub(crate) use house::{House, HouseSettings, Opening};
pub(crate) use room::{CommandRequest, Trouble, error_message, text};
pub(crate) use watch::{Outbox, outbox};

#[cfg(test)]
mod tests {
    use dicee::DiceeGame;
    use fortytwo::FortyTwo;
    use pools::{ExtendedCheck, RollTable};
    use proptest::prelude::*;
    use serde_json::{Map, Value, json};

    use super::hosted::Hosted;
    use super::seated::Seated;

    /// JSON that looks like a command from afar.
    fn command() -> impl Strategy<Value = Value> {
        let word = prop::sample::select(vec![
            "type",
            "sit",
            "stand",
            "seat",
            "join",
            "add_bot",
            "roll",
            "keptMask",
            "score",
            "category",
            "player",
            "domino",
            "bid",
            "START_GAME",
            "PLACE_BID",
            "PLAY_DOMINO",
            "SELECT_TRUMP",
            "trump",
            "ROLL",
            "expression",
            "CHECK",
            "pool",
            "START_CHECK",
            "terms",
            "6-4",
            "30",
            "d10",
            "6d10>=8b1",
            "playerId",
            "",
        ]);
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            word.clone().prop_map(Value::from),
            ".{0,30}".prop_map(Value::from),
        ];
        let nested = leaf.prop_recursive(3, 24, 6, move |inner| {
            let fields = prop::collection::vec((word.clone(), inner.clone()), 0..6);
            let object = fields.prop_map(|fields| {
                fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>().into()
            });
            prop_oneof![prop::collection::vec(inner, 0..6).prop_map(Value::from), object]
        });
        nested.boxed()
    }

    proptest! {
        #[test]
        fn no_command_makes_reading_panic(command in command()) {
            let _ = DiceeGame::read_command(command.clone());
            let _ = Seated::<FortyTwo>::read_command(command.clone());
            let _ = Seated::<ExtendedCheck>::read_command(command.clone());
            let _ = Seated::<RollTable>::read_command(command.clone());
            let history = json!([command]).to_string();
            let _ = ledger::Log::<Seated<FortyTwo>>::from_json(&history, &Seated::<FortyTwo>::upcaster());
            let _ = ledger::Log::<Seated<RollTable>>::from_json(&history, &Seated::<RollTable>::upcaster());
        }
    }
}
