// How long the strong bot thinks in WebAssembly. From the root of the repository:
//   cargo build -p fortytwo --example wasm_move --profile wasm --target wasm32-unknown-unknown
//   node crates/fortytwo/benches/wasm_move.mjs [hands]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const hands = Number(process.argv[2] ?? 20);
const target = process.env.CARGO_TARGET_DIR ?? 'target';
const file = join(target, 'wasm32-unknown-unknown/wasm/examples/wasm_move.wasm');
const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
const { start, step } = instance.exports;

const times = [];
for (let seed = 0; seed < hands; seed++) {
  start(seed);
  for (let more = 1; more; ) {
    // Time on the processor, so that other programs do not count.
    const before = process.cpuUsage();
    more = step();
    if (more) times.push(process.cpuUsage(before).user / 1000);
  }
}
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(1);
const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
console.log(`${times.length} decisions of ${hands} hands: mean ${mean.toFixed(1)} ms, median ${at(0.5)}, 95% ${at(0.95)}, longest ${at(1)}`);
