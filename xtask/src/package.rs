//! The npm package of the engine holds what its users need.

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::command;
use crate::project::Project;

const REQUIRED: [&str; 5] = [
    "package.json",
    "README.md",
    "dist/probability_engine.js",
    "dist/probability_engine_bg.wasm",
    "dist/probability_engine.d.ts",
];

/// Packs without writing and looks at the list of files.
pub(crate) fn check(project: &Project) -> Result<()> {
    let mut npm = command::new("npm", &project.npm_package());
    npm.args(["pack", "--dry-run", "--json"]);
    println!("$ {}", command::show(&npm));
    let files = packed_files(&command::output(&mut npm)?)?;
    println!("{}", files.join(", "));
    let missing: Vec<_> = REQUIRED.into_iter().filter(|file| !files.iter().any(|f| f == file)).collect();
    if !missing.is_empty() {
        bail!("the package lacks {}", missing.join(", "));
    }
    Ok(())
}

/// The paths in npm's report: a list of packages, or an object of them by name.
fn packed_files(report: &str) -> Result<Vec<String>> {
    let report: Value =
        serde_json::from_str(report).context("npm pack printed something that is not JSON")?;
    let package = match &report {
        Value::Array(packages) => packages.first(),
        Value::Object(packages) => packages.values().next(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    };
    let files = package.and_then(|package| package["files"].as_array()).context("npm pack lists no files")?;
    Ok(files.iter().filter_map(|file| file["path"].as_str()).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::packed_files;

    #[test]
    fn files_are_read_from_either_form_of_the_report() {
        for report in [
            r#"[{"files": [{"path": "README.md", "size": 1}]}]"#,
            r#"{"x": {"files": [{"path": "README.md"}]}}"#,
        ] {
            assert_eq!(packed_files(report).unwrap(), ["README.md"]);
        }
        assert!(packed_files("[]").is_err());
        assert!(packed_files("npm notice").is_err());
    }
}
