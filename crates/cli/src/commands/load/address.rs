use std::net::SocketAddr;

use anyhow::anyhow;
use chance::InputError;

use crate::failure::Failure;

/// Where a server is.
#[derive(Clone, Debug)]
pub(super) struct Address {
    /// As it goes into the `Host` of a request: `127.0.0.1:8080`.
    host: String,
    socket: SocketAddr,
}

impl Address {
    /// Reads a URL and looks the host up.
    pub(super) async fn find(url: &str) -> Result<Self, Failure> {
        let host = host_of(url)?;
        let found = tokio::net::lookup_host(&host).await.map(|mut found| found.next());
        match found {
            Ok(Some(socket)) => Ok(Self { host, socket }),
            Ok(None) => Err(anyhow!("nobody knows the host of {url}").into()),
            Err(error) => Err(anyhow!("nobody knows the host of {url}: {error}").into()),
        }
    }

    pub(super) fn host(&self) -> &str {
        &self.host
    }

    pub(super) const fn socket(&self) -> SocketAddr {
        self.socket
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.host)
    }
}

/// `host:port` of `http://host:port/`.
fn host_of(url: &str) -> Result<String, InputError> {
    let wrong = || InputError::new("url", "http://host:port, such as http://127.0.0.1:8080", url);
    let rest = url.strip_prefix("http://").ok_or_else(wrong)?;
    let host = rest.strip_suffix('/').unwrap_or(rest);
    let bad =
        |character: char| character.is_whitespace() || character.is_control() || "/?#@".contains(character);
    if host.is_empty() || host.contains(bad) {
        return Err(wrong());
    }
    // The colons of `[::1]` are no port.
    let after_name = host.rfind(']').map_or(host, |end| &host[end + 1..]);
    match after_name.split_once(':') {
        None => Ok(format!("{host}:80")),
        Some((_, port)) if port.parse::<u16>().is_ok_and(|port| port > 0) => Ok(host.to_owned()),
        Some(_) => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_has_a_host_and_may_have_a_port_and_nothing_else() {
        for (url, host) in [
            ("http://127.0.0.1:8080", "127.0.0.1:8080"),
            ("http://127.0.0.1:8080/", "127.0.0.1:8080"),
            ("http://dicee.example", "dicee.example:80"),
            ("http://[::1]:8080", "[::1]:8080"),
            ("http://[::1]", "[::1]:80"),
        ] {
            assert_eq!(host_of(url).unwrap(), host);
        }
        for url in [
            "",
            "http://",
            "127.0.0.1:8080",
            "https://dicee.example",
            "http://a b",
            "http://a/b",
            "http://a:0",
            "http://a:x",
            "http://a:",
            "http://u@a",
            "http://a:99999",
            "http://a?b",
            "http://a\r\nX: y",
        ] {
            let refused = host_of(url).unwrap_err();
            assert_eq!(refused.field(), "url", "{url}");
        }
    }
}
