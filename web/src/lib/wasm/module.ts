/** How the browser modules come into their workers: with a hash that the build wrote down, so that no other file is run. */

/** What people read where a module is not the one that belongs to this page. */
export const CHANGED =
  'A part of the app is not the one that belongs to this page: it was changed on the way, or is of another version. ' +
  'It is not run. Reload the page to try again.';

/** Fetches a module, and refuses one whose bytes are not those of this build. */
export async function fetchModule(url: string, integrity: string): Promise<Response> {
  try {
    return await fetch(url, { integrity });
  } catch (thrown) {
    // Browsers use the same words for a wrong hash and for no network: what comes without a hash was changed.
    const came = await fetch(url).then(({ ok }) => ok, () => false);
    throw came ? new Error(CHANGED) : thrown;
  }
}
