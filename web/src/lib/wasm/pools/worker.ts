/// <reference lib="webworker" />
/** Worker entry: loads the module, then answers every call, in order. */
import init, * as pools from '@dicee/pools';
import wasmUrl from '@dicee/pools/pools_bg.wasm?url';
import { INTEGRITY } from 'virtual:wasm-integrity';
import { PoolsHost } from './host';
import { type Call, faultOf, type Reply } from './protocol';

declare const self: DedicatedWorkerGlobalScope;

const ready = init({ module_or_path: fetch(wasmUrl, { integrity: INTEGRITY.pools }) });
const host = new PoolsHost(pools);

self.onmessage = async ({ data: call }: MessageEvent<Call>) => {
  let reply: Reply;
  try {
    await ready;
    reply = host.receive(call);
  } catch (thrown) {
    reply = { id: call.id, fault: faultOf(thrown) };
  }
  self.postMessage(reply);
};
