/** The card as a heat map: each open box with how hot its bar is. */
import type { Category, CategoryAnalysis, TurnAnalysis } from '@dicee/probability-engine';

export interface Row {
  box: CategoryAnalysis;
  /** What scoring it now gives up against the best action; null where the rules forbid it. */
  loss: number | null;
  /** From 0 (cold) to 1 (hottest on this card). */
  heat: number;
  /** Scoring this box is the best action. */
  optimal: boolean;
}

/**
 * Over a turn a box is as hot as the points it promises. Over a game every box has its time, so heat
 * is how little is given up by scoring it now.
 */
export function rowsOf(analysis: TurnAnalysis | null): ReadonlyMap<Category, Row> {
  const rows = new Map<Category, Row>();
  if (!analysis) return rows;

  const losses = new Map<Category, number>();
  for (const option of analysis.options) {
    if (option.action === 'score') losses.set(option.category, option.loss);
  }
  const mostPromised = Math.max(
    ...analysis.categories.map((box) => promise(box, analysis.rolls_left)),
  );
  const mostLost = Math.max(0, ...losses.values());

  for (const box of analysis.categories) {
    const loss = losses.get(box.category) ?? null;
    const heat =
      analysis.horizon === 'turn'
        ? share(promise(box, analysis.rolls_left), mostPromised)
        : loss === null
          ? 0
          : 1 - share(loss, mostLost);
    rows.set(box.category, {
      box,
      loss,
      heat,
      optimal: analysis.best.action === 'score' && analysis.best.category === box.category,
    });
  }
  return rows;
}

/**
 * Points within this turn: what playing for the box brings, or what scoring it now does, bonuses
 * included. A box that is forbidden once no roll is left promises nothing.
 */
function promise(box: CategoryAnalysis, rollsLeft: number): number {
  if (box.score !== null) return Math.max(box.expected_score, box.score + box.bonus);
  return rollsLeft > 0 ? box.expected_score : 0;
}

function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
