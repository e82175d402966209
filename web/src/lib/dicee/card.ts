/** How the card is named and ordered on screen: the names of `dicee::Names`, which the engine's package brings. */
import type { Category, Horizon, Names, Rules } from '@dicee/probability-engine';
import written from '@dicee/probability-engine/names.json';

// JSON has no literal types; the test of the package holds the file to the code.
const NAMES = written as unknown as Names;

export const UPPER: readonly Category[] = NAMES.categories.filter(({ upper }) => upper).map(({ category }) => category);
export const LOWER: readonly Category[] = NAMES.categories.filter(({ upper }) => !upper).map(({ category }) => category);
export const CATEGORIES: readonly Category[] = [...UPPER, ...LOWER];
export const CATEGORY_NAMES = record(NAMES.categories.map(({ category, title }) => [category, title]));

export const RULES: readonly Rules[] = NAMES.rules.map(({ rules }) => rules);
export const RULE_NAMES = record(NAMES.rules.map(({ rules, title }) => [rules, title]));
export const RULE_NOTES = record(NAMES.rules.map(({ rules, note }) => [rules, note]));

export const HORIZON_NAMES = record(NAMES.horizons.map(({ horizon, title }) => [horizon, title]));
/** What a value of that horizon counts. */
export const VALUE_UNITS = record(NAMES.horizons.map(({ horizon, unit }) => [horizon, unit]));
/** The same where there is little room. */
export const SHORT_UNITS = record(NAMES.horizons.map(({ horizon, short_unit }) => [horizon, short_unit]));

/** The fields of a card by box. */
export const CARD_FIELDS = {
  ones: 'ones',
  twos: 'twos',
  threes: 'threes',
  fours: 'fours',
  fives: 'fives',
  sixes: 'sixes',
  three_of_kind: 'threeOfKind',
  four_of_kind: 'fourOfKind',
  full_house: 'fullHouse',
  small_straight: 'smallStraight',
  large_straight: 'largeStraight',
  dicee: 'dicee',
  chance: 'chance',
} as const;

/** The boxes of a card; one that is open has no points. */
type Boxes = Readonly<Partial<Record<(typeof CARD_FIELDS)[Category], number>>> & { readonly turnsCompleted: number };

/** The box that was filled between two states of a card; null where none was, or one was taken back. */
export function filledBox(before: Boxes, after: Boxes): Category | null {
  if (after.turnsCompleted <= before.turnsCompleted) return null;
  const isFilled = (category: Category) =>
    before[CARD_FIELDS[category]] === undefined && after[CARD_FIELDS[category]] !== undefined;
  return CATEGORIES.find(isFilled) ?? null;
}

function record<Key extends Category | Rules | Horizon>(
  entries: readonly (readonly [Key, string])[],
): Readonly<Record<Key, string>> {
  return Object.fromEntries(entries) as Record<Key, string>;
}
