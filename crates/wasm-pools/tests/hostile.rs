//! Questions that are meant to hurt, asked of the built modules under Node: the same as the command line and the server are
//! asked. It needs `cargo xtask wasm` before.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs::File;
use std::path::Path;
use std::process::Command;

#[test]
fn hostile_questions_are_refused_or_answered_within_the_stated_time_and_memory() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for module in ["wasm-pools/npm/dist/pools_bg.wasm", "wasm-contest/npm/dist/pool_contests_bg.wasm"] {
        assert!(here.join("..").join(module).exists(), "{module} is not built: cargo xtask wasm builds it");
    }
    let corpus = File::open(here.join("../pools/tests/data/hostile.json")).unwrap();
    let mut node = Command::new("node");
    node.arg(here.join("tests/hostile.mjs")).arg(here.join("..")).stdin(corpus);
    if std::env::var_os("DICEE_FULL").is_some() {
        node.arg("all");
    }
    assert!(node.status().unwrap().success());
}
