/** What a moment of the game is called while somebody looks back. */
import type { FortyTwoView, HistoryEntry } from '@dicee/fortytwo';
import { bidName, DECLARATIONS } from '../wording';

/** What happened, where no player is named. */
const HAPPENED: Readonly<Record<string, string>> = {
  HANDS_DEALT: 'new tiles',
  BIDDING_COMPLETED: 'the bid is won',
  HAND_SCORED: 'hand counted',
  MARKS_AWARDED: 'marks',
  GAME_ENDED: 'game over',
};

/** "Hand 1, trick 7 · Nora: 1-1": the trick on the table and its last tile, or what happened before one was led. */
export function momentWords(view: FortyTwoView, entry: Pick<HistoryEntry, 'kind' | 'hand'>, name: (seat: number) => string): string {
  const done = view.completedTricks.length;
  const last = view.trick.at(-1);
  const trick = last ? `, trick ${done + 1}` : done > 0 ? `, after trick ${done}` : '';
  const what = last ? `${name(last.player)}: ${last.domino}` : whatHappened(view, entry.kind, name);
  return `Hand ${entry.hand + 1}${trick}${what && ` · ${what}`}`;
}

function whatHappened(view: FortyTwoView, kind: string, name: (seat: number) => string): string {
  const { bidder, calls, trump } = view;
  if (trump !== null && view.completedTricks.length === 0 && bidder !== null) return `${name(bidder)}: ${DECLARATIONS[trump].toLowerCase()}`;
  const call = calls.at(-1);
  if (view.phase === 'bidding' && call) return `${name(call.player)}: ${call.bid ? bidName(call.bid) : 'pass'}`;
  return HAPPENED[kind] ?? '';
}
