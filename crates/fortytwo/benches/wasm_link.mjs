// `node crates/fortytwo/benches/wasm_link.mjs`, after `cargo xtask wasm`: how long the link of a whole game to seven marks takes
// to load in WebAssembly. The player to move does the first thing they may, and bids what they may in every other hand.
import { readFileSync } from 'node:fs';
import { FortyTwoTable, initSync } from '../../wasm-fortytwo/npm/dist/fortytwo.js';

initSync({ module: readFileSync(new URL('../../wasm-fortytwo/npm/dist/fortytwo_bg.wasm', import.meta.url)) });

function played(seed) {
  const table = FortyTwoTable.create({ seed });
  for (let turn = 0; table.view().phase !== 'game_over' && turn < 5_000; turn += 1) {
    for (const seat of [0, 1, 2, 3]) {
      const { moves } = table.view(seat);
      if (moves.length === 0) continue;
      const pass = moves.find(({ type }) => type === 'PASS');
      const other = moves.find(({ type }) => type !== 'PASS');
      table.submit(seat, `${turn}-${seat}`, (pass && (seat + turn) % 3 > 0 ? pass : other) ?? moves[0]);
    }
  }
  return table.link();
}

const links = Array.from({ length: 20 }, (_, seed) => played(seed));
const times = [];
for (const link of links) {
  const began = performance.now();
  const table = FortyTwoTable.fromLink(link);
  table.view(0);
  times.push(performance.now() - began);
  table.free();
}
times.sort((a, b) => a - b);
const longest = Math.max(...links.map(({ length }) => length));
console.log(
  `${links.length} games, at most ${longest} characters: median ${times[times.length >> 1].toFixed(1)} ms, longest ${times.at(-1).toFixed(1)} ms`,
);
