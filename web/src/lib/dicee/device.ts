/** The workers and the game store of this device, made when a screen first needs them. */
import { IndexedDbGames } from '../table/game-store';
import { EngineClient } from '../wasm/engine/client';
import { TableClient } from '../wasm/table/client';
import { Games } from './games';

export interface Device {
  engine: EngineClient;
  games: Games;
}

let device: Device | null = null;

/** How long bots think, by the setting `pace`. */
export const PACES = { normal: 700, fast: 250, instant: 0 } as const;

/** Only in a browser: pages that are prerendered have no workers. */
export function openDevice(pace: () => keyof typeof PACES): Device {
  if (!device) {
    const engine = new EngineClient();
    const games = new Games(new TableClient(), engine, new IndexedDbGames(), {
      pace: () => PACES[pace()],
    });
    device = { engine, games };
  }
  return device;
}
