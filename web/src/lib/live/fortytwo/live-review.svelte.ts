/**
 * The review of a finished live game, which everybody at the table can look at together: where the host looks, the others
 * look, until they go their own way.
 */
import type { HistoryEntry } from '@dicee/fortytwo';
import { untrack } from 'svelte';
import { Review } from '../../fortytwo/review/review.svelte';
import type { OpenFortyTwo } from '$lib/wasm/fortytwo/client';
import type { LiveRoom } from '../room.svelte';

/** The finished game, opened on this device. */
export interface FinishedGame {
  game: OpenFortyTwo;
  history: readonly HistoryEntry[];
  /** For each event of the game, the version of the table after it: a table counts who sat down as well. */
  versions: readonly number[];
}

export interface LiveReviewParts {
  room: LiveRoom;
  read: () => Promise<FinishedGame>;
  /** Everybody by seat. */
  names: () => readonly string[];
}

export class LiveReview {
  readonly #room: LiveRoom;
  readonly #read: () => Promise<FinishedGame>;
  readonly #names: () => readonly string[];
  #finished: FinishedGame | null = null;
  /** The opening that is under way; another one, or null, once it was closed meanwhile. */
  #opening: object | null = null;
  #ended = false;

  review = $state.raw<Review | null>(null);
  opening = $state(false);
  problem = $state('');
  /** Whether this page goes where the host goes. */
  following = $state(true);

  constructor({ room, read, names }: LiveReviewParts) {
    this.#room = room;
    this.#read = read;
    this.#names = names;
  }

  /** Who leads the review, for those who can follow; null before the host has looked back. */
  readonly leader = $derived.by((): string | null => {
    const { cursor, isHost, seats } = this.#room;
    if (!cursor || isHost) return null;
    return seats.find(({ playerId }) => playerId === cursor.playerId)?.name ?? 'The host';
  });

  /** Opens the review: where the host looks, or at the last hand. */
  async open(): Promise<void> {
    if (this.opening || this.review) return;
    this.opening = true;
    this.problem = '';
    const opening = (this.#opening = {});
    try {
      const finished = this.#finished ?? (await this.#read());
      if (this.#ended) return finished.game.close();
      this.#finished = finished;
      const { game, history } = finished;
      const hands = await game.finished();
      const last = hands.at(-1);
      if (last === undefined) throw new Error('No hand of this game was played to its end.');
      const review = new Review({ game, history, hands, viewer: this.#room.you ?? 0, names: this.#names });
      await review.show(last);
      if (this.#opening === opening) this.review = review;
      else review.stop();
    } catch (thrown) {
      if (this.#opening === opening) this.problem = thrown instanceof Error ? thrown.message : String(thrown);
    } finally {
      this.opening = false;
    }
  }

  close(): void {
    this.#opening = null;
    this.review?.stop();
    this.review = null;
    this.following = true;
  }

  /** Forgets the game, for good. */
  end(): void {
    this.#ended = true;
    this.close();
    this.#finished?.game.close();
    this.#finished = null;
  }

  /** Somebody looks somewhere else than the host. */
  wander(): void {
    if (!this.#room.isHost) this.following = false;
  }

  /** Takes everybody to where the host looks; call it in an effect. */
  lead(): void {
    const { review } = this;
    if (!review || !this.#room.isHost) return;
    const version = this.#finished?.versions[review.version - 1];
    if (version !== undefined && review.reviewed) {
      untrack(() => this.#room.cursor?.version !== version && this.#room.ask({ type: 'cursor', version }));
    }
  }

  /** Goes to where the host looks; call it in an effect. */
  follow(): void {
    const { cursor, isHost } = this.#room;
    const { review, following } = this;
    if (!cursor || isHost || !review || !following) return;
    const events = this.#finished?.versions.findLastIndex((version) => version <= cursor.version) ?? -1;
    untrack(() => void review.goTo(events + 1));
  }
}
