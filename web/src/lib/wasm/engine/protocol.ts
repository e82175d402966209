/** What the page and its engine workers say to each other. */
import type {
  AudienceRequest,
  BotRequest,
  CategoryAim,
  DecisionEvaluation,
  DecisionRecommendation,
  DiceeCommand,
  GameReport,
  KeepOutlook,
  MomentRequest,
  PlayedMove,
  ReportRequest,
  Scorecard,
  ScoreDistribution,
  UpperBonus,
} from '@dicee/coach';
import type {
  ScenarioAnswer,
  TargetReport,
  TrialsRequest,
  WinForecast,
  WinRequest,
} from '@dicee/forecast';
import type { AnalyzeRequest, Category, Rules, TurnAnalysis } from '@dicee/probability-engine';

export { faultOf, WasmError as EngineError, type Fault } from '../rpc';

/** Both horizons of one roll; `game` is null until the table of those rules is there. */
export interface Answer {
  turn: TurnAnalysis;
  game: TurnAnalysis | null;
}

/** Both horizons of a moment at a table, with the advice of the best one that is there. */
export interface Advice extends Answer {
  recommendation: DecisionRecommendation;
}

/** A card before a turn: what is to come, if the game is solved, and how the upper bonus stands. */
export interface Prospect {
  toCome: number | null;
  /** What perfect play expects of a whole game. */
  optimum: number | null;
  bonus: UpperBonus;
}

/** Where a table came from: this device's storage, solved just now, or it is the server's. */
export type Origin = 'stored' | 'solved' | 'server';

export interface Prepared {
  bytes: Uint8Array<ArrayBuffer>;
  origin: Origin;
}

/** The methods of the worker. */
export interface EngineService {
  analyze(request: AnalyzeRequest): Answer;
  upperTotals(open: Category[]): number[];
  prepare(rules: Rules): Promise<Prepared>;
  adopt(bytes: Uint8Array<ArrayBuffer>): void;
  advise(moment: MomentRequest, audience: AudienceRequest): Promise<Advice>;
  recommend(moment: MomentRequest, audience: AudienceRequest): Promise<DecisionRecommendation>;
  evaluate(moment: MomentRequest, played: PlayedMove, audience: AudienceRequest): Promise<DecisionEvaluation>;
  keepOutlook(moment: MomentRequest, kept: boolean[]): Promise<KeepOutlook>;
  distribution(moment: MomentRequest, category: Category, kept: boolean[]): Promise<ScoreDistribution>;
  aim(moment: MomentRequest, category: Category): Promise<CategoryAim>;
  /** What a bot does; null for one that looks at the whole game until that is solved. */
  botCommand(request: BotRequest): Promise<DiceeCommand | null>;
  prospect(scorecard: Scorecard, rules: Rules): Promise<Prospect>;
  report(request: ReportRequest, rules: Rules): Promise<GameReport>;
  /** Everybody's chance to win; null until the game is solved. */
  winChances(request: WinRequest, rules: Rules): Promise<WinForecast | null>;
  /** Which change of a chance raised it most; null if none did. */
  largestGain(before: readonly number[], after: readonly number[]): Promise<number | null>;
  /** Plays on many times from a moment; reports how many trials are done. */
  simulate(request: TrialsRequest, rules: Rules): Promise<ScenarioAnswer>;
  /** The chance of every option to reach the target of the request; reports how much of the work is done. */
  target(request: AnalyzeRequest): Promise<TargetReport>;
}
