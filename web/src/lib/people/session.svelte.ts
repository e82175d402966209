/** Who this device is to the server. Nothing is asked of the server until somebody sits down with others. */
import type { Shelf } from '$lib/shell/settings.svelte';

export const SESSION_KEY = 'dicee.session';

/** A registered device; the secret is the only way to get tokens. */
export interface Identity {
  readonly playerId: string;
  readonly displayName: string;
  readonly deviceSecret: string;
}

interface Token {
  readonly text: string;
  /** When it should no longer be used, in milliseconds since 1970. */
  readonly until: number;
}

/** A refusal of the server in its own words. */
export class SessionError extends Error {
  override readonly name = 'SessionError';

  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
  ) {
    super(message);
  }
}

/** The server gives tokens for an hour; a little less is safe against slow clocks. */
const TOKEN_LIFE = 50 * 60 * 1000;

export interface SessionParts {
  shelf?: (Shelf & Pick<Storage, 'removeItem'>) | null;
  fetch?: typeof fetch;
  now?: () => number;
}

export class Session {
  /** What somebody typed as a name before this device has one: it goes with them from the lobby to the table. */
  typedName = $state('');
  #identity = $state.raw<Identity | null>(null);
  #token: Token | null = null;
  #pending: Promise<string> | null = null;
  readonly #shelf: NonNullable<SessionParts['shelf']> | null;
  readonly #fetch: typeof fetch;
  readonly #now: () => number;

  constructor({ shelf = null, fetch: ask, now = Date.now }: SessionParts = {}) {
    this.#shelf = shelf;
    this.#fetch = ask ?? ((input, init) => fetch(input, init));
    this.#now = now;
    this.#identity = read(shelf);
  }

  /** Null until this device has registered. */
  get playerId(): string | null {
    return this.#identity?.playerId ?? null;
  }

  get displayName(): string | null {
    return this.#identity?.displayName ?? null;
  }

  get identity(): Identity | null {
    return this.#identity;
  }

  /** A token that is good now; registers this device, under that name, when it has none yet. */
  token(displayName?: string): Promise<string> {
    if (this.#token && this.#token.until > this.#now()) return Promise.resolve(this.#token.text);
    this.#pending ??= this.#obtain(displayName).finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  /** The server has refused the token: a new one is asked for next time. */
  expire(): void {
    this.#token = null;
  }

  /** Asks the API with the token of this device, once more with a new one if the first was too old. */
  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const send = async (): Promise<Response> => {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${await this.token()}`);
      return this.#fetch(path, { ...init, headers });
    };
    const response = await send();
    if (response.status !== 401) return response;
    this.expire();
    return send();
  }

  /** Gives this device a new name, on the server as well if it is known there. */
  async rename(displayName: string): Promise<void> {
    const identity = this.#identity;
    if (!identity) return;
    const response = await this.ask(`/api/v1/players/${identity.playerId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ displayName }),
    });
    await expectOk(response);
    this.#keep({ ...identity, displayName });
  }

  /** Takes the identity of another device: it moves here. */
  adopt(identity: Identity): void {
    this.expire();
    this.#keep(identity);
  }

  /** Erases the player on the server, then here. */
  async erase(): Promise<void> {
    const identity = this.#identity;
    if (!identity) return;
    const response = await this.ask(`/api/v1/players/${identity.playerId}`, { method: 'DELETE' });
    await expectOk(response);
    this.forget();
  }

  /** Forgets the identity on this device alone. */
  forget(): void {
    this.expire();
    this.#identity = null;
    this.#shelf?.removeItem(SESSION_KEY);
  }

  async #obtain(displayName: string | undefined): Promise<string> {
    const identity = this.#identity;
    const [path, body] = identity
      ? [`/api/v1/players/${identity.playerId}/token`, { deviceSecret: identity.deviceSecret }]
      : ['/api/v1/players', displayName ? { displayName } : {}];
    const response = await this.#fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await expectOk(response);
    if (!identity) {
      this.#keep({
        playerId: text(answer, 'playerId'),
        displayName: text(answer, 'displayName'),
        deviceSecret: text(answer, 'deviceSecret'),
      });
    }
    this.#token = { text: text(answer, 'token'), until: this.#now() + TOKEN_LIFE };
    return this.#token.text;
  }

  #keep(identity: Identity): void {
    this.#identity = identity;
    try {
      this.#shelf?.setItem(SESSION_KEY, JSON.stringify(identity));
    } catch {
      // Without storage the device is a new one on its next visit.
    }
  }
}

async function expectOk(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = response.status === 204 ? {} : await response.json().catch(() => ({}));
  const fields: Record<string, unknown> = isRecord(body) ? body : {};
  if (response.ok) return fields;
  const error = isRecord(fields['error']) ? fields['error'] : {};
  throw new SessionError(
    String(error['message'] ?? 'The server did not answer as expected.'),
    response.status,
    String(error['code'] ?? 'ERR_UNKNOWN'),
  );
}

function read(shelf: Shelf | null): Identity | null {
  try {
    const stored: unknown = JSON.parse(shelf?.getItem(SESSION_KEY) ?? 'null');
    if (!isRecord(stored)) return null;
    return {
      playerId: text(stored, 'playerId'),
      displayName: text(stored, 'displayName'),
      deviceSecret: text(stored, 'deviceSecret'),
    };
  } catch {
    return null;
  }
}

function text(fields: Record<string, unknown>, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new Error(`${name} is no text`);
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
