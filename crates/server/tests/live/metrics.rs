//! Every documented count moves when what it counts happens.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::{Table, config, roll};
use serde_json::json;
use testbed::{Socket, eventually, eventually_within};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpSocket;

/// Metrics that move when something is wrong, or when the server itself changes, and the tests that see them move.
const ELSEWHERE: [(&str, &str); 9] = [
    ("store_errors_total", "health::tests::while_moves_cannot_be_stored_the_server_is_not_ready"),
    ("invariant_violations_total", "live: what_is_wrong_in_a_state_is_counted"),
    ("ev_calculation_errors_total", "live: a_grade_that_contradicts_itself_is_counted"),
    (
        "suggestions_total",
        "learning: finished_games_are_counted_by_level_and_more_statistics_where_they_were_earned",
    ),
    ("notes_dropped_total", "store: what_does_not_fit_is_dropped_and_counted"),
    ("hints_dropped_total", "live: the tests of the bus"),
    ("bus_state", "metrics::tests::buckets_count_all_that_is_not_above_them"),
    ("draining", "metrics::tests::buckets_count_all_that_is_not_above_them"),
    ("build_info", "metrics::tests::buckets_count_all_that_is_not_above_them"),
];

/// The metrics that operators are told of.
fn documented() -> BTreeSet<&'static str> {
    let document = include_str!("../../../../docs/operations.md");
    let table = document.split("| metric | |").nth(1).unwrap().split("\n\n").next().unwrap();
    let cells = table.lines().filter_map(|row| row.split('|').nth(1));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect()
}

/// The sum of the samples of each metric, over its labels. Buckets are left out.
async fn read(table: &Table) -> BTreeMap<String, f64> {
    let mut connection = tokio::net::TcpStream::connect(table.node.addr()).await.unwrap();
    connection.write_all(b"GET /metrics HTTP/1.1\r\nHost: dicee\r\nConnection: close\r\n\r\n").await.unwrap();
    let mut text = String::new();
    connection.read_to_string(&mut text).await.unwrap();
    let mut metrics = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.contains("_bucket")) {
        let Some((name, value)) = line.rsplit_once(' ') else { continue };
        let Ok(value) = value.parse::<f64>() else { continue };
        let name = name.split('{').next().unwrap_or(name);
        *metrics.entry(name.to_owned()).or_insert(0.0) += value;
    }
    metrics
}

#[tokio::test]
async fn every_documented_metric_moves() {
    let table = Table::with(config()).await;
    let before = read(&table).await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({})).await;
    let mut socket = Socket::open(table.node, &game, Some(&ann), 0).await;
    socket.hear_a("state_update").await.unwrap();
    for (number, category) in ::dicee::Category::ALL.iter().enumerate() {
        table.does(&ann, &game, &format!("r{number}"), roll()).await;
        let score = json!({ "type": "score", "category": category.name() });
        table.does(&ann, &game, &format!("s{number}"), score).await;
    }
    let late = ann.command(table.node, &game, "late", None, &roll()).await.unwrap();
    assert_eq!(late.status, 409);
    let old = ann.command(table.node, &game, "old", Some(3), &roll()).await.unwrap();
    assert_eq!(old.code(), "ERR_CONFLICT");
    // A socket that talks too much is cut.
    let mut loud = Socket::open(table.node, &game, Some(&ann), 0).await;
    for _ in 0..200 {
        let _ = loud.say(&json!({ "type": "chat", "text": "la" })).await;
    }
    while loud.hear().await.is_ok() {}
    let other = ann.open(table.node, json!({})).await;
    let card = table.state(&other, Some(&ann)).await["players"][0]["scorecard"].clone();
    let moment = json!({
        "diceResult": [3, 2, 2, 2, 2], "keptMask": [false, true, true, true, true], "rollsRemaining": 1,
        "availableCategories": card["categoriesRemaining"], "currentScorecard": card,
    });
    let mut asked = moment.clone();
    for (name, value) in [
        ("skillLevel", json!("beginner")),
        ("showAlternatives", json!(false)),
        ("explanationDepth", json!("minimal")),
    ] {
        asked[name] = value;
    }
    for (path, body) in
        [("probabilities", moment), ("recommendation", asked), ("simulate", json!({ "iterations": 1000 }))]
    {
        // Nothing is simulated before the game is solved. On a busy machine an answer may take too long, and until that work has
        // stopped there is no place for more.
        eventually_within(Duration::from_secs(120), "an answer", async || {
            let path = format!("/api/v1/stats/{path}");
            let reply = table.node.send("POST", &path, None, Some(&body)).await.unwrap();
            assert!([200, 429, 503, 504].contains(&reply.status), "{}", reply.body);
            (reply.status == 200).then_some(())
        })
        .await;
    }
    let moved = [
        "requests_total",
        "api_response_time_ms_count",
        "probability_calculation_latency_ms_count",
        "decision_analysis_latency_ms_count",
        "monte_carlo_duration_ms_count",
        "judged_decisions_total",
        "decision_points_lost_total",
        "uptime_seconds",
        "active_games",
        "websocket_connections",
        "games_completed_total",
        "store_append_ms_count",
        "move_to_broadcast_ms_count",
        "commands_total",
        "command_conflicts_total",
        "commands_refused_total",
        "calculations_total",
        "invariant_checks_total",
        "sockets_cut_total",
        "solved_games",
        "cache_hits_total",
        "cache_misses_total",
        "calculation_accuracy_delta",
    ];
    let after = eventually("the game is solved", async || {
        let after = read(&table).await;
        let all = ["solved_games", "sockets_cut_total", "judged_decisions_total", "uptime_seconds"];
        all.iter().all(|name| after[*name] > 0.0).then_some(after)
    })
    .await;
    let known = moved.iter().copied().chain(ELSEWHERE.map(|(name, _)| name)).chain(["memory_bytes"]);
    let known: BTreeSet<_> = known.map(|name| name.strip_suffix("_count").unwrap_or(name)).collect();
    assert_eq!(known, documented());
    for name in moved {
        // Before a game is solved it is not known how exact it is.
        let (first, last) = (before.get(name).copied().unwrap_or(0.0), after[name]);
        assert!(last > first, "{name}: {first} and then {last}");
    }
    assert!(after["calculation_accuracy_delta"] < 4e-6, "{}", after["calculation_accuracy_delta"]);
    for name in ["invariant_violations_total", "store_errors_total", "ev_calculation_errors_total"] {
        assert!(after[name].abs() < 0.5, "{name}: {}", after[name]);
    }
    assert!(after["memory_bytes"] > 4e6, "a solved game alone holds 4 MB: {}", after["memory_bytes"]);
    let since = |name: &str| after[name] - before[name];
    assert!((since("games_completed_total") - 1.0).abs() < 0.5);
    // 26 moves, the opening of the game and the reveal of its seed; refused and repeated ones are not among them.
    assert!((28.0..=32.0).contains(&since("commands_total")), "{}", since("commands_total"));
}

/// The slow reader that the count is for: it takes nothing, so nobody can tell it why it is cut.
#[tokio::test]
async fn a_socket_that_reads_nothing_is_counted_as_cut() {
    let mut config = config();
    config.write_timeout_s = 1;
    let table = Table::with(config).await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({ "kind": "roll_table" })).await;
    let silent = TcpSocket::new_v4().unwrap();
    silent.set_recv_buffer_size(4096).unwrap();
    let silent = silent.connect(table.node.addr()).await.unwrap();
    let url = format!("ws://{}/api/v1/games/{game}/ws", table.node.addr());
    let (_silent, _) = tokio_tungstenite::client_async(url, silent).await.unwrap();
    // Long names that change with every command: all of them are in the state that it is sent.
    let expression = format!("d6{}", "+0".repeat(90));
    for number in 0..150 {
        let aliases =
            (0..50).map(|place| json!({ "name": format!("n{number}x{place}"), "expression": expression }));
        let set = json!({ "type": "SET_TABLE", "aliases": aliases.collect::<Vec<_>>() });
        table.does(&ann, &game, &format!("set{number}"), set).await;
    }
    eventually("it is counted", async || (read(&table).await["sockets_cut_total"] > 0.5).then_some(())).await;
}
