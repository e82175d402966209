/** A row that scrolls sideways, and the one part of it that must be seen. */

/**
 * Brings a part of a row to its middle, and again whenever the part or the row has another size, as with larger text. Call it in an
 * effect.
 */
export function keepInSight(row: HTMLElement | undefined, part: Element | undefined): (() => void) | undefined {
  if (!row || !(part instanceof HTMLElement)) return undefined;
  const observer = new ResizeObserver(() => {
    row.scrollTo({ left: part.offsetLeft - row.offsetLeft - (row.clientWidth - part.offsetWidth) / 2 });
  });
  // Each tells its size at once.
  observer.observe(part);
  observer.observe(row);
  return () => observer.disconnect();
}
