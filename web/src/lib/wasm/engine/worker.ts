/// <reference lib="webworker" />
/** Worker entry: loads the engine, then hands every message to the host, in order. */
import init, { analyzeTurn, GameTable, upperTotals } from '@dicee/probability-engine';
import wasmUrl from '@dicee/probability-engine/probability_engine_bg.wasm?url';
import { INTEGRITY } from 'virtual:wasm-integrity';
import { type Call, faultOf, type Reply } from '../rpc';
import { checkSupport } from '../support';
import { type CoachModule, EngineHost, type ForecastModule } from './host';
import { IndexedDbStore } from './table-store';

declare const self: DedicatedWorkerGlobalScope;

const ready = checkSupport().then(() => init({ module_or_path: fetch(wasmUrl, { integrity: INTEGRITY.engine }) }));
const host = new EngineHost(
  { analyzeTurn, GameTable, upperTotals },
  // The built file's name carries a hash, so it names the engine that solved a stored table.
  new IndexedDbStore(wasmUrl),
  (reply: Reply, transfer) => self.postMessage(reply, transfer),
  { coach: loadCoach, forecast: loadForecast },
);

async function loadCoach(): Promise<CoachModule> {
  const [coach, { default: coachUrl }] = await Promise.all([
    import('@dicee/coach'),
    import('@dicee/coach/coach_bg.wasm?url'),
  ]);
  await coach.default({ module_or_path: fetch(coachUrl, { integrity: INTEGRITY.coach }) });
  return coach;
}

async function loadForecast(): Promise<ForecastModule> {
  const [forecast, { default: forecastUrl }] = await Promise.all([
    import('@dicee/forecast'),
    import('@dicee/forecast/forecast_bg.wasm?url'),
  ]);
  await forecast.default({ module_or_path: fetch(forecastUrl, { integrity: INTEGRITY.forecast }) });
  return forecast;
}

self.onmessage = async ({ data: call }: MessageEvent<Call>) => {
  try {
    await ready;
  } catch (thrown) {
    const reply: Reply = { id: call.id, kind: 'failed', fault: faultOf(thrown) };
    self.postMessage(reply);
    return;
  }
  await host.receive(call);
};
