/** The attack sheet: the quality of the hit, and the damage that gets past armour. */
import type { PoolsClient } from '$lib/wasm/pools/client';
import { diceOf } from '../dice';
import type { LabLink } from '../link';
import type { Presets } from '../presets/presets.svelte';
import { OddsSheet } from '../sheet.svelte';

interface Fields {
  pool: string;
  damage: number;
  armour: number;
}

export class AttackSheet extends OddsSheet<'attack', Fields> implements Fields {
  pool = $state('7');
  damage = $state(3);
  armour = $state(0);

  constructor(client: PoolsClient, presets: Presets) {
    super('attack', client, presets);
  }

  protected override get request() {
    return { ...this.rules, pool: diceOf(this.pool), damage: this.damage, armour: this.armour };
  }

  readonly link = $derived.by(() => this.linkTo([this.pool], { damage: this.damage, armour: this.armour }));

  take({ expressions: [pool = this.pool], numbers }: LabLink): Promise<void> {
    const { damage = this.damage, armour = this.armour } = numbers;
    return this.set({ pool, damage, armour });
  }
}
