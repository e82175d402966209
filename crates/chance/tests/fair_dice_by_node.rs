//! The fair dice, derived again by a few lines of JavaScript from their documentation alone.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::process::Command;

use chance::{Chance as _, FairDice, ServerSeed, derive_seed};

const VERIFIER: &str = r#"
const { createHash, createHmac } = require('node:crypto');
const seed = Buffer.alloc(32, 7);
console.log(createHash('sha256').update(seed).digest('hex'));
const clients = ['alice', 'bob'].map((text) => createHash('sha256').update(text).digest('hex'));
const faces = [];
for (let block = 0; faces.length < 60; block++) {
  const bytes = createHmac('sha256', seed).update(`${clients.join(',')}|17|${block}|game-1`).digest();
  faces.push(...[...bytes].filter((byte) => byte < 252).map((byte) => (byte % 6) + 1));
}
console.log(faces.slice(0, 60).join(''));
for (const text of ['12345:1:redeal', '0:0:redeal', '4294967295:7:redeal'])
  console.log(createHash('sha256').update(text).digest().readUInt32BE(0));
"#;

#[test]
fn node_derives_the_same_commitment_dice_and_seeds() {
    let output = Command::new("node").args(["-e", VERIFIER]).output().expect("Node is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let seed = ServerSeed::from_bytes([7; 32]);
    let mut dice = FairDice::new(&seed, &["alice", "bob"], "game-1", 17);
    let faces: String = (0..60).map(|_| dice.die().to_string()).collect();
    let mut lines = vec![seed.commitment().to_string(), faces];
    lines.extend(
        [(12345, 1), (0, 0), (u32::MAX, 7)]
            .map(|(seed, index)| derive_seed(seed, index, "redeal").to_string()),
    );
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().collect::<Vec<_>>(), lines);
}
