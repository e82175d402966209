use crate::error::StoreError;

/// 32 unguessable bytes from the operating system.
///
/// # Errors
///
/// [`StoreError::Unavailable`] if it gives none.
pub fn random_bytes() -> Result<[u8; 32], StoreError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| StoreError::Unavailable {
        reason: format!("the operating system gave no random bytes: {error}"),
    })?;
    Ok(bytes)
}
