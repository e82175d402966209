//! Every dependency has a licence that `deny.toml` allows.
//!
//! `cargo deny` reads the same file and is run as well where it is installed, but it knows only Rust and
//! is not on every machine.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use spdx::{Expression, Licensee, ParseMode};
use toml::Table;

use crate::command;
use crate::project::Project;

/// npm packages that build or test the web app and of which nothing is shipped, with the licence they may
/// therefore have. A name stands for its builds per platform (`name-linux-x64`), too. They are listed here
/// because deny.toml can except crates only.
const NPM_TOOLS: [(&str, &str); 3] =
    [("@axe-core/playwright", "MPL-2.0"), ("axe-core", "MPL-2.0"), ("lightningcss", "MPL-2.0")];

/// Checks Rust and npm packages, and names each that is not allowed.
pub(crate) fn check(project: &Project) -> Result<()> {
    let file = project.root().join("deny.toml");
    let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", project.show(&file)))?;
    let policy = Policy::parse(&text).context("deny.toml")?;

    let mut packages = rust_packages(&project.metadata(&[])?)?;
    let rust = packages.len();
    let lock_file = project.web().join("package-lock.json");
    let lock = fs::read(&lock_file).with_context(|| format!("cannot read {}", project.show(&lock_file)))?;
    packages.extend(npm_packages(&serde_json::from_slice(&lock)?)?);
    println!("{rust} Rust packages, {} npm packages", packages.len() - rust);

    let refused: Vec<_> = packages.iter().filter_map(|package| policy.refuse(package)).collect();
    for reason in &refused {
        println!("  {reason}");
    }
    if !refused.is_empty() {
        bail!("{} packages have a licence that deny.toml does not allow", refused.len());
    }

    if command::works(project.cargo().args(["deny", "--version"])) {
        let arguments = ["deny", "--offline", "check", "licenses", "bans", "sources"];
        command::run(project.cargo().args(arguments))?;
    }
    Ok(())
}

/// Where a package comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Crates,
    Npm,
}

/// A dependency and what it says about its licence.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Package {
    name: String,
    version: String,
    licence: Option<String>,
    source: Source,
}

fn rust_packages(metadata: &Value) -> Result<BTreeSet<Package>> {
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    Ok(packages.iter().map(|package| parse_package(package, text(package, "name"), Source::Crates)).collect())
}

fn npm_packages(lock: &Value) -> Result<BTreeSet<Package>> {
    let packages = lock["packages"].as_object().context("package-lock.json lists no packages")?;
    let mut found = BTreeSet::new();
    for (path, package) in packages {
        // The root, and links to packages of this repository, are not dependencies.
        let Some((_, name)) = path.rsplit_once("node_modules/") else { continue };
        if package["link"] == true {
            continue;
        }
        found.insert(parse_package(package, name.to_owned(), Source::Npm));
    }
    Ok(found)
}

fn parse_package(package: &Value, name: String, source: Source) -> Package {
    let licence = package["license"].as_str().map(str::to_owned);
    Package { name, version: text(package, "version"), licence, source }
}

fn text(package: &Value, key: &str) -> String {
    package[key].as_str().unwrap_or("?").to_owned()
}

/// The allowed licences, for all packages and for single ones.
#[derive(Debug)]
struct Policy {
    allowed: Vec<Licensee>,
    exceptions: Vec<(String, Vec<Licensee>)>,
    npm_tools: Vec<(&'static str, Licensee)>,
}

impl Policy {
    fn parse(deny: &str) -> Result<Self> {
        let deny: Table = deny.parse()?;
        let licences = deny.get("licenses").and_then(toml::Value::as_table).context("no [licenses]")?;
        let exceptions = licences.get("exceptions").and_then(toml::Value::as_array);
        Ok(Self {
            allowed: allowed(licences)?,
            exceptions: exceptions.into_iter().flatten().map(exception).collect::<Result<_>>()?,
            npm_tools: NPM_TOOLS
                .into_iter()
                .map(|(name, licence)| Ok((name, parse_licensee(licence)?)))
                .collect::<Result<_>>()?,
        })
    }

    /// Why a package is not allowed, if it is not.
    fn refuse(&self, package: &Package) -> Option<String> {
        let Package { name, version, licence, source } = package;
        let Some(licence) = licence else { return Some(format!("{name} {version} names no licence")) };
        let Ok(expression) = Expression::parse_mode(licence, ParseMode::LAX) else {
            return Some(format!("{name} {version}: `{licence}` is no licence expression"));
        };
        let accepted: Vec<_> = match source {
            Source::Crates => self
                .exceptions
                .iter()
                .filter(|(crate_name, _)| crate_name == name)
                .flat_map(|(_, l)| l)
                .collect(),
            Source::Npm => {
                self.npm_tools.iter().filter(|(tool, _)| is_tool(name, tool)).map(|(_, l)| l).collect()
            }
        };
        let fine = expression.evaluate(|required| {
            self.allowed.iter().chain(accepted.iter().copied()).any(|licensee| licensee.satisfies(required))
        });
        (!fine).then(|| format!("{name} {version}: {licence}"))
    }
}

fn is_tool(name: &str, tool: &str) -> bool {
    name.strip_prefix(tool).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

fn exception(value: &toml::Value) -> Result<(String, Vec<Licensee>)> {
    let table = value.as_table().context("an exception is no table")?;
    let name = table.get("crate").and_then(toml::Value::as_str).context("an exception names no crate")?;
    Ok((name.to_owned(), allowed(table)?))
}

fn allowed(table: &Table) -> Result<Vec<Licensee>> {
    let list = table.get("allow").and_then(toml::Value::as_array).context("`allow` is missing")?;
    list.iter().map(|licence| parse_licensee(licence.as_str().unwrap_or_default())).collect()
}

fn parse_licensee(name: &str) -> Result<Licensee> {
    Licensee::parse(name).with_context(|| format!("`{name}` is no licence"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const DENY: &str = r#"
        [licenses]
        allow = ["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception"]
        exceptions = [{ allow = ["Zlib"], crate = "odd" }]
    "#;

    fn check(name: &str, licence: Option<&str>, source: Source, allowed: bool) {
        let package = Package {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: licence.map(str::to_owned),
            source,
        };
        let refused = Policy::parse(DENY).unwrap().refuse(&package);
        assert_eq!(refused.is_none(), allowed, "{package:?}: {refused:?}");
    }

    #[test]
    fn a_package_passes_when_some_choice_of_its_licences_is_allowed() {
        check("a", Some("MIT"), Source::Crates, true);
        check("a", Some("GPL-3.0-only OR MIT"), Source::Crates, true);
        check("a", Some("MIT AND Apache-2.0"), Source::Crates, true);
        check("a", Some("MIT/Apache-2.0"), Source::Crates, true);
        check("a", Some("Apache-2.0 WITH LLVM-exception"), Source::Crates, true);
        check("a", Some("MIT AND GPL-3.0-only"), Source::Crates, false);
        check("a", Some("GPL-3.0-only"), Source::Crates, false);
    }

    #[test]
    fn a_licence_that_is_missing_or_unreadable_does_not_pass() {
        check("a", None, Source::Crates, false);
        check("a", Some("SEE LICENSE IN LICENSE.txt"), Source::Crates, false);
        check("a", Some(""), Source::Crates, false);
    }

    #[test]
    fn an_exception_holds_for_its_package_alone() {
        check("odd", Some("Zlib"), Source::Crates, true);
        check("even", Some("Zlib"), Source::Crates, false);
    }

    #[test]
    fn npm_tools_may_have_the_licence_they_are_listed_with() {
        check("axe-core", Some("MPL-2.0"), Source::Npm, true);
        check("lightningcss-linux-x64-gnu", Some("MPL-2.0"), Source::Npm, true);
        check("lightningcss", Some("GPL-3.0-only"), Source::Npm, false);
        check("lightningcss", Some("MPL-2.0"), Source::Crates, false);
        check("svelte", Some("MPL-2.0"), Source::Npm, false);
        check("odd", Some("Zlib"), Source::Npm, false);
    }

    #[test]
    fn a_policy_without_a_list_is_an_error() {
        assert!(Policy::parse("").is_err());
        assert!(Policy::parse("[licenses]").is_err());
        assert!(Policy::parse("[licenses]\nallow = [\"no such licence\"]").is_err());
    }

    #[test]
    fn npm_packages_are_those_under_node_modules_that_are_not_ours() {
        let lock = json!({"packages": {
            "": {"name": "web"},
            "../engine": {"version": "1.0.0", "license": "MIT"},
            "node_modules/@dicee/engine": {"link": true},
            "node_modules/@a/b": {"version": "2.0.0", "license": "MIT", "dev": true},
            "node_modules/c/node_modules/d": {"version": "3.0.0"}
        }});
        let found: Vec<_> = npm_packages(&lock).unwrap().into_iter().collect();
        let names: Vec<_> = found.iter().map(|p| (p.name.as_str(), p.licence.as_deref())).collect();
        assert_eq!(names, [("@a/b", Some("MIT")), ("d", None)]);
    }
}
