/** Up to five series that are told apart without colour: each has a fill of its own. */
export const FILLS = ['solid', 'hatch', 'dots', 'cross', 'hollow'] as const;
export type Fill = (typeof FILLS)[number];

export interface Point {
  /** The value, such as a number of successes. */
  readonly x: number;
  /** Its share, from 0 to 1. */
  readonly y: number;
}

export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
}

export function fillOf(place: number): Fill {
  return FILLS[place % FILLS.length] ?? 'solid';
}

/** The values of all series, ascending; where there are too many, those that matter. */
export function domainOf(series: readonly Series[], most: number): { values: number[]; cut: boolean } {
  const all = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  if (all.length <= most) return { values: all, cut: false };
  // The stretch in which every series keeps all but a thousandth of itself.
  const kept = series.flatMap(({ points }) => {
    const sorted = [...points].sort((a, b) => a.x - b.x);
    const total = sorted.reduce((sum, { y }) => sum + y, 0);
    let below = 0;
    return sorted
      .filter(({ y }) => {
        const inside = below + y > total * 0.0005 && below < total * 0.9995;
        below += y;
        return inside;
      })
      .map(({ x }) => x);
  });
  const [low, high] = [Math.min(...kept), Math.max(...kept)];
  return { values: all.filter((x) => x >= low && x <= high), cut: true };
}

/** Neighbouring values put together, so that at most so many bars are drawn. */
export function classes(values: readonly number[], most: number): { from: number; to: number }[] {
  if (values.length === 0) return [];
  const first = values[0] ?? 0;
  const last = values.at(-1) ?? first;
  if (values.length <= most) return values.map((value) => ({ from: value, to: value }));
  const width = Math.ceil((last - first + 1) / most);
  const found: { from: number; to: number }[] = [];
  for (let from = first; from <= last; from += width) {
    found.push({ from, to: Math.min(from + width - 1, last) });
  }
  return found;
}
