use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use crate::free_port;
use crate::package::{folder_of, path};

/// A Redis server for the time of a test: its own folder, its own port on loopback, nothing on disk.
#[derive(Debug)]
pub struct RedisServer {
    folder: tempfile::TempDir,
    port: u16,
    process: Mutex<Option<Child>>,
}

impl RedisServer {
    /// A server of one's own.
    #[must_use]
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let server = Self { folder, port: free_port(), process: Mutex::new(None) };
        server.run();
        server
    }

    /// Starts it, again if it was stopped; it has forgotten everything.
    pub fn run(&self) {
        let folder = folder_of("redis-server", || {
            path().into_iter().find(|folder| folder.join("redis-server").is_file())
        });
        let mut redis = Command::new(folder.join("redis-server"));
        redis
            .current_dir(self.folder.path())
            .args(["--bind", "127.0.0.1", "--port"])
            .arg(self.port.to_string());
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
        format!("redis://{}", self.addr())
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        self.stop();
    }
}
