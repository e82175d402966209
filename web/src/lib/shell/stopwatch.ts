/** What people wait for, as measures of the page's own timeline: developer tools show them, and tests read them. */

/** The waits that have a budget. */
export type Wait = 'roll to heat map' | 'key to price' | 'key to answer' | 'move to win chances';

/** Somebody asked. */
export function started(wait: Wait): void {
  performance.mark(wait);
}

/** The answer is on the page. What nobody asked for is not measured. */
export function ended(wait: Wait): void {
  if (performance.getEntriesByName(wait, 'mark').length === 0) return;
  performance.measure(wait, wait);
  performance.clearMarks(wait);
}
