import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sveltekit } from '@sveltejs/kit/vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** `vite dev` and `vite preview` ask this server, so that live tables can be tried without building the binary. */
const api = { '/api': { target: process.env['DICEE_API'] ?? 'http://127.0.0.1:8080', ws: true } };

export default defineConfig({
  plugins: [sveltekit(), wasmIntegrity(), layerOrder()],
  // A linked package that is rebuilt often: pre-bundling would keep serving the old build.
  optimizeDeps: {
    exclude: [
      '@dicee/coach',
      '@dicee/forecast',
      '@dicee/fortytwo',
      '@dicee/pools',
      '@dicee/probability-engine',
      '@dicee/table',
      '@dicee/types',
    ],
  },
  worker: { format: 'es', plugins: () => [wasmIntegrity()] },
  server: { fs: { allow: ['.', '../crates'] }, proxy: api },
  preview: { proxy: api },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  test: {
    projects: [
      {
        extends: true,
        resolve: { conditions: ['browser'] },
        test: {
          name: 'unit',
          environment: 'happy-dom',
          include: ['tests/unit/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: 'tests/browser/setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Two files at a time: browsers wait a lot, and small machines have two cores.
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'shots',
          environment: 'node',
          include: ['tests/shots/**/*.test.ts'],
          globalSetup: 'tests/browser/setup.ts',
          hookTimeout: 60_000,
        },
      },
    ],
  },
});

/**
 * Stylesheets of components may arrive before the one that orders the layers, and the first mention of a layer decides:
 * so every stylesheet begins with the order.
 */
function layerOrder(): Plugin {
  return {
    name: 'layer-order',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) {
          file.source = `@layer tokens, base, components;\n${file.source.toString()}`;
        }
      }
    },
  };
}

/** `virtual:wasm-integrity`: the hash of every browser module, so that a worker takes no other file. */
function wasmIntegrity(): Plugin {
  const name = 'virtual:wasm-integrity';
  const files = {
    engine: '../crates/wasm/npm/dist/probability_engine_bg.wasm',
    table: '../crates/wasm-table/npm/dist/table_bg.wasm',
    coach: '../crates/wasm-coach/npm/dist/coach_bg.wasm',
    forecast: '../crates/wasm-forecast/npm/dist/forecast_bg.wasm',
    pools: '../crates/wasm-pools/npm/dist/pools_bg.wasm',
    fortytwo: '../crates/wasm-fortytwo/npm/dist/fortytwo_bg.wasm',
    learn: '../crates/wasm-learn/npm/dist/learn_bg.wasm',
  };
  const hash = (file: string) =>
    `sha384-${createHash('sha384').update(readFileSync(new URL(file, import.meta.url))).digest('base64')}`;
  return {
    name: 'wasm-integrity',
    resolveId: (source) => (source === name ? `\0${name}` : undefined),
    load(source) {
      if (source !== `\0${name}`) return undefined;
      const hashes = Object.entries(files).map(([module, file]) => [module, hash(file)]);
      return `export const INTEGRITY = ${JSON.stringify(Object.fromEntries(hashes))};`;
    },
  };
}
