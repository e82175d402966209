/// <reference lib="webworker" />
/** Worker entry: loads the build of the engine that its name tells, then hands every message to the host, in order. */
import * as engine from '@dicee/probability-engine';
import wasmUrl from '@dicee/probability-engine/probability_engine_bg.wasm?url';
import { INTEGRITY } from 'virtual:wasm-integrity';
import { fetchModule } from '../module';
import { type Call, faultOf, type Reply } from '../rpc';
import { wantsPlain } from '../support';
import { type CoachModule, EngineHost, type EngineModule, type ForecastModule, type Loaders } from './host';
import { IndexedDbStore } from './table-store';

declare const self: DedicatedWorkerGlobalScope;

const ready = wantsPlain(self.name) ? startWithoutSimd() : start();

async function start(): Promise<EngineHost> {
  await engine.default({ module_or_path: fetchModule(wasmUrl, INTEGRITY.engine) });
  return hostOf(engine, wasmUrl, { coach: loadCoach, forecast: loadForecast });
}

async function startWithoutSimd(): Promise<EngineHost> {
  const [plain, { default: url }] = await Promise.all([
    import('@dicee/probability-engine/plain'),
    import('@dicee/probability-engine/plain/probability_engine_bg.wasm?url'),
  ]);
  await plain.default({ module_or_path: fetchModule(url, INTEGRITY.enginePlain) });
  return hostOf(plain, url, { coach: loadPlainCoach, forecast: loadPlainForecast });
}

/** The built file's name carries a hash, so it names the engine that solved a stored table. */
function hostOf(module: EngineModule, url: string, loaders: Loaders): EngineHost {
  const post = (reply: Reply, transfer: Transferable[]) => self.postMessage(reply, transfer);
  return new EngineHost(module, new IndexedDbStore(url), post, loaders);
}

async function loadCoach(): Promise<CoachModule> {
  const [coach, { default: url }] = await Promise.all([
    import('@dicee/coach'),
    import('@dicee/coach/coach_bg.wasm?url'),
  ]);
  await coach.default({ module_or_path: fetchModule(url, INTEGRITY.coach) });
  return coach;
}

async function loadPlainCoach(): Promise<CoachModule> {
  const [coach, { default: url }] = await Promise.all([
    import('@dicee/coach/plain'),
    import('@dicee/coach/plain/coach_bg.wasm?url'),
  ]);
  await coach.default({ module_or_path: fetchModule(url, INTEGRITY.coachPlain) });
  return coach;
}

async function loadForecast(): Promise<ForecastModule> {
  const [forecast, { default: url }] = await Promise.all([
    import('@dicee/forecast'),
    import('@dicee/forecast/forecast_bg.wasm?url'),
  ]);
  await forecast.default({ module_or_path: fetchModule(url, INTEGRITY.forecast) });
  return forecast;
}

async function loadPlainForecast(): Promise<ForecastModule> {
  const [forecast, { default: url }] = await Promise.all([
    import('@dicee/forecast/plain'),
    import('@dicee/forecast/plain/forecast_bg.wasm?url'),
  ]);
  await forecast.default({ module_or_path: fetchModule(url, INTEGRITY.forecastPlain) });
  return forecast;
}

self.onmessage = async ({ data: call }: MessageEvent<Call>) => {
  let host: EngineHost;
  try {
    host = await ready;
  } catch (thrown) {
    const reply: Reply = { id: call.id, kind: 'failed', fault: faultOf(thrown) };
    self.postMessage(reply);
    return;
  }
  await host.receive(call);
};
