/** The entries of the navigation. An entry is added with its screen: there are no dead ones. */
export interface Place {
  readonly name: string;
  readonly href: string;
  /** Addresses that belong to it, besides those below `href`. */
  readonly also?: readonly string[];
}

/** Tabs on a phone, the left part of the bar on a desktop; at most five, the tabs have no more room. */
export const PLACES: readonly Place[] = [
  { name: 'Play', href: '/', also: ['/dicee', '/42'] },
  { name: 'Lobby', href: '/lobby', also: ['/t'] },
  { name: 'Learn', href: '/learn', also: ['/dicee/analyse', '/rules'] },
  { name: 'Pools', href: '/pools' },
  { name: 'Me', href: '/me', also: ['/settings', '/privacy'] },
];

/** The entry that an address belongs to: the one that names the longest part of it. */
export function placeOf(path: string): Place | null {
  let best: { place: Place; length: number } | null = null;
  for (const place of PLACES) {
    for (const start of [place.href, ...(place.also ?? [])]) {
      const matches = path === start || (start !== '/' && path.startsWith(`${start}/`));
      if (matches && start.length > (best?.length ?? 0)) best = { place, length: start.length };
    }
  }
  return best?.place ?? null;
}

/** Where people may have wanted to go from an address at which nothing is; null where nobody can tell. */
export function nearTo(path: string): Pick<Place, 'name' | 'href'> | null {
  return NEAR.find(({ like }) => like.test(path))?.place ?? null;
}

const NEAR: readonly { like: RegExp; place: Pick<Place, 'name' | 'href'> }[] = [
  { like: /^\/(rules\/(forty-?two|texas)|(42|forty-?two)\/rules)/, place: { name: 'the rules of Forty-Two', href: '/rules/42' } },
  { like: /^\/(dicee|pools)\/rules/, place: { name: 'the rules', href: '/rules' } },
  { like: /^\/rules?(\/|$)/, place: { name: 'the rules', href: '/rules' } },
  { like: /^\/(42|forty-?two|texas-?42)(\/|$)/, place: { name: 'Forty-Two', href: '/42' } },
  { like: /^\/dicee(\/|$)/, place: { name: 'a game of Dicee', href: '/' } },
  { like: /^\/pools?(\/|$)/, place: { name: 'Pools', href: '/pools' } },
  { like: /^\/learn(\/|$)/, place: { name: 'Learn', href: '/learn' } },
];
