/** What is said at a table: the last lines, whom this device does not want to hear, what nobody has looked at yet. */
import type { ClientMessage, GameState } from '@dicee/types';
import { LONGEST_CHAT } from '@dicee/types/limits';

export interface Line {
  readonly id: number;
  readonly playerId: string;
  readonly name: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Older lines make room. */
export const MOST_LINES = 200;
/** Said with one tap. */
const PHRASES = ['Hello!', 'Good luck!', 'Nice roll!', 'Well played!', 'Ouch!', 'Thanks!', 'One moment…', 'Good game!'] as const;

/** The phrases of a table: where no dice are rolled a trick is praised. */
export function phrasesOf(kind: GameState['kind'] | undefined): readonly string[] {
  return PHRASES.map((phrase) => (phrase === 'Nice roll!' && kind === 'fortytwo' ? 'Nice trick!' : phrase));
}

type SaidLine = Pick<Line, 'playerId' | 'text'> & { displayName: string; timestamp: number };

export class Talk {
  /** Whether people may chat on this server. */
  enabled = $state(true);
  lines = $state.raw<readonly Line[]>([]);
  unread = $state(0);
  muted = $state.raw<ReadonlySet<string>>(new Set());
  /** The chat is on screen: what is said counts as read. */
  #shown = 0;
  #next = 0;
  readonly #send: (message: ClientMessage) => boolean;
  readonly #own: () => string | null;

  constructor(send: (message: ClientMessage) => boolean, own: () => string | null) {
    this.#send = send;
    this.#own = own;
  }

  /** What the sheet with people and chat is called. */
  readonly title = $derived.by(() => (this.enabled ? 'Chat and people' : 'People'));
  /** Lines of people who are not muted. */
  readonly heard = $derived.by(() => this.lines.filter(({ playerId }) => !this.muted.has(playerId)));

  /** What was said before this device came, or while its connection was lost; the server's word counts. */
  recall({ enabled, lines }: { enabled: boolean; lines: readonly SaidLine[] }): void {
    this.enabled = enabled;
    const known = new Set(this.lines.map(({ playerId, at, text }) => `${playerId} ${at} ${text}`));
    const missed = lines.filter(({ playerId, timestamp, text }) => !known.has(`${playerId} ${timestamp} ${text}`));
    const unread = this.unread;
    const first = this.lines.length === 0;
    this.lines = [];
    for (const line of lines) this.hear(line);
    // A new or reloaded page has nothing to catch up with; one that was cut off has.
    const counts = missed.filter(({ playerId }) => playerId !== this.#own() && !this.muted.has(playerId)).length;
    this.unread = this.#shown > 0 ? 0 : first ? unread : unread + counts;
  }

  hear(line: SaidLine): void {
    const { playerId, displayName: name, text, timestamp: at } = line;
    this.#next += 1;
    this.lines = [...this.lines, { id: this.#next, playerId, name, text, at }].slice(-MOST_LINES);
    const counts = this.#shown === 0 && playerId !== this.#own() && !this.muted.has(playerId);
    if (counts) this.unread += 1;
  }

  /** False when it is empty or nobody can hear it now. */
  say(text: string): boolean {
    const clean = text.replace(/\p{Cc}/gu, ' ').trim();
    if (clean === '') return false;
    return this.#send({ type: 'chat', text: [...clean].slice(0, LONGEST_CHAT).join('') });
  }

  mute(playerId: string, muted: boolean): void {
    const next = new Set(this.muted);
    if (muted) next.add(playerId);
    else next.delete(playerId);
    this.muted = next;
    this.#send({ type: 'mute', playerId, muted });
  }

  /** The server forgets with the socket who is muted. */
  remind(): void {
    for (const playerId of this.muted) this.#send({ type: 'mute', playerId, muted: true });
  }

  /** The chat is on screen until the returned function is called. */
  show(): () => void {
    this.#shown += 1;
    this.unread = 0;
    return () => {
      this.#shown -= 1;
    };
  }
}
