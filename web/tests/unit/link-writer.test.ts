import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LinkWriter } from '$lib/dicee/analyse/link-writer';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function writer(): { link: LinkWriter; written: string[] } {
  const written: string[] = [];
  return { link: new LinkWriter((hash) => written.push(hash), 200), written };
}

test('a single change is written at once', () => {
  const { link, written } = writer();
  link.write('a');
  expect(written).toEqual(['a']);
});

test('a flood is thinned, and its last change is written', () => {
  const { link, written } = writer();
  for (const hash of ['a', 'b', 'c', 'd']) link.write(hash);
  expect(written).toEqual(['a']);
  vi.advanceTimersByTime(200);
  expect(written).toEqual(['a', 'd']);
  vi.advanceTimersByTime(1000);
  link.write('e');
  expect(written).toEqual(['a', 'd', 'e']);
});

test('what waits is forgotten when another link takes its place', () => {
  const { link, written } = writer();
  link.write('a');
  link.write('b');
  link.drop();
  vi.advanceTimersByTime(1000);
  expect(written).toEqual(['a']);
});

test('leaving the page writes what is waiting', () => {
  const { link, written } = writer();
  link.write('a');
  link.write('b');
  link.flush();
  expect(written).toEqual(['a', 'b']);
});
