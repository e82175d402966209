/** The worker's side of the coach: holds the questions under way. Knows nothing of `self` or a DOM. */
import type {
  DealRequest,
  DeclarationOdds,
  FortyTwoBot,
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
  HandHints,
  PlayHints,
  PositionAnswer,
  PositionRequest,
  Review,
  SearchRequest,
  SeedSearch,
  SolvedDeal,
  TileOdds,
} from '@dicee/fortytwo-coach';
import { Handles } from '../handles';
import { answer, type Call, type Reply } from '../rpc';
import type { FortyTwoCoachService } from './protocol';

/** The part of the package that the host calls. */
export type FortyTwoCoachModule = Pick<
  typeof import('@dicee/fortytwo-coach'),
  | 'FortyTwoBot'
  | 'dealSeed'
  | 'solveDeal'
  | 'solve'
  | 'review'
  | 'judgeHand'
  | 'profile'
  | 'hint'
  | 'handHint'
  | 'handOdds'
  | 'findSeed'
>;

type Study = PlayHints | HandHints | Review | SeedSearch;

export class FortyTwoCoachHost implements FortyTwoCoachService {
  readonly #module: FortyTwoCoachModule;
  readonly #post: (reply: Reply, transfer: Transferable[]) => void;
  readonly #bots = new Map<FortyTwoSkill, FortyTwoBot>();
  readonly #studies = new Handles<Study>('this question was stopped');

  constructor(module: FortyTwoCoachModule, post: (reply: Reply, transfer: Transferable[]) => void) {
    this.#module = module;
    this.#post = post;
  }

  receive(call: Call): Promise<void> {
    return answer(this, call, this.#post);
  }

  choose(skill: FortyTwoSkill, sight: FortyTwoSight): FortyTwoBotMove | null {
    const bot = this.#bots.get(skill) ?? new this.#module.FortyTwoBot(skill);
    this.#bots.set(skill, bot);
    return bot.choose(sight);
  }

  dealSeed(seed: number): FortyTwoTile[][] {
    return this.#module.dealSeed(seed);
  }

  solveDeal(request: DealRequest): SolvedDeal[] {
    return this.#module.solveDeal(request);
  }

  solve(request: PositionRequest): PositionAnswer {
    return this.#module.solve(request);
  }

  judgeHand(hand: FortyTwoHandRecord, seat: number, aided: number[]): FortyTwoJudgedHand {
    return this.#module.judgeHand(hand, seat, Uint8Array.from(aided));
  }

  profile(hands: FortyTwoPlayedHand[]): FortyTwoInsights {
    return this.#module.profile(hands);
  }

  startHint(sight: FortyTwoSight): number {
    return this.#studies.add(this.#module.hint(sight));
  }

  startHandHint(sight: FortyTwoSight): number {
    return this.#studies.add(this.#module.handHint(sight));
  }

  startReview(hand: FortyTwoHandRecord): { study: number; hand: FortyTwoReviewedHand; total: number } | null {
    const review = this.#module.review(hand);
    return review ? { study: this.#studies.add(review), hand: review.hand, total: review.total } : null;
  }

  startHandOdds(hand: FortyTwoTile[]): number {
    return this.#studies.add(this.#module.handOdds(hand));
  }

  startSearch(request: SearchRequest): number {
    return this.#studies.add(this.#module.findSeed(request));
  }

  hint(study: number, deals: number): TileOdds[] {
    return (this.#studies.get(study) as PlayHints).step(deals);
  }

  handHint(study: number, deals: number): DeclarationOdds[] {
    return (this.#studies.get(study) as HandHints).step(deals);
  }

  measureBest(study: number, deals: number): DeclarationOdds[] {
    return (this.#studies.get(study) as HandHints).measure(deals);
  }

  review(study: number, choices: number, deals: number): { hand: FortyTwoReviewedHand; done: number } {
    const review = this.#studies.get(study) as Review;
    return { hand: review.step(choices, deals), done: review.done };
  }

  search(study: number, seeds: number): FoundDeal | null {
    return (this.#studies.get(study) as SeedSearch).step(seeds);
  }

  stop(study: number): void {
    this.#studies.free(study);
  }
}
