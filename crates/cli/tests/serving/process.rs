use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use testbed::Http;

/// The program.
pub(crate) const DICEE: &str = env!("CARGO_BIN_EXE_dicee");

/// A server in a process of its own; it is killed in the end.
pub(crate) struct Server {
    process: Child,
    pub(crate) http: Http,
}

impl Server {
    /// Keeps its games in this folder.
    pub(crate) fn start(folder: &Path) -> Self {
        Self::spawn(Command::new(DICEE).args(Self::arguments(folder)))
    }

    /// The arguments of the program.
    pub(crate) fn arguments(folder: &Path) -> [&str; 6] {
        let folder = folder.to_str().unwrap();
        ["serve", "--addr=127.0.0.1:0", "--no-limits", "--bot-delay-ms=0", "--data-dir", folder]
    }

    /// Starts it with a command that becomes the program.
    pub(crate) fn spawn(command: &mut Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let addr = line.split("http://").nth(1).and_then(|rest| rest.split_whitespace().next());
        let addr = addr.unwrap_or_else(|| panic!("the server says where it is, not {line:?}"));
        Self { http: Http::at(addr.parse().unwrap()), process }
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Ends it as a power cut would, as far as the process is concerned: no handler runs.
    pub(crate) fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
