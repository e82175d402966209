//! The effective configuration, for people and for machines.

use std::io::{self, Write};

use serde_json::{Value, json};
use server::{Check, Effective, Finding, Origin};

use crate::output::{BEST, ERROR, FAINT, HEAD, PLAIN, WARNING};

pub(super) fn is_fine(checks: &[Check]) -> bool {
    !checks.iter().any(|check| matches!(check.finding, Finding::Wrong(_)))
}

pub(super) fn print(out: &mut impl Write, effective: &Effective, checks: &[Check]) -> io::Result<()> {
    let rows: Vec<[String; 3]> = effective
        .values
        .iter()
        .map(|chosen| [chosen.setting.key.to_owned(), shown(&chosen.value), chosen.origin.to_string()])
        .collect();
    let width = |column: usize, head: &str| {
        rows.iter().map(|row| row[column].chars().count()).chain([head.len()]).max().unwrap_or(0)
    };
    let (keys, values) = (width(0, "setting"), width(1, "value"));
    writeln!(out, "{HEAD}{:<keys$}  {:<values$}  from{HEAD:#}", "setting", "value")?;
    for ([key, value, origin], chosen) in rows.iter().zip(&effective.values) {
        let style = if chosen.origin == Origin::Default { FAINT } else { PLAIN };
        writeln!(out, "{style}{key:<keys$}  {value:<values$}  {origin}{style:#}")?;
    }
    writeln!(out)?;
    for Check { what, place, finding } in checks {
        match finding {
            Finding::Fine => writeln!(out, "{BEST}fine{BEST:#}      {what} {place}")?,
            Finding::Doubtful(why) => writeln!(out, "{WARNING}doubtful{WARNING:#}  {what} {place}: {why}")?,
            Finding::Wrong(why) => writeln!(out, "{ERROR}wrong{ERROR:#}     {what} {place}: {why}")?,
        }
    }
    let verdict = if is_fine(checks) { "The server can start." } else { "Something is wrong, see above." };
    writeln!(out, "{verdict}")
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "-".to_owned(),
        Value::Array(items) => {
            items.iter().map(|item| item.as_str().unwrap_or_default()).collect::<Vec<_>>().join(", ")
        }
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => value.to_string(),
    }
}

pub(super) fn as_json(effective: &Effective, checks: &[Check]) -> Value {
    let settings: Vec<Value> = effective
        .values
        .iter()
        .map(|chosen| {
            let origin = match &chosen.origin {
                Origin::Default => json!({ "source": "default" }),
                Origin::File { path, line } => {
                    json!({ "source": "file", "path": path.display().to_string(), "line": line })
                }
                Origin::Variable(name) => json!({ "source": "variable", "name": name }),
                Origin::Flag(name) => json!({ "source": "flag", "name": format!("--{name}") }),
            };
            json!({ "key": chosen.setting.key, "value": chosen.value, "origin": origin })
        })
        .collect();
    let checks_: Vec<Value> = checks
        .iter()
        .map(|check| {
            let (state, message) = match &check.finding {
                Finding::Fine => ("fine", None),
                Finding::Doubtful(why) => ("doubtful", Some(why)),
                Finding::Wrong(why) => ("wrong", Some(why)),
            };
            json!({ "what": check.what, "place": check.place, "state": state, "message": message })
        })
        .collect();
    json!({
        "file": effective.file.as_ref().map(|file| file.display().to_string()),
        "settings": settings,
        "checks": checks_,
        "ok": is_fine(checks),
    })
}
