/**
 * What the page and its pools workers say to each other: a call by name with its arguments, and one
 * answer to each, by its id.
 */
import type * as Pools from '@dicee/pools';

/** The functions of the module that are called as they are. */
export type PoolFunctions = Pick<
  typeof Pools,
  | 'parse'
  | 'complete'
  | 'withDice'
  | 'notation'
  | 'system'
  | 'systemSchema'
  | 'cost'
  | 'odds'
  | 'check'
  | 'contest'
  | 'extended'
  | 'attack'
  | 'roll'
  | 'sweep'
  | 'matrix'
>;

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

export type Functions = PoolFunctions & SessionFunctions;
export type Name = keyof Functions;

export interface Call {
  readonly id: number;
  readonly name: Name;
  readonly args: readonly unknown[];
}

export type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly fault: Fault };

/** An error as plain data, so that it survives the way between threads with its fields. */
export interface Fault {
  readonly name: string;
  readonly message: string;
  readonly field?: string;
  readonly expected?: string;
  readonly actual?: string;
}

/** A fault turned back into an error on the page's side. */
export class PoolsError extends Error {
  override readonly name: string;

  constructor(readonly fault: Fault) {
    super(fault.message);
    this.name = fault.name;
  }
}

/** Reads an error, whatever was thrown, into plain data. */
export function faultOf(thrown: unknown): Fault {
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) };
  const text = (key: string): string | undefined => {
    const value: unknown = Reflect.get(thrown, key);
    return value === undefined ? undefined : String(value);
  };
  const [field, expected, actual] = [text('field'), text('expected'), text('actual')];
  return {
    name: thrown.name,
    message: thrown.message,
    ...(field === undefined ? {} : { field }),
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
  };
}
