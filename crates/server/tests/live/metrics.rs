//! Every documented count moves when what it counts happens.

use std::collections::BTreeMap;

use super::{Table, config, roll};
use serde_json::json;
use testbed::{Socket, eventually};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

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
    let dice = json!({ "diceResult": [3, 2, 2, 2, 2], "rollNumber": 1 });
    for (path, body) in [
        ("probabilities", dice.clone()),
        ("recommendation", dice.clone()),
        ("simulate", json!({ "games": 1 })),
    ] {
        let _ = table.node.send("POST", &format!("/api/v1/stats/{path}"), None, Some(&body)).await.unwrap();
    }
    let moved = [
        "requests_total",
        "api_response_time_ms_count",
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
        (after["solved_games"] > 0.0 && after["sockets_cut_total"] > 0.0).then_some(after)
    })
    .await;
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
