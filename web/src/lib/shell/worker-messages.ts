/** What a page tells the service worker that waits: take over now. */
export const TAKE_OVER = 'take-over';
/** What a page tells the service worker once it has what it needs itself: fetch the engines that it has not used yet. */
export const KEEP_ENGINES = 'keep-engines';
