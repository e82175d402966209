/** What the page may ask of the learning worker. */
import type {
  Answer,
  Deck,
  DeckCard,
  DrillRequest,
  Exercise,
  Insights,
  LessonStep,
  Mistake,
  Move,
  OddsQuestion,
  PlayedGameData,
  Puzzle,
  SetAside,
  ShownCalibration,
  ShownSituation,
  SituationInput,
  Tries,
  TryRequest,
} from '@dicee/learn';

/** A profile as it is stored, what it says, and which of the games did not count. */
export interface Folded {
  profile: string;
  insights: Insights;
  setAside: Record<string, SetAside>;
  /** Every mistake of these games, whether they count or not, to practise. */
  mistakes: Mistake[];
}

/** Everything is asked with what it needs: the worker keeps nothing but the solved games. */
export interface LearnService {
  /** Takes a solved game over. */
  adopt(bytes: Uint8Array<ArrayBuffer>): void;
  lesson(name: string): LessonStep[];
  puzzle(date: string): Puzzle;
  shareText(date: string, tries: Tries): string;
  drill(wanted: DrillRequest, seed: number, count: number): Exercise[];
  /** Exercises for the player of a stored profile. */
  training(profile: string | null, seed: number, count: number): Exercise[];
  siblings(exercise: Exercise, count: number): Exercise[];
  show(situation: SituationInput): ShownSituation;
  grade(request: TryRequest): Answer;
  /** Folds games into a stored profile. */
  fold(profile: string | null, games: PlayedGameData[]): Folded;
  /** Chances to guess. */
  oddsQuestions(seed: number, count: number): OddsQuestion[];
  /** What guesses come to: two numbers each, what was said and what is exact. */
  calibration(guesses: readonly number[]): ShownCalibration;
  /** What the twin of a stored profile does. */
  twinMove(profile: string, situation: SituationInput, seed: number): Move;
  deckWith(deck: Deck | null, exercises: Exercise[], today: string): Deck;
  deckDue(deck: Deck | null, today: string): DeckCard[];
  deckAnswered(deck: Deck | null, key: string, solved: boolean, today: string): Deck;
}
