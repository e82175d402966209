/** Work that nobody waits for yet. */

/** The longest that a page which is never idle holds such work back, in milliseconds. */
const LONGEST = 2_000;

/** Resolves once the page has loaded and the browser has nothing better to do. */
export async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  }
  await new Promise<unknown>((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: LONGEST });
    else setTimeout(resolve, 200);
  });
}

/** Ends a task, so that the browser can draw and answer before the next one. */
export function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}
