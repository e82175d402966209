//! The checks that need a running server: the browser tests, and its description.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::project::Project;
use crate::{command, setup};

/// How long the server may take to start.
const START_LIMIT: Duration = Duration::from_secs(20);

/// Runs the browser tests against a server on a free port.
pub(crate) fn check(project: &Project) -> Result<()> {
    let browser = setup::find_browser()?.context("there is no browser; cargo xtask setup --browser")?;
    let (_server, addr) = Server::start(project, &project.tested_binary(), &[])?;
    command::run(
        project
            .npm()
            .args(["run", "test:browser"])
            .env("DICEE_URL", format!("http://{addr}"))
            .env("CHROME_PATH", browser),
    )
}

/// Asks the server everything that its description says can be asked, by schemathesis, which is installed from
/// PyPI beside the target directory.
pub(crate) fn check_description(project: &Project) -> Result<()> {
    let (_server, addr) =
        Server::start(project, &project.tested_binary(), &["--no-limits", "--bot-delay-ms", "0"])?;
    setup::python(project)?;
    let script = project.root().join("crates/server/tests/schemathesis.py");
    let mut python = command::new("python3", project.root());
    python.arg(script).arg(format!("http://{addr}"));
    // Examples of each operation in each phase: enough to reach every operation, and with `--full` every branch of a body.
    python.arg("--venv").arg(project.scratch().join("schemathesis"));
    let examples: &[&str] =
        if project.is_full() { &["--examples", "15", "--full"] } else { &["--examples", "4"] };
    command::run(python.args(examples))
}

/// A running server that does not outlive this value.
#[derive(Debug)]
pub(crate) struct Server(Child);

impl Server {
    /// Starts a binary; it is ready when this returns.
    pub(crate) fn start(project: &Project, binary: &Path, arguments: &[&str]) -> Result<(Self, SocketAddr)> {
        if !binary.is_file() {
            bail!("{} is missing; cargo xtask test --only binary makes it", project.show(binary));
        }
        let addr = free_address()?;
        let mut serve = command::new(binary, project.root());
        serve.args(["serve", "--memory", "--addr", &addr.to_string()]).args(arguments);
        Ok((Self::start_as(serve, addr)?, addr))
    }

    /// Runs a command that serves at `addr`; it is ready when this returns.
    pub(crate) fn start_as(mut serve: Command, addr: SocketAddr) -> Result<Self> {
        println!("$ {} &", command::show(&serve));
        let mut server = Self(serve.spawn().context("cannot start dicee serve")?);
        server.wait_until_ready(addr)?;
        Ok(server)
    }

    /// Asks the server to end, as a service manager does, and waits until it has.
    pub(crate) fn stop(mut self) -> Result<()> {
        let id = self.0.id().to_string();
        command::run(command::new("kill", Path::new(".")).args(["-TERM", &id]))?;
        let status = self.0.wait()?;
        if !status.success() {
            bail!("dicee serve ended with {status} after SIGTERM");
        }
        Ok(())
    }

    fn wait_until_ready(&mut self, addr: SocketAddr) -> Result<()> {
        let started = Instant::now();
        while !is_ready(addr) {
            if let Some(status) = self.0.try_wait()? {
                bail!("dicee serve ended with {status} before it was ready");
            }
            if started.elapsed() > START_LIMIT {
                bail!("dicee serve was not ready within {} s", START_LIMIT.as_secs());
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has ended by itself when this fails, and that is as good.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A port that was free a moment ago.
pub(crate) fn free_address() -> Result<SocketAddr> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no free port on loopback")?;
    Ok(listener.local_addr()?)
}

fn is_ready(addr: SocketAddr) -> bool {
    get(addr, "/health/ready").is_ok_and(|reply| reply.starts_with("HTTP/1.1 200 "))
}

/// The whole reply to a request, headers first.
pub(crate) fn get(addr: SocketAddr, path: &str) -> Result<String> {
    let timeout = Duration::from_secs(2);
    let mut connection = TcpStream::connect_timeout(&addr, timeout)?;
    connection.set_read_timeout(Some(timeout))?;
    // In one piece: a server that answers the first piece and closes would reset the connection on the next.
    let request = format!("GET {path} HTTP/1.1\r\nHost: dicee\r\nConnection: close\r\n\r\n");
    connection.write_all(request.as_bytes())?;
    let mut reply = String::new();
    connection.read_to_string(&mut reply)?;
    Ok(reply)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answering(reply: &'static str) -> SocketAddr {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let addr = listener.local_addr().unwrap();
        thread::spawn(move || {
            let (mut connection, _) = listener.accept().unwrap();
            let mut request = [0; 1024];
            assert_ne!(connection.read(&mut request).unwrap(), 0);
            connection.write_all(reply.as_bytes()).unwrap();
        });
        addr
    }

    #[test]
    fn a_server_is_ready_when_it_says_so() {
        assert!(is_ready(answering("HTTP/1.1 200 OK\r\n\r\n{}")));
        assert!(!is_ready(answering("HTTP/1.1 503 Service Unavailable\r\n\r\n")));
        assert!(!is_ready(free_address().unwrap()));
    }
}
