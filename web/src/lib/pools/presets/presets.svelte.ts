/** The group's own rules: what differs from the standard system, and names for expressions. */
import type { DiceSystem } from '@dicee/pools';
import type { PoolsClient } from '$lib/wasm/pools/client';
import { WasmError } from '$lib/wasm/rpc';
import { diceOf } from '../dice';
import { keptPresets, type PresetFile, PRESETS_KEY, readPresets, type Shelf, writePresets } from './preset-file';
import type { Differences } from './systems';

export class Presets {
  /** What differs from the standard; empty for the standard itself. */
  system = $state.raw<Differences>({});
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
  get link(): { system: Differences | null; aliases: Record<string, string> } {
    return { system: Object.keys(this.system).length > 0 ? this.system : null, aliases: this.aliases };
  }

  /** Takes what this device has kept. Damaged entries are forgotten. */
  load(): void {
    const kept = keptPresets(this.#shelf);
    if (kept) {
      this.system = kept.system ?? {};
      this.aliases = kept.aliases;
    } else this.#shelf?.removeItem(PRESETS_KEY);
  }

  /**
   * Takes another system if it can be played by; else says what is wrong, in the words of the schema. One that is not to
   * be kept, such as that of a link, lasts as long as the page.
   */
  async setSystem(system: Differences, keep = true): Promise<boolean> {
    try {
      this.whole = await this.#client.call('system', system);
    } catch (thrown) {
      this.fault = thrown instanceof WasmError ? thrown.message : String(thrown);
      return false;
    }
    this.fault = null;
    this.system = system;
    if (keep) this.#keep();
    return true;
  }

  /** Gives an expression a name; nothing takes the name away. */
  async setAlias(name: string, expression: string | null, keep = true): Promise<boolean> {
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
    if (keep) this.#keep();
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

  /** Reads a file: presets of the lab, a `dice-system.json`, or an object of names and expressions, which keeps the system. */
  async importText(text: string): Promise<boolean> {
    let read: PresetFile;
    try {
      read = readPresets(text);
    } catch (thrown) {
      this.fault = thrown instanceof Error ? thrown.message : String(thrown);
      return false;
    }
    if (read.system && !(await this.setSystem(read.system))) return false;
    for (const [name, expression] of Object.entries(read.aliases)) {
      if (!(await this.setAlias(name, expression))) return false;
    }
    return true;
  }

  /** What `importText` reads. */
  exportText(): string {
    return writePresets(this);
  }

  #keep(): void {
    try {
      this.#shelf?.setItem(PRESETS_KEY, this.exportText());
    } catch {
      // A full shelf costs the next visit its presets; this one has them.
    }
  }
}
