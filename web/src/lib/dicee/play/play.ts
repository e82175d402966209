/** Which game the play screen opens, and what it remembers about the first one. */
import type { StoredPlayer } from '../../table/game-store';
import { type Games, type OpenTable, type Setup, SOLO } from '../games';

/** A set-up on its way from the set-up screen to the table; one page, so no storage is needed. */
let waiting: Setup | null = null;

export function leaveSetup(setup: Setup): void {
  waiting = setup;
}

export function takeSetup(): Setup | null {
  const setup = waiting;
  waiting = null;
  return setup;
}

/** The report that a replay was opened from: the way back, and who played. */
export interface ReportOrigin {
  /** The game as a link. */
  link: string;
  address: string;
  players: readonly StoredPlayer[];
}

let origin: ReportOrigin | null = null;

export function leaveReport(report: ReportOrigin): void {
  origin = report;
}

/** Where the replay of this link was opened from; null for any other link, and after a reload. */
export function reportOf(link: string): ReportOrigin | null {
  return origin && link.replace(/^#/, '').startsWith(`${origin.link}&`) ? origin : null;
}

/** Before the first roll where several play: the order on screen is not the one in which they were named. */
export const DRAWN = 'The order was drawn by lot. Roll, keep what you like, fill a box.';

/** Queries that ask for a new game alone; with the second its first roll was asked for. */
export const NEW = '?new';
export const NEW_ROLLED = '?roll';

/** The address of a game of this device. */
export function gameLink(id: string): string {
  return `/dicee/play#id=${id}`;
}

/**
 * The game that was set up, else the one that the address names, else the newest unfinished, else a new one. Null where the
 * address names a game that this device does not have: a new one would not be what was asked for.
 */
export async function openAsked(
  games: Games,
  { hash, search }: Pick<Location, 'hash' | 'search'>,
  setup: Setup | null,
): Promise<OpenTable | null> {
  if (setup) return games.start(setup);
  if (search === NEW || search === NEW_ROLLED) return games.start(SOLO);
  const named = new URLSearchParams(hash.replace(/^#/, '')).get('id');
  if (named !== null) return games.resume(named);
  const latest = await games.latest();
  return (latest && (await games.resume(latest.id))) ?? games.start(SOLO);
}

const FIRST = 'dicee.first-game';

/** Whether nobody has filled a box or finished a game on this device yet: then the tips are shown. */
export function firstGame(): boolean {
  try {
    return localStorage.getItem(FIRST) === null;
  } catch {
    return false;
  }
}

export function endFirstGame(): void {
  try {
    localStorage.setItem(FIRST, 'played');
  } catch {
    // Without storage every game is the first one.
  }
}
