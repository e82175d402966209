/** Which of five dice lie aside when these faces are kept: of equal dice those that lie aside already, then the first. */
import type { KeptMask } from '@dicee/table';

export function keptMask(dice: readonly number[], keep: readonly number[], kept: readonly boolean[] = []): KeptMask {
  const left = [...keep];
  const mask = dice.map(() => false);
  const places = [...dice.keys()];
  for (const place of [...places.filter((die) => kept[die]), ...places.filter((die) => !kept[die])]) {
    const at = left.indexOf(dice[place] ?? 0);
    if (at >= 0) left.splice(at, 1);
    mask[place] = at >= 0;
  }
  return mask as KeptMask;
}
