/** The games of a device over the real modules, and what tests of tables do again and again. */
import { flushSync } from 'svelte';
import { Games, type OpenTable } from '../../src/lib/dicee/games';
import { DiceeScreen, type ScreenSettings } from '../../src/lib/dicee/table/screen.svelte';
import type { StoredTurn } from '../../src/lib/dicee/table/turn-memory';
import { MemoryGames } from '../../src/lib/table/game-store';
import { EngineClient } from '../../src/lib/wasm/engine/client';
import { TableClient } from '../../src/lib/wasm/table/client';
import { CARD_FIELDS, CATEGORIES } from '../../src/lib/dicee/card';
import { MemoryStore, realEngine, realTables, spawner, tableSpawner } from './real-engine';

export const engine = new EngineClient(spawner(realEngine(), new MemoryStore()));
export const tables = new TableClient(tableSpawner(realTables()));
export const store = new MemoryGames();
export const games = new Games(tables, engine, store);

export const SETTINGS: ScreenSettings = {
  profile: 'intermediate',
  stats: true,
  alwaysStats: false,
  coach: 'always',
  confirmScores: false,
};

/** A screen that follows its table, as the component's effect does. */
export function screenOf(
  open: OpenTable,
  settings: Partial<ScreenSettings> = {},
  heard: string[] = [],
  memory?: StoredTurn,
) {
  const screen = new DiceeScreen({
    table: open.table,
    players: open.game.notes.players,
    engine,
    settings: () => ({ ...SETTINGS, ...settings }),
    recordOf: (seat) => open.game.open.record(seat),
    ...(memory ? { memory } : {}),
    say: (text) => heard.push(text),
    interrupt: (text) => heard.push(text),
  });
  screen.solved = true;
  const settle = async () => {
    screen.follow();
    flushSync();
    for (let tick = 0; tick < 12; tick += 1) await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { screen, settle };
}

export async function playTurn(screen: DiceeScreen, settle: () => Promise<void>, take: 'advice' | 'first' = 'advice') {
  await screen.roll();
  await settle();
  const open = CATEGORIES.find((category) => screen.card?.[CARD_FIELDS[category]] === undefined);
  const best = screen.best?.action === 'score' ? screen.best.category : null;
  const ranked = CATEGORIES.find((category) => screen.rows.get(category)?.rank === 1);
  await screen.score((take === 'first' ? open : (best ?? ranked)) ?? 'chance');
  await settle();
}

/** What a browser keeps of a turn, in memory. */
export function memoryShelf(): Pick<Storage, 'getItem' | 'setItem'> {
  const held = new Map<string, string>();
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
  };
}
