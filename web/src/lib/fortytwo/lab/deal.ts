/** Where every tile lies, as a word for the address: a letter for each of the 28, from double six down. */
import type { FortyTwoTile } from '@dicee/fortytwo-coach';
import { ALL_TILES } from '../tiles';
import type { Spot } from './lab.svelte';

/** Nowhere, the four seats, and the first to the third tile of the trick. */
const LETTERS = '-ywnetuv';
const TRICK = 5;

export function writeDeal(placed: ReadonlyMap<FortyTwoTile, Spot>): string {
  const trick = [...placed].flatMap(([tile, spot]) => (spot === 'trick' ? [tile] : []));
  return ALL_TILES.map((tile) => {
    const spot = placed.get(tile);
    const letter = spot === undefined ? 0 : spot === 'trick' ? TRICK + trick.indexOf(tile) : spot + 1;
    return LETTERS[letter];
  }).join('');
}

/** Null where it is no deal: a wrong letter, more than seven tiles in a hand, a trick with a gap. */
export function readDeal(word: string): Map<FortyTwoTile, Spot> | null {
  const letters = [...word].map((letter) => LETTERS.indexOf(letter));
  if (letters.length !== ALL_TILES.length || letters.includes(-1)) return null;
  const at = (letter: number) => ALL_TILES.filter((_, place) => letters[place] === letter);
  const hands = [0, 1, 2, 3].map((seat) => at(seat + 1));
  const trick = [0, 1, 2].map((place) => at(TRICK + place));
  if (hands.some(({ length }) => length > 7) || trick.some(({ length }, place) => length > (trick[place - 1]?.length ?? 1))) return null;
  const seated = hands.flatMap((tiles, seat) => tiles.map((tile): [FortyTwoTile, Spot] => [tile, seat as Spot]));
  return new Map([...seated, ...trick.flat().map((tile): [FortyTwoTile, Spot] => [tile, 'trick'])]);
}

/** The fragment of an address; empty where no tile lies anywhere. */
export function hashOf(word: string): string {
  return /^-*$/.test(word) ? '' : `#deal=${word}`;
}

/** The deal in a fragment; null where it names none. */
export function dealIn(hash: string): string | null {
  return /^#deal=(.*)$/.exec(hash)?.[1] ?? null;
}
