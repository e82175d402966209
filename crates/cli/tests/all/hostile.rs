//! Questions that are meant to hurt, asked of the command: the same as the browser module and the server are asked. The
//! system ends a process that takes more than is stated in `docs/pools.md`.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::process::{Command, Output};

use pools::{
    AttackRequest, CheckRequest, ContestRequest, ExtendedRequest, InputError, OddsRequest, RollRequest,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Six times the seconds that are stated, because the command under test is not optimised throughout.
const SECONDS: u32 = 30;
/// The memory that is stated, in kilobytes.
const KILOBYTES: u32 = 250 * 1024;
/// Answers that take longer, in nanoseconds, are asked for by `cargo xtask test --full` alone.
const QUICK: u64 = 300_000_000;

fn run(args: &[String]) -> Output {
    let limits = format!("ulimit -t {SECONDS}; ulimit -d {KILOBYTES}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &limits, env!("CARGO_BIN_EXE_dicee")]).args(args).output().unwrap()
}

/// How the command is asked the question; `None` for what it does not answer, or takes from a file.
fn arguments(kind: &str, request: &Value) -> Option<Vec<String>> {
    let own: &[&str] = match kind {
        "odds" | "roll" => &["expression"],
        "contest" => &["initiator", "defender"],
        "check" | "extended" | "attack" => &[],
        _ => return None,
    };
    let command = if kind == "odds" { "odds-of" } else { kind };
    let shown = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut args = vec![command.to_owned(), "--json".to_owned()];
    for (field, value) in request.as_object()?.iter().filter(|(field, _)| !own.contains(&field.as_str())) {
        match value {
            Value::Bool(said) => args.extend(said.then(|| format!("--{field}"))),
            Value::Object(names) if field == "aliases" => {
                args.extend(names.iter().map(|(name, text)| format!("--define={name}={}", shown(text))));
            }
            Value::Object(_) | Value::Array(_) => return None,
            Value::Null | Value::Number(_) | Value::String(_) => {
                args.push(format!("--{field}={}", shown(value)));
            }
        }
    }
    args.push("--".to_owned());
    args.extend(own.iter().map(|field| shown(&request[*field])));
    // No argument of a process holds the character 0.
    args.iter().all(|arg| !arg.contains('\0')).then_some(args)
}

/// About how many nanoseconds the answer takes.
fn cost(kind: &str, request: &Value) -> Result<u64, InputError> {
    fn read<T: DeserializeOwned>(request: &Value) -> T {
        serde_json::from_value(request.clone()).unwrap()
    }
    match kind {
        "odds" => read::<OddsRequest>(request).question()?.nanoseconds(),
        "check" => read::<CheckRequest>(request).question()?.nanoseconds(),
        "contest" => read::<ContestRequest>(request).question()?.nanoseconds(),
        "extended" => read::<ExtendedRequest>(request).question()?.nanoseconds(),
        "attack" => read::<AttackRequest>(request).question()?.nanoseconds(),
        _ => Ok(read::<RollRequest>(request).question(QUICK)?.nanoseconds()),
    }
}

#[test]
fn hostile_questions_are_refused_or_answered_within_the_stated_time_and_memory() {
    let corpus: Vec<Value> =
        serde_json::from_str(include_str!("../../../pools/tests/data/hostile.json")).unwrap();
    let everything = std::env::var_os("DICEE_FULL").is_some();
    let (mut answered, mut refused) = (0, 0);
    for row in &corpus {
        let (kind, request) = (row["kind"].as_str().unwrap(), &row["request"]);
        let Some(args) = arguments(kind, request) else { continue };
        if !everything && cost(kind, request).is_ok_and(|nanoseconds| nanoseconds > QUICK) {
            continue;
        }
        let shown: String = args.join(" ").chars().take(120).collect();
        let output = run(&args);
        match output.status.code() {
            Some(0) => answered += 1,
            Some(2) => {
                refused += 1;
                let words = String::from_utf8_lossy(&output.stderr);
                assert!(words.len() < 10_000 && words.contains("expected "), "{shown}: {words}");
            }
            // Ended by the system.
            _ => panic!("{shown}: {}, {}", output.status, String::from_utf8_lossy(&output.stderr)),
        }
    }
    assert!(answered >= 10 && refused >= 50, "{answered} answered, {refused} refused");
}
