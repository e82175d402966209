/** The entries of the navigation. An entry is added with its screen: there are no dead ones. */
export interface Place {
  readonly name: string;
  readonly href: string;
  /** Addresses that belong to it, besides those below `href`. */
  readonly also?: readonly string[];
}

/** Tabs on a phone, the left part of the bar on a desk; at most five, the tabs have no more room. */
export const PLACES: readonly Place[] = [
  { name: 'Play', href: '/', also: ['/dicee/play', '/dicee/replay', '/t', '/lobby'] },
  { name: 'Learn', href: '/learn', also: ['/dicee/analyse', '/rules'] },
  { name: 'Me', href: '/me', also: ['/settings', '/privacy'] },
];

export function isCurrent(place: Place, path: string): boolean {
  const below = (start: string) => path === start || path.startsWith(`${start}/`);
  return (place.href === '/' ? path === '/' : below(place.href)) || (place.also ?? []).some(below);
}
