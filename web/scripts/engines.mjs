// Writes engines.json into a built site: the workers and modules that the service worker fetches once a page is at rest,
// so that every screen works without a network after the first visit. Builds without SIMD are left out: a browser that
// needs one keeps it when it uses it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = process.argv[2];
if (!root) {
  console.error('usage: node scripts/engines.mjs DIST');
  process.exit(2);
}

const filesIn = (folder) => (existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : []);

const packages = 'node_modules/@dicee';
const plain = readdirSync(packages)
  .map((name) => join(packages, name, 'dist/plain'))
  .flatMap((folder) => filesIn(folder).map((file) => join(folder, file)))
  .filter((file) => file.endsWith('.wasm'))
  .map((file) => readFileSync(file));
const isPlain = (file) => file.endsWith('.wasm') && plain.some((bytes) => bytes.equals(readFileSync(file)));

const workers = '_app/immutable/workers';
const engines = filesIn(join(root, workers))
  .filter((file) => /\.(js|wasm)$/.test(file) && !isPlain(join(root, workers, file)))
  .map((file) => `/${workers}/${file.replaceAll('\\', '/')}`)
  .sort();
writeFileSync(join(root, 'engines.json'), JSON.stringify(engines));
console.log(`engines.json: ${engines.length} files`);
