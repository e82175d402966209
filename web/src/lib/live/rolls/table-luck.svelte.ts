/** The luck of the evening at a roll table: asked for while somebody looks at it, and again behind every open roll. */
import type { RollTableReport } from '@dicee/types';
import { nightLine } from '../../pools/wording';
import { LiveError } from '../api';
import type { RollTable } from './roll-table.svelte';

/** Milliseconds between two questions: the server answers thirty a minute. */
const APART = 2_500;

export interface LuckLine {
  readonly who: string;
  readonly words: string;
}

export class TableLuck {
  readonly #table: RollTable;
  readonly #ask: () => Promise<RollTableReport | null>;
  readonly #wait: (milliseconds: number) => Promise<void>;

  /** Somebody looks at it. */
  open = $state(false);
  report = $state.raw<RollTableReport | null>(null);
  fault = $state('');
  /** What was shown when it was asked for. */
  #asked = -1;
  #asking = false;

  constructor(
    table: RollTable,
    ask: () => Promise<RollTableReport | null>,
    wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
  ) {
    this.#table = table;
    this.#ask = ask;
    this.#wait = wait;
  }

  /** What everybody can see: the luck is another as soon as this is. */
  readonly shown = $derived.by(() => {
    const { rolled } = this.#table.state.view;
    return rolled - this.#table.rolls.filter(({ hidden }) => hidden).length;
  });

  /** Everybody together, then each by name. */
  readonly lines = $derived.by((): readonly LuckLine[] => {
    const { report } = this;
    if (!report?.luck) return [];
    const own = report.seats.map((one) => ({ who: this.#table.nameOf(one.seat), words: nightLine(one.luck) }));
    return [{ who: 'Everybody', words: nightLine(report.luck) }, ...own];
  });

  /** Asks if there is something new, at most every few seconds. */
  async refresh(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    while (this.open && this.#asked !== this.shown) {
      const shown = this.shown;
      await this.#look();
      this.#asked = shown;
      await this.#wait(APART);
    }
    this.#asking = false;
  }

  async #look(): Promise<void> {
    try {
      this.report = await this.#ask();
      this.fault = '';
    } catch (thrown) {
      this.fault = thrown instanceof LiveError ? thrown.message : String(thrown);
    }
  }
}
