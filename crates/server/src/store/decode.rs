//! What comes out of a database, checked: a value that we would not have written means damage.

use std::str::FromStr;

use serde::de::DeserializeOwned;

use super::error::StoreError;

/// A name that was checked before it was stored.
pub(crate) fn name<T: FromStr<Err = StoreError>>(text: &str) -> Result<T, StoreError> {
    text.parse().map_err(StoreError::corrupt)
}

/// JSON that was written by us.
pub(crate) fn json<T: DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(StoreError::corrupt)
}

/// A number that was not negative when it was stored.
pub(crate) fn count(number: i64) -> Result<u64, StoreError> {
    u64::try_from(number).map_err(|_| StoreError::corrupt(format!("{number} is negative")))
}

/// A number to ask for: what is past all stored ones finds none of them.
pub(crate) fn ask(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
