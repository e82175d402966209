use std::str::FromStr;

use chance::InputError;
use serde_json::{Map, Value};

use crate::fault::Fault;

/// The fields of a request, taken out one by one; what is left at the end was unknown.
///
/// For requests that are read by hand: what serde makes of tagged enums and nested structs is a good part of what a
/// browser has to load.
#[derive(Clone, Debug)]
pub struct Fields(Map<String, Value>);

impl Fields {
    /// The fields of an object; `name` is what an error calls it.
    ///
    /// # Errors
    ///
    /// An `InputError` if the value is no object.
    pub fn of(name: &str, value: Value) -> Result<Self, Fault> {
        if let Value::Object(fields) = value {
            return Ok(Self(fields));
        }
        Err(Fault::input(name, "an object", &value.to_string()))
    }

    /// A field that may be left out; null is left out.
    pub fn take(&mut self, field: &str) -> Option<Value> {
        self.0.remove(field).filter(|value| !value.is_null())
    }

    /// A field that must be there.
    ///
    /// # Errors
    ///
    /// An `InputError` if the field is missing.
    pub fn require(&mut self, field: &str) -> Result<Value, Fault> {
        self.take(field).ok_or_else(|| Fault::input(field, "a value", "nothing"))
    }

    /// A field that must be there, and is a list.
    ///
    /// # Errors
    ///
    /// An `InputError` if the field is missing, or something else.
    pub fn list(&mut self, field: &str) -> Result<Vec<Value>, Fault> {
        let value = self.require(field)?;
        if let Value::Array(list) = value {
            return Ok(list);
        }
        Err(Fault::input(field, "a list", &value.to_string()))
    }

    /// A field that is text with a meaning.
    ///
    /// # Errors
    ///
    /// An `InputError` if the field is there and means nothing.
    pub fn parse<T: FromStr<Err = InputError>>(&mut self, field: &str) -> Result<Option<T>, Fault> {
        self.take(field).map(|value| parsed(field, &value)).transpose()
    }

    /// A field that is a small number with a meaning, such as a seat.
    ///
    /// # Errors
    ///
    /// An `InputError` if the field is there and means nothing.
    pub fn number<T: TryFrom<u8, Error = InputError>>(&mut self, field: &str) -> Result<Option<T>, Fault> {
        self.take(field).map(|value| number(field, &value)).transpose()
    }

    /// A field that is false where it is left out.
    ///
    /// # Errors
    ///
    /// An `InputError` if the field is there and is neither true nor false.
    pub fn flag(&mut self, field: &str) -> Result<bool, Fault> {
        let Some(value) = self.take(field) else { return Ok(false) };
        value.as_bool().ok_or_else(|| Fault::input(field, "true or false", &value.to_string()))
    }

    /// A field that is a number of 32 bits.
    ///
    /// # Errors
    ///
    /// An `InputError` if the field is there and is no such number.
    pub fn word(&mut self, field: &str) -> Result<Option<u32>, Fault> {
        let Some(value) = self.take(field) else { return Ok(None) };
        let word = value.as_u64().and_then(|number| u32::try_from(number).ok());
        let wrong = || Fault::input(field, "a whole number from 0 to 4294967295", &value.to_string());
        word.map(Some).ok_or_else(wrong)
    }

    /// Nothing else is expected.
    ///
    /// # Errors
    ///
    /// An `InputError` if something is left.
    pub fn end(self) -> Result<(), Fault> {
        match self.0.keys().next() {
            Some(unknown) => Err(Fault::input(unknown, "a known field", "an unknown field")),
            None => Ok(()),
        }
    }
}

/// Text with a meaning.
///
/// # Errors
///
/// An `InputError` that names the field.
pub fn parsed<T: FromStr<Err = InputError>>(field: &str, value: &Value) -> Result<T, Fault> {
    let Some(text) = value.as_str() else { return Err(Fault::input(field, "text", &value.to_string())) };
    text.parse().map_err(|error: InputError| Fault::input(field, error.expected(), &error.shown()))
}

/// A small number with a meaning.
///
/// # Errors
///
/// An `InputError` that names the field.
pub fn number<T: TryFrom<u8, Error = InputError>>(field: &str, value: &Value) -> Result<T, Fault> {
    // No type of ours has so many values that the largest number is one of them.
    let number = value.as_u64().and_then(|number| u8::try_from(number).ok()).unwrap_or(u8::MAX);
    T::try_from(number).map_err(|error| Fault::input(field, error.expected(), &value.to_string()))
}
