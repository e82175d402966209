//! What is inside of a release: every package whose code is in the binary, or in the web app that it serves.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde_json::Value;
use toml::Table;

use crate::command;
use crate::crates::published_name;
use crate::project::Project;
use crate::setup::WASM_TARGET;
use crate::wasm::MODULES;

/// npm packages that build the web app and leave code of their own in it. What they need in turn stays behind, but for
/// what is named here as well.
const BUNDLED_TOOLS: [&str; 4] = ["@sveltejs/kit", "clsx", "devalue", "svelte"];

/// The version of musl that the toolchain links into static binaries.
const MUSL: &str = "1.2.5";

/// A package in a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Component {
    /// Its package URL, which is its key everywhere.
    pub(crate) purl: String,
    pub(crate) name: String,
    pub(crate) version: String,
    /// An SPDX expression.
    pub(crate) licence: String,
    pub(crate) repository: Option<String>,
    /// The name of the algorithm, and the hash of the published archive in hexadecimal.
    pub(crate) hash: Option<(&'static str, String)>,
    /// Where its files are; none for packages of this repository and for the toolchain.
    pub(crate) folder: Option<PathBuf>,
    /// The package URLs of what it needs.
    pub(crate) depends_on: BTreeSet<String>,
}

/// The program, and all packages in it, by package URL.
#[derive(Clone, Debug)]
pub(crate) struct Inventory {
    pub(crate) program: Component,
    pub(crate) components: BTreeMap<String, Component>,
}

impl Inventory {
    /// Reads the packages of a release for one target from `cargo metadata` and the lock files.
    pub(crate) fn read(project: &Project, target: &str) -> Result<Self> {
        // Two targets: that of the binary, and that of the modules in the web app.
        let metadata = project.metadata(&["--filter-platform", target, "--filter-platform", WASM_TARGET])?;
        let lock: Table = read(project, "Cargo.lock")?.parse().context("Cargo.lock")?;
        let crates = project.root().join("crates");
        let modules = MODULES.iter().map(|module| crates.join(module.krate));
        let (mut program, mut components) = crates_of(&metadata, &lock, &crates.join("cli"), modules)?;
        program.name = String::from("dicee");

        let package: Value = serde_json::from_str(&read(project, "web/package.json")?)?;
        let lock: Value = serde_json::from_str(&read(project, "web/package-lock.json")?)?;
        components.extend(npm_packages(&package, &lock, &project.web())?);

        let rustc = command::output(command::new("rustc", project.root()).arg("--version"))?;
        let version = rustc.split_whitespace().nth(1).context("rustc has no version")?;
        components.extend(toolchain("rust-std", version, "MIT OR Apache-2.0"));
        if target.ends_with("musl") {
            components.extend(toolchain("musl", MUSL, "MIT"));
        }
        Ok(Self { program, components })
    }

    /// The packages that others have published.
    pub(crate) fn third_party(&self) -> impl Iterator<Item = &Component> {
        self.components.values().filter(|component| component.folder.is_some() || component.is_toolchain())
    }
}

impl Component {
    fn is_toolchain(&self) -> bool {
        self.purl.starts_with("pkg:generic/")
    }
}

fn read(project: &Project, name: &str) -> Result<String> {
    fs::read_to_string(project.root().join(name)).with_context(|| format!("cannot read {name}"))
}

fn toolchain(name: &str, version: &str, licence: &str) -> Option<(String, Component)> {
    let purl = format!("pkg:generic/{name}@{version}");
    let component = Component {
        purl: purl.clone(),
        name: name.to_owned(),
        version: version.to_owned(),
        licence: licence.to_owned(),
        repository: None,
        hash: None,
        folder: None,
        depends_on: BTreeSet::new(),
    };
    Some((purl, component))
}

/// The crate in `program`, and all that it and `modules` are linked from. Macros and build scripts run at build time and
/// leave nothing but what they write, so they and what only they need are left out.
fn crates_of(
    metadata: &Value,
    lock: &Table,
    program: &Path,
    modules: impl Iterator<Item = PathBuf>,
) -> Result<(Component, BTreeMap<String, Component>)> {
    let list = |value: &'_ Value| value.as_array().cloned().unwrap_or_default();
    let packages: HashMap<String, Value> =
        list(&metadata["packages"]).into_iter().map(|package| (text(&package["id"]), package)).collect();
    let nodes: HashMap<String, Value> =
        list(&metadata["resolve"]["nodes"]).into_iter().map(|node| (text(&node["id"]), node)).collect();
    let id_of = |folder: &Path| {
        let manifest = folder.join("Cargo.toml");
        let found =
            packages.iter().find(|(_, package)| Path::new(&text(&package["manifest_path"])) == manifest);
        found
            .map(|(id, _)| id.clone())
            .with_context(|| format!("cargo metadata lacks {}", manifest.display()))
    };
    let is_macro = |id: &str| {
        let kinds = packages.get(id).map(|package| list(&package["targets"])).unwrap_or_default();
        kinds.iter().any(|target| list(&target["kind"]).contains(&Value::from("proc-macro")))
    };
    let linked = |id: &str| -> Vec<String> {
        let deps = nodes.get(id).map(|node| list(&node["deps"])).unwrap_or_default();
        let is_linked = |dep: &Value| list(&dep["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
        deps.iter()
            .filter(|dep| is_linked(dep))
            .map(|dep| text(&dep["pkg"]))
            .filter(|id| !is_macro(id))
            .collect()
    };

    let program = id_of(program)?;
    let mut open = vec![program.clone()];
    let modules: Vec<String> = modules.map(|folder| id_of(&folder)).collect::<Result<_>>()?;
    open.extend(modules.iter().cloned());
    let mut found = BTreeMap::new();
    while let Some(id) = open.pop() {
        if found.contains_key(&id) {
            continue;
        }
        let package = packages.get(&id).with_context(|| format!("cargo metadata lacks {id}"))?;
        let mut component = crate_component(package, lock);
        let mut needs = linked(&id);
        if id == program {
            needs.extend(modules.iter().cloned());
        }
        let purls = needs.iter().filter_map(|id| packages.get(id)).map(crate_purl);
        component.depends_on = purls.collect();
        open.extend(needs);
        found.insert(id, component);
    }
    let program = found.remove(&program).context("the program is not among its packages")?;
    Ok((program, found.into_values().map(|component| (component.purl.clone(), component)).collect()))
}

fn crate_component(package: &Value, lock: &Table) -> Component {
    let (name, version) = (text(&package["name"]), text(&package["version"]));
    // Packages of this repository have no source.
    let folder =
        package["source"].as_str().and_then(|_| Path::new(package["manifest_path"].as_str()?).parent());
    Component {
        purl: crate_purl(package),
        licence: expression(package["license"].as_str()),
        repository: package["repository"].as_str().map(str::to_owned),
        hash: checksum(lock, &name, &version).map(|hash| ("SHA-256", hash)),
        folder: folder.map(Path::to_owned),
        depends_on: BTreeSet::new(),
        name,
        version,
    }
}

/// Under the short names of this repository others have published, so its crates are listed under their published ones.
fn crate_purl(package: &Value) -> String {
    let name = text(&package["name"]);
    let name = if package["source"].is_null() { published_name(&name) } else { name };
    format!("pkg:cargo/{name}@{}", text(&package["version"]))
}

fn checksum(lock: &Table, name: &str, version: &str) -> Option<String> {
    let packages = lock.get("package")?.as_array()?;
    let named = |package: &&toml::Value| {
        package.get("name").and_then(toml::Value::as_str) == Some(name)
            && package.get("version").and_then(toml::Value::as_str) == Some(version)
    };
    Some(packages.iter().find(named)?.get("checksum")?.as_str()?.to_owned())
}

/// What the web app imports, with what that imports, and the runtime parts of its tools.
fn npm_packages(package: &Value, lock: &Value, web: &Path) -> Result<BTreeMap<String, Component>> {
    let locked = lock["packages"].as_object().context("package-lock.json lists no packages")?;
    let direct = package["dependencies"].as_object().context("web/package.json has no dependencies")?;
    let imported =
        direct.iter().filter(|(_, from)| !text(from).starts_with("file:")).map(|(name, _)| name.as_str());
    let mut open: Vec<(String, bool)> =
        imported.map(|name| (String::from("node_modules/") + name, true)).collect();
    open.extend(BUNDLED_TOOLS.map(|name| (format!("node_modules/{name}"), false)));
    let mut found = BTreeMap::new();
    while let Some((path, with_needs)) = open.pop() {
        let package = locked.get(&path).with_context(|| format!("package-lock.json lacks {path}"))?;
        let name = path.rsplit_once("node_modules/").map_or(path.as_str(), |(_, name)| name);
        let mut component = npm_component(name, package, web.join(&path));
        let needs = package["dependencies"].as_object().filter(|_| with_needs);
        for need in needs.into_iter().flatten().map(|(name, _)| name) {
            let path = resolve(&path, need, |path| locked.contains_key(path));
            let path = path.with_context(|| format!("package-lock.json lacks {need}, which {name} needs"))?;
            component.depends_on.insert(npm_purl(need, &locked[&path]));
            open.push((path, true));
        }
        found.insert(component.purl.clone(), component);
    }
    Ok(found)
}

/// Where Node finds `name` from the package at `path`: in its own folder, else in those around it.
fn resolve(path: &str, name: &str, exists: impl Fn(&str) -> bool) -> Option<String> {
    let mut around = Some(path);
    while let Some(folder) = around {
        let inside = format!("{folder}/node_modules/{name}");
        if exists(&inside) {
            return Some(inside);
        }
        around = folder.rsplit_once("/node_modules/").map(|(outer, _)| outer);
    }
    Some(format!("node_modules/{name}")).filter(|path| exists(path))
}

fn npm_component(name: &str, package: &Value, folder: PathBuf) -> Component {
    let integrity = package["integrity"].as_str().and_then(|integrity| integrity.strip_prefix("sha512-"));
    Component {
        purl: npm_purl(name, package),
        name: name.to_owned(),
        version: text(&package["version"]),
        licence: expression(package["license"].as_str()),
        repository: None,
        hash: integrity.and_then(hexadecimal).map(|hash| ("SHA-512", hash)),
        folder: Some(folder),
        depends_on: BTreeSet::new(),
    }
}

fn npm_purl(name: &str, package: &Value) -> String {
    format!("pkg:npm/{}@{}", name.replace('@', "%40"), text(&package["version"]))
}

/// Base64 as hexadecimal; `None` if it is not Base64.
fn hexadecimal(base64: &str) -> Option<String> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = base64.trim_end_matches('=').bytes();
    let (mut bits, mut held, mut hex) = (0_usize, 0_u8, String::new());
    for digit in digits {
        bits = (bits << 6) | DIGITS.iter().position(|known| *known == digit)?;
        held += 6;
        while held >= 8 {
            held -= 8;
            hex.push_str(&format!("{:02x}", (bits >> held) & 0xff));
        }
        bits &= 0xff;
    }
    Some(hex)
}

/// A slash is how `OR` was written before SPDX.
fn expression(licence: Option<&str>) -> String {
    licence.unwrap_or("NOASSERTION").replace('/', " OR ")
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn package(name: &str, kind: &str, source: Option<&str>) -> Value {
        json!({
            "id": name, "name": name, "version": "1.0.0", "license": "MIT/Apache-2.0", "source": source,
            "manifest_path": format!("/x/{name}/Cargo.toml"), "targets": [{"kind": [kind]}],
        })
    }

    fn node(name: &str, deps: &[(&str, Option<&str>)]) -> Value {
        let deps: Vec<_> =
            deps.iter().map(|(name, kind)| json!({"pkg": name, "dep_kinds": [{"kind": kind}]})).collect();
        json!({"id": name, "deps": deps})
    }

    #[test]
    fn what_is_linked_is_listed_and_what_only_builds_or_tests_is_not() {
        let registry = Some("registry");
        let metadata = json!({
            "packages": [
                package("cli", "bin", None), package("module", "cdylib", None), package("used", "lib", registry),
                package("deep", "lib", registry), package("macro", "proc-macro", registry),
                package("syntax", "lib", registry), package("compiler", "lib", registry),
                package("checker", "lib", registry),
            ],
            "resolve": {"nodes": [
                node("cli", &[("used", None), ("macro", None), ("compiler", Some("build")), ("checker", Some("dev"))]),
                node("module", &[("deep", None)]), node("used", &[("deep", None)]), node("macro", &[("syntax", None)]),
            ]},
        });
        let lock = "[[package]]\nname = \"used\"\nversion = \"1.0.0\"\nchecksum = \"ab\"".parse().unwrap();
        let modules = [PathBuf::from("/x/module")].into_iter();
        let (program, found) = crates_of(&metadata, &lock, Path::new("/x/cli"), modules).unwrap();
        assert_eq!(
            found.keys().collect::<Vec<_>>(),
            ["pkg:cargo/deep@1.0.0", "pkg:cargo/dicee-module@1.0.0", "pkg:cargo/used@1.0.0"]
        );
        assert_eq!(
            program.depends_on.iter().collect::<Vec<_>>(),
            ["pkg:cargo/dicee-module@1.0.0", "pkg:cargo/used@1.0.0"]
        );
        let used = &found["pkg:cargo/used@1.0.0"];
        assert_eq!(
            (used.licence.as_str(), &used.hash),
            ("MIT OR Apache-2.0", &Some(("SHA-256", "ab".to_owned())))
        );
        assert_eq!((&used.folder, &program.folder), (&Some(PathBuf::from("/x/used")), &None));
    }

    #[test]
    fn npm_packages_are_what_the_app_imports_and_the_runtime_of_its_tools() {
        let package = json!({"dependencies": {"@dicee/x": "file:../x", "d3": "1.0.0"}, "devDependencies": {"vite": "1"}});
        let mut locked = json!({
            "node_modules/d3": {"version": "1.0.0", "license": "ISC", "dependencies": {"path": "1"}, "integrity": "sha512-/wA="},
            "node_modules/d3/node_modules/path": {"version": "1.5.0", "license": "ISC"},
            "node_modules/path": {"version": "2.0.0", "license": "ISC"},
            "node_modules/vite": {"version": "1.0.0", "license": "MIT"},
        });
        for tool in BUNDLED_TOOLS {
            locked[format!("node_modules/{tool}")] =
                json!({"version": "3.0.0", "license": "MIT", "dependencies": {"vite": "1"}});
        }
        let found = npm_packages(&package, &json!({"packages": locked}), Path::new("web")).unwrap();
        let mut expected = vec!["pkg:npm/d3@1.0.0", "pkg:npm/path@1.5.0", "pkg:npm/svelte@3.0.0"];
        expected.extend(["pkg:npm/%40sveltejs/kit@3.0.0", "pkg:npm/clsx@3.0.0"]);
        expected.push("pkg:npm/devalue@3.0.0");
        assert_eq!(found.keys().map(String::as_str).collect::<BTreeSet<_>>(), expected.into_iter().collect());
        let d3 = &found["pkg:npm/d3@1.0.0"];
        assert_eq!(d3.hash, Some(("SHA-512", "ff00".to_owned())));
        assert!(d3.depends_on.contains("pkg:npm/path@1.5.0"));
    }

    #[test]
    fn base64_is_read_to_the_last_byte() {
        assert_eq!(hexadecimal("TWFu").as_deref(), Some("4d616e"));
        assert_eq!(hexadecimal("TWE=").as_deref(), Some("4d61"));
        assert_eq!(hexadecimal("no base64"), None);
    }
}
