/** The learning of this device, made when a page first needs it. */
import type { App } from '../shell/app.svelte';
import { openDevice } from '../dicee/device';
import { LearnClient } from '../wasm/learn/client';
import { TableClient } from '../wasm/table/client';
import { IndexedDbLearnStore } from './learn-store';
import { OnlineProfile } from './online-profile';
import { School } from './school';
import { Together } from './together';

interface Opened {
  school: School;
  together: Together;
}

let opened: Opened | null = null;

/** Only in a browser: pages that are prerendered have no workers. */
function open(app: App): Opened {
  if (!opened) {
    const { engine, games } = openDevice(() => app.settings.value.pace);
    const parts = {
      tables: new TableClient(),
      games: games.store,
      store: new IndexedDbLearnStore(),
      player: () => app.players.current,
    };
    opened = {
      school: new School({ client: new LearnClient(engine), ...parts }),
      together: new Together({ online: new OnlineProfile(app.session), ...parts }),
    };
  }
  return opened;
}

export const openSchool = (app: App): School => open(app).school;

export const openTogether = (app: App): Together => open(app).together;
