/** The worker's side: runs calls against the engine. Knows nothing of `self` or a DOM. */
import type {
  Advisor,
  AudienceRequest,
  BotRequest,
  CategoryAim,
  Coach,
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
} from '@dicee/coach';
import type {
  Forecaster,
  ScenarioAnswer,
  TargetReport,
  TrialsRequest,
  WinForecast,
  WinRequest,
} from '@dicee/forecast';
import type { AnalyzeRequest, Category, Rules, SolvedGame } from '@dicee/probability-engine';
import { answer, type Call, type Progress, type Reply } from '../rpc';
import type { Advice, Answer, EngineService, Prepared, Prospect } from './protocol';
import type { TableStore } from './table-store';

/** The part of the engine package that the host calls. */
export type EngineModule = Pick<
  typeof import('@dicee/probability-engine'),
  'analyzeTurn' | 'SolvedGame' | 'upperTotals'
>;

/** The coach package, loaded when a table first asks for advice. */
export type CoachModule = Pick<typeof import('@dicee/coach'), 'Advisor' | 'botCommand' | 'Coach' | 'upperBonus'>;

/** The forecast package, loaded when somebody first looks at chances to win or a simulation. */
export type ForecastModule = Pick<typeof import('@dicee/forecast'), 'analyzeTarget' | 'Forecaster' | 'largestGain'>;

/** Where the modules come from that are not needed at once. */
export interface Loaders {
  coach(): Promise<CoachModule>;
  forecast(): Promise<ForecastModule>;
}

const NONE: Loaders = {
  coach: () => Promise.reject(new Error('there is no coach here')),
  forecast: () => Promise.reject(new Error('there are no forecasts here')),
};

export type Post = (reply: Reply, transfer: Transferable[]) => void;

export class EngineHost implements EngineService {
  readonly #engine: EngineModule;
  readonly #store: TableStore;
  readonly #post: Post;
  readonly #load: Loaders;
  readonly #tables = new Map<Rules, SolvedGame>();
  readonly #coaches = new Map<Rules, Coach>();
  readonly #forecasters = new Map<Rules, Forecaster>();
  #coachModule: Promise<CoachModule> | null = null;
  #forecastModule: Promise<ForecastModule> | null = null;

  constructor(engine: EngineModule, store: TableStore, post: Post, load: Loaders = NONE) {
    this.#engine = engine;
    this.#store = store;
    this.#post = post;
    this.#load = load;
  }

  receive(call: Call): Promise<void> {
    return answer(this, call, this.#post);
  }

  analyze(request: AnalyzeRequest): Answer {
    const table = this.#tables.get(request.rules ?? 'standard');
    return {
      turn: this.#engine.analyzeTurn(request),
      game: table ? table.analyze(request) : null,
    };
  }

  upperTotals(open: Category[]): number[] {
    return [...this.#engine.upperTotals(open)];
  }

  adopt(bytes: Uint8Array<ArrayBuffer>): void {
    const table = this.#engine.SolvedGame.fromBytes(bytes);
    this.#tables.get(table.rules)?.free();
    this.#tables.set(table.rules, table);
  }

  /** The bytes of a table that has been accepted by the engine: stored ones, or freshly solved. */
  async prepare(rules: Rules, progress: Progress = () => undefined): Promise<Prepared> {
    const stored = await this.#stored(rules);
    if (stored) return { bytes: stored, origin: 'stored' };

    progress(0, 1);
    const table = this.#engine.SolvedGame.solve(rules, byPercent(progress));
    const bytes = new Uint8Array(table.toBytes());
    table.free();
    // A full or forbidden storage costs the next visit a solve; this visit has its table.
    await this.#store.save(rules, bytes).catch(() => undefined);
    return { bytes, origin: 'solved' };
  }

  async advise(moment: MomentRequest, audience: AudienceRequest): Promise<Advice> {
    const turn = (await this.#module()).Advisor.forTurn(moment);
    const game = (await this.#coach(moment.rules))?.advisor(moment) ?? null;
    const advice = {
      turn: turn.analysis(),
      game: game?.analysis() ?? null,
      recommendation: (game ?? turn).recommend(audience),
    };
    turn.free();
    game?.free();
    return advice;
  }

  evaluate(moment: MomentRequest, played: PlayedMove, audience: AudienceRequest): Promise<DecisionEvaluation> {
    return this.#ask(moment, (advisor) => advisor.evaluate(played, audience));
  }

  keepOutlook(moment: MomentRequest, kept: boolean[]): Promise<KeepOutlook> {
    return this.#ask(moment, (advisor) => advisor.keepOutlook(kept));
  }

  distribution(moment: MomentRequest, category: Category, kept: boolean[]): Promise<ScoreDistribution> {
    return this.#ask(moment, (advisor) => advisor.distribution(category, kept));
  }

  aim(moment: MomentRequest, category: Category): Promise<CategoryAim> {
    return this.#ask(moment, (advisor) => advisor.aim(category));
  }

  recommend(moment: MomentRequest, audience: AudienceRequest): Promise<DecisionRecommendation> {
    return this.#ask(moment, (advisor) => advisor.recommend(audience));
  }

  async botCommand(request: BotRequest): Promise<DiceeCommand | null> {
    const coach = await this.#coach(request.moment.rules);
    return coach ? coach.botCommand(request) : (await this.#module()).botCommand(request);
  }

  async prospect(scorecard: Scorecard, rules: Rules): Promise<Prospect> {
    const coach = await this.#coach(rules);
    return {
      toCome: coach?.toCome(scorecard) ?? null,
      optimum: coach?.expectedScore ?? null,
      bonus: (await this.#module()).upperBonus(scorecard),
    };
  }

  async report(request: ReportRequest, rules: Rules): Promise<GameReport> {
    return (await this.#solvedCoach(rules)).report(request);
  }

  async winChances(request: WinRequest, rules: Rules): Promise<WinForecast | null> {
    return (await this.#forecaster(rules))?.winChances(request) ?? null;
  }

  async largestGain(before: readonly number[], after: readonly number[]): Promise<number | null> {
    const { largestGain } = await this.#forecasts();
    return largestGain(Float64Array.from(before), Float64Array.from(after)) ?? null;
  }

  async simulate(request: TrialsRequest, rules: Rules, progress: Progress = () => undefined): Promise<ScenarioAnswer> {
    const total = request.iterations ?? 0;
    return (await this.#solvedForecaster(rules)).simulate(request, ({ trials }) => progress(trials, total));
  }

  async target(request: AnalyzeRequest, progress: Progress = () => undefined): Promise<TargetReport> {
    return (await this.#forecasts()).analyzeTarget(request, byPercent(progress));
  }

  /** Asks the advisor of the whole game, or of this turn while the game is not solved. */
  async #ask<T>(moment: MomentRequest, question: (advisor: Advisor) => T): Promise<T> {
    const coach = await this.#coach(moment.rules);
    const advisor = coach ? coach.advisor(moment) : (await this.#module()).Advisor.forTurn(moment);
    try {
      return question(advisor);
    } finally {
      advisor.free();
    }
  }

  #module(): Promise<CoachModule> {
    return (this.#coachModule ??= this.#load.coach());
  }

  /** The coach of these rules; null until their game is solved. */
  async #coach(rules: Rules = 'standard'): Promise<Coach | null> {
    const { Coach } = await this.#module();
    const table = this.#tables.get(rules);
    let coach = this.#coaches.get(rules);
    if (!coach && table) {
      coach = Coach.fromBytes(table.toBytes());
      this.#coaches.set(rules, coach);
    }
    return coach ?? null;
  }

  async #solvedCoach(rules: Rules = 'standard'): Promise<Coach> {
    const coach = await this.#coach(rules);
    if (!coach) throw new Error(`the game under ${rules} rules is not solved yet`);
    return coach;
  }

  #forecasts(): Promise<ForecastModule> {
    return (this.#forecastModule ??= this.#load.forecast());
  }

  /** The forecaster of these rules; null until their game is solved. */
  async #forecaster(rules: Rules): Promise<Forecaster | null> {
    const table = this.#tables.get(rules);
    if (!table) return null;
    const { Forecaster } = await this.#forecasts();
    let forecaster = this.#forecasters.get(rules);
    if (!forecaster) {
      forecaster = Forecaster.fromBytes(table.toBytes());
      this.#forecasters.set(rules, forecaster);
    }
    return forecaster;
  }

  async #solvedForecaster(rules: Rules): Promise<Forecaster> {
    const forecaster = await this.#forecaster(rules);
    if (!forecaster) throw new Error(`the game under ${rules} rules is not solved yet`);
    return forecaster;
  }

  async #stored(rules: Rules): Promise<Uint8Array<ArrayBuffer> | null> {
    // Storage may be forbidden altogether (private windows); solving is then the way.
    const bytes = await this.#store.load(rules).catch(() => null);
    if (!bytes) return null;
    try {
      const table = this.#engine.SolvedGame.fromBytes(bytes);
      const fits = table.rules === rules;
      table.free();
      if (fits) return new Uint8Array(bytes);
    } catch {
      // The engine refuses damaged bytes: fall through and forget them.
    }
    await this.#store.remove(rules).catch(() => undefined);
    return null;
  }
}

/** Passes on what changes the percentage: each report is a message to the page. */
function byPercent(progress: Progress): Progress {
  let percent = 0;
  return (done, total) => {
    const now = Math.floor((100 * done) / total);
    if (now === percent) return;
    percent = now;
    progress(done, total);
  };
}
