/** The live tables at which this device sits: the way back to a game that is still played. */
import { CODE_LENGTH } from '@dicee/types/limits';

export interface OwnTable {
  readonly code: string;
  readonly kind: string;
  /** Who sat down there: another player of this device has no seat at it. */
  readonly playerId: string;
}

const KEY = 'dicee.tables';
/** Older ones make room. */
const MOST = 5;

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

export class OwnTables {
  readonly #shelf: Shelf | null;
  #tables = $state.raw<readonly OwnTable[]>([]);

  constructor(shelf: Shelf | null) {
    this.#shelf = shelf;
    this.#tables = this.#read();
  }

  /** The tables of a player, the latest first. */
  of(playerId: string | null): readonly OwnTable[] {
    return this.#tables.filter((table) => table.playerId === playerId);
  }

  remember(table: OwnTable): void {
    const others = this.#read().filter(({ code }) => code !== table.code);
    this.#write([table, ...others].slice(0, MOST));
  }

  /** The game is over, was given up, or its table is gone. */
  forget(code: string): void {
    const tables = this.#read();
    if (tables.some((table) => table.code === code)) this.#write(tables.filter((table) => table.code !== code));
  }

  #write(tables: readonly OwnTable[]): void {
    this.#tables = tables;
    try {
      this.#shelf?.setItem(KEY, JSON.stringify(tables));
    } catch {
      // A full or forbidden storage: the code or the link leads back.
    }
  }

  #read(): readonly OwnTable[] {
    try {
      const stored: unknown = JSON.parse(this.#shelf?.getItem(KEY) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isTable).slice(0, MOST) : [];
    } catch {
      return [];
    }
  }
}

function isTable(found: unknown): found is OwnTable {
  if (typeof found !== 'object' || found === null) return false;
  const { code, kind, playerId } = found as Partial<OwnTable>;
  return typeof code === 'string' && code.length === CODE_LENGTH && typeof kind === 'string' && typeof playerId === 'string';
}
