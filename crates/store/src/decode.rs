//! Checked values from a database: a value that this program would not have written means corruption.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::DeserializeOwned;

use crate::error::StoreError;

/// A name that was checked before it was stored.
pub(crate) fn name<T: FromStr<Err: Display>>(text: &str) -> Result<T, StoreError> {
    text.parse().map_err(StoreError::corrupt)
}

/// JSON that this program wrote.
pub(crate) fn json<T: DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(StoreError::corrupt)
}

/// A number that was not negative when it was stored.
pub(crate) fn count(number: i64) -> Result<u64, StoreError> {
    u64::try_from(number).map_err(|_| StoreError::corrupt(format!("{number} is negative")))
}

/// A number as a parameter of a query; it saturates, because no stored number is as large.
pub(crate) fn parameter(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// 32 bytes that this program wrote.
pub(crate) fn key(bytes: &[u8]) -> Result<[u8; 32], StoreError> {
    bytes.try_into().map_err(|_| StoreError::corrupt(format!("a secret has {} bytes, not 32", bytes.len())))
}
