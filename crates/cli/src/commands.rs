//! One module a command.

pub(crate) mod analyze;
pub(crate) mod attack;
pub(crate) mod check;
pub(crate) mod contest;
pub(crate) mod distribution;
pub(crate) mod extended;
pub(crate) mod fortytwo;
pub(crate) mod load;
pub(crate) mod odds;
pub(crate) mod odds_of;
pub(crate) mod play;
pub(crate) mod practice;
pub(crate) mod profile;
pub(crate) mod puzzle;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod roll;
pub(crate) mod serve;
pub(crate) mod session;
pub(crate) mod simulate;
pub(crate) mod solve;
pub(crate) mod target;
pub(crate) mod train;
pub(crate) mod value;
pub(crate) mod verify;
