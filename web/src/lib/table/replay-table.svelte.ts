/** A game from a link or a log, shown at any version. Sending a command forks it: from then on it is a local table. */
import { LocalTable } from './local-table.svelte';
import type { Refusal, Table, TableStatus } from './table';

/** What a replay needs of a game. */
export interface Replayable<View, Command> {
  readonly version: number;
  readonly view: View;
  viewAt(version: number): Promise<View>;
  /** The seat of the person who is to move in a view; null where a bot is, or nobody. */
  seatOf(view: View): number | null;
  /** The game as it stood at a version, as a table to play on. */
  fork(version: number): Promise<LocalTable<View, Command>>;
}

export class ReplayTable<View, Command> implements Table<View, Command> {
  readonly #game: Replayable<View, Command>;
  #shown = $state.raw() as { version: number; view: View };
  #asked: number;
  /** The table that the first command made. */
  fork = $state.raw<LocalTable<View, Command> | null>(null);

  constructor(game: Replayable<View, Command>) {
    this.#game = game;
    this.#shown = { version: game.version, view: game.view };
    this.#asked = game.version;
  }

  get view(): View {
    return this.fork?.view ?? this.#shown.view;
  }

  get version(): number {
    return this.fork?.version ?? this.#game.version;
  }

  /** The version that is shown. */
  get shown(): number {
    return this.#shown.version;
  }

  get seat(): number | null {
    return this.fork ? this.fork.seat : this.#game.seatOf(this.#shown.view);
  }

  get status(): TableStatus {
    return this.fork?.status ?? 'ready';
  }

  get refusal(): Refusal | null {
    return this.fork?.refusal ?? null;
  }

  /** Plays on from what is shown. */
  async playOn(): Promise<LocalTable<View, Command>> {
    this.fork ??= await this.#game.fork(this.#shown.version);
    return this.fork;
  }

  async send(command: Command): Promise<void> {
    const table = await this.playOn();
    await table.send(command);
  }

  at(version: number | null): void {
    if (this.fork) {
      this.fork.at(version);
      return;
    }
    void this.go(version ?? this.#game.version);
  }

  /** As `at`, and resolves when it is shown. */
  async go(version: number): Promise<void> {
    const wanted = Math.max(0, Math.min(version, this.#game.version));
    this.#asked = wanted;
    const view = await this.#game.viewAt(wanted);
    if (this.#asked === wanted) this.#shown = { version: wanted, view };
  }
}
