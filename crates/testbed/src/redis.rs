use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use crate::certificates::Certificates;
use crate::free_port;
use crate::package::{folder_of, path};

/// A Redis server for the time of a test: its own folder, its own port on loopback, nothing on disk.
#[derive(Debug)]
pub struct RedisServer {
    folder: tempfile::TempDir,
    port: u16,
    certificates: Option<Certificates>,
    process: Mutex<Option<Child>>,
}

impl RedisServer {
    /// A server of one's own.
    #[must_use]
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let server = Self { folder, port: free_port(), certificates: None, process: Mutex::new(None) };
        server.run();
        server
    }

    /// A server that speaks TLS alone, with a certificate of an authority of its own.
    #[must_use]
    pub fn start_encrypted() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let certificates = Some(Certificates::make(folder.path()));
        let server = Self { folder, port: free_port(), certificates, process: Mutex::new(None) };
        server.run();
        server
    }

    /// The certificate of the authority, where it speaks TLS.
    #[must_use]
    pub fn authority(&self) -> Option<std::path::PathBuf> {
        self.certificates.as_ref().map(Certificates::authority)
    }

    /// Starts it, again if it was stopped; it has forgotten everything.
    pub fn run(&self) {
        let folder = folder_of("redis-server", || {
            path().into_iter().find(|folder| folder.join("redis-server").is_file())
        });
        let mut redis = Command::new(folder.join("redis-server"));
        redis.current_dir(self.folder.path()).args(["--bind", "127.0.0.1"]);
        match &self.certificates {
            None => {
                redis.arg("--port").arg(self.port.to_string());
            }
            Some(certificates) => {
                redis
                    .args(["--port", "0", "--tls-auth-clients", "no", "--tls-port"])
                    .arg(self.port.to_string());
                redis.arg("--tls-cert-file").arg(certificates.server());
                redis.arg("--tls-key-file").arg(certificates.key());
                redis.arg("--tls-ca-cert-file").arg(certificates.authority());
            }
        }
        redis.args(["--save", "", "--appendonly", "no", "--maxmemory", "64mb"]);
        let mut child = redis.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut log = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let mut said = Vec::new();
        loop {
            let Some(line) = log.next() else { panic!("Redis did not start:\n{}", said.join("\n")) };
            // In capitals up to version 6.
            if line.to_lowercase().contains("ready to accept connections") {
                break;
            }
            said.push(line);
        }
        // Somebody must listen on, or it would wait.
        std::thread::spawn(move || log.for_each(drop));
        *self.process.lock().unwrap() = Some(child);
    }

    /// Stops it as a power cut would.
    pub fn stop(&self) {
        if let Some(mut child) = self.process.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Where it listens.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        ([127, 0, 0, 1], self.port).into()
    }

    /// Its address as clients take it.
    #[must_use]
    pub fn url(&self) -> String {
        let scheme = if self.certificates.is_some() { "rediss" } else { "redis" };
        format!("{scheme}://{}", self.addr())
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        self.stop();
    }
}
