//! The ids of a game, computed again by a few lines of JavaScript from their documentation alone.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::Write as _;
use std::process::{Command as Process, Stdio};

use chance::SeededChance;
use fortytwo::{Bot, Command, FortyTwo, HouseRules, Phase, Seat, Skill};
use ledger::{Game as _, Log, Source, Stamp};

const VERIFIER: &str = r#"
const { createHash } = require('node:crypto');
const sha256 = (text) => createHash('sha256').update(text).digest();
const log = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
for (const { idx, payload } of log)
  console.log(sha256(JSON.stringify(payload) + ':' + idx).toString('base64url'));
let hand = 0;
let seed = log[0].payload.seed;
for (const { payload } of log.filter((event) => event.payload.type === 'REDEAL_INITIATED')) {
  seed = sha256(`${seed}:${++hand}:redeal`).readUInt32BE(0);
  if (payload.newSeed !== seed) throw new Error(`hand ${hand}: ${payload.newSeed} instead of ${seed}`);
}
"#;

#[test]
fn node_computes_the_same_ids_and_the_same_chain_of_seeds() {
    let mut log = Log::<FortyTwo>::default();
    let mut luck = SeededChance::from_seed(1);
    let stamp = Stamp { timestamp: 1, source: Source::Client };
    let start = Command::StartGame {
        seed: Some(2026),
        player_types: None,
        dealer: None,
        house: HouseRules::default(),
    };
    log.submit(ledger::Seat(0), "start", None, &start, &mut luck, stamp).unwrap();
    let mut bot = Bot::new(Skill::Heuristic, 1);
    while log.state().phase() != Phase::GameOver {
        let next = Seat::ALL.into_iter().find_map(|seat| bot.choose(&log.state().view(Some(seat.into()))));
        let command = next.unwrap();
        let seat = command.player().unwrap().into();
        let id = log.version().to_string();
        log.submit(seat, &id, None, &command, &mut luck, stamp).unwrap();
    }
    let mut node = Process::new("node")
        .args(["-e", VERIFIER])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("Node is installed");
    node.stdin.take().unwrap().write_all(log.to_json().unwrap().as_bytes()).unwrap();
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let theirs = String::from_utf8(output.stdout).unwrap();
    let ours: Vec<&str> = log.envelopes().iter().map(|envelope| envelope.id.as_str()).collect();
    assert_eq!(theirs.lines().collect::<Vec<_>>(), ours);
    assert!(ours.len() > 300);
}
