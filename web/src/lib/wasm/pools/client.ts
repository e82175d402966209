/** The page's side: typed calls to the pools module, each a promise. */
import { type Arguments, Channel, type Port, type Result, refusingPort } from '../rpc';
import { refusal } from '../support';
import type { PoolsService } from './protocol';

type Name = keyof PoolsService;

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
  #started: Channel<PoolsService> | null = null;

  constructor(spawn: () => Port = spawnWorker) {
    this.#spawn = spawn;
  }

  /** Calls a function of the module. Rejects with a `WasmError` that names the field at fault. */
  call<N extends Name>(name: N, ...args: Arguments<PoolsService[N]>): Promise<Result<PoolsService[N]>> {
    // Started by the first call, so that a page can be prerendered where there are no workers.
    return (this.#started ??= new Channel(this.#spawn())).call(name, args);
  }

  /** The same in a worker of its own. */
  callAside<N extends Name>(name: N, ...args: Arguments<PoolsService[N]>): Running<Result<PoolsService[N]>> {
    const channel = new Channel<PoolsService>(this.#spawn());
    const answer = channel.call(name, args).finally(() => channel.close());
    return { answer, stop: () => channel.close() };
  }

  close(): void {
    this.#started?.close();
    this.#started = null;
  }
}

function spawnWorker(): Port {
  const why = refusal();
  if (why !== null) return refusingPort(why);
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'pools' });
}
