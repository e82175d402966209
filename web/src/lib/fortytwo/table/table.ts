/** All that the Forty-Two screen knows about a table, wherever its game lives. */
import type { FortyTwoCommand, FortyTwoComparison, FortyTwoSkill, FortyTwoView, Glance, HistoryEntry } from '@dicee/fortytwo';
import type { DeclarationOdds, TileOdds } from '@dicee/fortytwo-coach';
import type { Table } from '$lib/table/table';
import type { OpenFortyTwo } from '$lib/wasm/fortytwo/client';

/**
 * How long a person who does nothing looks at a full trick before agreeing, in milliseconds, by the setting; a finger on the
 * trick holds it. Others wait, so a tap is not waited for for ever.
 */
export const AGREE_AFTER = { soon: 2_000, ask: 10_000, once: 0 } as const;

/** What is known so far about every choice, and how much of the way is done, from 0 to 1. */
export interface Advice {
  plays: TileOdds[];
  hand: DeclarationOdds[];
  done: number;
}

/** A table of Forty-Two. What only some tables can do is optional: buttons for it are left out where it is missing. */
export interface FortyTwoTable extends Table<FortyTwoView, FortyTwoCommand> {
  /** What follows from the view: who wins the trick, what is needed, the hand by suit. */
  readonly glance: Glance;
  /** Whose table this is, also while looking back. */
  readonly viewer: number;
  /** The version that is shown; null for now. */
  readonly shown: number | null;
  /** Every event, for the way through the game; empty where the past cannot be shown. */
  readonly history: readonly HistoryEntry[];
  /** A finger on the trick: nobody turns it over. */
  readonly held: boolean;
  /** The game on this device, for reviews. */
  readonly game?: OpenFortyTwo;
  /** Looks at what each tile, or in the auction each bid and declaration, is worth by what the viewer can know. */
  readonly advise?: ((about: 'play' | 'hand', follow: (advice: Advice) => void, signal: AbortSignal) => Promise<void>) | undefined;
  /** How well the bots play. */
  readonly skill?: FortyTwoSkill;
  /** The same deals at the table where they were played first; null where nobody did. */
  readonly comparison?: FortyTwoComparison | null;
  /** The last choice that can be taken back. */
  readonly undoable?: HistoryEntry | null;
  undo?(): Promise<void>;
  step?(by: -1 | 1): void;
  /** The nearest version from which the game can be played on. */
  resting?(version: number): number;
  playOn?(version: number): Promise<void>;
  skip?(): void;
  hold?(held: boolean): void;
}
