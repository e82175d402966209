/// <reference lib="webworker" />
/** Worker entry: loads the module, then answers every call, in order. */
import init, * as fortytwo from '@dicee/fortytwo';
import wasmUrl from '@dicee/fortytwo/fortytwo_bg.wasm?url';
import { INTEGRITY } from 'virtual:wasm-integrity';
import { fetchModule } from '../module';
import { type Call, faultOf, type Reply } from '../rpc';
import { FortyTwoHost } from './host';

declare const self: DedicatedWorkerGlobalScope;

const ready = init({ module_or_path: fetchModule(wasmUrl, INTEGRITY.fortytwo) });
const host = new FortyTwoHost(fortytwo, (reply, transfer) => self.postMessage(reply, transfer));

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
