/** The page's side: typed calls to the engine, each a promise. */
import type { AnalyzeRequest, Category, Rules } from '@dicee/probability-engine';
import {
  type Answer,
  EngineError,
  type FinalReport,
  type Job,
  type JobBody,
  type Origin,
  type Report,
} from './protocol';

export type Progress = (done: number, total: number) => void;

/** What the app asks of an engine. */
export interface Engine {
  /** Both horizons of a roll. Rejects with an `EngineError` that names the field at fault. */
  analyze(request: AnalyzeRequest): Promise<Answer>;
  /** The upper subtotals that play can reach while these boxes are open, ascending. */
  upperTotals(open: Category[]): Promise<readonly number[]>;
  /** Makes the whole-game table of these rules available to `analyze`. */
  prepare(rules: Rules, onProgress: Progress): Promise<Origin>;
}

/** The part of `Worker` that a channel needs. */
export interface Port {
  postMessage(job: Job, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<Report>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

/**
 * The engine in two kinds of worker. One lives as long as the page and only analyses, so it answers
 * at once; a solve blocks its thread, so each gets a worker of its own, which ends with it.
 */
export class EngineClient implements Engine {
  readonly #spawn: () => Port;
  #started: Channel | null = null;

  constructor(spawn: () => Port = spawnWorker) {
    this.#spawn = spawn;
  }

  /** Started by the first question, so that a page can be prerendered where there are no workers. */
  get #analyst(): Channel {
    return (this.#started ??= new Channel(this.#spawn()));
  }

  async analyze(request: AnalyzeRequest): Promise<Answer> {
    const report = await this.#analyst.ask({ kind: 'analyze', request });
    return expect(report, 'analyzed').answer;
  }

  async upperTotals(open: Category[]): Promise<readonly number[]> {
    const report = await this.#analyst.ask({ kind: 'subtotals', open });
    return expect(report, 'subtotals').totals;
  }

  async prepare(rules: Rules, onProgress: Progress): Promise<Origin> {
    const solver = new Channel(this.#spawn());
    try {
      const report = await solver.ask({ kind: 'prepare', rules }, [], onProgress);
      const { bytes, origin } = expect(report, 'prepared');
      await this.#analyst.ask({ kind: 'adopt', bytes }, [bytes.buffer]);
      return origin;
    } finally {
      solver.close();
    }
  }

  close(): void {
    this.#started?.close();
  }
}

function spawnWorker(): Port {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'engine' });
}

interface Pending {
  resolve(report: FinalReport): void;
  reject(error: EngineError): void;
  onProgress: Progress | undefined;
}

/** One worker and the jobs it has not answered yet. */
class Channel {
  readonly #port: Port;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  /** Why nothing more will come from this worker. */
  #broken: string | null = null;

  constructor(port: Port) {
    this.#port = port;
    port.onmessage = ({ data }) => this.#receive(data);
    port.onerror = (event) => this.#fail(event.message || 'The engine could not be loaded.');
  }

  ask(body: JobBody, transfer: Transferable[] = [], onProgress?: Progress): Promise<FinalReport> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      if (this.#broken !== null) {
        reject(new EngineError({ name: 'WorkerError', message: this.#broken }));
        return;
      }
      this.#pending.set(id, { resolve, reject, onProgress });
      this.#port.postMessage({ ...body, id }, transfer);
    });
  }

  close(): void {
    this.#port.terminate();
    this.#fail('The engine was closed.');
  }

  #receive(report: Report): void {
    const pending = this.#pending.get(report.id);
    if (!pending) return;
    if (report.kind === 'progress') {
      pending.onProgress?.(report.done, report.total);
      return;
    }
    this.#pending.delete(report.id);
    if (report.kind === 'failed') pending.reject(new EngineError(report.fault));
    else pending.resolve(report);
  }

  /** A worker that breaks as a whole answers nothing more: everything it owed fails. */
  #fail(message: string): void {
    this.#broken = message;
    const owed = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of owed) reject(new EngineError({ name: 'WorkerError', message }));
  }
}

function expect<K extends FinalReport['kind']>(
  report: FinalReport,
  kind: K,
): Extract<FinalReport, { kind: K }> {
  if (report.kind !== kind) throw new Error(`the engine answered ${report.kind}, not ${kind}`);
  return report as Extract<FinalReport, { kind: K }>;
}
