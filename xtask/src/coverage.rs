//! Which lines of the rules their own tests run. The compiler counts (`-C instrument-coverage`), the LLVM tools of the
//! toolchain read the counts; `rustup` brings them. Tests do not count as lines: what stands below `#[cfg(test)]` at the
//! beginning of a line is left out, and so are files of tests.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::command;
use crate::project::Project;

/// The crates whose lines must be covered, and by how much: rules, randomness, event sourcing and the coach.
const CRATES: [&str; 6] = ["chance", "ledger", "dicee", "fortytwo", "pools", "coach"];
const PERCENT: f64 = 95.0;

/// Counts every region; inside of a loop in a register, else the solver takes twenty times as long.
const COUNTED: &str = "-C instrument-coverage -C llvm-args=-do-counter-promotion";

/// The lines of one file, and whether a test ran them.
type Lines = BTreeMap<usize, bool>;

/// Runs the tests of these crates, or of all, and prints how many of their lines ran.
pub(crate) fn run(project: &Project, only: &[String], missing: bool) -> Result<()> {
    if let Some(unknown) = only.iter().find(|name| !CRATES.contains(&name.as_str())) {
        bail!("`{unknown}` is not measured; the crates are {}", CRATES.join(", "));
    }
    let crates: Vec<&str> =
        CRATES.into_iter().filter(|name| only.is_empty() || only.iter().any(|only| only == name)).collect();
    let tools = tools(project)?;
    let folder = project.scratch().join("coverage");
    let profiles = folder.join("profiles");
    if profiles.exists() {
        fs::remove_dir_all(&profiles)?;
    }
    fs::create_dir_all(&profiles)?;

    let selected: Vec<&str> = crates.iter().flat_map(|name| ["-p", name]).collect();
    let cargo = |arguments: &[&str]| {
        let mut cargo = project.cargo();
        cargo.args(arguments).args(["--all-features", "--lib", "--tests"]).args(&selected);
        // A target directory of its own: otherwise every other build would start from nothing.
        cargo.env("CARGO_TARGET_DIR", folder.join("target")).env("RUSTFLAGS", COUNTED);
        cargo.env("LLVM_PROFILE_FILE", profiles.join("%8m.profraw"));
        // All threads of a process count in the same memory, and wait for each other: alone one is many times faster.
        cargo.env("RAYON_NUM_THREADS", "1");
        cargo
    };
    let built = command::output(cargo(&["test"]).args(["--no-run", "--message-format=json"]))?;
    // Not in a process for each test: those of a binary share the games that they solve, which takes long when counted.
    command::run(cargo(&["test"]).args(["--", "--test-threads=1"]))?;

    let merged = folder.join("all.profdata");
    let mut merge = command::new(tools.join("llvm-profdata"), project.root());
    command::run(merge.args(["merge", "-sparse", "-o"]).arg(&merged).arg(&profiles))?;
    let mut export = command::new(tools.join("llvm-cov"), project.root());
    export.args(["export", "-format=lcov", "-instr-profile"]).arg(&merged);
    for binary in binaries(&built) {
        export.arg("-object").arg(binary);
    }
    let files = lines_of(&command::output(&mut export)?);
    report(project, &crates, &files, missing)
}

/// The folder of the LLVM tools of this toolchain.
fn tools(project: &Project) -> Result<PathBuf> {
    let ask = |what: &[&str]| command::output(command::new("rustc", project.root()).args(what));
    let sysroot = ask(&["--print", "sysroot"])?;
    let version = ask(&["-vV"])?;
    let host =
        version.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc names its host")?;
    let tools = Path::new(sysroot.trim()).join("lib/rustlib").join(host).join("bin");
    if !tools.join(format!("llvm-cov{}", std::env::consts::EXE_SUFFIX)).exists() {
        command::run(command::new("rustup", project.root()).args(["component", "add", "llvm-tools"]))?;
    }
    Ok(tools)
}

/// The test binaries in what cargo said.
fn binaries(built: &str) -> Vec<String> {
    let messages = built.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    messages.filter_map(|message| message["executable"].as_str().map(str::to_owned)).collect()
}

/// The lines by file, of a report in the format of lcov.
fn lines_of(report: &str) -> BTreeMap<String, Lines> {
    let mut files = BTreeMap::<String, Lines>::new();
    let mut file = String::new();
    for line in report.lines() {
        if let Some(name) = line.strip_prefix("SF:") {
            name.clone_into(&mut file);
        } else if let Some((number, count)) = line.strip_prefix("DA:").and_then(|rest| rest.split_once(','))
            && let Ok(number) = number.parse()
        {
            let ran = count.split(',').next() != Some("0");
            *files.entry(file.clone()).or_default().entry(number).or_default() |= ran;
        }
    }
    files
}

/// Where the tests of a file begin: what stands above is measured.
fn tests_begin(source: &str) -> usize {
    source.lines().position(|line| line == "#[cfg(test)]").unwrap_or(usize::MAX)
}

fn report(project: &Project, crates: &[&str], files: &BTreeMap<String, Lines>, missing: bool) -> Result<()> {
    let mut low = Vec::new();
    println!("\n{:<10} {:>8} {:>8} {:>8}", "crate", "lines", "covered", "percent");
    for name in crates {
        let (mut all, mut covered, mut gaps) = (0, 0, Vec::new());
        let folder = format!("crates/{name}/src/");
        for (file, lines) in files {
            let Some((_, rest)) = file.split_once(&folder) else { continue };
            if rest.ends_with("tests.rs") || rest.contains("tests/") {
                continue;
            }
            let source = fs::read_to_string(project.root().join(&folder).join(rest))?;
            let measured = lines.range(..=tests_begin(&source));
            let not: Vec<usize> = measured.clone().filter(|(_, ran)| !**ran).map(|(line, _)| *line).collect();
            all += measured.count();
            covered += lines.range(..=tests_begin(&source)).count() - not.len();
            if !not.is_empty() {
                gaps.push(format!("  {folder}{rest}: {}", ranges(&not)));
            }
        }
        let percent = 100.0 * f64::from(u32::try_from(covered)?) / f64::from(u32::try_from(all.max(1))?);
        println!("{name:<10} {all:>8} {covered:>8} {percent:>8.1}");
        if missing {
            gaps.iter().for_each(|gap| println!("{gap}"));
        }
        if percent < PERCENT {
            low.push(*name);
        }
    }
    if !low.is_empty() {
        bail!("less than {PERCENT} % of the lines of {} are covered", low.join(", "));
    }
    Ok(())
}

/// Numbers in order as `3-5, 9`.
fn ranges(numbers: &[usize]) -> String {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => parts.push((number, number)),
        }
    }
    let text =
        |&(from, to): &(usize, usize)| if from == to { from.to_string() } else { format!("{from}-{to}") };
    parts.iter().map(text).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_ran_in_any_binary_is_covered() {
        let files =
            lines_of("SF:a.rs\nDA:1,0\nDA:2,5\nend_of_record\nSF:a.rs\nDA:1,3\nDA:4,0\nend_of_record\n");
        assert_eq!(files["a.rs"], BTreeMap::from([(1, true), (2, true), (4, false)]));
    }

    #[test]
    fn tests_are_no_lines_and_gaps_are_ranges() {
        assert_eq!(tests_begin("fn a() {}\n\n#[cfg(test)]\nmod tests {}\n"), 2);
        assert_eq!(tests_begin("fn a() {}\n"), usize::MAX);
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 10]), "1-3, 7, 9-10");
    }
}
