/** The page's side of the Forty-Two worker: opens games, each with its own handle, and asks questions step by step. */
import type {
  CheckedDeals,
  DealRequest,
  DeclarationOdds,
  FortyTwoCommand,
  FortyTwoReviewedHand,
  FortyTwoTile,
  FortyTwoView,
  FoundDeal,
  Glance,
  HistoryEntry,
  LookBackEntry,
  NewGame,
  PositionAnswer,
  PositionRequest,
  SearchRequest,
  SolvedDeal,
  TileOdds,
} from '@dicee/fortytwo';
import { freshId } from '$lib/table/id';
import { Channel, type Port, refusingPort } from '../rpc';
import { refusal } from '../support';
import type { FortyTwoService, Opened, Shown, Snapshot } from './protocol';

/** Hears of an answer that gets better: what it is now, and how much of the way is done. */
export type Follow<T> = (answer: T, done: number, total: number) => void;

/** How many deals, and how many between two answers: a step takes about a tenth of a second on a phone. */
const HINT = { deals: 120, step: 6 };
const HAND = { deals: 100, step: 2 };
/** Deals for each choice of a hand that is looked back at. */
export const LOOK_BACK = 30;
const SEARCH = { seeds: 20_000, step: 4 };

export class FortyTwoClient {
  readonly #spawn: () => Port;
  #started: Channel<FortyTwoService> | null = null;

  constructor(spawn: () => Port = spawnWorker) {
    this.#spawn = spawn;
  }

  /** Started by the first question, so that a page can be prerendered where there are no workers. */
  get #channel(): Channel<FortyTwoService> {
    return (this.#started ??= new Channel(this.#spawn()));
  }

  async create(request: NewGame): Promise<OpenFortyTwo> {
    return this.#open(await this.#channel.call('create', [request]));
  }

  async fromLink(link: string): Promise<OpenFortyTwo> {
    return this.#open(await this.#channel.call('fromLink', [link]));
  }

  async fromLog(log: string): Promise<OpenFortyTwo> {
    return this.#open(await this.#channel.call('fromLog', [log]));
  }

  /** What follows from a view, as of a live table. */
  glance(view: FortyTwoView): Promise<Glance> {
    return this.#channel.call('glance', [view]);
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

  /** The odds of seven tiles, until all deals are looked at or the signal stops it. */
  async handOdds(hand: FortyTwoTile[], follow: Follow<DeclarationOdds[]>, signal: AbortSignal): Promise<void> {
    const study = await this.#channel.call('startHandOdds', [hand]);
    await followHand(this.#channel, study, follow, signal);
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

  #open(opened: Opened): OpenFortyTwo {
    return new OpenFortyTwo(this.#channel, opened);
  }
}

/** One game in the worker. */
export class OpenFortyTwo {
  readonly #channel: Channel<FortyTwoService>;
  readonly #handle: number;
  /** As it stood when it was opened or last changed through this object. */
  snapshot: Snapshot;

  constructor(channel: Channel<FortyTwoService>, { handle, ...snapshot }: Opened) {
    this.#channel = channel;
    this.#handle = handle;
    this.snapshot = snapshot;
  }

  async submit(seat: number, command: FortyTwoCommand): Promise<Snapshot> {
    this.snapshot = await this.#channel.call('submit', [this.#handle, seat, freshId(), command]);
    return this.snapshot;
  }

  async playBot(seat: number): Promise<Snapshot> {
    this.snapshot = await this.#channel.call('playBot', [this.#handle, seat, freshId()]);
    return this.snapshot;
  }

  view(at: number | null): Promise<Shown> {
    return this.#channel.call('view', [this.#handle, at]);
  }

  /** What everybody holds: for looking back. */
  hands(at: number | null): Promise<FortyTwoTile[][]> {
    return this.#channel.call('hands', [this.#handle, at]);
  }

  history(): Promise<HistoryEntry[]> {
    return this.#channel.call('history', [this.#handle]);
  }

  async fork(version: number): Promise<OpenFortyTwo> {
    return new OpenFortyTwo(this.#channel, await this.#channel.call('fork', [this.#handle, version]));
  }

  /** A new game with the same deals, in which each team has the tiles that the other one had. */
  async duplicate(): Promise<OpenFortyTwo> {
    return new OpenFortyTwo(this.#channel, await this.#channel.call('duplicate', [this.#handle]));
  }

  link(): Promise<string> {
    return this.#channel.call('link', [this.#handle]);
  }

  log(): Promise<string> {
    return this.#channel.call('log', [this.#handle]);
  }

  /** Deals every hand again, from the secret that was promised or from the seed. */
  checkDeals(): Promise<CheckedDeals> {
    return this.#channel.call('checkDeals', [this.#handle]);
  }

  finished(): Promise<number[]> {
    return this.#channel.call('finished', [this.#handle]);
  }

  review(hand: number): Promise<FortyTwoReviewedHand | null> {
    return this.#channel.call('review', [this.#handle, hand]);
  }

  /** What each legal play is worth by what the seat can know, now or at a version. */
  async hint(at: number | null, follow: Follow<TileOdds[]>, signal: AbortSignal): Promise<void> {
    const study = await this.#channel.call('startHint', [this.#handle, at]);
    try {
      for (let done = 0; done < HINT.deals && !signal.aborted; ) {
        const found = await this.#channel.call('hint', [study, HINT.step]);
        done += HINT.step;
        if (!signal.aborted) follow(found, done, HINT.deals);
      }
    } finally {
      void this.#channel.call('stop', [study]);
    }
  }

  /** What the hand is worth for every bid and declaration by what the seat can know, now or at a version. */
  async handHint(at: number | null, follow: Follow<DeclarationOdds[]>, signal: AbortSignal): Promise<void> {
    const study = await this.#channel.call('startHandHint', [this.#handle, at]);
    await followHand(this.#channel, study, follow, signal);
  }

  /** Every choice of a finished hand, in order, by what its seat could know. */
  async lookBack(hand: number, follow: Follow<LookBackEntry>, signal: AbortSignal): Promise<void> {
    const study = await this.#channel.call('startLookBack', [this.#handle, hand]);
    try {
      for (let done = 1; !signal.aborted; done += 1) {
        const { entry, total } = await this.#channel.call('lookBack', [study, LOOK_BACK]);
        if (!entry || signal.aborted) return;
        follow(entry, done, total);
      }
    } finally {
      void this.#channel.call('stop', [study]);
    }
  }

  close(): void {
    void this.#channel.call('close', [this.#handle]).catch(() => undefined);
  }
}

async function followHand(
  channel: Channel<FortyTwoService>,
  study: number,
  follow: Follow<DeclarationOdds[]>,
  signal: AbortSignal,
): Promise<void> {
  try {
    for (let done = 0; done < HAND.deals && !signal.aborted; ) {
      const found = await channel.call('handHint', [study, HAND.step]);
      done += HAND.step;
      if (!signal.aborted) follow(found, done, HAND.deals);
    }
  } finally {
    void channel.call('stop', [study]);
  }
}

function spawnWorker(): Port {
  const why = refusal();
  if (why !== null) return refusingPort(why);
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'fortytwo' });
}
