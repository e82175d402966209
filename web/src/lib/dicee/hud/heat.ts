/** The card as a heat map: each open box with how hot its bar is, and its rank among the boxes. */
import type { Category, CategoryAnalysis, TurnAnalysis } from '@dicee/probability-engine';

export type Profile = 'beginner' | 'intermediate' | 'expert' | 'research';

export interface HeatRow {
  box: CategoryAnalysis;
  /** What scoring it now gives up against the best action; null where the rules forbid it. */
  loss: number | null;
  /** From 0 (cold) to 1 (hottest on this card): the length of the bar. */
  heat: number;
  /** Scoring this box is the best action. */
  optimal: boolean;
  /** How likely it is, in a word; empty where nothing is left to say. */
  word: string;
  /** 1, 2 or 3 among the boxes that may be scored now; null below that. */
  rank: 1 | 2 | 3 | null;
}

/**
 * Over a turn a box is as hot as the points it promises. Over a game every box has its time, so heat
 * is how little is given up by scoring it now.
 */
export function heatRows(analysis: TurnAnalysis | null): ReadonlyMap<Category, HeatRow> {
  const rows = new Map<Category, HeatRow>();
  if (!analysis) return rows;
  const losses = new Map<Category, number>();
  for (const option of analysis.options) {
    if (option.action === 'score') losses.set(option.category, option.loss);
  }
  // Options come best first, so the boxes among them are in the order of their ranks.
  const ranked = [...losses.keys()];
  const promised = Math.max(...analysis.categories.map((box) => promise(box, analysis.rolls_left)));
  const worst = Math.max(0, ...losses.values());
  for (const box of analysis.categories) {
    const loss = losses.get(box.category) ?? null;
    rows.set(box.category, {
      box,
      loss,
      heat:
        analysis.horizon === 'turn'
          ? share(promise(box, analysis.rolls_left), promised)
          : loss === null
            ? 0
            : 1 - share(loss, worst),
      optimal: analysis.best.action === 'score' && analysis.best.category === box.category,
      word: likelihood(box, analysis.rolls_left),
      rank: rankOf(ranked.indexOf(box.category)),
    });
  }
  return rows;
}

/** The card while only chances are known: the bar is the chance, and no box is called better than another. */
export function chanceRows(turn: TurnAnalysis | null): ReadonlyMap<Category, HeatRow> {
  const rows = new Map<Category, HeatRow>();
  for (const box of turn?.categories ?? []) {
    const word = likelihood(box, turn?.rolls_left ?? 0);
    rows.set(box.category, { box, loss: null, heat: box.probability, optimal: false, word, rank: null });
  }
  return rows;
}

/**
 * The length of a bar says what the row says. Beginners read how likely a box is, so while rolls are left their bar is that
 * chance; everybody else reads what filling the box now costs, and so does the heat.
 */
export function barOf({ box, heat, word }: HeatRow, profile: Profile): number {
  if (profile !== 'beginner' || word === '') return heat;
  return word === 'Sure' ? 1 : box.probability;
}

/** The tint of a bar. A chance is told by its length alone: half a card of sure points in dark gold would hide what is best. */
export function tintOf(row: HeatRow, profile: Profile): 0 | 1 | 2 | 3 | 4 {
  return profile === 'beginner' && row.word !== '' ? 1 : heatStep(row.heat);
}

/** What the bars of the card are, in a sentence. */
export function barLegend(analysis: TurnAnalysis, profile: Profile): string {
  if (profile === 'beginner' && analysis.rolls_left > 0) {
    return 'The longer the bar of a box, the likelier it brings points when you play for it. After the third roll it shows how good the box is. The star is the best thing to do.';
  }
  return analysis.horizon === 'turn'
    ? 'The longer the bar of a box, the more points it promises this turn.'
    : 'The longer the bar of a box, the less you give up by filling it now.';
}

/**
 * The same above the card, short: what the bars are changes after the third roll, and once the game is solved. Nobody
 * but the player to move is told "you".
 */
export function barCaption(rollsLeft: number, provisional: boolean, profile: Profile, own = true): string {
  if (provisional || (profile === 'beginner' && rollsLeft > 0)) {
    return own ? 'Bar: your chance at the box if you play for it' : 'Bar: the chance at the box if they play for it';
  }
  return 'Bar: how good the box is now';
}

/** The step of the ramp, 0 to 4. */
export function heatStep(heat: number): 0 | 1 | 2 | 3 | 4 {
  return heat >= 0.8 ? 4 : heat >= 0.6 ? 3 : heat >= 0.35 ? 2 : heat >= 0.1 ? 1 : 0;
}

/**
 * For people who want no numbers (docs/decisions/profiles.md): points that are there are sure; for a box that would get nothing now, how
 * likely it still comes. Without a roll left there is nothing to say: the points stand beside it.
 */
export function likelihood({ probability, score }: CategoryAnalysis, rollsLeft: number): string {
  if (rollsLeft === 0) return '';
  if (score !== null && score > 0) return 'Sure';
  if (probability <= 0) return 'Out of reach';
  return probability > 0.5 ? 'Still likely' : probability > 0.2 ? 'Still possible' : 'Unlikely';
}

/** Points within this turn; a box that is forbidden once no roll is left promises nothing. */
function promise(box: CategoryAnalysis, rollsLeft: number): number {
  if (box.score !== null) return Math.max(box.expected_score, box.score + box.bonus);
  return rollsLeft > 0 ? box.expected_score : 0;
}

function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}

function rankOf(place: number): 1 | 2 | 3 | null {
  return place === 0 ? 1 : place === 1 ? 2 : place === 2 ? 3 : null;
}
