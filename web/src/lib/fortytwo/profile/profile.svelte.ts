/** How the player of this device plays Forty-Two: judges the hands that were not judged yet, one after the other. */
import type { FortyTwoInsights, FortyTwoMistake } from '@dicee/fortytwo-coach';
import type { FortyTwoCoach } from '$lib/wasm/fortytwo-coach/client';
import type { HandStore, StoredHand } from './hand-store';

interface Parts {
  store: HandStore;
  coach: Pick<FortyTwoCoach, 'judgeHand' | 'profile' | 'close'>;
  player: () => string;
}

export class FortyTwoProfile {
  readonly #parts: Parts;
  #ended = false;

  /** Null until the hands were read. */
  insights = $state.raw<FortyTwoInsights | null>(null);
  /** Whether the hands of this device were read: without any there are no insights. */
  read = $state(false);
  /** Hands that are judged, and that are to be. */
  done = $state(0);
  total = $state(0);
  /** Hands that say nothing: seen before, or taken back. */
  practice = $state(0);
  problem = $state('');

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Judges what is new; what was judged before is shown at once. */
  async start(): Promise<void> {
    try {
      const own = await this.#own();
      const hands = own.filter(({ practice }) => !practice);
      this.practice = own.length - hands.length;
      this.total = hands.length;
      this.done = hands.filter(({ judged }) => judged).length;
      this.read = true;
      if (this.done > 0) await this.#fold(hands);
      for (const [place, hand] of hands.entries()) {
        if (hand.judged || !hand.record) continue;
        const judged = { ...hand, judged: await this.#parts.coach.judgeHand(hand.record, hand.seat, hand.aided) };
        if (this.#ended) return;
        hands[place] = judged;
        await this.#parts.store.save(judged).catch(() => undefined);
        this.done += 1;
        await this.#fold(hands);
      }
    } catch (thrown) {
      if (!this.#ended) this.problem = thrown instanceof Error ? thrown.message : String(thrown);
    }
  }

  /** Nobody looks any more; what is being judged is judged another time. */
  end(): void {
    this.#ended = true;
    this.#parts.coach.close();
  }

  /** The positions of a kind of mistake, dearest first. */
  positions(kind: string): readonly FortyTwoMistake[] {
    return (this.insights?.mistakes ?? []).filter((mistake) => mistake.kind === kind).toSorted((a, b) => b.loss - a.loss);
  }

  async #own(): Promise<StoredHand[]> {
    const player = this.#parts.player();
    const all = await this.#parts.store.list().catch(() => []);
    return all.filter((hand) => hand.player === player && hand.record);
  }

  async #fold(hands: readonly StoredHand[]): Promise<void> {
    const judged = hands.flatMap(({ id, judged: hand }) => (hand ? [{ game: id, hand }] : []));
    const insights = await this.#parts.coach.profile(judged);
    if (!this.#ended) this.insights = insights;
  }
}
