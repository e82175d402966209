//! One module a command.

pub(crate) mod analyze;
pub(crate) mod fortytwo;
pub(crate) mod odds;
pub(crate) mod serve;
pub(crate) mod simulate;
pub(crate) mod solve;
pub(crate) mod value;
