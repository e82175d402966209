/// <reference lib="webworker" />
/** Worker entry: loads the build of the table that its name tells, then hands every message to the host, in order. */
import * as table from '@dicee/table';
import wasmUrl from '@dicee/table/table_bg.wasm?url';
import { INTEGRITY } from 'virtual:wasm-integrity';
import { fetchModule } from '../module';
import { type Call, faultOf, type Reply } from '../rpc';
import { wantsPlain } from '../support';
import { TableHost, type TableModule } from './host';

declare const self: DedicatedWorkerGlobalScope;

const ready = wantsPlain(self.name) ? startWithoutSimd() : start();

async function start(): Promise<TableHost> {
  await table.default({ module_or_path: fetchModule(wasmUrl, INTEGRITY.table) });
  return hostOf(table);
}

async function startWithoutSimd(): Promise<TableHost> {
  const [plain, { default: url }] = await Promise.all([
    import('@dicee/table/plain'),
    import('@dicee/table/plain/table_bg.wasm?url'),
  ]);
  await plain.default({ module_or_path: fetchModule(url, INTEGRITY.tablePlain) });
  return hostOf(plain);
}

function hostOf(module: TableModule): TableHost {
  return new TableHost(module, (reply, transfer) => self.postMessage(reply, transfer));
}

self.onmessage = async ({ data: call }: MessageEvent<Call>) => {
  let host: TableHost;
  try {
    host = await ready;
  } catch (thrown) {
    const reply: Reply = { id: call.id, kind: 'failed', fault: faultOf(thrown) };
    self.postMessage(reply);
    return;
  }
  await host.receive(call);
};
