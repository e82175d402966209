/**
 * What the page and its engine workers say to each other.
 *
 * The page sends jobs, a worker answers each with exactly one final report that carries the job's
 * id; `progress` reports may come before it.
 */
import type { AnalyzeRequest, Category, Rules, TurnAnalysis } from '@dicee/probability-engine';

export type Job =
  | { id: number; kind: 'analyze'; request: AnalyzeRequest }
  | { id: number; kind: 'subtotals'; open: Category[] }
  | { id: number; kind: 'prepare'; rules: Rules }
  | { id: number; kind: 'adopt'; bytes: Uint8Array<ArrayBuffer> };

export type JobBody = Job extends infer J ? (J extends Job ? Omit<J, 'id'> : never) : never;

export type Report =
  | { id: number; kind: 'progress'; done: number; total: number }
  | { id: number; kind: 'analyzed'; answer: Answer }
  | { id: number; kind: 'subtotals'; totals: number[] }
  | { id: number; kind: 'prepared'; bytes: Uint8Array<ArrayBuffer>; origin: Origin }
  | { id: number; kind: 'adopted' }
  | { id: number; kind: 'failed'; fault: Fault };

export type FinalReport = Exclude<Report, { kind: 'progress' }>;

/** Both horizons of one roll; `game` is null until the table of those rules is there. */
export interface Answer {
  turn: TurnAnalysis;
  game: TurnAnalysis | null;
}

/** Where a table came from: this device's storage, or solved just now. */
export type Origin = 'stored' | 'solved';

/** An error as plain data, so that it survives the way between threads with its fields. */
export interface Fault {
  name: string;
  message: string;
  field?: string;
  expected?: string;
  actual?: string;
}

/** A fault turned back into an error on the page's side. */
export class EngineError extends Error {
  override readonly name: string;

  constructor(readonly fault: Fault) {
    super(fault.message);
    this.name = fault.name;
  }
}

/** Reads an error, whatever was thrown, into plain data. */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof EngineError) return thrown.fault;
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) };
  const fault: Fault = { name: thrown.name, message: thrown.message };
  for (const key of ['field', 'expected', 'actual'] as const) {
    const value: unknown = Reflect.get(thrown, key);
    if (value !== undefined) fault[key] = String(value);
  }
  return fault;
}
