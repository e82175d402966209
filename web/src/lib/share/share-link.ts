/** A link on its way to somebody: by the system's own sheet where there is one, else by the clipboard. */

export type Shared = 'shared' | 'copied' | 'cancelled' | 'failed';

export interface Shareable {
  title: string;
  text: string;
  url: string;
}

/** Whether this system has a sheet for sharing. */
export function canShare(): boolean {
  return typeof navigator !== 'undefined' && typeof navigator.share === 'function';
}

export async function shareLink(what: Shareable): Promise<Shared> {
  if (!canShare()) return copyText(what.url);
  try {
    await navigator.share(what);
    return 'shared';
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return 'cancelled';
    return copyText(what.url);
  }
}

/** Fails where browsers give pages no clipboard, as at a plain http address. */
export async function copyText(text: string): Promise<'copied' | 'failed'> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'failed';
  }
}
