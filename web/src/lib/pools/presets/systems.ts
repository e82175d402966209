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
  return `d${sides}, ${successes}${double}, ${typeof botch === 'number' ? `${botch} botches` : 'no botches'}`;
}
