/** What a cell of the insights is about, and the player's own positions behind it. */
import type { DiceeCategory, Mistake, MistakeKind, Move } from '@dicee/learn';
import { CATEGORY_NAMES } from '$lib/dicee/card';
import { type Phase, phaseOf } from './words';

/** A kind of mistake, in one phase of the game or in all of them. */
export interface KindCell {
  kind: MistakeKind;
  phase: Phase | null;
}

/** A box that was filled although something else was better, or that was best and was not filled. */
export interface BoxCell {
  box: DiceeCategory;
  how: 'wrong' | 'missed';
}

export function ofKind(mistakes: readonly Mistake[], { kind, phase }: KindCell): Mistake[] {
  return mistakes.filter((mistake) => mistake.kind === kind && (phase === null || phaseOf(mistake.moment.turn) === phase));
}

export function ofBox(mistakes: readonly Mistake[], { box, how }: BoxCell): Mistake[] {
  return mistakes.filter(({ chosen, best }) => fills(how === 'wrong' ? chosen : best, box));
}

/** Where the positions of a kind can be played again. */
export function kindLink({ kind, phase }: KindCell): string {
  return `/learn/mistakes#kind=${kind}${phase === null ? '' : `&phase=${phase}`}`;
}

/** "Chance, filled wrongly". */
export function boxCellName({ box, how }: BoxCell): string {
  return `${CATEGORY_NAMES[box]}, ${how === 'wrong' ? 'filled wrongly' : 'missed'}`;
}

function fills(move: Move, box: DiceeCategory): boolean {
  return move.action === 'score' && move.category === box;
}
