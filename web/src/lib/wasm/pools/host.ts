/** The worker's side: runs calls against the module. Knows nothing of `self` or a DOM. */
import type { PoolSession } from '@dicee/pools';
import { answer, type Call, type Reply } from '../rpc';
import { FUNCTIONS, type PoolFunctions, type SessionFunctions } from './protocol';

/** The part of the package that the host calls. */
export type PoolsModule = PoolFunctions & Pick<typeof import('@dicee/pools'), 'PoolSession'>;

export class PoolsHost {
  readonly #module: PoolsModule;
  readonly #post: (reply: Reply, transfer: Transferable[]) => void;
  readonly #service: object;
  #session: PoolSession | null = null;

  constructor(module: PoolsModule, post: (reply: Reply, transfer: Transferable[]) => void) {
    this.#module = module;
    this.#post = post;
    const functions = FUNCTIONS.map((name) => [name, withoutProgress(module[name])]);
    this.#service = { ...Object.fromEntries(functions), ...this.#own };
  }

  receive(call: Call): Promise<void> {
    return answer(this.#service, call, this.#post);
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

/** Every method is handed a way to report progress, last; the module would take it for an argument. */
function withoutProgress(run: PoolFunctions[keyof PoolFunctions]): (...args: unknown[]) => unknown {
  return (...args) => Reflect.apply(run, undefined, args.slice(0, -1)) as unknown;
}
