/** The words of the insights. */
import type { Direction, SetAside, SkillLevel } from '@dicee/learn';

export const LEVEL_NAMES: Readonly<Record<SkillLevel, string>> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
  expert: 'Expert',
};

export const TREND_NAMES: Readonly<Record<Direction, string>> = {
  improving: 'improving',
  steady: 'steady',
  slipping: 'slipping',
};

export const SET_ASIDE_NAMES: Readonly<Record<SetAside, string>> = {
  unfinished: 'not finished, or not yours',
  practice: 'with repeated, typed or real dice, or forked from another game',
  aided: 'with the coach telling you what to do',
  known: 'counted before',
};

export const PHASES = [
  { phase: 'early', name: 'Turns 1–4' },
  { phase: 'middle', name: 'Turns 5–9' },
  { phase: 'late', name: 'Turns 10–13' },
] as const;

export type Phase = (typeof PHASES)[number]['phase'];

/** The phase of a turn, from 1. */
export function phaseOf(turn: number): Phase {
  return turn <= 4 ? 'early' : turn <= 9 ? 'middle' : 'late';
}

/** "the last game", "each of the last 5 games". */
export function lastGames(count: number): string {
  return count === 1 ? 'the last game' : `each of the last ${count} games`;
}

/** Why the mean of all games differs from the report of one. */
export const NOT_THE_REPORT =
  'Decisions with help or after a take-back are left out and the rest is scaled to a whole game: a game’s report can say another number.';

/** "1 game", "5 games". */
export function games(count: number): string {
  return count === 1 ? '1 game' : `${count} games`;
}
