// Asks the built module the questions that the command line was asked, and compares the JSON, byte for byte.
//   node same_json.mjs FOLDER_OF_THE_MODULE < questions.json
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = process.argv[2];
const pools = await import(pathToFileURL(join(folder, 'pools.js')).href);
pools.initSync({ module: readFileSync(join(folder, 'pools_bg.wasm')) });
const questions = JSON.parse(readFileSync(0, 'utf8'));
let different = 0;
for (const { expression, json } of questions) {
  const ours = JSON.stringify(pools.odds({ expression, dc: 2, explain: true }));
  const theirs = JSON.stringify(JSON.parse(json));
  if (ours !== theirs) {
    different += 1;
    if (different <= 3) console.error(`${expression}\n  browser ${ours.slice(0, 300)}\n  command ${theirs.slice(0, 300)}`);
  }
}
console.log(`${questions.length - different} of ${questions.length} are equal`);
process.exit(different === 0 ? 0 : 1);
