// Asks the built module questions that are meant to hurt: each is refused, or answered within the stated time and memory.
//   node hostile.mjs FOLDER_OF_THE_PACKAGES [all] < hostile.json
// Without `all`, answers that are expected to take more than a third of a second are left to those who have the time.
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// As docs/pools.md states them: seconds of processor time, and bytes of memory.
const [EXACT, DECIMALS, CONTEST, MEMORY] = [20, 6, 10, 300 * 2 ** 20];
// The stated time is that of a machine with nothing else to do; here other tests run on the other half of the core.
const BESIDE_OTHERS = 2;

const [folder, all] = process.argv.slice(2);

async function start(path) {
  const module = await import(pathToFileURL(join(folder, `${path}.js`)).href);
  const { memory } = module.initSync({ module: readFileSync(join(folder, `${path}_bg.wasm`)) });
  return { module, memory };
}

const pools = await start('wasm-pools/npm/dist/pools');
const contests = await start('wasm-contest/npm/dist/pool_contests');

/** Milliseconds that an answer is expected to take; nothing where it is refused, or is not asked for beforehand. */
function cost(module, kind, request) {
  try {
    return module.cost(kind, request);
  } catch (error) {
    assert.equal(error.name, 'InputError');
    return 0;
  }
}

const counts = { answered: 0, refused: 0, left: 0 };
for (const { kind, request } of JSON.parse(readFileSync(0, 'utf8'))) {
  const shown = `${kind} ${JSON.stringify(request).slice(0, 100)}`;
  const { module, memory } = kind in pools.module ? pools : contests;
  if (all === undefined && cost(module, kind, request) > 333) {
    counts.left += 1;
    continue;
  }
  const before = process.cpuUsage();
  try {
    module[kind](request);
    counts.answered += 1;
  } catch (error) {
    assert.equal(error.name, 'InputError', `${shown}: ${error}`);
    assert.match(error.message, /expected .*, got /s, shown);
    assert.ok(error.field.length > 0 && error.message.length < 5000, `${shown}: ${error.message}`);
    counts.refused += 1;
  }
  const { user, system } = process.cpuUsage(before);
  const decimals = kind === 'contest' ? CONTEST : DECIMALS;
  const [seconds, most] = [(user + system) / 1e6, request.decimals === true ? decimals : EXACT];
  assert.ok(seconds < BESIDE_OTHERS * most, `${shown}: ${seconds} s`);
  assert.ok(memory.buffer.byteLength < MEMORY, `${shown}: ${memory.buffer.byteLength} bytes`);
}
console.log(counts);
assert.ok(counts.answered >= 15 && counts.refused >= 60);
