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

  close(): void {
    this.client.close();
  }
}

export const [getPools, setPools] = createContext<PoolsApp>();
