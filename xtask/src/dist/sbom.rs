//! The software bill of materials of a release, as CycloneDX JSON.

use std::collections::BTreeSet;

use anyhow::{Result, bail};
use serde_json::{Value, json};

use super::archive::sha256;
use super::inventory::{Component, Inventory};

/// The bill for an inventory, built at `time` in seconds since 1970. The same inventory gives the same bytes.
pub(crate) fn write(inventory: &Inventory, time: u64) -> Result<String> {
    let components: Vec<Value> =
        inventory.components.values().map(|part| component(part, "library")).collect();
    let all = || std::iter::once(&inventory.program).chain(inventory.components.values());
    let dependencies: Vec<Value> =
        all().map(|part| json!({"ref": part.purl, "dependsOn": part.depends_on})).collect();
    let content = serde_json::to_vec(&(&components, &dependencies))?;
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": serial_number(&sha256(&content)),
        "version": 1,
        "metadata": {
            "timestamp": timestamp(time),
            "tools": {"components": [{"type": "application", "name": "cargo xtask dist"}]},
            "component": component(&inventory.program, "application"),
        },
        "components": components,
        "dependencies": dependencies,
    });
    let problems = problems(&bill);
    if !problems.is_empty() {
        bail!("the bill of materials is wrong: {}", problems.join("; "));
    }
    Ok(serde_json::to_string_pretty(&bill)? + "\n")
}

fn component(part: &Component, kind: &str) -> Value {
    let mut value = json!({
        "type": kind,
        "bom-ref": part.purl,
        "name": part.name,
        "version": part.version,
        "purl": part.purl,
        "licenses": [{"expression": part.licence}],
    });
    if let Some((algorithm, hash)) = &part.hash {
        value["hashes"] = json!([{"alg": algorithm, "content": hash}]);
    }
    if let Some(repository) = &part.repository {
        value["externalReferences"] = json!([{"type": "vcs", "url": repository}]);
    }
    value
}

/// A UUID of version 8, made of a hash in hexadecimal: a serial number must be one, and must not change by itself.
fn serial_number(hash: &str) -> String {
    let digits = &hash[..32];
    let (time, middle) = (&digits[..8], &digits[8..12]);
    format!("urn:uuid:{time}-{middle}-8{}-8{}-{}", &digits[13..16], &digits[17..20], &digits[20..32])
}

/// Seconds since 1970 as RFC 3339, by the civil calendar counted from March (Howard Hinnant, "chrono-compatible date
/// algorithms").
fn timestamp(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute) = (second / 3_600, second / 60 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{:02}Z", second % 60)
}

/// What a reader of CycloneDX 1.6 would refuse, or could not follow.
fn problems(bill: &Value) -> Vec<String> {
    let mut problems = Vec::new();
    for (field, expected) in [("bomFormat", "CycloneDX"), ("specVersion", "1.6")] {
        if bill[field] != expected {
            problems.push(format!("{field} is {}, not {expected}", bill[field]));
        }
    }
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut parts = list(&bill["components"]);
    parts.push(bill["metadata"]["component"].clone());
    let mut known = BTreeSet::new();
    for part in &parts {
        let purl = part["purl"].as_str().unwrap_or_default();
        if !known.insert(purl) || part["bom-ref"] != purl {
            problems.push(format!("{purl} is no key of its own"));
        }
        if !purl.starts_with("pkg:") || !purl.contains('@') {
            problems.push(format!("`{purl}` is no package URL"));
        }
        if ["name", "version", "type"].iter().any(|field| part[field].as_str().unwrap_or_default().is_empty())
        {
            problems.push(format!("{purl} lacks a name, a version or a type"));
        }
        let licence = part["licenses"][0]["expression"].as_str().unwrap_or_default();
        if spdx::Expression::parse(licence).is_err() {
            problems.push(format!("{purl}: `{licence}` is no licence expression"));
        }
        for hash in list(&part["hashes"]) {
            let content = hash["content"].as_str().unwrap_or_default();
            let digits = if hash["alg"] == "SHA-512" { 128 } else { 64 };
            if content.len() != digits || !content.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                problems.push(format!("{purl}: `{content}` is no {}", hash["alg"]));
            }
        }
    }
    for entry in list(&bill["dependencies"]) {
        for name in list(&entry["dependsOn"]).iter().chain([&entry["ref"]]) {
            if !known.contains(name.as_str().unwrap_or_default()) {
                problems.push(format!("{name} is needed and not listed"));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn part(purl: &str, needs: &[&str]) -> Component {
        let name = purl.trim_start_matches("pkg:cargo/").split('@').next().unwrap();
        Component {
            purl: purl.to_owned(),
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: "MIT OR Apache-2.0".to_owned(),
            repository: Some("https://example.org".to_owned()),
            hash: Some(("SHA-256", "0".repeat(64))),
            folder: None,
            depends_on: needs.iter().map(|need| (*need).to_owned()).collect(),
        }
    }

    fn inventory() -> Inventory {
        let library = part("pkg:cargo/a@1.0.0", &[]);
        Inventory {
            program: part("pkg:cargo/cli@1.0.0", &["pkg:cargo/a@1.0.0"]),
            components: BTreeMap::from([(library.purl.clone(), library)]),
        }
    }

    #[test]
    fn the_bill_lists_every_package_and_who_needs_it() {
        let bill: Value = serde_json::from_str(&write(&inventory(), 0).unwrap()).unwrap();
        assert_eq!(bill["metadata"]["component"]["type"], "application");
        assert_eq!(bill["metadata"]["timestamp"], "1970-01-01T00:00:00Z");
        assert_eq!(bill["components"][0]["purl"], "pkg:cargo/a@1.0.0");
        let needs = json!({"ref": "pkg:cargo/cli@1.0.0", "dependsOn": ["pkg:cargo/a@1.0.0"]});
        assert_eq!(bill["dependencies"][0], needs);
    }

    #[test]
    fn the_same_packages_give_the_same_bill_and_others_another_serial_number() {
        let serial = |inventory: &Inventory| {
            let bill: Value = serde_json::from_str(&write(inventory, 5).unwrap()).unwrap();
            bill["serialNumber"].as_str().unwrap().to_owned()
        };
        assert_eq!(write(&inventory(), 5).unwrap(), write(&inventory(), 5).unwrap());
        let mut other = inventory();
        other.program.version = "1.0.1".to_owned();
        other.components.get_mut("pkg:cargo/a@1.0.0").unwrap().version = "1.0.1".to_owned();
        assert_ne!(serial(&inventory()), serial(&other));
        let lengths: Vec<usize> =
            serial(&other).trim_start_matches("urn:uuid:").split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12]);
    }

    #[test]
    fn a_bill_that_cannot_be_read_or_followed_is_refused() {
        let check = |change: fn(&mut Inventory), expected: &str| {
            let mut inventory = inventory();
            change(&mut inventory);
            let error = write(&inventory, 0).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        };
        check(|inventory| inventory.components.clear(), "is needed and not listed");
        check(|inventory| inventory.program.licence = "Free!".to_owned(), "is no licence expression");
        check(|inventory| inventory.program.hash = Some(("SHA-512", "00".to_owned())), "is no \"SHA-512\"");
        check(|inventory| inventory.program.version.clear(), "lacks a name, a version or a type");
        check(|inventory| inventory.program.purl = "pkg:cargo/a@1.0.0".to_owned(), "is no key of its own");
    }

    #[test]
    fn times_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_791_113_445, "2026-10-04T11:30:45Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(timestamp(seconds), expected);
        }
    }
}
