use std::io;
use std::net::SocketAddr;

use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::{DEADLINE, spoken};

/// Asks the server at an address, on a new connection each time, so that a server that went away is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Http {
    addr: SocketAddr,
}

/// What a server answered.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Such as 200.
    pub status: u16,
    /// As JSON; `null` where there is no body, a string where it is not JSON.
    pub body: Value,
    head: String,
}

impl Http {
    /// The server at this address.
    #[must_use]
    pub const fn at(addr: SocketAddr) -> Self {
        Self { addr }
    }

    /// Where it is.
    #[must_use]
    pub const fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Asks without a body and without a token.
    ///
    /// # Errors
    ///
    /// Those of [`send`](Self::send).
    pub async fn get(&self, path: &str) -> io::Result<Reply> {
        self.send("GET", path, None, None).await
    }

    /// Asks.
    ///
    /// # Errors
    ///
    /// When the connection broke before the whole answer was here, or it took longer than a test waits.
    ///
    /// # Panics
    ///
    /// If the answer is not what `protocol` says that this address answers.
    pub async fn send(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<&Value>,
    ) -> io::Result<Reply> {
        let mut request = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.addr);
        if let Some(token) = token {
            request.push_str(&format!("Authorization: Bearer {token}\r\n"));
        }
        let body = body.map(Value::to_string).unwrap_or_default();
        if !body.is_empty() {
            request.push_str("Content-Type: application/json\r\n");
        }
        request.push_str(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
        let exchange = async {
            let mut connection = TcpStream::connect(self.addr).await?;
            connection.set_nodelay(true)?;
            connection.write_all(request.as_bytes()).await?;
            let mut answer = Vec::new();
            connection.read_to_end(&mut answer).await?;
            Reply::parse(&answer).ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof))
        };
        let reply: Reply = timeout(DEADLINE, exchange).await??;
        spoken::check_body(method, path, reply.status, &reply.body);
        Ok(reply)
    }
}

impl Reply {
    /// A header, by its name in lower case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.head.lines().skip(1).filter_map(|line| line.split_once(": "));
        headers.find(|(header, _)| header.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// The code of an error, or nothing.
    #[must_use]
    pub fn code(&self) -> &str {
        self.body["error"]["code"].as_str().unwrap_or_default()
    }

    /// The body of an answer that has this status.
    ///
    /// # Panics
    ///
    /// If it has another one.
    #[must_use]
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        self.body
    }

    /// The body of an answer that has this status, read as the type it is.
    ///
    /// # Panics
    ///
    /// If it has another status, or is another type.
    #[must_use]
    #[track_caller]
    pub fn read<T: DeserializeOwned>(self, status: u16) -> T {
        serde_json::from_value(self.expect(status)).unwrap()
    }

    /// `None` if something is missing at the end.
    fn parse(answer: &[u8]) -> Option<Self> {
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        let status = head.split(' ').nth(1)?.parse().ok()?;
        let mut reply = Self { status, body: Value::Null, head };
        let sent = &answer[end + 4..];
        let body = match reply.header("content-length") {
            Some(length) => {
                let length: usize = length.parse().ok()?;
                sent.get(..length)?.to_vec()
            }
            None if reply.header("transfer-encoding") == Some("chunked") => unchunked(sent)?,
            None => Vec::new(),
        };
        if !body.is_empty() {
            let as_text = || String::from_utf8_lossy(&body).into_owned().into();
            reply.body = serde_json::from_slice(&body).unwrap_or_else(|_| as_text());
        }
        Some(reply)
    }
}

/// A body that came piece by piece; `None` if its end is missing.
fn unchunked(mut sent: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = sent.windows(2).position(|two| two == b"\r\n")?;
        let size = std::str::from_utf8(&sent[..end]).ok()?.split(';').next()?;
        let size = usize::from_str_radix(size.trim(), 16).ok()?;
        if size == 0 {
            return Some(body);
        }
        let (piece, rest) = sent[end + 2..].split_at_checked(size)?;
        body.extend_from_slice(piece);
        sent = rest.strip_prefix(b"\r\n")?;
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_body_in_pieces_is_read_whole_or_not_at_all() {
        let head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
        let whole = format!("{head}5\r\n{{\"a\":\r\n2\r\n1}}\r\n0\r\n\r\n");
        assert_eq!(Reply::parse(whole.as_bytes()).unwrap().body, json!({ "a": 1 }));
        for end in head.len()..whole.len() - 5 {
            assert!(Reply::parse(&whole.as_bytes()[..end]).is_none(), "{end}");
        }
    }
}
