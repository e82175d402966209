/** What the server knows about how the player of this device plays. */
import type { Insights } from '@dicee/learn';
import type { HandsResponse, UploadedGame } from '@dicee/types';
import { is, type Name, type Types } from '@dicee/types/validate';
import type { Session } from '../people/session.svelte';

/** Games in one request: well below its limit of 64 KiB. */
const AT_ONCE = 10;
const MISTAKES = 200;

export class OnlineProfile {
  readonly #session: Pick<Session, 'playerId' | 'ask'>;

  constructor(session: Pick<Session, 'playerId' | 'ask'>) {
    this.#session = session;
  }

  /** Null until this device sat down with others. */
  get playerId(): string | null {
    return this.#session.playerId;
  }

  /** Sends games; the server keeps each once, however often it comes. A game that it refuses is left out. */
  async bring(games: readonly UploadedGame[]): Promise<void> {
    for (let first = 0; first < games.length; first += AT_ONCE) {
      const some = games.slice(first, first + AT_ONCE);
      if (await this.#send(some)) continue;
      for (const game of some) await this.#send([game]);
    }
  }

  /** How the player plays by all games, those of other devices too. */
  async insights(): Promise<Insights> {
    const [skill, { patterns }, { decisions }] = await Promise.all([
      this.#read('SkillResponse', 'skill'),
      this.#read('PatternsResponse', 'patterns'),
      this.#read('DecisionsResponse', `decisions?limit=${MISTAKES}`),
    ]);
    return {
      skill: skill.skill,
      patterns,
      suggestions: skill.suggestions,
      games: skill.games,
      mistakes: decisions.toReversed(),
      setAside: skill.setAside,
    };
  }

  /** The hands of Forty-Two that the player played at live tables, judged by the server. */
  hands(): Promise<HandsResponse> {
    return this.#read('HandsResponse', 'hands');
  }

  /** Whether they were taken; false where something in them cannot be. */
  async #send(games: readonly UploadedGame[]): Promise<boolean> {
    const response = await this.#session.ask(`/api/v1/players/${this.playerId}/games`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ games }),
    });
    if (response.ok || response.status === 400) return response.ok;
    throw new Error(`The server answered ${response.status}.`);
  }

  async #read<N extends Name>(name: N, what: string): Promise<Types[N]> {
    const response = await this.#session.ask(`/api/v1/players/${this.playerId}/${what}`);
    const body: unknown = await response.json().catch(() => null);
    if (!response.ok || !is(name, body)) throw new Error(`The server answered ${response.status}.`);
    return body;
  }
}
