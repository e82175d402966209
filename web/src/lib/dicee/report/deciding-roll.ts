/** The roll that decided a finished game of several: the one that raised the winner's chance most. */
import type { WinForecast } from '@dicee/forecast';
import type { DiceArray, HistoryEntry } from '@dicee/table';
import type { EngineClient } from '../../wasm/engine/client';
import type { OpenGame } from '../../wasm/table/client';
import { winForecast } from '../win-chances';

export interface DecidingRoll {
  /** The game as it stood when the dice lay there. */
  version: number;
  /** Who rolled, in which of their turns, for which time. */
  seat: number;
  turn: number;
  roll: number;
  dice: DiceArray;
  /** Who won, and the chance of that before and after the roll. */
  winner: number;
  before: number;
  after: number;
}

type Engine = Pick<EngineClient, 'winChances' | 'largestGain'>;
type Views = Pick<OpenGame, 'snapshot' | 'view'>;

/** Asks for everybody's chances before and after every roll; null alone, in a game that was not played to its end, and once given up. */
export async function decidingRoll(
  engine: Engine,
  game: Views,
  history: readonly HistoryEntry[],
  signal: AbortSignal,
): Promise<DecidingRoll | null> {
  const end = game.snapshot.view;
  if (end.players.length < 2 || end.status !== 'completed') return null;
  const winners = [...end.players.keys()].filter((seat) => end.winnerIds?.includes(end.players[seat]?.playerId ?? ''));
  const changes: DecidingRoll[] = [];
  for (const { kind, version, seat, turn, roll, dice, keptMask } of history) {
    if (kind !== 'roll' || seat === undefined || !dice) continue;
    const before = await winForecast(engine, await game.view(version - 1), keptMask);
    const after = await winForecast(engine, await game.view(version));
    if (signal.aborted || !before || !after) return null;
    for (const winner of winners) {
      const share = ({ chances }: WinForecast) => chances[winner]?.share ?? 0;
      changes.push({ version, seat, turn, roll, dice, winner, before: share(before), after: share(after) });
    }
  }
  const place = await engine.largestGain(
    changes.map(({ before }) => before),
    changes.map(({ after }) => after),
  );
  return place === null ? null : (changes[place] ?? null);
}
