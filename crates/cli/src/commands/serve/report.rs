//! The effective configuration, for people and for machines.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;
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

/// The effective configuration and what is wrong with it, for programs.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    file: Option<String>,
    settings: Vec<ShownSetting<'a>>,
    checks: Vec<ShownCheck<'a>>,
    ok: bool,
}

#[derive(Serialize)]
struct ShownSetting<'a> {
    key: &'a str,
    value: &'a Value,
    origin: ShownOrigin<'a>,
}

#[derive(Serialize)]
#[serde(tag = "source", rename_all = "camelCase")]
enum ShownOrigin<'a> {
    Default,
    File { path: String, line: usize },
    Variable { name: &'a str },
    Flag { name: String },
}

#[derive(Serialize)]
struct ShownCheck<'a> {
    what: &'a str,
    place: &'a str,
    state: &'static str,
    message: Option<&'a str>,
}

impl<'a> Report<'a> {
    pub(super) fn new(effective: &'a Effective, checks: &'a [Check]) -> Self {
        let settings = effective.values.iter().map(|chosen| ShownSetting {
            key: chosen.setting.key,
            value: &chosen.value,
            origin: ShownOrigin::from(&chosen.origin),
        });
        Self {
            file: effective.file.as_ref().map(|file| file.display().to_string()),
            settings: settings.collect(),
            checks: checks.iter().map(ShownCheck::from).collect(),
            ok: is_fine(checks),
        }
    }
}

impl<'a> From<&'a Origin> for ShownOrigin<'a> {
    fn from(origin: &'a Origin) -> Self {
        match origin {
            Origin::Default => Self::Default,
            Origin::File { path, line } => Self::File { path: path.display().to_string(), line: *line },
            Origin::Variable(name) => Self::Variable { name },
            Origin::Flag(name) => Self::Flag { name: format!("--{name}") },
        }
    }
}

impl<'a> From<&'a Check> for ShownCheck<'a> {
    fn from(check: &'a Check) -> Self {
        let (state, message) = match &check.finding {
            Finding::Fine => ("fine", None),
            Finding::Doubtful(why) => ("doubtful", Some(why.as_str())),
            Finding::Wrong(why) => ("wrong", Some(why.as_str())),
        };
        Self { what: check.what, place: &check.place, state, message }
    }
}
