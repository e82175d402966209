/** The sixteen kinds of mistake, as headings; a test compares them with the module. */
import type { MistakeKind } from '@dicee/learn';

export const KIND_TITLES: Readonly<Record<MistakeKind, string>> = {
  stopped_early: 'Stopping early',
  rolled_on: 'Rolling on',
  gave_up_a_sure_score: 'Giving up a sure score',
  left_points: 'Leaving points',
  broke_a_set: 'Breaking a set',
  chased_a_straight: 'Chasing a straight',
  missed_a_straight: 'Missing a straight',
  held_extra_dice: 'Holding extra dice',
  let_go_good_dice: 'Letting go of good dice',
  held_wrong_dice: 'Holding the wrong dice',
  took_points_now: 'Taking points now',
  played_for_the_turn: 'Playing for the turn',
  burned_the_wrong_box: 'A zero in the wrong box',
  wasted_chance: 'Wasting Chance',
  ignored_upper_bonus: 'Ignoring the upper bonus',
  spent_the_better_box: 'Spending the better box',
};

export const KINDS = Object.keys(KIND_TITLES) as MistakeKind[];

export function kindOf(text: string | null): MistakeKind | null {
  return KINDS.find((kind) => kind === text) ?? null;
}
