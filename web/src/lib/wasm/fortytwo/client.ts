/** The page's side of the Forty-Two worker: opens games, each with its own handle. */
import type {
  CheckedDeals,
  FortyTwoCommand,
  FortyTwoDrill,
  FortyTwoHandRecord,
  FortyTwoTile,
  FortyTwoView,
  Glance,
  HistoryEntry,
  NewGame,
} from '@dicee/fortytwo';
import type { DeclarationOdds, FortyTwoReviewedHand, TileOdds } from '@dicee/fortytwo-coach';
import { freshId } from '$lib/table/id';
import { FortyTwoCoach, type Follow } from '../fortytwo-coach/client';
import { Channel, type Port, refusingPort } from '../rpc';
import { refusal } from '../support';
import type { FortyTwoService, Opened, Shown, Snapshot } from './protocol';

export class FortyTwoClient {
  readonly #spawn: () => Port;
  /** Thinks for the bots, and answers what is asked about a game. */
  readonly #coach: FortyTwoCoach;
  #started: Channel<FortyTwoService> | null = null;

  constructor(spawn: () => Port = spawnWorker, coach = new FortyTwoCoach()) {
    this.#spawn = spawn;
    this.#coach = coach;
  }

  /** Started by the first question, so that a page can be prerendered where there are no workers. */
  get #channel(): Channel<FortyTwoService> {
    return (this.#started ??= new Channel(this.#spawn()));
  }

  /** Loads what the bots think with, before the first of them is asked. */
  wakeBots(): void {
    this.#coach.wake();
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

  /** A question to practise with, and its answer. */
  drill(kind: FortyTwoDrill['kind'], seed: number): Promise<FortyTwoDrill> {
    return this.#channel.call('drill', [kind, seed]);
  }

  close(): void {
    this.#started?.close();
    this.#started = null;
    this.#coach.close();
  }

  #open(opened: Opened): OpenFortyTwo {
    return new OpenFortyTwo(this.#channel, this.#coach, opened);
  }
}

/** One game in the worker. */
export class OpenFortyTwo {
  readonly #channel: Channel<FortyTwoService>;
  readonly #coach: FortyTwoCoach;
  readonly #handle: number;
  /** As it stood when it was opened or last changed through this object. */
  snapshot: Snapshot;

  constructor(channel: Channel<FortyTwoService>, coach: FortyTwoCoach, { handle, ...snapshot }: Opened) {
    this.#channel = channel;
    this.#coach = coach;
    this.#handle = handle;
    this.snapshot = snapshot;
  }

  async submit(seat: number, command: FortyTwoCommand): Promise<Snapshot> {
    this.snapshot = await this.#channel.call('submit', [this.#handle, seat, freshId(), command]);
    return this.snapshot;
  }

  async playBot(seat: number): Promise<Snapshot> {
    const { version, agreement, sight } = await this.#channel.call('botTurn', [this.#handle, seat]);
    const command = agreement ?? (sight && (await this.#coach.choose(this.snapshot.skill, sight)));
    this.snapshot = command
      ? await this.#channel.call('playBot', [this.#handle, seat, freshId(), version, command])
      : { ...this.snapshot, news: [] };
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
    return new OpenFortyTwo(this.#channel, this.#coach, await this.#channel.call('fork', [this.#handle, version]));
  }

  /** A new game with the same deals from the same seat or from the other side, to be compared with this one. */
  async duplicate(otherSide: boolean): Promise<OpenFortyTwo> {
    return new OpenFortyTwo(this.#channel, this.#coach, await this.#channel.call('duplicate', [this.#handle, otherSide]));
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

  /** What each legal play is worth by what the seat can know, now or at a version. */
  async hint(at: number | null, follow: Follow<TileOdds[]>, signal: AbortSignal): Promise<void> {
    await this.#coach.hint(await this.#channel.call('sight', [this.#handle, at]), follow, signal);
  }

  /** What the hand is worth for every bid and declaration by what the seat can know, now or at a version. */
  async handHint(at: number | null, follow: Follow<DeclarationOdds[]>, signal: AbortSignal): Promise<void> {
    await this.#coach.handHint(await this.#channel.call('sight', [this.#handle, at]), follow, signal);
  }

  /** What every choice of a finished hand was worth, with all tiles face up and by what its seat could know. */
  async review(hand: number, follow: Follow<FortyTwoReviewedHand>, signal: AbortSignal): Promise<void> {
    const record = await this.record(hand);
    if (record) await this.#coach.review(record, follow, signal);
  }

  /** A finished hand, for the coach. */
  record(hand: number): Promise<FortyTwoHandRecord | null> {
    return this.#channel.call('record', [this.#handle, hand]);
  }

  close(): void {
    void this.#channel.call('close', [this.#handle]).catch(() => undefined);
  }
}

function spawnWorker(): Port {
  const why = refusal();
  if (why !== null) return refusingPort(why);
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'fortytwo' });
}
