/** How the numbers of the engine are written; its choices bring their own words. */
import type { Choice, TurnAnalysis } from '@dicee/probability-engine';

/** What everybody's chance to win is, wherever it stands; the whole sentence comes with the numbers. */
export const TO_WIN = 'Chance to win, if everybody plays for the most points.';

/** A chance to win, the same wherever it stands: "45%". It is an estimate early in a game: decimals would say too much. */
export function winPercent(share: number): string {
  return `${Math.round(100 * share)}%`;
}

/** How far a chance is off, which is no score: "1 percentage point", "19 percentage points". */
export function inPoints(off: number): string {
  const whole = Math.round(off);
  return `${whole} ${whole === 1 ? 'percentage point' : 'percentage points'}`;
}

/** Points with a fixed number of decimals. */
export function points(value: number, decimals = 2): string {
  return value.toFixed(decimals);
}

/** What a choice gives up against the best: "−1.25", or "0.00" for the best itself. */
export function loss(value: number, decimals = 2): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text : `−${text}`;
}

/** The same thing to do, whatever the two analyses think of it. */
export function sameAction(a: Choice, b: Choice): boolean {
  if (a.action === 'score') return b.action === 'score' && a.category === b.category;
  return b.action === 'keep' && a.keep.join() === b.keep.join();
}

/** What doing `choice` gives up in another analysis of the same roll. */
export function lossWithin(choice: Choice, analysis: TurnAnalysis): number | null {
  return analysis.options.find((option) => sameAction(option, choice))?.loss ?? null;
}
