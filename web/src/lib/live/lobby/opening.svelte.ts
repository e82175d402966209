/** What is set up before a table with others is opened. */
import type { Bot, CreateGameRequest, FortyTwoHouseRules, FortyTwoSkill } from '@dicee/types';
import { FEWEST_PLAYERS } from '@dicee/types/limits';
import type { Rules } from '../../dicee/moment';
import { STRAIGHT } from '../../fortytwo/wording';

export type Kind = 'dicee' | 'fortytwo' | 'roll_table';
export type Access = 'code' | 'public';

/** Those whose tables this page can show. */
export const KINDS: readonly Kind[] = ['dicee', 'fortytwo', 'roll_table'];
export const ACCESS: readonly Access[] = ['code', 'public'];
/** Seconds a turn; 0 is no clock. */
export const LIMITS: readonly number[] = [0, 30, 60, 180];
export const MOST_BOTS = 3;

export class Opening {
  kind = $state<Kind>('dicee');
  access = $state<Access>('code');
  limit = $state(0);
  coach = $state(true);
  undo = $state(false);
  bots = $state(0);
  /** Never fewer than the host and the bots need. */
  #seats = $state(4);
  bot = $state<Bot>('skilled');
  rules = $state<Rules>('standard');
  /** Forty-Two: how empty seats are played, the house rules, and whether a bot plays for people who are gone. */
  skill = $state<FortyTwoSkill>('strong');
  house = $state.raw<FortyTwoHouseRules>(STRAIGHT);
  standIn = $state(true);

  get seats(): number {
    return Math.max(this.#seats, this.bots + 1, FEWEST_PLAYERS);
  }

  set seats(seats: number) {
    this.#seats = seats;
  }

  readonly request = $derived.by<CreateGameRequest>(() => {
    const common = { public: this.access === 'public', ...(this.coach ? {} : { coach: false }) };
    const limit = this.limit > 0 ? { timeLimit: this.limit } : {};
    switch (this.kind) {
      case 'dicee':
        return {
          kind: 'dicee',
          ...common,
          mode: 'multiplayer',
          // People come first: the host starts it.
          start: false,
          settings: { rulesVariant: this.rules, allowUndo: this.undo, seats: this.seats, ...limit },
          ...(this.bots > 0 ? { bots: Array.from({ length: this.bots }, () => this.bot) } : {}),
        };
      case 'fortytwo':
        return {
          kind: 'fortytwo',
          ...common,
          settings: limit,
          bots: this.skill,
          house: this.house,
          ...(this.standIn ? {} : { standIn: false }),
        };
      case 'roll_table':
        return { kind: 'roll_table', public: common.public };
    }
  });
}
