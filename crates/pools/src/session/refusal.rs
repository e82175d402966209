use thiserror::Error;

use crate::{ExtendedStatus, InputError};

/// Why a session refused a command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SessionRefusal {
    /// It is already open.
    #[error("this session is open already")]
    Open,
    /// It is not open yet.
    #[error("this session is not open yet")]
    NotOpen,
    /// There are as many rolls as a session keeps.
    #[error("this session has its {most} rolls: open another one")]
    Full {
        /// The most rolls.
        most: usize,
    },
    /// A field that is wrong.
    #[error(transparent)]
    Input(#[from] InputError),
    /// An extended check that is over.
    #[error("the check {check:?} is over: {status:?}")]
    Over {
        /// The check.
        check: String,
        /// How it ended.
        status: ExtendedStatus,
    },
    /// There is no context to leave.
    #[error("no context has been entered")]
    NoContext,
}
