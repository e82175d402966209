/// <reference lib="webworker" />
/** Worker entry: loads the module, then answers every call, in order. */
import init, * as learn from '@dicee/learn';
import wasmUrl from '@dicee/learn/learn_bg.wasm?url';
import { INTEGRITY } from 'virtual:wasm-integrity';
import { fetchModule } from '../module';
import { type Call, faultOf, type Reply } from '../rpc';
import { LearnHost } from './host';

declare const self: DedicatedWorkerGlobalScope;

const ready = init({ module_or_path: fetchModule(wasmUrl, INTEGRITY.learn) });
const host = new LearnHost(learn, (reply, transfer) => self.postMessage(reply, transfer));

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
