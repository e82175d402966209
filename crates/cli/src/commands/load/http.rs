use std::io;
use std::time::Duration;

use protocol::ErrorResponse;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::address::Address;

/// Whatever takes longer than this is broken.
pub(super) const TIMEOUT: Duration = Duration::from_secs(60);
/// The longest head and the longest body that are read.
const LARGEST_HEAD: u64 = 64 << 10;
const LARGEST_BODY: usize = 64 << 20;

/// A connection over which a server is asked, one thing after the other.
#[derive(Debug)]
pub(super) struct Http {
    stream: BufReader<TcpStream>,
    host: String,
}

/// Why there is no answer, or not the one that was asked for.
#[derive(Debug, thiserror::Error)]
pub(super) enum LoadError {
    #[error("{0}")]
    Connection(#[from] io::Error),
    #[error("no answer for {} s", TIMEOUT.as_secs())]
    Slow,
    #[error("what answers there does not speak HTTP")]
    NotHttp,
    #[error("the server answers {status} {code}: {message}")]
    Refused { status: u16, code: String, message: String },
    #[error("the answer cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
}

impl LoadError {
    /// Under what it is counted.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Connection(error) => format!("connection: {}", error.kind()),
            Self::Slow => "no answer".into(),
            Self::NotHttp => "not HTTP".into(),
            Self::Refused { status, code, .. } if code.is_empty() => format!("HTTP {status}"),
            Self::Refused { code, .. } => code.clone(),
            Self::Unreadable(_) => "unreadable answer".into(),
        }
    }

    /// Whether the server has had enough of this client.
    pub(super) const fn is_limit(&self) -> bool {
        matches!(self, Self::Refused { status: 429, .. })
    }
}

impl Http {
    pub(super) async fn connect(address: &Address) -> Result<Self, LoadError> {
        let stream =
            timeout(TIMEOUT, TcpStream::connect(address.socket())).await.map_err(|_| LoadError::Slow)??;
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufReader::new(stream), host: address.host().to_owned() })
    }

    /// Asks for JSON.
    pub(super) async fn get<T: DeserializeOwned>(
        &mut self,
        path: &str,
        token: Option<&str>,
    ) -> Result<T, LoadError> {
        Ok(serde_json::from_slice(&self.ask("GET", path, token, "").await?)?)
    }

    /// Asks for text.
    pub(super) async fn text(&mut self, path: &str) -> Result<String, LoadError> {
        Ok(String::from_utf8_lossy(&self.ask("GET", path, None, "").await?).into_owned())
    }

    /// Sends JSON and asks for JSON.
    pub(super) async fn post<T: DeserializeOwned>(
        &mut self,
        path: &str,
        token: Option<&str>,
        body: &impl Serialize,
    ) -> Result<T, LoadError> {
        let body = serde_json::to_string(body)?;
        Ok(serde_json::from_slice(&self.ask("POST", path, token, &body).await?)?)
    }

    async fn ask(
        &mut self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &str,
    ) -> Result<Vec<u8>, LoadError> {
        let mut request = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n", self.host);
        if let Some(token) = token {
            request.push_str(&format!("Authorization: Bearer {token}\r\n"));
        }
        if !body.is_empty() {
            let length = body.len();
            request.push_str(&format!("Content-Type: application/json\r\nContent-Length: {length}\r\n"));
        }
        request.push_str("\r\n");
        request.push_str(body);
        let (status, body) =
            timeout(TIMEOUT, self.exchange(&request)).await.map_err(|_| LoadError::Slow)??;
        if (200..300).contains(&status) {
            return Ok(body);
        }
        let (code, message) = match serde_json::from_slice::<ErrorResponse>(&body) {
            Ok(refusal) => (refusal.error.code.to_string(), refusal.error.message),
            Err(_) => (String::new(), String::from_utf8_lossy(&body).chars().take(200).collect()),
        };
        Err(LoadError::Refused { status, code, message })
    }

    async fn exchange(&mut self, request: &str) -> Result<(u16, Vec<u8>), LoadError> {
        self.stream.get_mut().write_all(request.as_bytes()).await?;
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let left = LARGEST_HEAD.saturating_sub(head.len() as u64);
            if (&mut self.stream).take(left).read_until(b'\n', &mut head).await? == 0 {
                return Err(if head.is_empty() {
                    io::Error::from(io::ErrorKind::UnexpectedEof).into()
                } else {
                    LoadError::NotHttp
                });
            }
        }
        let (status, length) = read_head(&head).ok_or(LoadError::NotHttp)?;
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await?;
        Ok((status, body))
    }
}

/// The status, and how many bytes follow.
fn read_head(head: &[u8]) -> Option<(u16, usize)> {
    let head = std::str::from_utf8(head).ok()?;
    let mut lines = head.lines();
    let first = lines.next()?;
    let status = first.strip_prefix("HTTP/1.1 ").or_else(|| first.strip_prefix("HTTP/1.0 "))?;
    let status = status.get(..3)?.parse().ok()?;
    let length = lines
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let length = length.map_or(Some(0), |(_, length)| length.trim().parse().ok())?;
    (length <= LARGEST_BODY).then_some((status, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_gives_the_status_and_the_length() {
        let head = b"HTTP/1.1 201 Created\r\ncontent-type: application/json\r\nContent-Length: 17\r\n\r\n";
        assert_eq!(read_head(head), Some((201, 17)));
        assert_eq!(read_head(b"HTTP/1.1 204 No Content\r\n\r\n"), Some((204, 0)));
        for head in
            ["", "SSH-2.0-OpenSSH\r\n", "HTTP/1.1 2\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"]
        {
            assert_eq!(read_head(head.as_bytes()), None, "{head}");
        }
        assert_eq!(read_head(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n"), None);
    }
}
