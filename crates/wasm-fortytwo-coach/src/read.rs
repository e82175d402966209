use fortytwo::{BySeat, HandRecord, Seat, Sight, Tile, TileSet, ToldHand, ToldSight};
use serde_json::Value;
use wasm_bindgen::JsValue;
use wasm_edge::{Fault, parsed, request_with_null};

/// What a seat knows of a hand.
///
/// # Errors
///
/// An `InputError` if it cannot have happened.
pub(crate) fn sight(told: &JsValue) -> Result<Sight, JsValue> {
    let told: ToldSight = request_with_null(told)?;
    Sight::try_from(told).map_err(|error| Fault::from(&error).into())
}

/// A finished hand, with its number.
///
/// # Errors
///
/// An `InputError` if it cannot have been played so.
pub(crate) fn hand(told: &JsValue) -> Result<(u32, HandRecord), JsValue> {
    let told: ToldHand = request_with_null(told)?;
    let number = told.number;
    Ok((number, HandRecord::try_from(told).map_err(|error| Fault::from(&error))?))
}

/// A list of different tiles.
///
/// # Errors
///
/// An `InputError` that names the field.
pub(crate) fn tiles(field: &str, value: &Value) -> Result<Vec<Tile>, Fault> {
    let wrong = || Fault::input(field, "a list of different tiles", &value.to_string());
    let list = value.as_array().ok_or_else(wrong)?;
    let list: Vec<Tile> = list.iter().map(|tile| parsed(field, tile)).collect::<Result<_, _>>()?;
    let set: TileSet = list.iter().copied().collect();
    if set.len() == list.len() { Ok(list) } else { Err(wrong()) }
}

/// Four lists of tiles.
///
/// # Errors
///
/// An `InputError` that names the field.
pub(crate) fn hands(field: &str, value: &Value) -> Result<BySeat<TileSet>, Fault> {
    let list = value.as_array().filter(|list| list.len() == 4);
    let list = list.ok_or_else(|| Fault::input(field, "four lists of tiles", &value.to_string()))?;
    let mut hands = BySeat::default();
    for (seat, tiles_of_seat) in Seat::ALL.into_iter().zip(list) {
        hands[seat] = tiles(field, tiles_of_seat)?.into_iter().collect();
    }
    Ok(hands)
}
