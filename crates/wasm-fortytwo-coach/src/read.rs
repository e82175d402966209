use fortytwo::{BySeat, HandData, HandRecord, Seat, Sight, SightData, Tile, TileSet};
use wasm_bindgen::JsValue;
use wasm_edge::{Fault, request_with_null};

/// What a seat knows of a hand.
///
/// # Errors
///
/// An `InputError` if it cannot have happened.
pub(crate) fn sight(data: &JsValue) -> Result<Sight, JsValue> {
    let data: SightData = request_with_null(data)?;
    Sight::try_from(data).map_err(|error| Fault::from(&error).into())
}

/// A finished hand, with its number.
///
/// # Errors
///
/// An `InputError` if it cannot have been played so.
pub(crate) fn hand(data: &JsValue) -> Result<(u32, HandRecord), JsValue> {
    let data: HandData = request_with_null(data)?;
    let number = data.number;
    Ok((number, HandRecord::try_from(data).map_err(|error| Fault::from(&error))?))
}

/// Different tiles, in any order.
pub(crate) fn different(field: &str, tiles: &[Tile]) -> Result<TileSet, Fault> {
    let set: TileSet = tiles.iter().copied().collect();
    if set.len() == tiles.len() {
        return Ok(set);
    }
    let names: Vec<String> = tiles.iter().map(Tile::to_string).collect();
    Err(Fault::input(field, "a list of different tiles", &names.join(" ")))
}

/// The tiles of every seat, in any order.
pub(crate) fn hands(field: &str, hands: &BySeat<Vec<Tile>>) -> Result<BySeat<TileSet>, Fault> {
    let mut sets = BySeat::default();
    for seat in Seat::ALL {
        sets[seat] = different(field, &hands[seat])?;
    }
    Ok(sets)
}
