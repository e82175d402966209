/** The worker's side: runs calls against the modules. Knows nothing of `self` or a DOM. */
import type { TableQuestion } from '@dicee/pool-contests';
import type { PoolSession } from '@dicee/pool-session';
import { answer, type Call, type Reply } from '../rpc';
import { CONTEST_FUNCTIONS, FUNCTIONS, type PoolsService } from './protocol';

/** The part of the first package that the host calls. */
export type PoolsModule = Pick<typeof import('@dicee/pools'), (typeof FUNCTIONS)[number] | 'cost'>;

/** The part of the contests. */
export type ContestsModule = Pick<
  typeof import('@dicee/pool-contests'),
  (typeof CONTEST_FUNCTIONS)[number] | 'cost'
>;

/** The part of the sessions. */
export type SessionModule = Pick<typeof import('@dicee/pool-session'), 'PoolSession'>;

/** The modules that are loaded when somebody first asks for them. */
export interface Loaders {
  contests(): Promise<ContestsModule>;
  session(): Promise<SessionModule>;
}

type Post = (reply: Reply, transfer: Transferable[]) => void;
/** What a call is handed: its arguments, and a way to report progress, which no module takes. */
type Method = (...args: unknown[]) => unknown;

/** The questions about contests. */
const CONTEST_QUESTIONS: readonly TableQuestion[] = ['contest', 'extended', 'attack'];

export class PoolsHost {
  readonly #pools: PoolsModule;
  readonly #contests: () => Promise<ContestsModule>;
  readonly #sessions: () => Promise<SessionModule>;
  readonly #post: Post;
  readonly #service: object;
  #session: PoolSession | null = null;

  constructor(pools: PoolsModule, load: Loaders, post: Post) {
    this.#pools = pools;
    this.#contests = once(load.contests);
    this.#sessions = once(load.session);
    this.#post = post;
    const first = FUNCTIONS.map((name) => [name, withoutProgress(pools[name])]);
    const second = CONTEST_FUNCTIONS.map((name) => [
      name,
      async (...args: unknown[]) => withoutProgress((await this.#contests())[name])(...args),
    ]);
    this.#service = { ...Object.fromEntries([...first, ...second]), ...this.#own };
  }

  receive(call: Call): Promise<void> {
    return answer(this.#service, call, this.#post);
  }

  readonly #own = {
    cost: async (kind: Parameters<PoolsService['cost']>[0], request: object) =>
      isOfContests(kind) ? (await this.#contests()).cost(kind, request) : this.#pools.cost(kind, request),
    openSession: async (saved: string | null) => {
      const { PoolSession } = await this.#sessions();
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
    const { PoolSession } = await this.#sessions();
    return (this.#session ??= PoolSession.create());
  }
}

/** Loads a module once; a load that failed is tried again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () =>
    (loaded ??= load().catch((thrown: unknown) => {
      loaded = null;
      throw thrown;
    }));
}

function isOfContests(kind: string): kind is TableQuestion {
  return CONTEST_QUESTIONS.some((known) => known === kind);
}

/** Every method is handed a way to report progress, last; a module would take it for an argument. */
function withoutProgress(run: (...args: never[]) => unknown): Method {
  return (...args) => Reflect.apply(run, undefined, args.slice(0, -1)) as unknown;
}
