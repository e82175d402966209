/** The words of the pools lab, and how its numbers are written. */
import type { ContestedOutcome, ExtendedStatus, HitQuality, SkillOutcome } from '@dicee/pool-session';
import type { Fault } from '$lib/wasm/rpc';

export const TIERS: readonly { name: SkillOutcome; words: string; short: string }[] = [
  { name: 'critical_failure', words: 'Fumble', short: 'fumble' },
  { name: 'failure', words: 'Failure', short: 'fail' },
  { name: 'marginal_success', words: 'Marginal success', short: 'marginal' },
  { name: 'full_success', words: 'Full success', short: 'full' },
  { name: 'exceptional_success', words: 'Exceptional success', short: 'exceptional' },
  { name: 'critical_success', words: 'Critical success', short: 'critical' },
];

/** A chance as people read it: more digits where one would read as 0 or 100. */
export function percent(chance: number): string {
  if (chance <= 0) return '0%';
  if (chance >= 1) return '100%';
  const points = 100 * chance;
  if (points < 0.0001) return '<0.0001%';
  if (points > 99.9999) return '>99.999%';
  const far = Math.min(points, 100 - points);
  const digits = far >= 0.1 ? 1 : far >= 0.01 ? 2 : far >= 0.001 ? 3 : 4;
  return `${points.toFixed(digits)}%`;
}

/** The same without the sign, as short as a label on a bar. */
export function points(chance: number): string {
  const value = 100 * chance;
  if (value === 0) return '0';
  if (value >= 99.95) return chance >= 1 ? '100' : '>99.9';
  if (value >= 0.95) return value.toFixed(1);
  if (value >= 0.095) return value.toFixed(1);
  return value >= 0.0095 ? value.toFixed(2) : '<0.01';
}

/** "1 in 2.4"; for what is likely, "3 in 4" reads worse than the percentage, so nothing. */
export function oneIn(chance: number): string {
  if (chance <= 0) return 'never';
  if (chance >= 1) return 'always';
  const times = 1 / chance;
  if (times >= 1000) return `1 in ${Math.round(times).toLocaleString('en')}`;
  return `1 in ${times >= 100 ? times.toFixed(0) : times.toFixed(1)}`;
}

/** What is wrong, for people: without the name of the field and without the line that points at a column. */
export function faultWords({ message }: { message: string }): string {
  const [line = ''] = message.split('\n');
  const words = line.replace(/^[a-z_.]+(, column \d+)?: /, '');
  const steps = /^expected .* of at most .* steps/.test(words);
  if (steps) return 'Too many to count exactly. Ask for fewer dice, or dice with fewer sides.';
  const plain = words.replace(/, got the end$/, ', but the text ends there');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** The same with the field in front, where a sheet has several. */
export function fieldFaultWords({ field, message }: Fault): string {
  const words = faultWords({ message });
  return field ? `${field.replaceAll('_', ' ')}: ${words.charAt(0).toLowerCase()}${words.slice(1)}` : words;
}

/** How an extended check stands. */
export const CHECK_STATUS: Readonly<Record<ExtendedStatus, string>> = {
  in_progress: 'under way',
  succeeded: 'succeeded',
  failed: 'failed',
  catastrophic_failure: 'ended in catastrophe',
  abandoned: 'given up',
};

/** So many of something: "1 roll", "2 rolls". */
export function several(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}

/** The two of a contest, by name where they have one. */
export interface Contestants {
  readonly actor?: string | undefined;
  readonly target?: string | undefined;
}

/** Who won a contest, and how. */
export function contestWords(outcome: ContestedOutcome, margin: number, { actor, target }: Contestants = {}): string {
  switch (outcome) {
    case 'initiator_wins':
      return `${actor ?? 'initiator'} wins by ${margin}`;
    case 'defender_wins':
      return `${target ?? 'defender'} wins by ${margin}`;
    case 'initiator_fumble':
      return `${target ?? 'defender'} wins, ${actor ?? 'the initiator'} fumbled`;
    case 'defender_fumble':
      return `${actor ?? 'initiator'} wins, ${target ?? 'the defender'} fumbled`;
    case 'both_fumble':
      return 'nobody wins, both fumbled';
    case 'tie':
      return 'a tie';
  }
}

/** How an attack went. */
export function hitWords(quality: HitQuality, damage: number): string {
  return quality === 'miss' ? 'miss' : `${quality.replaceAll('_', ' ')}, ${damage} damage`;
}

/** A difference in points of a percentage, with its sign. */
export function difference(change: number): string {
  const value = 100 * change;
  const sign = value > 0 ? '+' : value < 0 ? '−' : '±';
  return `${sign}${Math.abs(value).toFixed(1)}`;
}

/** A fraction of so many characters fits beside a percentage; a longer one stands below, with what else is known. */
export const SHORT_FRACTION = 16;

/** Whether a fraction tells more than its length: that of a pool beyond a few dice has hundreds of digits. */
export function isShort(fraction: string | null | undefined): fraction is string {
  return fraction != null && fraction.length <= SHORT_FRACTION;
}

/** A fraction as people read it: whole up to nine digits, else its ends and how long it is. */
export function shortFraction(text: string): string {
  const [above = '', below = ''] = text.split('/');
  if (Math.max(above.length, below.length) < 10) return text;
  const cut = (digits: string) =>
    digits.length <= 9 ? digits : `${digits.slice(0, 3)}…${digits.slice(-3)}`;
  return `${cut(above)}/${cut(below)} (${below.length} digits)`;
}

/** Up to four digits behind the point, none that say nothing. */
export function decimal(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 3 });
}

/** How a percentile reads: "luckier than 91%". */
export function luckWords(percentile: number): string {
  const share = Math.round(100 * percentile);
  if (share >= 50) return `luckier than ${Math.min(share, 99)}%`;
  return `unluckier than ${Math.min(100 - share, 99)}%`;
}

/** Rolls from which on luck is more than that of a single throw. */
const A_NIGHT = 5;

/** How a night reads: "a bad night, worse than 88%". */
export function nightWords(percentile: number, rolls: number): string {
  if (rolls < A_NIGHT) return `too early to say after ${several(rolls, 'roll')}`;
  const share = Math.round(100 * percentile);
  if (share >= 80) return `a good night, better than ${Math.min(share, 99)}% of such nights`;
  if (share <= 20) return `a bad night, worse than ${Math.min(100 - share, 99)}% of such nights`;
  return share >= 50
    ? `an ordinary night, better than ${share}% of such nights`
    : `an ordinary night, worse than ${100 - share}% of such nights`;
}

/** The same with how many rolls it is about. */
export function nightLine({ percentile, rolls }: { percentile: number; rolls: number }): string {
  const words = nightWords(percentile, rolls);
  return rolls < A_NIGHT ? words : `${words} (${several(rolls, 'roll')})`;
}
