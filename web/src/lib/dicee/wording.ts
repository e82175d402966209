/** The engine's answers in plain words. */
import type { Choice, Horizon, TurnAnalysis } from '@dicee/probability-engine';
import { CATEGORY_NAMES } from './card';

const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five'];

/** "Keep 5 5 5 and roll two dice", "Score Large Straight for 40", "Score Sixes for 18, and 35 bonus". */
export function sentence(choice: Choice, analysis: TurnAnalysis): string {
  if (choice.action === 'score') {
    const box = analysis.categories.find(({ category }) => category === choice.category);
    const name = CATEGORY_NAMES[choice.category];
    const what = box?.score ? `Score ${name} for ${box.score}` : `Take a zero in ${name}`;
    return box?.bonus ? `${what}, and ${box.bonus} bonus` : what;
  }
  const rolled = analysis.dice.length - choice.keep.length;
  if (rolled === 0) return 'Keep all five dice';
  if (choice.keep.length === 0) return 'Roll all five dice';
  const count = COUNTS[rolled] ?? String(rolled);
  return `Keep ${choice.keep.join(' ')} and roll ${count} ${rolled === 1 ? 'die' : 'dice'}`;
}

/** What a value of that horizon counts. */
export const VALUE_UNITS: Readonly<Record<Horizon, string>> = {
  turn: 'points this turn',
  game: 'points still to come',
};

/** The same where there is little room. */
export const SHORT_UNITS: Readonly<Record<Horizon, string>> = {
  turn: 'pts this turn',
  game: 'pts to come',
};

export const HORIZON_NAMES: Readonly<Record<Horizon, string>> = {
  turn: 'This turn',
  game: 'Whole game',
};

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
