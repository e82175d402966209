/** The next profile, once it was earned (docs/decisions/profiles.md). The app suggests it; it switches by itself only where that was asked for. */
import { EARNED_STATS } from '@dicee/types/limits';
import type { SettingValues } from '$lib/shell/settings.svelte';
import type { StoredGame } from '../../table/game-store';

type Profile = SettingValues['profile'];

export interface Suggestion {
  profile: Profile;
  /** The share of best decisions that earned it, over so many games. */
  share: number;
  games: number;
}

/** From the least to the most that is shown. */
const PROFILES: readonly Profile[] = ['beginner', ...EARNED_STATS.map(({ profile }) => profile)];

/** Whether one profile shows more than another. */
export function showsMore(profile: Profile, than: Profile): boolean {
  return PROFILES.indexOf(profile) > PROFILES.indexOf(than);
}

/** Looks at the newest games first, as a store lists them. */
export function suggestion(current: Profile, games: readonly StoredGame[]): Suggestion | null {
  const next = EARNED_STATS[PROFILES.indexOf(current)];
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
