/** What is set up: who plays, by which rules, with which dice. */
import type { Bot } from '@dicee/table';
import type { Setup } from '../games';
import type { Rules } from '../moment';

export type Company = 'alone' | 'bots' | 'people';

/** A table seats eight. */
export const MOST_PLAYERS = 8;
const LONGEST_NAME = 20;

export class SetupForm {
  company = $state<Company>('alone');
  bots = $state.raw<readonly Bot[]>(['skilled']);
  names = $state.raw<readonly string[]>(['', '']);
  rules = $state<Rules>('standard');
  ownDice = $state(false);

  /** Names that are empty are numbered; two of the same are told apart. */
  readonly people = $derived.by(() => {
    const given = this.names.map((name, place) => name.trim().slice(0, LONGEST_NAME) || `Player ${place + 1}`);
    return given.map((name, place) => (given.indexOf(name) === place ? name : `${name} ${place + 1}`));
  });

  readonly setup = $derived.by<Setup>(() => ({
    people: this.company === 'people' ? this.people : ['You'],
    bots: this.company === 'bots' ? [...this.bots] : [],
    rules: this.rules,
    // Bots cannot roll real dice.
    ownDice: this.company !== 'bots' && this.ownDice,
  }));

  toggleBot(bot: Bot): void {
    const rest = this.bots.filter((other) => other !== bot);
    if (rest.length < this.bots.length) this.bots = rest.length > 0 ? rest : this.bots;
    else this.bots = [...this.bots, bot];
  }

  setName(place: number, name: string): void {
    this.names = this.names.map((old, i) => (i === place ? name : old));
  }

  addPerson(): void {
    if (this.names.length < MOST_PLAYERS) this.names = [...this.names, ''];
  }

  removePerson(): void {
    if (this.names.length > 2) this.names = this.names.slice(0, -1);
  }
}
