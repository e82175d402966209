/**
 * One tab plays a game of this device: the one that opened it last. The others hear of it, finish what they write, and stop.
 * A `BroadcastChannel` needs no secure address; where there is none, the store refuses to overwrite newer games.
 */

interface Message {
  type: 'claimed' | 'released';
  id: string;
  /** How often the game had been written, as the sender knows it. */
  revision: number;
}

export interface ClaimedGame {
  readonly id: string;
  readonly revision: number;
  /** Resolves when everything that was played here is written. */
  settled(): Promise<void>;
}

export interface ClaimParts {
  game: ClaimedGame;
  /** Another tab has opened the game. */
  onlost: () => void;
  /** The tab that played it before wrote something newer than what was opened here. */
  onnewer: () => void;
  channel?: BroadcastChannel | null;
}

export class TabClaim {
  readonly #parts: ClaimParts;
  readonly #channel: BroadcastChannel | null;

  constructor(parts: ClaimParts) {
    this.#parts = parts;
    this.#channel = parts.channel === undefined ? openChannel() : parts.channel;
    if (!this.#channel) return;
    this.#channel.onmessage = ({ data }) => void this.#hear(data as Message);
    this.#say('claimed');
  }

  close(): void {
    this.#channel?.close();
  }

  async #hear({ type, id, revision }: Message): Promise<void> {
    const { game, onlost, onnewer } = this.#parts;
    if (id !== game.id) return;
    if (type === 'released') {
      if (revision > game.revision) onnewer();
      return;
    }
    onlost();
    await game.settled();
    this.#say('released');
    this.close();
  }

  #say(type: Message['type']): void {
    const { id, revision } = this.#parts.game;
    this.#channel?.postMessage({ type, id, revision } satisfies Message);
  }
}

function openChannel(): BroadcastChannel | null {
  return 'BroadcastChannel' in globalThis ? new BroadcastChannel('dicee-games') : null;
}
