/** Tables over HTTP: opening, finding, listing. Looking needs no identity, so it asks for none. */
import type { CreateGameRequest, FoundTable, GameKind, OpenedResponse, OpenTable, RollTableReport } from '@dicee/types';
import { is, type Name, type Types } from '@dicee/types/validate';
import type { Session } from '../people/session.svelte';

/** What the server refused, in its words; `ERR_OFFLINE` when it did not answer. */
export class LiveError extends Error {
  override readonly name = 'LiveError';

  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

const OFFLINE = 'The server cannot be reached. Try again when you are online.';

export class LiveApi {
  readonly #session: Session;
  readonly #fetch: typeof fetch;

  constructor(session: Session, ask: typeof fetch = (input, init) => fetch(input, init)) {
    this.#session = session;
    this.#fetch = ask;
  }

  /** Public tables with a free seat, newest first. */
  async list(): Promise<OpenTable[]> {
    const { games } = await this.#read('GamesResponse', () => this.#fetch('/api/v1/games?limit=50'));
    return games;
  }

  /** Null where there is no such table. */
  async find(code: string): Promise<FoundTable | null> {
    try {
      return await this.#read('FoundTable', () => this.#fetch(`/api/v1/games/code/${encodeURIComponent(code)}`));
    } catch (thrown) {
      if (thrown instanceof LiveError && MISSING.has(thrown.code)) return null;
      throw thrown;
    }
  }

  /** Opens a table and takes its first seat. */
  open(request: CreateGameRequest): Promise<OpenedResponse> {
    return this.#read('OpenedResponse', () => this.#post('/api/v1/games', request));
  }

  /** Sits down at a public table with strangers, or opens one. */
  quick(kind: GameKind): Promise<OpenedResponse> {
    return this.#read('OpenedResponse', () => this.#post('/api/v1/games/quick', { kind }));
  }

  /** The history of a game as it is stored, for replays and reports. */
  async log(gameId: string): Promise<string> {
    const path = `/api/v1/games/${gameId}/log`;
    const ask = () => (this.#session.playerId === null ? this.#fetch(path) : this.#session.ask(path));
    return JSON.stringify(await this.#read('LogResponse', ask));
  }

  /** Where this player sits, or sat, at a table; null where nowhere. */
  async seatAt(gameId: string): Promise<number | null> {
    const path = `/api/v1/games/${gameId}`;
    return (await this.#read('GameState', () => (this.#session.playerId === null ? this.#fetch(path) : this.#session.ask(path)))).you;
  }

  /** A game that is over, for the fragment of an address: with the secret of its deals and what was mixed in. */
  async link(gameId: string): Promise<string> {
    const path = `/api/v1/games/${gameId}/link`;
    const ask = () => (this.#session.playerId === null ? this.#fetch(path) : this.#session.ask(path));
    return (await this.#read('LinkResponse', ask)).link;
  }

  /** How lucky everybody was at a roll table, as its players may know; null for games of other kinds. */
  async luck(gameId: string): Promise<RollTableReport | null> {
    const { report } = await this.#read('ReportResponse', () => this.#session.ask(`/api/v1/games/${gameId}/report`));
    return report.kind === 'roll_table' ? report : null;
  }

  /** The two do not meet again in quick matches, and hear nothing of each other. */
  async block(playerId: string, blocked: boolean): Promise<void> {
    await this.#done(() => this.#post(`/api/v1/players/${playerId}/block`, { blocked }));
  }

  /** Tells the operator about somebody at a table. */
  async report(playerId: string, gameId: string, reason: ComplaintReason): Promise<void> {
    await this.#done(() => this.#post(`/api/v1/players/${playerId}/reports`, { gameId, reason }));
  }

  #post(path: string, body: unknown): Promise<Response> {
    return this.#session.ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  /** Asks for something whose answer says nothing more than that it was done. */
  async #done(ask: () => Promise<Response>): Promise<void> {
    const { response, body } = await this.#answer(ask);
    if (!response.ok) throw refused(body);
  }

  async #read<N extends Name>(name: N, ask: () => Promise<Response>): Promise<Types[N]> {
    const { response, body } = await this.#answer(ask);
    if (response.ok && is(name, body)) return body;
    throw refused(body);
  }

  async #answer(ask: () => Promise<Response>): Promise<{ response: Response; body: unknown }> {
    try {
      const response = await ask();
      return { response, body: response.status === 204 ? null : await response.json() };
    } catch (thrown) {
      // The session tells in its own words why there is no token.
      if (thrown instanceof Error && 'code' in thrown) throw new LiveError(thrown.message, String(thrown.code));
      throw new LiveError(OFFLINE, 'ERR_OFFLINE');
    }
  }
}

/** What a player is reported for. */
export type ComplaintReason = 'chat' | 'name' | 'stalling' | 'other';

function refused(body: unknown): LiveError {
  if (is('ErrorResponse', body)) return new LiveError(sentence(body.error.message), body.error.code);
  return new LiveError('The server answered something that this page does not understand. Reload the page.', 'ERR_UNKNOWN');
}

const MISSING = new Set(['ERR_GAME_NOT_FOUND', 'ERR_NOT_FOUND', 'ERR_INVALID_REQUEST']);

/** Messages of the server begin small and end without a stop. */
export function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
