//! Which lines of the rules their own tests run. The compiler counts (`-C instrument-coverage`), the LLVM tools of the
//! toolchain read the counts; `rustup` brings them. Tests do not count as lines: what stands below `#[cfg(test)]` at the
//! beginning of a line is left out, and so are files of tests.
//!
//! One test binary runs on each core, and what each counted is kept beside the build: a call that was interrupted goes on with
//! those that had not ended, as long as the binaries are the same.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

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
    fs::create_dir_all(&profiles)?;

    let selected: Vec<&str> = crates.iter().flat_map(|name| ["-p", name]).collect();
    let mut cargo = project.cargo();
    cargo
        .args(["test", "--no-run", "--message-format=json", "--all-features", "--lib", "--tests"])
        .args(&selected);
    // A target directory of its own: otherwise every other build would start from nothing.
    cargo.env("CARGO_TARGET_DIR", folder.join("target")).env("RUSTFLAGS", COUNTED);
    // Programs of the build count as well.
    cargo.env("LLVM_PROFILE_FILE", folder.join("build-%8m.profraw"));
    let binaries = binaries(&command::output(&mut cargo)?);
    let counts = count_all(&binaries, &profiles)?;

    let merged = folder.join("all.profdata");
    let mut merge = command::new(tools.join("llvm-profdata"), project.root());
    command::run(merge.args(["merge", "-sparse", "-o"]).arg(&merged).args(counts))?;
    let mut export = command::new(tools.join("llvm-cov"), project.root());
    export.args(["export", "-format=lcov", "-instr-profile"]).arg(&merged);
    for binary in &binaries {
        export.arg("-object").arg(&binary.executable);
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

/// A test binary.
#[derive(Debug, PartialEq, Eq)]
struct Binary {
    executable: PathBuf,
    /// The folder of its crate, in which its tests run.
    folder: PathBuf,
}

/// The test binaries in what cargo said.
fn binaries(built: &str) -> Vec<Binary> {
    let messages = built.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let binary = |message: Value| {
        let path = |name: &str| message[name].as_str().map(PathBuf::from);
        Some(Binary { executable: path("executable")?, folder: path("manifest_path")?.parent()?.to_owned() })
    };
    messages.filter_map(binary).collect()
}

/// Runs the tests of all binaries, one binary on each core; the files with the counts.
fn count_all(binaries: &[Binary], profiles: &Path) -> Result<Vec<PathBuf>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut counts = Vec::new();
        while let Some(binary) = binaries.get(next.fetch_add(1, Ordering::Relaxed)) {
            counts.extend(binary.count(profiles)?);
        }
        Ok(counts)
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let counts = workers.into_iter().map(|worker| worker.join().expect("a worker does not panic"));
        Ok(counts.collect::<Result<Vec<_>>>()?.concat())
    })
}

impl Binary {
    /// Runs its tests, unless they were counted already; the files with the counts.
    fn count(&self, profiles: &Path) -> Result<Vec<PathBuf>> {
        let name = self.executable.file_name().and_then(OsStr::to_str).context("a test binary has a name")?;
        let (folder, done) = (profiles.join(name), profiles.join(format!("{name}.done")));
        let built = fs::metadata(&self.executable)?;
        let state = format!("{} bytes, {:?}", built.len(), built.modified()?);
        if fs::read_to_string(&done).is_ok_and(|counted| counted == state) {
            println!("{name} was counted before");
            return files(&folder);
        }
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        let mut tests = command::new(&self.executable, &self.folder);
        // Not in a process for each test: those of a binary share the games that they solve, which takes long when counted.
        tests.arg("--test-threads=1");
        tests.env("LLVM_PROFILE_FILE", folder.join("%8m.profraw")).env("CARGO_MANIFEST_DIR", &self.folder);
        // All threads of a process count in the same memory, and wait for each other: alone one is many times faster.
        tests.env("RAYON_NUM_THREADS", "1");
        println!("{name}: its tests run");
        let started = Instant::now();
        let ended = tests.output().with_context(|| format!("cannot start {name}"))?;
        if !ended.status.success() {
            // Whole and in one piece, since the tests of another binary run beside these.
            print!("{}{}", String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr));
            bail!("the tests of {name} ended with {}", ended.status);
        }
        println!("{name}: counted in {:.0} s", started.elapsed().as_secs_f64());
        fs::write(done, state)?;
        files(&folder)
    }
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
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
    fn test_binaries_and_their_crates_are_found_in_what_cargo_says() {
        let built = concat!(
            r#"{"reason":"compiler-artifact","manifest_path":"/c/chance/Cargo.toml","executable":null}"#,
            "\n",
            r#"{"reason":"compiler-artifact","manifest_path":"/c/chance/Cargo.toml","executable":"/t/chance-1"}"#,
            "\n",
            r#"{"reason":"build-finished","success":true}"#,
        );
        assert_eq!(
            binaries(built),
            [Binary { executable: "/t/chance-1".into(), folder: "/c/chance".into() }]
        );
    }

    /// A program that says in a file that it ran stands for a test binary.
    #[cfg(unix)]
    #[test]
    fn a_binary_is_counted_once_until_it_is_another_one() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = std::env::temp_dir().join(format!("dicee-coverage-{}", std::process::id()));
        let profiles = folder.join("profiles");
        fs::create_dir_all(&profiles).unwrap();
        let binary = Binary { executable: folder.join("tests"), folder: folder.clone() };
        let write = |line: &str| {
            let place = r#"mkdir -p "$(dirname "$LLVM_PROFILE_FILE")"; : > "$LLVM_PROFILE_FILE""#;
            fs::write(&binary.executable, format!("#!/bin/sh\n{place}\necho {line} >> ran\n")).unwrap();
            fs::set_permissions(&binary.executable, fs::Permissions::from_mode(0o755)).unwrap();
        };
        write("once");
        for _ in 0..2 {
            assert_eq!(binary.count(&profiles).unwrap().len(), 1);
        }
        write("again, changed");
        binary.count(&profiles).unwrap();
        assert_eq!(fs::read_to_string(folder.join("ran")).unwrap(), "once\nagain, changed\n");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn tests_are_no_lines_and_gaps_are_ranges() {
        assert_eq!(tests_begin("fn a() {}\n\n#[cfg(test)]\nmod tests {}\n"), 2);
        assert_eq!(tests_begin("fn a() {}\n"), usize::MAX);
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 10]), "1-3, 7, 9-10");
    }
}
