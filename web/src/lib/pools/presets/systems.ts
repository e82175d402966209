/** Systems by name, and a system in one sentence. */
import type { DiceSystem } from '@dicee/types';

/** What differs from the standard system. Null says "none", which the types of `DiceSystem` leave out. */
export type Differences = Readonly<Record<string, unknown>>;

/** Systems as published games use them. */
export const SYSTEMS: readonly { readonly name: string; readonly system: Differences }[] = [
  { name: 'Standard', system: {} },
  { name: 'Tens count double, no botches', system: { successThreshold: 7, doubleThreshold: 10, botchValue: null } },
  { name: 'Six-sided, 5 and 6', system: { sides: 6, successThreshold: 5, botchValue: null } },
  { name: 'No botches', system: { botchValue: null } },
];

/** What counts in a system, as people say it; what it does not name is as in the standard one. */
export function systemWords(system: DiceSystem | null | undefined): string {
  const { sides = 10, successThreshold = 8, doubleThreshold } = system ?? {};
  const botch: unknown = system && 'botchValue' in system ? system.botchValue : 1;
  const successes =
    successThreshold === sides ? `${sides} succeeds` : `${successThreshold} and up succeed`;
  const double =
    typeof doubleThreshold !== 'number'
      ? ''
      : doubleThreshold === sides
        ? `, ${sides} counts double`
        : `, ${doubleThreshold} and up count double`;
  return `d${sides}, ${successes}${double}, ${typeof botch === 'number' ? `each ${botch} takes one away` : 'no botches'}`;
}

/** What a whole system says otherwise than the standard one. */
export function differences(system: DiceSystem, standard: DiceSystem): Differences {
  const usual = new Map<string, unknown>(Object.entries(standard));
  const others = Object.entries(system).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(usual.get(name)));
  return Object.fromEntries(others);
}

/** The system by name, if it is one that is offered. */
export function systemName(system: Differences): string | null {
  return SYSTEMS.find((known) => JSON.stringify(known.system) === JSON.stringify(system))?.name ?? null;
}

/** How an extended check goes in a system. */
export function extendedWords(system: DiceSystem): string {
  const { fumbleCost = 2 } = system;
  const after: unknown = 'catastropheAfter' in system ? system.catastropheAfter : 3;
  const adds = 'Each round rolls the dice and adds its net successes until the target is reached or the rounds are used up.';
  if (hasNoBotches(system)) return `${adds} There are no fumbles.`;
  const catastrophe = typeof after === 'number' ? `; ${after} in a row are a catastrophe, and the check is lost` : '';
  return `${adds} A fumble takes ${fumbleCost} away${catastrophe}.`;
}

/** How an attack goes in a system: the net successes that make each hit, and what it does. */
export function attackWords(system: DiceSystem): string {
  const { glancingHit = 1, solidHit = 2, strongHit = 3, criticalHit = 5 } = system.hitQualityThresholds ?? {};
  return (
    `Net successes decide: ${glancingHit} glancing (two damage dice fewer), ${solidHit} solid, ${strongHit} strong (one die more), ` +
    `${criticalHit} critical (twice the dice, past armour). The damage dice, d${system.sides ?? 10}, are added up, and armour is taken off.`
  );
}

function hasNoBotches(system: DiceSystem): boolean {
  const botch: unknown = 'botchValue' in system ? system.botchValue : 1;
  return botch === null;
}
