/** What the sheets of the lab share: made once by their layout, kept while one goes from sheet to sheet. */
import { createContext } from 'svelte';
import { PoolsClient } from '$lib/wasm/pools/client';
import { AttackSheet } from './attack/attack.svelte';
import { ContestSheet } from './contest/contest.svelte';
import { ExtendedSheet } from './extended/extended.svelte';
import { RollLog } from './log/roll-log.svelte';
import { Lab } from './odds/lab.svelte';
import type { Shelf } from './presets/preset-file';
import { Presets } from './presets/presets.svelte';
import { differences } from './presets/systems';
import { Roller } from './session/roller.svelte';

export class PoolsApp {
  readonly client: PoolsClient;
  readonly presets: Presets;
  readonly log: RollLog;
  /** Who rolls, and what for. */
  readonly roller = new Roller();
  readonly lab: Lab;
  readonly contest: ContestSheet;
  readonly extended: ExtendedSheet;
  readonly attack: AttackSheet;
  /** Which sheet over the page is open. */
  open = $state<'log' | 'share' | 'presets' | 'session' | null>(null);

  constructor(shelf: Shelf | null, client = new PoolsClient()) {
    this.client = client;
    this.presets = new Presets(client, shelf);
    this.log = new RollLog(client, shelf);
    this.lab = new Lab(client, this.presets);
    this.contest = new ContestSheet(client, this.presets);
    this.extended = new ExtendedSheet(client, this.presets, this.log, this.roller);
    this.attack = new AttackSheet(client, this.presets);
  }

  /** Loads what this device has kept, and starts the worker. */
  async start(): Promise<void> {
    this.presets.load();
    await this.log.open();
  }

  /** Asks everything again, as after other rules. */
  async refresh(): Promise<void> {
    await this.log.playBy(this.presets.system, this.presets.aliases);
    await Promise.all([this.lab.refreshAll(), this.contest.refresh(), this.extended.refresh(), this.attack.refresh()]);
  }

  /** Reads the file of a session, and goes on by its system and its names. Says whether it could be read. */
  async importSession(text: string): Promise<boolean> {
    if (!(await this.log.importText(text)) || !this.log.view) return false;
    const { system, aliases } = this.log.view;
    await this.presets.setSystem(differences(system, await this.client.call('system', {})));
    for (const [name, expression] of Object.entries(aliases)) await this.presets.setAlias(name, expression);
    await this.refresh();
    return true;
  }

  close(): void {
    this.client.close();
  }
}

export const [getPools, setPools] = createContext<PoolsApp>();
