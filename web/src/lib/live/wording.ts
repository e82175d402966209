/** The words of live tables. */
import type { GameKind, Settings } from '@dicee/types';
import { RULE_NAMES } from '../dicee/card';
import type { Connection } from './socket';

const KINDS: Readonly<Record<string, string>> = {
  dicee: 'Dicee',
  fortytwo: 'Forty-Two',
  roll_table: 'Roll table',
  extended_check: 'Extended check',
};

export function kindName(kind: GameKind): string {
  return KINDS[kind] ?? kind;
}

/** "60 s a turn", "2 min a turn", "no clock". */
export function limitText(seconds: number | undefined): string {
  if (seconds === undefined) return 'No clock';
  return seconds % 60 === 0 ? `${seconds / 60} min a turn` : `${seconds} s a turn`;
}

/** What was agreed at a Dicee table, as short words. */
export function agreedText(settings: Settings, coach: boolean, listed: boolean): string[] {
  return [
    `${RULE_NAMES[settings.rulesVariant ?? 'standard']} rules`,
    limitText(settings.timeLimit),
    coach ? 'Coach for everybody' : 'No coach',
    ...(settings.allowUndo ? ['Take-backs'] : []),
    listed ? 'Public' : 'By code',
  ];
}

/** What a listed table offers beyond its free seats, as far as the server says so. */
export function offerText(offer: { coach?: boolean; options?: Readonly<Record<string, unknown>> }): string[] {
  const settings = offer.options?.['settings'];
  const limit = typeof settings === 'object' && settings !== null ? Reflect.get(settings, 'timeLimit') : undefined;
  return [...(typeof limit === 'number' ? [limitText(limit)] : []), ...(offer.coach === false ? ['No coach'] : [])];
}

/** What the strip says about the connection; empty while all is well. */
export function connectionText(connection: Connection, wasReady: boolean): string {
  switch (connection) {
    case 'ready':
      return '';
    case 'connecting':
      return wasReady ? 'Reconnecting…' : 'Connecting…';
    case 'lost':
      return 'Connection lost. Trying again…';
    case 'closed':
      return 'The server ended the connection. Reload the page to come back.';
  }
}

/** "just now", "5 min ago", "2 h ago". */
export function agoText(iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (!Number.isFinite(minutes) || minutes < 1) return 'just now';
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}

/** "1 person is watching", "3 people are watching". */
export function watchersText(count: number): string {
  if (count === 0) return 'Nobody is watching';
  return count === 1 ? '1 person is watching' : `${count} people are watching`;
}

/** "Ann", "Ann and Bob", "Ann, Bob and Cy". */
export function listText(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** What giving up does where too few would stay. */
export const ENDS = 'Too few players would be left: the game ends at once, for everybody.';
