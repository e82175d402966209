/** A TCP proxy in front of the server that cuts connections when a test says so. */
import { createServer, connect, type Server, type Socket } from 'node:net';

export class CuttingProxy {
  readonly #server: Server;
  readonly #pairs = new Set<[Socket, Socket]>();
  #cutBefore: string | null = null;
  #down = false;
  /** How often a connection was cut before a text. */
  cuts = 0;

  private constructor(target: URL) {
    this.#server = createServer((client) => this.#join(client, target));
  }

  static async start(target: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(new URL(target));
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get base(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy does not listen');
    return `http://127.0.0.1:${address.port}/`;
  }

  /** Cuts the connection on which the server says this next, in place of passing it on. */
  cutBefore(text: string): void {
    this.#cutBefore = text;
  }

  /** Cuts everything, and takes no connection until `up`. */
  down(): void {
    this.#down = true;
    for (const pair of this.#pairs) end(pair);
  }

  up(): void {
    this.#down = false;
  }

  async stop(): Promise<void> {
    this.down();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: Socket, { hostname, port }: URL): void {
    if (this.#down) {
      client.destroy();
      return;
    }
    const server = connect(Number(port || 80), hostname);
    const pair: [Socket, Socket] = [client, server];
    this.#pairs.add(pair);
    const gone = () => {
      this.#pairs.delete(pair);
      end(pair);
    };
    for (const socket of pair) socket.on('error', gone).on('close', gone);
    client.on('data', (bytes) => server.write(bytes));
    server.on('data', (bytes) => {
      // Frames of the server are not masked and not compressed: their text can be seen.
      if (this.#cutBefore !== null && bytes.includes(this.#cutBefore)) {
        this.#cutBefore = null;
        this.cuts += 1;
        gone();
      } else {
        client.write(bytes);
      }
    });
  }
}

function end(pair: readonly Socket[]): void {
  for (const socket of pair) socket.destroy();
}
