/** What the page and the worker of the Forty-Two coach say to each other. */
import type {
  DealRequest,
  DeclarationOdds,
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
  PositionAnswer,
  PositionRequest,
  SearchRequest,
  SolvedDeal,
  TileOdds,
} from '@dicee/fortytwo-coach';

/** The methods of the worker. */
export interface FortyTwoCoachService {
  /** What a bot that plays so well does in this seat. */
  choose(skill: FortyTwoSkill, sight: FortyTwoSight): FortyTwoBotMove | null;
  dealSeed(seed: number): FortyTwoTile[][];
  solveDeal(request: DealRequest): SolvedDeal[];
  solve(request: PositionRequest): PositionAnswer;
  judgeHand(hand: FortyTwoHandRecord, seat: number, aided: number[]): FortyTwoJudgedHand;
  profile(hands: FortyTwoPlayedHand[]): FortyTwoInsights;

  /** Questions that go on until `effort` is spent or `stop` is called; each answers with what it has so far. */
  startHint(sight: FortyTwoSight): number;
  startHandHint(sight: FortyTwoSight): number;
  startReview(hand: FortyTwoHandRecord): { study: number; hand: FortyTwoReviewedHand; total: number } | null;
  startHandOdds(hand: FortyTwoTile[]): number;
  startSearch(request: SearchRequest): number;
  /** The next part of a question. */
  hint(study: number, deals: number): TileOdds[];
  handHint(study: number, deals: number): DeclarationOdds[];
  /** New deals for the declarations that came out best. */
  measureBest(study: number, deals: number): DeclarationOdds[];
  review(study: number, choices: number, deals: number): { hand: FortyTwoReviewedHand; done: number };
  search(study: number, seeds: number): FoundDeal | null;
  stop(study: number): void;
}
