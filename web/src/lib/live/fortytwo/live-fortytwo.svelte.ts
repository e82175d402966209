/** A live table of Forty-Two for the screen of the local game: the view of the server, and what follows from it. */
import type { FortyTwoCommand, FortyTwoView, Glance } from '@dicee/fortytwo';
import type { FortyTwoState } from '@dicee/types';
import { untrack } from 'svelte';
import type { Advice, FortyTwoTable } from '../../fortytwo/table/table';
import type { Refusal, TableStatus } from '../../table/table';
import { LiveTable } from '../live-table.svelte';
import type { LiveRoom } from '../room.svelte';

export interface LiveFortyTwoParts {
  room: LiveRoom;
  /** What a view shows at a glance; computed by the game's own code in a worker. */
  glance: (view: FortyTwoView) => Promise<Glance>;
  /** How long a person who does nothing looks at a full trick before agreeing, in milliseconds. */
  agreeAfter: () => number;
}

/** How long the result of a hand stays for somebody who does nothing, in milliseconds: others wait for them. */
export const READING = 30_000;

export class LiveFortyTwo implements FortyTwoTable {
  readonly room: LiveRoom;
  readonly history = [];
  readonly #parts: LiveFortyTwoParts;
  readonly #table: LiveTable<FortyTwoView, FortyTwoCommand>;
  /** A view is shown together with what follows from it. */
  #shown = $state.raw<{ view: FortyTwoView; glance: Glance } | null>(null);
  #asked = 0;
  held = $state(false);

  constructor(parts: LiveFortyTwoParts) {
    this.#parts = parts;
    this.room = parts.room;
    this.#table = new LiveTable<FortyTwoView, FortyTwoCommand>(parts.room, {
      view: (state) => fortyTwoOf(state).view,
      toMove: (state) => state.you,
      // Everybody agrees to a full trick at about the same time.
      anyVersion: true,
    });
  }

  readonly state = $derived.by<FortyTwoState>(() => fortyTwoOf(this.room.state));
  readonly started = $derived.by(() => this.state.status !== 'waiting');
  /** Whether the first view can be drawn. */
  readonly ready = $derived.by(() => this.#shown !== null);
  /** Everybody by seat; seats without a person are played by bots. */
  readonly names = $derived.by<readonly string[]>(() => {
    const taken = new Map(this.room.seats.map(({ seat, name }) => [seat, name]));
    return [0, 1, 2, 3].map((seat) => taken.get(seat) ?? `Bot ${seat + 1}`);
  });

  get view(): FortyTwoView {
    return this.#drawn.view;
  }

  get glance(): Glance {
    return this.#drawn.glance;
  }

  get viewer(): number {
    return this.room.you ?? 0;
  }

  get seat(): number | null {
    return this.#table.seat;
  }

  get version(): number {
    return this.#table.version;
  }

  /** Hints come from the server, at tables that allow them, for a player. */
  get advise() {
    return this.state.coach && this.room.you !== null ? this.#advise : undefined;
  }

  readonly #advise = (_about: 'play' | 'hand', follow: (advice: Advice) => void, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const ends: (() => void)[] = [];
      const end = () => {
        ends.forEach((stop) => stop());
        resolve();
      };
      ends.push(
        this.room.on('play_hint', ({ version, hint }) => {
          if (version !== this.room.version) return;
          follow({ ...hint, done: 1 });
          end();
        }),
        // A refusal is shown as a notice. A second request while the hint is computed gets it all the same.
        this.room.on('error', ({ commandId, errorCode }) => {
          if (!commandId && errorCode !== 'ERR_RATE_LIMIT') end();
        }),
      );
      signal.addEventListener('abort', end, { once: true });
      if (!this.room.ask({ type: 'request_hint' })) end();
    });

  /** The past of a running hand is not given out. */
  get shown(): null {
    return null;
  }

  get status(): TableStatus {
    return this.#table.status;
  }

  get refusal(): Refusal | null {
    return this.#table.refusal;
  }

  send(command: FortyTwoCommand): Promise<void> {
    return this.#table.send(command);
  }

  at(): void {
    // There is only now.
  }

  hold(held: boolean): void {
    this.held = held;
  }

  /** Follows the room; call it in an effect. */
  follow(): void {
    const { view } = this.state;
    const question = ++this.#asked;
    void this.#parts.glance(view).then((glance) => {
      if (question === this.#asked) this.#shown = { view, glance };
    });
  }

  /**
   * Agrees by itself after a while, unless a finger holds the trick; call it in an effect. How a hand ended is there to be
   * read: the next one waits until the person asks for it, or has had the time.
   */
  agree(): (() => void) | undefined {
    const { moves, consensus } = this.state.view;
    const move = moves.find(({ type }) => type === 'AGREE_TO_ACTION');
    const patience = consensus?.action === 'score-hand' ? READING : this.#parts.agreeAfter();
    if (!move || this.held || this.room.connection !== 'ready') return undefined;
    const timer = setTimeout(() => untrack(() => void this.send(move)), patience);
    return () => clearTimeout(timer);
  }

  get #drawn(): { view: FortyTwoView; glance: Glance } {
    if (!this.#shown) throw new Error('the table is not drawn before it is ready');
    return this.#shown;
  }
}

function fortyTwoOf(state: LiveRoom['state']): FortyTwoState {
  if (state?.kind !== 'fortytwo') throw new Error('this table plays another game');
  return state;
}
