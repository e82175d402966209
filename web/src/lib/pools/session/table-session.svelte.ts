/** The session of the lab beyond its rolls: characters with named pools, contexts and encounters. */
import type { DiceAsked, RngContext, SessionContext } from '@dicee/pool-session';
import { diceOf } from '../dice';
import type { RollLog } from '../log/roll-log.svelte';

export interface Character {
  readonly name: string;
  readonly pools: readonly { readonly name: string; readonly dice: DiceAsked }[];
}

export const CONTEXTS: readonly RngContext[] = ['default', 'combat', 'exploration', 'crafting', 'dialogue'];

export class TableSession {
  readonly #log: RollLog;
  character = $state('');
  pool = $state('');
  dice = $state('');
  seed = $state('');
  /** What was wrong with the last command of this sheet. */
  fault = $state('');

  constructor(log: RollLog) {
    this.#log = log;
  }

  readonly characters = $derived.by<readonly Character[]>(() =>
    Object.entries(this.#log.view?.characters ?? {}).map(([name, pools]) => ({
      name,
      pools: Object.entries(pools).map(([pool, dice]) => ({ name: pool, dice })),
    })),
  );
  readonly context = $derived.by<RngContext>(() => this.#log.view?.context ?? 'default');
  /** Contexts whose dice fall the same again when the session is taken up. */
  readonly locked = $derived.by<readonly SessionContext[]>(() =>
    (this.#log.view?.contexts ?? []).filter(({ locked }) => locked),
  );
  readonly canAdd = $derived([this.character, this.pool, this.dice].every((text) => text.trim() !== ''));

  /** Gives a character a pool, or the pool other dice. */
  async addPool(): Promise<void> {
    const [character, pool, dice] = [this.character.trim(), this.pool.trim(), diceOf(this.dice)];
    if (await this.#send({ type: 'SET_POOL', character, pool, dice })) [this.pool, this.dice] = ['', ''];
  }

  removeCharacter(character: string): Promise<boolean> {
    return this.#send({ type: 'REMOVE_CHARACTER', character });
  }

  /** Rolls without a context of their own come from these dice from now on. */
  async enter(context: RngContext): Promise<void> {
    if (context === this.context) return;
    if (this.context !== 'default' && !(await this.#send({ type: 'LEAVE_CONTEXT' }))) return;
    if (context !== 'default') await this.#send({ type: 'ENTER_CONTEXT', context });
  }

  /** Locks the dice of combat to a seed, from its beginning. */
  async beginEncounter(): Promise<void> {
    if (await this.#send({ type: 'BEGIN_ENCOUNTER', ...this.#seeded })) this.seed = '';
  }

  /** Locks the dice of the context that is entered to a seed, from its beginning. */
  async lock(): Promise<void> {
    const { context } = this;
    if (await this.#send({ type: 'LOCK_CONTEXT', context, ...this.#seeded })) this.seed = '';
  }

  /** The dice go on, and are others when the session is taken up again. */
  release(context: RngContext): Promise<boolean> {
    return this.#send({ type: 'RELEASE_CONTEXT', context });
  }

  /** The seed that was typed; a fresh one if there is none. */
  get #seeded(): { seed?: string } {
    const seed = this.seed.trim();
    return seed === '' ? {} : { seed };
  }

  async #send(command: Parameters<RollLog['send']>[0]): Promise<boolean> {
    const done = await this.#log.send(command);
    this.fault = done ? '' : (this.#log.fault ?? 'This could not be done.');
    return done;
  }
}
