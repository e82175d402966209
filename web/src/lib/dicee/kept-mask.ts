/** Which of five dice lie aside when these faces are kept: of equal dice the first. */
import type { KeptMask } from '@dicee/table';

export function keptMask(dice: readonly number[], keep: readonly number[]): KeptMask {
  const left = [...keep];
  return dice.map((face) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }) as KeptMask;
}
