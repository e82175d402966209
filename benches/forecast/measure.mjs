/**
 * How long the forecasts take in WebAssembly, on one thread, as the worker of a browser calls them:
 *
 *     cargo xtask wasm
 *     node benches/forecast/measure.mjs
 *     node benches/forecast/measure.mjs 13      # with the target on an empty card: minutes
 *
 * Times are those on a core. The argument is the most open boxes of a target, 9 when left out.
 */
import { readFileSync } from 'node:fs';
import * as engine from '../../crates/wasm/npm/dist/probability_engine.js';
import * as forecast from '../../crates/wasm-forecast/npm/dist/forecast.js';

const MOST = Number(process.argv[2] ?? 9);
const BOXES = [
  'sixes', 'fives', 'fours', 'threes', 'twos', 'ones',
  'chance', 'full_house', 'small_straight', 'large_straight', 'dicee', 'three_of_kind', 'four_of_kind',
];
const FIELDS = {
  three_of_kind: 'threeOfKind', four_of_kind: 'fourOfKind', full_house: 'fullHouse',
  small_straight: 'smallStraight', large_straight: 'largeStraight',
};

const bytes = (path) => readFileSync(new URL(`../../crates/${path}`, import.meta.url));
engine.initSync({ module: bytes('wasm/npm/dist/probability_engine_bg.wasm') });
const { memory } = forecast.initSync({ module: bytes('wasm-forecast/npm/dist/forecast_bg.wasm') });

/** Milliseconds on a core: where others keep it busy, that is not the time that passes. */
function now() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function timed(work) {
  const started = now();
  const answer = work();
  return [now() - started, answer];
}

const CARD_ORDER = [
  'ones', 'twos', 'threes', 'fours', 'fives', 'sixes', 'three_of_kind', 'four_of_kind', 'full_house',
  'small_straight', 'large_straight', 'dicee', 'chance',
];
const inOrder = (boxes) => CARD_ORDER.filter((box) => boxes.includes(box));

/** A card on which all but these boxes hold 0 points, and Chance 5. */
function card(open) {
  const filled = BOXES.filter((box) => !open.includes(box));
  const scores = Object.fromEntries(filled.map((box) => [FIELDS[box] ?? box, box === 'chance' ? 5 : 0]));
  const total = scores.chance ?? 0;
  return {
    ...scores, upperSubtotal: 0, upperBonus: 0, upperTotal: 0, diceeBonus: 0, lowerTotal: total, grandTotal: total,
    categoriesRemaining: inOrder(open), turnsCompleted: filled.length,
  };
}

const solved = engine.SolvedGame.solve('standard').toBytes();
const forecaster = forecast.Forecaster.fromBytes(solved);

for (let count = 5; count <= MOST; count += 1) {
  const open = inOrder(BOXES.slice(0, count));
  // About what perfect play makes, so that neither end of the chances is cut off early.
  const target = Math.min(511, 20 * count);
  const request = { dice: [6, 6, 4, 3, 1], rolls_left: 2, open, target };
  let longest = 0;
  let last = now();
  const [time, { chance }] = timed(() =>
    forecast.analyzeTarget(request, () => {
      longest = Math.max(longest, now() - last);
      last = now();
    }),
  );
  console.log(
    `target ${target}, ${count} open boxes, the upper first: ${(time / 1000).toFixed(2)} s, ` +
      `at most ${longest.toFixed(0)} ms between two reports; chance ${chance.toFixed(4)}; memory so far ` +
      `${(memory.buffer.byteLength / 2 ** 20).toFixed(0)} MiB`,
  );
}

for (const [name, boxes] of [['upper first', BOXES], ['lower first', [...BOXES].reverse()]]) {
  for (const count of [5, 8, 13]) {
    const moment = { currentScorecard: card(boxes.slice(0, count)) };
    const times = Array.from({ length: count > 8 ? 1 : 7 }, () => timed(() => forecaster.distribution({ moment }))[0]);
    times.sort((a, b) => a - b);
    console.log(`distribution, ${name}, ${count} open boxes: median ${times[times.length >> 1].toFixed(1)} ms`);
  }
}
