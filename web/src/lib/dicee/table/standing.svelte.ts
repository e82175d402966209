/** How everybody stands: what each card promises, what luck has brought, and who will probably win. */
import type { GameRecordData } from '@dicee/coach';
import type { WinForecast } from '@dicee/forecast';
import type { DiceeView } from '@dicee/table';
import { started } from '$lib/shell/stopwatch';
import type { EngineClient } from '../../wasm/engine/client';
import type { Prospect } from '../../wasm/engine/protocol';
import { rulesOf } from '../moment';
import { winForecast } from '../win-chances';

type Scorecard = DiceeView['players'][number]['scorecard'];

/** What a seat's player rolled and did in finished turns; null where nobody knows. */
export type RecordOf = (seat: number) => Promise<GameRecordData | null>;

export class Standing {
  readonly #engine: EngineClient;
  readonly #recordOf: RecordOf;
  /** What every player's card promises, in seat order. */
  prospects = $state.raw<readonly (Prospect | null)[]>([]);
  /** The cards that promised it. */
  #cards: readonly Scorecard[] = [];
  /** What each player's finished turns gave away; null where that is not known. */
  #losses = $state.raw<readonly (number | null)[]>([]);
  /** Everybody's chance to win, in seat order; null alone, and until the game is solved. */
  forecast = $state.raw<WinForecast | null>(null);
  #asked = 0;

  constructor(engine: EngineClient, recordOf: RecordOf = () => Promise.resolve(null)) {
    this.#engine = engine;
    this.#recordOf = recordOf;
  }

  /** What perfect play expects of a whole game; null until the game is solved. */
  readonly optimum = $derived.by(() => this.prospects.find((prospect) => prospect !== null)?.optimum ?? null);

  /** Points on a card and what is to come: of the card before, until what is to come is known anew. */
  expected(seat: number, card: Scorecard): number | null {
    const toCome = this.prospects[seat]?.toCome ?? null;
    if (toCome === null) return null;
    const known = this.#cards[seat];
    const points = known && known.turnsCompleted !== card.turnsCompleted ? known.grandTotal : card.grandTotal;
    return points + toCome;
  }

  /** Looks at everybody's card. Only the answer to the latest question counts. */
  async update(view: DiceeView): Promise<void> {
    const question = ++this.#asked;
    const rules = rulesOf(view);
    const prospects = await Promise.all(
      view.players.map(({ scorecard }) => this.#engine.prospect(scorecard, rules).catch(() => null)),
    );
    if (question !== this.#asked) return;
    this.#cards = view.players.map(({ scorecard }) => scorecard);
    this.prospects = prospects;
    // Without a solved game there is nothing to compare with.
    if (this.optimum === null) return;
    await this.#foresee(view, question);
    const losses = await Promise.all(view.players.map(({ bot }, seat) => (bot ? null : this.#lossOf(seat, view))));
    if (question === this.#asked) this.#losses = losses;
  }

  /**
   * The sum of luck so far: where the player would stand with these dice and no mistake, less what perfect play expected
   * before the first roll. `expected` is the expected finish now, `turnLoss` what this turn has given away.
   */
  luck(seat: number, expected: number | null, turnLoss: number): number | null {
    const loss = this.#losses[seat] ?? null;
    if (expected === null || loss === null || this.optimum === null) return null;
    return expected + loss + turnLoss - this.optimum;
  }

  async #foresee(view: DiceeView, question: number): Promise<void> {
    if (view.players.length < 2) return;
    started('move to win chances');
    const forecast = await winForecast(this.#engine, view).catch(() => null);
    if (question === this.#asked) this.forecast = forecast;
  }

  async #lossOf(seat: number, view: DiceeView): Promise<number | null> {
    if ((view.players[seat]?.scorecard.turnsCompleted ?? 0) === 0) return 0;
    try {
      const record = await this.#recordOf(seat);
      if (!record) return null;
      return (await this.#engine.report({ record }, rulesOf(view))).totals.loss;
    } catch {
      return null;
    }
  }
}
