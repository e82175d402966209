/** A table whose game lives on this device: rules in WebAssembly, the log in the game store, bots by themselves. */
import { faultOf } from '../wasm/rpc';
import { StaleGame } from './game-store';
import { freshId } from './id';
import type { EntersDice, Refusal, Table, TableStatus } from './table';

/** A game as it stands, and who is to move. */
export interface LocalState<View> {
  version: number;
  view: View;
  /** The seat of the person to move; null while a bot moves or the game is over. */
  seat: number | null;
}

/** What a game brings to a table on this device. */
export interface LocalGame<View, Command> {
  readonly state: LocalState<View>;
  submit(seat: number, commandId: string, command: Command, faces: number[] | null): Promise<LocalState<View>>;
  view(at: number): Promise<View>;
  /** What the bot whose turn it is does; null where a person is to move or nobody. */
  botMove(): Promise<{ seat: number; command: Command } | null>;
  /** Keeps the game on this device; rejects with `StaleGame` where another tab has played on. */
  save(): Promise<void>;
  /** Keeps it as a game of its own. */
  saveApart(): Promise<void>;
}

export interface LocalOptions {
  ownDice?: boolean;
  /** How long a bot thinks, in milliseconds. */
  pace?: () => number;
  /** Waits; a test replaces it. */
  wait?: (milliseconds: number) => Promise<void>;
}

export class LocalTable<View, Command> implements Table<View, Command>, EntersDice<Command> {
  readonly ownDice: boolean;
  readonly #game: LocalGame<View, Command>;
  readonly #pace: () => number;
  readonly #wait: (milliseconds: number) => Promise<void>;

  #state = $state.raw() as LocalState<View>;
  /** What is shown instead of now, while somebody looks back. */
  #past = $state.raw<{ version: number; view: View } | null>(null);
  #asked: number | null = null;
  status = $state<TableStatus>('ready');
  refusal = $state.raw<Refusal | null>(null);
  /** Another tab has played on: what was played here is kept as a game of its own. */
  apart = $state(false);
  /** The seat that moved last, for a take-back. */
  mover = $state<number | null>(null);

  #closed = false;
  #held: Promise<void> | null = null;
  #release: (() => void) | null = null;
  #bots: Promise<void> | null = null;
  /** Nobody wants to see bots think until it is a person's turn. */
  #hurried = false;
  /** Ends the wait before the next move of a bot. */
  #next: (() => void) | null = null;

  constructor(game: LocalGame<View, Command>, options: LocalOptions = {}) {
    this.#game = game;
    this.#state = game.state;
    this.ownDice = options.ownDice ?? false;
    this.#pace = options.pace ?? (() => 0);
    this.#wait = options.wait ?? sleep;
  }

  get view(): View {
    return this.#past?.view ?? this.#state.view;
  }

  get version(): number {
    return this.#state.version;
  }

  get seat(): number | null {
    return this.#past ? null : this.#state.seat;
  }

  /** The version that is shown; null for now. */
  get shown(): number | null {
    return this.#past?.version ?? null;
  }

  send(command: Command): Promise<void> {
    return this.#submit(this.#state.seat, command, null);
  }

  sendRolled(command: Command, faces: number[]): Promise<void> {
    return this.#submit(this.#state.seat, command, faces);
  }

  /** Sends for the seat that moved last, not the one to move now: to take a score back. */
  sendAgain(command: Command): Promise<void> {
    return this.#submit(this.mover ?? this.#state.seat, command, null);
  }

  at(version: number | null): void {
    this.#asked = version;
    if (version === null || version >= this.#state.version) {
      this.#past = null;
      return;
    }
    void this.#game.view(version).then((view) => {
      if (this.#asked === version) this.#past = { version, view };
    });
  }

  /** Bots wait until `resume`, while a score can be taken back. */
  hold(): void {
    this.#held ??= new Promise((resolve) => (this.#release = resolve));
  }

  resume(): void {
    this.#release?.();
    this.#held = null;
    this.#release = null;
  }

  /** Bots move at once until it is a person's turn, and what could be taken back stands. */
  hurry(): void {
    this.#hurried = true;
    this.#next?.();
    this.resume();
  }

  /** Lets bots move as long as it is their turn; resolves when it is a person's. */
  playBots(): Promise<void> {
    this.#bots ??= this.#runBots().finally(() => {
      this.#bots = null;
      this.#hurried = false;
    });
    return this.#bots;
  }

  close(): void {
    this.#closed = true;
    this.resume();
  }

  async #submit(seat: number | null, command: Command, faces: number[] | null): Promise<void> {
    if (seat === null || this.#past) {
      this.refusal = { code: 'ERR_NOT_YOUR_TURN', message: 'It is not your turn.' };
      return;
    }
    this.status = 'sending';
    try {
      this.#state = await this.#game.submit(seat, freshId(), command, faces);
      this.refusal = null;
      this.mover = seat;
    } catch (thrown) {
      this.refusal = refusalOf(thrown);
      return;
    } finally {
      this.status = 'ready';
    }
    // The sender goes on at once: what follows a send must not undo what a player did while the storage worked.
    void this.#save().then(() => this.playBots());
  }

  async #runBots(): Promise<void> {
    for (;;) {
      if (this.#held) await this.#held;
      if (this.#closed) return;
      const version = this.#state.version;
      const move = await this.#game.botMove();
      if (!move) return;
      if (!this.#hurried) await Promise.race([this.#wait(this.#pace()), new Promise<void>((resolve) => (this.#next = resolve))]);
      // A take-back in the meantime made this another game.
      if (this.#held || this.#state.version !== version) continue;
      if (this.#closed) return;
      this.#state = await this.#game.submit(move.seat, freshId(), move.command, null);
      await this.#save();
    }
  }

  /** A full or forbidden storage loses the game with the page; playing goes on. */
  async #save(): Promise<void> {
    try {
      await this.#game.save();
    } catch (thrown) {
      if (!(thrown instanceof StaleGame)) return;
      this.apart = true;
      await this.#game.saveApart().catch(() => undefined);
    }
  }
}

export function refusalOf(thrown: unknown): Refusal {
  const { code, message, field } = faultOf(thrown);
  return { code: code ?? 'ERR_INTERNAL', message, ...(field === undefined ? {} : { field }) };
}

function sleep(milliseconds: number): Promise<void> {
  return milliseconds > 0 ? new Promise((resolve) => setTimeout(resolve, milliseconds)) : Promise.resolve();
}
