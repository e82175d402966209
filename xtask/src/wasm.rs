//! The browser modules: compiled, given their JavaScript, and optimised.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::{self, ScopedJoinHandle};
use std::{env, fs};

use anyhow::{Context as _, Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use wasm_bindgen_cli_support::Bindgen;

use crate::command;
use crate::project::Project;
use crate::stamp::{Stamp, hash_bytes, hash_tree};

/// A crate that becomes an npm package with one WebAssembly module in its `dist`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Module {
    /// The crate, and its folder.
    pub(crate) krate: &'static str,
    /// What the files of the package are called.
    pub(crate) name: &'static str,
    /// The cargo profile, and how wasm-opt is told the same.
    speed: Speed,
    reach: Reach,
}

/// What a module is optimised for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Speed {
    /// The solver is to stay fast.
    Fast,
    /// Everything else is fast enough.
    Small,
}

impl Speed {
    const fn profile(self) -> &'static str {
        match self {
            Self::Fast => "wasm",
            Self::Small => "wasm-small",
        }
    }

    const fn passes(self) -> &'static [&'static str] {
        match self {
            // Again and again until nothing gets better any more; no browser reads the names of tools.
            Self::Fast => &["-O3", "--converge", "--strip-producers", "--strip-target-features"],
            Self::Small => &["-Oz", "--converge", "--strip-producers", "--strip-target-features"],
        }
    }
}

/// Which browsers run a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// Older ones as well, by a second build without SIMD: all that a game of dice takes.
    Older,
    /// Current ones.
    Current,
}

/// A build of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lanes {
    /// With the 128-bit SIMD of every current browser.
    Simd,
    /// Without it, for older browsers; the page asks what its browser can run.
    Plain,
}

impl Module {
    /// Its builds, with their folders below `dist`.
    const fn builds(self) -> &'static [(Lanes, &'static str)] {
        match self.reach {
            Reach::Older => &[(Lanes::Simd, ""), (Lanes::Plain, "plain")],
            Reach::Current => &[(Lanes::Simd, "")],
        }
    }

    /// The builds of the module, by their paths in its package.
    pub(crate) fn wasm_files(self) -> impl Iterator<Item = String> {
        let path = move |folder| Path::new("dist").join(folder).join(format!("{}_bg.wasm", self.name));
        self.builds().iter().map(move |(_, folder)| path(folder).display().to_string())
    }
}

impl Lanes {
    /// What wasm-opt may use: it refuses a module that has more.
    fn features(self) -> impl Iterator<Item = &'static str> {
        FEATURES.into_iter().chain((self == Self::Simd).then_some("--enable-simd"))
    }
}

/// What a browser may have to load for one build of a module, compressed.
const GZIP_LIMIT: usize = 150_000;

/// The engine, which follows the first paint.
pub(crate) const ENGINE: Module =
    Module { krate: "wasm", name: "probability_engine", speed: Speed::Fast, reach: Reach::Older };

/// Chances to win, distributions, targets and simulations, which follow the engine where somebody looks at them.
pub(crate) const FORECAST: Module =
    Module { krate: "wasm-forecast", name: "forecast", speed: Speed::Fast, reach: Reach::Older };

/// The table, which every page with a game on it loads first.
pub(crate) const TABLE: Module =
    Module { krate: "wasm-table", name: "table", speed: Speed::Small, reach: Reach::Older };

/// The coach, which follows the engine at a table.
pub(crate) const COACH: Module =
    Module { krate: "wasm-coach", name: "coach", speed: Speed::Small, reach: Reach::Older };

/// Dice pools, which the lab alone loads.
pub(crate) const POOLS: Module =
    Module { krate: "wasm-pools", name: "pools", speed: Speed::Small, reach: Reach::Current };

/// Contests, extended checks and attacks of dice pools, which follow in the lab.
pub(crate) const CONTESTS: Module =
    Module { krate: "wasm-contest", name: "pool_contests", speed: Speed::Small, reach: Reach::Current };

/// Sessions of dice pools, which follow in the lab with its log of rolls.
pub(crate) const SESSION: Module =
    Module { krate: "wasm-session", name: "pool_session", speed: Speed::Small, reach: Reach::Current };

/// The table of Forty-Two, which live tables load alone.
pub(crate) const FORTYTWO: Module =
    Module { krate: "wasm-fortytwo", name: "fortytwo", speed: Speed::Small, reach: Reach::Current };

/// The bots, hints, reviews and the solver of Forty-Two. A bot has 200 ms for a move, and spends them in the solver.
pub(crate) const FORTYTWO_COACH: Module = Module {
    krate: "wasm-fortytwo-coach",
    name: "fortytwo_coach",
    speed: Speed::Fast,
    reach: Reach::Current,
};

/// Lessons, puzzles, drills and the player's profile, which `/learn` and `/me` load.
pub(crate) const LEARN: Module =
    Module { krate: "wasm-learn", name: "learn", speed: Speed::Small, reach: Reach::Current };

/// All of them.
pub(crate) const MODULES: [Module; 10] =
    [ENGINE, FORECAST, TABLE, COACH, POOLS, CONTESTS, SESSION, FORTYTWO, FORTYTWO_COACH, LEARN];

/// The features every supported browser has, one by one: with all of them enabled, browsers reject the result.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// Takes back what `.cargo/config.toml` says for this target.
const WITHOUT_SIMD: &str = r#"target.wasm32-unknown-unknown.rustflags=["-C","target-feature=-simd128"]"#;

/// Builds all modules.
pub(crate) fn build(project: &Project) -> Result<()> {
    build_these(project, &MODULES)
}

/// Builds the modules of these names.
pub(crate) fn build_only(project: &Project, names: &[String]) -> Result<()> {
    let find = |name: &String| {
        let known = || MODULES.map(|module| module.name).join(", ");
        let found = MODULES.into_iter().find(|module| module.name == name);
        found.with_context(|| format!("expected one of the modules {}, got {name}", known()))
    };
    build_these(project, &names.iter().map(find).collect::<Result<Vec<_>>>()?)
}

/// Link-time optimisation uses one core, so both profiles are built at once: cargo locks them apart.
fn build_these(project: &Project, modules: &[Module]) -> Result<()> {
    let metadata = project.metadata(&["--no-deps"])?;
    let mut stale = Vec::new();
    for &module in modules {
        let sources = Sources::of(project, &metadata, module)?;
        if sources.are_built()? {
            println!("{} is up to date", project.show(&sources.dist));
            check_sizes(&sources.dist, module)?;
        } else {
            stale.push((module, sources));
        }
    }
    thread::scope(|scope| {
        let fast = scope.spawn(|| build_profile(project, &stale, Speed::Fast));
        let small = build_profile(project, &stale, Speed::Small);
        join(fast).and(small)
    })
}

/// All that a module is made of. Cargo itself would link every module with two builds again each time: both have the
/// same name, and the second replaces the first.
#[derive(Debug)]
struct Sources {
    hash: u64,
    stamp: Stamp,
    dist: PathBuf,
}

impl Sources {
    fn of(project: &Project, metadata: &Value, module: Module) -> Result<Self> {
        let root = project.root();
        let mut paths = members_below(metadata, module.krate)
            .with_context(|| format!("cargo metadata does not say what {} is made of", module.krate))?;
        let shared = [
            "Cargo.toml",
            "Cargo.lock",
            ".cargo/config.toml",
            "rust-toolchain.toml",
            "web/node_modules/binaryen/package.json",
            "xtask/src/wasm.rs",
        ];
        paths.extend(shared.map(|file| root.join(file)));
        let stamp = Stamp::at(project.scratch().join(format!("{}.sources.stamp", module.krate)));
        let dist = project.npm_package(module.krate).join("dist");
        Ok(Self {
            hash: hash_tree(&paths, &["dist", "node_modules", "tests", "benches", "examples"])?,
            stamp,
            dist,
        })
    }

    fn are_built(&self) -> Result<bool> {
        Ok(self.dist.exists() && self.stamp.is_fresh(self.hash, self.built()?))
    }

    fn note_built(&self) -> Result<()> {
        self.stamp.write(self.hash, self.built()?)
    }

    fn built(&self) -> Result<u64> {
        hash_tree(std::slice::from_ref(&self.dist), &[])
    }
}

/// The folders of a crate and of all crates of the workspace that it needs, directly or not.
fn members_below(metadata: &Value, krate: &str) -> Option<Vec<PathBuf>> {
    let members = metadata["packages"].as_array()?;
    let (mut names, mut folders) = (vec![krate], Vec::new());
    let mut next = 0;
    while let Some(&name) = names.get(next) {
        next += 1;
        let member = members.iter().find(|member| member["name"] == name)?;
        folders.push(Path::new(member["manifest_path"].as_str()?).parent()?.to_path_buf());
        for dependency in member["dependencies"].as_array()? {
            // Those of tests have a kind. Those of other packages have no path.
            let wanted = dependency["kind"] != "dev" && dependency["path"].is_string();
            let name = dependency["name"].as_str()?;
            if wanted && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    Some(folders)
}

/// Builds the modules of one profile. While a module is compiled, the one before it is finished.
fn build_profile(project: &Project, modules: &[(Module, Sources)], speed: Speed) -> Result<()> {
    thread::scope(|scope| {
        let mut finishing: Option<ScopedJoinHandle<'_, Result<()>>> = None;
        for (module, sources) in modules.iter().filter(|(module, _)| module.speed == speed) {
            let module = *module;
            let builds = module.builds().iter();
            let compiled =
                builds.map(|&(lanes, _)| compile(project, module, lanes)).collect::<Result<Vec<_>>>();
            finishing.take().map_or(Ok(()), join)?;
            let compiled = compiled?;
            finishing = Some(scope.spawn(move || {
                finish(project, module, &compiled)?;
                sources.note_built()
            }));
        }
        finishing.map_or(Ok(()), join)
    })
}

fn join(thread: ScopedJoinHandle<'_, Result<()>>) -> Result<()> {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Puts the compiled builds of a module into the `dist` of its npm package and checks their sizes.
fn finish(project: &Project, module: Module, compiled: &[Vec<u8>]) -> Result<()> {
    let dist = project.npm_package(module.krate).join("dist");
    let builds = module.builds();

    let optimiser_version = fs::read(project.web().join("node_modules/binaryen/package.json"))?;
    let mut inputs: Vec<&[u8]> = compiled.iter().map(Vec::as_slice).collect();
    let passes = module.speed.passes().join(" ");
    let features = Lanes::Simd.features().collect::<Vec<_>>().join(" ");
    inputs.extend([&*optimiser_version, passes.as_bytes(), features.as_bytes()]);
    let inputs = hash_bytes(&inputs);
    let stamp = Stamp::at(project.scratch().join(format!("{}.stamp", module.krate)));
    let outputs = || hash_tree(std::slice::from_ref(&dist), &[]);
    if stamp.is_fresh(inputs, outputs()?) {
        println!("{} is up to date", project.show(&dist));
    } else {
        if dist.exists() {
            fs::remove_dir_all(&dist).with_context(|| format!("cannot empty {}", project.show(&dist)))?;
        }
        for (&(lanes, folder), bytes) in builds.iter().zip(compiled) {
            let folder = dist.join(folder);
            bind(bytes, &folder, module)?;
            optimise(optimiser(project)?, &folder, module, lanes)?;
        }
        stamp.write(inputs, outputs()?)?;
    }
    check_sizes(&dist, module)
}

/// Compiles the crate, asks cargo for the file that came out, and reads it: the next build may take its place.
///
/// As a `cdylib` alone: with the `rlib` that its tests link, cargo leaves out the link-time optimisation that the profile
/// asks for, and the modules are a tenth larger.
fn compile(project: &Project, module: Module, lanes: Lanes) -> Result<Vec<u8>> {
    let mut cargo = project.cargo();
    cargo.args([
        "rustc",
        "--crate-type",
        "cdylib",
        "--profile",
        module.speed.profile(),
        "--target",
        "wasm32-unknown-unknown",
        "-p",
        module.krate,
    ]);
    if lanes == Lanes::Plain {
        cargo.args(["--config", WITHOUT_SIMD]);
    }
    for folder in registries() {
        cargo.args(["--config", &without_folder(&folder)]);
    }
    println!("$ {}", command::show(&cargo));
    let messages = command::output(cargo.arg("--message-format=json-render-diagnostics"))?;
    let file = wasm_file(&messages)
        .with_context(|| format!("{} built no .wasm file; is its crate-type cdylib?", module.krate))?;
    let compiled = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
    for folder in registries() {
        let path = folder.as_os_str().as_encoded_bytes();
        if compiled.windows(path.len()).any(|part| part == path) {
            bail!("{} names the folder {}", module.krate, folder.display());
        }
    }
    Ok(compiled)
}

/// Where cargo keeps the sources of dependencies. Messages of panics name them, and nobody's folders belong into a module.
fn registries() -> Vec<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let Some(Ok(folders)) = home.map(|home| fs::read_dir(home.join("registry/src"))) else {
        return Vec::new();
    };
    let mut folders: Vec<_> = folders.filter_map(|folder| Some(folder.ok()?.path())).collect();
    folders.sort();
    folders
}

fn without_folder(folder: &Path) -> String {
    let flag = Value::from(format!("--remap-path-prefix={}=", folder.display()));
    format!("target.wasm32-unknown-unknown.rustflags=[{flag}]")
}

/// The last `.wasm` file among cargo's messages: that of the crate itself, after its dependencies.
fn wasm_file(messages: &str) -> Option<PathBuf> {
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["reason"] == "compiler-artifact")
        .flat_map(|message| message["filenames"].as_array().cloned().unwrap_or_default())
        .filter_map(|file| file.as_str().map(PathBuf::from))
        .rfind(|file| file.extension().is_some_and(|extension| extension == "wasm"))
}

fn bind(compiled: &[u8], dist: &Path, module: Module) -> Result<()> {
    println!("wasm-bindgen --target web --typescript --out-name {}", module.name);
    let mut bindgen = Bindgen::new();
    bindgen
        .input_bytes(module.name, compiled.to_vec())
        .out_name(module.name)
        .typescript(true)
        .omit_default_module_path(false)
        .web(true)?;
    bindgen.generate(dist).context("wasm-bindgen failed")
}

/// wasm-opt as npm ships it: a program of its own, or a script for Node.
fn optimiser(project: &Project) -> Result<Command> {
    let file = project.web().join("node_modules/binaryen/bin/wasm-opt");
    let start = fs::read(&file).with_context(|| {
        format!("{} is missing; binaryen belongs to the devDependencies of web", project.show(&file))
    })?;
    if start.starts_with(b"\x7fELF") || start.starts_with(b"\xcf\xfa\xed\xfe") {
        return Ok(command::new(file, project.root()));
    }
    let mut node = command::new("node", project.root());
    node.arg(file);
    Ok(node)
}

fn optimise(mut optimiser: Command, dist: &Path, module: Module, lanes: Lanes) -> Result<()> {
    let passes = module.speed.passes();
    let features: Vec<&str> = lanes.features().collect();
    println!("wasm-opt {} {}", passes.join(" "), features.join(" "));
    let bound = dist.join(format!("{}_bg.wasm", module.name));
    let optimised = dist.join(format!("{}_bg.opt.wasm", module.name));
    command::output(optimiser.args(passes).args(features).arg(&bound).arg("-o").arg(&optimised))?;
    fs::rename(&optimised, &bound).context("wasm-opt left no result")
}

fn check_sizes(dist: &Path, module: Module) -> Result<()> {
    module.builds().iter().try_for_each(|&(_, folder)| check_size(&dist.join(folder), module))
}

fn check_size(dist: &Path, module: Module) -> Result<()> {
    let name = module.name;
    let file = dist.join(format!("{name}_bg.wasm"));
    let bytes = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let compressed = gzip_size(&bytes)?;
    let limit = GZIP_LIMIT;
    println!("{name}_bg.wasm: {} bytes, {compressed} bytes gzip (limit {limit})", bytes.len());
    if compressed > limit {
        bail!("{name} is {compressed} bytes compressed, and {limit} is the limit");
    }
    Ok(())
}

fn gzip_size(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_module_is_found_among_the_messages_of_cargo() {
        let messages = r#"{"reason":"compiler-artifact","filenames":["/t/libserde.rlib"]}
{"reason":"compiler-artifact","filenames":["/t/wasm/wasm.wasm","/t/wasm/wasm.d"]}
{"reason":"build-finished","success":true}"#;
        assert_eq!(wasm_file(messages), Some(PathBuf::from("/t/wasm/wasm.wasm")));
        assert_eq!(wasm_file("not json"), None);
    }

    #[test]
    fn a_module_is_made_of_its_crate_and_of_what_that_needs_but_not_for_tests() {
        let krate = |name: &str, needs: &[(&str, Value)]| {
            let needs = needs.iter().map(|(name, kind)| {
                let path = (*name != "serde").then(|| format!("/p/crates/{name}"));
                serde_json::json!({ "name": name, "kind": kind, "path": path })
            });
            let manifest = format!("/p/crates/{name}/Cargo.toml");
            serde_json::json!({ "name": name, "manifest_path": manifest, "dependencies": needs.collect::<Vec<_>>() })
        };
        let metadata = serde_json::json!({ "packages": [
            krate("table", &[("game", Value::Null), ("serde", Value::Null), ("helper", Value::from("dev"))]),
            krate("game", &[("chance", Value::Null)]),
            krate("chance", &[]),
            krate("helper", &[]),
        ] });
        let folders = members_below(&metadata, "table").unwrap();
        assert_eq!(
            folders,
            ["table", "game", "chance"].map(|name| PathBuf::from(format!("/p/crates/{name}")))
        );
        assert_eq!(members_below(&metadata, "unknown"), None);
    }

    #[test]
    fn the_size_that_counts_is_the_compressed_one() {
        assert!(gzip_size(&[7; 100_000]).unwrap() < 1_000);
    }
}
