/** Everybody's chance to win a game of several, from any moment of it. */
import type { WinForecast } from '@dicee/forecast';
import type { DiceeView, HistoryEntry } from '@dicee/table';
import type { EngineClient } from '../wasm/engine/client';
import { cardMoment, rulesOf } from './moment';

/** A player who has left cannot win. */
const NONE = { alone: 0, shared: 0, share: 0 };

/**
 * The chances by seat; `keptMask` is what the player whose turn it is keeps for the next roll. Null where the engine cannot
 * tell yet.
 */
export async function winForecast(
  engine: Pick<EngineClient, 'winChances'>,
  view: DiceeView,
  keptMask?: HistoryEntry['keptMask'],
): Promise<WinForecast | null> {
  const seats = [...view.players.keys()].filter((seat) => !view.players[seat]?.left);
  const players = seats.map((seat) => {
    const moment = cardMoment(view, seat);
    return moment.diceResult && keptMask ? { ...moment, keptMask } : moment;
  });
  const forecast = await engine.winChances({ players }, rulesOf(view));
  if (!forecast) return null;
  const chances = view.players.map((_, seat) => forecast.chances[seats.indexOf(seat)] ?? NONE);
  return { ...forecast, chances };
}
