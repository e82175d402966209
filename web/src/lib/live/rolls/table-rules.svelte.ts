/** What a roll table agreed on: its system and its names for expressions. The host changes them. */
import type { DiceSystem, RollTableAlias, RollTableCommand } from '@dicee/types';
import { keptPresets, type Shelf } from '../../pools/presets/preset-file';
import type { Differences } from '../../pools/presets/systems';
import { refusalWords } from './roll-words';
import type { RollTable } from './roll-table.svelte';

export class TableRules {
  readonly #table: RollTable;
  readonly #shelf: Shelf | null;
  /** The system as JSON, while it is being typed. */
  text = $state('');
  name = $state('');
  expression = $state('');
  /** Why the last change was refused. */
  fault = $state('');

  constructor(table: RollTable, shelf: Shelf | null) {
    this.#table = table;
    this.#shelf = shelf;
  }

  readonly system = $derived.by<DiceSystem | null>(() => this.#table.state.view.system ?? null);
  readonly names = $derived.by<readonly RollTableAlias[]>(() => this.#table.state.view.aliases ?? []);
  readonly mayChange = $derived.by(() => this.#table.room.isHost && this.#table.room.you !== null);
  /** Whether the lab on this device has rules of its own to bring. */
  readonly hasLab = $derived.by(() => keptPresets(this.#shelf) !== null);

  async useSystem(system: Differences): Promise<void> {
    if (await this.#set({ system: system as DiceSystem })) this.text = '';
  }

  async useText(): Promise<void> {
    let system: unknown;
    try {
      system = JSON.parse(this.text);
    } catch {
      this.fault = 'This is no JSON: a name, a colon and a value each, such as {"sides": 6}.';
      return;
    }
    if (typeof system !== 'object' || system === null || Array.isArray(system)) {
      this.fault = 'Expected an object, such as {"sides": 6}.';
      return;
    }
    await this.useSystem(system as Differences);
  }

  /** Gives an expression a name, or the name another expression. */
  async addName(): Promise<void> {
    const added = { name: this.name.trim().toLowerCase(), expression: this.expression.trim() };
    const known = this.names.some(({ name }) => name === added.name);
    const aliases = known
      ? this.names.map((alias) => (alias.name === added.name ? added : alias))
      : [...this.names, added];
    if (await this.#set({ aliases })) [this.name, this.expression] = ['', ''];
  }

  async removeName(name: string): Promise<void> {
    await this.#set({ aliases: this.names.filter((alias) => alias.name !== name) });
  }

  /** Brings the system and the names of the lab on this device. */
  async takeFromLab(): Promise<void> {
    const kept = keptPresets(this.#shelf);
    if (!kept) return;
    const aliases = Object.entries(kept.aliases).map(([name, expression]) => ({ name, expression }));
    await this.#set({ system: (kept.system ?? {}) as DiceSystem, aliases });
  }

  async #set(change: Omit<Extract<RollTableCommand, { type: 'SET_TABLE' }>, 'type'>): Promise<boolean> {
    const refusal = await this.#table.room.send({ type: 'SET_TABLE', ...change });
    this.fault = refusal ? refusalWords(refusal.message) : '';
    return refusal === null;
  }
}
