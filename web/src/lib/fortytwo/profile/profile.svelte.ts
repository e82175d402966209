/** How the player of this device plays Forty-Two: judges the hands that were not judged yet, one after the other. */
import type { FortyTwoInsights, FortyTwoMistake } from '@dicee/fortytwo-coach';
import type { HandsResponse } from '@dicee/types';
import type { FortyTwoCoach } from '$lib/wasm/fortytwo-coach/client';
import { type HandStore, MOST_HANDS, type StoredHand } from './hand-store';

interface Parts {
  store: HandStore;
  coach: Pick<FortyTwoCoach, 'judgeHand' | 'profile' | 'close'>;
  player: () => string;
  /** The hands of live tables; null where they do not count together with those of this device. */
  online?: () => Promise<Pick<HandsResponse, 'hands' | 'waiting'> | null>;
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
  /** The hands of live tables, and how many games of them are not judged yet. */
  online = $state.raw<Pick<HandsResponse, 'hands' | 'waiting'> | null>(null);
  onlineProblem = $state('');

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
      const online = this.#readOnline();
      // Where there are hands here, nobody waits for a server.
      if (hands.length === 0) await online;
      this.read = true;
      if (this.done > 0) await this.#fold(hands);
      await online;
      if (this.online) await this.#fold(hands);
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

  async #readOnline(): Promise<void> {
    try {
      this.online = (await this.#parts.online?.()) ?? null;
    } catch (thrown) {
      this.onlineProblem = thrown instanceof Error ? thrown.message : String(thrown);
    }
  }

  /** In the order in which they were decided, wherever that was: the last that a profile counts. */
  async #fold(hands: readonly StoredHand[]): Promise<void> {
    const here = hands.flatMap(({ id, finished, judged: hand }) => (hand ? [{ game: id, finished, hand }] : []));
    const there = (this.online?.hands ?? []).map(({ gameId, finishedAt, hand }) => ({ game: gameId, finished: finishedAt, hand }));
    const all = [...here, ...there].sort((one, other) => one.finished - other.finished).slice(-MOST_HANDS);
    if (all.length === 0) return;
    const insights = await this.#parts.coach.profile(all.map(({ game, hand }) => ({ game, hand })));
    if (!this.#ended) this.insights = insights;
  }
}
