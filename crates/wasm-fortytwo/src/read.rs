use fortytwo::HouseRules;
use serde_json::Value;
use wasm_edge::{Fault, Fields};

/// House rules; what is left out is off, and seven marks win.
///
/// # Errors
///
/// An `InputError` that names the field.
pub(crate) fn house(value: Value) -> Result<HouseRules, Fault> {
    let mut fields = Fields::of("house", value)?;
    let house = HouseRules {
        nello: fields.flag("nello")?,
        splash: fields.flag("splash")?,
        plunge: fields.flag("plunge")?,
        sevens: fields.flag("sevens")?,
        forced_bid: fields.flag("forcedBid")?,
        target_marks: fields.number("targetMarks")?.unwrap_or_default(),
    };
    fields.end()?;
    Ok(house)
}
