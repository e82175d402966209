//! The licences of everything in a release that others wrote, in full.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use spdx::{Expression, LicenseItem, ParseMode};

use super::inventory::{Component, Inventory};

/// How the names of files with licences begin, in capitals.
const NAMES: [&str; 6] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];

/// How they may end; sources and web pages about licences are neither.
const EXTENSIONS: [&str; 6] = ["rs", "html", "json", "toml", "js", "py"];

/// Code of others inside of a package has its licence beside it, at most this many folders down.
const DEPTH: usize = 3;

const RULE: &str = "==============================================================================";

/// The packages of others with their licences, then every text once, with the packages that it is for.
pub(crate) fn write(inventory: &Inventory) -> Result<String> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut list = String::new();
    let mut count = 0;
    for component in inventory.third_party() {
        let name = format!("{} {}", component.name, component.version);
        writeln!(list, "{name}: {}", component.licence)?;
        count += 1;
        for text in texts_of(component)? {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    let mut texts: Vec<(Vec<String>, String)> =
        texts.into_iter().map(|(text, names)| (names, text)).collect();
    texts.sort();
    let mut written = format!(
        "Dicee is made with the work of others. Their {count} packages, each with its licence, then the texts:\n\n{list}"
    );
    for (names, text) in texts {
        write!(written, "\n{RULE}\n{}\n{RULE}\n\n{text}", names.join(", "))?;
    }
    Ok(written)
}

/// The texts that a package comes with; where it comes with none, those that SPDX has for its licences.
fn texts_of(component: &Component) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    if let Some(folder) = &component.folder {
        collect(folder, 0, &mut texts).with_context(|| format!("cannot read {}", folder.display()))?;
    }
    if texts.is_empty() {
        texts = canonical(&component.licence)
            .with_context(|| format!("{} comes without a licence", component.purl))?;
    }
    texts.sort();
    texts.dedup();
    Ok(texts)
}

fn collect(folder: &Path, depth: usize, texts: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if depth < DEPTH && name != "node_modules" && name != "target" {
                collect(&path, depth + 1, texts)?;
            }
        } else if is_licence(&name) {
            // What is no text is no licence that can be read.
            texts.extend(fs::read_to_string(&path).ok().map(|text| cleaned(&text)));
        }
    }
    Ok(())
}

fn is_licence(name: &str) -> bool {
    let capitals = name.to_uppercase();
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    NAMES.iter().any(|known| capitals.starts_with(known)) && !EXTENSIONS.contains(&extension)
}

/// The same text without what editors leave behind, so that equal licences are equal.
fn cleaned(text: &str) -> String {
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned() + "\n"
}

fn canonical(licence: &str) -> Result<Vec<String>> {
    let expression = Expression::parse_mode(licence, ParseMode::LAX)?;
    let mut texts = Vec::new();
    for requirement in expression.requirements() {
        if let LicenseItem::Spdx { id, .. } = &requirement.req.license {
            texts.push(cleaned(id.text()));
        }
    }
    if texts.is_empty() {
        anyhow::bail!("`{licence}` names no licence that SPDX knows");
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::env;
    use std::path::PathBuf;

    use super::*;

    fn component(name: &str, folder: Option<PathBuf>) -> (String, Component) {
        let purl = format!("pkg:{}/{name}@1.0.0", if folder.is_some() { "cargo" } else { "generic" });
        let component = Component {
            purl: purl.clone(),
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: "MIT".to_owned(),
            repository: None,
            hash: None,
            folder,
            depends_on: BTreeSet::new(),
        };
        (purl, component)
    }

    #[test]
    fn equal_texts_are_printed_once_with_all_their_packages() {
        let folder = env::temp_dir().join(format!("dicee-notices-{}", std::process::id()));
        for (file, text) in [
            ("a/LICENSE", "One text\r\n"),
            ("b/licence.txt", "\nOne text \n"),
            ("b/vendor/COPYING", "Another"),
            ("b/src/license.rs", "fn licence() {}"),
        ] {
            let file = folder.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        let packages = ["a", "b"].map(|name| component(name, Some(folder.join(name))));
        let inventory =
            Inventory { program: component("cli", None).1, components: packages.into_iter().collect() };
        let written = write(&inventory).unwrap();
        assert!(written.contains("a 1.0.0: MIT\nb 1.0.0: MIT\n"), "{written}");
        assert!(written.contains(&format!("{RULE}\na 1.0.0, b 1.0.0\n{RULE}\n\nOne text\n")), "{written}");
        assert_eq!((written.matches("One text").count(), written.matches("Another").count()), (1, 1));
        assert!(!written.contains("fn licence"));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_package_without_a_text_gets_that_of_its_licence() {
        let (_, package) = component("std", None);
        let texts = texts_of(&package).unwrap();
        assert!(texts.len() == 1 && texts[0].contains("Permission is hereby granted"), "{texts:?}");
        let unknown = Component { licence: "LicenseRef-Ours".to_owned(), ..package };
        assert!(texts_of(&unknown).is_err());
    }
}
