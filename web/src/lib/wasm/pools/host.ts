/** The worker's side: runs calls against the modules. Knows nothing of `self` or a DOM. */
import type { PoolSession, TableQuestion } from '@dicee/pool-session';
import { answer, type Call, type Reply } from '../rpc';
import { FUNCTIONS, type PoolsService, TABLE_FUNCTIONS } from './protocol';

/** The part of the first package that the host calls. */
export type PoolsModule = Pick<typeof import('@dicee/pools'), (typeof FUNCTIONS)[number] | 'cost'>;

/** The part of the second one, which is loaded when somebody first asks for it. */
export type SessionModule = Pick<
  typeof import('@dicee/pool-session'),
  (typeof TABLE_FUNCTIONS)[number] | 'cost' | 'PoolSession'
>;

type Post = (reply: Reply, transfer: Transferable[]) => void;
/** What a call is handed: its arguments, and a way to report progress, which no module takes. */
type Method = (...args: unknown[]) => unknown;

/** The questions of the second module. */
const TABLE_QUESTIONS: readonly TableQuestion[] = ['contest', 'extended', 'attack'];

export class PoolsHost {
  readonly #pools: PoolsModule;
  readonly #load: () => Promise<SessionModule>;
  readonly #post: Post;
  readonly #service: object;
  #loaded: Promise<SessionModule> | null = null;
  #session: PoolSession | null = null;

  constructor(pools: PoolsModule, load: () => Promise<SessionModule>, post: Post) {
    this.#pools = pools;
    this.#load = load;
    this.#post = post;
    const first = FUNCTIONS.map((name) => [name, withoutProgress(pools[name])]);
    const second = TABLE_FUNCTIONS.map((name) => [
      name,
      async (...args: unknown[]) => withoutProgress((await this.#table())[name])(...args),
    ]);
    this.#service = { ...Object.fromEntries([...first, ...second]), ...this.#own };
  }

  receive(call: Call): Promise<void> {
    return answer(this.#service, call, this.#post);
  }

  readonly #own = {
    cost: async (kind: Parameters<PoolsService['cost']>[0], request: object) =>
      isOfTable(kind) ? (await this.#table()).cost(kind, request) : this.#pools.cost(kind, request),
    openSession: async (saved: string | null) => {
      const { PoolSession } = await this.#table();
      const opened = saved === null ? PoolSession.create() : PoolSession.fromJson(saved);
      this.#session?.free();
      this.#session = opened;
      return opened.view();
    },
    send: async (command: Parameters<PoolsService['send']>[0]) => (await this.#open()).send(command),
    look: async (prefix: string | null, most: number) => (await this.#open()).view(prefix ?? undefined, most),
    saveSession: async () => (await this.#open()).toJson(),
  };

  async #open(): Promise<PoolSession> {
    const { PoolSession } = await this.#table();
    return (this.#session ??= PoolSession.create());
  }

  /** The second module, once; a load that failed is tried again. */
  #table(): Promise<SessionModule> {
    this.#loaded ??= this.#load().catch((thrown: unknown) => {
      this.#loaded = null;
      throw thrown;
    });
    return this.#loaded;
  }
}

function isOfTable(kind: string): kind is TableQuestion {
  return TABLE_QUESTIONS.some((known) => known === kind);
}

/** Every method is handed a way to report progress, last; a module would take it for an argument. */
function withoutProgress(run: (...args: never[]) => unknown): Method {
  return (...args) => Reflect.apply(run, undefined, args.slice(0, -1)) as unknown;
}
