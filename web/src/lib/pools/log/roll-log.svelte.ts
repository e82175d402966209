/** The log of rolls on this device: a session of the pools module, kept between visits. */
import type { SessionCommand, SessionView } from '@dicee/pool-session';
import { POOLS_SESSION } from '$lib/people/device-data';
import type { PoolsClient } from '$lib/wasm/pools/client';
import type { Shelf } from '../presets/preset-file';
import type { Differences } from '../presets/systems';

export class RollLog {
  view = $state.raw<SessionView | null>(null);
  /** What was wrong with the last command. */
  fault = $state.raw<string | null>(null);
  /** Only rolls whose label starts like this are shown. */
  filter = $state('');

  readonly #client: PoolsClient;
  readonly #shelf: Shelf | null;

  constructor(client: PoolsClient, shelf: Shelf | null) {
    this.#client = client;
    this.#shelf = shelf;
  }

  readonly rolls = $derived([...(this.view?.log ?? [])].reverse());
  readonly count = $derived(this.view?.log.length ?? 0);

  /** Takes up what this device has kept. A damaged session is put aside, never silently. */
  async open(): Promise<void> {
    const saved = this.#shelf?.getItem(POOLS_SESSION) ?? null;
    try {
      this.view = await this.#client.call('openSession', saved);
    } catch (thrown) {
      this.fault = `The saved rolls could not be read: ${messageOf(thrown)}`;
      this.view = await this.#client.call('openSession', null);
    }
  }

  /** Carries a command out; says whether that worked. */
  async send(command: SessionCommand): Promise<boolean> {
    try {
      this.view = await this.#client.call('send', command);
    } catch (thrown) {
      this.fault = messageOf(thrown);
      return false;
    }
    this.fault = null;
    if (this.filter !== '') await this.setFilter(this.filter);
    await this.#keep();
    return true;
  }

  /** Rolls by this system and these names from now on, where they are others: the file goes on with them elsewhere. */
  async playBy(system: Differences, names: Readonly<Record<string, string>>): Promise<void> {
    const whole = await this.#client.call('system', system);
    if (JSON.stringify(whole) !== JSON.stringify(this.view?.system)) {
      await this.send({ type: 'SET_SYSTEM', system: whole });
    }
    for (const [name, expression] of Object.entries(names)) {
      const parsed = await this.#client.call('parse', expression, names);
      // What is rolled has its names written out: one that a session cannot take keeps nobody from rolling.
      if ('column' in parsed || this.view?.aliases[name] === parsed.written_out) continue;
      if (!(await this.send({ type: 'DEFINE', name, expression: parsed.written_out }))) this.fault = null;
    }
  }

  async setFilter(prefix: string): Promise<void> {
    this.filter = prefix;
    this.view = await this.#client.call('look', prefix === '' ? null : prefix, 100);
  }

  /** The session as a file that `dicee session` reads. */
  exportText(): Promise<string> {
    return this.#client.call('saveSession');
  }

  async importText(text: string): Promise<boolean> {
    try {
      this.view = await this.#client.call('openSession', text);
    } catch (thrown) {
      this.fault = messageOf(thrown);
      return false;
    }
    this.fault = null;
    await this.#keep();
    return true;
  }

  async #keep(): Promise<void> {
    try {
      this.#shelf?.setItem(POOLS_SESSION, await this.exportText());
    } catch {
      this.fault = 'This device has no room left for the log; export it to keep it.';
    }
  }
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
