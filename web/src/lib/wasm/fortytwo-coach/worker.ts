/// <reference lib="webworker" />
/** Worker entry: loads the module, then answers every call, in order. */
import init, * as coach from '@dicee/fortytwo-coach';
import wasmUrl from '@dicee/fortytwo-coach/fortytwo_coach_bg.wasm?url';
import { INTEGRITY } from 'virtual:wasm-integrity';
import { fetchModule } from '../module';
import { type Call, faultOf, type Reply } from '../rpc';
import { FortyTwoCoachHost } from './host';

declare const self: DedicatedWorkerGlobalScope;

const ready = init({ module_or_path: fetchModule(wasmUrl, INTEGRITY.fortytwoCoach) });
const host = new FortyTwoCoachHost(coach, (reply, transfer) => self.postMessage(reply, transfer));

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
