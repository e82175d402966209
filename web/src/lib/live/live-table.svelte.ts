/** A table whose game lives on the server: the same interface as a game on this device. */
import type { GameCommand, GameState } from '@dicee/types';
import type { Refusal, Table, TableStatus } from '../table/table';
import type { LiveRoom } from './room.svelte';

/** What a game brings to a live table. */
export interface LiveGame<View> {
  view(state: GameState): View;
  /** The seat that this screen may move for now; null while it is somebody else's turn. */
  toMove(state: GameState): number | null;
  /** Acting first does no harm to the others: commands are carried out at any version. */
  readonly anyVersion?: boolean;
  /** The game as it stood at a version; where the server gives no log out, there is no time travel. */
  viewAt?: (version: number) => Promise<View>;
}

export class LiveTable<View, Command extends GameCommand> implements Table<View, Command> {
  readonly room: LiveRoom;
  readonly #game: LiveGame<View>;
  #past = $state.raw<{ version: number; view: View } | null>(null);
  #asked: number | null = null;
  #onWay = $state.raw<Promise<void> | null>(null);
  refusal = $state.raw<Refusal | null>(null);

  /** The room must have its first state. */
  constructor(room: LiveRoom, game: LiveGame<View>) {
    this.room = room;
    this.#game = game;
  }

  readonly #state = $derived.by(() => {
    const { state } = this.room;
    if (!state) throw new Error('a live table needs the state of its room');
    return state;
  });
  readonly #view = $derived.by(() => this.#game.view(this.#state));

  get view(): View {
    return this.#past?.view ?? this.#view;
  }

  get version(): number {
    return this.#state.version;
  }

  get seat(): number | null {
    return this.#past ? null : this.#game.toMove(this.#state);
  }

  /** The version that is shown; null for now. */
  get shown(): number | null {
    return this.#past?.version ?? null;
  }

  get status(): TableStatus {
    if (this.#onWay) return 'sending';
    return this.room.connection === 'ready' ? 'ready' : 'offline';
  }

  /** One command at a time: a second press while the first is on its way does nothing. */
  send(command: Command): Promise<void> {
    this.#onWay ??= this.#submit(command).finally(() => (this.#onWay = null));
    return this.#onWay;
  }

  /** On the server the last player to move takes back by a command of their own. */
  sendAgain(command: Command): Promise<void> {
    return this.send(command);
  }

  at(version: number | null): void {
    this.#asked = version;
    if (version === null || version >= this.version || !this.#game.viewAt) {
      this.#past = null;
      return;
    }
    void this.#game.viewAt(version).then((view) => {
      if (this.#asked === version) this.#past = { version, view };
    });
  }

  async #submit(command: Command): Promise<void> {
    // Else only on the position that is on screen: a time limit may have moved meanwhile.
    this.refusal = await this.room.send(command, this.#game.anyVersion ? undefined : this.version);
  }
}
