/** The page's side: typed calls to the pools module, each a promise. */
import { type Call, type Functions, type Name, PoolsError, type Reply } from './protocol';

/** The part of `Worker` that a client needs. */
export interface Port {
  postMessage(call: Call): void;
  onmessage: ((event: MessageEvent<Reply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

/** An answer that is on its way, and a way to stop it. */
export interface Running<T> {
  readonly answer: Promise<T>;
  stop(): void;
}

/**
 * Two kinds of worker. One lives as long as the page and answers what takes a frame or two; what takes
 * longer gets a worker of its own, which can be stopped by ending it.
 */
export class PoolsClient {
  readonly #spawn: () => Port;
  #started: Channel | null = null;

  constructor(spawn: () => Port = spawnWorker) {
    this.#spawn = spawn;
  }

  /** Calls a function of the module. Rejects with a `PoolsError` that names the field at fault. */
  call<N extends Name>(name: N, ...args: Parameters<Functions[N]>): Promise<ReturnType<Functions[N]>> {
    // Started by the first call, so that a page can be prerendered where there are no workers.
    return (this.#started ??= new Channel(this.#spawn())).call(name, args);
  }

  /** The same in a worker of its own. */
  callAside<N extends Name>(name: N, ...args: Parameters<Functions[N]>): Running<ReturnType<Functions[N]>> {
    const channel = new Channel(this.#spawn());
    const answer = channel.call(name, args).finally(() => channel.close('It is done.'));
    return { answer, stop: () => channel.close('It was stopped.') };
  }

  close(): void {
    this.#started?.close('The page was left.');
    this.#started = null;
  }
}

function spawnWorker(): Port {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'pools' });
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: PoolsError): void;
}

/** One worker and the calls it has not answered yet. */
class Channel {
  readonly #port: Port;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  /** Why nothing more will come from this worker. */
  #broken: string | null = null;

  constructor(port: Port) {
    this.#port = port;
    port.onmessage = ({ data }) => this.#receive(data);
    port.onerror = (event) => this.#fail(event.message || 'The dice could not be loaded.');
  }

  call<N extends Name>(name: N, args: readonly unknown[]): Promise<ReturnType<Functions[N]>> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      if (this.#broken !== null) {
        reject(new PoolsError({ name: 'WorkerError', message: this.#broken }));
        return;
      }
      this.#pending.set(id, { resolve: (value) => resolve(value as ReturnType<Functions[N]>), reject });
      this.#port.postMessage({ id, name, args });
    });
  }

  close(why: string): void {
    this.#port.terminate();
    this.#fail(why);
  }

  #receive(reply: Reply): void {
    const pending = this.#pending.get(reply.id);
    if (!pending) return;
    this.#pending.delete(reply.id);
    if ('fault' in reply) pending.reject(new PoolsError(reply.fault));
    else pending.resolve(reply.value);
  }

  /** A worker that breaks as a whole answers nothing more: everything it owed fails. */
  #fail(message: string): void {
    this.#broken ??= message;
    const owed = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of owed) reject(new PoolsError({ name: 'WorkerError', message }));
  }
}
