/** A game of Dicee on this device: the worker's table, the engine for bots, the store for its log. */
import type { Bot, DiceeCommand, DiceeView } from '@dicee/table';
import { freshId } from '../table/id';
import type { GameStore, StoredGame, StoredMoment, StoredOrigin, StoredPlayer, StoredRival } from '../table/game-store';
import type { LocalGame, LocalState } from '../table/local-table.svelte';
import type { EngineClient } from '../wasm/engine/client';
import type { OpenGame } from '../wasm/table/client';
import type { Snapshot } from '../wasm/table/protocol';
import { currentSeat, momentOf, personToMove } from './moment';
import { commandOf, situationOf, TWIN, type TwinMind } from './twin';

/** What is kept beside the log. */
export interface GameNotes {
  id: string;
  players: StoredPlayer[];
  ownDice: boolean;
  /** How many decisions of the first person were the best, once a report has graded them. */
  decisions?: StoredGame['decisions'];
  origin?: StoredOrigin;
  /** Decisions that were made while the coach said what to do. */
  aided?: StoredMoment[];
  rival?: StoredRival;
  /** How often it was written; none for a new game. */
  revision?: number;
}

export type BotEngine = Pick<EngineClient, 'botCommand'>;

export class DiceeLocalGame implements LocalGame<DiceeView, DiceeCommand> {
  readonly notes: GameNotes;
  readonly open: OpenGame;
  readonly #engine: BotEngine;
  readonly #store: GameStore;
  #saving: Promise<void> = Promise.resolve();
  readonly #openTwin: () => Promise<TwinMind>;
  #twin: Promise<TwinMind> | null = null;

  constructor(open: OpenGame, notes: GameNotes, engine: BotEngine, store: GameStore, openTwin: () => Promise<TwinMind>) {
    this.open = open;
    this.notes = notes;
    this.#engine = engine;
    this.#store = store;
    this.#openTwin = openTwin;
  }

  get id(): string {
    return this.notes.id;
  }

  /** How often the game was written; 0 while it is on this page alone. */
  get revision(): number {
    return this.notes.revision ?? 0;
  }

  /** Who plays, to play again. */
  setup(): { people: string[]; bots: Bot[]; twin: boolean } {
    const people = this.notes.players.flatMap(({ name, bot }) => (bot ? [] : [name]));
    const bots = this.open.snapshot.view.players.flatMap(({ bot }) => (bot ? [bot] : []));
    return { people, bots, twin: this.notes.players.some(({ bot }) => bot === TWIN) };
  }

  /** Remembers a decision that was made with help; it does not say how well anybody plays. */
  markAided(moment: StoredMoment): void {
    const known = (this.notes.aided ??= []);
    if (!known.some(({ turn, roll }) => turn === moment.turn && roll === moment.roll)) known.push(moment);
  }

  get state(): LocalState<DiceeView> {
    return this.#stateOf(this.open.snapshot);
  }

  async submit(
    seat: number,
    commandId: string,
    command: DiceeCommand,
    faces: number[] | null,
  ): Promise<LocalState<DiceeView>> {
    return this.#stateOf(await this.open.submit(seat, commandId, command, faces));
  }

  view(at: number): Promise<DiceeView> {
    return this.open.view(at);
  }

  async botMove(): Promise<{ seat: number; command: DiceeCommand } | null> {
    const { bot, view } = this.open.snapshot;
    const moment = momentOf(view);
    const seat = currentSeat(view);
    if (moment && seat !== null && this.#isTwin(seat)) return { seat, command: await this.#twinCommand(view) };
    if (!bot || !moment) return null;
    const command = await this.#engine.botCommand({ bot: bot.bot, seed: bot.seed, moment });
    return { seat: bot.seat, command };
  }

  /** One write after the other: each follows from the revision before it. */
  save(): Promise<void> {
    this.#saving = this.settled().then(() => this.#write());
    return this.#saving;
  }

  settled(): Promise<void> {
    return this.#saving.catch(() => undefined);
  }

  /** Keeps the game under an id of its own: another tab has played on with the old one. */
  saveApart(): Promise<void> {
    this.notes.id = freshId();
    this.notes.origin = 'forked';
    delete this.notes.revision;
    return this.save();
  }

  async #write(): Promise<void> {
    const { view } = this.open.snapshot;
    const { id, players, ownDice, decisions, origin, aided, rival } = this.notes;
    const first = view.players[0]?.scorecard;
    const revision = this.revision + 1;
    await this.#store.save({
      id,
      game: 'dicee',
      log: await this.open.log(),
      players,
      ownDice,
      ...(origin ? { origin } : {}),
      ...(aided ? { aided } : {}),
      ...(rival ? { rival } : {}),
      finished: view.status === 'completed' || view.status === 'abandoned',
      turn: first?.turnsCompleted ?? 0,
      score: first?.grandTotal ?? 0,
      updated: Date.now(),
      ...(decisions ? { decisions } : {}),
      revision,
    });
    this.notes.revision = revision;
  }

  #isTwin(seat: number): boolean {
    return this.notes.players[seat]?.bot === TWIN;
  }

  async #twinCommand(view: DiceeView): Promise<DiceeCommand> {
    const situation = situationOf(view);
    if (!situation) return { type: 'roll' };
    const mind = await (this.#twin ??= this.#openTwin());
    return commandOf(await mind.move(situation), situation.dice);
  }

  #stateOf({ version, view }: Snapshot): LocalState<DiceeView> {
    const seat = personToMove(view);
    return { version, view, seat: seat !== null && this.#isTwin(seat) ? null : seat };
  }
}
