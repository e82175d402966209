//! Secrets from the operating system.

use crate::error::StoreError;

/// 32 unguessable bytes.
pub(crate) fn bytes() -> Result<[u8; 32], StoreError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| StoreError::Unavailable {
        reason: format!("the operating system gave no random bytes: {error}"),
    })?;
    Ok(bytes)
}
