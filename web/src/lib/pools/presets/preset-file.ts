/** Presets as text: the file that is exported, dropped on the sheet, or kept on this device. */
import type { Differences } from './systems';

/** The part of `Storage` that is needed. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Where this device keeps its presets. */
export const PRESETS_KEY = 'dicee.pools.presets';

export interface PresetFile {
  /** What differs from the standard; null where the file says nothing about it. */
  readonly system: Differences | null;
  readonly aliases: Record<string, string>;
}

/** Reads presets of the lab, a `dice-system.json`, or an object of names and expressions. Throws for anything else. */
export function readPresets(text: string): PresetFile {
  if (text.length > 100_000) throw new Error('expected a file of at most 100 KB');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('expected JSON');
  }
  if (!isObject(value)) throw new Error('expected an object');
  if (isObject(value['system']) || isObject(value['aliases'])) {
    return { system: isObject(value['system']) ? value['system'] : null, aliases: texts(value['aliases']) };
  }
  const allTexts = Object.values(value).every((entry) => typeof entry === 'string');
  if (allTexts && !('version' in value) && Object.keys(value).length > 0) {
    return { system: null, aliases: texts(value) };
  }
  return { system: value, aliases: {} };
}

/** What `readPresets` reads. */
export function writePresets({ system, aliases }: PresetFile): string {
  return `${JSON.stringify({ system, aliases }, null, 2)}\n`;
}

/** What this device has kept; null where there is nothing, or nothing that can be read. */
export function keptPresets(shelf: Shelf | null): PresetFile | null {
  const text = shelf?.getItem(PRESETS_KEY) ?? null;
  if (text === null) return null;
  try {
    return readPresets(text);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function texts(value: unknown): Record<string, string> {
  const entries = Object.entries(isObject(value) ? value : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}
