/** A roll table: what this seat is about to roll, and the log of everybody's rolls. */
import type { RollTableCommand, RollTableRoll, RollTableState } from '@dicee/types';
import type { Refusal } from '../../table/table';
import type { LiveRoom } from '../room.svelte';

export type Way = 'check' | 'roll' | 'contest';
export const WAYS: readonly Way[] = ['check', 'roll', 'contest'];

export class RollTable {
  readonly room: LiveRoom;
  way = $state<Way>('check');
  pool = $state(6);
  difficulty = $state(2);
  defender = $state(4);
  expression = $state('4d6kh3');
  label = $state('');
  hidden = $state(false);
  refusal = $state.raw<Refusal | null>(null);

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

  readonly command = $derived.by<RollTableCommand>(() => {
    const label = this.label.trim();
    const about = { ...(label === '' ? {} : { label }), ...(this.hidden ? { hidden: true } : {}) };
    switch (this.way) {
      case 'check':
        return { type: 'CHECK', pool: this.pool, difficulty: this.difficulty, ...about };
      case 'roll':
        return { type: 'ROLL', expression: this.expression, ...about };
      case 'contest':
        return { type: 'CONTEST', initiator: this.pool, defender: this.defender, ...about };
    }
  });

  nameOf(seat: number): string {
    return this.room.seats.find((taken) => taken.seat === seat)?.name ?? `Seat ${seat + 1}`;
  }

  async roll(): Promise<void> {
    this.refusal = await this.room.send(this.command);
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

/** What a roll brought, in a few words; of a hidden one only that it happened. */
export function rollTitle({ label, result }: RollTableRoll): string {
  const about = label ? `${label}: ` : '';
  if (!result) return 'rolled in secret';
  switch (result.kind) {
    case 'roll':
      return `${about}${result.expression} = ${result.total}`;
    case 'check':
      return `${about}${result.outcome.replaceAll('_', ' ')} against ${result.difficulty}`;
    case 'contest':
      return `${about}${result.outcome.replaceAll('_', ' ')}, margin ${result.margin}`;
    case 'attack':
      return `${about}${result.quality.replaceAll('_', ' ')}, ${result.damage} damage`;
    case 'round':
      return `${about}round ${result.round}, ${result.accumulated} of ${result.targetSuccesses} successes, ${result.status.replaceAll('_', ' ')}`;
  }
}
