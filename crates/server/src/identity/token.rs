//! Tokens: JSON Web Tokens (RFC 7519) with `HS256`. Why without a library: docs/decisions/libraries.md.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use dicee::PlayerId;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::error::ApiError;

/// How long a token is valid, in seconds.
const LIFE: u64 = 60 * 60;

/// Allowed clock skew between nodes, in seconds.
const SKEW: u64 = 60;

/// `{"alg":"HS256","typ":"JWT"}`. Every token begins with it, so a token with another algorithm, or with none, is
/// refused before anything else is read.
const HEADER: &str = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9";

/// Ours have about 200 characters.
const LONGEST: usize = 1024;

/// The token of a player.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) text: String,
    /// In milliseconds since 1970.
    pub(crate) expires_at: u64,
}

impl fmt::Debug for Token {
    /// Without the text, so that it is not logged.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Token").field("expires_at", &self.expires_at).finish_non_exhaustive()
    }
}

/// The key that signs tokens.
#[derive(Clone)]
pub(super) struct Key(Hmac<Sha256>);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(secret)")
    }
}

impl Key {
    pub(super) fn new(bytes: [u8; 32]) -> Self {
        Self(Hmac::new_from_slice(&bytes).expect("a key of any length is valid"))
    }

    fn sign(&self, message: &str) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        mac.update(message.as_bytes());
        mac
    }
}

/// Times are in seconds since 1970, as RFC 7519 has them.
#[derive(Debug, Serialize, Deserialize)]
struct Claims {
    sub: PlayerId,
    iat: u64,
    exp: u64,
}

impl Token {
    pub(super) fn issue(key: &Key, player: PlayerId, now: u64) -> Self {
        let iat = now / 1000;
        let claims = Claims { sub: player, iat, exp: iat.saturating_add(LIFE) };
        let expires_at = claims.exp.saturating_mul(1000);
        let claims = serde_json::to_vec(&claims).expect("an id and two numbers are JSON");
        let signed = format!("{HEADER}.{}", URL_SAFE_NO_PAD.encode(claims));
        let signature = URL_SAFE_NO_PAD.encode(key.sign(&signed).finalize().into_bytes());
        Self { text: format!("{signed}.{signature}"), expires_at }
    }
}

pub(super) fn verify(key: &Key, token: &str, now: u64) -> Result<PlayerId, ApiError> {
    verify_until(key, token, now).map(|(player, _)| player)
}

/// The player whom a token names, and when it ends, in milliseconds since 1970.
pub(super) fn verify_until(key: &Key, token: &str, now: u64) -> Result<(PlayerId, u64), ApiError> {
    let refuse = |problem| ApiError::Unauthorized { problem };
    if token.len() > LONGEST {
        return Err(refuse("it is too long"));
    }
    let (signed, signature) = token.rsplit_once('.').ok_or(refuse("it is not a token"))?;
    let claims = signed.strip_prefix(HEADER).and_then(|rest| rest.strip_prefix('.'));
    let claims = claims.ok_or(refuse("it is not a token of this server"))?;
    let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| refuse("its signature cannot be read"))?;
    // In constant time.
    key.sign(signed).verify_slice(&signature).map_err(|_| refuse("its signature is wrong"))?;
    // The signature is valid: this server wrote the rest.
    let claims = URL_SAFE_NO_PAD.decode(claims).map_err(|_| refuse("it cannot be read"))?;
    let claims: Claims = serde_json::from_slice(&claims).map_err(|_| refuse("it cannot be read"))?;
    let now = now / 1000;
    if claims.iat > now.saturating_add(SKEW) {
        return Err(refuse("it is from the future"));
    }
    if claims.exp <= now {
        return Err(ApiError::SessionExpired);
    }
    Ok((claims.sub, claims.exp.saturating_mul(1000)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    const NOW: u64 = 1_700_000_000_000;
    const HOUR: u64 = 3_600_000;

    fn key() -> Key {
        Key::new([7; 32])
    }

    fn ann() -> PlayerId {
        "3f2504e0-4f89-41d3-9a0c-0305e82c3301".parse().unwrap()
    }

    fn token() -> String {
        Token::issue(&key(), ann(), NOW).text
    }

    /// Any token, signed as ours are.
    fn forge(header: &Value, claims: &Value) -> String {
        let [header, claims] = [header, claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
        let signed = format!("{header}.{claims}");
        let signature = URL_SAFE_NO_PAD.encode(key().sign(&signed).finalize().into_bytes());
        format!("{signed}.{signature}")
    }

    fn is_refused(token: &str) -> bool {
        matches!(verify(&key(), token, NOW), Err(ApiError::Unauthorized { .. }))
    }

    #[test]
    fn a_token_names_its_player_for_an_hour() {
        let token = Token::issue(&key(), ann(), NOW);
        assert_eq!(token.expires_at, NOW + HOUR);
        for at in [NOW, NOW + HOUR - 1_000, NOW - 60_000] {
            assert_eq!(verify(&key(), &token.text, at), Ok(ann()), "{at}");
        }
        for late in [NOW + HOUR, NOW + 2 * HOUR, u64::MAX] {
            assert_eq!(verify(&key(), &token.text, late), Err(ApiError::SessionExpired), "{late}");
        }
    }

    #[test]
    fn a_token_is_what_other_programs_take_for_one() {
        let header: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(HEADER).unwrap()).unwrap();
        assert_eq!(header, json!({ "alg": "HS256", "typ": "JWT" }));
        let claims = token().split('.').nth(1).map(|part| URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap();
        let claims: Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(claims, json!({ "sub": ann().to_string(), "iat": 1_700_000_000, "exp": 1_700_003_600 }));
        // By Python's hmac, over the same text.
        assert!(token().ends_with(".X8xA3aU8aSf5k6ZoNfINIQVgPkMbd_Q_1pRI71TmyaQ"), "{}", token());
    }

    #[test]
    fn a_token_from_the_future_is_refused_beyond_a_minute() {
        assert_eq!(verify(&key(), &token(), NOW - 60_000), Ok(ann()));
        let early = verify(&key(), &token(), NOW - 61_000);
        assert_eq!(early, Err(ApiError::Unauthorized { problem: "it is from the future" }));
    }

    /// Tokens as they come, and claims that were signed by us: a changed token never gets past its signature.
    #[test]
    fn fuzz_token() {
        let run = |input: &[u8]| {
            let text = String::from_utf8_lossy(input);
            let signed = format!("{HEADER}.{}", URL_SAFE_NO_PAD.encode(input));
            let signature = URL_SAFE_NO_PAD.encode(key().sign(&signed).finalize().into_bytes());
            let answers = [text.into_owned(), format!("{signed}.{signature}")]
                .map(|token| format!("{:?}", verify_until(&key(), &token, NOW)));
            assert!(!answers[0].starts_with("Ok") || input == token().as_bytes(), "nobody else can sign");
            answers.concat()
        };
        let claims = json!({ "sub": ann(), "iat": NOW / 1000, "exp": NOW / 1000 + 60 }).to_string();
        let words = [HEADER, "sub", "iat", "exp", "."];
        let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");
        fuzz::Target::new("token", run).examples([token(), claims]).words(&words).check(corpus);
    }

    #[test]
    fn a_token_of_another_key_is_refused() {
        assert!(is_refused(&Token::issue(&Key::new([8; 32]), ann(), NOW).text));
    }

    #[test]
    fn another_algorithm_or_none_is_refused_whatever_the_signature_says() {
        let claims = json!({ "sub": ann(), "iat": NOW / 1000, "exp": NOW / 1000 + 60 });
        assert!(
            !is_refused(&forge(&json!({ "alg": "HS256", "typ": "JWT" }), &claims)),
            "as a check of the forgery"
        );
        for header in [
            json!({ "alg": "none", "typ": "JWT" }),
            json!({ "alg": "None" }),
            json!({ "alg": "HS512", "typ": "JWT" }),
            json!({ "alg": "HS256" }),
            json!({}),
        ] {
            let token = forge(&header, &claims);
            assert!(is_refused(&token), "{header}");
            let (unsigned, _) = token.rsplit_once('.').unwrap();
            assert!(is_refused(unsigned) && is_refused(&format!("{unsigned}.")), "{header}");
        }
    }

    #[test]
    fn a_signed_text_that_is_no_claim_is_refused() {
        let header = json!({ "alg": "HS256", "typ": "JWT" });
        for claims in [
            json!(null),
            json!({}),
            json!({ "sub": "Ann", "iat": 0, "exp": u64::MAX }),
            json!({ "sub": ann(), "iat": -1, "exp": u64::MAX }),
            json!({ "sub": ann(), "iat": 0 }),
            json!({ "sub": ann(), "exp": u64::MAX }),
        ] {
            assert!(is_refused(&forge(&header, &claims)), "{claims}");
        }
    }

    #[test]
    fn every_truncation_is_refused() {
        let token = token();
        for length in 0..token.len() {
            assert!(is_refused(&token[..length]), "{length}");
        }
        for longer in [format!("{token}A"), format!("{token}."), format!("{token}="), format!(" {token}")] {
            assert!(is_refused(&longer), "{longer}");
        }
        assert!(is_refused(&"A".repeat(1_000_000)));
    }

    #[test]
    fn every_changed_character_is_refused() {
        let token = token();
        for place in 0..token.len() {
            for other in ['A', 'B', '_', '.', '='] {
                let changed = format!("{}{other}{}", &token[..place], &token[place + 1..]);
                assert!(changed == token || is_refused(&changed), "{changed}");
            }
        }
    }

    proptest! {
        #[test]
        fn no_text_panics_or_is_taken_for_a_token(text in "\\PC{0,300}", now: u64) {
            prop_assert!(verify(&key(), &text, now).is_err());
            let headed = verify(&key(), &format!("{HEADER}.{text}"), now);
            prop_assert!(headed.is_err());
        }

        #[test]
        fn whatever_is_issued_is_verified_at_any_time(id: u128, now: u64) {
            let player = format!("{id:032x}").parse().unwrap();
            let token = Token::issue(&key(), player, now);
            prop_assert_eq!(verify(&key(), &token.text, now), Ok(player));
        }
    }
}
