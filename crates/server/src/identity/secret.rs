use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ctutils::CtEq as _;
use sha2::{Digest as _, Sha256};

use store::StoreError;

/// The secret of a device: 32 random bytes, written as base64url.
///
/// It is stored as its SHA-256. A slow hash protects secrets that people choose; one of 2^256 random values cannot be
/// guessed however fast the hash is, so a slow one would only add load.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct DeviceSecret([u8; 32]);

impl fmt::Debug for DeviceSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DeviceSecret")
    }
}

impl DeviceSecret {
    /// A new one.
    pub(crate) fn random() -> Result<Self, StoreError> {
        store::random_bytes().map(Self)
    }

    /// Parses the base64url form; `None` if it is invalid.
    pub(crate) fn read(text: &str) -> Option<Self> {
        if text.len() > 64 {
            return None;
        }
        URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok().map(Self)
    }

    pub(crate) fn text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// The stored form.
    pub(crate) fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }

    /// Whether this is the secret with that hash.
    pub(crate) fn matches(&self, hash: &[u8; 32]) -> bool {
        same(&self.hash(), hash)
    }
}

/// Compares in constant time; only the length can be told from the time.
pub(crate) fn same(one: &[u8], other: &[u8]) -> bool {
    one.ct_eq(other).to_bool()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_known_by_its_hash_alone() {
        let secret = DeviceSecret::random().unwrap();
        let again = DeviceSecret::read(&secret.text()).unwrap();
        assert!(again.matches(&secret.hash()));
        assert!(!DeviceSecret::random().unwrap().matches(&secret.hash()));
        assert_ne!(secret.hash(), secret.0);
    }

    #[test]
    fn a_secret_is_not_shown_to_logs() {
        assert_eq!(format!("{:?}", DeviceSecret([7; 32])), "DeviceSecret");
    }

    #[test]
    fn what_is_not_thirty_two_bytes_is_no_secret() {
        let good = DeviceSecret([7; 32]).text();
        assert!(DeviceSecret::read(&good).is_some());
        for bad in
            ["", "AAAA", &good[1..], &format!("{good}="), &format!("{good}AAAA"), "☃", &"A".repeat(99_999)]
        {
            assert_eq!(DeviceSecret::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_same_is_the_same_and_nothing_else() {
        assert!(same(b"", b"") && same(b"operator", b"operator"));
        assert!(!same(b"operator", b"operators") && !same(b"operator", b"Operator") && !same(b"", b"a"));
    }
}
