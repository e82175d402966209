/** What the page may ask of a pools worker, by name. */
import type * as Contests from '@dicee/pool-contests';
import type * as Session from '@dicee/pool-session';
import type * as Pools from '@dicee/pools';

/** The functions of the first module that are called as they are. */
export const FUNCTIONS = [
  'parse',
  'complete',
  'withDice',
  'notation',
  'system',
  'systemSchema',
  'odds',
  'check',
  'roll',
  'sweep',
] as const;

export type PoolFunctions = Pick<typeof Pools, (typeof FUNCTIONS)[number]>;

/** Those of the contests, which are loaded when somebody first asks for one. */
export const CONTEST_FUNCTIONS = ['contest', 'extended', 'attack', 'matrix'] as const;

export type ContestFunctions = Pick<typeof Contests, (typeof CONTEST_FUNCTIONS)[number]>;

/** What these two modules say before anything is counted. */
export interface CostFunction {
  /** About how many milliseconds an answer takes. */
  cost(kind: Pools.PoolQuestion | Contests.TableQuestion, request: object): number;
}

/** The session that a worker keeps. */
export interface SessionFunctions {
  /** Opens a session, or takes up a saved one. */
  openSession(saved: string | null): Session.SessionView;
  /** Carries a command out. */
  send(command: Session.SessionCommand): Session.SessionView;
  /** The session with the last rolls, those whose label starts like this. */
  look(prefix: string | null, most: number): Session.SessionView;
  /** The whole session, to be saved. */
  saveSession(): string;
}

export type PoolsService = PoolFunctions & ContestFunctions & CostFunction & SessionFunctions;
