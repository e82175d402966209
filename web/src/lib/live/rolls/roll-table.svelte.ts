/** A roll table: what this seat is about to roll, the checks under way, and the log of everybody's rolls. */
import type { RollTableCommand, RollTableExtended, RollTableRoll, RollTableState } from '@dicee/types';
import type { Refusal } from '../../table/table';
import type { LiveRoom } from '../room.svelte';
import { searchText } from './roll-words';

export const WAYS = ['check', 'roll', 'contest', 'attack', 'extended'] as const;
export type Way = (typeof WAYS)[number];

export class RollTable {
  readonly room: LiveRoom;
  way = $state<Way>('check');
  pool = $state(6);
  difficulty = $state(2);
  defender = $state(4);
  damage = $state(3);
  armour = $state(0);
  successes = $state(10);
  rounds = $state(5);
  expression = $state('4d6kh3');
  label = $state('');
  actor = $state('');
  target = $state('');
  hidden = $state(false);
  /** Only rolls with all these words are shown. */
  filter = $state('');
  /** Why the last roll, seat or reveal was refused. */
  refusal = $state.raw<Refusal | null>(null);
  /** The same of the last round of an extended check. */
  roundRefusal = $state.raw<Refusal | null>(null);

  constructor(room: LiveRoom) {
    this.room = room;
  }

  readonly state = $derived.by<RollTableState>(() => {
    const { state } = this.room;
    if (state?.kind !== 'roll_table') throw new Error('this table plays another game');
    return state;
  });
  /** Newest first. */
  readonly rolls = $derived.by<readonly RollTableRoll[]>(() => this.state.view.rolls.toReversed());
  /** Those that the filter leaves, newest first. */
  readonly found = $derived.by<readonly RollTableRoll[]>(() => {
    const words = this.filter.toLowerCase().split(/\s+/).filter((word) => word !== '');
    if (words.length === 0) return this.rolls;
    return this.rolls.filter((roll) => {
      const text = searchText(this.nameOf(roll.seat), roll);
      return words.every((word) => text.includes(word));
    });
  });
  /** Extended checks: those under way, then the last that ended. Newest first. */
  readonly checks = $derived.by<readonly RollTableExtended[]>(() => {
    const all = (this.state.view.checks ?? []).toReversed();
    const over = all.filter(({ progress }) => progress.status !== 'in_progress').slice(0, 1);
    return [...all.filter(({ progress }) => progress.status === 'in_progress'), ...over];
  });
  /** Names that were used before, to be offered again. */
  readonly people = $derived.by<readonly string[]>(() => {
    const used = this.rolls.flatMap(({ actor, target }) => [actor, target]);
    return [...new Set(used.filter((name) => name !== undefined))];
  });

  /** An extended check is everybody's to see. */
  readonly canHide = $derived(this.way !== 'extended');

  readonly command = $derived.by<RollTableCommand>(() => {
    const words = { ...said('label', this.label), ...said('actor', this.actor), ...said('target', this.target) };
    const about = { ...words, ...(this.hidden ? { hidden: true } : {}) };
    switch (this.way) {
      case 'check':
        return { type: 'CHECK', pool: this.pool, difficulty: this.difficulty, ...about };
      case 'roll':
        return { type: 'ROLL', expression: this.expression, ...about };
      case 'contest':
        return { type: 'CONTEST', initiator: this.pool, defender: this.defender, ...about };
      case 'attack':
        return { type: 'ATTACK', pool: this.pool, damage: this.damage, armour: this.armour, ...about };
      case 'extended': {
        const terms = { pool: this.pool, targetSuccesses: this.successes, maxRounds: this.rounds };
        return { type: 'START_CHECK', terms, ...words };
      }
    }
  });

  nameOf(seat: number): string {
    return this.room.seats.find((taken) => taken.seat === seat)?.name ?? `Seat ${seat + 1}`;
  }

  /** When a roll was made, in milliseconds since 1970; null where the server does not say. */
  timeOf({ roll }: Pick<RollTableRoll, 'roll'>): number | null {
    const { view, rolledAt = [] } = this.state;
    return rolledAt.at(roll - 1 - view.rolled) ?? null;
  }

  async roll(): Promise<void> {
    this.refusal = await this.room.send(this.command);
  }

  async rollRound(check: number): Promise<void> {
    this.roundRefusal = await this.room.send({ type: 'ROLL_ROUND', check });
  }

  async reveal(roll: number): Promise<void> {
    this.refusal = await this.room.send({ type: 'REVEAL', roll });
  }

  async sit(): Promise<void> {
    this.refusal = await this.room.send({ type: 'sit' });
  }

  async stand(): Promise<boolean> {
    this.refusal = await this.room.send({ type: 'stand' });
    return this.refusal === null;
  }
}

/** A field of a command, if there is something in it. */
function said<Field extends string>(field: Field, typed: string): Partial<Record<Field, string>> {
  const words = typed.trim();
  return words === '' ? {} : ({ [field]: words } as Partial<Record<Field, string>>);
}
