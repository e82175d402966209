use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::certificates::Certificates;
use crate::free_port;
use crate::package::{folder_of, path};

/// A PostgreSQL server for the time of a test: its own folder, its own port on loopback, gone afterwards.
#[derive(Debug)]
pub struct PostgresServer {
    folder: tempfile::TempDir,
    port: u16,
    durable: bool,
    certificates: Option<Certificates>,
    process: Mutex<Option<Child>>,
    databases: AtomicU32,
}

impl PostgresServer {
    /// The server that all tests of this process share while any of them needs it.
    #[must_use]
    pub fn shared() -> Arc<Self> {
        static SHARED: Mutex<Weak<PostgresServer>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.upgrade().unwrap_or_else(|| {
            let server = Arc::new(Self::start(false));
            *shared = Arc::downgrade(&server);
            server
        })
    }

    /// A server of one's own; without `durable` it never waits for the disk.
    #[must_use]
    pub fn start(durable: bool) -> Self {
        Self::start_with(durable, false)
    }

    /// A server that takes encrypted connections alone, with a certificate of an authority of its own.
    #[must_use]
    pub fn start_encrypted() -> Self {
        Self::start_with(false, true)
    }

    /// The certificate of the authority, where connections are encrypted.
    #[must_use]
    pub fn authority(&self) -> Option<PathBuf> {
        self.certificates.as_ref().map(Certificates::authority)
    }

    fn start_with(durable: bool, encrypted: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        if let Some((user, group)) = unprivileged() {
            chown(folder.path(), Some(user), Some(group)).unwrap();
        }
        let data = folder.path().join("data");
        let mut initdb = as_nobody_special("initdb", folder.path());
        initdb.args([
            "--no-sync",
            "--no-locale",
            "--encoding=UTF8",
            "--auth=trust",
            "--username=dicee",
            "-D",
        ]);
        succeed(initdb.arg(&data));
        let certificates = encrypted.then(|| Certificates::make(folder.path()));
        if let Some(certificates) = &certificates {
            // The key must be the server's own, and for it alone.
            fs::set_permissions(certificates.key(), fs::Permissions::from_mode(0o600)).unwrap();
            if let Some((user, group)) = unprivileged() {
                chown(certificates.key(), Some(user), Some(group)).unwrap();
            }
            fs::write(data.join("pg_hba.conf"), "local all all trust\nhostssl all all 127.0.0.1/32 trust\n")
                .unwrap();
        }
        let (databases, process) = (AtomicU32::new(0), Mutex::new(None));
        let server = Self { folder, port: free_port(), durable, certificates, process, databases };
        server.run();
        server
    }

    /// Starts it, again if it was stopped.
    pub fn run(&self) {
        let mut postgres = as_nobody_special("postgres", self.folder.path());
        postgres.arg("-D").arg(self.folder.path().join("data"));
        postgres.arg("-k").arg(self.folder.path());
        let port = format!("port={}", self.port);
        for setting in [&port, "listen_addresses=127.0.0.1", "max_connections=200", "max_wal_size=256MB"] {
            postgres.args(["-c", setting]);
        }
        if let Some(certificates) = &self.certificates {
            postgres.args(["-c", "ssl=on"]);
            postgres.arg("-c").arg(format!("ssl_cert_file={}", certificates.server().display()));
            postgres.arg("-c").arg(format!("ssl_key_file={}", certificates.key().display()));
        }
        if !self.durable {
            // Vacuuming by itself would be a transaction that followers wait for.
            postgres.args(["-F", "-c", "autovacuum=off"]);
        }
        let mut child = postgres.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        let mut said = Vec::new();
        loop {
            let Some(line) = log.next() else { panic!("PostgreSQL did not start:\n{}", said.join("\n")) };
            if line.ends_with("ready to accept connections") {
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
        let Some(mut child) = self.process.lock().unwrap_or_else(PoisonError::into_inner).take() else {
            return;
        };
        let mut stop = as_nobody_special("pg_ctl", self.folder.path());
        stop.args(["stop", "--mode=immediate", "--silent", "-D"]).arg(self.folder.path().join("data"));
        if !stop.status().is_ok_and(|status| status.success()) {
            let _ = child.kill();
        }
        let _ = child.wait();
    }

    /// Where it listens.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        ([127, 0, 0, 1], self.port).into()
    }

    /// The address of a new and empty database.
    #[must_use]
    pub fn new_database(&self) -> String {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut createdb = as_nobody_special("createdb", self.folder.path());
        createdb.args(["-h", "127.0.0.1", "-U", "dicee", "-p"]).arg(self.port.to_string());
        succeed(createdb.arg(&name));
        format!("postgres://dicee@127.0.0.1:{}/{name}", self.port)
    }

    /// The address of a new database, restored from a dump of another one.
    #[must_use]
    pub fn dump_and_restore(&self, url: &str) -> String {
        let dump = self.folder.path().join("backup.dump");
        let mut pg_dump = as_nobody_special("pg_dump", self.folder.path());
        succeed(pg_dump.arg("--format=custom").arg("--file").arg(&dump).arg(url));
        let restored = self.new_database();
        let mut pg_restore = as_nobody_special("pg_restore", self.folder.path());
        succeed(pg_restore.arg("--exit-on-error").arg("--dbname").arg(&restored).arg(&dump));
        restored
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        self.stop();
    }
}

fn succeed(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A program of PostgreSQL, run by a user whom it accepts: it refuses to run as root.
fn as_nobody_special(program: &str, folder: &Path) -> Command {
    let mut command = Command::new(programs().join(program));
    // Certificates of the user who runs the tests are none of ours, and another user may not read them.
    command.current_dir(folder).env("HOME", folder);
    if let Some((user, group)) = unprivileged() {
        command.uid(user).gid(group);
    }
    command
}

/// The user and group to drop to, if we are root.
fn unprivileged() -> Option<(u32, u32)> {
    let we = fs::metadata("/proc/self").map_or(u32::MAX, |process| process.uid());
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let ids = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    (we == 0).then(|| ids("postgres").or_else(|| ids("nobody")).expect("a user other than root"))
}

/// The folder with the server's programs.
fn programs() -> PathBuf {
    folder_of("postgresql", || {
        let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        // Debian keeps all but the clients out of PATH, in a folder for each version.
        let mut folders: Vec<_> = versions.map(|version| version.path().join("bin")).collect();
        folders.sort();
        folders.reverse();
        folders.extend(path());
        folders.into_iter().find(|folder| {
            ["initdb", "postgres", "pg_ctl", "createdb", "pg_dump", "pg_restore"]
                .iter()
                .all(|name| folder.join(name).is_file())
        })
    })
}
