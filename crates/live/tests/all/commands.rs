//! Commands as clients write them, good and bad.

use dicee::DiceeGame;
use fortytwo::FortyTwo;
use live::{Hosted as _, Seated, Seating};
use pools::{ExtendedCheck, RollTable};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

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

/// Every game refuses what it does not know, also beside commands without fields.
#[test]
fn a_field_that_a_command_does_not_have_is_refused_by_name() {
    fn check<G: Seating>(command: &str) {
        let mut fields = Map::from_iter([("type".to_owned(), Value::from(command))]);
        assert!(G::read_command(fields.clone().into()).is_ok(), "{command}");
        fields.insert("haste".to_owned(), 1.into());
        let error = G::read_command(fields.into()).map(|_| ()).unwrap_err();
        assert_eq!(error.field(), "command.haste", "{error}");
    }
    ["start", "undo", "abandon", "expire", "roll"].into_iter().for_each(check::<DiceeGame>);
    ["sit", "stand", "DISABLE_QUICKPLAY", "REQUEST_REDEAL", "ENABLE_QUICKPLAY", "START_GAME"]
        .into_iter()
        .for_each(check::<Seated<FortyTwo>>);
    ["sit", "stand", "ROLL_ROUND", "ABANDON_CHECK"].into_iter().for_each(check::<Seated<ExtendedCheck>>);
    ["sit", "stand"].into_iter().for_each(check::<Seated<RollTable>>);
}
