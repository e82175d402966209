import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sveltekit } from '@sveltejs/kit/vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** `vite dev` and `vite preview` ask this server, so that live tables can be tried without building the binary. */
const api = { '/api': { target: process.env['DICEE_API'] ?? 'http://127.0.0.1:8080', ws: true } };

export default defineConfig({
  plugins: [sveltekit(), wasmIntegrity(), layerOrder(), fewChunks()],
  // A linked package that is rebuilt often: pre-bundling would keep serving the old build.
  optimizeDeps: {
    exclude: [
      '@dicee/coach',
      '@dicee/forecast',
      '@dicee/fortytwo',
      '@dicee/fortytwo-coach',
      '@dicee/pool-contests',
      '@dicee/pool-session',
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
          // A browser that the machine left without a core misses a deadline now and then. What passes only the second
          // time is listed as `retry x1`: it is a fault to be found, and no reason to throw a build away.
          retry: 1,
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
  const order = '@layer tokens, base, components;\n';
  let serving = false;
  return {
    name: 'layer-order',
    enforce: 'pre',
    configResolved: ({ command }) => void (serving = command === 'serve'),
    transform: (code, id) => (serving && /\.css$/.test(id) ? order + code : undefined),
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = order + file.source.toString();
      }
    },
  };
}

/**
 * Left alone, the bundler makes a chunk of every set of modules that some pages share, and a first load of thirty scripts
 * and eight stylesheets. These groups make it a handful: what nearly all pages of an area need is one chunk.
 */
function fewChunks(): Plugin {
  const groups = {
    // On every page: the framework, the shell, and what all screens are made of.
    shell: [
      /\/node_modules\/(svelte|@sveltejs\/kit|esm-env|clsx|devalue)\//,
      /\/\.svelte-kit\/generated\/root\./,
      /\/src\/routes\/\+(layout|error)\./,
      /\/src\/(styles|lib\/(shell|keys|sound|people|ui|share))\//,
      /\/src\/lib\/(charts\/Figure|live\/code|live\/CodeField|table\/id|wasm\/\w+)\./,
    ],
    // On every page about the dice game: the games of this device, its workers, names and words.
    device: [
      /\/src\/lib\/(table|wasm\/(engine|table))\//,
      /\/src\/lib\/dicee\/([\w-]+|play\/play|analyse\/position|hud\/heat|table\/words)\.ts/,
    ],
    // A table as it is first seen. Its panels come when somebody plays: they are no part of it.
    table: [
      /\/src\/lib\/dicee\/table\/(?!MenuPanel|panels)/,
      /\/src\/lib\/dicee\/hud\/(FinishTrack|HeatBar|WinBar|heat|roll-map|row-label)\./,
      /\/src\/lib\/dicee\/coach\/CoachNote\./,
    ],
    // The lab as it is first seen, without its sheets.
    pools: [/\/src\/lib\/wasm\/pools\//, /\/src\/lib\/pools\/(?!sheets\.|\w+\/\w+Sheet\.|session\/|share\/)/],
  };
  return {
    name: 'few-chunks',
    outputOptions(options) {
      if (this.environment.name !== 'client') return;
      return {
        ...options,
        codeSplitting: {
          groups: Object.entries(groups).map(([name, patterns], place, { length }) => ({
            name,
            test: (id) => patterns.some((pattern) => pattern.test(id)),
            priority: length - place,
          })),
        },
      };
    },
  };
}

/** `virtual:wasm-integrity`: the hash of every browser module, so that a worker takes no other file. */
function wasmIntegrity(): Plugin {
  const name = 'virtual:wasm-integrity';
  const files = {
    engine: '../crates/wasm/npm/dist/probability_engine_bg.wasm',
    enginePlain: '../crates/wasm/npm/dist/plain/probability_engine_bg.wasm',
    table: '../crates/wasm-table/npm/dist/table_bg.wasm',
    tablePlain: '../crates/wasm-table/npm/dist/plain/table_bg.wasm',
    coach: '../crates/wasm-coach/npm/dist/coach_bg.wasm',
    coachPlain: '../crates/wasm-coach/npm/dist/plain/coach_bg.wasm',
    forecast: '../crates/wasm-forecast/npm/dist/forecast_bg.wasm',
    forecastPlain: '../crates/wasm-forecast/npm/dist/plain/forecast_bg.wasm',
    pools: '../crates/wasm-pools/npm/dist/pools_bg.wasm',
    poolContests: '../crates/wasm-contest/npm/dist/pool_contests_bg.wasm',
    poolSession: '../crates/wasm-session/npm/dist/pool_session_bg.wasm',
    fortytwo: '../crates/wasm-fortytwo/npm/dist/fortytwo_bg.wasm',
    fortytwoCoach: '../crates/wasm-fortytwo-coach/npm/dist/fortytwo_coach_bg.wasm',
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
