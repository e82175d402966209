/** The game in the address: read when a page opens, written after every change. */
import type { NewGame } from '@dicee/fortytwo';

/** A game on its way from the set-up to the table; one page, so no storage is needed. */
let waiting: NewGame | null = null;

export function leaveSetup(game: NewGame): void {
  waiting = game;
}

export function takeSetup(): NewGame | null {
  const game = waiting;
  waiting = null;
  return game;
}

/** What an address holds of a game: the fragment, else the query; null where it names none. */
export function gameIn({ hash, search }: Pick<Location, 'hash' | 'search'>): string | null {
  for (const text of [hash, search]) {
    if (/^[#?]g1?=/.test(text)) return text.slice(1);
  }
  return null;
}

const LAST = 'dicee.fortytwo';
/** The last game, if nobody could know its deals before: hands of it say how somebody plays. */
const DRAWN = 'dicee.fortytwo.drawn';

/** The game that was played last on this device, as its link. */
export function lastGame(): string | null {
  try {
    return localStorage.getItem(LAST);
  } catch {
    return null;
  }
}

/** Whether this is the last game, and its deals were drawn for it. */
export function isDrawn(link: string): boolean {
  try {
    return localStorage.getItem(DRAWN) === link;
  } catch {
    return false;
  }
}

export function keepLastGame(link: string | null, drawn = false): void {
  try {
    for (const [key, kept] of [[LAST, true], [DRAWN, drawn]] as const) {
      if (link === null || !kept) localStorage.removeItem(key);
      else localStorage.setItem(key, link);
    }
  } catch {
    // Without storage the address alone is the game.
  }
}

/** Writes the address a moment after the last change, and at once when the page is left. */
export class AddressWriter {
  readonly #read: () => Promise<string>;
  readonly #write: (link: string) => void;
  readonly #delay: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(read: () => Promise<string>, write: (link: string) => void, delay = 250) {
    this.#read = read;
    this.#write = write;
    this.#delay = delay;
  }

  changed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), this.#delay);
  }

  /** What was to be written is of another game. */
  forget(): void {
    clearTimeout(this.#timer);
  }

  async flush(): Promise<void> {
    this.forget();
    this.#write(await this.#read());
  }
}
