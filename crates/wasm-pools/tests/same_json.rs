//! The browser and the command line answer with the same JSON: 500 generated expressions, asked of the built module under
//! Node and of the functions behind `dicee odds-of --json`. It needs `cargo xtask wasm` before.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use chance::{Chance, SeededChance};
use pools::{Aliases, Expression, OddsQuestion};
use serde_json::json;

/// An expression that can be answered quickly.
fn expression(luck: &mut SeededChance) -> String {
    let mut pick = |from: &[&str]| from[luck.below(u32::try_from(from.len()).unwrap()) as usize].to_owned();
    let dice = pick(&["1", "2", "3", "4", "5", "6", "8", "10", "15"]);
    let sides = pick(&["4", "6", "8", "10", "12", "20", "%", "F"]);
    let reroll = pick(&["", "", "", "ro1", "rr1", "ro<=2"]);
    let clamp = pick(&["", "", "", "min2"]);
    let explode = pick(&["", "", "", "!", "!!", "!:2"]);
    let keep = pick(&["", "", "kh1", "kl1", "kh2", "dl1"]);
    let count = pick(&["", "", ">=3", ">=3b1", ">=3f1", ">=3ds4", ">=3b1ds4", "=3"]);
    let around = pick(&[
        "X",
        "X",
        "X",
        "X + 3",
        "2x(X)",
        "max(X, 7)",
        "if(X >= 3, 2, d4)",
        "(X) * 2",
        "-(X)",
        "X - d6",
    ]);
    around.replace('X', &format!("{dice}d{sides}{reroll}{clamp}{explode}{keep}{count}"))
}

#[test]
fn the_json_of_browser_and_command_line_is_equal_for_500_expressions() {
    let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("npm/dist");
    assert!(module.join("pools_bg.wasm").exists(), "@dicee/pools is not built: cargo xtask wasm builds it");
    let mut luck = SeededChance::from_seed(500);
    let mut questions = Vec::new();
    while questions.len() < 500 {
        let text = expression(&mut luck);
        let Ok(expression) = Expression::parse(&text, &Aliases::default()) else { continue };
        if expression.odds_cost().is_ok_and(|cost| cost.steps <= 5_000_000) {
            let question = OddsQuestion { dc: Some(2), explain: true, ..OddsQuestion::about(expression) };
            let answer = question.report().unwrap().answer();
            let json = serde_json::to_string(&answer).unwrap();
            questions.push(json!({ "expression": text, "json": json }));
        }
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/same_json.mjs");
    let mut node = Command::new("node").arg(script).arg(module).stdin(Stdio::piped()).spawn().unwrap();
    let asked = serde_json::to_string(&questions).unwrap();
    node.stdin.take().unwrap().write_all(asked.as_bytes()).unwrap();
    assert!(node.wait().unwrap().success());
}
