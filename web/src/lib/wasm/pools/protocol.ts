/** What the page may ask of a pools worker, by name. */
import type * as Pools from '@dicee/pools';

/** The functions of the module that are called as they are. */
export const FUNCTIONS = [
  'parse',
  'complete',
  'withDice',
  'notation',
  'system',
  'systemSchema',
  'cost',
  'odds',
  'check',
  'contest',
  'extended',
  'attack',
  'roll',
  'sweep',
  'matrix',
] as const;

export type PoolFunctions = Pick<typeof Pools, (typeof FUNCTIONS)[number]>;

/** The session that a worker keeps. */
export interface SessionFunctions {
  /** Opens a session, or takes up a saved one. */
  openSession(saved: string | null): Pools.SessionView;
  /** Carries a command out. */
  send(command: Pools.SessionCommand): Pools.SessionView;
  /** The session with the last rolls, those whose label starts like this. */
  look(prefix: string | null, most: number): Pools.SessionView;
  /** The whole session, to be saved. */
  saveSession(): string;
}

export type PoolsService = PoolFunctions & SessionFunctions;
