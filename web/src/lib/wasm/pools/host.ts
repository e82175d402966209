/** The worker's side: runs calls against the module. Knows nothing of `self` or a DOM. */
import type { PoolSession } from '@dicee/pools';
import { type Call, faultOf, type PoolFunctions, type Reply, type SessionFunctions } from './protocol';

/** The part of the package that the host calls. */
export type PoolsModule = PoolFunctions & Pick<typeof import('@dicee/pools'), 'PoolSession'>;

export class PoolsHost {
  readonly #module: PoolsModule;
  #session: PoolSession | null = null;

  constructor(module: PoolsModule) {
    this.#module = module;
  }

  /** Runs one call; whatever is thrown becomes its fault. */
  receive({ id, name, args }: Call): Reply {
    try {
      const functions = name in this.#own ? this.#own : this.#module;
      const run: unknown = Reflect.get(functions, name);
      if (typeof run !== 'function') throw new Error(`there is no ${name}`);
      return { id, value: Reflect.apply(run, undefined, args) as unknown };
    } catch (thrown) {
      return { id, fault: faultOf(thrown) };
    }
  }

  readonly #own: SessionFunctions = {
    openSession: (saved) => {
      const { PoolSession } = this.#module;
      this.#session?.free();
      this.#session = saved === null ? PoolSession.create() : PoolSession.fromJson(saved);
      return this.#session.view();
    },
    send: (command) => this.#open.send(command),
    look: (prefix, most) => this.#open.view(prefix ?? undefined, most),
    saveSession: () => this.#open.toJson(),
  };

  get #open(): PoolSession {
    return (this.#session ??= this.#module.PoolSession.create());
  }
}
