/** What a page tells the service worker that waits: take over now. */
export const TAKE_OVER = 'take-over';
