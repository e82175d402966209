//! Why the server could not start, or stopped.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use store::StoreError;

/// Why the server could not start, or stopped.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Another program listens there.
    #[error(
        "{addr} is already in use; stop the program that listens there, or choose another address with --addr"
    )]
    AddressInUse {
        /// The address that was asked for.
        addr: SocketAddr,
        /// What the operating system said.
        source: io::Error,
    },
    /// The operating system does not let this user listen there.
    #[error("listening on {addr} is not allowed; choose a port from 1024 up with --addr")]
    AddressNotAllowed {
        /// The address that was asked for.
        addr: SocketAddr,
        /// What the operating system said.
        source: io::Error,
    },
    /// The address is not one of this machine, or cannot be used for another reason.
    #[error("cannot listen on {addr}; choose an address of this machine with --addr, such as 127.0.0.1:8080")]
    AddressUnusable {
        /// The address that was asked for.
        addr: SocketAddr,
        /// What the operating system said.
        source: io::Error,
    },
    /// The folder of the games' file is not there and cannot be made.
    #[error("the data directory {} cannot be made; choose another with --data-dir, or none with --memory", path.display())]
    DataDirectory {
        /// The folder.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// Another server has the games' file.
    #[error(
        "{} is in use by another dicee server; stop that one, or choose another folder with --data-dir",
        path.display()
    )]
    FileInUse {
        /// The file.
        path: PathBuf,
    },
    /// The store cannot be opened.
    #[error("the store {place} cannot be opened; {}", what_to_do(.source))]
    Store {
        /// Where it is, without passwords.
        place: String,
        /// The reason.
        source: StoreError,
    },
    /// The Redis URL is invalid.
    #[error("redis: expected an address such as redis://localhost:6379")]
    Redis(#[source] live::BusError),
    /// The file with the certificates of Redis cannot be read.
    #[error("redis_ca: {} cannot be read", path.display())]
    Certificates {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The store did not close properly.
    #[error("the store did not close properly; what was acknowledged is kept")]
    Close(#[source] StoreError),
}

impl Error {
    pub(crate) fn from_bind(addr: SocketAddr, source: io::Error) -> Self {
        if source.kind() == io::ErrorKind::AddrInUse {
            Self::AddressInUse { addr, source }
        } else if source.kind() == io::ErrorKind::PermissionDenied {
            Self::AddressNotAllowed { addr, source }
        } else {
            Self::AddressUnusable { addr, source }
        }
    }
}

/// How somebody gets a server whose store did not open to start.
const fn what_to_do(error: &StoreError) -> &'static str {
    match error {
        StoreError::Unavailable { .. } => {
            "see that it exists, is running and may be used, then start again; --check-config looks without starting"
        }
        StoreError::Busy(_) => "end the program that holds it, and start again",
        StoreError::Full(_) => "make room on its disk, and start again",
        StoreError::Corrupt(_) => "restore a backup, as docs/operations.md says",
        StoreError::Foreign(_) => "choose another place with --data-dir or --database",
        StoreError::NewerSchema { .. } => {
            "use the newer program that was here, or restore a backup made before it"
        }
        StoreError::Conflict { .. }
        | StoreError::WrongKind { .. }
        | StoreError::Malformed(_)
        | StoreError::Taken { .. }
        | StoreError::Database(_) => "see that its user may make tables",
    }
}
