/** Remembers the hands that somebody plays, and what must be known to judge them. */
import type { FortyTwoHandRecord, FortyTwoTile, FortyTwoView } from '@dicee/fortytwo';
import type { HandStore, StoredHand } from './hand-store';

interface Parts {
  store: HandStore;
  /** Who holds the device. */
  player: () => string;
  now?: () => number;
}

/** A finished hand of a game. */
interface Finished {
  finished(): Promise<number[]>;
  record(hand: number): Promise<FortyTwoHandRecord | null>;
}

export class HandKeeper {
  readonly #parts: Parts;
  /** The last change: each looks at what the one before it left. */
  #changes: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The choice that is now due had help. */
  helped(view: FortyTwoView, seat: number): Promise<void> {
    const trick = view.trump === null ? 0 : view.completedTricks.length + 1;
    return this.#change(deal(view, seat), (hand) => {
      if (hand.aided.includes(trick)) return null;
      return { ...hand, aided: [...hand.aided, trick] };
    });
  }

  /** Something of this hand was seen before, or is played again. */
  practised(view: FortyTwoView, seat: number): Promise<void> {
    return this.#change(deal(view, seat), (hand) => (hand.practice ? null : { ...hand, practice: true }));
  }

  /** Keeps the hand that was decided last, unless its deal was there before. */
  async decided(game: Finished, seat: number): Promise<void> {
    const last = (await game.finished()).at(-1);
    const record = last === undefined ? null : await game.record(last);
    if (!record) return;
    const { dealer, hands } = record;
    const tiles = hands[seat] ?? [];
    await this.#change({ seat, dealer, tiles }, (hand) =>
      hand.record ? null : { ...hand, record, finished: (this.#parts.now ?? Date.now)() },
    );
  }

  #change(dealt: Deal | null, change: (hand: StoredHand) => StoredHand | null): Promise<void> {
    if (!dealt) return Promise.resolve();
    const { store } = this.#parts;
    const player = this.#parts.player();
    const { seat, dealer, tiles } = dealt;
    const id = `${player}/${seat}/${dealer}/${tiles.toSorted().join(' ')}`;
    const done = this.#changes.then(async () => {
      const kept = (await store.load(id)) ?? { id, player, seat, aided: [], practice: false, finished: 0 };
      const changed = change(kept);
      if (changed) await store.save(changed);
    });
    // A full or forbidden storage costs the memory, never the game.
    this.#changes = done.catch(() => undefined);
    return this.#changes;
  }
}

/** What tells a deal from others, of which a seat sees its own tiles alone. */
interface Deal {
  seat: number;
  dealer: number;
  tiles: readonly FortyTwoTile[];
}

/** The deal of the hand on the table; null between hands. */
function deal(view: FortyTwoView, seat: number): Deal | null {
  const plays = [...view.completedTricks.flatMap((trick) => trick.plays), ...view.trick];
  const played = plays.filter(({ player }) => player === seat).map(({ domino }) => domino);
  const tiles = [...view.hand, ...played];
  return view.dealer === null || tiles.length !== 7 ? null : { seat, dealer: view.dealer, tiles };
}
