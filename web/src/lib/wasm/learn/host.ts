/** The worker's side: runs calls against the module. Knows nothing of `self` or a DOM. */
import type {
  Answer,
  Deck as DeckData,
  DeckCard,
  DrillRequest,
  Exercise,
  LessonStep,
  Mistake,
  Move,
  OddsQuestion,
  PlayedGameData,
  Puzzle,
  Rules,
  SetAside,
  ShownCalibration,
  ShownSituation,
  SituationInput,
  Tries,
  Tutor,
  TryRequest,
  Twin,
} from '@dicee/learn';
import { answer, type Call, type Reply } from '../rpc';
import type { Folded, LearnService } from './protocol';

/** The part of the package that the host calls. */
export type LearnModule = Pick<
  typeof import('@dicee/learn'),
  'MistakeDeck' | 'oddsQuestions' | 'Profile' | 'shareText' | 'showCalibration' | 'showSituation' | 'Tutor'
>;

type Profile = InstanceType<LearnModule['Profile']>;

export class LearnHost implements LearnService {
  readonly #module: LearnModule;
  readonly #post: (reply: Reply, transfer: Transferable[]) => void;
  readonly #tutors = new Map<Rules, Tutor>();
  /** The twin that moved last: to get to know one takes a second. */
  #twin: { rules: Rules; profile: string; twin: Twin } | null = null;

  constructor(module: LearnModule, post: (reply: Reply, transfer: Transferable[]) => void) {
    this.#module = module;
    this.#post = post;
  }

  receive(call: Call): Promise<void> {
    return answer(this, call, this.#post);
  }

  adopt(bytes: Uint8Array<ArrayBuffer>): void {
    const tutor = this.#module.Tutor.fromBytes(bytes);
    this.#tutors.get(tutor.rules)?.free();
    this.#tutors.set(tutor.rules, tutor);
  }

  lesson(name: string): LessonStep[] {
    return this.#tutor('standard').lesson(name);
  }

  puzzle(date: string): Puzzle {
    return this.#tutor('standard').puzzle(date);
  }

  shareText(date: string, tries: Tries): string {
    return this.#module.shareText(date, tries);
  }

  drill(wanted: DrillRequest, seed: number, count: number): Exercise[] {
    return this.#tutor('standard').drill(wanted, seed, count);
  }

  training(stored: string | null, seed: number, count: number): Exercise[] {
    const profile = this.#profile(stored);
    try {
      return this.#tutor('standard').training(profile, seed, count);
    } finally {
      profile.free();
    }
  }

  siblings(exercise: Exercise, count: number): Exercise[] {
    return this.#tutor(exercise.situation.rules).siblings(exercise, count);
  }

  show(situation: SituationInput): ShownSituation {
    return this.#module.showSituation(situation);
  }

  grade(request: TryRequest): Answer {
    return this.#tutor(request.situation.rules).grade(request);
  }

  fold(stored: string | null, games: PlayedGameData[]): Folded {
    const profile = this.#profile(stored);
    const setAside: Record<string, SetAside> = {};
    const mistakes: Mistake[] = [];
    for (const game of games) {
      const tutor = this.#tutor(game.record.rules);
      const reason = tutor.addGame(profile, game);
      if (reason) setAside[game.id] = reason;
      if (reason !== 'known') mistakes.push(...tutor.mistakes(game));
    }
    const folded = { profile: profile.toJson(), insights: profile.insights(), setAside, mistakes };
    profile.free();
    return folded;
  }

  oddsQuestions(seed: number, count: number): OddsQuestion[] {
    return this.#module.oddsQuestions(seed, count);
  }

  calibration(guesses: readonly number[]): ShownCalibration {
    return this.#module.showCalibration(Float64Array.from(guesses));
  }

  twinMove(stored: string, situation: SituationInput, seed: number): Move {
    const { rules } = situation;
    const tutor = this.#tutor(rules);
    if (this.#twin?.rules !== rules || this.#twin.profile !== stored) {
      const profile = this.#profile(stored);
      this.#twin?.twin.free();
      this.#twin = { rules, profile: stored, twin: tutor.twin(profile) };
      profile.free();
    }
    return tutor.twinMove(this.#twin.twin, situation, seed);
  }

  deckWith(stored: DeckData | null, exercises: Exercise[], today: string): DeckData {
    return this.#deck(stored, (deck) => exercises.forEach((exercise) => deck.add(exercise, today)));
  }

  deckDue(stored: DeckData | null, today: string): DeckCard[] {
    let due: DeckCard[] = [];
    this.#deck(stored, (deck) => (due = deck.due(today)));
    return due;
  }

  deckAnswered(stored: DeckData | null, key: string, solved: boolean, today: string): DeckData {
    return this.#deck(stored, (deck) => deck.answer(key, solved, today));
  }

  #deck(stored: DeckData | null, change: (deck: InstanceType<LearnModule['MistakeDeck']>) => void): DeckData {
    const deck = stored ? this.#module.MistakeDeck.fromStored(stored) : new this.#module.MistakeDeck();
    try {
      change(deck);
      return deck.toStored();
    } finally {
      deck.free();
    }
  }

  /** A profile of another version is folded again from its games; here it starts from nothing. */
  #profile(stored: string | null): Profile {
    try {
      if (stored) return this.#module.Profile.fromJson(stored);
    } catch {
      // Fall through.
    }
    return new this.#module.Profile();
  }

  #tutor(rules: Rules): Tutor {
    const tutor = this.#tutors.get(rules);
    if (!tutor) throw new Error(`the game under ${rules} rules is not solved yet`);
    return tutor;
  }
}
