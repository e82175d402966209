/** Where a number stands beside a level line, so that the path crosses it as little as can be. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Label {
  readonly side: 'start' | 'end';
  readonly above: boolean;
}

/** Where nothing is in the way. */
const FIRST: Label = { side: 'end', above: true };
const PLACES: readonly Label[] = [
  FIRST,
  { side: 'end', above: false },
  { side: 'start', above: true },
  { side: 'start', above: false },
];

/** The first place without a path through it, else the one whose path is farthest. `size` is that of the number. */
export function labelPlace(
  paths: readonly (readonly Point[])[],
  line: number,
  width: number,
  size: { readonly width: number; readonly height: number },
): Label {
  const room = PLACES.map((place) => {
    const [from, to] = place.side === 'end' ? [width - size.width, width] : [0, size.width];
    const middle = line + (place.above ? -1 : 1) * (size.height / 2);
    const distances = paths.flatMap((path) => between(path, from, to).map((y) => Math.abs(y - middle)));
    return Math.min(...distances, Number.POSITIVE_INFINITY) - size.height / 2;
  });
  const free = room.findIndex((left) => left > 2);
  return PLACES[free >= 0 ? free : room.indexOf(Math.max(...room))] ?? FIRST;
}

const STEPS = 16;

/** Heights of a path between two places, in small steps. */
function between(path: readonly Point[], from: number, to: number): number[] {
  return Array.from({ length: STEPS + 1 }, (_, step) => from + ((to - from) * step) / STEPS).flatMap((x) => {
    const next = path.findIndex((point) => point.x >= x);
    const [before, after] = [path[next - 1], path[next]];
    if (!before || !after) return [];
    return [before.y + ((after.y - before.y) * (x - before.x)) / (after.x - before.x)];
  });
}
