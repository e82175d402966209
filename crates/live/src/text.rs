use bytes::Bytes;
use serde::Serialize;

/// A message as it is sent: JSON text that all receivers share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text(Bytes);

impl Text {
    /// A message as JSON.
    #[must_use]
    pub fn json(message: &impl Serialize) -> Self {
        let json = serde_json::to_vec(message).expect("messages have only names that are text");
        Self(json.into())
    }

    /// As bytes, which are UTF-8.
    #[must_use]
    pub fn into_bytes(self) -> Bytes {
        self.0
    }

    /// How many bytes it has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.len()
    }
}
