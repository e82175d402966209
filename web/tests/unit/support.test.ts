import { afterEach, expect, test, vi } from 'vitest';
import { checkSupport, runsModules, UNSUPPORTED } from '$lib/wasm/support';

afterEach(() => vi.unstubAllGlobals());

test('a browser with SIMD runs the modules', async () => {
  expect(runsModules()).toBe(true);
  await expect(checkSupport()).resolves.toBeUndefined();
});

test('a browser without WebAssembly, or without SIMD, is told so in plain words', async () => {
  vi.stubGlobal('WebAssembly', undefined);
  await expect(checkSupport()).rejects.toThrow(UNSUPPORTED);
  vi.stubGlobal('WebAssembly', { validate: () => false });
  await expect(checkSupport()).rejects.toThrow('SIMD');
});
