/** What the user has chosen, kept on this device and put on <html> at once. */

/** Settings with a fixed list of choices. */
interface Choices {
  profile: 'beginner' | 'intermediate' | 'expert' | 'research';
  theme: 'system' | 'light' | 'dark' | 'contrast';
  motion: 'system' | 'full' | 'none';
  /** When the coach speaks. */
  coach: 'always' | 'hints' | 'after' | 'silent';
  columns: 'auto' | 'one' | 'two';
  /** How long bots think. */
  pace: 'normal' | 'fast' | 'instant';
  /** When a full trick of Forty-Two is turned over: after two seconds, by a tap (or after ten), at once. */
  agree: 'soon' | 'ask' | 'once';
}

/** In the order they are offered; the first is the one at the start. */
const CHOICES: { readonly [Name in ChoiceName]: readonly SettingValues[Name][] } = {
  profile: ['beginner', 'intermediate', 'expert', 'research'],
  theme: ['system', 'light', 'dark', 'contrast'],
  motion: ['system', 'full', 'none'],
  coach: ['always', 'hints', 'after', 'silent'],
  columns: ['auto', 'one', 'two'],
  pace: ['normal', 'fast', 'instant'],
  agree: ['soon', 'ask', 'once'],
};

/** Settings that are on or off, with how they start. */
const SWITCHES = {
  stats: true,
  /** Stats stay even while `stats` is off; tables have no button for them then. */
  alwaysStats: false,
  /** The next profile is taken, not only suggested, once it was earned. */
  autoProfile: false,
  haptics: true,
  /** Letters and digits as shortcuts; off for people who dictate or type by accident (WCAG 2.1.4). */
  shortcuts: true,
  confirmScores: false,
  confirmPlays: true,
  largeTiles: false,
  colouredPips: false,
  numerals: false,
} as const;

/** From 0, which is silent, to 100. */
const VOLUME = { start: 0, most: 100 };

type Switches = { [Name in keyof typeof SWITCHES]: boolean };

export type SettingValues = Choices & Switches & { volume: number };
export type ChoiceName = keyof Choices;
export type SwitchName = keyof Switches;

/** The part of `Storage` that settings need. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

export const SETTINGS_KEY = 'dicee.settings';

export class Settings {
  #values: SettingValues = $state(start());
  readonly #shelf: Shelf | null;
  readonly #root: HTMLElement | null;

  /** Without a shelf nothing is kept; without a root nothing is put on the page. */
  constructor(shelf: Shelf | null = null, root: HTMLElement | null = null) {
    this.#shelf = shelf;
    this.#root = root;
    this.#values = read(shelf);
    this.#apply();
  }

  /** Read it in markup or in an effect: it follows every change. */
  get value(): Readonly<SettingValues> {
    return this.#values;
  }

  set<Name extends keyof SettingValues>(name: Name, value: SettingValues[Name]): void {
    this.#values[name] = value;
    this.#apply();
    try {
      this.#shelf?.setItem(SETTINGS_KEY, JSON.stringify(changed(this.#values)));
    } catch {
      // A full or forbidden storage: the setting holds until the page is left.
    }
  }

  /** Takes what another tab of this device has written. */
  reload(): void {
    this.#values = read(this.#shelf);
    this.#apply();
  }

  reset(): void {
    for (const name of Object.keys(this.#values) as (keyof SettingValues)[]) {
      this.set(name, start()[name]);
    }
  }

  /** The choices of a setting, in the order they are offered. */
  static choices<Name extends ChoiceName>(name: Name): readonly SettingValues[Name][] {
    return CHOICES[name];
  }

  /** Whether things may move, by the setting and, where it leaves that open, by the system. */
  get moves(): boolean {
    const { motion } = this.#values;
    return motion === 'full' || (motion === 'system' && !prefers('(prefers-reduced-motion: reduce)'));
  }

  #apply(): void {
    if (!this.#root) return;
    const { theme, motion, profile, columns } = this.#values;
    const { dataset } = this.#root;
    dataset['theme'] =
      theme === 'system' && prefers('(prefers-contrast: more)') ? 'contrast' : theme;
    dataset['motion'] = motion;
    dataset['profile'] = profile;
    dataset['columns'] = columns;
    dataset['stats'] = this.#values.stats ? 'on' : 'off';
    dataset['tiles'] = this.#values.largeTiles ? 'large' : 'normal';
    dataset['pips'] = this.#values.colouredPips ? 'coloured' : 'black';
  }
}

function start(): SettingValues {
  const choices = Object.entries(CHOICES).map(([name, [first]]) => [name, first]);
  const values: unknown = {
    ...Object.fromEntries(choices),
    ...SWITCHES,
    volume: VOLUME.start,
  };
  return values as SettingValues;
}

/** What is stored, checked field by field: a field that cannot be read is as at the start. */
function read(shelf: Shelf | null): SettingValues {
  const values = start();
  const stored = parse(shelf);
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value = stored[name];
    if ((choices as readonly unknown[]).includes(value)) Object.assign(values, { [name]: value });
  }
  for (const name of Object.keys(SWITCHES)) {
    if (typeof stored[name] === 'boolean') Object.assign(values, { [name]: stored[name] });
  }
  const volume = stored['volume'];
  if (typeof volume === 'number' && volume >= 0 && volume <= VOLUME.most) values.volume = volume;
  return values;
}

function parse(shelf: Shelf | null): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(shelf?.getItem(SETTINGS_KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

/** Only what differs from the start is stored, so that a better start reaches everybody else. */
function changed(values: SettingValues): Partial<SettingValues> {
  const entries = Object.entries(values);
  const first = new Map<string, unknown>(Object.entries(start()));
  return Object.fromEntries(entries.filter(([name, value]) => value !== first.get(name)));
}

function prefers(query: string): boolean {
  return typeof matchMedia === 'function' && matchMedia(query).matches;
}
