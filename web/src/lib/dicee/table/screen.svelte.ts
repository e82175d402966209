/** The state of a Dicee table on screen: dice being kept, advice, what was just scored. Renders nothing. */
import type { Category, Choice, DecisionEvaluation, MomentRequest, PlayedMove, TurnAnalysis } from '@dicee/coach';
import type { DiceeCommand, DiceeView, PlayerView } from '@dicee/table';
import type { StoredPlayer } from '../../table/game-store';
import type { Refusal, Table } from '../../table/table';
import type { EngineClient } from '../../wasm/engine/client';
import type { Advice } from '../../wasm/engine/protocol';
import { CARD_FIELDS } from '../card';
import { chanceRows, heatRows, type Profile } from '../hud/heat';
import { mapCells } from '../hud/roll-map';
import { keptMask } from '../kept-mask';
import { canPlayOn, currentPlayer, currentSeat, momentOf, ROLLS, rollsLeft, rulesOf, seatsInTurn } from '../moment';
import { Standing, type RecordOf } from './standing.svelte';
import type { TurnMemory } from './turn-memory';
import { COACH_AFTERWARDS, COACH_SILENT, ofName, refusalText, rolledText, scoredText, solvingText } from './words';

export type { Profile } from '../hud/heat';

/** What the screen needs to know of the settings. */
export interface ScreenSettings {
  readonly profile: Profile;
  readonly stats: boolean;
  readonly alwaysStats: boolean;
  readonly coach: 'always' | 'hints' | 'after' | 'silent';
  readonly confirmScores: boolean;
}

export interface Surroundings {
  table: Table<DiceeView, DiceeCommand>;
  players: readonly StoredPlayer[];
  engine: EngineClient;
  settings: () => ScreenSettings;
  /** Also the moves of others are priced on this screen: a table with others. */
  watches?: boolean;
  /** For the luck so far; without it nothing is said about luck. */
  recordOf?: RecordOf;
  /** Where the kept dice of a turn under way are written down. */
  memory?: TurnMemory;
  say?: (text: string) => void;
  interrupt?: (text: string) => void;
  /** Resolves once the page has nothing better to do: what no dice hang on waits for it. */
  calm?: () => Promise<void>;
  /** Told of every decision that is made while the coach says what to do. */
  aided?: (moment: { turn: number; roll: number }) => void;
  /** What is said before the first roll. */
  opening?: string;
  /** The seat of the person at this screen, where people play at screens of their own. */
  you?: () => number | null;
}

/** A score that can still be taken back. */
export interface JustScored {
  seat: number;
  name: string;
  category: Category;
  points: number;
  /** What the box alone gave away; null until the engine has said so. */
  boxLoss: number | null;
  /** What the whole turn gave away, keeps and box; null until the engine has said so. */
  loss: number | null;
}

/** A roll of some of the dice, and where it fell among all that could have come. */
export interface LastRoll {
  /** The moment before it, and the dice that stayed. */
  moment: MomentRequest;
  kept: readonly boolean[];
  dice: readonly number[];
  /** The share of rolls that are worth less; null until the engine has said so. */
  better: number | null;
}

const NONE: readonly boolean[] = [false, false, false, false, false];
const ALL: readonly boolean[] = [true, true, true, true, true];
const LEVELS = { beginner: 'beginner', intermediate: 'intermediate', expert: 'expert', research: 'expert' } as const;
const DEPTHS = { beginner: 'minimal', intermediate: 'standard', expert: 'detailed', research: 'detailed' } as const;

export class DiceeScreen {
  readonly table: Table<DiceeView, DiceeCommand>;
  readonly players: readonly StoredPlayer[];
  readonly engine: EngineClient;
  readonly standing: Standing;
  /** What is said before the first roll. */
  readonly opening: string;
  readonly #settings: () => ScreenSettings;
  readonly #watches: boolean;
  readonly #you: () => number | null;
  readonly #memory: TurnMemory | null;
  readonly #say: (text: string) => void;
  readonly #interrupt: (text: string) => void;
  readonly #calm: () => Promise<void>;
  readonly #aided: (moment: { turn: number; roll: number }) => void;

  /** Which dice stay when the others are rolled. */
  kept = $state.raw<readonly boolean[]>(NONE);
  /** What `kept` was before, to take a keep back. */
  #keptBefore: (readonly boolean[])[] = [];
  /** Both horizons of the dice on the table; null before the first roll and while the engine works. */
  advice = $state.raw<Advice | null>(null);
  /** The last decision, graded; null before there was one, and after a take-back. */
  graded = $state.raw<DecisionEvaluation | null>(null);
  /** The last roll of this turn that kept or threw single dice; null before there was one. */
  lastRoll = $state.raw<LastRoll | null>(null);
  justScored = $state.raw<JustScored | null>(null);
  /** The box that the arrow keys are on, and that a first tap chose where scores are confirmed. */
  chosen = $state<Category | null>(null);
  /** The box whose comparison with the best stays in sight. */
  pinned = $state<Category | null>(null);
  /** Advice that was asked for, where the coach waits to be asked. */
  hinted = $state(false);
  /** Numbers and bars are put away for now; the settings stay as they are. */
  hidden = $state(false);
  /** A word about one die; it gives way to whatever happens next. */
  note = $state('');
  /** A refusal that was followed by something else; it is said no longer. */
  #passed = $state.raw<Refusal | null>(null);
  /** Counts rolls, so that the dice know when to fall. */
  rolls = $state(0);
  solved = $state(false);
  /** How much of the game is solved, from 0 to 1; null before there is a word from the solver. */
  progress = $state<number | null>(null);
  /** Solving failed: there will be no advice. */
  unsolvable = $state(false);
  /** What the keeps of this turn gave away. */
  #turnLoss = $state(0);
  /** Whether a keep of this turn was made before the game was solved, when nobody knew what it costs. */
  #guessed = false;
  /** What those before the last score gave away, for its take-back. */
  #turnLossBefore = 0;
  /** What was kept when the last box was filled, for its take-back. */
  #keptAtScore: readonly boolean[] = NONE;
  /** The card that was chosen to look at, and whose turn it was then: the next turn shows its own. */
  #looked = $state.raw<{ seat: number; turn: number | null } | null>(null);
  #asked = 0;
  #lastKey = '';

  constructor(surroundings: Surroundings) {
    const { table, players, engine, settings, watches, recordOf, memory, say, interrupt, calm, aided } = surroundings;
    this.table = table;
    this.players = players;
    this.engine = engine;
    this.opening = surroundings.opening ?? 'Roll, keep what you like, fill a box.';
    this.standing = new Standing(engine, recordOf);
    this.#settings = settings;
    this.#watches = watches ?? false;
    this.#you = surroundings.you ?? (() => null);
    this.#memory = memory ?? null;
    this.#say = say ?? (() => undefined);
    this.#interrupt = interrupt ?? (() => undefined);
    this.#calm = calm ?? (() => Promise.resolve());
    this.#aided = aided ?? (() => undefined);
    const notes = memory?.read();
    if (notes && notes.version === table.version) {
      this.kept = notes.kept;
      this.#turnLoss = notes.turnLoss;
      this.#turnLossBefore = notes.lossBefore ?? 0;
      this.#keptAtScore = notes.keptBefore ?? NONE;
    }
  }

  readonly view = $derived.by(() => this.table.view);
  /** The seats as they are shown: in the order of play. */
  readonly seats = $derived.by(() => seatsInTurn(this.view));
  readonly settings = $derived.by(() => this.#settings());
  /** What was refused last; it gives way to whatever happens next. */
  readonly refusal = $derived.by(() => (this.table.refusal === this.#passed ? null : this.table.refusal));
  readonly moment = $derived.by<MomentRequest | null>(() => momentOf(this.view));
  readonly dice = $derived.by<readonly number[] | null>(() => this.view.currentTurn?.currentDice ?? null);
  readonly left = $derived.by(() => rollsLeft(this.view));
  readonly over = $derived.by(() => this.view.status === 'completed' || this.view.status === 'abandoned');
  readonly current = $derived.by<PlayerView | null>(() => currentPlayer(this.view));
  /** The seat whose card is shown: the one to move, or the last one of a person. */
  readonly seat = $derived.by(() => this.table.seat ?? currentSeat(this.view) ?? 0);
  readonly card = $derived.by(() => (this.view.players[this.seat] ?? this.view.players[0])?.scorecard ?? null);
  /** The seat whose card is looked at: the one above, unless somebody chose another during this turn. */
  readonly shown = $derived.by(() => {
    const looked = this.#looked;
    return looked && looked.turn === currentSeat(this.view) ? looked.seat : this.seat;
  });
  readonly shownCard = $derived.by(() => this.view.players[this.shown]?.scorecard ?? null);
  /** Whether this screen may act now. */
  readonly mine = $derived.by(() => this.table.seat !== null && canPlayOn(this.view));
  /** Whether what lies on the table is priced here. */
  readonly prices = $derived.by(() => this.dice !== null && !this.over && (this.mine || this.#watches));
  /** How many dice a roll would throw. */
  readonly rolled = $derived.by(() => this.kept.filter((kept) => !kept).length);
  readonly canRoll = $derived.by(() => this.mine && this.left > 0 && (this.dice === null || this.rolled > 0));
  readonly canUndo = $derived.by(() => this.view.currentTurn?.undoPlayerId !== undefined || this.#keptBefore.length > 0);

  /** Whether only chances are known, because the game is still being solved: the best of a turn alone can cost the game dearly. */
  readonly provisional = $derived.by(() => this.advice !== null && this.advice.game === null);
  /** The analysis of the whole game; null until it is solved. */
  readonly analysis = $derived.by<TurnAnalysis | null>(() => this.advice?.game ?? null);
  readonly recommendation = $derived.by(() => (this.analysis ? (this.advice?.recommendation ?? null) : null));
  /** The dice to keep; of equal ones those that are kept already. */
  readonly advised = $derived.by<readonly boolean[] | null>(() => {
    const { dice, kept } = this;
    const mask = this.recommendation?.keptMask;
    return dice && mask ? keptMask(dice, dice.filter((_, die) => mask[die]), kept) : null;
  });
  readonly rows = $derived.by(() => (this.analysis ? heatRows(this.analysis) : chanceRows(this.advice?.turn ?? null)));
  /** Why there is no advice yet. */
  readonly solving = $derived.by(() => solvingText(this.progress, this.unsolvable));
  /** Numbers and bars are shown: the switch, and the coach's leave. */
  readonly shows = $derived.by(() => {
    const { stats, alwaysStats, coach } = this.settings;
    if (this.hidden || (!stats && !alwaysStats)) return false;
    return coach === 'always' || (coach === 'hints' && this.hinted);
  });
  /** Why nothing is told where nothing is. */
  readonly quiet = $derived.by(() => {
    const { coach } = this.settings;
    return coach === 'after' ? COACH_AFTERWARDS : coach === 'silent' ? COACH_SILENT : 'Stats are off.';
  });
  readonly best = $derived.by<Choice | null>(() => this.analysis?.best ?? null);
  /** The option that the kept dice are; null before anything is kept, and when all are. */
  readonly yours = $derived.by<Choice | null>(() => {
    if (!this.analysis || !this.dice || this.left === 0) return null;
    const faces = this.dice.filter((_, die) => this.kept[die]).sort((a, b) => a - b).join();
    return (
      this.analysis.options.find((option) => option.action === 'keep' && option.keep.join() === faces) ?? null
    );
  });

  nameOf(seat: number): string {
    return this.players[seat]?.name ?? `Player ${seat + 1}`;
  }

  /** "Your card", "Ann’s card". */
  cardName(seat: number): string {
    return `${seat === this.#you() ? 'Your' : ofName(this.nameOf(seat))} card`;
  }

  /** Shows a player's card until the turn ends; the same again goes back. */
  look(seat: number): void {
    this.#looked = seat === this.seat || seat === this.shown ? null : { seat, turn: currentSeat(this.view) };
  }

  /** Points on a player's card and what is to come, if that is known. */
  expected(seat: number): number | null {
    const card = this.view.players[seat]?.scorecard;
    const expected = card ? this.standing.expected(seat, card) : null;
    if (!card || expected === null) return null;
    return seat === currentSeat(this.view) && this.dice && this.advice?.game ? card.grandTotal + this.advice.game.best.value : expected;
  }

  /** The sum of luck so far, if that is known. */
  luck(seat: number): number | null {
    const turnLoss = seat === currentSeat(this.view) ? this.#turnLoss : 0;
    return this.standing.luck(seat, this.expected(seat), turnLoss);
  }

  /** Follows the table; call it in an effect. It looks only at what the table shows. */
  follow(): void {
    const { view, moment } = this;
    const filled = view.players.map(({ scorecard }) => scorecard.turnsCompleted);
    const key = JSON.stringify([view.currentTurn, filled, this.settings.profile, this.solved]);
    if (key === this.#lastKey) return;
    this.#lastKey = key;
    void this.#ask(view, moment);
  }

  /** Solves or loads the game, then looks again. */
  async prepare(): Promise<void> {
    try {
      await this.engine.prepare(rulesOf(this.view), (done, total) => (this.progress = done / total));
      this.solved = true;
    } catch (thrown) {
      this.unsolvable = true;
      throw thrown;
    }
  }

  toggle(die: number): void {
    this.keep(die, !this.kept[die]);
  }

  keep(die: number, kept: boolean): void {
    this.#setKept(this.kept.map((old, i) => (i === die ? kept : old)));
  }

  /** Keeps this die and no other. */
  keepOnly(die: number): void {
    this.#setKept(NONE.map((_, i) => i === die));
  }

  /** Keeps every die that shows the same face. */
  keepFace(die: number): void {
    const face = this.dice?.[die];
    if (face !== undefined) this.#setKept(this.kept.map((old, i) => old || this.dice?.[i] === face));
  }

  keepAll(): void {
    this.#setKept(ALL);
  }

  release(): void {
    this.#setKept(NONE);
  }

  /** Keeps what the coach would keep. */
  takeAdvice(): void {
    if (this.advised) this.#setKept(this.advised);
  }

  /** Puts the stats of this game away, and brings them back; where the coach waits to be asked, it is asked. */
  toggleAdvice(): void {
    if (this.shows) {
      this.hidden = true;
      this.#say('Stats hidden.');
      return;
    }
    this.hidden = false;
    this.hint();
  }

  /**
   * Whether somebody may look at what a decision is worth before it is made. Where the coach waits to be asked, looking is asking;
   * where it speaks afterwards or never, the line says so.
   */
  mayLook(): boolean {
    const { coach } = this.settings;
    if (coach === 'always' || !this.mine || !this.dice) return true;
    if (coach === 'hints') {
      if (!this.hinted) this.hint();
      return true;
    }
    this.note = this.quiet;
    this.#say(this.note);
    return false;
  }

  hint(): void {
    this.hinted = true;
    if (this.recommendation) this.#say(this.recommendation.reasoning);
    else if (this.provisional) this.#say(this.solving);
  }

  async roll(faces: number[] | null = null): Promise<void> {
    // A second press while the first is on its way must not roll again.
    if (!this.canRoll || this.table.status === 'sending') return;
    this.justScored = null;
    // The card of somebody else cannot be filled.
    this.#looked = null;
    const kept = this.dice ? this.kept : NONE;
    const command: DiceeCommand = this.dice
      ? { type: 'roll', keptMask: kept as [boolean, boolean, boolean, boolean, boolean] }
      : { type: 'roll' };
    const first = this.dice === null;
    const loss = first ? 0 : (this.yours?.loss ?? 0);
    const { moment, solved } = this;
    // Before it is sent: dice may be kept as soon as they are seen, which can be before the answer comes.
    if (first) this.kept = NONE;
    const before = this.#keptBefore;
    this.#keptBefore = [];
    await this.#send(command, faces);
    if (this.table.refusal) {
      this.#keptBefore = [...before, ...this.#keptBefore];
      return;
    }
    this.#turnLoss = first ? 0 : this.#turnLoss + loss;
    this.#guessed = !first && (this.#guessed || !solved);
    this.rolls += 1;
    this.#remember();
    this.lastRoll = null;
    if (!this.dice) return;
    this.#say(rolledText(this.dice, this.left));
    if (first || !moment) return;
    const keptMask = [...kept] as [boolean, boolean, boolean, boolean, boolean];
    await Promise.all([
      solved ? this.#gradeMove(moment, { action: 'keep', keptMask }) : null,
      this.#place({ moment, kept, dice: this.dice, better: null }),
    ]);
  }

  /** Fills a box. Where scores are confirmed the first call only chooses it. */
  async score(category: Category): Promise<void> {
    if (!this.mine || !this.dice || this.card?.[CARD_FIELDS[category]] !== undefined) return;
    if (this.table.status === 'sending') return;
    if (this.settings.confirmScores && this.chosen !== category) {
      this.chosen = category;
      return;
    }
    const seat = this.seat;
    const before = this.card?.grandTotal ?? 0;
    const { moment } = this;
    const { kept } = this;
    const turnLoss = this.#turnLoss;
    const known = this.solved && !this.#guessed;
    await this.#send({ type: 'score', category }, null);
    if (this.table.refusal) return;
    this.#turnLossBefore = turnLoss;
    this.#keptAtScore = kept;
    this.#turnLoss = 0;
    this.lastRoll = null;
    const card = this.view.players[seat]?.scorecard;
    const points = card?.[CARD_FIELDS[category]] ?? 0;
    const scored: JustScored = { seat, name: this.nameOf(seat), category, points, boxLoss: null, loss: null };
    this.justScored = scored;
    this.#reset();
    this.#remember();
    const bonus = (card?.grandTotal ?? 0) - before - points;
    this.#interrupt(scoredText(scored.name, category, points) + (bonus > 0 ? ` And a bonus of ${bonus}.` : ''));
    if (moment && known) await this.#grade(scored, moment, turnLoss);
  }

  async undo(): Promise<void> {
    const before = this.#keptBefore.pop();
    if (before) {
      this.kept = before;
      this.#remember();
      return;
    }
    if (this.view.currentTurn?.undoPlayerId === undefined) return;
    const table: Table<DiceeView, DiceeCommand> & { sendAgain?: (command: DiceeCommand) => Promise<void> } =
      this.table;
    await (table.sendAgain ? table.sendAgain({ type: 'undo' }) : table.send({ type: 'undo' }));
    if (this.table.refusal) return;
    // The score was graded, so what is scored instead is not the player's own idea.
    if (this.dice) this.#aided({ turn: (this.card?.turnsCompleted ?? 0) + 1, roll: ROLLS - this.left });
    // Also when nothing speaks of the score any more: what the keeps gave away is not given back.
    this.#turnLoss = this.#turnLossBefore;
    this.kept = this.#keptAtScore;
    this.#remember();
    this.justScored = null;
    this.graded = null;
    this.#interrupt('Taken back.');
  }

  /** What keeping a die is worth: with it less without it. */
  worthOf(die: number): number | null {
    const { analysis, dice } = this;
    if (!analysis || !dice || this.left === 0) return null;
    const value = (kept: readonly boolean[]) => {
      const faces = dice.filter((_, i) => kept[i]).sort((a, b) => a - b).join();
      const option = analysis.options.find((o) => o.action === 'keep' && o.keep.join() === faces);
      const best = analysis.options.find((o) => o.action === 'score');
      return option?.value ?? (kept.every(Boolean) ? (best?.value ?? null) : null);
    };
    const [with_, without] = [true, false].map((keep) => value(this.kept.map((old, i) => (i === die ? keep : old))));
    return with_ == null || without == null ? null : with_ - without;
  }

  #setKept(kept: readonly boolean[]): void {
    if (!this.mine || !this.dice || this.left === 0) return;
    this.#keptBefore.push(this.kept);
    this.kept = kept;
    this.note = '';
    this.#passed = this.table.refusal;
    this.#remember();
  }

  #remember(): void {
    this.#memory?.write({
      version: this.table.version,
      kept: this.kept,
      turnLoss: this.#turnLoss,
      lossBefore: this.#turnLossBefore,
      keptBefore: this.#keptAtScore,
    });
  }

  #reset(): void {
    this.kept = NONE;
    this.#keptBefore = [];
    this.chosen = null;
    this.hinted = false;
    this.note = '';
  }

  async #send(command: DiceeCommand, faces: number[] | null): Promise<void> {
    const table: Table<DiceeView, DiceeCommand> & {
      sendRolled?: (command: DiceeCommand, faces: number[]) => Promise<void>;
    } = this.table;
    const { coach } = this.settings;
    if (this.dice && (coach === 'always' || this.hinted)) {
      this.#aided({ turn: (this.card?.turnsCompleted ?? 0) + 1, roll: ROLLS - this.left });
    }
    await (faces && table.sendRolled ? table.sendRolled(command, faces) : table.send(command));
    if (table.refusal) this.#interrupt(refusalText(table.refusal.message));
  }

  /** Only the answer to the latest question counts. */
  async #ask(view: DiceeView, moment: MomentRequest | null): Promise<void> {
    const question = ++this.#asked;
    const { profile } = this.settings;
    if (moment?.dice) {
      const audience = { level: LEVELS[profile], depth: DEPTHS[profile] };
      const advice = await this.engine.advise(moment, audience).catch(() => null);
      if (question === this.#asked) this.advice = advice;
    } else {
      this.advice = null;
      await this.#calm();
      if (question !== this.#asked) return;
    }
    await this.standing.update(view);
  }

  /** Where a roll fell among all that could have come. */
  async #place(roll: LastRoll): Promise<void> {
    this.lastRoll = roll;
    const outlook = await this.engine.keepOutlook(roll.moment, [...roll.kept]).catch(() => null);
    const came = outlook && mapCells(outlook, roll.dice).find((cell) => cell.came);
    if (came && this.lastRoll === roll) this.lastRoll = { ...roll, better: came.better };
  }

  async #gradeMove(moment: MomentRequest, played: PlayedMove): Promise<DecisionEvaluation | null> {
    const { profile } = this.settings;
    const audience = { level: LEVELS[profile], depth: DEPTHS[profile] };
    this.graded = await this.engine.evaluate(moment, played, audience).catch(() => null);
    return this.graded;
  }

  async #grade(scored: JustScored, moment: MomentRequest, turnLoss: number): Promise<void> {
    const graded = await this.#gradeMove(moment, { action: 'score', category: scored.category });
    if (!graded || this.justScored !== scored) return;
    const loss = turnLoss + graded.evDifference;
    this.justScored = { ...scored, boxLoss: graded.evDifference, loss };
    if (isPerfect(loss)) this.#say('A perfect turn.');
  }
}

/** Nothing was better; sums of exact zeros may carry rounding noise. */
export function isPerfect(loss: number | null): boolean {
  return loss !== null && loss < 1e-6;
}
