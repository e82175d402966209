/**
 * A table of one person and three bots whose whole game is its link: every change is told to `onchange`. What bots do by
 * themselves comes from the game (`due`); this class only runs the timers, and stops them while somebody looks back.
 */
import type { FortyTwoCommand, FortyTwoComparison, FortyTwoSkill, FortyTwoView, Glance, HistoryEntry, PlayedEvent } from '@dicee/fortytwo';
import { refusalOf } from '$lib/table/local-table.svelte';
import type { Refusal, TableStatus } from '$lib/table/table';
import type { OpenFortyTwo } from '$lib/wasm/fortytwo/client';
import type { Shown, Snapshot } from '$lib/wasm/fortytwo/protocol';
import type { Advice, FortyTwoTable } from './table';

export interface LinkTableOptions {
  /** Hears that the game, and so its link, has changed. */
  onchange?: () => void;
  /** Hears that the game is about to be played on from an earlier moment: what came after it can still be kept. */
  onbranch?: () => Promise<void>;
  /** Hears that it was. */
  onbranched?: () => Promise<void>;
  /** Hears that what came after some moment is played again: what was on the table, and what is on it now. */
  onreplay?: (before: FortyTwoView, now: FortyTwoView) => void;
  /** Hears of what happened. */
  onnews?: (news: PlayedEvent[]) => void;
  /** How long a person who does nothing looks at a full trick before agreeing, in milliseconds; null waits for a tap. */
  agreeAfter?: () => number | null;
  /** Waits; a test replaces it. */
  wait?: (milliseconds: number) => Promise<void>;
}

export class LinkTable implements FortyTwoTable {
  #game: OpenFortyTwo;
  readonly #options: LinkTableOptions;
  readonly #wait: (milliseconds: number) => Promise<void>;

  #state = $state.raw() as Snapshot;
  /** What is shown instead of now, while somebody looks back. */
  #past = $state.raw<(Shown & { version: number }) | null>(null);
  #asked: number | null = null;
  status = $state<TableStatus>('ready');
  refusal = $state.raw<Refusal | null>(null);
  history = $state.raw<HistoryEntry[]>([]);
  /** Until it is the person's turn, nobody waits. */
  skipping = $state(false);
  /** A finger on the trick: nobody turns it over. */
  held = $state(false);

  #closed = false;
  #running: Promise<void> | null = null;
  #again = false;
  #release: (() => void) | null = null;
  /** The last change of the game, done or under way. */
  #changes: Promise<void> = Promise.resolve();

  constructor(game: OpenFortyTwo, options: LinkTableOptions = {}) {
    this.#game = game;
    this.#options = options;
    this.#wait = options.wait ?? sleep;
    this.#state = game.snapshot;
  }

  get game(): OpenFortyTwo {
    return this.#game;
  }

  get view(): FortyTwoView {
    return this.#past?.view ?? this.#state.view;
  }

  get glance(): Glance {
    return this.#past?.glance ?? this.#state.glance;
  }

  /** Whose table this is, also while looking back. */
  get viewer(): number {
    return this.#state.seat;
  }

  get seat(): number | null {
    return this.#past ? null : this.#state.seat;
  }

  get version(): number {
    return this.#state.version;
  }

  get skill(): FortyTwoSkill {
    return this.#state.skill;
  }

  get comparison(): FortyTwoComparison | null {
    return this.#state.comparison;
  }

  /** The version that is shown; null for now. */
  get shown(): number | null {
    return this.#past?.version ?? null;
  }

  /** The last choice of the person that can be taken back. */
  get undoable(): HistoryEntry | null {
    return this.history.findLast((entry) => entry.seat === this.viewer && entry.kind !== 'PLAYER_AGREED') ?? null;
  }

  /** Begins: bots act, the address is written. */
  async start(): Promise<void> {
    await this.#changed([]);
    void this.run();
  }

  async send(command: FortyTwoCommand): Promise<void> {
    if (this.#past) {
      this.refusal = { code: 'ERR_NOT_YOUR_TURN', message: 'You are looking back: play on from here, or return to now.' };
      return;
    }
    // One move at a time: a key that is pressed twice means one move.
    if (this.status === 'sending') return;
    this.status = 'sending';
    try {
      await this.#inTurn(() => this.#submit(command));
    } catch (thrown) {
      this.refusal = refusalOf(thrown);
    } finally {
      this.status = 'ready';
    }
    void this.run();
  }

  readonly advise = (about: 'play' | 'hand', follow: (advice: Advice) => void, signal: AbortSignal): Promise<void> =>
    about === 'play'
      ? this.#game.hint(null, (plays, done, total) => follow({ plays, hand: [], done: done / total }), signal)
      : this.#game.handHint(null, (hand, done, total) => follow({ plays: [], hand, done: done / total }), signal);

  at(version: number | null): void {
    this.#asked = version;
    if (version === null || version >= this.#state.version) {
      this.#past = null;
      void this.run();
      return;
    }
    void this.#game.view(version).then((shown) => {
      if (this.#asked === version) this.#past = { version, ...shown };
    });
  }

  /** The moment before or after the one that is shown, among those from which the game can be played on. */
  step(by: -1 | 1): void {
    const shown = this.shown ?? this.version;
    const moments = this.#moments();
    // What is shown may be later than the moment that it looks like.
    const own = moments.findLast((version) => version <= shown) ?? shown;
    const next = by < 0 ? moments.findLast((version) => version < own) : moments.find((version) => version > shown);
    if (next !== undefined) this.at(next);
  }

  /** Those at which the table looks otherwise than at the one before. */
  #moments(): number[] {
    let changed = false;
    return this.history.flatMap(({ version, kind, rests }) => {
      changed ||= !UNSEEN.has(kind);
      if (!rests || !changed) return [];
      changed = false;
      return [version];
    });
  }

  /** The nearest version from which the game can be played on. */
  resting(version: number): number {
    const before = this.history.slice(0, version).findLast((entry) => entry.rests);
    return before?.version ?? this.history.find((entry) => entry.rests)?.version ?? this.version;
  }

  /** The table goes on from here: what came after is forgotten, once whoever keeps it has been told. */
  async playOn(version: number): Promise<void> {
    await this.#goOn(version, true);
  }

  async #goOn(version: number, branches: boolean): Promise<void> {
    await this.#inTurn(async () => {
      const old = this.#game;
      const loses = branches && this.resting(version) < this.#state.version;
      if (loses) await this.#options.onbranch?.();
      const before = this.#state.view;
      this.#game = await old.fork(this.resting(version));
      old.close();
      this.#asked = null;
      this.#past = null;
      this.skipping = false;
      this.#state = this.#game.snapshot;
      this.#options.onreplay?.(before, this.#state.view);
      await this.#changed([]);
      if (loses) await this.#options.onbranched?.();
    });
    void this.run();
  }

  async undo(): Promise<void> {
    const last = this.undoable;
    if (last) await this.#goOn(last.version - 1, false);
  }

  /** Bots do not wait until it is the person's turn again. */
  skip(): void {
    this.skipping = true;
    this.#release?.();
    void this.run();
  }

  hold(held: boolean): void {
    this.held = held;
    if (!held) void this.run();
  }

  /** Ends a wait: what was waited for happens now. */
  hurry(): void {
    this.#release?.();
  }

  close(): void {
    this.#closed = true;
    this.#release?.();
    this.#game.close();
  }

  /** Lets bots act as long as they have something to do; resolves when a person has. */
  run(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#runAll();
    return this.#running;
  }

  /** A request that comes while it runs is served, too: the last look and the end are one step. */
  async #runAll(): Promise<void> {
    while (this.#again && !this.#closed) {
      this.#again = false;
      try {
        await this.#loop();
      } catch (thrown) {
        // A closed table owes nobody an answer.
        if (!this.#closed) this.refusal = refusalOf(thrown);
      }
    }
    this.#running = null;
  }

  async #loop(): Promise<void> {
    for (;;) {
      const { version, due, view } = this.#state;
      if (this.#closed || this.#past) return;
      if (due.length > 0) {
        await this.#pause(this.skipping ? 0 : Math.min(...due.map(({ delay }) => delay)));
        if (this.#stale(version)) continue;
        for (const { seat } of due) await this.#inTurn(() => this.#playBot(seat));
        continue;
      }
      const patience = this.#patience();
      if (view.consensus === null || patience === null) {
        if (view.moves.length > 0) this.skipping = false;
        return;
      }
      await this.#pause(patience);
      if (this.#stale(version) || this.held) {
        if (this.held) return;
        continue;
      }
      const agree = this.#state.view.moves.find(({ type }) => type === 'AGREE_TO_ACTION');
      if (!agree) return;
      await this.#inTurn(() => this.#submit(agree));
    }
  }

  /**
   * Changes of the game happen one after the other, and each looks at what the one before it left: a person may agree in
   * the moment in which the table agrees for them.
   */
  #inTurn(change: () => Promise<void>): Promise<void> {
    const done = this.#changes.then(change);
    this.#changes = done.catch(() => undefined);
    return done;
  }

  async #submit(command: FortyTwoCommand): Promise<void> {
    // What was agreed meanwhile need not be agreed again.
    if (command.type === 'AGREE_TO_ACTION' && !this.#state.view.moves.some((move) => same(move, command))) return;
    const next = await this.#game.submit(this.viewer, command);
    this.refusal = null;
    await this.#take(next);
  }

  async #playBot(seat: number): Promise<void> {
    if (this.#closed || this.#past || !this.#state.due.some((due) => due.seat === seat)) return;
    await this.#take(await this.#game.playBot(seat));
  }

  /** How long the person is given for an agreement that only they have not made yet. */
  #patience(): number | null {
    const asked = this.#state.view.consensus;
    if (!asked || asked.action !== 'complete-trick' || this.held) return null;
    if (!this.#state.view.moves.some(({ type }) => type === 'AGREE_TO_ACTION')) return null;
    return this.skipping ? 0 : (this.#options.agreeAfter?.() ?? null);
  }

  #stale(version: number): boolean {
    return this.#closed || this.#past !== null || this.#state.version !== version;
  }

  async #pause(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return;
    const released = new Promise<void>((resolve) => (this.#release = resolve));
    await Promise.race([this.#wait(milliseconds), released]);
    this.#release = null;
  }

  async #take(next: Snapshot): Promise<void> {
    this.#state = next;
    await this.#changed(next.news);
  }

  async #changed(news: PlayedEvent[]): Promise<void> {
    if (news.length > 0) this.#options.onnews?.(news);
    this.history = await this.#game.history();
    this.#options.onchange?.();
  }
}

/** Events that leave the tiles, the calls and the score as they are. */
const UNSEEN: ReadonlySet<string> = new Set([
  'SEED_COMMITTED',
  'SEED_MIXED',
  'CONSENSUS_REQUESTED',
  'PLAYER_AGREED',
  'CONSENSUS_REACHED',
  'AI_SCHEDULED',
  'AI_THINKING',
  'AI_DECIDED',
  'QUICKPLAY_ENABLED',
  'QUICKPLAY_DISABLED',
  'QUICKPLAY_SPEED_SET',
  'EFFECT_SCHEDULED',
  'ANIMATION_STARTED',
  'ANIMATION_COMPLETED',
]);

function same(one: FortyTwoCommand, other: FortyTwoCommand): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
