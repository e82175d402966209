/** The games of this device and those played online, counted together: only for players who agreed to send theirs. */
import type { Insights } from '@dicee/learn';
import type { HandsResponse, UploadedGame } from '@dicee/types';
import type { GameStore, StoredGame } from '../table/game-store';
import type { TableClient } from '../wasm/table/client';
import type { LearnStore } from './learn-store';
import type { OnlineProfile } from './online-profile';
import { circumstances, seatOf } from './played';

/**
 * `alone`: this device never sat down with others, or somebody else who shares it did; the server knows one player of
 * a device. `undecided`: nobody was asked yet.
 */
export type Sharing = 'alone' | 'undecided' | 'agreed' | 'declined';

interface Parts {
  online: OnlineProfile;
  tables: Pick<TableClient, 'fromLog'>;
  games: GameStore;
  store: LearnStore;
  player: () => { id: string; name: string };
}

interface Choice {
  /** The player of this device whose games these are. */
  owner: string;
  agreed: boolean;
}

const MOST_REMEMBERED = 1000;

export class Together {
  readonly #parts: Parts;
  readonly #watching = new Set<() => void>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async sharing(): Promise<Sharing> {
    if (!this.#parts.online.playerId) return 'alone';
    const choice = await this.#choice();
    if (!choice) return 'undecided';
    if (choice.owner !== this.#parts.player().id) return 'alone';
    return choice.agreed ? 'agreed' : 'declined';
  }

  async choose(agreed: boolean): Promise<void> {
    await this.#parts.store.save(this.#key('sharing'), { owner: this.#parts.player().id, agreed } satisfies Choice);
    for (const tell of this.#watching) tell();
  }

  /** Tells when somebody chose, until the answer is called. */
  watch(tell: () => void): () => void {
    this.#watching.add(tell);
    return () => this.#watching.delete(tell);
  }

  /** The hands of Forty-Two that were played online; null where they do not count together with those of this device. */
  async hands(): Promise<HandsResponse | null> {
    return (await this.sharing()) === 'agreed' ? this.#parts.online.hands() : null;
  }

  /** How the player plays by all games; the games of this device are sent first, each once. */
  async insights(): Promise<Insights> {
    if ((await this.sharing()) !== 'agreed') throw new Error('Nobody agreed to send games.');
    await this.#send();
    return this.#parts.online.insights();
  }

  async #send(): Promise<void> {
    const { games, online, store } = this.#parts;
    const found = await store.load(this.#key('sent')).catch(() => undefined);
    const sent = new Set(Array.isArray(found) ? found : []);
    const fresh = (await games.list().catch(() => [])).filter(({ id, finished }) => finished && !sent.has(id));
    if (fresh.length === 0) return;
    const uploads: UploadedGame[] = [];
    const brought: string[] = [];
    for (const game of fresh) {
      const upload = await this.#upload(game).catch(() => null);
      if (!upload) continue;
      uploads.push(upload);
      brought.push(game.id);
    }
    await online.bring(uploads);
    // Those that the server refused as well: the same game is refused again.
    const known = [...sent, ...brought].slice(-MOST_REMEMBERED);
    await store.save(this.#key('sent'), known).catch(() => undefined);
  }

  /** Null where it cannot be said who of several people the player was. */
  async #upload(game: StoredGame): Promise<UploadedGame | null> {
    const seat = seatOf(game, this.#parts.player().name);
    if (seat < 0) return null;
    const table = await this.#parts.tables.fromLog(game.log);
    const link = await table.link().finally(() => table.close());
    return { link, seat, ...circumstances(game) };
  }

  async #choice(): Promise<Choice | null> {
    const found = await this.#parts.store.load(this.#key('sharing')).catch(() => undefined);
    return typeof found === 'object' && found !== null && 'owner' in found && 'agreed' in found ? (found as Choice) : null;
  }

  #key(what: string): string {
    return `online/${this.#parts.online.playerId}/${what}`;
  }
}
