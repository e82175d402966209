/** The rolls of a table in words. */
import type { RollTableExtended, RollTableResult, RollTableRoll } from '@dicee/types';
import { CHECK_STATUS, type Contestants, contestWords } from '../../pools/wording';

/** What a roll brought, in a few words; of a hidden one only that it happened. */
export function rollTitle(roll: Pick<RollTableRoll, 'label' | 'result' | 'actor' | 'target'>): string {
  const { label, result } = roll;
  if (!result) return 'rolled in secret';
  return `${label ? `${label}: ` : ''}${resultWords(result, roll)}`;
}

function resultWords(result: RollTableResult, about: Contestants): string {
  switch (result.kind) {
    case 'roll':
      return `${result.expression} = ${result.total}`;
    case 'check':
      return `${spaced(result.outcome)} against ${result.difficulty}`;
    case 'contest':
      return contestWords(result.outcome, result.margin, about);
    case 'attack':
      return result.quality === 'miss' ? 'attack missed' : `${spaced(result.quality)}, ${result.damage} damage`;
    case 'round':
      return `round ${result.round}, ${result.accumulated} of ${result.targetSuccesses} successes, ${CHECK_STATUS[result.status]}`;
  }
}

/** Who acts, and on whom or what: "as Mira on the orc". */
export function aboutWords({ actor, target }: Pick<RollTableRoll, 'actor' | 'target'>): string {
  return [actor ? `as ${actor}` : '', target ? `on ${target}` : ''].filter((words) => words !== '').join(' ');
}

/** What an extended check is for. */
export function checkTitle({ check, label }: Pick<RollTableExtended, 'check' | 'label'>): string {
  return label ?? `Extended check ${check}`;
}

/** Dice of a pool, or an expression. */
export function diceText(pool: number | string): string {
  return typeof pool === 'string' ? pool : `${pool} ${pool === 1 ? 'die' : 'dice'}`;
}

/** What became of the sum of the damage dice. */
export function armourWords(sum: number, damage: number, armour: number): string {
  if (armour === 0) return `${damage} damage`;
  return damage === sum ? `${damage} damage, past ${armour} armour` : `${sum} less ${armour} armour: ${damage} damage`;
}

/** What is wrong with a change of the rules: one line, without the command that was sent. */
export function refusalWords(message: string): string {
  const [line = ''] = message.split('\n');
  const words = line.replace(/^command(\.|: )/i, '').replace(/, got \{.*$/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What people call each kind of roll. */
const KINDS: Readonly<Record<RollTableResult['kind'], string>> = {
  roll: 'roll rolls any dice',
  check: 'check checks',
  contest: 'contest contests',
  attack: 'attack attacks',
  round: 'round rounds extended',
};

/** All that somebody may look for in a log. */
export function searchText(name: string, roll: RollTableRoll): string {
  const kind = roll.result && KINDS[roll.result.kind];
  return [name, roll.actor, roll.target, kind, roll.hidden ? 'hidden' : undefined, rollTitle(roll)]
    .filter((words) => words !== undefined)
    .join(' ')
    .toLowerCase();
}

/** The time of day of a moment. */
export function timeOfDay(timestamp: number): string {
  return new Date(timestamp).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
}

function spaced(words: string): string {
  return words.replaceAll('_', ' ');
}
