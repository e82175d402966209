/** How settings and their choices are called. */
import type { ChoiceName, SettingValues, SwitchName } from './settings.svelte';

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
  beginner: ['Still possible', ''],
  intermediate: ['30.6%', '−21.0'],
  expert: ['30.6% 11/36 · 1 in 3.3 · aim 7.1', '−21.0'],
  research: ['30.6% 11/36 · {"probability": 0.3055…}', '−21.0'],
};

/** A setting with choices: what it is called, and what they are. */
interface ChoiceWords<Name extends ChoiceName> {
  label: string;
  names: Readonly<Record<SettingValues[Name], string>>;
  /** What each choice means, where its name does not say it. */
  notes?: Readonly<Record<SettingValues[Name], string>>;
}

export const CHOICES: { readonly [Name in ChoiceName]: ChoiceWords<Name> } = {
  profile: { label: 'Profile', names: PROFILE_NAMES },
  theme: {
    label: 'Theme',
    names: { system: 'System', light: 'Light', dark: 'Dark', contrast: 'High contrast' },
  },
  motion: { label: 'Motion', names: { system: 'System', full: 'Full', none: 'None' } },
  coach: {
    label: 'Coach',
    names: { always: 'Always', hints: 'On request', after: 'Afterwards', silent: 'Silent' },
    notes: {
      always: 'Says what is best before you decide. Such games do not count towards your level.',
      hints: 'Says what is best when you ask. Decisions after a hint do not count towards your level.',
      after: 'Says after each move what it cost. Your games count towards your level.',
      silent: 'Says nothing until the report. Your games count towards your level.',
    },
  },
  columns: { label: 'Columns of the card', names: { auto: 'By size', one: 'One', two: 'Two' } },
  pace: { label: 'Pace of the bots', names: { normal: 'Normal', fast: 'Fast', instant: 'Instant' } },
  agree: { label: 'Turn a full trick', names: { soon: 'After 2 s', ask: 'By a tap', once: 'At once' } },
};

/** A setting that is on or off, and what it does. */
interface SwitchWords {
  label: string;
  note: string;
}

export const SWITCHES: Readonly<Record<SwitchName, SwitchWords>> = {
  stats: { label: 'Stats', note: 'Chances, costs and advice at the table. The button of this name there is the same switch.' },
  alwaysStats: { label: 'Always show stats', note: 'They stay on at every table, and no button there switches them off.' },
  autoProfile: { label: 'Adjust the profile', note: 'Takes the next profile once your decisions have earned it. Otherwise it is only suggested.' },
  haptics: { label: 'Vibration', note: 'Where the device can: when dice are kept, rolled and scored.' },
  shortcuts: { label: 'Single keys', note: 'Letters and digits as shortcuts. Press ? on any screen for its list.' },
  confirmScores: { label: 'Confirm scores', note: 'Two taps fill a box.' },
  confirmPlays: { label: 'Confirm plays', note: 'Two taps play a domino.' },
  largeTiles: { label: 'Large dominoes', note: 'Your hand in two rows.' },
  colouredPips: { label: 'Coloured pips', note: 'A colour for each number, beside its pips.' },
  numerals: { label: 'Numerals', note: 'Prints 5-1 on the domino.' },
};
