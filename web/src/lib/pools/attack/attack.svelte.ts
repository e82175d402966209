/** The attack sheet: the quality of the hit, and the damage that gets past armour. */
import type { AttackAnswer } from '@dicee/pools';
import type { PoolsClient } from '$lib/wasm/pools/client';
import { diceOf } from '../dice';
import type { LabLink } from '../link';
import type { Presets } from '../presets/presets.svelte';
import { Aside, EXACT, Question, QUICK } from '../question.svelte';

export class AttackSheet {
  pool = $state('7');
  damage = $state(3);
  armour = $state(0);
  readonly odds = new Question<AttackAnswer>();

  readonly #client: PoolsClient;
  readonly #presets: Presets;

  constructor(client: PoolsClient, presets: Presets) {
    this.#client = client;
    this.#presets = presets;
  }

  async set(change: { pool?: string; damage?: number; armour?: number }): Promise<void> {
    if (change.pool !== undefined) this.pool = change.pool;
    if (change.damage !== undefined) this.damage = change.damage;
    if (change.armour !== undefined) this.armour = change.armour;
    await this.refresh();
  }

  async refresh(): Promise<void> {
    const request = {
      pool: diceOf(this.pool),
      damage: this.damage,
      armour: this.armour,
      aliases: this.#presets.aliases,
      system: this.#presets.system,
    };
    await this.odds.ask(async () => {
      const exact = await this.#client.call('cost', 'attack', request);
      const asked = exact > EXACT ? { ...request, decimals: true } : request;
      if (exact <= QUICK) return this.#client.call('attack', asked);
      return new Aside(this.#client.callAside('attack', asked), exact);
    });
  }

  async take(link: LabLink): Promise<void> {
    const { damage, armour } = link.numbers;
    if (link.expressions[0] !== undefined) this.pool = link.expressions[0];
    if (damage !== undefined) this.damage = damage;
    if (armour !== undefined) this.armour = armour;
    await this.refresh();
  }

  readonly link = $derived.by(
    (): LabLink => ({
      expressions: [this.pool],
      dc: null,
      system: Object.keys(this.#presets.system).length > 0 ? this.#presets.system : null,
      aliases: this.#presets.aliases,
      numbers: { damage: this.damage, armour: this.armour },
    }),
  );
}
