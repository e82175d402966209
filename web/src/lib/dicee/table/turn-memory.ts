/** What a turn under way needs beside its log, so that a reload in the middle of it loses nothing. */

export interface TurnNotes {
  /** The number of events when it was written: later ones make it worthless. */
  version: number;
  /** Which dice stay when the others are rolled. */
  kept: readonly boolean[];
  /** What the keeps of this turn gave away. */
  turnLoss: number;
  /** What those of the turn before gave away, as long as its score can be taken back. */
  lossBefore?: number;
  /** What was kept when its box was filled. */
  keptBefore?: readonly boolean[];
}

export interface TurnMemory {
  read(): TurnNotes | null;
  write(notes: TurnNotes): void;
}

const KEY = 'dicee.turns';
/** Games that are played side by side. */
const MOST = 20;

/** Kept in `localStorage`, which is written before a page goes. */
export class StoredTurn implements TurnMemory {
  readonly #id: string;
  readonly #shelf: Pick<Storage, 'getItem' | 'setItem'> | null;

  constructor(id: string, shelf: Pick<Storage, 'getItem' | 'setItem'> | null) {
    this.#id = id;
    this.#shelf = shelf;
  }

  read(): TurnNotes | null {
    const found = new Map(this.#all()).get(this.#id);
    return isNotes(found) ? found : null;
  }

  write(notes: TurnNotes): void {
    const others = this.#all().filter(([id]) => id !== this.#id);
    try {
      this.#shelf?.setItem(KEY, JSON.stringify([...others, [this.#id, notes]].slice(-MOST)));
    } catch {
      // A full or forbidden storage: a reload asks which dice to keep once more.
    }
  }

  /** By game, the latest last. */
  #all(): [string, unknown][] {
    try {
      const stored: unknown = JSON.parse(this.#shelf?.getItem(KEY) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isEntry) : [];
    } catch {
      return [];
    }
  }
}

function isEntry(entry: unknown): entry is [string, unknown] {
  return Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string';
}

function isNotes(found: unknown): found is TurnNotes {
  if (typeof found !== 'object' || found === null) return false;
  const { version, kept, turnLoss, lossBefore = 0, keptBefore = kept } = found as Partial<TurnNotes>;
  return (
    Number.isInteger(version) &&
    typeof turnLoss === 'number' &&
    typeof lossBefore === 'number' &&
    isKept(kept) &&
    isKept(keptBefore)
  );
}

function isKept(found: unknown): boolean {
  return Array.isArray(found) && found.length === 5 && found.every((die) => typeof die === 'boolean');
}
