/** The contest sheet: two sides, who wins how often, and every pool against every other. */
import type { ContestAnswer, ContestRequest, MatrixAnswer } from '@dicee/pools';
import type { PoolsClient } from '$lib/wasm/pools/client';
import type { LabLink } from '../link';
import type { Presets } from '../presets/presets.svelte';
import { Aside, EXACT, Question, QUICK } from '../question.svelte';
import { diceOf } from '../dice';

export class ContestSheet {
  initiator = $state('6');
  defender = $state('4');
  readonly odds = new Question<ContestAnswer>();
  matrix = $state.raw<MatrixAnswer | null>(null);

  readonly #client: PoolsClient;
  readonly #presets: Presets;

  constructor(client: PoolsClient, presets: Presets) {
    this.#client = client;
    this.#presets = presets;
  }

  get request(): ContestRequest {
    return {
      initiator: diceOf(this.initiator),
      defender: diceOf(this.defender),
      aliases: this.#presets.aliases,
      system: this.#presets.system,
    };
  }

  async set(side: 'initiator' | 'defender', dice: string): Promise<void> {
    this[side] = dice;
    await this.refresh();
  }

  async refresh(): Promise<void> {
    const request = this.request;
    await this.odds.ask(async () => {
      const exact = await this.#client.call('cost', 'contest', request);
      const asked = exact > EXACT ? { ...request, decimals: true } : request;
      if (exact <= QUICK) return this.#client.call('contest', asked);
      return new Aside(this.#client.callAside('contest', asked), exact);
    });
  }

  /** Every pool from 1 to 12 dice against every other. */
  async loadMatrix(): Promise<void> {
    try {
      this.matrix = await this.#client.call('matrix', { dice: 12, system: this.#presets.system });
    } catch {
      this.matrix = null;
    }
  }

  async take(link: LabLink): Promise<void> {
    const [initiator, defender] = link.expressions;
    if (initiator !== undefined) this.initiator = initiator;
    if (defender !== undefined) this.defender = defender;
    await this.refresh();
  }

  readonly link = $derived.by(
    (): LabLink => ({
      expressions: [this.initiator, this.defender],
      dc: null,
      system: Object.keys(this.#presets.system).length > 0 ? this.#presets.system : null,
      aliases: this.#presets.aliases,
      numbers: {},
    }),
  );
}
