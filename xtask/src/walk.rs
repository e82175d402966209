//! ARCHITECTURE.md names files and functions, docs/testing.md names tests; the tests here see that they are there.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use crate::project::Project;

fn architecture(project: &Project) -> String {
    fs::read_to_string(project.root().join("ARCHITECTURE.md")).unwrap()
}

/// What stands in backticks in a cell.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// Whether a function of exactly this name is defined in a source.
fn has_function(source: &str, name: &str) -> bool {
    ["(", "<"].iter().any(|end| source.contains(&format!("fn {name}{end}")))
}

#[test]
fn a_function_is_found_by_its_whole_name() {
    let source = "pub(super) async fn append_all<'a>(&self) {}\nfn read(text: &str) {}";
    assert!(has_function(source, "append_all") && has_function(source, "read"));
    assert!(!has_function(source, "append") && !has_function(source, "text"));
}

#[test]
fn the_walk_takes_at_most_twelve_files_and_names_what_is_in_them() {
    let project = Project::find().unwrap();
    let text = architecture(&project);
    let walk = text.split("## The walk").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows: Vec<Vec<&str>> = walk
        .lines()
        .filter(|line| line.starts_with("| ") && line[2..].starts_with(|c: char| c.is_ascii_digit()))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    assert!((8..=12).contains(&rows.len()), "{} steps", rows.len());
    for row in rows {
        let file = quoted(row[2]).next().unwrap();
        let source = fs::read_to_string(project.root().join("crates").join(file))
            .unwrap_or_else(|error| panic!("step {}: {file}: {error}", row[1]));
        for name in quoted(row[3]) {
            assert!(has_function(&source, name), "step {}: {file} has no function `{name}`", row[1]);
        }
    }
}

#[test]
fn every_file_that_the_page_names_is_there() {
    let project = Project::find().unwrap();
    let mut found = 0;
    for name in architecture(&project).lines().flat_map(quoted) {
        let place = if ["crates/", "web/", "docs/", "benches/"].iter().any(|folder| name.starts_with(folder))
        {
            project.root().join(name)
        } else if name.contains("/src/") && !name.starts_with("src/") {
            project.root().join("crates").join(name)
        } else {
            continue;
        };
        if !name.contains(['{', '*']) {
            assert!(place.exists(), "{name} is not there");
            found += 1;
        }
    }
    assert!(found > 40, "only {found} names were looked at");
}

/// The text of all Rust files in a folder and below.
fn sources(folder: &Path) -> String {
    let mut all = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all += &sources(&path);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            all += &fs::read_to_string(path).unwrap();
        }
    }
    all
}

#[test]
fn every_test_that_the_page_on_testing_names_is_in_its_crate() {
    let project = Project::find().unwrap();
    let page = fs::read_to_string(project.root().join("docs/testing.md")).unwrap();
    let table = page.split("## Which test checks which promise").nth(1).unwrap();
    let (mut crates, mut missing, mut found) = (HashMap::<&str, String>::new(), Vec::new(), 0);
    for row in table.lines().filter(|line| line.starts_with('|')) {
        let mut of_crate = "";
        for name in quoted(row.split('|').nth(2).unwrap()).filter(|name| !name.contains('*')) {
            let folder = project.root().join("crates").join(name);
            if folder.is_dir() {
                of_crate = name;
                crates.entry(name).or_insert_with(|| sources(&folder));
            } else if crates.get(of_crate).is_some_and(|source| has_function(source, name)) {
                found += 1;
            } else {
                missing.push(name);
            }
        }
    }
    assert!(missing.is_empty(), "docs/testing.md names tests that are not there: {missing:?}");
    assert!(found > 60, "only {found} names were looked at");
}
