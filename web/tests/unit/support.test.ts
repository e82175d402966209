import { afterEach, expect, test, vi } from 'vitest';
import { refusal, runsModules, runsSimd, UNSUPPORTED, wantsPlain, workerName } from '$lib/wasm/support';

afterEach(() => vi.unstubAllGlobals());

test('a browser with SIMD runs the modules', () => {
  expect([runsModules(), runsSimd(), refusal()]).toEqual([true, true, null]);
  expect(wantsPlain(workerName('engine'))).toBe(false);
});

test('a browser without SIMD runs the builds without it, and is told so where there is none', () => {
  vi.stubGlobal('WebAssembly', { validate: () => false });
  expect([runsModules(), runsSimd()]).toEqual([true, false]);
  expect(wantsPlain(workerName('engine'))).toBe(true);
  expect(refusal()).toContain('SIMD');
});

test('a browser without WebAssembly is told so in plain words', () => {
  vi.stubGlobal('WebAssembly', undefined);
  expect([runsModules(), runsSimd(), refusal()]).toEqual([false, false, UNSUPPORTED]);
});
