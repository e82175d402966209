/// <reference lib="webworker" />
/** Worker entry: loads the engine, then hands every message to the host, in order. */
import init, { analyzeTurn, GameTable, upperTotals } from '@dicee/probability-engine';
import wasmUrl from '@dicee/probability-engine/probability_engine_bg.wasm?url';
import { EngineHost } from './host';
import { faultOf, type Job, type Report } from './protocol';
import { IndexedDbStore } from './table-store';

declare const self: DedicatedWorkerGlobalScope;

const ready = init({ module_or_path: wasmUrl });
const host = new EngineHost(
  { analyzeTurn, upperTotals, GameTable },
  // The built file's name carries a hash, so it names the engine that solved a stored table.
  new IndexedDbStore(wasmUrl),
  (report: Report, transfer) => self.postMessage(report, transfer),
);

self.onmessage = async ({ data: job }: MessageEvent<Job>) => {
  try {
    await ready;
  } catch (thrown) {
    const report: Report = { id: job.id, kind: 'failed', fault: faultOf(thrown) };
    self.postMessage(report);
    return;
  }
  await host.receive(job);
};
