/** The people who share this device. They are names on the device alone; the server never hears of them. */
import { LONGEST_DISPLAY_NAME } from '@dicee/types/limits';
import { freshId } from '$lib/table/id';
import type { Shelf } from '$lib/shell/settings.svelte';

export const PLAYERS_KEY = 'dicee.players';

export interface LocalPlayer {
  readonly id: string;
  readonly name: string;
}

const MOST_PLAYERS = 20;
const FIRST: LocalPlayer = { id: 'first', name: 'Player 1' };

interface Stored {
  readonly list: readonly LocalPlayer[];
  readonly current: string;
}

export class Players {
  #stored = $state.raw<Stored>({ list: [FIRST], current: FIRST.id });
  readonly #shelf: Shelf | null;
  readonly #newId: () => string;

  constructor(shelf: Shelf | null = null, newId: () => string = freshId) {
    this.#shelf = shelf;
    this.#newId = newId;
    this.#stored = read(shelf) ?? this.#stored;
  }

  /** In the order they came; there is always one. */
  get list(): readonly LocalPlayer[] {
    return this.#stored.list;
  }

  /** Who holds the device; games, mistakes and progress are filed under this id. */
  get current(): LocalPlayer {
    const { list, current } = this.#stored;
    return list.find(({ id }) => id === current) ?? list[0] ?? FIRST;
  }

  get isFull(): boolean {
    return this.list.length >= MOST_PLAYERS;
  }

  /** Adds somebody and makes them the current one; null when the name is empty or the list full. */
  add(name: string): LocalPlayer | null {
    const clean = cleanName(name);
    if (clean === null || this.isFull) return null;
    const player = { id: this.#newId(), name: clean };
    this.#keep({ list: [...this.list, player], current: player.id });
    return player;
  }

  choose(id: string): void {
    if (this.list.some((player) => player.id === id)) this.#keep({ list: this.list, current: id });
  }

  /** False when the name is empty. */
  rename(id: string, name: string): boolean {
    const clean = cleanName(name);
    if (clean === null) return false;
    const list = this.list.map((player) => (player.id === id ? { ...player, name: clean } : player));
    this.#keep({ list, current: this.current.id });
    return true;
  }

  /** The last one stays. */
  remove(id: string): void {
    const list = this.list.filter((player) => player.id !== id);
    const [first] = list;
    if (!first) return;
    const current = id === this.current.id ? first.id : this.current.id;
    this.#keep({ list, current });
  }

  #keep(stored: Stored): void {
    this.#stored = stored;
    try {
      this.#shelf?.setItem(PLAYERS_KEY, JSON.stringify(stored));
    } catch {
      // A full or forbidden storage: the names hold until the page is left.
    }
  }
}

/** Without blanks at its ends and without control characters; null when nothing is left. */
export function cleanName(name: string): string | null {
  const clean = name.replace(/\p{Cc}|\p{Cf}/gu, '').trim().slice(0, LONGEST_DISPLAY_NAME).trim();
  return clean === '' ? null : clean;
}

function read(shelf: Shelf | null): Stored | null {
  try {
    const stored: unknown = JSON.parse(shelf?.getItem(PLAYERS_KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const list: unknown = Reflect.get(stored, 'list');
    const current: unknown = Reflect.get(stored, 'current');
    if (!Array.isArray(list) || typeof current !== 'string') return null;
    const players = list.filter(isPlayer).slice(0, MOST_PLAYERS);
    return players.length > 0 ? { list: players, current } : null;
  } catch {
    return null;
  }
}

function isPlayer(value: unknown): value is LocalPlayer {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'id') === 'string' &&
    typeof Reflect.get(value, 'name') === 'string'
  );
}
