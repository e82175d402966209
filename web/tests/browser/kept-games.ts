/** Games that a device has kept before the test begins. */
import type { DiceeCategory } from '@dicee/table';
import type { Page } from 'playwright-core';
import { Games, SOLO } from '../../src/lib/dicee/games';
import { MemoryGames, type StoredGame } from '../../src/lib/table/game-store';
import { EngineClient } from '../../src/lib/wasm/engine/client';
import { TableClient } from '../../src/lib/wasm/table/client';
import { MemoryStore, realEngine, realTables, spawner, tableSpawner } from '../unit/real-engine';

/** Which of the open boxes is filled after the last roll of a turn; `turn` counts from 0. */
type Take = (open: readonly DiceeCategory[], turn: number) => DiceeCategory | undefined;

/** A game for each list of people at the device, with so many turns of everybody behind it, each of so many rolls of all dice. */
export async function gamesOfDevice(
  people: readonly string[][],
  turns: number,
  take: Take,
  rolls = 1,
): Promise<StoredGame[]> {
  const store = new MemoryGames();
  const engine = new EngineClient(spawner(realEngine(), new MemoryStore()));
  const games = new Games(new TableClient(tableSpawner(realTables())), engine, store, { pace: () => 0 });
  for (const names of people) {
    const { table, game } = await games.start({ ...SOLO, people: names });
    for (let turn = 0; turn < turns * names.length; turn += 1) {
      for (let roll = 0; roll < rolls; roll += 1) await table.send({ type: 'roll' });
      const player = table.view.players.find(({ isCurrentPlayer }) => isCurrentPlayer);
      const open = player?.scorecard.categoriesRemaining ?? [];
      await table.send({ type: 'score', category: take(open, Math.floor(turn / names.length)) ?? 'chance' });
    }
    await game.save();
  }
  return store.list();
}

/** Puts games into the store of the page, which has opened it before. */
export async function keep(page: Page, games: readonly StoredGame[]): Promise<void> {
  await page.evaluate(
    (kept) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('dicee-games');
        request.onerror = () => reject(request.error ?? new Error('no database'));
        request.onsuccess = () => {
          const writing = request.result.transaction('games', 'readwrite');
          for (const game of kept) writing.objectStore('games').put(game);
          writing.oncomplete = () => resolve();
        };
      }),
    games,
  );
}
