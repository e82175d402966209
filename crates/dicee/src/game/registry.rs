use ledger::{Source, Stored, Stream, UpcastError, Upcaster, Version};
use serde_json::{Map, Value, json};

/// What the contract says about a kind of event: where it goes, who sends it, and in which version we write it
/// (data contract 3.3, 5.x and appendix A; kinds of our own are additions, 12.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registered {
    /// The kind.
    pub kind: &'static str,
    /// Its stream.
    pub stream: Stream,
    /// Who sends it.
    pub source: Source,
    /// The version that is written. Events of the same major version and of the one before are read.
    pub version: Version,
}

const fn registered(
    kind: &'static str,
    stream: Stream,
    source: Source,
    version: (u16, u16, u16),
) -> Registered {
    Registered { kind, stream, source, version: Version::new(version.0, version.1, version.2) }
}

/// Every kind of event.
pub const REGISTRY: [Registered; 17] = [
    registered("game_created", Stream::Domain, Source::Server, (1, 0, 0)),
    registered("player_joined", Stream::Domain, Source::Server, (1, 0, 0)),
    registered("seed_mixed", Stream::Domain, Source::Client, (1, 0, 0)),
    registered("game_started", Stream::Domain, Source::Server, (1, 0, 0)),
    registered("roll", Stream::Domain, Source::Client, (2, 0, 0)),
    registered("keep", Stream::Domain, Source::Client, (1, 0, 0)),
    registered("score", Stream::Domain, Source::Client, (1, 1, 0)),
    registered("undo", Stream::Domain, Source::Client, (1, 0, 0)),
    registered("error", Stream::Domain, Source::System, (1, 0, 0)),
    registered("game_abandoned", Stream::Domain, Source::Client, (1, 0, 0)),
    registered("game_completed", Stream::Domain, Source::Server, (1, 0, 0)),
    registered("seed_revealed", Stream::Domain, Source::Server, (1, 0, 0)),
    registered("analysis_computed", Stream::Analysis, Source::Engine, (1, 0, 0)),
    registered("recommendation", Stream::Analysis, Source::Server, (1, 0, 0)),
    registered("hover", Stream::Telemetry, Source::Client, (1, 0, 0)),
    registered("prediction", Stream::Telemetry, Source::Client, (1, 0, 0)),
    registered("hint_requested", Stream::Telemetry, Source::Client, (1, 0, 0)),
];

/// What is registered for a kind.
#[must_use]
pub fn registration(kind: &str) -> Option<&'static Registered> {
    REGISTRY.iter().find(|registered| registered.kind == kind)
}

/// Whether an event of this version can be read by who writes `current`: all of the same major version, and the one
/// before it (data contract 2.2).
#[must_use]
pub fn can_read(current: Version, version: Version) -> bool {
    version.major == current.major || Some(version.major) == current.major.checked_sub(1)
}

/// Brings stored facts of older schemas up to date:
///
/// | from | to | how |
/// |---|---|---|
/// | `reroll` 1.0.0 | `roll` 2.0.0 | `newDice` is `diceResult`; the verdict on the keep is dropped, it can be computed |
/// | `roll` 1.0.0, 1.1.0 | `roll` 2.0.0 | a missing `keptMask` keeps nothing; embedded analysis is dropped |
/// | `score` 1.0.0 | `score` 1.1.0 | analysis and telemetry are dropped |
#[must_use]
pub fn upcaster() -> Upcaster {
    Upcaster::default()
        .with("reroll", Version::new(1, 0, 0), |stored| roll_from(stored, "newDice"))
        .with("roll", Version::new(1, 0, 0), |stored| roll_from(stored, "diceResult"))
        .with("roll", Version::new(1, 1, 0), |stored| roll_from(stored, "diceResult"))
        .with("score", Version::new(1, 0, 0), score_from)
}

fn roll_from(mut stored: Stored, dice: &'static str) -> Result<Stored, UpcastError> {
    let result = take(&mut stored, dice)?;
    let kept = match stored.fields.shift_remove("keptMask") {
        None if stored.kind == "reroll" => return Err(missing(&stored, "keptMask")),
        None | Some(Value::Null) => json!([false, false, false, false, false]),
        Some(kept) => kept,
    };
    let fields = Map::from_iter([("diceResult".into(), result), ("keptMask".into(), kept)]);
    Ok(Stored { kind: "roll".into(), version: Version::new(2, 0, 0), fields })
}

fn score_from(mut stored: Stored) -> Result<Stored, UpcastError> {
    let category = take(&mut stored, "chosenCategory")?;
    let points = take(&mut stored, "pointsEarned")?;
    let fields = Map::from_iter([("chosenCategory".into(), category), ("pointsEarned".into(), points)]);
    Ok(Stored { kind: stored.kind, version: Version::new(1, 1, 0), fields })
}

fn take(stored: &mut Stored, field: &'static str) -> Result<Value, UpcastError> {
    stored.fields.shift_remove(field).ok_or_else(|| missing(stored, field))
}

fn missing(stored: &Stored, field: &'static str) -> UpcastError {
    UpcastError::Field { kind: stored.kind.clone(), version: stored.version, field }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_versions_that_are_read_are_those_of_the_compatibility_matrix() {
        let version = Version::new;
        for (current, other, readable) in [
            (version(1, 0, 0), version(1, 9, 0), true),
            (version(1, 5, 0), version(1, 0, 0), true),
            (version(2, 0, 0), version(1, 4, 0), true),
            (version(2, 1, 0), version(2, 0, 3), true),
            (version(1, 5, 0), version(2, 0, 0), false),
            (version(3, 0, 0), version(1, 0, 0), false),
        ] {
            assert_eq!(can_read(current, other), readable, "{current} reads {other}");
        }
    }

    #[test]
    fn old_rolls_become_rolls_of_version_2() {
        let step = |version, event| upcaster().upcast("eventType", version, event).map(|(_, event)| event);
        let one = Version::new(1, 0, 0);
        let kept = [true, false, false, false, false];
        let new = json!({"eventType": "roll", "diceResult": [1, 2, 3, 4, 5], "keptMask": kept});
        let reroll = json!({"eventType": "reroll", "previousDice": [1, 1, 1, 1, 2], "keptMask": kept,
            "newDice": [1, 2, 3, 4, 5], "wasOptimal": true, "evDifference": 0, "hintViewed": false});
        assert_eq!(step(one, reroll), Ok(new));
        let bare = json!({"eventType": "roll", "diceResult": [1, 2, 3, 4, 5]});
        let upcast = step(one, bare.clone()).unwrap();
        assert_eq!(upcast["keptMask"], json!([false, false, false, false, false]));
        assert_eq!(step(Version::new(1, 1, 0), bare), Ok(upcast));
        let maskless = json!({"eventType": "reroll", "newDice": [1, 2, 3, 4, 5]});
        assert_eq!(
            step(one, maskless).unwrap_err().to_string(),
            "reroll 1.0.0: keptMask is missing or of the wrong type"
        );
    }
}
