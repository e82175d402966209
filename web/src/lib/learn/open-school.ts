/** The learning of this device, made when a page first needs it. */
import type { App } from '../shell/app.svelte';
import { openDevice } from '../dicee/device';
import { LearnClient } from '../wasm/learn/client';
import { TableClient } from '../wasm/table/client';
import { IndexedDbLearnStore } from './learn-store';
import { School } from './school';

let school: School | null = null;

/** Only in a browser: pages that are prerendered have no workers. */
export function openSchool(app: App): School {
  if (!school) {
    const { engine, games } = openDevice(() => app.settings.value.pace);
    school = new School({
      client: new LearnClient(engine),
      tables: new TableClient(),
      games: games.store,
      store: new IndexedDbLearnStore(),
      player: () => app.players.current,
    });
  }
  return school;
}
