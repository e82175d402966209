/** Same dice again: the path of the first try, to draw behind the second. */

const paths = new Map<string, readonly number[]>();

/** The path that was left for a game; with one, leaves it. */
export function againOf(id: string, path?: readonly number[]): readonly number[] {
  if (path) paths.set(id, path);
  return paths.get(id) ?? [];
}
