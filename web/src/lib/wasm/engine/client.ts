/** The page's side: typed calls to the engine, each a promise. */
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
} from '@dicee/coach';
import type {
  ScenarioAnswer,
  TargetReport,
  TrialsRequest,
  WinForecast,
  WinRequest,
} from '@dicee/forecast';
import type { AnalyzeRequest, Category, Rules } from '@dicee/probability-engine';
import { Channel, type Port, type Progress } from '../rpc';
import { runsModules, workerName } from '../support';
import { type Advice, type Answer, type EngineService, faultOf, type Origin, type Prospect } from './protocol';
import { serverPort } from './server-engine';

export type { Port, Progress } from '../rpc';

/** Who works out a target: this device in seconds, the server, or this device in minutes because no server does. */
export type Solver = 'device' | 'server' | 'device alone';

/** Hears who works out a target, and how much of it is done: a percentage, or null while that is not known. */
export type TargetProgress = (by: Solver, percent: number | null) => void;

/** What the analyser asks of an engine. */
export interface Engine {
  /** Both horizons of a roll. Rejects with an `EngineError` that names the field at fault. */
  analyze(request: AnalyzeRequest): Promise<Answer>;
  /** The upper subtotals that play can reach while these boxes are open, ascending. */
  upperTotals(open: Category[]): Promise<readonly number[]>;
  /** Makes the whole-game table of these rules available to `analyze`. */
  prepare(rules: Rules, onProgress: Progress): Promise<Origin>;
  /** The chance of every option to reach the target of the request; `signal` gives it up. */
  target(request: AnalyzeRequest, onProgress: TargetProgress, signal: AbortSignal): Promise<TargetReport>;
}

/** Open boxes up to which this device solves targets by itself. With more it would take over a minute, so the server is asked. */
const TARGET_BOXES = 9;

/**
 * The engine in two kinds of worker. One lives as long as the page and only answers questions, so it answers
 * at once; a solve blocks its thread, so each gets a worker of its own, which ends with it.
 */
export class EngineClient implements Engine {
  readonly #spawn: () => Port;
  readonly #server: () => Port;
  #started: Channel<EngineService> | null = null;
  /** Solves under way or done, so that two screens share one, each with its own eye on it. */
  readonly #prepared = new Map<Rules, { origin: Promise<Origin>; watchers: Set<Progress> }>();

  constructor(spawn: () => Port = spawnWorker, server: () => Port = serverPort) {
    this.#spawn = spawn;
    this.#server = server;
  }

  /** Started by the first question, so that a page can be prerendered where there are no workers. */
  get #analyst(): Channel<EngineService> {
    return (this.#started ??= new Channel(this.#spawn()));
  }

  analyze(request: AnalyzeRequest): Promise<Answer> {
    return this.#analyst.call('analyze', [request]);
  }

  upperTotals(open: Category[]): Promise<readonly number[]> {
    return this.#analyst.call('upperTotals', [open]);
  }

  prepare(rules: Rules, onProgress: Progress): Promise<Origin> {
    let prepared = this.#prepared.get(rules);
    if (!prepared) {
      const watchers = new Set<Progress>();
      const origin = this.#prepare(rules, (done, total) => watchers.forEach((watch) => watch(done, total)));
      prepared = { origin, watchers };
      this.#prepared.set(rules, prepared);
      origin.catch(() => this.#prepared.delete(rules));
    }
    prepared.watchers.add(onProgress);
    return prepared.origin;
  }

  /** Both horizons of a moment at a table, and what to do. */
  advise(moment: MomentRequest, audience: AudienceRequest): Promise<Advice> {
    return this.#analyst.call('advise', [moment, audience]);
  }

  /** What to do and why, for this audience. */
  recommend(moment: MomentRequest, audience: AudienceRequest): Promise<DecisionRecommendation> {
    return this.#analyst.call('recommend', [moment, audience]);
  }

  evaluate(
    moment: MomentRequest,
    played: PlayedMove,
    audience: AudienceRequest,
  ): Promise<DecisionEvaluation> {
    return this.#analyst.call('evaluate', [moment, played, audience]);
  }

  keepOutlook(moment: MomentRequest, kept: boolean[]): Promise<KeepOutlook> {
    return this.#analyst.call('keepOutlook', [moment, kept]);
  }

  distribution(moment: MomentRequest, category: Category, kept: boolean[]): Promise<ScoreDistribution> {
    return this.#analyst.call('distribution', [moment, category, kept]);
  }

  aim(moment: MomentRequest, category: Category): Promise<CategoryAim> {
    return this.#analyst.call('aim', [moment, category]);
  }

  /** What a bot does. One that looks at the whole game waits until it is solved; its first roll and the others do not. */
  async botCommand(request: BotRequest): Promise<DiceeCommand> {
    const { rules = 'standard' } = request.moment;
    const early = await this.#analyst.call('botCommand', [request]);
    if (early) return early;
    await this.prepare(rules, () => undefined);
    const command = await this.#analyst.call('botCommand', [request]);
    if (!command) throw new Error(`the game under ${rules} rules is not solved`);
    return command;
  }

  prospect(scorecard: Scorecard, rules: Rules): Promise<Prospect> {
    return this.#analyst.call('prospect', [scorecard, rules]);
  }

  /** Grades a game; waits until the game is solved. */
  async report(request: ReportRequest, rules: Rules): Promise<GameReport> {
    await this.prepare(rules, () => undefined);
    return this.#analyst.call('report', [request, rules]);
  }

  /** Everybody's chance to win; null until the game is solved. */
  winChances(request: WinRequest, rules: Rules): Promise<WinForecast | null> {
    return this.#analyst.call('winChances', [request, rules]);
  }

  /** Which change of a chance raised it most; null if none did. */
  largestGain(before: readonly number[], after: readonly number[]): Promise<number | null> {
    return this.#analyst.call('largestGain', [before, after]);
  }

  /** Plays on many times from a moment. */
  simulate(request: TrialsRequest, rules: Rules, onProgress: Progress): Promise<ScenarioAnswer> {
    return this.#aside(rules, (worker) => worker.call('simulate', [request, rules], onProgress));
  }

  /** Asks a worker of its own that has the solved game: seconds of work must not hold up advice. */
  async #aside<T>(rules: Rules, ask: (worker: Channel<EngineService>) => Promise<T>): Promise<T> {
    await this.prepare(rules, () => undefined);
    const worker = new Channel<EngineService>(this.#spawn());
    try {
      const { bytes } = await worker.call('prepare', [rules]);
      await worker.call('adopt', [bytes]);
      return await ask(worker);
    } finally {
      worker.close();
    }
  }

  /** In a worker of its own, which ends when the question is given up: seconds of work must not hold up advice. */
  async target(request: AnalyzeRequest, onProgress: TargetProgress, signal: AbortSignal): Promise<TargetReport> {
    if ((request.open?.length ?? 13) > TARGET_BOXES) {
      try {
        return await this.#target('server', this.#server(), request, onProgress, signal);
      } catch (thrown) {
        // Without a server, or with one that is too busy, the answer takes this device some minutes.
        if (signal.aborted || faultOf(thrown).name !== 'ServerError' || !runsModules()) throw thrown;
      }
      return this.#target('device alone', this.#spawn(), request, onProgress, signal);
    }
    return this.#target(runsModules() ? 'device' : 'server', this.#spawn(), request, onProgress, signal);
  }

  async #target(
    by: Solver,
    port: Port,
    request: AnalyzeRequest,
    onProgress: TargetProgress,
    signal: AbortSignal,
  ): Promise<TargetReport> {
    const worker = new Channel<EngineService>(port);
    const giveUp = () => worker.close();
    signal.addEventListener('abort', giveUp);
    onProgress(by, null);
    try {
      return await worker.call('target', [request], (done, total) => onProgress(by, Math.floor((100 * done) / total)));
    } finally {
      signal.removeEventListener('abort', giveUp);
      worker.close();
    }
  }

  /** The solved game as bytes, for another module: from this device's storage, or solved. */
  async solvedBytes(rules: Rules): Promise<Uint8Array<ArrayBuffer>> {
    const solver = new Channel<EngineService>(this.#spawn());
    try {
      return (await solver.call('prepare', [rules])).bytes;
    } finally {
      solver.close();
    }
  }

  close(): void {
    this.#started?.close();
  }

  async #prepare(rules: Rules, onProgress: Progress): Promise<Origin> {
    const solver = new Channel<EngineService>(this.#spawn());
    try {
      const { bytes, origin } = await solver.call('prepare', [rules], onProgress);
      await this.#analyst.call('adopt', [bytes]);
      return origin;
    } finally {
      solver.close();
    }
  }
}

/** A worker with the build that this browser runs; the server where it runs none. */
function spawnWorker(): Port {
  if (!runsModules()) return serverPort();
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: workerName('engine') });
}
