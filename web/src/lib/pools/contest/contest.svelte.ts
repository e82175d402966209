/** The contest sheet: two sides, who wins how often, and every pool against every other. */
import type { MatrixAnswer } from '@dicee/pool-contests';
import type { PoolsClient } from '$lib/wasm/pools/client';
import { diceOf } from '../dice';
import type { LabLink } from '../link';
import type { Presets } from '../presets/presets.svelte';
import { OddsSheet } from '../sheet.svelte';

interface Fields {
  initiator: string;
  defender: string;
}

export class ContestSheet extends OddsSheet<'contest', Fields> implements Fields {
  initiator = $state('6');
  defender = $state('4');
  matrix = $state.raw<MatrixAnswer | null>(null);
  /** A sum against a count: what is compared is no longer the same. */
  mixed = $state(false);
  /** The system that the matrix was asked about. */
  #matrixBy: Presets['system'] | null = null;

  constructor(client: PoolsClient, presets: Presets) {
    super('contest', client, presets);
  }

  protected override get request() {
    return { ...this.rules, initiator: diceOf(this.initiator), defender: diceOf(this.defender) };
  }

  override async refresh(): Promise<void> {
    await Promise.all([super.refresh(), this.#compareUnits(), this.#countMatrix()]);
  }

  /** Every pool from 1 to 12 dice against every other, counted once for each system that is played by. */
  async #countMatrix(): Promise<void> {
    const { system } = this.presets;
    if (system === this.#matrixBy) return;
    this.#matrixBy = system;
    const matrix = await this.client.call('matrix', { dice: 12, system }).catch(() => null);
    if (system === this.#matrixBy) this.matrix = matrix;
  }

  readonly link = $derived.by(() => this.linkTo([this.initiator, this.defender], {}));

  take({ expressions: [initiator = this.initiator, defender = this.defender] }: LabLink): Promise<void> {
    return this.set({ initiator, defender });
  }

  async #compareUnits(): Promise<void> {
    const sides = [this.initiator, this.defender];
    const units = await Promise.all(sides.map((side) => this.#countsSuccesses(side)));
    if (sides[0] === this.initiator && sides[1] === this.defender) {
      this.mixed = units.includes(true) && units.includes(false);
    }
  }

  /** Null for what cannot be read. */
  async #countsSuccesses(side: string): Promise<boolean | null> {
    const dice = diceOf(side);
    if (typeof dice === 'number') return true;
    const parsed = await this.client.call('parse', dice, this.presets.aliases);
    return 'column' in parsed ? null : parsed.counts_successes;
  }
}
