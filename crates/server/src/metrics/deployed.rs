//! The rules and the dashboard in `deploy/` name metrics that exist.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::tests::printed_samples;

const RULES: &str = include_str!("../../../../deploy/prometheus/dicee.rules.yml");
const DASHBOARD: &str = include_str!("../../../../deploy/grafana/dicee.json");

/// The expressions of the rules, each on a line of its own.
fn rules() -> Vec<String> {
    RULES.lines().filter_map(|line| line.trim().strip_prefix("expr: ").map(str::to_owned)).collect()
}

/// Every `expr` in a document.
fn expressions(document: &Value, found: &mut Vec<String>) {
    if let Some(expression) = document.get("expr").and_then(Value::as_str) {
        found.push(expression.to_owned());
    }
    match document {
        Value::Array(items) => items.iter().for_each(|item| expressions(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| expressions(field, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The metrics that an expression names: its words, without selectors, ranges, functions, labels and keywords.
fn named(expression: &str) -> BTreeSet<String> {
    const LABELS_FOLLOW: [&str; 6] = ["by", "on", "without", "ignoring", "group_left", "group_right"];
    const KEYWORDS: [&str; 4] = ["and", "or", "unless", "bool"];
    let (mut plain, mut depth) = (String::new(), 0_u32);
    for character in expression.chars() {
        depth += u32::from(matches!(character, '{' | '['));
        if depth == 0 {
            plain.push(character);
        }
        depth -= u32::from(matches!(character, '}' | ']'));
    }
    let is_of_word = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | ':');
    let (mut names, mut rest, mut labels) = (BTreeSet::new(), plain.as_str(), false);
    while let Some(start) = rest.find(is_of_word) {
        // A list of labels ends with its bracket.
        labels &= !rest[..start].contains(')');
        let end =
            rest[start..].find(|character| !is_of_word(character)).map_or(rest.len(), |end| start + end);
        let (word, after) = (&rest[start..end], rest[end..].trim_start());
        // `sum(...)` and `sum by (...) (...)`.
        let is_function =
            ["(", "by ", "by(", "without ", "without("].iter().any(|next| after.starts_with(next));
        if LABELS_FOLLOW.contains(&word) {
            labels = true;
        } else if !labels
            && !is_function
            && !KEYWORDS.contains(&word)
            && !word.starts_with(|first: char| first.is_ascii_digit())
        {
            names.insert(word.to_owned());
        }
        rest = &rest[end..];
    }
    names
}

#[test]
fn the_metrics_of_an_expression_are_told_from_its_functions_and_labels() {
    for (expression, expected) in [
        ("up{job=\"dicee\"} == 0", vec!["up"]),
        ("histogram_quantile(0.99, sum by (instance, le) (rate(a_ms_bucket[5m])))", vec!["a_ms_bucket"]),
        (
            "sum(rate(a_total{status=\"5xx\"}[5m])) / sum(rate(b_total[$__rate_interval]))",
            vec!["a_total", "b_total"],
        ),
        ("a * on (instance) group_left (version) b{x=~\"$instance\"} and c > 300", vec!["a", "b", "c"]),
    ] {
        assert_eq!(named(expression).into_iter().collect::<Vec<_>>(), expected, "{expression}");
    }
}

#[test]
fn every_metric_of_the_rules_and_the_dashboard_exists() {
    let mut known = printed_samples();
    known.insert("up".to_owned());
    let recorded = RULES.lines().filter_map(|line| line.trim().strip_prefix("- record: "));
    known.extend(recorded.map(str::to_owned));
    let mut all = rules();
    let alerts = RULES.lines().filter(|line| line.trim().starts_with("- alert: ")).count();
    assert!(alerts >= 8 && all.len() > alerts, "every rule has an expression of its own");
    expressions(&serde_json::from_str(DASHBOARD).unwrap(), &mut all);
    assert!(all.len() > 40, "{}", all.len());
    for expression in all {
        let names = named(&expression);
        assert!(!names.is_empty(), "{expression}");
        let unknown: Vec<_> = names.difference(&known).collect();
        assert!(unknown.is_empty(), "{unknown:?} in {expression}");
    }
}

#[test]
fn prometheus_takes_the_rules_and_raises_the_alerts_that_it_should() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/prometheus");
    for arguments in [["check", "rules", "dicee.rules.yml"], ["test", "rules", "dicee.test.yml"]] {
        let output = Command::new(testbed::promtool()).args(arguments).current_dir(&folder).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&said));
    }
}
