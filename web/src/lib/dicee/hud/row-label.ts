/** What a row of the card says aloud. */
import type { HeatRow, Profile } from './heat';

/** An open box: what it brings now and, where numbers are shown, its chance and its cost. */
export function rowLabel(name: string, row: HeatRow | undefined, shows: boolean, profile: Profile): string {
  if (!row) return `${name}: open`;
  const { box, loss, rank, optimal, word } = row;
  if (box.score === null) return `${name}: not allowed for these dice`;
  const bonus = box.bonus > 0 ? ` and ${box.bonus} bonus` : '';
  const now = `${name}: ${box.score} ${box.score === 1 ? 'point' : 'points'} now${bonus}`;
  if (!shows) return now;
  const star = optimal ? ', the best' : rank === 1 ? ', the best box, but a roll is better' : '';
  if (profile === 'beginner') return `${now}${word === '' ? '' : `, ${word.toLowerCase()}`}${star}`;
  const forms = profile === 'intermediate' ? '' : `, ${box.fraction}, ${box.odds}`;
  return `${now}, chance ${box.percentage}${forms}${loss === null ? '' : `, costs ${loss.toFixed(1)}`}${star}`;
}

const LONGEST = 9;

/** The fraction where it fits beside the percentage, else the odds, unless they say less: "1 in 1.2" is no help. */
export function exactForm({ box }: HeatRow): string {
  if (box.probability === 1) return '';
  if (box.fraction.length <= LONGEST) return box.fraction;
  return box.probability > 0.5 ? '' : box.odds;
}
