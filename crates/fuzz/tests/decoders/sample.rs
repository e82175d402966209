//! Games to begin with: those of the golden tests, and a game of Forty-Two that is played here.

use chance::SeededChance;
use fortytwo::{Command, FortyTwo, HouseRules, Seat};
use ledger::{Log, Source, Stamp};
use serde_json::{Value, json};

/// The golden games of the crates, as they are stored.
pub(crate) const DICEE: [&str; 4] = [
    include_str!("../../../dicee/tests/golden/solo-standard.json"),
    include_str!("../../../dicee/tests/golden/solo-forced_dicee.json"),
    include_str!("../../../dicee/tests/golden/fair-joker_rules.json"),
    include_str!("../../../dicee/tests/golden/solo-first-schemas.json"),
];
pub(crate) const EXTENDED: &str = include_str!("../../../pools/tests/data/extended-check.json");
pub(crate) const ROLL_TABLE: &str = include_str!("../../../pools/tests/data/roll-table.json");

pub(crate) const STAMP: Stamp = Stamp { timestamp: 1_700_000_000_000, source: Source::Server };

/// A game of Forty-Two in which everybody does the first or the last thing they may.
pub(crate) fn fortytwo(seed: u32, marks: u8) -> Log<FortyTwo> {
    let mut log = Log::<FortyTwo>::default();
    let mut luck = SeededChance::from_seed(1);
    let house = HouseRules { target_marks: marks.try_into().unwrap(), ..HouseRules::default() };
    let start = Command::StartGame { seed: Some(seed), player_types: None, dealer: None, house };
    log.submit(Seat::ALL[0].into(), "start", None, &start, &mut luck, STAMP).unwrap();
    for number in 0..400_u32 {
        let mut moves = Seat::ALL.into_iter().flat_map(|seat| log.state().moves(seat)).collect::<Vec<_>>();
        let last = (seed + number).is_multiple_of(3);
        let Some(command) = (if last { moves.pop() } else { moves.first().cloned() }) else { break };
        let seat = command.player().unwrap();
        log.submit(seat.into(), &format!("c{number}"), None, &command, &mut luck, STAMP).unwrap();
    }
    log
}

/// A stored log without its seals: a list of version and payload.
pub(crate) fn bare(stored: &str, events: usize) -> String {
    let stored: Value = serde_json::from_str(stored).unwrap();
    let bare = stored.as_array().unwrap().iter().take(events);
    let bare: Vec<Value> = bare.map(|event| json!([event["schemaVersion"], event["payload"]])).collect();
    json!(bare).to_string()
}
