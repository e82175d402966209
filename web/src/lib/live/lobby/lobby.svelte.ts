/** The lobby: open tables, looked up again while somebody looks at them. */
import type { OpenTable } from '@dicee/types';
import type { LiveApi } from '../api';

/** How often the list is asked for; the server allows far more. */
const EVERY = 5_000;

export class Lobby {
  readonly #api: LiveApi;
  tables = $state.raw<readonly OpenTable[] | null>(null);
  fault = $state('');
  now = $state(0);

  constructor(api: LiveApi) {
    this.#api = api;
  }

  async look(): Promise<void> {
    try {
      this.tables = await this.#api.list();
      this.fault = '';
    } catch (thrown) {
      this.fault = thrown instanceof Error ? thrown.message : String(thrown);
    }
    this.now = Date.now();
  }

  /** Looks now and then until the returned function is called; never behind a page that nobody sees. */
  follow(): () => void {
    void this.look();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void this.look();
    }, EVERY);
    return () => clearInterval(timer);
  }
}
