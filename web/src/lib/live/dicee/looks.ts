/** How long a player looks at a box before deciding: the server keeps it for 30 days, for insights of their own. */
import type { ClientMessage, DiceeCategory } from '@dicee/types';

/** Shorter looks are the pointer on its way. */
const SHORTEST = 400;

export class Looks {
  readonly #send: (message: ClientMessage) => void;
  #at: { category: DiceeCategory; since: number } | null = null;

  constructor(send: (message: ClientMessage) => void) {
    this.#send = send;
  }

  /** The pointer or the focus is on a box now, or on none. */
  at(category: DiceeCategory | null): void {
    if (category === (this.#at?.category ?? null)) return;
    const last = this.#at;
    this.#at = category === null ? null : { category, since: Date.now() };
    if (last && Date.now() - last.since >= SHORTEST) {
      this.#send({ type: 'hover', category: last.category, hoverStartTime: last.since });
    }
  }
}

/** The box that an element of the card belongs to. */
export function boxOf(target: EventTarget | null): DiceeCategory | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-category]') : null;
  return (row?.dataset['category'] as DiceeCategory | undefined) ?? null;
}
