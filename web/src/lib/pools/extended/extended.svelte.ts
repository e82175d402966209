/** The extended check sheet: the odds round by round, and a check under way. */
import type { ExtendedAnswer, SessionCheck } from '@dicee/pools';
import type { PoolsClient } from '$lib/wasm/pools/client';
import { diceOf } from '../dice';
import type { LabLink } from '../link';
import type { RollLog } from '../log/roll-log.svelte';
import type { Presets } from '../presets/presets.svelte';
import { Aside, EXACT, Question, QUICK } from '../question.svelte';

/** What the check on this screen is called in the session. */
const CHECK = 'extended check';

export class ExtendedSheet {
  pool = $state('6');
  target = $state(10);
  rounds = $state(5);
  readonly odds = new Question<ExtendedAnswer>();

  readonly #client: PoolsClient;
  readonly #presets: Presets;
  readonly #log: RollLog;

  constructor(client: PoolsClient, presets: Presets, log: RollLog) {
    this.#client = client;
    this.#presets = presets;
    this.#log = log;
  }

  /** The check that was started last here, under way or over. */
  readonly check = $derived.by(
    (): SessionCheck | null => this.#log.view?.checks.find(({ check }) => check === CHECK) ?? null,
  );
  readonly underWay = $derived(this.check?.status === 'in_progress');

  async set(change: { pool?: string; target?: number; rounds?: number }): Promise<void> {
    if (change.pool !== undefined) this.pool = change.pool;
    if (change.target !== undefined) this.target = change.target;
    if (change.rounds !== undefined) this.rounds = change.rounds;
    await this.refresh();
  }

  async refresh(): Promise<void> {
    const request = {
      pool: diceOf(this.pool),
      target: this.target,
      rounds: this.rounds,
      aliases: this.#presets.aliases,
      system: this.#presets.system,
    };
    await this.odds.ask(async () => {
      const exact = await this.#client.call('cost', 'extended', request);
      const asked = exact > EXACT ? { ...request, decimals: true } : request;
      if (exact <= QUICK) return this.#client.call('extended', asked);
      return new Aside(this.#client.callAside('extended', asked), exact);
    });
  }

  /** Starts a check on these terms, or rolls the next round of the one under way. */
  async roll(): Promise<boolean> {
    if (!this.underWay) {
      const dice = await this.#presets.notation(this.pool);
      const [check, target, rounds] = [CHECK, this.target, this.rounds];
      if (!(await this.#log.send({ type: 'START_CHECK', check, dice, target, rounds }))) return false;
    }
    return this.#log.send({ type: 'ROLL_ROUND', check: CHECK });
  }

  abandon(): Promise<boolean> {
    return this.#log.send({ type: 'ABANDON_CHECK', check: CHECK });
  }

  async take(link: LabLink): Promise<void> {
    const { target, rounds } = link.numbers;
    if (link.expressions[0] !== undefined) this.pool = link.expressions[0];
    if (target !== undefined) this.target = target;
    if (rounds !== undefined) this.rounds = rounds;
    await this.refresh();
  }

  readonly link = $derived.by(
    (): LabLink => ({
      expressions: [this.pool],
      dc: null,
      system: Object.keys(this.#presets.system).length > 0 ? this.#presets.system : null,
      aliases: this.#presets.aliases,
      numbers: { target: this.target, rounds: this.rounds },
    }),
  );
}
