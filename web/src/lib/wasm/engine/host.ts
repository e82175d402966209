/** The worker's side: runs jobs against the engine and reports. Knows nothing of `self` or a DOM. */
import type { GameTable, Rules } from '@dicee/probability-engine';
import { type Answer, faultOf, type Job, type Origin, type Report } from './protocol';
import type { TableStore } from './table-store';

/** The part of the engine package that the host calls. */
export type EngineModule = Pick<
  typeof import('@dicee/probability-engine'),
  'analyzeTurn' | 'upperTotals' | 'GameTable'
>;

export type Post = (report: Report, transfer: Transferable[]) => void;

export class EngineHost {
  readonly #engine: EngineModule;
  readonly #store: TableStore;
  readonly #post: Post;
  readonly #tables = new Map<Rules, GameTable>();

  constructor(engine: EngineModule, store: TableStore, post: Post) {
    this.#engine = engine;
    this.#store = store;
    this.#post = post;
  }

  /** Runs one job; whatever is thrown becomes its `failed` report. */
  async receive(job: Job): Promise<void> {
    try {
      switch (job.kind) {
        case 'analyze':
          this.#post({ id: job.id, kind: 'analyzed', answer: this.#analyze(job) }, []);
          break;
        case 'subtotals': {
          const totals = [...this.#engine.upperTotals(job.open)];
          this.#post({ id: job.id, kind: 'subtotals', totals }, []);
          break;
        }
        case 'adopt':
          this.#adopt(job.bytes);
          this.#post({ id: job.id, kind: 'adopted' }, []);
          break;
        case 'prepare': {
          const { bytes, origin } = await this.#prepare(job);
          this.#post({ id: job.id, kind: 'prepared', bytes, origin }, [bytes.buffer]);
        }
      }
    } catch (thrown) {
      this.#post({ id: job.id, kind: 'failed', fault: faultOf(thrown) }, []);
    }
  }

  #analyze({ request }: Extract<Job, { kind: 'analyze' }>): Answer {
    const table = this.#tables.get(request.rules ?? 'standard');
    return {
      turn: this.#engine.analyzeTurn(request),
      game: table ? table.analyze(request) : null,
    };
  }

  #adopt(bytes: Uint8Array): void {
    const table = this.#engine.GameTable.fromBytes(bytes);
    this.#tables.get(table.rules)?.free();
    this.#tables.set(table.rules, table);
  }

  /** The bytes of a table that has been accepted by the engine: stored ones, or freshly solved. */
  async #prepare({ id, rules }: Extract<Job, { kind: 'prepare' }>): Promise<{
    bytes: Uint8Array<ArrayBuffer>;
    origin: Origin;
  }> {
    const stored = await this.#stored(rules);
    if (stored) return { bytes: stored, origin: 'stored' };

    let percent = 0;
    this.#post({ id, kind: 'progress', done: 0, total: 1 }, []);
    const table = this.#engine.GameTable.solve(rules, (done, total) => {
      const now = Math.floor((100 * done) / total);
      if (now === percent) return;
      percent = now;
      this.#post({ id, kind: 'progress', done, total }, []);
    });
    const bytes = new Uint8Array(table.toBytes());
    table.free();
    // A full or forbidden storage costs the next visit a solve; this visit has its table.
    await this.#store.save(rules, bytes).catch(() => undefined);
    return { bytes, origin: 'solved' };
  }

  async #stored(rules: Rules): Promise<Uint8Array<ArrayBuffer> | null> {
    // Storage may be forbidden altogether (private windows); solving is then the way.
    const bytes = await this.#store.load(rules).catch(() => null);
    if (!bytes) return null;
    try {
      const table = this.#engine.GameTable.fromBytes(bytes);
      const fits = table.rules === rules;
      table.free();
      if (fits) return new Uint8Array(bytes);
    } catch {
      // The engine refuses damaged bytes: fall through and forget them.
    }
    await this.#store.remove(rules).catch(() => undefined);
    return null;
  }
}
