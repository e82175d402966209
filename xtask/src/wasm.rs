//! The browser engine: compiled, given its JavaScript, and optimised.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use wasm_bindgen_cli_support::Bindgen;

use crate::command;
use crate::project::Project;
use crate::stamp::{Stamp, hash_bytes, hash_tree};

/// What the files of the package are called.
const NAME: &str = "probability_engine";

/// What a browser may have to load for the engine, compressed.
const GZIP_LIMIT: usize = 150_000;

/// The features every supported browser has, one by one: with all of them enabled, browsers reject the
/// result. `-O3` and not `-Os`, because the solver is to stay fast.
const OPTIMISE: [&str; 8] = [
    "-O3",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
    "--enable-simd",
];

/// Builds the engine into the `dist` of its npm package and checks its size.
pub(crate) fn build(project: &Project) -> Result<()> {
    let compiled = compile(project)?;
    let dist = project.npm_package().join("dist");
    let optimiser = optimiser(project)?;

    let module = fs::read(&compiled).with_context(|| format!("cannot read {}", compiled.display()))?;
    let optimiser_version = fs::read(project.web().join("node_modules/binaryen/package.json"))?;
    let inputs = hash_bytes(&[&module, &optimiser_version, OPTIMISE.join(" ").as_bytes()]);
    let stamp = Stamp::at(project.scratch().join("wasm.stamp"));
    let outputs = || hash_tree(std::slice::from_ref(&dist), &[]);
    if stamp.is_fresh(inputs, outputs()?) {
        println!("{} is up to date", project.show(&dist));
    } else {
        if dist.exists() {
            fs::remove_dir_all(&dist).with_context(|| format!("cannot empty {}", project.show(&dist)))?;
        }
        bind(&compiled, &dist)?;
        optimise(optimiser, &dist)?;
        stamp.write(inputs, outputs()?)?;
    }
    check_size(&dist.join(format!("{NAME}_bg.wasm")))
}

/// Compiles the crate and asks cargo for the file that came out.
fn compile(project: &Project) -> Result<PathBuf> {
    let mut cargo = project.cargo();
    cargo.args(["build", "--profile", "wasm", "--target", "wasm32-unknown-unknown", "-p", "wasm"]);
    println!("$ {}", command::show(&cargo));
    let messages = command::output(cargo.arg("--message-format=json-render-diagnostics"))?;
    wasm_file(&messages).context("the wasm crate built no .wasm file; is its crate-type cdylib?")
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

fn bind(compiled: &Path, dist: &Path) -> Result<()> {
    println!("wasm-bindgen --target web --typescript --out-name {NAME}");
    let mut bindgen = Bindgen::new();
    bindgen.input_path(compiled).out_name(NAME).typescript(true).omit_default_module_path(false).web(true)?;
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

fn optimise(mut optimiser: Command, dist: &Path) -> Result<()> {
    println!("wasm-opt {}", OPTIMISE.join(" "));
    let module = dist.join(format!("{NAME}_bg.wasm"));
    let optimised = dist.join(format!("{NAME}_bg.opt.wasm"));
    command::output(optimiser.args(OPTIMISE).arg(&module).arg("-o").arg(&optimised))?;
    fs::rename(&optimised, &module).context("wasm-opt left no result")
}

fn check_size(module: &Path) -> Result<()> {
    let bytes = fs::read(module).with_context(|| format!("cannot read {}", module.display()))?;
    let compressed = gzip_size(&bytes)?;
    println!("{NAME}_bg.wasm: {} bytes, {compressed} bytes gzip (limit {GZIP_LIMIT})", bytes.len());
    if compressed > GZIP_LIMIT {
        bail!("the engine is {compressed} bytes compressed, and {GZIP_LIMIT} is the limit");
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
    fn the_size_that_counts_is_the_compressed_one() {
        assert!(gzip_size(&[7; 100_000]).unwrap() < 1_000);
    }
}
