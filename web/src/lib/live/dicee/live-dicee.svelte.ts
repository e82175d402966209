/** A live Dicee table: the screen of the local game over the room, and what people do around it. */
import type { Bot, ConfidenceLevel, DiceeCategory, DiceeState } from '@dicee/types';
import type { DiceeCommand, DiceeView } from '@dicee/table';
import { untrack } from 'svelte';
import { DiceeScreen, type ScreenSettings, type Surroundings } from '../../dicee/table/screen.svelte';
import type { StoredPlayer } from '../../table/game-store';
import type { Refusal } from '../../table/table';
import { freshId } from '../../table/id';
import { LiveTable } from '../live-table.svelte';
import type { LiveRoom } from '../room.svelte';
import { isAnswerOld, isOld, newsOf, turnKey } from './news';
import { OwnGuesses } from './own-guesses';
import { answerText, isUncertain } from './predict-words';

export interface LiveDiceeParts extends Pick<Surroundings, 'engine' | 'say' | 'interrupt'> {
  room: LiveRoom;
  settings: () => ScreenSettings;
  playerId: () => string | null;
  /** Somebody else rolled, scored; it is this player's turn. */
  onnews?: (kind: 'rolled' | 'scored' | 'turn') => void;
  viewAt: (version: number) => Promise<DiceeView>;
}

/** A guess of anybody, and what came of it once the turn is over. */
export interface Guess {
  readonly playerId: string;
  readonly name: string;
  readonly category: DiceeCategory;
  readonly probability: number;
  /** The exact chance. */
  readonly exact: number;
  readonly achieved: boolean;
  /** Brier scores of the guess and of the exact chance. */
  readonly brier: number;
  readonly exactBrier: number;
}

/** What came of a guess, as it is told when the turn is over. */
type Outcome = Pick<Guess, 'achieved' | 'brier' | 'exactBrier'> & { displayName: string };

/** Older guesses make room. */
const MOST_GUESSES = 50;

const NONE = [false, false, false, false, false] as const;

export class LiveDicee {
  readonly room: LiveRoom;
  readonly table: LiveTable<DiceeView, DiceeCommand>;
  readonly #parts: LiveDiceeParts;
  refusal = $state.raw<Refusal | null>(null);
  /** What others did last; it gives way to what this player does. */
  line = $state('');
  /** What is waited for until the turn ends. */
  asked = $state.raw<readonly { category: DiceeCategory; probability: number }[]>([]);
  guesses = $state.raw<readonly Guess[]>([]);
  /** What came of this player's last guess; it gives way to their next one, and to the score of the next turn. */
  answer = $state('');
  /** Those of somebody without a name. */
  readonly #own: OwnGuesses;
  /** Somebody guesses just now: what the dice show would be the answer. */
  guessing = $state(false);
  /** The turn of the last guess. */
  #guessed = '';
  /** A rematch was asked for here: the table it opens is gone to. */
  wantsRematch = $state(false);
  #last: DiceeState | null = null;
  /** The roll whose advice the server was last told of. */
  #hinted = '';
  /** The turn that was last seen to begin, and when, by the server's clock. */
  #turn = $state.raw<{ key: string; began: number } | null>(null);

  constructor(parts: LiveDiceeParts) {
    this.#parts = parts;
    this.room = parts.room;
    this.#own = new OwnGuesses(parts.engine);
    this.table = new LiveTable<DiceeView, DiceeCommand>(parts.room, {
      view: (state) => viewOf(diceeOf(state), parts.playerId()),
      toMove: (state) => seatToMove(diceeOf(state)),
      viewAt: parts.viewAt,
    });
  }

  /** Whether dice lie on the table. */
  readonly rolled = $derived.by(() => this.state.currentTurn?.currentDice !== undefined);

  readonly state = $derived.by<DiceeState & TableNotes>(() => diceeOf(this.room.state));
  readonly started = $derived.by(() => this.state.status !== 'waiting');
  readonly over = $derived.by(() => this.state.status === 'completed' || this.state.status === 'abandoned');
  /** The host left before the game began: there is none. */
  readonly closed = $derived.by(() => this.state.status === 'abandoned' && this.state.startedAt === undefined);
  /** Boxes whose making is open: a guess about what is sure, or cannot be any more, is none. */
  readonly uncertain = $derived.by<readonly DiceeCategory[]>(() => {
    const open = this.state.players[this.current ?? -1]?.scorecard.categoriesRemaining ?? [];
    const rows = this.screen?.rows;
    return open.filter((category) => isUncertain(rows?.get(category)?.box.probability));
  });
  /** Whether the coach may speak at this table, for everybody or nobody. */
  readonly coach = $derived.by(() => this.state.coach ?? true);
  readonly current = $derived.by(() => {
    const seat = this.state.players.findIndex(({ isCurrentPlayer }) => isCurrentPlayer);
    return seat < 0 ? null : seat;
  });
  readonly points = $derived.by(() => this.state.players.map(({ scorecard }) => scorecard.grandTotal));
  /**
   * Everybody's chance to win, by seat. The server and this device estimate each on their own, and one screen shows
   * one of both: what this device counted, as all else on it does; until then the server's.
   */
  readonly chances = $derived.by<ReadonlyMap<number, number>>(() => {
    // Chances of another position would be wrong ones.
    if (this.over || !this.shows) return new Map();
    const forecast = this.screen?.standing.forecast;
    if (forecast) {
      const shares = forecast.chances.map(({ share }, seat) => [seat, share] as const);
      return new Map(shares.filter(([seat]) => !this.state.players[seat]?.left));
    }
    const { chances } = this.room;
    if (!chances) return new Map();
    const seats = new Map(this.state.players.map(({ playerId }, seat) => [playerId, seat]));
    return new Map(chances.chances.flatMap(({ playerId, probability }) => {
      const seat = seats.get(playerId);
      return seat === undefined ? [] : [[seat, probability] as const];
    }));
  });
  readonly shows = $derived.by(() => this.coach && (this.#parts.settings().stats || this.#parts.settings().alwaysStats));
  /** When the turn ends, by the server's clock; null without a limit. */
  readonly deadline = $derived.by<number | null>(() => {
    const { settings, currentTurn } = this.state;
    if (!currentTurn || settings.timeLimit === undefined) return null;
    const said = this.state.turnEndsAt;
    if (said !== undefined) return said;
    return this.#turn ? this.#turn.began + settings.timeLimit * 1000 : null;
  });

  /** The table on screen, once the game has begun; who plays does not change from then on. */
  readonly screen = $derived.by<DiceeScreen | null>(() => {
    if (!this.started) return null;
    return untrack(
      () =>
        new DiceeScreen({
          table: this.table,
          players: this.state.players.map(storedPlayer),
          engine: this.#parts.engine,
          settings: () => this.#screenSettings(),
          watches: true,
          you: () => this.room.you,
          ...(this.#parts.say ? { say: this.#parts.say } : {}),
          ...(this.#parts.interrupt ? { interrupt: this.#parts.interrupt } : {}),
        }),
    );
  });

  /** Follows the room; call it in an effect. It looks only at the state. */
  follow(): void {
    const state = this.state;
    untrack(() => this.#see(state));
  }

  /**
   * Advice that is shown for a roll counts as a hint that was asked for: the server hears of it, once a roll. Call it in an
   * effect.
   */
  tellHint(): void {
    const { screen } = this;
    const turn = this.state.currentTurn;
    if (!screen?.mine || !screen.shows || screen.provisional || !turn?.currentDice || this.room.connection !== 'ready') return;
    const key = `${turn.playerId} ${turn.turnNumber} ${turn.rollNumber}`;
    if (key === this.#hinted) return;
    this.#hinted = key;
    untrack(() => this.room.ask({ type: 'request_hint', explanationDepth: 'minimal' }));
  }

  /** Listens until the returned function is called. */
  listen(): () => void {
    return this.room.on('prediction', (message) => {
      const { event, displayName, achieved, brier, exactBrier } = message as typeof message & Outcome;
      if (event.eventType !== 'prediction') return;
      const { playerId, predictedCategory: category, predictedProbability: probability, actualProbability: exact } = event;
      const guess: Guess = { playerId, name: this.room.nameOf(playerId, displayName), category, probability, exact, achieved, brier, exactBrier };
      this.#told(guess, playerId === this.#parts.playerId());
    });
  }

  #told(guess: Guess, own: boolean): void {
    this.guesses = [guess, ...this.guesses].slice(0, MOST_GUESSES);
    if (!own) return;
    this.answer = answerText(guess);
    this.#parts.say?.(this.answer);
    this.asked = this.asked.filter((asked) => asked.category !== guess.category);
  }

  async sit(): Promise<void> {
    const playerId = this.#parts.playerId();
    if (playerId !== null) this.refusal = await this.room.send({ type: 'join', playerId });
  }

  async start(): Promise<void> {
    this.refusal = await this.room.send({ type: 'start' });
  }

  async addBot(bot: Bot): Promise<void> {
    // The server gives the bot a name of its own.
    this.refusal = await this.room.send({ type: 'add_bot', playerId: freshId(), bot });
  }

  /** Mixes a text of one's own into the dice, so that the server cannot have chosen them. */
  async mix(clientSeed: string): Promise<void> {
    this.refusal = await this.room.send({ type: 'mix', clientSeed });
  }

  /** Leaves for good: before the start the seat is free again, later the others play on. */
  async leave(): Promise<boolean> {
    this.refusal = await this.room.send({ type: 'abandon' });
    return this.refusal === null;
  }

  /** Opens the next table for the same people, or sits down at it. */
  rematch(): void {
    this.wantsRematch = this.room.ask({ type: 'rematch' });
  }

  predict(category: DiceeCategory, probability: number, confidenceLevel: ConfidenceLevel): boolean {
    const asked = this.room.ask({ type: 'prediction', category, predictedProbability: probability, confidenceLevel });
    if (asked) this.#asks(category, probability);
    return asked;
  }

  /** The same for somebody without a name: the guess stays on this device, which nobody needs to know. */
  predictHere(category: DiceeCategory, probability: number): boolean {
    const taken = this.#own.add(this.state, category, probability);
    if (taken) this.#asks(category, probability);
    return taken;
  }

  #asks(category: DiceeCategory, probability: number): void {
    this.answer = '';
    this.#guessed = turnKey(this.state);
    this.asked = [...this.asked.filter((other) => other.category !== category), { category, probability }];
  }

  /** Tells what came of guesses that nobody else knows. */
  async #answerOwn(before: DiceeState, after: DiceeState): Promise<void> {
    const waiting = this.#own.categories;
    const answers = await this.#own.answer(before, after).catch(() => []);
    // Also of those that nobody can answer nothing is waited for any more.
    if (this.#own.categories.length === 0) this.asked = this.asked.filter(({ category }) => !waiting.includes(category));
    for (const answer of answers) {
      const { exact, probability, achieved } = answer;
      const missed = (share: number) => (share - (achieved ? 1 : 0)) ** 2;
      this.#told({ ...answer, playerId: '', name: 'You', brier: missed(probability), exactBrier: missed(exact) }, true);
    }
  }

  /** The coach's setting of the table counts for everybody, and nobody reads the answer while they guess. */
  #screenSettings(): ScreenSettings {
    const own = this.#parts.settings();
    return this.coach && !this.guessing ? own : { ...own, stats: false, alwaysStats: false, coach: 'silent' };
  }

  #see(state: DiceeState): void {
    const before = this.#last;
    this.#last = state;
    const key = turnKey(state);
    if (key !== (this.#turn?.key ?? '')) this.#turn = { key, began: Date.now() + this.room.skew };
    const news = before ? newsOf(before, state) : [];
    if (before && isOld(before, state)) this.line = '';
    if (before && isAnswerOld(before, state, this.#guessed)) this.answer = '';
    if (before) void this.#answerOwn(before, state);
    for (const { kind, text } of news) {
      if (kind === 'rolled' || kind === 'scored' || kind === 'turn') this.#parts.onnews?.(kind);
      if (kind === 'turn') this.#parts.interrupt?.(text);
      else this.#parts.say?.(text);
      this.line = kind === 'turn' ? this.line : text;
    }
    this.#show(state, news.some(({ kind }) => kind === 'rolled'));
  }

  /** Dice of somebody else fall on this screen as well, and what they put aside is marked. */
  #show(state: DiceeState, rolled: boolean): void {
    const { screen } = this;
    if (!screen || this.table.seat !== null) {
      if (screen && !state.currentTurn?.currentDice) screen.kept = NONE;
      return;
    }
    screen.kept = state.currentTurn?.keptMask ?? NONE;
    if (rolled) screen.rolls += 1;
  }
}

function storedPlayer({ playerId, displayName: name, bot }: DiceeState['players'][number]): StoredPlayer {
  return { playerId, name, ...(bot ? { bot } : {}) };
}

/** What a server may say beyond the state of the game. */
interface TableNotes {
  /** Whether hints and analysis are given, to everybody or to nobody. */
  coach?: boolean;
  /** When the table moves for the player to move, in milliseconds since 1970. */
  turnEndsAt?: number;
  /** Where the same people play again. */
  rematch?: { gameId: string; code: string };
}

function diceeOf(state: LiveRoom['state']): DiceeState & TableNotes {
  if (state?.kind !== 'dicee') throw new Error('this table plays another game');
  return state;
}

/** A take-back belongs to the player who scored: nobody else is offered it. */
function viewOf(state: DiceeState, playerId: string | null): DiceeView {
  const { currentTurn: turn } = state;
  if (!turn?.undoPlayerId || turn.undoPlayerId === playerId) return state;
  const { undoPlayerId: _, ...currentTurn } = turn;
  return { ...state, currentTurn };
}

function seatToMove({ you, players, status }: DiceeState): number | null {
  return you !== null && status === 'active' && players[you]?.isCurrentPlayer ? you : null;
}
