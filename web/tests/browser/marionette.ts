/**
 * A Firefox of the distribution, driven by the protocol that it speaks itself (Marionette): lengths and JSON over TCP. The
 * driver of the other tests knows only Firefoxes that are newer than the long-term release.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Size } from './screens';
import type { Driver } from './smoke';

/** How long it may take to start, and an element to appear, in milliseconds. */
const PATIENCE = 60_000;
/** The name under which WebDriver hands an element over. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class Firefox implements Driver {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #socket: Socket;
  readonly #pending = new Map<number, Pending>();
  #received = Buffer.alloc(0);
  #lastId = 0;

  private constructor(process: ChildProcess, profile: string, socket: Socket) {
    this.#process = process;
    this.#profile = profile;
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('close', () => this.#fail('Firefox has closed the connection'));
    socket.on('error', ({ message }) => this.#fail(message));
  }

  /** Starts a Firefox with a profile of its own. */
  static async launch(path: string, { width, height }: Size): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), 'dicee-firefox-'));
    writeFileSync(join(profile, 'user.js'), 'user_pref("marionette.port", 0);\n');
    const process = spawn(path, ['--headless', '--marionette', '--no-remote', '--profile', profile], { stdio: 'ignore' });
    const port = await portOf(profile);
    const socket = connect(port, '127.0.0.1');
    const firefox = new Firefox(process, profile, socket);
    await firefox.#send('WebDriver:NewSession', {});
    await firefox.#send('WebDriver:SetTimeouts', { implicit: PATIENCE, pageLoad: PATIENCE, script: PATIENCE });
    await firefox.#send('WebDriver:SetWindowRect', { width, height });
    return firefox;
  }

  async open(url: string): Promise<void> {
    await this.#send('WebDriver:Navigate', { url });
  }

  /** Waits for an element; `xpath` finds by text. */
  async find(value: string, using: 'css selector' | 'xpath' = 'css selector'): Promise<string> {
    const { value: found } = (await this.#send('WebDriver:FindElement', { using, value })) as {
      value: Record<typeof ELEMENT, string>;
    };
    return found[ELEMENT];
  }

  /** Waits for an element and clicks it, as a person does: where it is covered, this fails. */
  async click(selector: string): Promise<void> {
    await this.#send('WebDriver:ElementClick', { id: await this.find(selector) });
  }

  /** The texts of all elements that are there now. */
  async texts(selector: string): Promise<string[]> {
    const script = 'return [...document.querySelectorAll(arguments[0])].map((found) => found.textContent.trim())';
    const { value } = (await this.#send('WebDriver:ExecuteScript', { script, args: [selector] })) as { value: string[] };
    return value;
  }

  close(): void {
    this.#socket.destroy();
    this.#process.once('exit', () => rmSync(this.#profile, { recursive: true, force: true }));
    this.#process.kill();
  }

  #send(command: string, parameters: object): Promise<unknown> {
    const id = ++this.#lastId;
    const message = JSON.stringify([0, id, command, parameters]);
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    });
  }

  /** Takes whole messages off what has come so far. */
  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      const end = colon + 1 + Number(this.#received.subarray(0, Math.max(colon, 0)).toString());
      if (colon < 0 || this.#received.length < end) return;
      const message: unknown = JSON.parse(this.#received.subarray(colon + 1, end).toString());
      this.#received = this.#received.subarray(end);
      // The greeting is no list; what follows are answers: 1, the id, an error, a result.
      if (Array.isArray(message)) this.#answer(message[1] as number, message[2] as Error | null, message[3]);
    }
  }

  #answer(id: number, error: { message: string } | null, result: unknown): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (error) pending?.reject(new Error(error.message));
    else pending?.resolve(result);
  }

  #fail(why: string): void {
    for (const { reject } of this.#pending.values()) reject(new Error(why));
    this.#pending.clear();
  }
}

/** Firefox writes the port into its profile once it listens. */
async function portOf(profile: string): Promise<number> {
  for (const started = Date.now(); Date.now() - started < PATIENCE; await pause(50)) {
    try {
      const port = Number(readFileSync(join(profile, 'MarionetteActivePort'), 'utf8'));
      if (port > 0) return port;
    } catch {
      // Not yet.
    }
  }
  throw new Error('Firefox did not start');
}
