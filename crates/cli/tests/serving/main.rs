//! `dicee serve` as a process of its own, and what can happen to one.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[cfg(target_os = "linux")]
mod full_disk;
mod killed;
mod operating;
mod process;
mod three_nodes;
mod torture;
