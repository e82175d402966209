/** The keys of the Forty-Two table. */
import type { Scope } from '$lib/keys/keys.svelte';

export interface TableActions {
  lift(place: number): void;
  play(): boolean;
  agree(): boolean;
  pass(): boolean;
  /** Puts the focus on the bids or the trumps; false where there are none. */
  choices(): boolean;
  hint(): void;
  lastTrick(): void;
  undo(): void;
  step(by: -1 | 1): void;
  skip(): void;
  order(): void;
  menu(): void;
}

export function tableKeys(act: TableActions): Scope {
  const digits = [1, 2, 3, 4, 5, 6, 7];
  return {
    title: 'Forty-Two table',
    bindings: [
      ...digits.map((digit) => ({
        keys: [String(digit)],
        does: `Lift tile ${digit}; again plays it`,
        run: () => act.lift(digit - 1),
      })),
      { keys: ['Enter'], does: 'Play the lifted tile, or go on', run: () => act.play() || act.agree() },
      { keys: ['Space'], does: 'Agree: turn the trick over, go on', run: () => act.agree() },
      { keys: ['p'], does: 'Pass', run: () => act.pass() },
      { keys: ['b'], does: 'To the bids or the trumps; arrows walk, Enter chooses', run: () => act.choices() },
      { keys: ['h'], does: 'Hint: how sure each choice is', run: () => act.hint() },
      { keys: ['l'], does: 'Last trick', run: () => act.lastTrick() },
      { keys: ['u'], does: 'Take back', run: () => act.undo() },
      { keys: [','], does: 'One step back in the game', run: () => act.step(-1) },
      { keys: ['.'], does: 'One step on', run: () => act.step(1) },
      { keys: ['s'], does: 'Skip to my turn', run: () => act.skip() },
      { keys: ['o'], does: 'Another order of the tiles', run: () => act.order() },
      { keys: ['m'], does: 'Menu', run: () => act.menu() },
    ],
  };
}
