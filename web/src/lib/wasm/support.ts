/**
 * What this browser can run. Every current browser has WebAssembly with 128-bit SIMD; older ones run the engine's build
 * without it; where WebAssembly is missing altogether, as in the lockdown mode of iOS, the server works out the odds.
 */

/** The smallest module that uses a 128-bit vector. */
const SIMD_MODULE = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
);

export function runsModules(): boolean {
  return typeof WebAssembly === 'object';
}

export function runsSimd(): boolean {
  return runsModules() && WebAssembly.validate(SIMD_MODULE);
}

/** Ends the name of a worker that is to load the build without SIMD. */
const WITHOUT_SIMD = '-without-simd';

/** The name of a worker, which also tells it what this browser can run. */
export function workerName(module: string): string {
  return runsSimd() ? module : module + WITHOUT_SIMD;
}

/** Whether a worker of this name is to load the build without SIMD. */
export function wantsPlain(name: string): boolean {
  return name.endsWith(WITHOUT_SIMD);
}

/** Why a module that has no build without SIMD cannot run here; null where it can. */
export function refusal(): string | null {
  if (!runsModules()) return UNSUPPORTED;
  return runsSimd() ? null : TOO_OLD;
}

/** What people read where something is asked for that only a module can do. */
export const NEEDS_MODULES = 'Games on this device, reports and playing offline need WebAssembly.';

/** What people read in place of the browser's own words about a module. */
export const UNSUPPORTED =
  'This browser cannot run the game by itself: WebAssembly is missing or switched off, as in the lockdown mode of iOS. ' +
  'Tables with others work, because the server keeps their rules; there you can also play against bots.';

/** The same where WebAssembly runs, but has no SIMD. */
const TOO_OLD =
  'This browser is too old for this page: its WebAssembly has no SIMD. The dice game works, and so do tables with others.';
