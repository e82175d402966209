/** How settings and their choices are called. */
import type { SettingValues } from './settings.svelte';

export const PROFILE_NAMES: Readonly<Record<SettingValues['profile'], string>> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  expert: 'Expert',
  research: 'Research',
};

export const PROFILE_NOTES: Readonly<Record<SettingValues['profile'], string>> = {
  beginner: 'Words and one star: for learning the game.',
  intermediate: 'Chances and costs, and why.',
  expert: 'Fractions, odds, both horizons, and the tools.',
  research: 'As Expert, with every answer as raw JSON.',
};

/** One row of the card as each profile shows it: four of a kind, from 5 5 5 2 6 with one roll left. */
export const PROFILE_ROWS: Readonly<Record<SettingValues['profile'], readonly [string, string]>> = {
  beginner: ['Possible', ''],
  intermediate: ['30.6%', '−21.0'],
  expert: ['30.6% · 11/36 · 1 in 3.3 · aim 7.1', '−20.96'],
  research: ['30.6% · 11/36 · 1 in 3.3 · aim 7.1', '−20.961350955'],
};

export const THEME_NAMES: Readonly<Record<SettingValues['theme'], string>> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  contrast: 'High contrast',
};

export const MOTION_NAMES: Readonly<Record<SettingValues['motion'], string>> = {
  system: 'System',
  full: 'Full',
  none: 'None',
};

export const COACH_NAMES: Readonly<Record<SettingValues['coach'], string>> = {
  always: 'Always',
  hints: 'On request',
  after: 'After each decision',
  silent: 'Silent',
};

export const COLUMN_NAMES: Readonly<Record<SettingValues['columns'], string>> = {
  auto: 'By size',
  one: 'One',
  two: 'Two',
};

export const PACE_NAMES: Readonly<Record<SettingValues['pace'], string>> = {
  normal: 'Normal',
  fast: 'Fast',
  instant: 'Instant',
};
