/** A domino as it is drawn. */
import { render } from '@testing-library/svelte';
import { expect, test } from 'vitest';
import Tile from '$lib/fortytwo/table/Tile.svelte';

test('a tile has its pips, each with the number that colours it, what it counts, and numerals where they are wished', async () => {
  const { container, rerender } = render(Tile, { tile: '6-4' });
  const pips = (number: number) => container.querySelectorAll(`circle[data-pips="${number}"]`).length;
  const texts = () => [...container.querySelectorAll('text')].map(({ textContent }) => textContent);
  expect([pips(6), pips(4), pips(5)]).toEqual([6, 4, 0]);
  expect(texts()).toEqual(['10']);
  await rerender({ tile: '6-4', numerals: true });
  expect(texts()).toEqual(['6', '4', '10']);
});
