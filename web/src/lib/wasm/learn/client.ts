/** The page's side: typed calls to the learning module, each a promise. */
import type { Rules } from '@dicee/learn';
import { type Arguments, Channel, type Port, type Result, refusingPort } from '../rpc';
import { refusal } from '../support';
import type { LearnService } from './protocol';

/** Where solved games come from. */
export interface Solver {
  solvedBytes(rules: Rules): Promise<Uint8Array<ArrayBuffer>>;
}

export class LearnClient {
  readonly #solver: Solver;
  readonly #spawn: () => Port;
  #started: Channel<LearnService> | null = null;
  readonly #adopted = new Map<Rules, Promise<void>>();

  constructor(solver: Solver, spawn: () => Port = spawnWorker) {
    this.#solver = solver;
    this.#spawn = spawn;
  }

  /** Calls a function of the module; the standard game is solved before. */
  async call<N extends keyof LearnService>(
    name: N,
    ...args: Arguments<LearnService[N]>
  ): Promise<Result<LearnService[N]>> {
    await this.prepare('standard');
    return this.#channel.call(name, args);
  }

  /** Makes the solved game of these rules available. */
  prepare(rules: Rules): Promise<void> {
    let adopted = this.#adopted.get(rules);
    if (!adopted) {
      adopted = this.#solver.solvedBytes(rules).then((bytes) => this.#channel.call('adopt', [bytes]));
      this.#adopted.set(rules, adopted);
      adopted.catch(() => this.#adopted.delete(rules));
    }
    return adopted;
  }

  close(): void {
    this.#started?.close();
  }

  /** Started by the first call, so that a page can be prerendered where there are no workers. */
  get #channel(): Channel<LearnService> {
    return (this.#started ??= new Channel(this.#spawn()));
  }
}

function spawnWorker(): Port {
  const why = refusal();
  if (why !== null) return refusingPort(why);
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'learn' });
}
