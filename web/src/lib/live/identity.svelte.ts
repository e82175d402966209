/** The name under which this device sits down with others. It registers with the server the first time that happens. */
import { cleanName, type Players } from '../people/players.svelte';
import type { Session } from '../people/session.svelte';

/** A player of this device who was never renamed. */
const UNNAMED = /^Player \d+$/;

export class Guest {
  readonly #session: Session;
  fault = $state('');
  /** How often something went wrong: each time the field is brought into sight. */
  faults = $state(0);
  busy = $state(false);

  constructor(session: Session, players: Players) {
    this.#session = session;
    const { name } = players.current;
    if (this.typed === '' && !UNNAMED.test(name)) this.typed = name;
  }

  /** What stands in the field. */
  get typed(): string {
    return this.#session.typedName;
  }

  set typed(name: string) {
    this.#session.typedName = name;
  }

  /** The name that the server knows; null before this device has sat down anywhere. */
  get name(): string | null {
    return this.#session.displayName;
  }

  /** Registers if need be, then acts; what goes wrong is shown beside the name. */
  async as(act: () => Promise<void>): Promise<void> {
    this.fault = '';
    const name = this.name ?? cleanName(this.typed);
    if (name === null) {
      this.fault = 'Type a name first: the others want to know who sits down.';
      this.faults += 1;
      return;
    }
    this.busy = true;
    try {
      await this.#session.token(name);
      await act();
    } catch (thrown) {
      this.fault =
        thrown instanceof Error && 'code' in thrown
          ? thrown.message
          : 'The server cannot be reached. Try again when you are online.';
      this.faults += 1;
    } finally {
      this.busy = false;
    }
  }
}
