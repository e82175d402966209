//! What the program says about its own command line: man pages and completions.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

fn dicee(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dicee")).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The names under "Commands:" in the help.
fn commands() -> Vec<String> {
    let help = text(&dicee(&["--help"]).stdout);
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let named = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = named.filter_map(|line| line.split_whitespace().next()).map(str::to_owned);
    names.filter(|name| name != "help").collect()
}

#[test]
fn every_command_has_a_man_page_with_its_options_and_examples() {
    let folder = tempfile::tempdir().unwrap();
    let man = folder.path().join("man1");
    let output = dicee(&["man", man.to_str().unwrap(), "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let pages: Vec<&str> =
        answer["pages"].as_array().unwrap().iter().map(|page| page.as_str().unwrap()).collect();
    assert_eq!(pages.len(), fs::read_dir(&man).unwrap().count());
    assert!(commands().len() > 25, "{:?}", commands());
    for command in commands() {
        assert!(pages.contains(&format!("dicee-{command}.1").as_str()), "{command} has no page: {pages:?}");
    }
    assert!(pages.contains(&"dicee.1") && pages.contains(&"dicee-fortytwo-play.1"), "{pages:?}");
    assert!(!pages.iter().any(|page| page.contains("help")), "{pages:?}");
    let serve = fs::read_to_string(man.join("dicee-serve.1")).unwrap();
    for expected in [".TH dicee-serve 1", ".SH SYNOPSIS", "\\-\\-drain\\-s", "Examples:"] {
        assert!(serve.contains(expected), "{expected}: {serve}");
    }
}

#[test]
fn the_completions_of_every_shell_know_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = dicee(&["completions", shell]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let script = text(&output.stdout);
        for command in commands() {
            assert!(script.contains(&command), "{shell} does not know {command}");
        }
    }
    let json: Value = serde_json::from_slice(&dicee(&["completions", "fish", "--json"]).stdout).unwrap();
    assert_eq!(json["script"], text(&dicee(&["completions", "fish"]).stdout));
}

#[test]
fn an_unknown_shell_is_refused_with_those_that_are_known() {
    let output = dicee(&["completions", "tcsh"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("bash, elvish, fish, powershell, zsh"), "{}", text(&output.stderr));
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let folder = file.path().join("man1");
    let output = dicee(&["man", folder.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let message = text(&output.stderr);
    assert!(message.starts_with("error: writing man pages into ") && message.contains("man1"), "{message}");
}
