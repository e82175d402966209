/** The next profile, once it was earned (docs/decisions/profiles.md). The app suggests it; it switches by itself only where that was asked for. */
import type { SettingValues } from '$lib/shell/settings.svelte';
import type { StoredGame } from '../../table/game-store';

type Profile = SettingValues['profile'];

export interface Suggestion {
  profile: Profile;
  /** The share of best decisions that earned it, over so many games. */
  share: number;
  games: number;
}

/** More than this share of best decisions over so many games in a row. */
const EARNED: Readonly<Partial<Record<Profile, Suggestion>>> = {
  beginner: { profile: 'intermediate', share: 0.6, games: 10 },
  intermediate: { profile: 'expert', share: 0.75, games: 20 },
  expert: { profile: 'research', share: 0.85, games: 50 },
};

/** Looks at the newest games first, as a store lists them. */
export function suggestion(current: Profile, games: readonly StoredGame[]): Suggestion | null {
  const next = EARNED[current];
  if (!next) return null;
  const graded = games.flatMap(({ decisions }) => (decisions ? [decisions] : [])).slice(0, next.games);
  if (graded.length < next.games) return null;
  const best = graded.reduce((sum, decisions) => sum + decisions.best, 0);
  const all = graded.reduce((sum, decisions) => sum + decisions.all, 0);
  return all > 0 && best / all > next.share ? { ...next, share: best / all } : null;
}

const DECLINED = 'dicee.declined-profile';

/** A suggestion that was declined is not made again. */
export function isDeclined({ profile }: Suggestion, shelf: Pick<Storage, 'getItem'> | null): boolean {
  return shelf?.getItem(DECLINED) === profile;
}

export function decline({ profile }: Suggestion, shelf: Pick<Storage, 'setItem'> | null): void {
  try {
    shelf?.setItem(DECLINED, profile);
  } catch {
    // Without storage it is made again after the next game.
  }
}
