/** Everything the analyser's user sets, and its two other forms: an engine request and a link. */
import type { AnalyzeRequest, Category, DiceeBox, Horizon, Rules } from '@dicee/probability-engine';
import { HIGHEST_TARGET } from '@dicee/types/limits';
import { CATEGORIES, RULES } from '$lib/dicee/card';

export interface Position {
  /** Five faces in the order they lie on the table. */
  readonly dice: readonly number[];
  readonly rollsLeft: number;
  /** Closed boxes, in card order. */
  readonly closed: readonly Category[];
  readonly upper: number;
  /** What the Dicee box holds when it is closed. */
  readonly diceeBox: Exclude<DiceeBox, 'open'>;
  readonly rules: Rules;
  readonly horizon: Horizon;
  /** The points still to come that are wanted at least; null where no target is set. */
  readonly target: number | null;
}

export const ROLLS_LEFT: readonly number[] = [2, 1, 0];

export const START: Position = {
  dice: [5, 5, 5, 2, 6],
  rollsLeft: 1,
  closed: [],
  upper: 0,
  diceeBox: '0',
  rules: 'standard',
  horizon: 'game',
  target: null,
};

export function toRequest(position: Position): AnalyzeRequest {
  return {
    dice: [...position.dice],
    rolls_left: position.rollsLeft,
    rules: position.rules,
    open: CATEGORIES.filter((category) => !position.closed.includes(category)),
    upper: position.upper,
    dicee_box: position.closed.includes('dicee') ? position.diceeBox : 'open',
  };
}

/** The link form, for example `dice=55526&left=1&closed=ones.dicee&dicee=50`. */
export function toHash(position: Position): string {
  const fields = new URLSearchParams({
    dice: position.dice.join(''),
    left: String(position.rollsLeft),
  });
  if (position.closed.length > 0) fields.set('closed', position.closed.join('.'));
  if (position.upper !== START.upper) fields.set('upper', String(position.upper));
  if (position.diceeBox !== START.diceeBox) fields.set('dicee', position.diceeBox);
  if (position.rules !== START.rules) fields.set('rules', position.rules);
  if (position.horizon !== START.horizon) fields.set('horizon', position.horizon);
  if (position.target !== null) fields.set('target', String(position.target));
  return fields.toString();
}

/** The fields of a link, as they are called in a sentence. */
const FIELDS: Readonly<Record<string, string>> = {
  dice: 'the dice',
  left: 'the rolls left',
  closed: 'the closed boxes',
  upper: 'the upper subtotal',
  dicee: 'what the Dicee box holds',
  rules: 'the rules',
  horizon: 'the horizon',
  target: 'the target',
};

/** Whether a fragment says anything about a position. */
export function isPositionLink(hash: string): boolean {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  return Object.keys(FIELDS).some((key) => fields.has(key));
}

export interface Link {
  position: Position;
  /** The fields that are there but cannot be read, in words; each is as at the start. */
  damaged: string[];
}

/**
 * Reads a link back. What others hang on a link (campaign marks and the like) is passed over. Whether
 * such a card can occur in a game is the engine's to say, so an impossible subtotal is read as it is.
 */
export function fromHash(hash: string): Link {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const link: Link = { position: START, damaged: [] };
  for (const [key, name] of Object.entries(FIELDS)) {
    const values = fields.getAll(key);
    const [value] = values;
    if (value === undefined) continue;
    // A field that is there twice says two things, so it says nothing.
    const patch = values.length === 1 ? read(key, value) : null;
    if (patch) link.position = { ...link.position, ...patch };
    else link.damaged.push(name);
  }
  return link;
}

/** What one field of a link sets; null when it sets nothing we know. */
function read(key: string, value: string): Partial<Position> | null {
  switch (key) {
    case 'dice':
      return /^[1-6]{5}$/.test(value) ? { dice: [...value].map(Number) } : null;
    case 'left':
      return /^[0-2]$/.test(value) ? { rollsLeft: Number(value) } : null;
    case 'closed': {
      const names = value.split('.');
      const closed = CATEGORIES.filter((category) => names.includes(category));
      return closed.length === names.length ? { closed } : null;
    }
    case 'upper':
      return /^\d{1,3}$/.test(value) ? { upper: Number(value) } : null;
    case 'dicee':
      return value === '0' || value === '50' ? { diceeBox: value } : null;
    case 'rules': {
      const rules = RULES.find((name) => name === value);
      return rules ? { rules } : null;
    }
    case 'horizon':
      return value === 'turn' || value === 'game' ? { horizon: value } : null;
    case 'target':
      return isTarget(value) ? { target: Number(value) } : null;
    default:
      return null;
  }
}

/** Whether a text is a target that can be solved. */
export function isTarget(text: string): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) <= HIGHEST_TARGET;
}
