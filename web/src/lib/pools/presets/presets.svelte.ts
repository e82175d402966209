/** The group's own rules: what differs from the standard system, and names for expressions. */
import type { DiceSystem } from '@dicee/pools';
import type { PoolsClient } from '$lib/wasm/pools/client';
import { WasmError } from '$lib/wasm/rpc';
import { diceOf } from '../dice';

/** The part of `Storage` that is needed. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'dicee.pools.presets';

export interface PresetFile {
  readonly system: Record<string, unknown>;
  readonly aliases: Record<string, string>;
}

export class Presets {
  /** What differs from the standard; empty for the standard itself. */
  system = $state.raw<Record<string, unknown>>({});
  /** Names for expressions. */
  aliases = $state.raw<Record<string, string>>({});
  /** The whole system, once it has been read. */
  whole = $state.raw<DiceSystem | null>(null);
  /** What is wrong with what was typed last. */
  fault = $state.raw<string | null>(null);

  readonly #client: PoolsClient;
  readonly #shelf: Shelf | null;

  constructor(client: PoolsClient, shelf: Shelf | null) {
    this.#client = client;
    this.#shelf = shelf;
  }

  /** What a link has to say about them. */
  get link(): { system: Record<string, unknown> | null; aliases: Record<string, string> } {
    return { system: Object.keys(this.system).length > 0 ? this.system : null, aliases: this.aliases };
  }

  /** Takes what this device has kept. Damaged entries are forgotten. */
  load(): void {
    const text = this.#shelf?.getItem(KEY) ?? null;
    if (text === null) return;
    try {
      const { system, aliases } = readPresets(text);
      this.system = system;
      this.aliases = aliases;
    } catch {
      this.#shelf?.removeItem(KEY);
    }
  }

  /** Takes another system if it can be played by; else says what is wrong, in the words of the schema. */
  async setSystem(system: Record<string, unknown>): Promise<boolean> {
    try {
      this.whole = await this.#client.call('system', system);
    } catch (thrown) {
      this.fault = thrown instanceof WasmError ? thrown.message : String(thrown);
      return false;
    }
    this.fault = null;
    this.system = system;
    this.#keep();
    return true;
  }

  /** Gives an expression a name; nothing takes the name away. */
  async setAlias(name: string, expression: string | null): Promise<boolean> {
    const others = Object.entries(this.aliases).filter(([known]) => known !== name);
    const aliases = Object.fromEntries(expression === null ? others : [...others, [name, expression]]);
    try {
      await this.#client.call('parse', '1', aliases);
    } catch (thrown) {
      this.fault = thrown instanceof WasmError ? thrown.message : String(thrown);
      return false;
    }
    this.fault = null;
    this.aliases = aliases;
    this.#keep();
    return true;
  }

  /** Dice as an expression, so that every die of a roll is marked with what it counts. */
  async notation(dice: string): Promise<string> {
    const asked = diceOf(dice);
    if (typeof asked === 'string') return asked;
    try {
      return await this.#client.call('notation', asked, this.system);
    } catch {
      return dice;
    }
  }

  /** Reads a file: presets of the lab, a `dice-system.json`, or an object of names and expressions. */
  async importText(text: string): Promise<boolean> {
    let read: PresetFile;
    try {
      read = readPresets(text);
    } catch (thrown) {
      this.fault = thrown instanceof Error ? thrown.message : String(thrown);
      return false;
    }
    if (!(await this.setSystem(read.system))) return false;
    for (const [name, expression] of Object.entries(read.aliases)) {
      if (!(await this.setAlias(name, expression))) return false;
    }
    return true;
  }

  /** What `importText` reads. */
  exportText(): string {
    return `${JSON.stringify({ system: this.system, aliases: this.aliases }, null, 2)}\n`;
  }

  #keep(): void {
    try {
      this.#shelf?.setItem(KEY, JSON.stringify({ system: this.system, aliases: this.aliases }));
    } catch {
      // A full shelf costs the next visit its presets; this one has them.
    }
  }
}

function readPresets(text: string): PresetFile {
  if (text.length > 100_000) throw new Error('expected a file of at most 100 KB');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('expected JSON');
  }
  if (!isObject(value)) throw new Error('expected an object');
  if (isObject(value['system']) || isObject(value['aliases'])) {
    return { system: asObject(value['system']), aliases: texts(value['aliases']) };
  }
  const allTexts = Object.values(value).every((entry) => typeof entry === 'string');
  if (allTexts && !('version' in value) && Object.keys(value).length > 0) {
    return { system: {}, aliases: texts(value) };
  }
  return { system: value, aliases: {} };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function texts(value: unknown): Record<string, string> {
  const entries = Object.entries(asObject(value)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}
