/** The map of the next roll as cells: darker is worth more, wider is likelier. */
import type { KeepOutlook } from '@dicee/coach';

export interface MapCell {
  dice: string;
  ways: number;
  value: number;
  /** 0 to 4: the fifth of the cells that it belongs to. */
  step: 0 | 1 | 2 | 3 | 4;
  /** The share of outcomes that are worth less. */
  better: number;
  /** The cell that came. */
  came: boolean;
}

export function mapCells({ rolls, outcomes }: KeepOutlook, came: readonly number[] | null): MapCell[] {
  const key = came ? [...came].sort((a, b) => a - b).join('') : '';
  // By place, not by value: one dear roll would leave all others without a tint. Those that are worth the same are one step.
  const share = (value: number) =>
    (rolls.filter((other) => other.value < value).length + rolls.filter((other) => other.value <= value).length) / (2 * rolls.length);
  return rolls.map(({ dice, ways, value, below }) => ({
    dice: dice.join(''),
    ways,
    value,
    step: stepOf(share(value)),
    better: below / outcomes,
    came: dice.join('') === key,
  }));
}

function stepOf(share: number): MapCell['step'] {
  return share >= 0.8 ? 4 : share >= 0.6 ? 3 : share >= 0.4 ? 2 : share >= 0.2 ? 1 : 0;
}
