//! Reads what crosses the edge by hand: what serde makes of tagged enums and nested structs is a tenth of what a browser
//! has to load.

use std::str::FromStr;

use fortytwo::{BySeat, HouseRules, InputError, Seat, TargetMarks, Tile, TileSet};
use serde_json::{Map, Value};
use wasm_edge::Fault;

/// The fields of an object, taken out one by one; what is left at the end was unknown.
pub(crate) struct Fields(Map<String, Value>);

impl Fields {
    /// # Errors
    ///
    /// An `InputError` if the value is no object.
    pub(crate) fn of(name: &str, value: Value) -> Result<Self, Fault> {
        if let Value::Object(fields) = value {
            return Ok(Self(fields));
        }
        Err(Fault::input(name, "an object", &value.to_string()))
    }

    /// A field that may be left out; null is left out.
    pub(crate) fn take(&mut self, field: &str) -> Option<Value> {
        self.0.remove(field).filter(|value| !value.is_null())
    }

    /// # Errors
    ///
    /// An `InputError` if the field is missing.
    pub(crate) fn require(&mut self, field: &str) -> Result<Value, Fault> {
        self.take(field).ok_or_else(|| Fault::input(field, "a value", "nothing"))
    }

    /// # Errors
    ///
    /// An `InputError` if the field is there and is no such text.
    pub(crate) fn parse<T: FromStr<Err = InputError>>(&mut self, field: &str) -> Result<Option<T>, Fault> {
        self.take(field).map(|value| parsed(field, &value)).transpose()
    }

    /// # Errors
    ///
    /// An `InputError` if the field is there and is no seat.
    pub(crate) fn seat(&mut self, field: &str) -> Result<Option<Seat>, Fault> {
        self.take(field).map(|value| seat(field, &value)).transpose()
    }

    /// # Errors
    ///
    /// An `InputError` if the field is there and is neither true nor false.
    pub(crate) fn flag(&mut self, field: &str) -> Result<bool, Fault> {
        let Some(value) = self.take(field) else { return Ok(false) };
        value.as_bool().ok_or_else(|| Fault::input(field, "true or false", &value.to_string()))
    }

    /// # Errors
    ///
    /// An `InputError` if the field is there and is no number of 32 bits.
    pub(crate) fn word(&mut self, field: &str) -> Result<Option<u32>, Fault> {
        let Some(value) = self.take(field) else { return Ok(None) };
        let word = value.as_u64().and_then(|number| u32::try_from(number).ok());
        let wrong = || Fault::input(field, "a whole number from 0 to 4294967295", &value.to_string());
        word.map(Some).ok_or_else(wrong)
    }

    /// # Errors
    ///
    /// An `InputError` if something is left.
    pub(crate) fn end(self) -> Result<(), Fault> {
        match self.0.keys().next() {
            Some(unknown) => Err(Fault::input(unknown, "a known field", "an unknown field")),
            None => Ok(()),
        }
    }
}

/// # Errors
///
/// An `InputError` that names the field.
pub(crate) fn parsed<T: FromStr<Err = InputError>>(field: &str, value: &Value) -> Result<T, Fault> {
    let Some(text) = value.as_str() else { return Err(Fault::input(field, "text", &value.to_string())) };
    text.parse().map_err(|error: InputError| Fault::input(field, error.expected(), &error.shown()))
}

/// # Errors
///
/// An `InputError` that names the field.
pub(crate) fn seat(field: &str, value: &Value) -> Result<Seat, Fault> {
    let number = value.as_u64().and_then(|number| u8::try_from(number).ok());
    let wrong = || Fault::input(field, "a seat from 0 to 3", &value.to_string());
    number.and_then(Seat::new).ok_or_else(wrong)
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

/// House rules; what is left out is off, and seven marks win.
///
/// # Errors
///
/// An `InputError` that names the field.
pub(crate) fn house(value: Value) -> Result<HouseRules, Fault> {
    let mut fields = Fields::of("house", value)?;
    let target = fields.word("targetMarks")?;
    let target = target.map(|marks| TargetMarks::try_from(u8::try_from(marks).unwrap_or(u8::MAX)));
    let house = HouseRules {
        nello: fields.flag("nello")?,
        splash: fields.flag("splash")?,
        plunge: fields.flag("plunge")?,
        sevens: fields.flag("sevens")?,
        forced_bid: fields.flag("forcedBid")?,
        target_marks: target.transpose().map_err(|error| Fault::from(&error))?.unwrap_or_default(),
    };
    fields.end()?;
    Ok(house)
}
