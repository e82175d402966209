/** Whether this browser can run the modules: WebAssembly with 128-bit SIMD, which every current browser has. */

/** The smallest module that uses a 128-bit vector. */
const SIMD_MODULE = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
);

export function runsModules(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(SIMD_MODULE);
}

/** What people read in place of the browser's own words about a module. */
export const UNSUPPORTED =
  'This browser cannot run the engine: WebAssembly with SIMD is missing or switched off, as in the lockdown mode of iOS. ' +
  'Tables with others work, because the server keeps their rules.';

/** Rejects where no module can run. */
export async function checkSupport(): Promise<void> {
  if (!runsModules()) throw new Error(UNSUPPORTED);
}
