/** The page's side of the Forty-Two coach: asks the bots, and questions, those that take long step by step. */
import type {
  DealRequest,
  DeclarationOdds,
  FortyTwoBotMove,
  FortyTwoHandRecord,
  FortyTwoInsights,
  FortyTwoJudgedHand,
  FortyTwoPlayedHand,
  FortyTwoReviewedHand,
  FortyTwoSight,
  FortyTwoSkill,
  FortyTwoTile,
  FoundDeal,
  PositionAnswer,
  PositionRequest,
  SearchRequest,
  SolvedDeal,
  TileOdds,
} from '@dicee/fortytwo-coach';
import { Channel, type Port, refusingPort } from '../rpc';
import { refusal } from '../support';
import type { FortyTwoCoachService } from './protocol';

/** Hears of an answer that gets better: what it is now, and how much of the way is done. */
export type Follow<T> = (answer: T, done: number, total: number) => void;

/** How many deals, and how many between two answers: a step takes about a tenth of a second on a phone. */
const HINT = { deals: 120, step: 6 };
/** Deals that compare the declarations, and new ones for the best of them, which cost a fifth of the time. */
const CHOICE = { compared: 70, measured: 120, step: 2 };
/** Deals for each choice of a hand that is reviewed. */
export const REVIEW_DEALS = 30;
const SEARCH = { seeds: 20_000, step: 4 };

export class FortyTwoCoach {
  readonly #spawn: () => Port;
  #started: Channel<FortyTwoCoachService> | null = null;

  constructor(spawn: () => Port = spawnWorker) {
    this.#spawn = spawn;
  }

  /** Started by the first question: a live table does without it, until somebody looks back. */
  get #channel(): Channel<FortyTwoCoachService> {
    return (this.#started ??= new Channel(this.#spawn()));
  }

  /** Loads it before the first question. */
  wake(): void {
    void this.#channel;
  }

  /** What a bot that plays so well does in this seat; null if there is nothing to do. */
  choose(skill: FortyTwoSkill, sight: FortyTwoSight): Promise<FortyTwoBotMove | null> {
    return this.#channel.call('choose', [skill, sight]);
  }

  dealSeed(seed: number): Promise<FortyTwoTile[][]> {
    return this.#channel.call('dealSeed', [seed]);
  }

  solveDeal(request: DealRequest): Promise<SolvedDeal[]> {
    return this.#channel.call('solveDeal', [request]);
  }

  solve(request: PositionRequest): Promise<PositionAnswer> {
    return this.#channel.call('solve', [request]);
  }

  /** What every choice of a seat gave away by what it could know; those of the tricks in `aided` are left out, 0 being bid and
   * declaration. */
  judgeHand(hand: FortyTwoHandRecord, seat: number, aided: readonly number[]): Promise<FortyTwoJudgedHand> {
    return this.#channel.call('judgeHand', [hand, seat, [...aided]]);
  }

  /** What judged hands say about their player, in the order in which they were played. */
  profile(hands: FortyTwoPlayedHand[]): Promise<FortyTwoInsights> {
    return this.#channel.call('profile', [hands]);
  }

  /** What each legal play is worth by what the seat can know. */
  async hint(sight: FortyTwoSight, follow: Follow<TileOdds[]>, signal: AbortSignal): Promise<void> {
    const channel = this.#channel;
    const study = await channel.call('startHint', [sight]);
    try {
      for (let done = 0; done < HINT.deals && !signal.aborted; ) {
        const found = await channel.call('hint', [study, HINT.step]);
        done += HINT.step;
        if (!signal.aborted) follow(found, done, HINT.deals);
      }
    } finally {
      void channel.call('stop', [study]);
    }
  }

  /** What the hand is worth for every bid and declaration by what the seat can know. */
  async handHint(sight: FortyTwoSight, follow: Follow<DeclarationOdds[]>, signal: AbortSignal): Promise<void> {
    await this.#choose(await this.#channel.call('startHandHint', [sight]), follow, signal);
  }

  /** The odds of seven tiles before anybody has spoken, until all deals are looked at or the signal stops it. */
  async handOdds(hand: FortyTwoTile[], follow: Follow<DeclarationOdds[]>, signal: AbortSignal): Promise<void> {
    await this.#choose(await this.#channel.call('startHandOdds', [hand]), follow, signal);
  }

  /** Deals that compare the declarations, then new ones for the best of them. */
  async #choose(study: number, follow: Follow<DeclarationOdds[]>, signal: AbortSignal): Promise<void> {
    const { compared, measured, step } = CHOICE;
    const effort = 5 * compared + measured;
    await this.#following(study, async (channel) => {
      for (let deals = 0; deals < compared && !signal.aborted; ) {
        const found = await channel.call('handHint', [study, step]);
        deals += step;
        if (!signal.aborted) follow(found, 5 * deals, effort);
      }
      for (let deals = 0; deals < measured && !signal.aborted; ) {
        const found = await channel.call('measureBest', [study, 5 * step]);
        deals += 5 * step;
        if (!signal.aborted) follow(found, 5 * compared + deals, effort);
      }
    });
  }

  /**
   * What every choice of a finished hand was worth: with all tiles face up at once, by what its seat could know choice by
   * choice. Hears nothing of a hand that all passed.
   */
  async review(hand: FortyTwoHandRecord, follow: Follow<FortyTwoReviewedHand>, signal: AbortSignal): Promise<void> {
    const channel = this.#channel;
    const begun = await channel.call('startReview', [hand]);
    if (!begun) return;
    const { study, total } = begun;
    try {
      if (!signal.aborted) follow(begun.hand, 0, total);
      for (let looked = 0; looked < total && !signal.aborted; ) {
        const { hand: reviewed, done } = await channel.call('review', [study, 1, REVIEW_DEALS]);
        looked = done;
        if (!signal.aborted) follow(reviewed, done, total);
      }
    } finally {
      void channel.call('stop', [study]);
    }
  }

  /** The first deal that is as wished; null if it was stopped or none was found. */
  async findSeed(request: SearchRequest, follow: Follow<null>, signal: AbortSignal): Promise<FoundDeal | null> {
    const channel = this.#channel;
    const study = await channel.call('startSearch', [request]);
    try {
      for (let done = 0; done < SEARCH.seeds && !signal.aborted; done += SEARCH.step) {
        const found = await channel.call('search', [study, SEARCH.step]);
        if (found) return found;
        follow(null, done + SEARCH.step, SEARCH.seeds);
      }
      return null;
    } finally {
      void channel.call('stop', [study]);
    }
  }

  close(): void {
    this.#started?.close();
    this.#started = null;
  }

  async #following(study: number, ask: (channel: Channel<FortyTwoCoachService>) => Promise<void>): Promise<void> {
    const channel = this.#channel;
    try {
      await ask(channel);
    } finally {
      void channel.call('stop', [study]);
    }
  }
}

function spawnWorker(): Port {
  const why = refusal();
  if (why !== null) return refusingPort(why);
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'fortytwo-coach' });
}
