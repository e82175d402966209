/// <reference lib="webworker" />
/** Worker entry: loads the table module, then hands every message to the host, in order. */
import init, { DiceeTable } from '@dicee/table';
import wasmUrl from '@dicee/table/table_bg.wasm?url';
import { INTEGRITY } from 'virtual:wasm-integrity';
import { type Call, faultOf, type Reply } from '../rpc';
import { checkSupport } from '../support';
import { TableHost } from './host';

declare const self: DedicatedWorkerGlobalScope;

const ready = checkSupport().then(() => init({ module_or_path: fetch(wasmUrl, { integrity: INTEGRITY.table }) }));
const host = new TableHost({ DiceeTable }, (reply, transfer) => self.postMessage(reply, transfer));

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
