/** The extended check sheet: the odds round by round, and a check under way. */
import type { SessionCheck } from '@dicee/pool-session';
import type { PoolsClient } from '$lib/wasm/pools/client';
import { diceOf } from '../dice';
import type { LabLink } from '../link';
import type { RollLog } from '../log/roll-log.svelte';
import type { Presets } from '../presets/presets.svelte';
import type { Roller } from '../session/roller.svelte';
import { OddsSheet } from '../sheet.svelte';

/** What a check is called in the session that was given no other name. */
const UNNAMED = 'extended check';

interface Fields {
  pool: string;
  target: number;
  rounds: number;
}

export class ExtendedSheet extends OddsSheet<'extended', Fields> implements Fields {
  pool = $state('6');
  target = $state(10);
  rounds = $state(5);

  /** The name of the check on this screen. */
  name = $state(UNNAMED);

  readonly #log: RollLog;
  readonly #roller: Roller;

  constructor(client: PoolsClient, presets: Presets, log: RollLog, roller: Roller) {
    super('extended', client, presets);
    this.#log = log;
    this.#roller = roller;
  }

  /** The check of this name that was started last, under way or over. */
  readonly check = $derived.by(
    (): SessionCheck | null => this.#log.view?.checks.find(({ check }) => check === this.#called) ?? null,
  );
  /** All checks that go on, by name. */
  readonly going = $derived.by((): string[] =>
    (this.#log.view?.checks ?? []).filter(({ status }) => status === 'in_progress').map(({ check }) => check),
  );
  readonly underWay = $derived(this.check?.status === 'in_progress');

  protected override get request() {
    return { ...this.rules, pool: diceOf(this.pool), target: this.target, rounds: this.rounds };
  }

  /** Starts a check on these terms, or rolls the next round of the one under way. */
  async roll(): Promise<boolean> {
    if (!this.underWay) {
      const dice = await this.presets.notation(this.pool);
      const [check, target, rounds] = [this.#called, this.target, this.rounds];
      const start = this.#roller.about({ type: 'START_CHECK', check, dice, target, rounds });
      if (!(await this.#log.send(start))) return false;
    }
    return this.#log.send({ type: 'ROLL_ROUND', check: this.#called });
  }

  abandon(): Promise<boolean> {
    return this.#log.send({ type: 'ABANDON_CHECK', check: this.#called });
  }

  get #called(): string {
    return this.name.trim() || UNNAMED;
  }

  readonly link = $derived.by(() => this.linkTo([this.pool], { target: this.target, rounds: this.rounds }));

  take({ expressions: [pool = this.pool], numbers }: LabLink): Promise<void> {
    const { target = this.target, rounds = this.rounds } = numbers;
    return this.set({ pool, target, rounds });
  }
}
