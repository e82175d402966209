//! Addresses of other servers, which may carry a password.

/// The address with its password hidden, also where it stands among the parameters. What is no address is hidden as a
/// whole.
pub(crate) fn without_password(url: &str) -> String {
    const HIDDEN: &str = "***";
    let Some((scheme, rest)) = url.split_once("://") else { return HIDDEN.to_owned() };
    let (place, parameters) = rest.split_once('?').map_or((rest, None), |(place, rest)| (place, Some(rest)));
    // The last `@`: a password that holds another one is not to show its end.
    let place = match place.rsplit_once('@') {
        Some((who, host)) => match who.split_once(':') {
            Some((user, _)) => format!("{user}:{HIDDEN}@{host}"),
            None => format!("{who}@{host}"),
        },
        None => place.to_owned(),
    };
    // A question mark may belong to a password that was not escaped; then all that follows is hidden.
    let shown = parameters.map(|parameters| {
        if parameters.contains('@') {
            return HIDDEN.to_owned();
        }
        let pairs = parameters.split('&').map(|pair| match pair.split_once('=') {
            Some((name, _)) if name.to_ascii_lowercase().contains("pass") => format!("{name}={HIDDEN}"),
            _ => pair.to_owned(),
        });
        pairs.collect::<Vec<_>>().join("&")
    });
    match shown {
        None => format!("{scheme}://{place}"),
        // The user's name may have been followed by the beginning of the password.
        Some(shown) if shown == HIDDEN => format!("{scheme}://{HIDDEN}"),
        Some(shown) => format!("{scheme}://{place}?{shown}"),
    }
}

/// Whether this is an origin as browsers send it: a scheme, a host and perhaps a port, and nothing else.
pub(super) fn is_origin(text: &str) -> bool {
    let Some((scheme, host)) = text.split_once("://") else { return false };
    let port = |port: &str| port.parse::<u16>().is_ok();
    let host = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, rest)) => {
            return matches!(scheme, "http" | "https")
                && address.parse::<std::net::Ipv6Addr>().is_ok()
                && (rest.is_empty() || rest.strip_prefix(':').is_some_and(port));
        }
        None => match host.split_once(':') {
            Some((host, rest)) if port(rest) => host,
            Some(_) => return false,
            None => host,
        },
    };
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'.';
    matches!(scheme, "http" | "https") && !host.is_empty() && host.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_hidden_wherever_they_stand() {
        for (url, shown) in [
            ("postgres://ann:pw@db:5432/dicee", "postgres://ann:***@db:5432/dicee"),
            ("postgres://ann@db/dicee", "postgres://ann@db/dicee"),
            ("postgres://db/dicee?password=pw&user=ann", "postgres://db/dicee?password=***&user=ann"),
            ("postgres://ann:p@w:x@db/dicee", "postgres://ann:***@db/dicee"),
            ("postgres://ann:p?w@db/dicee", "postgres://***"),
            ("redis://:pw@cache:6379/1", "redis://:***@cache:6379/1"),
            ("redis://cache", "redis://cache"),
            ("pw", "***"),
            ("", "***"),
        ] {
            assert_eq!(without_password(url), shown, "{url}");
        }
    }

    #[test]
    fn an_origin_is_a_scheme_a_host_and_a_port() {
        for origin in ["https://dicee.example", "http://localhost:5173", "http://[::1]:80", "http://[::1]"] {
            assert!(is_origin(origin), "{origin}");
        }
        for other in [
            "*",
            "null",
            "",
            "dicee.example",
            "https://",
            "https://dicee.example/",
            "https://Dicee.example",
            "https://a b",
            "https://user@dicee.example",
            "https://dicee.example:99999",
            "https://dicee.example:",
            "ftp://dicee.example",
            "http://[::1",
            "http://[x]",
        ] {
            assert!(!is_origin(other), "{other}");
        }
    }
}
