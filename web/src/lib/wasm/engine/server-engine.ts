/**
 * The engine behind the server's API, for browsers that cannot run its module. It takes the calls of the
 * worker and gives the same answers, because the server runs the same code; what the API does not offer is refused in
 * plain words.
 */
import type {
  AudienceRequest,
  DecisionEvaluation,
  DecisionRecommendation,
  MomentRequest,
  PlayedMove,
  Scorecard,
} from '@dicee/coach';
import type { TargetReport } from '@dicee/forecast';
import type { AnalyzeRequest, Category } from '@dicee/probability-engine';
import type { AnalysisResponse, RecommendationResponse } from '@dicee/types';
import { answer, type Call, type Port, type Progress, type Reply, WasmError } from '../rpc';
import { NEEDS_MODULES } from '../support';
import type { Advice, Answer, EngineService, Prepared } from './protocol';

type Asked = Pick<
  EngineService,
  'analyze' | 'upperTotals' | 'prepare' | 'adopt' | 'advise' | 'recommend' | 'evaluate' | 'target'
>;
/** The worker answers some of these at once; here all take their time. */
type Service = {
  [Name in keyof Asked]: (...args: [...Parameters<Asked[Name]>, progress?: Progress]) => Promise<Awaited<ReturnType<Asked[Name]>>>;
};

const ROLLS = 3;

export class ServerEngine implements Service {
  readonly #fetch: typeof fetch;
  readonly #wait: (seconds: number) => Promise<void>;
  #closed = false;

  constructor(ask: typeof fetch = (input, init) => fetch(input, init), wait = pause) {
    this.#fetch = ask;
    this.#wait = wait;
  }

  /** Nobody waits for an answer any more. */
  close(): void {
    this.#closed = true;
  }

  async analyze(request: AnalyzeRequest): Promise<Answer> {
    const { turn, game } = await this.#ask<AnalysisResponse>('analysis', request);
    return { turn, game: game ?? null };
  }

  async upperTotals(open: Category[]): Promise<number[]> {
    // Any roll will do: the question is about the card.
    const anyRoll: AnalyzeRequest = { dice: [1, 1, 1, 1, 1], rolls_left: 0, open };
    return (await this.#ask<AnalysisResponse>('analysis', anyRoll)).upperTotals;
  }

  /** The server solves the game by itself. */
  async prepare(): Promise<Prepared> {
    return { bytes: new Uint8Array(), origin: 'server' };
  }

  async adopt(): Promise<void> {
    // There is nothing to take over.
  }

  async advise(moment: MomentRequest, audience: AudienceRequest): Promise<Advice> {
    const [both, recommendation] = await Promise.all([
      this.analyze(analyzeRequest(moment)),
      this.recommend(moment, audience),
    ]);
    return { ...both, recommendation };
  }

  async recommend(moment: MomentRequest, audience: AudienceRequest): Promise<DecisionRecommendation> {
    const { recommendation } = await this.#ask<RecommendationResponse>('recommendation', {
      diceResult: moment.dice,
      keptMask: [false, false, false, false, false],
      rollsRemaining: moment.rollsLeft,
      availableCategories: moment.scorecard.categoriesRemaining,
      currentScorecard: moment.scorecard,
      ...(moment.rules ? { rulesVariant: moment.rules } : {}),
      skillLevel: audience.level ?? 'beginner',
      showAlternatives: true,
      explanationDepth: audience.depth ?? 'standard',
    });
    return recommendation;
  }

  evaluate(moment: MomentRequest, played: PlayedMove, audience: AudienceRequest): Promise<DecisionEvaluation> {
    return this.#ask('evaluate', {
      gameState: {
        diceResult: moment.dice,
        rollNumber: ROLLS - moment.rollsLeft,
        availableCategories: moment.scorecard.categoriesRemaining,
        scorecard: moment.scorecard,
        ...(moment.rules ? { rulesVariant: moment.rules } : {}),
      },
      ...(played.action === 'score' ? { chosenCategory: played.category } : { chosenKeptMask: played.keptMask }),
      timeToDecision: 0,
      skillLevel: audience.level ?? 'beginner',
    });
  }

  /** Asks until the server has solved it; `progress` hears how far that is. */
  async target(request: AnalyzeRequest, progress: Progress = () => undefined): Promise<TargetReport> {
    while (!this.#closed) {
      try {
        const { target } = await this.#ask<AnalysisResponse>('analysis', request);
        if (target) return target;
        throw new WasmError({ name: 'ServerError', message: UNEXPECTED });
      } catch (thrown) {
        if (!(thrown instanceof Solving)) throw thrown;
        progress(thrown.percent, 100);
        await this.#wait(Math.min(thrown.retryAfter, LONGEST_WAIT));
      }
    }
    throw new WasmError({ name: 'WorkerError', message: 'The question was given up.' });
  }

  async #ask<T>(question: string, body: unknown): Promise<T> {
    let response: Response;
    try {
      response = await this.#fetch(`/api/v1/stats/${question}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    } catch {
      throw new WasmError({ name: 'ServerError', message: OFFLINE });
    }
    const answered: unknown = await response.json().catch(() => null);
    if (!response.ok) throw refusalOf(answered);
    // A host of files alone may answer anything with its page.
    if (answered === null) throw new WasmError({ name: 'ServerError', message: UNEXPECTED });
    return answered as T;
  }
}

const UNEXPECTED = 'The server did not answer as expected.';
/** Seconds after which a server that is still solving is asked again at the latest. */
const LONGEST_WAIT = 10;

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
}

/** The server is at it, and says when to ask again. */
class Solving extends WasmError {
  constructor(
    message: string,
    readonly percent: number,
    readonly retryAfter: number,
  ) {
    super({ name: 'ServerError', message });
  }
}

const OFFLINE = `The server works out the odds for this browser, and it cannot be reached. ${NEEDS_MODULES}`;

/** The server in the place of a worker. */
export function serverPort(engine: object = new ServerEngine()): Port {
  const port: Port = {
    onmessage: null,
    onerror: null,
    terminate: () => {
      port.onmessage = null;
      if (engine instanceof ServerEngine) engine.close();
    },
    postMessage(call: Call) {
      const post = (reply: Reply) => port.onmessage?.({ data: reply } as MessageEvent<Reply>);
      if (call.method in engine) void answer(engine, call, post);
      else post({ id: call.id, kind: 'failed', fault: { name: 'Unsupported', message: NEEDS_MODULES } });
    },
  };
  return port;
}

/** The card of a table as the question of the analyser writes it. */
function analyzeRequest({ rules, scorecard, dice, rollsLeft }: MomentRequest): AnalyzeRequest {
  return {
    ...(rules ? { rules } : {}),
    open: scorecard.categoriesRemaining,
    upper: Math.min(scorecard.upperSubtotal, BONUS_FROM),
    dicee_box: diceeBox(scorecard),
    dice: [...(dice ?? [])],
    rolls_left: rollsLeft,
  };
}

/** From this subtotal on the upper bonus is there, and more of it changes nothing. */
const BONUS_FROM = 63;

function diceeBox({ dicee }: Scorecard): NonNullable<AnalyzeRequest['dicee_box']> {
  return dicee === undefined ? 'open' : dicee > 0 ? '50' : '0';
}

/** The server's refusal with the fields of the module's. */
function refusalOf(body: unknown): WasmError {
  const error = fieldsOf(fieldsOf(body)['error']);
  const details = fieldsOf(error['details']);
  if (details['constraint'] === 'percent solved') {
    return new Solving(String(error['message']), Number(details['actual']), Number(error['retryAfter']) || 1);
  }
  return new WasmError({
    name: details['field'] === undefined ? 'ServerError' : 'InputError',
    message: String(error['message'] ?? UNEXPECTED),
    ...Object.fromEntries(
      (['field', 'expected', 'actual'] as const).flatMap((key) =>
        details[key] === undefined ? [] : [[key, String(details[key])]],
      ),
    ),
  });
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
