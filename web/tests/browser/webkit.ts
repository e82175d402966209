/** WebKit of the distribution, driven by WebDriver over HTTP, on a screen in memory: it has no mode without one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Size } from './screens';
import type { Driver } from './smoke';

/** How long it may take to start, and an element to appear, in milliseconds. */
const PATIENCE = 60_000;
/** The name under which WebDriver hands an element over. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export class WebKit implements Driver {
  readonly #processes: readonly ChildProcess[];
  readonly #session: string;

  private constructor(processes: readonly ChildProcess[], session: string) {
    this.#processes = processes;
    this.#session = session;
  }

  static async launch(driver: string, screen: string, { width, height }: Size): Promise<WebKit> {
    // The screen chooses a free number itself, and writes it.
    const display = spawn(screen, ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [number] = (await once(display.stdout, 'data')) as [Buffer];
    const port = await freePort();
    const env = { ...process.env, DISPLAY: `:${number.toString().trim()}`, LIBGL_ALWAYS_SOFTWARE: '1' };
    const server = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' });
    const base = `http://127.0.0.1:${port}/session`;
    const processes = [server, display];
    try {
      const { sessionId } = await begin(base);
      const webkit = new WebKit(processes, `${base}/${sessionId}`);
      await webkit.#post('timeouts', { implicit: PATIENCE, pageLoad: PATIENCE, script: PATIENCE });
      await webkit.#post('window/rect', { width, height });
      return webkit;
    } catch (thrown) {
      for (const one of processes) one.kill();
      throw thrown;
    }
  }

  async open(url: string): Promise<void> {
    await this.#post('url', { url });
  }

  async find(value: string, using: 'css selector' | 'xpath' = 'css selector'): Promise<string> {
    const found = (await this.#post('element', { using, value })) as Record<typeof ELEMENT, string>;
    return found[ELEMENT];
  }

  async click(selector: string): Promise<void> {
    await this.#post(`element/${await this.find(selector)}/click`, {});
  }

  async texts(selector: string): Promise<string[]> {
    const script = 'return [...document.querySelectorAll(arguments[0])].map((found) => found.textContent.trim())';
    return (await this.#post('execute/sync', { script, args: [selector] })) as string[];
  }

  async close(): Promise<void> {
    await fetch(this.#session, { method: 'DELETE' }).catch(() => undefined);
    for (const one of this.#processes) one.kill();
  }

  #post(command: string, body: object): Promise<unknown> {
    return post(`${this.#session}/${command}`, body);
  }
}

/** Opens a session as soon as the driver listens. */
async function begin(base: string): Promise<{ sessionId: string }> {
  for (const started = Date.now(); ; await pause(50)) {
    try {
      return (await post(base, { capabilities: { alwaysMatch: {} } })) as { sessionId: string };
    } catch (thrown) {
      // Not yet: nobody answers. What it answers is final.
      if (!(thrown instanceof TypeError) || Date.now() - started > PATIENCE) throw thrown;
    }
  }
}

async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
  if (!response.ok) throw new Error(`${value?.error ?? response.status}: ${value?.message ?? ''}`);
  return value;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
