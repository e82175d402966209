/**
 * Typed calls into a worker. The page sends calls; a worker answers each with exactly one final reply that
 * carries the call's id. `progress` replies may come before it.
 */

export interface Call {
  id: number;
  method: string;
  args: unknown[];
}

export type Reply =
  | { id: number; kind: 'progress'; done: number; total: number }
  | { id: number; kind: 'returned'; value: unknown }
  | { id: number; kind: 'failed'; fault: Fault };

export type Progress = (done: number, total: number) => void;

/** The part of `Worker` that a channel needs. */
export interface Port {
  postMessage(call: Call, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<Reply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

/** An error as plain data, so that it survives the way between threads with its fields. */
export interface Fault {
  name: string;
  message: string;
  code?: string;
  field?: string;
  expected?: string;
  actual?: string;
}

/** A fault turned back into an error on the page's side. */
export class WasmError extends Error {
  override readonly name: string;

  constructor(readonly fault: Fault) {
    super(fault.message);
    this.name = fault.name;
  }
}

/** What browsers say when nothing came, or something else than was asked for: Chromium, Firefox, Safari. */
const NOT_FETCHED = /^(Failed to fetch|NetworkError|Load failed)/;
/** The same in plain words. */
const NOT_LOADED = 'A part of the app could not be loaded. Reload the page to try again.';

/** Reads an error, whatever was thrown, into plain data. */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof WasmError) return thrown.fault;
  if (!(thrown instanceof Error)) return { name: 'Error', message: String(thrown) };
  const unfetched = thrown instanceof TypeError && NOT_FETCHED.test(thrown.message);
  const fault: Fault = { name: thrown.name, message: unfetched ? NOT_LOADED : thrown.message };
  for (const key of ['code', 'field', 'expected', 'actual'] as const) {
    const value: unknown = Reflect.get(thrown, key);
    if (value !== undefined) fault[key] = String(value);
  }
  return fault;
}

/** What a method takes. */
export type Arguments<Method> = Method extends (...args: infer Args) => unknown ? Args : never;
/** What it comes to. */
export type Result<Method> = Method extends (...args: never[]) => infer Value ? Awaited<Value> : never;

interface Pending {
  resolve(value: unknown): void;
  reject(error: WasmError): void;
  onProgress: Progress | undefined;
}

/** One worker and the calls it has not answered yet. */
export class Channel<Service> {
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

  call<Name extends keyof Service & string>(
    method: Name,
    args: Arguments<Service[Name]>,
    onProgress?: Progress,
  ): Promise<Result<Service[Name]>> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      if (this.#broken !== null) {
        reject(new WasmError({ name: 'WorkerError', message: this.#broken }));
        return;
      }
      this.#pending.set(id, {
        resolve: (value) => resolve(value as Result<Service[Name]>),
        reject,
        onProgress,
      });
      this.#port.postMessage({ id, method, args }, buffersOf(args));
    });
  }

  close(): void {
    this.#port.terminate();
    this.#fail('The engine was closed.');
  }

  #receive(reply: Reply): void {
    const pending = this.#pending.get(reply.id);
    if (!pending) return;
    if (reply.kind === 'progress') {
      pending.onProgress?.(reply.done, reply.total);
      return;
    }
    this.#pending.delete(reply.id);
    if (reply.kind === 'failed') pending.reject(new WasmError(reply.fault));
    else pending.resolve(reply.value);
  }

  /** A worker that breaks as a whole answers nothing more: everything it owed fails. */
  #fail(message: string): void {
    this.#broken = message;
    const owed = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of owed) reject(new WasmError({ name: 'WorkerError', message }));
  }
}

/** Stands where no worker can: every call fails with these words. */
export function refusingPort(message: string): Port {
  const port: Port = {
    onmessage: null,
    onerror: null,
    terminate: () => undefined,
    postMessage: ({ id }) => {
      const reply: Reply = { id, kind: 'failed', fault: { name: 'Unsupported', message } };
      port.onmessage?.({ data: reply } as MessageEvent<Reply>);
    },
  };
  return port;
}

/** The worker's side: finds the method of a call, and posts what it returns or throws. */
export async function answer(
  service: object,
  { id, method, args }: Call,
  post: (reply: Reply, transfer: Transferable[]) => void,
): Promise<void> {
  try {
    const run: unknown = Reflect.get(service, method);
    if (typeof run !== 'function') throw new Error(`there is no method ${method}`);
    const progress: Progress = (done, total) => post({ id, kind: 'progress', done, total }, []);
    const value: unknown = await Reflect.apply(run, service, [...args, progress]);
    post({ id, kind: 'returned', value }, buffersOf([value]));
  } catch (thrown) {
    post({ id, kind: 'failed', fault: faultOf(thrown) }, []);
  }
}

/** Megabytes are handed over, not copied: byte arrays among the values, and one level below. */
function buffersOf(values: readonly unknown[]): Transferable[] {
  const inner = values.flatMap((value) =>
    typeof value === 'object' && value !== null && !(value instanceof Uint8Array) ? Object.values(value) : [value],
  );
  return inner.flatMap((value) => (value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : []));
}
