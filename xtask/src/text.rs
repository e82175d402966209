//! Text files are clean, and say nothing about the machine they were written on.

use std::fs;
use std::path::Path;

use anyhow::{Result, bail};

use crate::command;
use crate::project::Project;

/// Folders that exist on one machine only. A path counts when it starts there and goes on.
const MACHINE_FOLDERS: [&str; 5] = ["/home/", "/Users/", "/root/", "/work/", "C:\\Users\\"];

/// The one source of packages that Cargo.lock may name.
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Source files with more lines than this are several files.
const MAX_LINES: usize = 600;

/// Checks every file that git tracks, or would track.
pub(crate) fn check(project: &Project) -> Result<()> {
    let mut git = command::new("git", project.root());
    let listed = command::output(git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]))?;
    let mut checked = 0;
    let mut problems = Vec::new();
    for name in listed.split('\0').filter(|name| !name.is_empty()) {
        // A file may be deleted but still listed; one that is no UTF-8 is no text.
        let Ok(text) = fs::read_to_string(project.root().join(name)) else { continue };
        // Inputs of the fuzzer are what they are.
        if text.contains('\0') || name.contains("/corpus/") {
            continue;
        }
        checked += 1;
        problems.extend(problems_in(name, &text));
        if name.ends_with(".md") {
            let folder = project.root().join(name).parent().map(Path::to_owned).unwrap_or_default();
            let missing = relative_links(&text).filter(|link| !folder.join(link).exists());
            problems.extend(missing.map(|link| format!("{name}: links to {link}, which is not there")));
        }
    }
    println!("{checked} text files");
    for problem in &problems {
        println!("  {problem}");
    }
    if checked == 0 {
        bail!("git lists no text files here");
    }
    if !problems.is_empty() {
        bail!("problems: {}", problems.len());
    }
    Ok(())
}

/// What is wrong with a file, each as `file:line: problem`.
fn problems_in(name: &str, text: &str) -> Vec<String> {
    let path = Path::new(name);
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let file_name = path.file_name().and_then(|file_name| file_name.to_str()).unwrap_or_default();
    let is_prose_or_code = matches!(extension, "rs" | "md" | "ts" | "svelte");

    let mut problems = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut problem = |what: &str| problems.push(format!("{name}:{}: {what}", index + 1));
        if names_a_machine(line) {
            problem("names a folder of one machine");
        }
        if is_prose_or_code && line.contains('\t') {
            problem("holds a tab");
        }
        if is_prose_or_code && line.ends_with([' ', '\t']) {
            problem("ends in blanks");
        }
        if names_a_registry(file_name, line) {
            problem("names the host of a registry");
        }
    }
    if !text.is_empty() && !text.ends_with('\n') {
        problems.push(format!("{name}: does not end with a newline"));
    }
    let lines = text.lines().count();
    // Declarations of types are generated.
    let is_source = matches!(extension, "rs" | "ts" | "svelte") && !file_name.ends_with(".d.ts");
    if is_source && lines > MAX_LINES {
        problems.push(format!("{name}: {lines} lines are more than {MAX_LINES}; split it"));
    }
    problems
}

/// The files that a Markdown text links to, without their fragments.
fn relative_links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let files = targets.map(|target| target.split('#').next().unwrap_or_default());
    files.filter(|file| !file.is_empty() && !file.contains("://") && !file.starts_with("mailto:"))
}

fn names_a_machine(line: &str) -> bool {
    MACHINE_FOLDERS.iter().any(|folder| {
        line.match_indices(folder).any(|(start, _)| {
            let before = line[..start].chars().next_back();
            let after = line[start + folder.len()..].chars().next();
            // Part of a longer path or of a URL it is no folder of a machine.
            let starts = !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '~'));
            starts && after.is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-'))
        })
    })
}

fn names_a_registry(file_name: &str, line: &str) -> bool {
    let value = |key: &str| line.trim().strip_prefix(key).map(|rest| rest.trim_matches([' ', '"', ',']));
    match file_name {
        "Cargo.lock" => value("source =").is_some_and(|source| source != CRATES_IO),
        "package-lock.json" => value("\"resolved\":").is_some_and(|resolved| resolved.contains("://")),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, text: &str, expected: &[&str]) {
        assert_eq!(problems_in(name, text), expected, "{text:?}");
    }

    #[test]
    fn a_folder_of_one_machine_is_found_in_any_file() {
        for folder in MACHINE_FOLDERS {
            let line = format!("see ({folder}someone/x)\n");
            check("a.toml", &line, &["a.toml:1: names a folder of one machine"]);
        }
        check("a.md", "https://example.org/home/page ~/work/x docs/root/x /home/ /working\n", &[]);
    }

    #[test]
    fn prose_and_code_have_no_tabs_and_no_blanks_at_the_end() {
        for name in ["a.rs", "a.md", "a.ts", "a.svelte"] {
            let expected = [format!("{name}:2: holds a tab"), format!("{name}:3: ends in blanks")];
            assert_eq!(problems_in(name, "one\n\ttwo\nthree \n"), expected);
        }
        check("Makefile", "a:\n\tb \n", &[]);
    }

    #[test]
    fn links_to_files_are_found_in_prose_and_pictures() {
        let text = "![a](docs/a.png) [b](B.md#part) [c](https://example.org/x) [d](#here) `f(x)`";
        assert_eq!(relative_links(text).collect::<Vec<_>>(), ["docs/a.png", "B.md"]);
    }

    #[test]
    fn a_file_ends_with_a_newline() {
        check("a.json", "{}", &["a.json: does not end with a newline"]);
        check("a.json", "", &[]);
    }

    #[test]
    fn a_source_file_has_at_most_600_lines() {
        check("a.rs", &"\n".repeat(600), &[]);
        for name in ["a.rs", "a.ts", "a.svelte"] {
            assert_eq!(
                problems_in(name, &"\n".repeat(601)),
                [format!("{name}: 601 lines are more than 600; split it")]
            );
        }
        for name in ["a.json", "index.d.ts"] {
            check(name, &"\n".repeat(601), &[]);
        }
    }

    #[test]
    fn lock_files_name_no_registry_but_the_public_index() {
        check("Cargo.lock", &format!("source = \"{CRATES_IO}\"\n"), &[]);
        check(
            "Cargo.lock",
            "source = \"registry+https://mirror.example/index\"\n",
            &["Cargo.lock:1: names the host of a registry"],
        );
        check(
            "web/package-lock.json",
            "{\n  \"resolved\": \"https://mirror.example/a.tgz\",\n",
            &["web/package-lock.json:2: names the host of a registry"],
        );
        check("web/package-lock.json", "  \"resolved\": \"../crates/wasm/npm\",\n", &[]);
    }
}
