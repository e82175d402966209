/** The extended check sheet: the odds round by round, and a check under way. */
import type { SessionCheck } from '@dicee/pools';
import type { PoolsClient } from '$lib/wasm/pools/client';
import { diceOf } from '../dice';
import type { LabLink } from '../link';
import type { RollLog } from '../log/roll-log.svelte';
import type { Presets } from '../presets/presets.svelte';
import { OddsSheet } from '../sheet.svelte';

/** What the check on this screen is called in the session. */
const CHECK = 'extended check';

interface Fields {
  pool: string;
  target: number;
  rounds: number;
}

export class ExtendedSheet extends OddsSheet<'extended', Fields> implements Fields {
  pool = $state('6');
  target = $state(10);
  rounds = $state(5);

  readonly #log: RollLog;

  constructor(client: PoolsClient, presets: Presets, log: RollLog) {
    super('extended', client, presets);
    this.#log = log;
  }

  /** The check that was started last here, under way or over. */
  readonly check = $derived.by(
    (): SessionCheck | null => this.#log.view?.checks.find(({ check }) => check === CHECK) ?? null,
  );
  readonly underWay = $derived(this.check?.status === 'in_progress');

  protected override get request() {
    return { ...this.rules, pool: diceOf(this.pool), target: this.target, rounds: this.rounds };
  }

  /** Starts a check on these terms, or rolls the next round of the one under way. */
  async roll(): Promise<boolean> {
    if (!this.underWay) {
      const dice = await this.presets.notation(this.pool);
      const [check, target, rounds] = [CHECK, this.target, this.rounds];
      if (!(await this.#log.send({ type: 'START_CHECK', check, dice, target, rounds }))) return false;
    }
    return this.#log.send({ type: 'ROLL_ROUND', check: CHECK });
  }

  abandon(): Promise<boolean> {
    return this.#log.send({ type: 'ABANDON_CHECK', check: CHECK });
  }

  readonly link = $derived.by(() => this.linkTo([this.pool], { target: this.target, rounds: this.rounds }));

  take({ expressions: [pool = this.pool], numbers }: LabLink): Promise<void> {
    const { target = this.target, rounds = this.rounds } = numbers;
    return this.set({ pool, target, rounds });
  }
}
