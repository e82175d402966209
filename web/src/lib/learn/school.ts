/** All learning of one player on this device: folds finished games, keeps the deck, remembers what was done. */
import type {
  DecisionQuality,
  Deck,
  DeckCard,
  Exercise,
  Insights,
  PlayedGameData,
  Rules,
  SetAside,
  ShownCalibration,
} from '@dicee/learn';
import { WORTH_REPEATING } from '@dicee/types/limits';
import type { StoredGame, GameStore } from '../table/game-store';
import type { LearnClient } from '../wasm/learn/client';
import type { TableClient } from '../wasm/table/client';
import { lastDays, today } from './day';
import type { LearnStore } from './learn-store';
import { circumstances, seatOf } from './played';

/** The tries at the puzzle of a day. */
export interface PuzzleState {
  grades: DecisionQuality[];
  solved: boolean;
}

/** How well chances were guessed. */
export interface Calibration extends ShownCalibration {
  /** The mean absolute difference of a guess and the exact chance, from 0 to 1; null before the first. */
  meanOff: number | null;
}

/** The tries at the puzzle of a day, with that day. */
export interface DatedPuzzle {
  date: string;
  state: PuzzleState;
}

/** What was found in the games of this device. */
export interface Learned {
  insights: Insights;
  profile: string;
  /** Games that did not count, by reason. */
  setAside: Partial<Record<SetAside, number>>;
}

interface Kept {
  profile: string;
  /** The games that were looked at, and why they did not count. */
  games: Record<string, SetAside | 'counted'>;
}

const MOST_REMEMBERED = 1000;
/** In days. */
const MONTH = 31;

export interface Parts {
  client: LearnClient;
  tables: Pick<TableClient, 'fromLog'>;
  games: GameStore;
  store: LearnStore;
  /** Who holds the device, and the name that is on its games. */
  player: () => { id: string; name: string };
}

export class School {
  readonly client: LearnClient;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.client = parts.client;
    this.#parts = parts;
  }

  /**
   * Folds the games that ended since the last time. The same games always give the same profile. Mistakes of games that do
   * not count, and those made in spite of the coach, join the deck as well: they are to be practised, not judged by.
   */
  async learned(): Promise<Learned> {
    const kept = await this.#kept();
    const fresh = (await this.#parts.games.list().catch(() => []))
      .filter(({ id, finished }) => finished && !(id in kept.games))
      .sort((a, b) => a.updated - b.updated || a.id.localeCompare(b.id));
    const played: PlayedGameData[] = [];
    for (const game of fresh) {
      const one = await this.#played(game).catch(() => null);
      if (one) played.push(one);
      else kept.games[game.id] = 'unfinished';
    }
    for (const rules of new Set<Rules>(played.map(({ record }) => record.rules))) await this.client.prepare(rules);
    const { profile, insights, setAside, mistakes } = await this.client.call('fold', kept.profile || null, played);
    for (const { id } of played) kept.games[id] = setAside[id] ?? 'counted';
    if (fresh.length > 0) {
      await this.#save('profile', { profile, games: lastOf(kept.games) } satisfies Kept);
      const dear = mistakes.filter(({ loss }) => loss >= WORTH_REPEATING);
      await this.addToDeck(dear.map(({ situation, kind }) => ({ situation, kind })));
    }
    const reasons: Learned['setAside'] = {};
    for (const reason of Object.values(kept.games)) {
      if (reason !== 'counted') reasons[reason] = (reasons[reason] ?? 0) + 1;
    }
    return { insights, profile, setAside: reasons };
  }

  /** How many games count, of those that were folded so far. */
  async countedGames(): Promise<number> {
    const { games } = await this.#kept();
    return Object.values(games).filter((reason) => reason === 'counted').length;
  }

  async addToDeck(exercises: Exercise[]): Promise<void> {
    if (exercises.length === 0) return;
    await this.#save('deck', await this.client.call('deckWith', await this.#deck(), exercises, today()));
  }

  async due(): Promise<DeckCard[]> {
    return this.client.call('deckDue', await this.#deck(), today());
  }

  async deckSize(): Promise<number> {
    return (await this.#deck())?.cards.length ?? 0;
  }

  async answered(key: string, solved: boolean): Promise<void> {
    await this.#save('deck', await this.client.call('deckAnswered', await this.#deck(), key, solved, today()));
  }

  /** The names of the lessons that were finished. */
  async finishedLessons(): Promise<readonly string[]> {
    const found = await this.#load('lessons');
    return Array.isArray(found) ? found.filter((name): name is string => typeof name === 'string') : [];
  }

  async finishLesson(name: string): Promise<void> {
    const done = await this.finishedLessons();
    if (!done.includes(name)) await this.#save('lessons', [...done, name]);
  }

  async puzzleState(date: string): Promise<PuzzleState> {
    const found = await this.#load(`puzzle/${date}`);
    return isPuzzleState(found) ? found : { grades: [], solved: false };
  }

  /** The last puzzle that was tried, within a month. */
  async lastPuzzle(): Promise<DatedPuzzle | null> {
    const states = await Promise.all(
      lastDays(MONTH).map(async (date) => ({ date, state: await this.puzzleState(date) })),
    );
    return states.find(({ state }) => state.grades.length > 0) ?? null;
  }

  async savePuzzle(date: string, state: PuzzleState): Promise<void> {
    await this.#save(`puzzle/${date}`, { grades: [...state.grades], solved: state.solved });
  }

  /** Remembers the guess of a chance; both from 0 to 1. */
  async guessed(guess: number, exact: number): Promise<void> {
    await this.#save('guesses', [...(await this.#guesses()), guess, exact].slice(-2 * MOST_REMEMBERED));
  }

  /** How well chances were guessed. */
  async calibration(): Promise<Calibration> {
    const guesses = await this.#guesses();
    return { ...(await this.client.call('calibration', guesses)), meanOff: meanOff(guesses) };
  }

  async bestSprint(solved = 0): Promise<number> {
    const found = await this.#load('sprint');
    const best = Math.max(solved, typeof found === 'number' ? found : 0);
    if (solved > 0) await this.#save('sprint', best);
    return best;
  }

  /** What this player played; null where several people sat at the device and none of them has the player's name. */
  async #played(game: StoredGame): Promise<PlayedGameData | null> {
    const seat = seatOf(game, this.#parts.player().name);
    if (seat < 0) return null;
    const open = await this.#parts.tables.fromLog(game.log);
    try {
      const record = await open.record(seat);
      if (!record) return null;
      return { id: game.id, record, ...circumstances(game) };
    } finally {
      open.close();
    }
  }

  async #kept(): Promise<Kept> {
    const found = await this.#load('profile');
    if (typeof found === 'object' && found !== null && 'profile' in found && 'games' in found) {
      return structuredClone(found as Kept);
    }
    return { profile: '', games: {} };
  }

  async #deck(): Promise<Deck | null> {
    const found = await this.#load('deck');
    return typeof found === 'object' && found !== null && 'cards' in found ? (found as Deck) : null;
  }

  /** Two numbers for each guess: what was said, and what is exact. */
  async #guesses(): Promise<readonly number[]> {
    const found = await this.#load('guesses');
    return Array.isArray(found) ? found.filter((share) => typeof share === 'number') : [];
  }

  #load(what: string): Promise<unknown> {
    return this.#parts.store.load(`${this.#parts.player().id}/${what}`).catch(() => undefined);
  }

  async #save(what: string, value: unknown): Promise<void> {
    // A full or forbidden storage costs the memory, never the page.
    await this.#parts.store.save(`${this.#parts.player().id}/${what}`, value).catch(() => undefined);
  }
}

/** Of numbers in pairs, what was said and what is exact: their mean absolute difference. */
function meanOff(guesses: readonly number[]): number | null {
  let [sum, count] = [0, 0];
  for (let place = 0; place + 1 < guesses.length; place += 2) {
    sum += Math.abs((guesses[place] ?? 0) - (guesses[place + 1] ?? 0));
    count += 1;
  }
  return count > 0 ? sum / count : null;
}

function lastOf(games: Kept['games']): Kept['games'] {
  return Object.fromEntries(Object.entries(games).slice(-MOST_REMEMBERED));
}

function isPuzzleState(found: unknown): found is PuzzleState {
  return typeof found === 'object' && found !== null && 'grades' in found && Array.isArray(found.grades) && 'solved' in found;
}
