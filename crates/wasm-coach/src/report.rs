use coach::GameReport;
use dicee::{Audience, ExplanationDepth, GameRecordData, SkillLevel, SolvedGame};
use serde::Deserialize;
use wasm_edge::Fault;

/// What to report on, and for whom.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportRequest {
    /// The game, as `record` of `DiceeTable` gives it.
    #[serde(deserialize_with = "chance::object")]
    pub record: GameRecordData,
    /// Whom the tips are written for; beginners when left out.
    #[serde(default)]
    pub level: SkillLevel,
    /// How much the explanations say; `standard` when left out.
    #[serde(default)]
    pub depth: ExplanationDepth,
}

/// The report of a player's game.
///
/// # Errors
///
/// As [`Coach::report`](crate::Coach::report).
pub fn report(solved: &SolvedGame, about: &ReportRequest) -> Result<GameReport, Fault> {
    let record = about.record.record().map_err(|error| Fault::from(&error.within("record")))?;
    let audience = Audience { level: about.level, depth: about.depth };
    GameReport::for_audience(solved, &record, audience).map_err(|error| Fault::from(&error))
}
