// Writes a .gz and a .br beside every text or WASM file of a built site, where that saves bytes.
// The server sends these as they are and compresses nothing while it runs.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const COMPRESSIBLE = new Set([
  '.html', '.css', '.js', '.mjs', '.json', '.svg', '.txt', '.wasm', '.webmanifest', '.xml',
]);
const SMALLEST = 1024;

const root = process.argv[2];
if (!root) {
  console.error('usage: node scripts/compress.mjs DIST');
  process.exit(2);
}

for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !COMPRESSIBLE.has(extname(entry.name))) continue;
  const path = join(entry.parentPath ?? entry.path, entry.name);
  const bytes = readFileSync(path);
  if (bytes.length <= SMALLEST) continue;

  const sizes = [`${bytes.length}`];
  for (const [suffix, packed] of [
    ['.gz', gzipSync(bytes, { level: 9 })],
    ['.br', brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    })],
  ]) {
    if (packed.length >= bytes.length) continue;
    writeFileSync(path + suffix, packed);
    sizes.push(`${packed.length} ${suffix}`);
  }
  console.log(`${path}: ${sizes.join(', ')}`);
}
