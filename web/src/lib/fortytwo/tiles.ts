/** A tile as it is drawn. */
import type { FortyTwoTile } from '@dicee/fortytwo';

export interface Pips {
  high: number;
  low: number;
}

export function pipsOf(tile: FortyTwoTile): Pips {
  return { high: Number(tile[0]), low: Number(tile[2]) };
}

/** What is printed on the five count tiles: those with five or ten pips. 0 on the others. */
export function countOf(tile: FortyTwoTile): number {
  const { high, low } = pipsOf(tile);
  return (high + low) % 5 === 0 ? high + low : 0;
}

/** Where the pips of one half lie, in a square of 3 by 3. */
export const SPOTS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[1, 1]],
  [
    [0, 0],
    [2, 2],
  ],
  [
    [0, 0],
    [1, 1],
    [2, 2],
  ],
  [
    [0, 0],
    [2, 0],
    [0, 2],
    [2, 2],
  ],
  [
    [0, 0],
    [2, 0],
    [1, 1],
    [0, 2],
    [2, 2],
  ],
  [
    [0, 0],
    [2, 0],
    [0, 1],
    [2, 1],
    [0, 2],
    [2, 2],
  ],
];

/** All 28, from double six down. */
export const ALL_TILES: readonly FortyTwoTile[] = Array.from({ length: 7 }, (_, down) => 6 - down).flatMap((high) =>
  Array.from({ length: high + 1 }, (_, down) => `${high}-${high - down}` as FortyTwoTile),
);
