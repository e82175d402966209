/** How the card is named and ordered on screen. What its boxes are worth, only the engine knows. */
import type { Category, Rules } from '@dicee/probability-engine';

export const UPPER: readonly Category[] = ['ones', 'twos', 'threes', 'fours', 'fives', 'sixes'];

export const LOWER: readonly Category[] = [
  'three_of_kind',
  'four_of_kind',
  'full_house',
  'small_straight',
  'large_straight',
  'dicee',
  'chance',
];

export const CATEGORIES: readonly Category[] = [...UPPER, ...LOWER];

export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
  ones: 'Ones',
  twos: 'Twos',
  threes: 'Threes',
  fours: 'Fours',
  fives: 'Fives',
  sixes: 'Sixes',
  three_of_kind: '3 of a Kind',
  four_of_kind: '4 of a Kind',
  full_house: 'Full House',
  small_straight: 'Small Straight',
  large_straight: 'Large Straight',
  dicee: 'Dicee',
  chance: 'Chance',
};

export const RULES: readonly Rules[] = ['standard', 'joker_rules', 'forced_dicee', 'classic'];

export const RULE_NAMES: Readonly<Record<Rules, string>> = {
  standard: 'Standard',
  joker_rules: 'Joker rules',
  forced_dicee: 'Forced Dicee',
  classic: 'Classic',
};

export const RULE_NOTES: Readonly<Record<Rules, string>> = {
  standard: 'Every further Dicee earns 100 once the Dicee box holds 50.',
  joker_rules: 'As Standard, and a further Dicee is a joker in the lower boxes once its own upper box is filled.',
  forced_dicee: 'As Joker rules, but its own upper box must be used first.',
  classic: 'No bonus for a further Dicee, and no jokers.',
};
