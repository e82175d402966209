/** The keys of the table, in one list that also writes the help. */
import type { Binding, Scope } from '$lib/keys/keys.svelte';

export interface TableActions {
  roll(): void;
  confirm(): boolean;
  toggle(die: number): void;
  only(die: number): void;
  keepAll(): void;
  release(): void;
  stats(): void;
  hud(): void;
  compare(): void;
  map(): void;
  why(): void;
  undo(): void;
  leave(): void;
  card(): void;
}

const DICE = [0, 1, 2, 3, 4];

export function tableKeys(act: TableActions): Scope {
  const one = (keys: string, does: string, run: () => boolean | void): Binding => ({ keys: [keys], does, run });
  return {
    title: 'Dicee table',
    bindings: [
      one('Space', 'Roll the dice', act.roll),
      one('Enter', 'Fill the chosen box', act.confirm),
      ...DICE.map((die) => one(`${die + 1}`, `Keep or free die ${die + 1}`, () => act.toggle(die))),
      ...DICE.map((die) => one(`Shift+${die + 1}`, `Keep only die ${die + 1}`, () => act.only(die))),
      one('a', 'Keep all dice', act.keepAll),
      one('r', 'Free all dice', act.release),
      one('s', 'Stats on or off', act.stats),
      one('h', 'Hide the stats of this game, or show them', act.hud),
      one('e', 'Compare all options', act.compare),
      one('t', 'Map of the next roll', act.map),
      one('w', 'Why is it best?', act.why),
      one('u', 'Take back', act.undo),
      one('ArrowDown', 'Go to the card', act.card),
      one('Escape', 'Leave the table', act.leave),
    ],
  };
}
